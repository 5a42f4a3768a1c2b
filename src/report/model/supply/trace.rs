//! The line of supply and the bowser chain of one formation, leg by leg and hop by hop.

use serde::Serialize;

use campaign::{Campaign, Setting};
use domain::{AccountId, SideId};
use ops::query::Ways;
use supply::{Assessment, Bottleneck, Leg, Underway};

use super::bottleneck::{BottleneckView, table as bottleneck_table};
use super::chain::{chain_table, end, ends};
use super::house_rule::{HouseRule, news_of};
use super::maker::Maker;
use super::measure::{hours, km};
use super::unit::UnitSupply;
use crate::{Cell, Column, Report, Table};

/// The line and chain of one formation, leg by leg.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SupplyTrace {
    #[serde(flatten)]
    pub(super) unit: UnitSupply,
    pub(super) legs: Vec<LegView>,
    pub(super) rail: Option<RailView>,
    pub(super) bottlenecks: Vec<BottleneckView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) house_rules: Vec<HouseRule>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct LegView {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) hours: f64,
    pub(super) km: f64,
    pub(super) path: Vec<String>,
    pub(super) ok: bool,
    /// What both ends are called; none where they are squares.
    #[serde(skip)]
    pub(super) names: [Option<String>; 2],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct RailView {
    pub(super) railhead: AccountId,
    pub(super) source: Option<AccountId>,
    pub(super) path: Vec<String>,
    pub(super) cut: Option<String>,
    /// What railhead and source are called.
    #[serde(skip)]
    pub(super) names: [String; 2],
}

impl SupplyTrace {
    /// The trace of one formation, with what is tight on its way; for one side only it names no formation of the enemy.
    pub fn new(
        campaign: &Campaign,
        assessment: &Assessment,
        tight: &[Bottleneck],
        side: Option<SideId>,
    ) -> Option<Self> {
        let ways = Ways::new(campaign, [assessment]);
        let maker = Maker::new(&ways, side);
        let unit = maker.unit(assessment)?;
        let mut legs: Vec<LegView> = assessment.log.legs.iter().map(|leg| maker.leg(leg)).collect();
        if let Some(cut) = &assessment.log.cut {
            let (from, to) = (maker.reference(cut.leg.0), maker.reference(cut.leg.1));
            let path = cut.way.iter().map(|square| maker.reference(*square)).collect();
            legs.push(LegView { from, to, hours: 0.0, km: 0.0, path, ok: false, names: [None, None] });
        }
        let rail = assessment.log.rail.as_ref().map(|rail| RailView {
            railhead: rail.railhead.clone(),
            source: rail.source.clone(),
            path: rail.path.iter().map(|s| maker.reference(*s)).collect(),
            cut: rail.cut.map(|s| maker.reference(s)),
            names: [
                campaign.account_name(rail.railhead.as_str()),
                rail.source.as_ref().map(|source| campaign.account_name(source.as_str())).unwrap_or_default(),
            ],
        });
        let bottlenecks = tight.iter().map(|b| BottleneckView::new(&maker, b)).collect();
        Some(Self { unit, legs, rail, bottlenecks, house_rules: Vec::new() })
    }

    /// The same with when the stocks were reported that one side's trace shows: those on the way.
    #[must_use]
    pub fn with_news(self, campaign: &Campaign, side: Option<SideId>) -> Self {
        let unit = self.unit.fed_by.as_ref().unwrap_or(&self.unit.id);
        let is_own = |id: &str| campaign.account_keeper(id) == Some(unit);
        let on_the_way = |id: &str| is_own(id) || self.legs.iter().any(|leg| leg.to == id);
        let is_shown = |id: &str| on_the_way(id) || self.bottlenecks.iter().any(|b| b.is_at(id));
        let bites = news_of(campaign, |id| side.is_some() && campaign.account_side(id) == side && is_shown(id));
        Self { house_rules: HouseRule::new(campaign, Setting::NewsDelay, bites).into_iter().collect(), ..self }
    }

    /// The same with the stock that convoys are bringing to the formation, or to the dump on which it draws.
    #[must_use]
    pub fn with_underway(mut self, campaign: &Campaign, found: &Assessment, underway: &[Underway]) -> Self {
        self.unit.awaits(campaign, found, underway);
        self
    }

    fn line_table(&self, on_page: bool) -> Table {
        let columns = vec![
            Column::text("leg from").wrapping(),
            Column::text("to").wrapping(),
            Column::number("hours"),
            Column::number("km"),
            Column::text("by").wrapping(),
        ];
        let mut table = Table::new("Line of supply", columns);
        for leg in &self.legs {
            let [from, to] = [(0, &leg.from), (1, &leg.to)].map(|(of, id)| end(leg.names[of].as_ref(), id, on_page));
            if leg.ok {
                let by = leg.path.join(" ");
                table.row([
                    from,
                    to,
                    Cell::new(format!("{:.1}", leg.hours)),
                    Cell::new(format!("{:.0}", leg.km)),
                    Cell::new(by),
                ]);
            } else {
                let to = if leg.from == leg.to { Cell::default() } else { to };
                table.row([from, to, Cell::default(), Cell::default(), Cell::emphasised("CUT")]);
            }
        }
        if let Some(rail) = &self.rail {
            let [railhead, source] = &rail.names;
            table.note(match &rail.cut {
                None if rail.source.as_ref() == Some(&rail.railhead) => format!("railway: {source} is a source itself"),
                Some(cut) => format!("railway: {railhead} is cut off from {source} at {cut}"),
                None => format!("railway: {railhead} is fed from {source} over {} squares", rail.path.len()),
            });
        }
        table
    }
}

impl Report for SupplyTrace {
    fn tables_for(&self, on_page: bool) -> Vec<Table> {
        let unit = &self.unit;
        let square = unit.square.clone().unwrap_or_default();
        let mut facts =
            vec![("square", square), ("fed by", unit.fed_by.as_ref().map(ToString::to_string).unwrap_or_default())];
        facts.extend(unit.facts());
        let mut tables = vec![Table::of_facts(format!("{} (`{}`)", unit.name, unit.id), facts)];
        tables.push(self.line_table(on_page));
        if !unit.pol.links.is_empty() {
            tables.push(chain_table(&unit.pol.links, on_page));
        }
        let mut tight = bottleneck_table(&self.bottlenecks, unit.fed_by.as_ref().unwrap_or(&unit.id));
        self.house_rules.iter().for_each(|rule| rule.note(&mut tight));
        tables.push(tight);
        tables
    }
}

impl Maker<'_> {
    fn leg(&self, leg: &Leg) -> LegView {
        LegView {
            from: leg.from.clone(),
            to: leg.to.to_string(),
            hours: hours(leg.minutes),
            km: self.km_of(leg),
            path: leg.path.iter().map(|s| self.reference(*s)).collect(),
            ok: true,
            names: ends(self.campaign, &leg.from, leg.to.as_str()),
        }
    }

    fn km_of(&self, leg: &Leg) -> f64 {
        km((leg.path.len() as u64).saturating_sub(1) * u64::from(self.campaign.frame.square_m))
    }
}
