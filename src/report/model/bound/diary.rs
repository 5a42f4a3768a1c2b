//! The war diary: what mattered of each bound that is over, in sentences, of the whole campaign or of one formation.
//!
//! What it decides: what of a bound report a diary keeps. Of the whole campaign: ground, battles, who surrendered and who came,
//! supply lost and found, grades, notes; of one formation everything that was told of it and of what is under it.

use std::cmp::Reverse;

use serde::Serialize;

use campaign::{Battle, BattleUnit, Campaign, Event, Formation, Tree};
use domain::{Echelon, FormationId, SideId, few};
use ops::query::supply_turn;

use super::came_and_went::{came_and_went, replaced};
use super::report::{BoundReport, ClosedBound};
use super::worn_down::worn_down;
use crate::model::battle::{BattleRow, unit_name};
use crate::model::{BoundView, GradeRowView, SupplyEffectView};
use crate::{Cell, Column, Report, Table};

/// How many formations are named of which the same is told.
const NAMED: usize = 4;

/// The war diary.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Diary {
    title: String,
    bounds: Vec<DiaryBound>,
    /// Whether it is of one formation: bounds without news stand in one line.
    #[serde(skip)]
    of_one: bool,
}

/// A bound in the diary.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DiaryBound {
    /// The bound.
    pub bound: BoundView,
    /// Sky and ground, in words; empty where no weather is kept.
    pub weather: String,
    /// What happened, a sentence each.
    pub lines: Vec<String>,
    /// Its battles.
    pub battles: Vec<BattleRow>,
    /// The grades that changed in it.
    pub grades: Vec<GradeRowView>,
    /// What was noted of it.
    pub notes: Vec<String>,
}

impl Diary {
    /// An empty diary of a campaign, or of one of its formations.
    pub fn new(campaign: &Campaign, of: Option<&Formation>) -> Self {
        let name = of.map_or_else(|| campaign.title.clone(), |formation| formation.name.clone());
        Self { title: format!("War diary: {name}"), bounds: Vec::new(), of_one: of.is_some() }
    }

    /// Its title, where it is of the whole campaign.
    pub fn title_of_all(&self) -> Option<&str> {
        (!self.of_one).then_some(&self.title)
    }

    /// Writes down a bound that was closed, of the whole campaign as a side knows it, or of one of its formations.
    /// `opened` is what opening it decided.
    pub fn add(&mut self, closed: ClosedBound<'_>, opened: &[Event], side: Option<SideId>, of: Option<&FormationId>) {
        self.bounds.push(DiaryBound::new(closed, opened, side, of));
    }
}

impl DiaryBound {
    /// A bound that was closed, as a side knows it, or one of its formations; `opened` is what opening it decided. Who comes as
    /// the next one opens is of the next.
    pub fn new(closed: ClosedBound<'_>, opened: &[Event], side: Option<SideId>, of: Option<&FormationId>) -> Self {
        let before = closed.before;
        let ended = closed.events.len() - opening(closed.events).len();
        let events: Vec<Event> = opened.iter().chain(&closed.events[..ended]).cloned().collect();
        let closed = ClosedBound { events: &events, ..closed };
        let own: Option<Vec<FormationId>> = of.map(|id| {
            let formation = before.formations.get(id);
            let under = formation.map(|formation| Tree::new(before).with_all_under(formation)).unwrap_or_default();
            under.into_iter().map(|formation| formation.id.clone()).collect()
        });
        let is_told = |id: &FormationId| own.as_ref().is_none_or(|own| own.contains(id));
        let report = BoundReport::told_of(closed, of).known_to(side);
        let of_bound = before.battles.values().filter(|battle| battle.bound == before.bound);
        let battles: Vec<&Battle> = of_bound.filter(|battle| own.is_none() || units(battle, is_told)).collect();
        let mut lines: Vec<String> = battles.iter().filter_map(|battle| battle_told(before, battle)).collect();
        if own.is_some() {
            lines.extend(report.formations.iter().filter(|f| is_told(&f.id)).filter_map(|f| f.told(of)));
        } else {
            lines.extend(report.ground.iter().cloned());
            let (at_once, ended) = events.split_at(opened.len());
            let all = at_once.iter().chain(closed.done).chain(ended);
            let ended = came_and_went(closed.after, all.clone(), &battles, side);
            lines.extend(ended.told.iter().cloned());
            lines.extend(replaced(closed.after, all.clone(), side));
            lines.extend(worn_down(closed.after, &all, (&battles, &ended), (side, "outside battle")));
            let turn = supply_turn(before, closed.after, side);
            lines.extend(
                SupplyEffectView::new(closed.after, &turn).iter().flat_map(SupplyEffectView::lines_of_the_past),
            );
        }
        let grades = closed.after.grades.iter().filter(|row| row.bound == before.bound && is_told(&row.formation));
        Self {
            bound: report.closed,
            weather: sky(before),
            lines,
            battles: battles.into_iter().map(|battle| BattleRow::new(before, battle)).collect(),
            grades: grades.map(|row| GradeRowView::new(before, row)).collect(),
            notes: report.notes,
        }
    }
}

/// Of the events that close a bound those that open the next.
pub fn opening(events: &[Event]) -> &[Event] {
    let first = events.iter().position(|event| matches!(event, Event::BoundOpened { .. }));
    &events[first.unwrap_or(events.len())..]
}

