//! What convoys are bringing to a place: what is aboard, and what they are on their way to load for it.
//!
//! What it decides: which account takes the load of a convoy, whose it will be, and how much it is.
//! What it never does: say when they are there; that is `outlook`.

use campaign::{Campaign, Convoy, Errand, Goal, Load, dump_of};
use domain::{AccountId, Commodity, FormationId, SideId};

/// The convoys of a side that will unload at one of these accounts or for one of these formations, by the vehicle that
/// names them.
pub(crate) fn convoys_to<'a>(campaign: &'a Campaign, side: SideId, places: &[&str]) -> Vec<&'a Convoy> {
    let comes = |convoy: &&Convoy| {
        let taker = Some(convoy).filter(|c| c.errand != Errand::Home && c.side(campaign) == Some(side));
        let Some((account, owner)) = taker.and_then(|convoy| taker_of(campaign, convoy, side)) else { return false };
        let is_meant = |place: &&str| {
            account.as_ref().is_some_and(|id| id.as_str() == *place)
                || owner.as_ref().is_some_and(|id| id.as_str() == *place)
        };
        places.iter().any(is_meant)
    };
    campaign.convoys.values().filter(comes).collect()
}

/// What a convoy has still to load, and what those of its vehicles have on them that count.
pub(crate) fn load_of(campaign: &Campaign, convoy: &Convoy, counts: impl Fn(&FormationId) -> bool) -> Load {
    let mut load = convoy.to_load().map(|take| take.load.clone()).unwrap_or_default();
    let vehicles = convoy.vehicles.iter().filter(|id| counts(id));
    for (vehicle, commodity) in vehicles.flat_map(|id| Commodity::ALL.iter().map(move |c| (id, *c))) {
        let aboard = campaign.stock.balance(vehicle.as_str(), commodity);
        load.add(commodity, u32::try_from(aboard).unwrap_or_default());
    }
    load
}

/// The account that takes the load of a convoy, and whose it will be; none where its vehicles keep it, and are nobody's whom
/// it serves.
pub(crate) fn taker_of(
    campaign: &Campaign,
    convoy: &Convoy,
    side: SideId,
) -> Option<(Option<AccountId>, Option<FormationId>)> {
    let of_account = |id: &AccountId| (Some(id.clone()), campaign.dumps.get(id).map(|dump| dump.owner.clone()));
    match &convoy.to {
        Goal::Account(account) => Some(of_account(account)),
        Goal::Square(square) => {
            let mut there = campaign.dumps.values().filter(|dump| dump.square == *square).map(|dump| &dump.id);
            there.find(|id| campaign.account_side(id.as_str()) == Some(side)).map(of_account)
        }
        Goal::Formation(id) => {
            let formation = campaign.formations.get(id)?;
            // What a vehicle takes is its formation's.
            let superior = formation.parent.clone().filter(|_| formation.vehicle_of().is_some());
            Some((dump_of(campaign, id).cloned(), Some(superior.unwrap_or_else(|| id.clone()))))
        }
    }
}
