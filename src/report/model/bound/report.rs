//! The bound report: everything that was done in a bound and that closing it decided, formation by formation, fit to be
//! read aloud.
//!
//! What it decides: of whom each thing is told, and in which words.
//! Where to look next: `teller`, which gives every event of the close to the formation that it is told of, and `done`,
//! which does so for what was done before; `ground`, `met`, `stock` and `around` for what is told beside formations;
//! `words` and `names`, which put it into sentences; `table`, which lays it out.

mod actions;
mod around;
mod driven;
mod encounters;
mod ground;
pub(crate) mod names;
mod narrator;
mod part;
mod stock;
mod table;
mod words;

use serde::Serialize;

use campaign::{Campaign, Event};
use domain::{Bound, Commodity, FormationId, SideId};
use supply::{Supplied, SupplyCount};

use crate::model::battle::BattleRow;
use crate::model::log::change::weather;
use crate::model::{BoundView, FlightRow, ReplacementRow};
use around::{air_strikes_not_flown, coming, crossings, entered, raids, railways, settings};
use encounters::{Encounters, OverrunLine};
use ground::{TakenGround, ground};
use names::Names;
use narrator::BoundNarrator;
pub use part::{FormationReport, RailheadReport};

pub(crate) use around::lorries_said;

/// What closing a bound came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoundReport {
    /// The number of the operation; none where nothing was written, or a side reads.
    pub operation: Option<u64>,
    #[serde(skip)]
    for_a_side: bool,
    /// The bound that was closed.
    pub closed: BoundView,
    /// The bound that runs now.
    pub running: BoundView,
    /// How many days the campaign was to have, where the last of them has just ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<u16>,
    /// The weather of the bound that runs now, in words.
    pub weather: String,
    /// Weather that was entered in the closed bound, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weather_entered: Vec<String>,
    /// Settings that were changed in it, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<String>,
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
    /// Contacts that came about in the closed bound and stand now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<Encounters>,
    /// How many contacts stand from before it.
    #[serde(skip_serializing_if = "domain::is_zero")]
    pub older_contacts: usize,
    /// What was overrun in it, and what became of that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overruns: Vec<OverrunLine>,
    /// The ground that each side took in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<TakenGround>,
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

/// How a side stands with supply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideReport {
    /// The side.
    pub side: SideId,
    /// What it is called.
    #[serde(skip)]
    name: String,
    /// How many formations draw supply.
    pub formations: usize,
    /// How many of them are out of LOG.
    pub out_of_log: usize,
    /// How many of them are out of POL.
    pub out_of_pol: usize,
    /// Those that are out of neither and whose line or chain fails: they live on what is in their reach.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<FormationId>,
    /// Those that are out of neither, whose line and chain hold and who hold no LOG or no POL themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub empty: Vec<FormationId>,
    /// The names of both, and since when.
    #[serde(skip)]
    living_named: [Vec<String>; 2],
    /// How many of them were out of LOG or POL when the bound before closed, in the same state since the same bound.
    #[serde(skip_serializing_if = "domain::is_zero")]
    pub unchanged: usize,
    /// The bound since which the first of those is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_since: Option<BoundView>,
    /// The formations that are so since then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub longest: Vec<FormationId>,
    /// Their names.
    #[serde(skip)]
    longest_named: Vec<String>,
}

/// A bound that was closed.
#[derive(Debug, Clone, Copy)]
pub struct ClosedBound<'a> {
    /// The number of the operation that closed it; none where nothing was written.
    pub operation: Option<u64>,
    /// The campaign as it stood when it was closed.
    pub before: &'a Campaign,
    /// What had been done in it.
    pub done: &'a [Event],
    /// What closing it decided.
    pub events: &'a [Event],
    /// The campaign after that.
    pub after: &'a Campaign,
    /// Whether every leaf is named, and not only counted.
    pub by_leaf: bool,
}

impl BoundReport {
    /// The report of what was done in a bound and of the events that closed it.
    pub fn new(closed: ClosedBound<'_>) -> Self {
        Self::told_of(closed, None)
    }

