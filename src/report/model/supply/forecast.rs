//! `supply forecast`: who runs dry when; and what became of a forecast that was kept.

use serde::Serialize;

use campaign::{Campaign, ForeseenRow, Formation, KeptForecast, LogUse, PolUse, Tree};
use domain::{Bound, Commodity, FormationId, SideId, Square};

use crate::model::BoundView;
use crate::{Cell, Column, Report, Table};

/// Who runs dry when.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SupplyForecastReport {
    campaign: String,
    bound: BoundView,
    bounds: u32,
    /// Until when it looks.
    pub until: BoundView,
    pol: PolUse,
    log: LogUse,
    /// What is foreseen, by side and tree.
    pub units: Vec<ForeseenView>,
    /// When the stocks were reported by which it was made, where they are known by reports only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    news: Vec<String>,
    /// The formation of which it is, by name: then all of its stocks and lines are shown.
    #[serde(skip)]
    of: Option<String>,
}

/// What is foreseen of one formation and commodity.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ForeseenView {
    /// The formation, by id.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// What its side is called.
    #[serde(skip)]
    side_name: String,
    /// Of what.
    pub commodity: Commodity,
    holds: Option<i64>,
    a_day: i64,
    /// What it uses in a day to the hundredth, where fractions are counted (house rule `consumption`).
    #[serde(skip_serializing_if = "Option::is_none")]
    uses: Option<f64>,
    days: Option<i64>,
    /// The first bound at whose close it holds none itself.
    pub dry: Option<BoundView>,
    /// The first bound at whose close it is out.
    pub out: Option<BoundView>,
    left: Option<i64>,
    /// Where it stands.
    #[serde(skip)]
    pub square: Option<Square>,
}

impl ForeseenView {
    fn new(campaign: &Campaign, tree: &Tree<'_>, row: &ForeseenRow) -> Option<Self> {
        let formation = campaign.formations.get(&row.formation)?;
        let bound = |bound: Option<Bound>| bound.map(|bound| BoundView::new(campaign, bound));
        Some(Self {
            id: row.formation.clone(),
            name: formation.name.clone(),
            side: formation.side,
            side_name: campaign.side_name(formation.side),
            commodity: row.commodity,
            holds: row.holds,
            a_day: row.a_day,
            uses: row.fine.map(|(percent, _)| percent as f64 / 100.0),
            days: match row.fine {
                Some((_, days)) => days,
                None => row.holds.filter(|_| row.a_day > 0).map(|holds| holds / row.a_day),
            },
            dry: bound(row.dry),
            out: bound(row.out),
            left: row.left,
            square: tree.square(formation),
        })
    }

    /// Whether it runs dry, or out.
    pub fn is_in_trouble(&self) -> bool {
        self.dry.is_some() || self.out.is_some()
    }

    fn cells(&self) -> Vec<Cell> {
        let label =
            |bound: &Option<BoundView>| bound.as_ref().map_or_else(Cell::default, |b| Cell::emphasised(&b.label));
        vec![
            Cell::new(format!("{}\n{}", self.name, self.id)),
            Cell::new(self.commodity.name()),
            Cell::maybe(self.holds),
            self.uses.map_or_else(|| Cell::new(self.a_day), |uses| Cell::new(format!("{uses:.2}"))),
            label(&self.dry),
            label(&self.out),
            Cell::maybe(self.left),
        ]
    }
}

impl SupplyForecastReport {
    /// The forecast of a campaign.
    pub fn new(campaign: &Campaign, forecast: &KeptForecast) -> Self {
        let tree = Tree::new(campaign);
        Self {
            campaign: campaign.name.clone(),
            bound: BoundView::new(campaign, forecast.from),
            bounds: forecast.bounds,
            until: BoundView::new(campaign, forecast.until()),
            pol: forecast.pol,
            log: forecast.log,
            units: forecast.rows.iter().filter_map(|row| ForeseenView::new(campaign, &tree, row)).collect(),
            news: Vec::new(),
            of: None,
        }
    }

    /// The part of it that is of a formation and those under it.
    #[must_use]
    pub fn of(mut self, campaign: &Campaign, formation: &Formation) -> Self {
        let under: Vec<&Formation> = Tree::new(campaign).with_all_under(formation);
        self.units.retain(|unit| under.iter().any(|f| f.id == unit.id));
        self.of = Some(formation.name.clone());
        self
    }

    /// The same with when the stocks were reported by which it was made.
    #[must_use]
    pub fn with_news(self, campaign: &Campaign, side: Option<SideId>) -> Self {
        Self { news: crate::model::supply::house_rule::news_said(campaign, side), ..self }
    }

    fn assumptions(&self) -> [String; 2] {
        let pol = match self.pol {
            PolUse::Ordered => "formations ordered to move or that marched today march every day",
            PolUse::All => "every formation that needs POL marches every day",
            PolUse::None => "no marches beyond the orders given",
        };
        let log = match self.log {
            LogUse::Contact => "formations in contact fight every day",
            LogUse::All => "every formation fights every day",
            LogUse::None => "no fighting beyond what is needed already",
        };
        [format!("POL: {pol}"), format!("LOG: {log}")]
    }
}

