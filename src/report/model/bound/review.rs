//! The staff officer's list, and how the campaign stands at a glance.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use campaign::{Campaign, Formation, NoteRow};
use domain::{LeafState, SideId, counted};
use ops::query::Finding;

use crate::model::BoundView;
use crate::model::log::change::weather;
use crate::words::finding::sentence;
use crate::words::offer::command as command_of;
use crate::{Cell, Column, Report, Table};

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
    /// Between which armies, where many such are told in one line.
    #[serde(skip)]
    pub among: Option<String>,
}

/// How many findings between two armies are told a line each, at most.
const TOLD_APART: usize = 2;

impl FindingRow {
    fn new(campaign: &Campaign, found: Finding) -> Self {
        let Finding { what, subject, square, since, command, among, .. } = found;
        Self {
            kind: what.kind(),
            text: sentence(campaign, &what),
            name: campaign.formation(&subject).map(|f| f.name.clone()),
            subject,
            square: square.map(|square| campaign.frame.reference(square)),
            since: since.map(|bound| BoundView::new(campaign, bound)),
            among,
            command: command.map(|offer| format!("railhead {}", command_of(campaign, &offer))),
        }
    }
}

impl FindingRow {
    fn cells(&self) -> [Cell; 4] {
        let subject = &self.subject;
        let name = self.name.as_ref().map_or_else(|| format!("`{subject}`"), |n| format!("{n} (`{subject}`)"));
        [
            Cell::new(format!("{name}: {}", self.text)),
            Cell::maybe(self.square.as_ref()),
            Cell::maybe(self.since.as_ref().map(|bound| &bound.label)),
            Cell::maybe(self.command.as_ref()),
        ]
    }

    /// One line for many between two armies.
    fn cells_of_many(among: &str, alike: &[&Self]) -> [Cell; 4] {
        let since = alike.iter().filter_map(|row| row.since.as_ref()).min_by_key(|since| (since.day, since.phase));
        let text = format!(
            "{among}: {} pairs of formations in contact, neither fought nor declined in this bound",
            alike.len()
        );
        let all = "railhead contact";
        [Cell::new(text), Cell::default(), Cell::maybe(since.map(|bound| &bound.label)), Cell::new(all)]
    }
}

impl ReviewReport {
    /// The list of these findings.
    pub fn new(campaign: &Campaign, found: impl IntoIterator<Item = Finding>) -> Self {
        let findings = found.into_iter().map(|found| FindingRow::new(campaign, found)).collect();
        Self { bound: BoundView::new(campaign, campaign.bound), findings, as_of: None }
    }

    /// The same of a campaign as it stood once, by these words.
    #[must_use]
    pub fn looking_back(self, as_of: Option<String>) -> Self {
        Self { as_of, ..self }
    }

    /// How much there is, and what is to be done then.
    fn count(&self) -> String {
        match (self.findings.len(), &self.as_of) {
            (0, Some(_)) => "nothing to query then".to_owned(),
            (n, Some(_)) => format!("{} to query then: `railhead review` shows the list now", counted(n, "thing")),
            (0, None) => "nothing to query: `railhead bound close` closes the bound".to_owned(),
            (n, None) => format!("{} to query before `railhead bound close`", counted(n, "thing")),
        }
    }
}

impl Report for ReviewReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("what").wrapping(),
            Column::text("where"),
            Column::text("since"),
            Column::text("settled by").wrapping(),
        ];
        let mut table = Table::new(format!("Review of {}", self.bound.label), columns);
        let mut kind = "";
        let mut told: BTreeSet<&str> = BTreeSet::new();
        for row in &self.findings {
            if kind != row.kind {
                kind = row.kind;
                table.group(kind.replace('_', " "));
            }
            let alike: Vec<&FindingRow> = match &row.among {
                Some(among) => self.findings.iter().filter(|of| of.among.as_ref() == Some(among)).collect(),
                None => Vec::new(),
            };
            match &row.among {
                Some(among) if alike.len() > TOLD_APART => {
                    if told.insert(among) {
                        table.row(FindingRow::cells_of_many(among, &alike));
                    }
                }
                _ => table.row(row.cells()),
            }
        }
        table.note(self.count());
        vec![table]
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

    /// The status of a campaign with so many contacts and these kinds of findings.
    pub fn new(campaign: &Campaign, contacts: usize, kinds: impl IntoIterator<Item = &'static str>) -> Self {
        let mut findings = BTreeMap::new();
        kinds.into_iter().for_each(|kind| *findings.entry(kind).or_default() += 1);
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
        let review = self.findings.iter().map(|(kind, count)| format!("{count} {}", kind.replace('_', " ")));
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
