//! The campaign in figures, bound by bound.

use serde::Serialize;

use campaign::Campaign;
use domain::SideId;
use ops::query::{BoundFigures, SideFigures, StockFigures};

use crate::model::BoundView;
use crate::{Cell, Column, Report, Table};

/// Every bound in figures, the running one last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct StatsReport {
    bounds: Vec<BoundStats>,
    #[serde(skip)]
    shown: StatsOf,
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
    sides: Vec<SideStats>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct SideStats {
    side: Option<SideId>,
    sp: u32,
    sp_full: u32,
    leaves: usize,
    disorganised: usize,
    sp_lost: u32,
    sp_lost_in_battle: u32,
    sp_given: u32,
    battles: usize,
    log: Option<StockStats>,
    pol: Option<StockStats>,
    draw: usize,
    log_fails: usize,
    pol_fails: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct StockStats {
    on_hand: i64,
    brought: u32,
    used: u32,
}

impl From<StockFigures> for StockStats {
    fn from(figures: StockFigures) -> Self {
        let StockFigures { on_hand, brought, used } = figures;
        Self { on_hand, brought, used }
    }
}

impl From<&SideFigures> for SideStats {
    fn from(figures: &SideFigures) -> Self {
        let [log, pol] = figures.stocks.map_or([None; 2], |stocks| stocks.map(|stock| Some(stock.into())));
        Self {
            side: figures.side,
            sp: figures.sp,
            sp_full: figures.sp_full,
            leaves: figures.leaves,
            disorganised: figures.disorganised,
            sp_lost: figures.sp_lost,
            sp_lost_in_battle: figures.sp_lost_in_battle,
            sp_given: figures.sp_given,
            battles: figures.battles,
            log,
            pol,
            draw: figures.draw,
            log_fails: figures.log_fails,
            pol_fails: figures.pol_fails,
        }
    }
}

/// The heading of a column, and its figure of a side.
type Figure = (&'static str, fn(&SideStats) -> Option<i64>);

const SP: Figure = ("SP", |of| Some(of.sp.into()));
const LOST: Figure = ("SP lost", |of| Some(of.sp_lost.into()));
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
                ("SP given", |of| Some(of.sp_given.into())),
            ],
            Self::Casualties => {
                vec![BATTLES, LOST, ("in battle", |of| Some(of.sp_lost_in_battle.into())), SP]
            }
            Self::Supply => vec![
                LOG,
                ("LOG brought", |of| of.log.map(|log| log.brought.into())),
                ("LOG used", |of| of.log.map(|log| log.used.into())),
                POL,
                ("POL brought", |of| of.pol.map(|pol| pol.brought.into())),
                ("POL used", |of| of.pol.map(|pol| pol.used.into())),
                DRAW,
                LOG_FAILS,
                POL_FAILS,
            ],
        }
    }
}

impl StatsReport {
    /// The figures of these bounds.
    pub fn new(campaign: &Campaign, bounds: &[BoundFigures], shown: StatsOf) -> Self {
        let bound = |of: &BoundFigures| BoundStats {
            bound: BoundView::new(campaign, of.bound),
            closed: of.is_closed,
            sides: of.sides.iter().map(SideStats::from).collect(),
        };
        Self { bounds: bounds.iter().map(bound).collect(), shown }
    }
}

impl Report for StatsReport {
    fn tables(&self) -> Vec<Table> {
        let figures = self.shown.figures();
        let all = || self.bounds.iter().flat_map(|bound| &bound.sides);
        let shown: Vec<&Figure> = figures.iter().filter(|(_, figure)| all().any(|of| figure(of).is_some())).collect();
        let mut columns = vec![Column::text("bound"), Column::text("side")];
        columns.extend(shown.iter().map(|(heading, _)| Column::number(heading)));
        let mut table = Table::new("", columns);
        for bound in &self.bounds {
            let label = if bound.closed { bound.bound.label.clone() } else { format!("{} so far", bound.bound.label) };
            for (number, of) in bound.sides.iter().enumerate() {
                let first = if number == 0 { label.clone() } else { String::new() };
                let side = of.side.map(|side| side.to_string()).unwrap_or_default();
                let cells = shown.iter().map(|(_, figure)| Cell::maybe(figure(of)));
                table.row([Cell::new(first), Cell::new(side)].into_iter().chain(cells));
            }
        }
        vec![table]
    }
}
