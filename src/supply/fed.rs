//! Whether trains reach a square that is no railhead: where a reinforcement comes in by rail.

use crate::campaign::{Campaign, Railhead};
use crate::domain::{AccountId, SideId, Square};

use super::network::Network;
use super::rail::Rails;
use super::view::{Crossings, View};

/// Whether trains of a side run from one of its sources to a square.
pub fn is_fed_by_rail(campaign: &Campaign, side: SideId, square: Square) -> bool {
    // A railhead of no name there is judged as every other is.
    let id = AccountId::from("");
    let (place, line, note) = (None, String::new(), String::new());
    let there = Railhead { id: id.clone(), place, square, line, side, source: false, log_a_day: 0, pol_a_day: 0, note };
    let mut asked = campaign.clone();
    asked.railheads.insert(id.clone(), there);
    let network = Network::new(&asked);
    let view = View::new(&asked, &network, side, &Crossings::new(&asked, &network));
    Rails::new(&view).to_sources(&view).iter().any(|way| way.railhead == id && way.cost.is_clear())
}
