//! The staff officer's list, and how the campaign stands at a glance.
//!
//! Where to look next: `line`, how a finding is told and which are told together; `page`, which lays the list out.

mod line;
mod page;

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Campaign, Formation, NoteRow, Tree};
use domain::{LeafState, SideId, counted};
use ops::query::Finding;

use line::Line;

use crate::model::BoundView;
use crate::model::log::change::weather;
use crate::words::finding::sentence;
use crate::words::offer::command as command_of;
use crate::{Report, Table};

/// The staff officer's list before a bound is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReviewReport {
    /// The running bound.
    pub bound: BoundView,
    /// What is to be queried.
    pub findings: Vec<FindingRow>,
    /// The words by which it is looked at as it stood; none where it is as it stands now.
    #[serde(skip)]
    as_of: Option<String>,
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
            subject,
            square: square.map(|square| campaign.frame.reference(square)),
            since: since.map(|bound| BoundView::new(campaign, bound)),
            command: command.map(|offer| format!("railhead {}", command_of(campaign, &offer))),
            line,
        }
    }
}

impl ReviewReport {
    /// The list of these findings: those of a unit and what is under it only, where asked.
    pub fn new(campaign: &Campaign, found: impl IntoIterator<Item = Finding>, unit: Option<&Formation>) -> Self {
        let tree = Tree::new(campaign);
        let is_of = |found: &Finding| {
            let owner = campaign.dumps.get(found.subject.as_str()).map_or(found.subject.as_str(), |d| d.owner.as_str());
            let above = campaign.formation(owner).into_iter().flat_map(|of| [vec![of], tree.superiors(of)].concat());
            unit.is_none_or(|unit| above.into_iter().any(|of| of.id == unit.id))
        };
        let findings = found.into_iter().filter(is_of).map(|found| FindingRow::new(campaign, &tree, found)).collect();
        let bound = BoundView::new(campaign, campaign.bound);
        Self { bound, findings, as_of: None, one_by_one: unit.is_some(), all: false }
    }

    /// The same, each finding by itself, those that need no action too.
    #[must_use]
    pub fn all(self, all: bool) -> Self {
        Self { all, one_by_one: self.one_by_one || all, ..self }
    }

    /// The same of a campaign as it stood once, by these words.
    #[must_use]
    pub fn looking_back(self, as_of: Option<String>) -> Self {
        Self { as_of, ..self }
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
    /// Convoys on the road.
    pub convoys: usize,
    /// How many findings of each kind `review` has.
    pub findings: BTreeMap<&'static str, usize>,
    /// Those of them that need something done.
    #[serde(skip)]
    open: BTreeMap<&'static str, usize>,
    /// What must be settled before the bound can be closed, with the command that does it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<String>,
    /// The words by which it is looked at as it stood; none where it is how the campaign stands now.
    #[serde(skip)]
    as_of: Option<String>,
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
    let open = open.map(|battle| format!("battle {0} was drawn and not posted: railhead battle post {0}", battle.id));
    let claims = campaign
        .claims
        .keys()
        .map(|what| format!("{what} was overrun: railhead supply claim {what} captured, or destroyed, or spared"));
    open.chain(claims).collect()
}

impl StatusReport {
    /// The same of a campaign as it stood once, by these words: nothing is to be done there.
    #[must_use]
    pub fn looking_back(self, as_of: Option<String>) -> Self {
        Self { as_of, ..self }
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

    /// The status of a campaign with so many contacts and findings of these kinds, each with
    /// whether it needs something done.
    pub fn new(campaign: &Campaign, contacts: usize, kinds: impl IntoIterator<Item = (&'static str, bool)>) -> Self {
        let (mut findings, mut open) = (BTreeMap::new(), BTreeMap::new());
        for (kind, needs_action) in kinds {
            *findings.entry(kind).or_default() += 1;
            *open.entry(kind).or_default() += usize::from(needs_action);
        }
        let of_bound = |note: &&NoteRow| note.bound == campaign.bound;
        Self {
            campaign: campaign.name.clone(),
            bound: BoundView::new(campaign, campaign.bound),
            weather: weather(campaign.weather_in(campaign.bound)),
            notes: campaign.notes.iter().filter(of_bound).map(|note| note.text.clone()).collect(),
            sides: campaign.sides.iter().map(|side| SideStatus::new(campaign, side.id, &side.name)).collect(),
            contacts,
            sighted: None,
            orders: campaign.orders.iter().count(),
            convoys: campaign.convoys.len(),
            findings,
            open,
            first: first(campaign),
            as_of: None,
            over: Some(campaign.days).filter(|days| *days > 0 && campaign.bound.day > *days),
            title: campaign.title.clone(),
        }
    }
}

impl Report for StatusReport {
    fn tables(&self) -> Vec<Table> {
        let bound = format!("{} of {}", self.bound.label, self.bound.date.format("%-d %B %Y"));
        let mut facts = vec![("bound", bound), ("weather", self.weather.clone())];
        let over = |days| format!("over: the campaign has {}", counted(usize::from(days), "day"));
        facts.extend(self.over.map(|days| ("days", over(days))));
        facts.extend(self.notes.iter().map(|note| ("note", note.clone())));
        for side in &self.sides {
            let SideStatus { name, on_map, disorganised, broken, dispersed, lost, to_come, .. } = side;
            let out_of_order = match (disorganised - broken, broken) {
                (others, 0) => format!("{others} disorganised"),
                (others, broken) => format!("{others} disorganised, {broken} broken"),
            };
            let text = format!(
                "{name}: {on_map} leaves on the map ({out_of_order}), {dispersed} dispersed, {lost} lost, \
                 {to_come} to come"
            );
            facts.push(("side", text));
        }
        let then = self.as_of.as_ref().map(|words| format!(" {words}")).unwrap_or_default();
        facts.push(("contacts", format!("{}: railhead contact{then}", self.contacts)));
        facts.extend(self.sighted.map(|sighted| ("sighted", format!("{sighted}: railhead intel show{then}"))));
        facts.push(("orders", format!("{}: railhead order list{then}", self.orders)));
        if self.convoys > 0 {
            facts.push(("convoys", format!("{}: railhead supply convoys{then}", self.convoys)));
        }
        let open = self.open.iter().filter(|(_, count)| **count > 0);
        let review = open.map(|(kind, count)| format!("{count} {}", kind.replace('_', " ")));
        let review: Vec<String> = review.collect();
        if !review.is_empty() {
            facts.push(("to review", format!("{}: railhead review{then}", review.join(", "))));
        }
        facts.extend(self.first.iter().map(|text| ("first", text.clone())));
        if self.as_of.is_none() {
            facts.push(("then", "railhead bound close".to_owned()));
        }
        vec![Table::of_facts(&self.title, facts)]
    }
}
