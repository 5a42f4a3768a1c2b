//! The bound report: everything that was done in a bound and that closing it decided, formation by formation, fit to be
//! read aloud.
//!
//! What it decides: of whom each thing is told, and in which words.
//! Where to look next: `done`, for what was done before the close; `around`, for railways, crossings, partisans and pools;
//! `words`, which puts what was gathered of one formation into sentences.

mod around;
mod done;
mod words;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::campaign::{Campaign, Event, Formation, Transfer, Tree, is_boundary};
use crate::domain::{AccountId, Echelon, FormationId, SideId};
use crate::report::{Cell, Column, Report, Table};

use super::battle::BattleRow;
use super::change::{order, weather};
use super::{BoundView, FlightRow, ReplacementRow};
pub(super) use around::lorries_said;
use around::{air_strikes_not_flown, coming, crossings, raids, railways};
use done::{Done, ground};
use words::{Gathered, supply_words};

/// What closing a bound came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoundReport {
    /// The number of the operation; none where nothing was written.
    pub operation: Option<u64>,
    /// The bound that was closed.
    pub closed: BoundView,
    /// The bound that runs now.
    pub running: BoundView,
    /// How many days the campaign was to have, where the last of them has just ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<u16>,
    /// The weather of the bound that runs now, in words.
    pub weather: String,
    /// What was noted of the closed bound.
    pub notes: Vec<String>,
    /// Crossings that open or close with the new bound by their dates.
    pub crossings: Vec<String>,
    /// What house rules of roads did in the closed bound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub house_rules: Vec<String>,
    /// The battles of the closed bound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<BattleRow>,
    /// What became of ground, crossings, railways and dumps in it, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ground: Vec<String>,
    /// What happened, by side and tree: what was done first, then what the close decided.
    pub formations: Vec<FormationReport>,
    /// What was unloaded at railheads and what did not come, by railhead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub railways: Vec<RailheadReport>,
    /// What transport wings flew in the closed bound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub airlift: Vec<FlightRow>,
    /// What comes into pools of replacements with the new bound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replacements: Vec<ReplacementRow>,
    /// How each side stands with supply.
    pub supply: Vec<SideReport>,
}

/// What happened to one formation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FormationReport {
    /// The formation.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// The army that it belongs to, or the highest formation above it.
    pub army: String,
    /// What happened, a sentence each.
    pub lines: Vec<String>,
}

/// What happened at one railhead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RailheadReport {
    /// The railhead.
    pub railhead: AccountId,
    /// Its side.
    pub side: SideId,
    /// What happened, a sentence each.
    pub lines: Vec<String>,
}

/// How a side stands with supply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideReport {
    /// The side.
    pub side: SideId,
    /// How many formations draw supply.
    pub formations: usize,
    /// How many of them are out of LOG.
    pub out_of_log: usize,
    /// How many of them are out of POL.
    pub out_of_pol: usize,
}

impl BoundReport {
    /// The report of what was `done` in a bound and of the events that closed it.
    pub fn new(operation: Option<u64>, before: &Campaign, done: &[Event], events: &[Event], after: &Campaign) -> Self {
        let notes = before.notes.iter().filter(|note| note.bound == before.bound).map(|note| note.text.clone());
        Self {
            operation,
            closed: BoundView::new(before, before.bound),
            running: BoundView::new(after, after.bound),
            over: Some(before.days).filter(|days| before.bound.day == *days && after.bound.day > *days),
            weather: weather(after.weather_in(after.bound)),
            notes: notes.collect(),
            crossings: crossings(before, after),
            house_rules: [lorries_said(before), air_strikes_not_flown(before)]
                .into_iter()
                .flatten()
                .chain(raids(events, after))
                .collect(),
            battles: BattleRow::of_bound(before, before.bound),
            ground: ground(before, done),
            formations: Teller::tell(before, done, events, after),
            railways: railways(events, after),
            airlift: FlightRow::of_bound(before, before.bound),
            replacements: coming(after),
            supply: after.sides.iter().map(|side| SideReport::new(after, side.id)).collect(),
        }
    }
}

impl SideReport {
    fn new(campaign: &Campaign, side: SideId) -> Self {
        let own = |id: &FormationId| campaign.formations.get(id).is_some_and(|f| f.side == side);
        let records: Vec<_> = campaign.supply.records().filter(|(id, _)| own(id)).map(|(_, record)| record).collect();
        Self {
            side,
            formations: records.len(),
            out_of_log: records.iter().filter(|record| record.log.bounds_out > 0).count(),
            out_of_pol: records.iter().filter(|record| record.pol.bounds_out > 0).count(),
        }
    }
}