    /// The same for who asks after one formation: a regiment or battalion has a row of its own.
    pub(crate) fn told_of<'a>(closed: ClosedBound<'a>, of: Option<&'a FormationId>) -> Self {
        let ClosedBound { operation, before, done, events, after, by_leaf } = closed;
        let notes = before.notes.iter().filter(|note| note.bound == before.bound).map(|note| note.text.clone());
        let names = Names::new(before, done, after).by_leaf(by_leaf).told_of(of);
        let (contacts, older_contacts) = Encounters::of(before, done);
        let taken = TakenGround::of(before, done);
        let ground = taken.iter().map(ToString::to_string).chain(ground(&names, done)).collect();
        let (formations, beside) = BoundNarrator::tell(&names, done, events);
        Self {
            operation,
            for_a_side: false,
            closed: BoundView::new(before, before.bound),
            running: BoundView::new(after, after.bound),
            over: Some(before.days).filter(|days| before.bound.day == *days && after.bound.day > *days),
            weather: weather(after.weather_in(after.bound)),
            weather_entered: entered(before, done),
            settings: settings(done),
            notes: notes.collect(),
            crossings: crossings(before, after),
            house_rules: [lorries_said(before), air_strikes_not_flown(before)]
                .into_iter()
                .flatten()
                .chain(raids(events, after))
                .collect(),
            battles: BattleRow::of_bound(before, before.bound),
            contacts,
            older_contacts,
            overruns: OverrunLine::of(&names, done),
            taken,
            ground,
            formations,
            railways: railways(&names, done, events, beside),
            airlift: FlightRow::of_bound(before, before.bound),
            replacements: coming(after),
            supply: after.sides.iter().map(|side| SideReport::new(before, after, side.id)).collect(),
        }
    }
}

impl BoundReport {
    /// The same as a side may read it.
    #[must_use]
    pub fn known_to(mut self, side: Option<SideId>) -> Self {
        self.for_a_side = side.is_some();
        self.operation = self.operation.filter(|_| side.is_none());
        self.supply.retain(|of| side.is_none_or(|side| of.side == side));
        self.contacts.iter_mut().for_each(|contact| contact.face_from(side));
        self
    }
}

impl SideReport {
    fn new(before: &Campaign, campaign: &Campaign, side: SideId) -> Self {
        let own = |id: &FormationId| campaign.formations.get(id).is_some_and(|f| f.side == side);
        let records: Vec<_> = campaign.supply.records().filter(|(id, _)| own(id)).collect();
        // As out of supply as when the bound before closed.
        let still = |id: &FormationId| -> Option<Bound> {
            let (was, is) = (before.supply.get(id.as_str())?, campaign.supply.get(id.as_str())?);
            let both = [(&was.log, &is.log), (&was.pol, &is.pol)];
            both.into_iter().filter(|(was, is)| words::is_still(was, is)).map(|(_, is)| is.since).min()
        };
        let unchanged: Vec<_> = records.iter().filter_map(|(id, _)| Some((*id, still(id)?))).collect();
        let since = unchanged.iter().map(|(_, since)| *since).min();
        let longest = unchanged.iter().filter(|(_, of)| Some(*of) == since).map(|(id, _)| (*id).clone());
        let longest: Vec<FormationId> = longest.collect();
        let living: [Vec<(&FormationId, Bound)>; 2] = [words::cut_since, words::empty_since]
            .map(|since| records.iter().filter_map(|(id, record)| Some((*id, since(record)?))).collect());
        let named = |(id, since): &(&FormationId, Bound)| {
            format!("{} since {}", campaign.name_of(id.as_str()), BoundView::new(campaign, *since).label)
        };
        let ids = |of: &[(&FormationId, Bound)]| of.iter().map(|(id, _)| (*id).clone()).collect();
        let stood = |commodity| records.iter().map(move |(_, record)| Supplied::recorded(&record.of(commodity)));
        let count = |commodity| stood(commodity).collect::<SupplyCount>();
        Self {
            side,
            name: campaign.known_name(side),
            formations: records.len(),
            out_of_log: count(Commodity::Log).out,
            out_of_pol: count(Commodity::Pol).out,
            cut: ids(&living[0]),
            empty: ids(&living[1]),
            living_named: living.each_ref().map(|of| of.iter().map(named).collect()),
            unchanged: unchanged.len(),
            longest_since: since.map(|since| BoundView::new(campaign, since)),
            longest_named: longest.iter().map(|id| campaign.name_of(id.as_str()).to_owned()).collect(),
            longest,
        }
    }
}
