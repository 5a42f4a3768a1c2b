//! Which railheads are fed, and whether trains reach a square that is none: where a reinforcement comes in by rail.

use campaign::Campaign;
use domain::{AccountId, SideId, Square};

use crate::ground::crossings::Crossings;
use crate::ground::view::View;
use crate::rail::Rails;

/// Whether trains of a side run from one of its sources to a square.
pub fn is_fed_by_rail(campaign: &Campaign, side: SideId, square: Square) -> bool {
    let network = crate::ground::lay::network(campaign);
    let view = View::new(campaign, &network, side, &Crossings::new(campaign, &network));
    Rails::new(&view).run_to(&view, square)
}

/// The railheads of a side that are fed: whose railway runs unbroken, over squares of the side, to one of its sources.
pub fn fed_railheads(campaign: &Campaign, side: SideId) -> Vec<AccountId> {
    let network = crate::ground::lay::network(campaign);
    let view = View::new(campaign, &network, side, &Crossings::new(campaign, &network));
    Rails::new(&view).fed(&view).into_iter().map(|railhead| railhead.id.clone()).collect()
}
