//! What is tight on the way from the source to a formation: the end of `supply trace`.

use serde::Serialize;

use campaign::Campaign;
use domain::{Commodity, FormationId, Said, few};
use ops::query::WayThere;
use supply::plan::{Lack, Want};
use supply::{Bottleneck, BottleneckKind, Coming, Means, Mend, StockMend};

use super::maker::{BEYOND, Maker};
use crate::model::BoundView;
use crate::words::{means, tight};
use crate::{Cell, Column, Table};

/// A link on the way, and how it stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct BottleneckView {
    kind: BottleneckKind,
    commodity: Commodity,
    at: String,
    square: Option<String>,
    has: Option<f64>,
    wants: Option<f64>,
    short: f64,
    shared: Vec<FormationId>,
    /// The same by name.
    #[serde(skip)]
    shared_by: Vec<String>,
    text: String,
    coming: Vec<ComingView>,
    mends: Vec<MendStep>,
    no_convoy: Option<String>,
    #[serde(skip)]
    is_short: bool,
    /// Whether the umpire can book what mends it as if it had been driven.
    #[serde(skip)]
    is_booked: bool,
}

/// What a convoy is bringing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct ComingView {
    convoy: FormationId,
    units: u32,
    arrives: Option<BoundView>,
}

impl ComingView {
    fn new(campaign: &Campaign, coming: &Coming) -> Self {
        let arrives = coming.arrives.map(|bound| BoundView::new(campaign, bound));
        Self { convoy: coming.convoy.clone(), units: coming.units, arrives }
    }

    fn line(&self, commodity: Commodity) -> String {
        let when = match &self.arrives {
            Some(bound) => format!("arriving in {}", bound.label),
            None => "held up: no clear way leads there now".to_owned(),
        };
        format!("on its way: {} {} with `{}`, {when}", self.units, commodity.name(), self.convoy)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct MendStep {
    text: String,
    /// None where it would be refused as things stand.
    command: Option<String>,
    /// Steps of one way belong together; each way mends by itself.
    way: u8,
    arrives: Option<BoundView>,
    /// Whether somebody marches for it, and nothing is booked.
    #[serde(skip)]
    is_marched: bool,
}

impl MendStep {
    fn new(maker: &Maker<'_>, mend: &StockMend) -> Self {
        let campaign = maker.campaign;
        let way = maker.ways.of_means(&mend.means);
        let command = || format!("railhead {}", means::command(campaign, &mend.means, way));
        Self {
            text: means::sentence(campaign, &mend.means, way),
            command: (maker.open && !mend.is_out_of_reach && way.is_none_or(WayThere::is_open)).then(command),
            way: mend.way,
            arrives: mend.arrives.map(|bound| BoundView::new(campaign, bound)),
            is_marched: matches!(mend.means, Means::Mend(Mend::Bring(..))),
        }
    }

    /// Those that the reader may be told of; all others are one thing.
    fn told(maker: &Maker<'_>, mends: &[StockMend]) -> Vec<Self> {
        let first = mends.first().map(|mend| &mend.means);
        let (told, others): (Vec<_>, Vec<_>) = mends.iter().partition(|mend| maker.tells_of(&mend.means, first));
        let beyond = others.first().map(|other| Self {
            text: BEYOND.to_owned(),
            command: None,
            way: other.way,
            arrives: None,
            is_marched: true,
        });
        told.into_iter().map(|mend| Self::new(maker, mend)).chain(beyond).collect()
    }

    fn line(&self) -> String {
        let or = match self.way {
            0 | 1 => "",
            _ if self.is_marched => "or ",
            _ => "or, booked by the umpire, ",
        };
        let command = self.command.as_ref().map(|command| format!(": `{command}`")).unwrap_or_default();
        format!("-> {or}{}{command}", self.text)
    }
}

/// What fails or falls short, and what mends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFault {
    /// What it is, in a sentence.
    pub what: String,
    /// Each thing that mends it, with the command for it without the name of the program; none for who does no commands, and
    /// where it would be refused.
    pub mends: Vec<(String, Option<String>)>,
}

impl BottleneckView {
    pub(super) fn new(maker: &Maker<'_>, bottleneck: &Bottleneck) -> Self {
        let campaign = maker.campaign;
        let why = |(want, lack): &(Want, Lack)| super::plan::lack(campaign, want, lack).1;
        Self {
            kind: bottleneck.kind,
            commodity: bottleneck.commodity,
            at: bottleneck.at.clone(),
            square: bottleneck.square.map(|square| campaign.frame.reference(square)),
            has: bottleneck.has.map(of_tenths),
            wants: bottleneck.wants.map(of_tenths),
            short: of_tenths(bottleneck.short()),
            shared: bottleneck.shared.clone(),
            shared_by: bottleneck.shared.iter().map(|unit| campaign.name_of(unit.as_str()).to_owned()).collect(),
            text: tight::sentence(campaign, bottleneck),
            coming: bottleneck.coming.iter().map(|coming| ComingView::new(campaign, coming)).collect(),
            mends: MendStep::told(maker, &bottleneck.mends),
            no_convoy: bottleneck.no_convoy.as_ref().map(why),
            is_short: bottleneck.is_short(),
            is_booked: maker.open && bottleneck.mends.iter().any(|mend| matches!(mend.means, Means::Transfer { .. })),
        }
    }

