//! Events of air strikes.

use crate::{AirStrike, Campaign, StrikeTarget};

use super::{Applied, square_on_map, stale};

/// Strikes are booked, or are no more.
pub(super) fn change(campaign: &mut Campaign, strike: &AirStrike, booked: bool) -> Applied {
    let stale = |expected: &str, found: &str| {
        Err(stale(&format!("strikes on {}", strike.target.named(&campaign.frame)), expected, found))
    };
    if let StrikeTarget::Square(square) = strike.target {
        square_on_map(campaign, square)?;
    }
    let is_there = match &strike.target {
        StrikeTarget::Square(_) => true,
        StrikeTarget::Line(line) => campaign.railways.iter().any(|railway| railway.name == *line),
    };
    if !is_there || campaign.side(strike.against).is_none() {
        return stale("a railway and a side", "none");
    }
    match (campaign.strikes.binary_search(strike), booked) {
        (Err(place), true) => campaign.strikes.insert(place, strike.clone()),
        (Ok(place), false) => drop(campaign.strikes.remove(place)),
        (Ok(_), true) => return stale("none", "strikes"),
        (Err(_), false) => return stale("strikes", "none"),
    }
    Ok(())
}
