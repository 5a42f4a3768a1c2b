//! The campaign in figures, bound by bound.

mod bars;
mod delivered;
mod losses;
mod plot;

use serde::Serialize;

use campaign::Campaign;
use domain::SideId;
use ops::query::{BoundFigures, SideFigures};

use crate::model::{BoundView, NamedSide};
use crate::render::curves::{Line, below};
use crate::{Cell, Column, Format, Page, Report, Table};
use losses::{decimal, hundredths};

pub(crate) use losses::counted_to;

pub use bars::{Bar, BarChart, BarSheet};
pub use delivered::DeliveryReport;
pub use losses::{ExchangeReport, LossReport, LossesBy};
pub use plot::{Curve, Plot, PlotMark, PlotSheet};

/// Every bound in figures, the running one last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct StatsReport {
    bounds: Vec<BoundStats>,
    #[serde(skip)]
    shown: StatsOf,
    #[serde(skip)]
    named: Vec<NamedSide>,
}

/// Which figures a table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatsOf {
    /// Those most asked after.
    All,
    /// What each side has, and in what order.
    Strength,
    /// What each side lost.
    Casualties,
    /// Stocks, and who is out of supply.
    Supply,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct BoundStats {
    bound: BoundView,
    closed: bool,
    sides: Vec<SideFigures>,
}