fn name(campaign: &Campaign, id: &FormationId) -> String {
    campaign.formations.get(id).map_or_else(|| id.to_string(), |f: &Formation| f.name.clone())
}

/// Gathers what is told of each formation.
struct Teller<'a> {
    before: &'a Campaign,
    after: &'a Campaign,
    tree: Tree<'a>,
    done: BTreeMap<FormationId, Done>,
    gathered: BTreeMap<FormationId, Gathered>,
}

impl<'a> Teller<'a> {
    fn tell(before: &'a Campaign, done: &[Event], events: &[Event], after: &'a Campaign) -> Vec<FormationReport> {
        let (done_by, gathered) = (BTreeMap::new(), BTreeMap::new());
        let mut teller = Self { before, after, tree: Tree::new(after), done: done_by, gathered };
        for event in done {
            teller.add(event);
        }
        for event in events {
            teller.gather(event);
        }
        let mut told = Vec::new();
        for formation in teller.tree.all() {
            let done = teller.done.remove(&formation.id).unwrap_or_default();
            let mut lines = done.lines(&after.frame, |id| name(after, id));
            lines.extend(teller.gathered.remove(&formation.id).map(Gathered::lines).unwrap_or_default());
            if lines.is_empty() {
                continue;
            }
            let army = teller.tree.at_level(formation, Echelon::Army);
            let army = army.unwrap_or_else(|| teller.tree.superiors(formation).last().copied().unwrap_or(formation));
            let (id, name) = (formation.id.clone(), formation.name.clone());
            told.push(FormationReport { id, name, side: formation.side, army: army.name.clone(), lines });
        }
        told
    }

    /// Of whom something is told: the nearest brigade or higher at or above it.
    fn told_of(&self, id: &FormationId) -> Option<FormationId> {
        let formation = self.after.formations.get(id)?;
        let above = self.tree.superiors(formation);
        let told_of = std::iter::once(&formation).chain(&above).find(|f| f.echelon >= Echelon::Brigade);
        Some(told_of.or_else(|| above.last()).map_or(id, |f| &f.id).clone())
    }

    fn of(&mut self, id: &FormationId) -> Option<&mut Gathered> {
        let told_of = self.told_of(id)?;
        Some(self.gathered.entry(told_of).or_default())
    }

    /// Adds what was done in the bound to the formation that it concerns.
    fn add(&mut self, event: &Event) {
        if let Some(told_of) = self.told_of(&FormationId::from(event.subject())) {
            let after = self.after;
            self.done.entry(told_of).or_default().add(event, |id| name(after, id));
        }
    }

    fn name(&self, id: &FormationId) -> String {
        name(self.after, id)
    }

    fn say(&mut self, id: &FormationId, text: String) {
        if let Some(gathered) = self.of(id) {
            gathered.other.push(text);
        }
    }

    fn gather(&mut self, event: &Event) {
        match event {
            Event::SupplyRecorded { formation, before, after } => {
                let words = supply_words(before.as_ref(), after.as_ref());
                self.of(formation).into_iter().for_each(|g| g.supply.extend(words.iter().cloned()));
            }
            Event::StrengthChanged { leaf, before, after, .. } => {
                let lost = u32::from(before.saturating_sub(*after));
                self.of(leaf).into_iter().for_each(|g| g.sp_lost += lost);
            }
            Event::MarkersChanged { leaf, before, after, .. } => {
                let off = u32::from(before.saturating_sub(*after));
                self.of(leaf).into_iter().for_each(|g| g.markers += off);
            }
            Event::LeafStateChanged { leaf, before, after } => {
                let name = self.name(leaf);
                let square = self.after.formations.get(leaf).and_then(Formation::stands_on);
                let at = square.map(|square| self.after.frame.reference(square)).unwrap_or_default();
                self.of(leaf).into_iter().for_each(|g| g.state(&name, &at, *before, *after));
            }
            Event::ReplacementTaken { leaf, before, after, entry, .. } => {
                let place = usize::try_from(*entry).unwrap_or_default().saturating_sub(1);
                let pool = self.after.replacements.get(place).map(|entry| entry.pool.to_string()).unwrap_or_default();
                let name = self.name(leaf);
                self.of(leaf).into_iter().for_each(|g| g.replaced(&pool, &name, after - before));
            }
            Event::AmmunitionChanged { leaf, after: false, .. } => {
                self.of(leaf).into_iter().for_each(|g| g.refilled += 1);
            }
            Event::StockTransferred { transfer } => self.stock(transfer),
            other => self.remark(other),
        }
    }

