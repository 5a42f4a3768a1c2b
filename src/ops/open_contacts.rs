//! The contacts that are not settled in the running bound: nobody fought for one of the two squares, declined to, or drew a
//! battle for it.

use std::collections::BTreeSet;

use campaign::march::{Arrival, Contact, Party, contacts};
use campaign::{Campaign, Tree};
use domain::{Echelon, FormationId, Square};

/// The contacts of a campaign that are not settled.
pub(crate) struct OpenContacts<'a> {
    campaign: &'a Campaign,
    open: Vec<Contact>,
}

/// One that came about in the running bound, or to which more came up: when, who would attack, and who would be attacked.
pub(crate) struct Met<'c> {
    pub(crate) contact: &'c Contact,
    pub(crate) since: Arrival,
    pub(crate) attacks: &'c Party,
    pub(crate) attacked: &'c Party,
}

impl<'a> OpenContacts<'a> {
    pub(crate) fn new(campaign: &'a Campaign) -> Self {
        let of_this_bound = campaign.battles.values().filter(|battle| battle.bound == campaign.bound);
        let settled: BTreeSet<Square> = of_this_bound.map(|battle| battle.square).collect();
        let is_open = |contact: &Contact| contact.parties.iter().all(|party| !settled.contains(&party.square));
        Self { campaign, open: contacts(campaign).into_iter().filter(is_open).collect() }
    }

    /// Those of the running bound. Whoever came last attacks.
    pub(crate) fn met(&self) -> impl Iterator<Item = Met<'_>> {
        self.open.iter().filter_map(|contact| {
            let since = self.is_new(contact)?;
            let [a, b] = &contact.parties;
            let (attacks, attacked) = if a.joined == Some(since) { (a, b) } else { (b, a) };
            Some(Met { contact, since, attacks, attacked })
        })
    }

    /// Those that stood before it.
    pub(crate) fn standing(&self) -> impl Iterator<Item = &Contact> {
        self.open.iter().filter(|contact| self.is_new(contact).is_none())
    }

    /// When a contact came about in the running bound, or more came up to it.
    fn is_new(&self, contact: &Contact) -> Option<Arrival> {
        contact.since().max(contact.joined()).filter(|came| came.bound == self.campaign.bound)
    }
}

/// The divisions of a party, or what stands in their place, each once, in the order of its leaves.
pub(crate) fn formations_of(tree: &Tree<'_>, party: &Party) -> Vec<FormationId> {
    let mut found: Vec<FormationId> = Vec::new();
    for leaf in party.leaves.iter().filter_map(|leaf| tree.campaign().formations.get(leaf)) {
        let above = tree.at_level(leaf, Echelon::Division).or_else(|| tree.at_level(leaf, Echelon::Brigade));
        let id = &above.or_else(|| tree.parent(leaf)).unwrap_or(leaf).id;
        if !found.contains(id) {
            found.push(id.clone());
        }
    }
    found
}