/// The heading of a column, and its figure of a side.
type Figure = (&'static str, fn(&SideFigures) -> Option<i64>);

const SP: Figure = ("SP", |of| Some(of.sp.into()));
const LOST: Figure = ("SP lost", |of| Some(of.sp_lost.into()));
const GIVEN: Figure = ("SP given", |of| Some(of.sp_given.into()));
const TAKEN: Figure = ("taken", |of| of.sp_taken_in_battle.map(i64::from));
const BATTLES: Figure = ("battles", |of| Some(of.battles as i64));
const DRAW: Figure = ("draw", |of| Some(of.draw as i64));
const LOG_FAILS: Figure = ("LOG fails", |of| Some(of.log_fails as i64));
const POL_FAILS: Figure = ("POL fails", |of| Some(of.pol_fails as i64));
const LOG: Figure = ("LOG", |of| of.log.map(|log| log.on_hand));
const POL: Figure = ("POL", |of| of.pol.map(|pol| pol.on_hand));

impl StatsOf {
    fn figures(self) -> Vec<Figure> {
        match self {
            Self::All => vec![SP, LOST, BATTLES, LOG, POL, DRAW, LOG_FAILS, POL_FAILS],
            Self::Strength => vec![
                SP,
                ("of", |of| Some(of.sp_full.into())),
                ("leaves", |of| Some(of.leaves as i64)),
                ("disorganised", |of| Some(of.disorganised as i64)),
                LOST,
                GIVEN,
            ],
            Self::Casualties => {
                vec![BATTLES, LOST, ("in battle", |of| Some(of.sp_lost_in_battle.into())), TAKEN, GIVEN, SP]
            }
            Self::Supply => vec![
                LOG,
                ("LOG brought", |of| of.log.map(|log| log.brought.into())),
                ("LOG used", |of| of.log.map(|log| log.used.into())),
                ("LOG captured", |of| of.log.map(|log| log.captured.into()).filter(|units| *units > 0)),
                ("LOG lost", |of| of.log.map(|log| log.lost.into()).filter(|units| *units > 0)),
                POL,
                ("POL brought", |of| of.pol.map(|pol| pol.brought.into())),
                ("POL used", |of| of.pol.map(|pol| pol.used.into())),
                ("POL captured", |of| of.pol.map(|pol| pol.captured.into()).filter(|units| *units > 0)),
                ("POL lost", |of| of.pol.map(|pol| pol.lost.into()).filter(|units| *units > 0)),
                DRAW,
                LOG_FAILS,
                POL_FAILS,
            ],
        }
    }
}

impl StatsReport {
    /// The figures of these bounds.
    pub fn new(campaign: &Campaign, bounds: Vec<BoundFigures>, shown: StatsOf) -> Self {
        let bound = |of: BoundFigures| BoundStats {
            bound: BoundView::new(campaign, of.bound),
            closed: of.is_closed,
            sides: of.sides,
        };
        let named = campaign.sides.iter().map(|side| NamedSide::counted(campaign, side.id)).collect();
        Self { bounds: bounds.into_iter().map(bound).collect(), shown, named }
    }

    fn named(&self, side: SideId) -> Option<&NamedSide> {
        self.named.iter().find(|named| named.id == side)
    }

    /// The figures that are asked for and counted.
    fn figures(&self) -> Vec<Figure> {
        let all = || self.bounds.iter().flat_map(|bound| &bound.sides);
        self.shown.figures().into_iter().filter(|(_, figure)| all().any(|of| figure(of).is_some())).collect()
    }

    fn table(&self, shown: &[Figure]) -> Table {
        let all = || self.bounds.iter().flat_map(|bound| &bound.sides);
        let mut columns = vec![Column::text("bound"), Column::text("side")];
        columns.extend(shown.iter().map(|(heading, _)| Column::number(heading)));
        let is_exchange = self.shown == StatsOf::Casualties && all().any(|of| of.sp_taken_in_battle.is_some());
        columns.extend(is_exchange.then(|| Column::number("exchange")));
        let mut table = Table::new("", columns);
        for bound in &self.bounds {
            let label = if bound.closed { bound.bound.label.clone() } else { format!("{} so far", bound.bound.label) };
            for (number, of) in bound.sides.iter().enumerate() {
                let [long, short] = if number == 0 { [&*label, &*bound.bound.label] } else { ["", ""] };
                let first = Cell::new(long).or_short(short).meaning(label.as_str());
                let cells = shown.iter().map(|(_, figure)| Cell::maybe(figure(of)));
                let exchange = is_exchange.then(|| {
                    let each = of.sp_taken_in_battle.and_then(|taken| hundredths(taken, of.sp_lost_in_battle));
                    Cell::maybe(each.map(decimal))
                });
                table.row([first, NamedSide::cell(self.named(of.side))].into_iter().chain(cells).chain(exchange));
            }
        }
        let has = |figure: Figure| shown.iter().any(|(heading, _)| *heading == figure.0);
        if has(LOG_FAILS) || has(POL_FAILS) {
            table.note("fails: formations whose line of LOG or chain of POL fails; who lives on stock in reach is not out of it");
        }
        if has(SP) {
            table.note("SP: those of leaves on the map; dispersed leaves count again once they gather");
        }
        table
    }
}

/// How many figures stand side by side on a page.
const BESIDE: usize = 9;

impl Report for StatsReport {
    fn tables(&self) -> Vec<Table> {
        let shown = self.figures();
        if shown.len() <= BESIDE {
            return vec![self.table(&shown)];
        }
        let (pol, log): (Vec<_>, Vec<_>) = shown.into_iter().partition(|(heading, _)| heading.starts_with("POL"));
        vec![self.table(&log), self.table(&pol)]
    }

    fn rows(&self) -> Vec<Table> {
        vec![self.table(&self.figures())]
    }

    /// At a terminal the figures stand below the table once more, as lines that rise and fall.
    fn drawing(&self, page: Page) -> Option<String> {
        if page.format != Format::Table || self.bounds.len() < 2 {
            return None;
        }
        let mut lines = Vec::new();
        for (name, figure) in self.figures() {
            for side in self.bounds.iter().take(1).flat_map(|bound| &bound.sides).map(|of| of.side) {
                let of = |bound: &BoundStats| bound.sides.iter().find(|of| of.side == side).and_then(figure);
                let called = self.named(side).map_or_else(|| side.to_string(), |side| side.name().to_owned());
                lines.push(Line { name, side: called, values: self.bounds.iter().map(of).collect() });
            }
        }
        Some(below(self.tables(), &lines, page))
    }
}
