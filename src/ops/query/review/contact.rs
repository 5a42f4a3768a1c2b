//! What `review` finds in contacts: the battles to be fought or declined in the running bound.
//!
//! What it decides: in how few rows those that stood before are told.
//! Where to look next: `open_contacts`, which are settled; `review`, which puts it in its order.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Campaign, Tree};
use domain::{Bound, Echelon, FormationId, Phase, Square};

use crate::Offer;
use crate::open_contacts::{Met, OpenContacts, formations_of};
use crate::query::review::finding::{Finding, finding};
use crate::query::review::found::Found;
use crate::remedy::Remedy;

/// What sets leaves down where they stand: since then they are in contact who were not marched there.
const PLACED: &[&str] = &["leaf_placed"];

/// The contacts of a campaign that are not settled in the running bound.
pub(crate) struct Contacts<'a> {
    campaign: &'a Campaign,
    tree: &'a Tree<'a>,
    open: OpenContacts<'a>,
}

/// Two formations that have faced each other since one bound: in which squares, whose leaves, and what would be attacked.
#[derive(Default)]
struct Facing {
    squares: BTreeSet<Square>,
    leaves: Vec<FormationId>,
    attacked: BTreeSet<Square>,
}

impl<'a> Contacts<'a> {
    pub(crate) fn new(campaign: &'a Campaign, tree: &'a Tree<'a>) -> Self {
        Self { campaign, tree, open: OpenContacts::new(campaign) }
    }

    /// Those that came about in the running bound, a row each.
    pub(crate) fn new_ones(&self) -> Vec<Finding> {
        let told = |met: Met<'_>| {
            let [a, _] = &met.contact.parties;
            let is_joined = met.contact.since() != Some(met.since);
            let subject = a.leaves.first().map_or("", FormationId::as_str);
            let attacked = met.attacked.square;
            let parties = Box::new(met.contact.parties.clone());
            let what = Found::Contact { parties, is_joined, attacked: (attacked, None) };
            let (square, since) = (Some(a.square), Some(met.since.bound));
            Finding { square, since, ..finding(what, subject, Remedy::Battle(attacked, met.attacks.side)) }
        };
        self.open.met().map(told).collect()
    }

    /// Those that stood before it: a row for two formations that have faced each other since one bound. By night nobody could
    /// fight.
    pub(crate) fn standing(&self) -> Vec<Finding> {
        if self.campaign.bound.phase == Phase::Night {
            return Vec::new();
        }
        let mut pairs: BTreeMap<(FormationId, FormationId, Option<Bound>), Facing> = BTreeMap::new();
        for contact in self.open.standing() {
            // Whoever reads it stands first, and what he has sighted second.
            let [a, b] = &contact.parties;
            let (a, b) = if a.leaves.iter().any(|leaf| self.is_sighting(leaf)) { (b, a) } else { (a, b) };
            let since = contact.since().map(|came| came.bound);
            // Whoever came up would attack.
            let attacks = contact.came_up().map_or(b.side, |last| last.side);
            let attacked = if attacks == a.side { b.square } else { a.square };
            let (ones, others) = (formations_of(self.tree, a), formations_of(self.tree, b));
            for (one, other) in ones.iter().flat_map(|one| others.iter().map(move |other| (one, other))) {
                let facing = pairs.entry((one.clone(), other.clone(), since)).or_default();
                facing.squares.insert(a.square);
                facing.leaves.extend(a.leaves.iter().chain(&b.leaves).cloned());
                facing.attacked.insert(attacked);
            }
        }
        pairs.into_iter().map(|((one, other, since), facing)| self.told(&one, &other, since, &facing)).collect()
    }

    /// Whether it stands for what a side has sighted, where a side reads: that has no army to be told by.
    fn is_sighting(&self, id: &FormationId) -> bool {
        self.campaign.sighting_in_place_of(id).is_some()
    }

    fn told(&self, one: &FormationId, other: &FormationId, since: Option<Bound>, facing: &Facing) -> Finding {
        let what = Found::StandingContact(other.clone(), facing.squares.iter().copied().collect());
        let command = Offer::Decline(facing.attacked.iter().copied().collect());
        let rests_on = (PLACED, facing.leaves.iter().map(ToString::to_string).collect());
        let square = facing.squares.first().copied();
        let army = |id: &FormationId| {
            let unit = self.campaign.formations.get(id)?;
            let above = self.tree.at_level(unit, Echelon::Army).or_else(|| self.tree.superiors(unit).last().copied());
            Some(above.unwrap_or(unit).name.clone())
        };
        let enemy = if self.is_sighting(other) { Some("the enemy".to_owned()) } else { army(other) };
        let among = army(one).zip(enemy).map(|(one, other)| format!("{one} faces {other}"));
        Finding { square, since, among, rests_on, ..finding(what, one.as_str(), command) }
    }
}
