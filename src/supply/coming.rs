//! What convoys are bringing to a place: what is aboard, and what they are on their way to load for it.
//!
//! What it decides: which convoys unload at a dump or railhead or with a formation, and how much each brings.
//! What it never does: say when they are there; that is `outlook`.

use crate::campaign::{Campaign, Convoy, Errand, Goal, dump_of};
use crate::domain::{Commodity, SideId};

/// The convoys of a side that will unload at one of these accounts or with one of these formations, by the vehicle that
/// names them.
pub(super) fn convoys_to<'a>(campaign: &'a Campaign, side: SideId, places: &[&str]) -> Vec<&'a Convoy> {
    let comes = |convoy: &&Convoy| convoy.errand != Errand::Home && convoy.side(campaign) == Some(side);
    let convoys = campaign.convoys.values().filter(comes);
    convoys.filter(|convoy| places.iter().any(|place| unloads_at(campaign, convoy, place))).collect()
}

fn unloads_at(campaign: &Campaign, convoy: &Convoy, place: &str) -> bool {
    match &convoy.to {
        Goal::Account(account) => account.as_str() == place,
        Goal::Formation(id) => id.as_str() == place || dump_of(campaign, id).is_some_and(|dump| dump.as_str() == place),
        Goal::Square(square) => campaign.dumps.values().any(|dump| dump.id.as_str() == place && dump.square == *square),
    }
}

/// How much of a commodity a convoy brings.
pub(super) fn brought(campaign: &Campaign, convoy: &Convoy, commodity: Commodity) -> u32 {
    let aboard: i64 = convoy.vehicles.iter().map(|id| campaign.stock.balance(id.as_str(), commodity)).sum();
    convoy.take.as_ref().map_or(0, |take| take.load.of(commodity)) + aboard.max(0) as u32
}
