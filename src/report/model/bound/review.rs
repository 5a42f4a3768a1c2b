//! The staff officer's list, and how the campaign stands at a glance.
//!
//! Where to look next: `line`, how a finding is told and which are told together; `page`, which lays the list out.

mod due;
mod line;
mod page;

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Campaign, Formation, NoteRow, Tree};
use domain::{Detail, LeafState, Said, SideId, counted};
use ops::Offer;
use ops::query::{Finding, FindingAtAGlance, drawn_anew, stands_as_drawn};

pub use due::DueRow;
use due::due_told;
use line::Line;

use crate::model::BoundView;
use crate::model::ReadAs;
use crate::model::log::change::weather;
use crate::words::finding::{how_many, of_kind, sentence};
use crate::words::offer::command as command_of;
use crate::{Report, Table};

/// The staff officer's list before a bound is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReviewReport {
    /// The running bound.
    pub bound: BoundView,
    /// What is to be queried.
    pub findings: Vec<FindingRow>,
    /// How it was asked for.
    #[serde(skip)]
    read_as: ReadAs,
    /// Whether each finding has a line of its own.
    #[serde(skip)]
    one_by_one: bool,
    /// Whether those that need no action are listed.
    #[serde(skip)]
    all: bool,
}

/// Something to be queried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FindingRow {
    /// Of what kind.
    pub kind: &'static str,
    /// The formation, dump or railhead.
    pub subject: String,
    /// Its name.
    pub name: Option<String>,
    /// Where.
    pub square: Option<String>,
    /// Since when.
    pub since: Option<BoundView>,
    /// What, in words.
    pub text: String,
    /// The command that would settle it; none where nothing need be done.
    pub command: Option<String>,
    /// Whether the command only shows something.
    #[serde(skip)]
    is_reading: bool,
    /// What whoever reads it calls it.
    #[serde(skip)]
    called: Option<String>,
    /// How it is told on a page.
    #[serde(skip)]
    line: Line,
}

impl FindingRow {
    fn new(campaign: &Campaign, tree: &Tree<'_>, found: Finding) -> Self {
        let line = Line::new(campaign, tree, &found);
        let Finding { what, subject, square, since, command, .. } = found;
        Self {
            kind: what.kind(),
            text: sentence(campaign, &what),
            name: campaign.formation(&subject).map(|f| f.name.clone()),
            called: page::called(campaign, &subject),
            subject,
            square: square.map(|square| campaign.frame.reference(square)),
            since: since.map(|bound| BoundView::new(campaign, bound)),
            is_reading: command.as_ref().is_some_and(Offer::is_reading),
            command: command.map(|offer| format!("railhead {}", command_of(campaign, &offer))),
            line,
        }
    }
}

impl ReviewReport {
    /// The list of these findings: those of a unit and what is under it only, where asked.
    pub fn new(campaign: &Campaign, found: impl IntoIterator<Item = Finding>, unit: Option<&Formation>) -> Self {
        let tree = Tree::new(campaign);
        let is_of = |found: &Finding| unit.is_none_or(|unit| found.concerns(campaign, unit));
        let findings = found.into_iter().filter(is_of).map(|found| FindingRow::new(campaign, &tree, found)).collect();
        let bound = BoundView::new(campaign, campaign.bound);
        Self { bound, findings, read_as: ReadAs::default(), one_by_one: unit.is_some(), all: false }
    }

    /// The same, each finding by itself, those that need no action too.
    #[must_use]
    pub fn all(self, all: bool) -> Self {
        Self { all, one_by_one: self.one_by_one || all, ..self }
    }

    /// The same as it was asked for: what has been can be looked at, and no more be changed.
    #[must_use]
    pub fn read_as(mut self, read_as: ReadAs) -> Self {
        for row in self.findings.iter_mut().filter(|_| read_as.is_back()) {
            let shown = row.command.take().filter(|_| row.is_reading);
            row.command = shown.map(|command| format!("{command}{}", read_as.words_but_side()));
        }
        Self { read_as, ..self }
    }
}

