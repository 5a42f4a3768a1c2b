//! Losses as bars: those that lost most, with the same figures as the table.

use serde::Serialize;

use campaign::{Campaign, Reader};
use domain::{SideId, counted};

use super::losses::{BattleCost, ExchangeReport, LossReport, LossRow, LossesBy, commander_name, counted_name};
use crate::model::{BoundView, NamedSide};

/// How many bars one chart has at most.
const MOST: usize = 28;

/// Charts of bars on one page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BarSheet {
    /// The title of the campaign.
    pub title: String,
    /// The side for which they are drawn; none for the umpire.
    pub drawn_for: Option<NamedSide>,
    /// The name of the formation whose commander alone it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// The bound up to which they count.
    pub until: String,
    /// The sides whose bars stand in one chart; none where each chart is of one side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<BarSide>,
    /// The charts.
    pub charts: Vec<BarChart>,
}

/// A side and how its bars are drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BarSide {
    /// Its place among the sides of the campaign: the first is drawn dark.
    pub number: usize,
    /// Its name.
    pub name: String,
}

/// One chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BarChart {
    /// What it shows.
    pub title: String,
    /// In which unit, and of what.
    pub below: String,
    /// The bars from the top.
    pub bars: Vec<Bar>,
}

/// One bar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// What it is of; empty where it belongs to the one above it.
    pub name: String,
    /// The place of its side among the sides of the campaign: the first is drawn dark.
    pub number: usize,
    /// How long it is.
    pub value: u32,
    /// How much of it is set off.
    pub part: u32,
}

/// The place of a side among those of the campaign.
pub(super) fn number_of(campaign: &Campaign, side: SideId) -> usize {
    campaign.sides.iter().position(|of| of.id == side).unwrap_or_default()
}

fn sheet(campaign: &Campaign, reader: Option<&Reader>, charts: Vec<BarChart>) -> BarSheet {
    let until = BoundView::new(campaign, campaign.bound).label;
    let commander = commander_name(campaign, reader).map(str::to_owned);
    let drawn_for = reader.map(|reader| NamedSide::new(campaign, reader.side));
    BarSheet { title: campaign.title.clone(), drawn_for, commander, until, sides: Vec::new(), charts }
}

/// Those with the longest bars of a chart, and what is said of the others.
fn longest<T>(rows: Vec<T>, what: &str) -> (Vec<T>, String) {
    let all = rows.len();
    let kept: Vec<T> = rows.into_iter().take(MOST).collect();
    let rest =
        if all > kept.len() { format!("; the {} that lost most of {all} {what}", kept.len()) } else { String::new() };
    (kept, rest)
}

impl LossReport {
    /// A chart a side.
    pub fn bars(&self, campaign: &Campaign, reader: Option<&Reader>) -> BarSheet {
        let sides = campaign.sides.iter().filter(|side| self.rows.iter().any(|row| row.side.id == side.id));
        let charts = sides.map(|side| {
            let own: Vec<_> = self.rows.iter().filter(|row| row.side.id == side.id && row.sp_lost > 0).collect();
            let (what, part) = match self.by {
                LossesBy::Arm => ("arms", ""),
                LossesBy::Unit => ("formations", "; dark: in battle, pale: otherwise"),
            };
            let (own, rest) = longest(own, what);
            let bar = |row: &&LossRow| Bar {
                name: row.label(),
                number: number_of(campaign, side.id),
                value: row.sp_lost,
                part: row.sp_lost_in_battle.map_or(row.sp_lost, |part| part.min(row.sp_lost)),
            };
            BarChart {
                title: format!("{}: losses", counted_name(campaign, reader, side)),
                below: format!("SP lost since the first bound{part}{rest}"),
                bars: own.iter().map(bar).collect(),
            }
        });
        sheet(campaign, reader, charts.collect())
    }
}

impl ExchangeReport {
    /// Two bars a battle, of the attacker and of the defender; those that cost most.
    pub fn bars(&self, campaign: &Campaign, reader: Option<&Reader>) -> BarSheet {
        let cost = |battle: &&BattleCost| battle.sp_lost.iter().flatten().sum::<u32>();
        let (mut battles, free): (Vec<&BattleCost>, Vec<&BattleCost>) =
            self.battles.iter().partition(|battle| cost(battle) > 0);
        battles.sort_by_key(|battle| std::cmp::Reverse(cost(battle)));
        let all = battles.len();
        battles.truncate(MOST / 2);
        let most = (all > battles.len()).then(|| format!("; the {} that cost most of {all}", battles.len()));
        let cheap = (!free.is_empty() && !battles.is_empty())
            .then(|| format!("; {} cost nobody anything", counted(free.len(), "more battle")));
        let rest: String = most.into_iter().chain(cheap).collect();
        let called = |battle: &BattleCost| {
            format!("{}, {}", battle.bound.label, battle.place.as_deref().unwrap_or(&battle.square))
        };
        // Two of one bound near one place are told apart by their squares.
        let names: Vec<String> = { battles.iter() }
            .map(|battle| {
                let name = called(battle);
                let is_told_apart = battles.iter().filter(|other| called(other) == name).count() == 1;
                if is_told_apart { name } else { format!("{name} ({})", battle.square) }
            })
            .collect();
        let bar = |name: String, side: SideId, lost: Option<u32>| {
            lost.map(|lost| Bar { name, number: number_of(campaign, side), value: lost, part: lost })
        };
        let bars = battles.into_iter().zip(names).flat_map(|(battle, name)| {
            let [attackers, defenders] = battle.sp_lost;
            let first = if attackers.is_some() { String::new() } else { name.clone() };
            [bar(name, battle.attacker.id, attackers), bar(first, battle.defender, defenders)].into_iter().flatten()
        });
        let chart = BarChart {
            title: "Battles".to_owned(),
            below: format!("SP lost, the attacker above{rest}"),
            bars: bars.collect(),
        };
        let sides = campaign.sides.iter().enumerate();
        let sides =
            sides.map(|(number, side)| BarSide { number, name: counted_name(campaign, reader, side).to_owned() });
        BarSheet { sides: sides.collect(), ..sheet(campaign, reader, vec![chart]) }
    }
}
