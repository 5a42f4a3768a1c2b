//! What `review` finds in contacts: the battles to be fought or declined in the running bound.
//!
//! What it decides: which contacts are settled (somebody fought for one of the two squares in this bound, or declined to, or a
//! battle for it is drawn), and in how few rows those that stood before are told.
//! Where to look next: `review`, which puts it in its order.

use std::collections::{BTreeMap, BTreeSet};

use campaign::march::{Arrival, Contact, Party, contacts};
use campaign::{Campaign, Tree};
use domain::{Bound, Echelon, FormationId, Phase, Square};

use crate::Offer;
use crate::query::review::finding::{Finding, finding};
use crate::query::review::found::Found;
use crate::remedy::Remedy;

/// What sets leaves down where they stand: since then they are in contact who were not marched there.
const PLACED: &[&str] = &["leaf_placed"];

/// The contacts of a campaign that are not settled in the running bound.
pub(crate) struct Contacts<'a> {
    campaign: &'a Campaign,
    tree: &'a Tree<'a>,
    open: Vec<Contact>,
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
        let of_this_bound = campaign.battles.values().filter(|battle| battle.bound == campaign.bound);
        let settled: BTreeSet<Square> = of_this_bound.map(|battle| battle.square).collect();
        let is_open = |contact: &Contact| contact.parties.iter().all(|party| !settled.contains(&party.square));
        Self { campaign, tree, open: contacts(campaign).into_iter().filter(is_open).collect() }
    }

    /// When a contact came about in the running bound, or more came up to it.
    fn is_new(&self, contact: &Contact) -> Option<Arrival> {
        contact.since().max(contact.joined()).filter(|came| came.bound == self.campaign.bound)
    }

    /// Those that came about in the running bound, a row each.
    pub(crate) fn new_ones(&self) -> Vec<Finding> {
        self.open.iter().filter_map(|contact| self.new_one(contact)).collect()
    }

    /// The same as those who would attack and be attacked.
    pub(crate) fn waiting(self) -> Vec<[Party; 2]> {
        let waits = |contact: &Contact| Some(Self::roles(contact, self.is_new(contact)?).map(Clone::clone));
        self.open.iter().filter_map(waits).collect()
    }

    /// Who attacks and who is attacked: whoever came last attacks.
    fn roles(contact: &Contact, since: Arrival) -> [&Party; 2] {
        let [a, b] = &contact.parties;
        if a.joined == Some(since) { [a, b] } else { [b, a] }
    }

    fn new_one(&self, contact: &Contact) -> Option<Finding> {
        let since = self.is_new(contact)?;
        let [a, _] = &contact.parties;
        let is_joined = contact.since() != Some(since);
        let subject = a.leaves.first().map_or("", FormationId::as_str);
        let [_, attacked] = Self::roles(contact, since).map(|party| party.square);
        let parties = Box::new(contact.parties.clone());
        let what = Found::Contact { parties, is_joined, attacked: (attacked, None) };
        let (square, since) = (Some(a.square), Some(since.bound));
        Some(Finding { square, since, ..finding(what, subject, Remedy::Battle(attacked)) })
    }

    /// Those that stood before it: a row for two formations that have faced each other since one bound. By night nobody could
    /// fight.
    pub(crate) fn standing(&self) -> Vec<Finding> {
        if self.campaign.bound.phase == Phase::Night {
            return Vec::new();
        }
        let mut pairs: BTreeMap<(FormationId, FormationId, Option<Bound>), Facing> = BTreeMap::new();
        for contact in self.open.iter().filter(|contact| self.is_new(contact).is_none()) {
            // Whoever reads it stands first, and what he has sighted second.
            let [a, b] = &contact.parties;
            let (a, b) = if a.leaves.iter().any(|leaf| self.is_sighting(leaf)) { (b, a) } else { (a, b) };
            let (Some(one), Some(other)) = (self.formation(a), self.formation(b)) else { continue };
            let since = contact.since().map(|came| came.bound);
            let facing = pairs.entry((one, other, since)).or_default();
            facing.squares.insert(a.square);
            facing.leaves.extend(a.leaves.iter().chain(&b.leaves).cloned());
            // Whoever came up would attack.
            let attacks = contact.came_up().map_or(b.side, |last| last.side);
            facing.attacked.insert(if attacks == a.side { b.square } else { a.square });
        }
        pairs.into_iter().map(|((one, other, since), facing)| self.told(&one, &other, since, &facing)).collect()
    }

    /// The division of a party, or what stands in its place: of its first leaf.
    pub(crate) fn formation(&self, party: &Party) -> Option<FormationId> {
        let leaf = self.campaign.formations.get(party.leaves.first()?)?;
        let above = self.tree.at_level(leaf, Echelon::Division).or_else(|| self.tree.at_level(leaf, Echelon::Brigade));
        Some(above.or_else(|| self.tree.parent(leaf)).unwrap_or(leaf).id.clone())
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