    fn stock(&mut self, transfer: &Transfer) {
        let Transfer { from, to, quantity, commodity, reason, .. } = transfer;
        // What convoys load and unload is told of them; what is expended or lost leaves the map.
        if !is_boundary(to.as_str()) {
            return;
        }
        let owner = self.before.dumps.get(from).map(|dump| dump.owner.clone());
        let owner = owner.or_else(|| self.before.formation(from.as_str()).and_then(|f| f.parent.clone()));
        if let Some(owner) = owner {
            self.say(&owner, format!("{quantity} {} expended from {from}: {reason}", commodity.name()));
        }
    }

    fn remark(&mut self, event: &Event) {
        match event {
            Event::DiceThrown { thrower, purpose, faces, effect } => {
                let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                let text = format!("{purpose} of {}: {} thrown, {effect}", self.name(thrower), faces.join(" "));
                self.say(thrower, text);
            }
            Event::HqDieChanged { formation, before, after } => {
                let name = self.name(formation);
                if let Some(gathered) = self.of(formation) {
                    gathered.hq_dice.entry(name).or_insert((*before, *after)).1 = *after;
                }
            }
            Event::OrderChanged { unit, before: Some(left), after: None, .. } => {
                let what = order(Some(left), &self.before.frame);
                self.say(unit, format!("not carried out: the order of {} for {what}", self.name(unit)));
            }
            Event::Remarked { formation, text } => {
                self.say(formation, format!("{} {text}", self.name(formation)));
            }
            _ => {}
        }
    }
}

impl Report for BoundReport {
    fn tables(&self) -> Vec<Table> {
        let date = |bound: &BoundView| format!("{} of {}", bound.label, bound.date.format("%-d %B %Y"));
        let op = self.operation.map_or_else(|| "dry run: nothing is written".to_owned(), |op| format!("op {op}"));
        let mut head = Table::new(format!("{} is closed ({op})", date(&self.closed)), Vec::new());
        self.notes.iter().for_each(|note| head.note(format!("note: {note}")));
        head.note(format!("{} begins; weather: {}", date(&self.running), self.weather));
        if let Some(days) = self.over {
            let days = if days == 1 {
                "day of the campaign is".to_owned()
            } else {
                format!("{days} days of the campaign are")
            };
            head.note(format!("the {days} over; it can be played on"));
        }
        self.crossings.iter().for_each(|crossing| head.note(crossing));
        self.house_rules.iter().for_each(|rule| head.note(rule));
        self.ground.iter().for_each(|text| head.note(text));
        self.replacements.iter().for_each(|row| head.note(row.told()));
        let columns = vec![Column::text("formation").wrapping(), Column::text("what happened").wrapping()];
        let mut table = Table::new("", columns);
        let mut group = None;
        for told in &self.formations {
            if group != Some((told.side, &told.army)) {
                group = Some((told.side, &told.army));
                table.group(format!("[{}] {}", told.side, told.army));
            }
            table.row([Cell::new(format!("{}\n{}", told.name, told.id)), Cell::new(told.lines.join("\n"))]);
        }
        if self.formations.is_empty() {
            table.note("nothing happened that need be told");
        }
        let mut rails = Table::new("", vec![Column::text("railhead"), Column::text("what came").wrapping()]);
        let mut group = None;
        for told in &self.railways {
            if group != Some(told.side) {
                group = Some(told.side);
                rails.group(format!("[{}] railways", told.side));
            }
            rails.row([Cell::new(&told.railhead), Cell::new(told.lines.join("\n"))]);
        }
        for side in &self.supply {
            let SideReport { side, formations, out_of_log, out_of_pol } = side;
            table.note(format!("{side}: of {formations} formations {out_of_log} out of LOG, {out_of_pol} out of POL"));
        }
        let mut tables = vec![head];
        if !self.battles.is_empty() {
            tables.push(BattleRow::table("Battles", &self.battles));
        }
        if !self.airlift.is_empty() {
            tables.push(FlightRow::table("Airlift", &self.airlift, false));
        }
        if !self.railways.is_empty() {
            tables.push(rails);
        }
        tables.push(table);
        tables
    }
}
