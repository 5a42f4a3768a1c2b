//! Whether trains reach a square that is no railhead: where a reinforcement comes in by rail.

use crate::campaign::Campaign;
use crate::domain::{SideId, Square};

use super::crossings::Crossings;
use super::network::Network;
use super::rail::Rails;
use super::view::View;

/// Whether trains of a side run from one of its sources to a square.
pub fn is_fed_by_rail(campaign: &Campaign, side: SideId, square: Square) -> bool {
    let network = Network::new(campaign);
    let view = View::new(campaign, &network, side, &Crossings::new(campaign, &network));
    Rails::new(&view).run_to(&view, square)
}