/// How the campaign stands at a glance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StatusReport {
    /// The campaign.
    pub campaign: String,
    /// The running bound.
    pub bound: BoundView,
    /// Its weather, in words.
    pub weather: String,
    /// Whether any was entered.
    #[serde(skip)]
    pub(crate) has_weather: bool,
    /// What was noted of it.
    pub notes: Vec<String>,
    /// Each side.
    pub sides: Vec<SideStatus>,
    /// How many contacts there are.
    pub contacts: usize,
    /// How many enemies are sighted; none for the umpire, who knows them all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sighted: Option<usize>,
    /// Orders for the running and the next bound.
    pub orders: usize,
    /// Whether stocks are counted.
    pub detail: Detail,
    /// Convoys on the road.
    pub convoys: usize,
    /// How many findings of each kind `review` has.
    pub findings: BTreeMap<&'static str, usize>,
    /// Those of them that need something done, and whether they are of parts of a formation.
    #[serde(skip)]
    open: BTreeMap<(&'static str, bool), usize>,
    /// Whether orders wait to be carried out.
    #[serde(skip)]
    waits_for_march: bool,
    /// What must be settled before the bound can be closed, with the command that does it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<String>,
    /// What is due in the next two days.
    pub due: Vec<DueRow>,
    /// How it was asked for.
    #[serde(skip)]
    read_as: ReadAs,
    /// How many days the campaign was to have, once they are over.
    #[serde(skip)]
    over: Option<u16>,
    #[serde(skip)]
    title: String,
}

/// How a side stands at a glance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideStatus {
    /// The side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// What those are called that are counted: a commander counts whom he knows.
    #[serde(skip)]
    pub(crate) called: String,
    /// Its leaves on the map.
    pub on_map: usize,
    /// Leaves that are disorganised or broken.
    pub disorganised: usize,
    /// Of these, those that are broken.
    pub broken: usize,
    /// Leaves that are dispersed.
    pub dispersed: usize,
    /// Leaves lost.
    pub lost: usize,
    /// Leaves still to come.
    pub to_come: usize,
}

impl SideStatus {
    fn new(campaign: &Campaign, side: SideId, name: &str) -> Self {
        let count = |wanted: &dyn Fn(LeafState) -> bool| {
            let own = campaign.formations.values().filter(|f: &&Formation| f.side == side);
            own.filter_map(|f| f.leaf.as_ref()).filter(|leaf| wanted(leaf.state)).count()
        };
        Self {
            side,
            name: name.to_owned(),
            called: campaign.known_name(side),
            on_map: count(&LeafState::is_on_map),
            disorganised: count(&LeafState::is_disorganised),
            broken: count(&|state| state == LeafState::Broken),
            dispersed: count(&|state| state == LeafState::Dispersed),
            lost: count(&LeafState::is_lost),
            to_come: count(&|state| state == LeafState::OffMap),
        }
    }
}

/// What keeps the bound from being closed, a sentence each: battles drawn and not posted, what was overrun and waits.
fn first(campaign: &Campaign) -> Vec<String> {
    let open = campaign.battles.values().filter(|battle| battle.is_open());
    let open = open.map(|battle| {
        let at = campaign.frame.reference(battle.square);
        if !stands_as_drawn(campaign, battle) {
            let anew = drawn_anew(campaign, battle);
            return format!("something has changed since the battle for {at} was drawn; {anew}");
        }
        format!(
            "the battle for {at} is drawn and not over: `railhead battle resolve {0} --post` fights it, \
             `railhead battle record {0} --ask` takes what came of it on the table",
            battle.id
        )
    });
    let claims = campaign.claims.keys().map(|what| {
        format!("`{what}` was overrun: `railhead supply claim {what} captured`, or `destroyed`, or `spared`")
    });
    open.chain(claims).collect()
}

impl StatusReport {
    /// The same as it was asked for.
    #[must_use]
    pub fn read_as(self, read_as: ReadAs) -> Self {
        Self { read_as, ..self }
    }

    /// The same as a side may read it: how it stands itself, and how much of the enemy it has sighted.
    #[must_use]
    pub fn known_to(mut self, campaign: &Campaign, side: Option<SideId>) -> Self {
        if let Some(side) = side {
            self.sides.retain(|of| of.side == side);
            self.sighted = Some(campaign.intel.sightings.len());
            self.first.clear();
        }
        self
    }

