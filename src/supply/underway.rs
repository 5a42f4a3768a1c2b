//! Stock on its way: what convoys are bringing, for whom, and when it is there as things are.
//!
//! What it decides: whose the load of a convoy will be, and which loads are nobody's: those of convoys on their way home, and
//! what its own vehicles have brought a formation already.
//! What it never does: count any of it as held; who draws on what is `holdings`.

use crate::campaign::{Campaign, Convoy, Errand, Goal, HeldUp, Load, dump_of};
use crate::domain::{AccountId, Bound, Commodity, FormationId, SideId};

use super::muster::Muster;
use super::outlook::outlook;

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
    let muster = Muster::new(campaign);
    let mut found = Vec::new();
    for outlook in outlook(campaign) {
        let convoy = campaign.convoys.get(&outlook.lead).filter(|convoy| convoy.errand != Errand::Home);
        let Some((convoy, side)) = convoy.and_then(|convoy| Some((convoy, convoy.side(campaign)?))) else { continue };
        let Some((account, owner)) = taker(campaign, convoy, side) else { continue };
        let take = convoy.take.as_ref().filter(|_| convoy.errand == Errand::Load);
        found.extend(brings(&muster, convoy).iter().map(|(commodity, units)| Underway {
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

/// What it has on it and has still to load, without what is there already.
fn brings(muster: &Muster<'_>, convoy: &Convoy) -> Load {
    let take = convoy.take.as_ref().filter(|_| convoy.errand == Errand::Load);
    let mut load = take.map(|take| take.load.clone()).unwrap_or_default();
    let on_the_road = convoy.vehicles.iter().filter(|id| !muster.is_at_hand(id.as_str()));
    for (vehicle, commodity) in on_the_road.flat_map(|id| Commodity::ALL.iter().map(move |c| (id, *c))) {
        let aboard = muster.campaign.stock.balance(vehicle.as_str(), commodity);
        load.add(commodity, u32::try_from(aboard).unwrap_or_default());
    }
    load
}

/// The account that takes the load of a convoy, and whose it will be; none where its vehicles keep it, and are nobody's whom
/// it serves.
fn taker(campaign: &Campaign, convoy: &Convoy, side: SideId) -> Option<(Option<AccountId>, Option<FormationId>)> {
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