/// Sky and ground of the bound: what else there is to its weather matters while it is played.
fn sky(campaign: &Campaign) -> String {
    let Some(weather) = campaign.weather_in(campaign.bound) else { return String::new() };
    let ground = Some(&weather.ground).filter(|ground| !ground.is_empty()).map(|ground| format!("ground {ground}"));
    let sky = Some(weather.weather.clone()).filter(|sky| !sky.is_empty());
    sky.into_iter().chain(ground).collect::<Vec<_>>().join(", ")
}

/// Whether any unit that fought is told of.
fn units(battle: &Battle, is_told: impl Fn(&FormationId) -> bool) -> bool {
    battle.fought.iter().flat_map(|fought| &fought.units).any(|unit| is_told(&unit.unit))
}

/// Who attacked whom, and how it ended; none where nobody fought.
fn battle_told(campaign: &Campaign, battle: &Battle) -> Option<String> {
    let fought = battle.fought.as_ref().filter(|fought| !fought.is_declined())?;
    let of = |attacked: bool| -> Vec<&BattleUnit> {
        // Who only stood by did not fight it: where a reader knows of nobody else, his side did.
        let mut own: Vec<_> = fought.units.iter().filter(|unit| unit.attacked == attacked && unit.engaged).collect();
        // Who gave most to it comes first.
        own.sort_by_key(|unit| Reverse(unit.sp_before));
        own
    };
    let (attackers, defenders) = (of(true), of(false));
    let tree = Tree::new(campaign);
    let names = |units: &[&BattleUnit]| -> Vec<String> {
        let whole = units.iter().filter(|unit| !is_part_of_another(&tree, unit, units));
        whole.map(|unit| unit_name(campaign, unit.unit.as_str())).collect()
    };
    let lost = |units: &[&BattleUnit]| units.iter().map(|unit| u32::from(unit.sp_lost)).sum::<u32>();
    let told = |units: &[&BattleUnit]| few(&names(units), NAMED, ", ");
    let square = campaign.square_named(battle.square);
    let held_off = if names(&attackers).len() > 1 { "were held off" } else { "was held off" };
    let end = if fought.holder == battle.attacker { "took the square" } else { held_off };
    let (own, others) = (lost(&attackers), lost(&defenders));
    let enemy = || "the enemy".to_owned();
    let attacking = || campaign.side(battle.attacker).map_or_else(String::new, |side| side.name.clone());
    // Who fought on the other side, and what became of him, is not known to whoever reads for one.
    let (attacker, defender, losses) = match (&attackers[..], &defenders[..]) {
        ([], []) => (attacking(), enemy(), String::new()),
        ([], _) => ("The enemy".to_owned(), told(&defenders), own_losses(others)),
        (_, []) => (told(&attackers), enemy(), own_losses(own)),
        _ => (told(&attackers), told(&defenders), format!("; SP lost {own} to {others}")),
    };
    Some(format!("{attacker} attacked {defender} in {square} and {end}{losses}"))
}

/// Whether a unit is of a division that is named beside it.
fn is_part_of_another(tree: &Tree<'_>, unit: &BattleUnit, all: &[&BattleUnit]) -> bool {
    let above = tree.campaign().formation(&unit.unit).map(|formation| tree.superiors(formation)).unwrap_or_default();
    let divisions = above.into_iter().filter(|above| above.echelon <= Echelon::Division);
    divisions.into_iter().any(|above| all.iter().any(|other| other.unit == above.id))
}

fn own_losses(sp: u32) -> String {
    if sp == 0 { "; no own losses".to_owned() } else { format!("; own losses {sp} SP") }
}

impl DiaryBound {
    /// What is told of it, a sentence each: what happened, grades, notes.
    pub fn told(&self) -> Vec<String> {
        let grades = self.grades.iter().map(GradeRowView::told);
        let notes = self.notes.iter().map(|note| format!("note: {note}"));
        self.lines.iter().cloned().chain(grades).chain(notes).collect()
    }

    fn table(&self) -> Table {
        let sky = if self.weather.is_empty() { String::new() } else { format!(": {}", self.weather) };
        let title = format!("{}, {}{sky}", self.bound.label, self.bound.date.format("%-d %B %Y"));
        let mut table = Table::new(title, Vec::new());
        table.notes = self.told().into_iter().map(Into::into).collect();
        if table.notes.is_empty() {
            table.note("nothing to tell");
        }
        table
    }
}

impl Report for Diary {
    fn tables(&self) -> Vec<Table> {
        let mut title = Table::new(&self.title, Vec::new());
        if self.bounds.is_empty() {
            title.note("no bound is over yet");
        }
        let told = self.bounds.chunk_by(|one, next| self.of_one && one.told().is_empty() && next.told().is_empty());
        let told = told.filter_map(|bounds| match bounds {
            [] => None,
            [bound] => Some(bound.table()),
            [first, .., last] => {
                let mut table = Table::new(format!("{} to {}", first.bound.label, last.bound.label), Vec::new());
                table.note("nothing to tell");
                Some(table)
            }
        });
        std::iter::once(title).chain(told).collect()
    }

    fn rows(&self) -> Vec<Table> {
        let columns = ["bound", "date", "weather", "what"].map(Column::text).to_vec();
        let mut table = Table::new(&self.title, columns);
        for bound in &self.bounds {
            let date = bound.bound.date.to_string();
            for what in bound.told() {
                table.row([&bound.bound.label, &date, &bound.weather, &what].map(Cell::new));
            }
        }
        vec![table]
    }
}