    /// The status of a campaign with so many contacts and these findings.
    pub fn new(campaign: &Campaign, contacts: usize, found: &[FindingAtAGlance]) -> Self {
        let (mut findings, mut open) = (BTreeMap::new(), BTreeMap::new());
        for finding in found {
            *findings.entry(finding.kind).or_default() += 1;
            *open.entry((finding.kind, finding.is_of_parts)).or_default() += usize::from(finding.needs_action);
        }
        let of_bound = |note: &&NoteRow| note.bound == campaign.bound;
        Self {
            campaign: campaign.name.clone(),
            bound: BoundView::new(campaign, campaign.bound),
            weather: weather(campaign.weather_in(campaign.bound)),
            has_weather: campaign.weather_in(campaign.bound).is_some(),
            notes: campaign.notes.iter().filter(of_bound).map(|note| note.text.clone()).collect(),
            sides: campaign.sides.iter().map(|side| SideStatus::new(campaign, side.id, &side.name)).collect(),
            contacts,
            sighted: None,
            orders: campaign.orders.iter().count(),
            detail: campaign.settings.detail(),
            convoys: campaign.convoys.len(),
            findings,
            open,
            waits_for_march: found.iter().any(|finding| finding.waits_for_march),
            first: first(campaign),
            due: DueRow::of(campaign),
            read_as: ReadAs::default(),
            over: Some(campaign.days).filter(|days| *days > 0 && campaign.bound.day > *days),
            title: campaign.title.clone(),
        }
    }

    /// The bound, its weather and how the sides stand.
    pub(crate) fn how_it_stands(&self) -> Vec<(&'static str, Said)> {
        let bound = format!("{} of {}", self.bound.label, self.bound.date.format("%-d %B %Y"));
        let mut facts = vec![("bound", Said::from(bound)), ("weather", self.weather.as_str().into())];
        let over = |days| format!("over: the campaign has {}", counted(usize::from(days), "day"));
        facts.extend(self.over.map(|days| ("days", over(days).into())));
        facts.extend(self.notes.iter().map(|note| ("note", note.into())));
        for side in &self.sides {
            let SideStatus { called, on_map, disorganised, broken, dispersed, lost, to_come, .. } = side;
            let out_of_order = match (disorganised - broken, broken) {
                (others, 0) => format!("{others} disorganised"),
                (others, broken) => format!("{others} disorganised, {broken} broken"),
            };
            let text = format!(
                "{called}: {on_map} leaves on the map ({out_of_order}), {dispersed} dispersed, {lost} lost, \
                 {to_come} to come"
            );
            facts.push(("side", text.into()));
        }
        facts
    }
}

impl Report for StatusReport {
    fn tables(&self) -> Vec<Table> {
        let mut facts = self.how_it_stands();
        let then = self.read_as.words();
        let shown = |count: usize, by: &str| Said::leading(count.to_string(), &format!(": `railhead {by}{then}`"));
        facts.push(("contacts", shown(self.contacts, "contact")));
        facts.extend(self.sighted.map(|sighted| ("sighted", shown(sighted, "intel show"))));
        facts.push(("orders", shown(self.orders, "order list")));
        if self.convoys > 0 {
            facts.push(("convoys", shown(self.convoys, "supply convoys")));
        }
        if self.detail == Detail::Simple {
            facts.push(("stocks", "not counted (`detail` is `simple`): an open way to a dump is enough".into()));
        }
        let open = self.open.iter().filter(|(_, count)| **count > 0);
        let review = open.map(|((kind, is_of_parts), count)| {
            if *is_of_parts { format!("{count} with parts {}", of_kind(kind)) } else { how_many(kind, *count) }
        });
        let review: Vec<String> = review.collect();
        if !review.is_empty() {
            let all = Said::leading(review.join(", "), &format!(": `railhead review{then}`"));
            facts.push(("to review", all));
        }
        let soon = |row: &&DueRow| row.is_soon && row.kind != "weather";
        let due: Vec<&DueRow> = self.due.iter().filter(soon).collect();
        facts.extend(due_told(&due).into_iter().map(|text| ("due", Said::from(text))));
        facts.extend(self.first.iter().map(|text| ("first", text.into())));
        if !self.read_as.is_back() && self.read_as.reader.is_none() {
            let march = if self.waits_for_march { "`railhead bound march`, then " } else { "" };
            facts.push(("then", Said::command(format!("{march}`railhead bound close`"))));
        }
        vec![Table::of_facts(&self.title, facts)]
    }
}
