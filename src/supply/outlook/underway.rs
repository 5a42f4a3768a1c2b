//! Stock on its way: what convoys are bringing, for whom, and when it is there as things are.
//!
//! What it decides: which loads are nobody's: those of convoys on their way home, and what its own vehicles have brought a
//! formation already.
//! What it never does: count any of it as held; who draws on what is `holdings`. Where to look next: `coming`.

use campaign::{Campaign, Errand, HeldUp};
use domain::{AccountId, Bound, Commodity, FormationId, SideId};

use super::coming::{load_of, taker_of};
use crate::outlook::outlook;
use crate::standing::hierarchy::SupplyHierarchy;

/// Units of a commodity that a convoy brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Underway {
    /// The vehicle that names the convoy.
    pub convoy: FormationId,
    /// Its side.
    pub side: SideId,
    /// Where it has still to load; none where it has it on it.
    pub from: Option<AccountId>,
    /// The dump or railhead that will take it; none where it stays on vehicles.
    pub account: Option<AccountId>,
    /// Whose it will be; none where that is a railhead's.
    pub owner: Option<FormationId>,
    /// What.
    pub commodity: Commodity,
    /// How much.
    pub units: u32,
    /// When it is there as things are; none where no clear way leads there.
    pub arrives: Option<Bound>,
    /// What holds it up.
    pub held_up: Option<HeldUp>,
}

/// All stock on its way, by convoy and commodity.
pub fn underway(campaign: &Campaign) -> Vec<Underway> {
    // Asked first: without one nothing is traced.
    if campaign.convoys.values().all(|convoy| convoy.errand == Errand::Home) {
        return Vec::new();
    }
    let hierarchy = SupplyHierarchy::new(campaign);
    let mut found = Vec::new();
    for outlook in outlook(campaign) {
        let convoy = campaign.convoys.get(&outlook.lead).filter(|convoy| convoy.errand != Errand::Home);
        let Some((convoy, side)) = convoy.and_then(|convoy| Some((convoy, convoy.side(campaign)?))) else { continue };
        let Some((account, owner)) = taker_of(campaign, convoy, side) else { continue };
        let take = convoy.to_load();
        let on_the_road = |vehicle: &FormationId| !hierarchy.is_at_hand(vehicle.as_str());
        found.extend(load_of(campaign, convoy, on_the_road).iter().map(|(commodity, units)| Underway {
            convoy: outlook.lead.clone(),
            side,
            from: take.filter(|take| take.load.of(commodity) > 0).map(|take| take.from.clone()),
            account: account.clone(),
            owner: owner.clone(),
            commodity,
            units,
            arrives: outlook.arrives,
            held_up: convoy.held_up.clone(),
        }));
    }
    found
}