impl Report for SupplyForecastReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("formation").wrapping().over("id"),
            Column::text("of"),
            Column::number("holds"),
            Column::number("a day"),
            Column::text("none left"),
            Column::text("out from"),
            Column::number("in the end"),
        ];
        let of = self.of.as_ref().map(|name| format!(" for {name}")).unwrap_or_default();
        let title = format!("Supply forecast{of}, {} to {}", self.bound.label, self.until.label);
        let mut table = Table::new(title, columns);
        let mut side = None;
        for unit in self.units.iter().filter(|unit| self.of.is_some() || unit.is_in_trouble()) {
            if side != Some(unit.side) {
                side = Some(unit.side);
                table.group(&unit.side_name);
            }
            table.row(unit.cells());
        }
        self.assumptions().into_iter().for_each(|line| table.note(line));
        self.news.iter().for_each(|line| table.note(format!("{line} (house rule `news_delay`)")));
        let error = self.units.iter().filter(|unit| unit.is_in_trouble()).count();
        table.note(match error {
            0 if self.units.is_empty() && self.of.is_some() => {
                "nothing is foreseen: it draws no supply for itself, and nobody under it does".to_owned()
            }
            0 if self.units.is_empty() => "nothing is foreseen: nobody draws supply".to_owned(),
            0 => "no formation runs dry or out".to_owned(),
            _ => format!("{error} of {} stocks and lines run dry or out", self.units.len()),
        });
        vec![table]
    }
}

/// A forecast beside what happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ForecastAgainst {
    operation: u64,
    from: BoundView,
    until: BoundView,
    /// How many of its bounds have been closed.
    closed: usize,
    units: Vec<AgainstView>,
}

/// What was foreseen of one formation and commodity, and what happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AgainstView {
    id: FormationId,
    name: String,
    side: SideId,
    commodity: Commodity,
    foreseen_dry: Option<BoundView>,
    dry: Option<BoundView>,
    foreseen_out: Option<BoundView>,
    out: Option<BoundView>,
    verdict: &'static str,
}

/// What was foreseen, and the first bounds at whose close it really held none and was out.
pub type ForecastHappened<'a> = (&'a ForeseenRow, Option<Bound>, Option<Bound>);

impl ForecastAgainst {
    /// The forecast of an operation, of whose bounds so many are closed.
    pub fn new<'a>(
        campaign: &Campaign,
        operation: u64,
        forecast: &KeptForecast,
        closed: usize,
        outcomes: impl IntoIterator<Item = ForecastHappened<'a>>,
    ) -> Self {
        let bound = |bound: Option<Bound>| bound.map(|bound| BoundView::new(campaign, bound));
        let seen = (0..closed).fold(forecast.from, |bound, _| bound.next());
        let units = outcomes.into_iter().filter_map(|(row, dry, out)| {
            let formation = campaign.formations.get(&row.formation)?;
            Some(AgainstView {
                id: row.formation.clone(),
                name: formation.name.clone(),
                side: formation.side,
                commodity: row.commodity,
                foreseen_dry: bound(row.dry),
                dry: bound(dry),
                foreseen_out: bound(row.out),
                out: bound(out),
                verdict: verdict((row.dry, row.out), (dry, out), seen),
            })
        });
        Self {
            operation,
            from: BoundView::new(campaign, forecast.from),
            until: BoundView::new(campaign, forecast.until()),
            closed,
            units: units.collect(),
        }
    }
}

type Ends = (Option<Bound>, Option<Bound>);

/// What became of what was foreseen, `seen` being the first bound that is not closed.
fn verdict(foreseen: Ends, real: Ends, seen: Bound) -> &'static str {
    let first = |(dry, out): Ends| [dry, out].into_iter().flatten().min();
    match (first(foreseen), first(real)) {
        _ if foreseen == real => "as foreseen",
        (None, Some(_)) => "not foreseen",
        (Some(bound), None) if bound >= seen => "still to come",
        (Some(_), None) => "did not happen",
        (Some(then), Some(now)) if now < then => "sooner",
        (Some(then), Some(now)) if now > then => "later",
        _ => "otherwise",
    }
}

impl Report for ForecastAgainst {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("formation").wrapping(),
            Column::text("of"),
            Column::text("none by"),
            Column::text("had none"),
            Column::text("out by"),
            Column::text("was out"),
            Column::text("verdict"),
        ];
        let title = format!(
            "Forecast of {} to {} (op {}) and what happened",
            self.from.label, self.until.label, self.operation
        );
        let mut table = Table::new(title, columns);
        let anything = |unit: &&AgainstView| {
            [&unit.foreseen_dry, &unit.dry, &unit.foreseen_out, &unit.out].into_iter().any(Option::is_some)
        };
        let label = |bound: &Option<BoundView>| Cell::maybe(bound.as_ref().map(|bound| &bound.label));
        for unit in self.units.iter().filter(anything) {
            table.row([
                Cell::new(&unit.id),
                Cell::new(unit.commodity.name()),
                label(&unit.foreseen_dry),
                label(&unit.dry),
                label(&unit.foreseen_out),
                label(&unit.out),
                Cell::new(unit.verdict),
            ]);
        }
        let as_foreseen = self.units.iter().filter(|unit| unit.verdict == "as foreseen").count();
        table.note(format!("{as_foreseen} of {} as foreseen", self.units.len()));
        table.note(match self.closed {
            1 => "1 of its bounds is closed".to_owned(),
            closed => format!("{closed} of its bounds are closed"),
        });
        vec![table]
    }
}
