//! Fire units in a plan (house rule `calibre_ammunition`): what guns draw tonight, and which of them find nothing.
//!
//! What it decides: from which account each leaf that has fired will be refilled, as the night does it; what is given away
//! must leave that there. Who finds nothing is a want of the formation that feeds it.
//! What it never does: ask who could bring any (`offers`).

use std::collections::BTreeMap;

use domain::{AccountId, Commodity, FormationId};
use network::Network;

use crate::outlook::fire_units::{fire_wants_on, refills};
use crate::standing::hierarchy::SupplyHierarchy;

/// The classes of fire units.
pub(super) const CLASSES: [Commodity; 3] = [Commodity::FuM, Commodity::FuH, Commodity::FuVh];

/// What guns draw tonight; nothing while the rule is off.
#[derive(Debug, Default)]
pub(super) struct Guns {
    drawn: BTreeMap<(AccountId, Commodity), u32>,
    without: BTreeMap<(FormationId, Commodity), u32>,
}

impl Guns {
    /// One after another as at night: each leaf takes one of the first account that it can reach and that holds some.
    pub(super) fn new(hierarchy: &SupplyHierarchy<'_>, network: &Network) -> Self {
        let mut guns = Self::default();
        for (want, from) in refills(hierarchy.campaign, fire_wants_on(hierarchy, network)) {
            let feeder = || hierarchy.feeder(hierarchy.campaign.formations.get(&want.leaf)?);
            if let Some(from) = from {
                *guns.drawn.entry((from, want.commodity)).or_default() += 1;
            } else if let Some(feeder) = feeder() {
                *guns.without.entry((feeder.id.clone(), want.commodity)).or_default() += 1;
            }
        }
        guns
    }

    /// How many units are drawn from an account.
    pub(super) fn drawn(&self, account: &AccountId, commodity: Commodity) -> u32 {
        self.drawn.get(&(account.clone(), commodity)).copied().unwrap_or_default()
    }

    /// How many leaves that a formation feeds find nothing.
    pub(super) fn without(&self, feeder: &FormationId, commodity: Commodity) -> u32 {
        self.without.get(&(feeder.clone(), commodity)).copied().unwrap_or_default()
    }
}