    /// Whether it is at a place, or of an account, of this name.
    pub(crate) fn is_at(&self, name: &str) -> bool {
        self.at == name
    }

    /// What fails or falls short, with what mends it; none where it does neither.
    pub(super) fn fault(&self) -> Option<LineFault> {
        let mends = self.mends.iter().map(|mend| {
            let command = mend.command.as_ref().and_then(|command| command.strip_prefix("railhead "));
            (mend.text.clone(), command.map(str::to_owned))
        });
        self.is_short.then(|| LineFault { what: self.text.clone(), mends: mends.collect() })
    }

    fn cells(&self, drawing: &FormationId) -> Vec<Cell> {
        let figures = match (self.has, self.wants) {
            _ if self.kind == BottleneckKind::Broken => Cell::emphasised("FAILS"),
            (Some(has), Some(wants)) if self.kind == BottleneckKind::Hop => {
                Cell::new(format!("{:.1} km left", has - wants))
            }
            _ if self.short > 0.0 => Cell::emphasised(format!("{:.1} SHORT", self.short)),
            (Some(has), Some(wants)) => Cell::new(format!("{has:.1} of {wants:.1}")),
            _ => Cell::default(),
        };
        let others = self.shared.iter().zip(&self.shared_by).filter(|(unit, _)| *unit != drawing);
        let others: Vec<&str> = others.map(|(_, name)| name.as_str()).collect();
        let mut lines = vec![self.text.clone()];
        if !others.is_empty() {
            lines.push(format!("shared with {}", few(&others, 4, ", ")));
        }
        lines.extend(self.coming.iter().map(|coming| coming.line(self.commodity)));
        lines.extend(self.no_convoy.iter().map(|why| format!("no convoy can bring it: {why}")));
        lines.extend(self.mends.iter().map(MendStep::line));
        vec![Cell::new(self.commodity.name()), Cell::maybe(self.square.as_ref()), figures, Cell::new(lines.join("\n"))]
    }
}

fn of_tenths(tenths: i64) -> f64 {
    tenths as f64 / 10.0
}

/// The table of what is tight, for the formation that draws.
pub(crate) fn table(bottlenecks: &[BottleneckView], drawing: &FormationId) -> Table {
    let columns = vec![
        Column::text("of"),
        Column::text("square"),
        Column::text("has / wants"),
        Column::text("the tightest first, and what mends it").wrapping(),
    ];
    let mut table = Table::new("What is tight on the way", columns);
    for bottleneck in bottlenecks {
        table.row(bottleneck.cells(drawing));
    }
    if bottlenecks.iter().any(|b| b.is_booked) {
        table.note(Said::command(
            "`railhead supply send` drives it, bound by bound; `railhead supply transfer` books what was driven at the \
             table; `railhead supply plan` weighs all needs",
        ));
    }
    let short = bottlenecks.iter().filter(|b| b.is_short).count();
    table.note(match (short, bottlenecks.len()) {
        (0, 0) => "nothing on the way is counted".to_owned(),
        (0, _) => "nothing fails or falls short on the way".to_owned(),
        (1, _) => "1 thing on the way fails or falls short".to_owned(),
        _ => format!("{short} things on the way fail or fall short"),
    });
    table
}
