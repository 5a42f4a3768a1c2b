//! The shipped campaigns as they begin, for the tests of this room and of those above it.

use campaign::Campaign;
use domain::SideId;
use scenario::{built_in, read};

pub(crate) const CAMPAIGNS: [&str; 4] = ["brody-1941", "typhoon-1941", "uranus-1942", "first-bound"];

/// A shipped campaign as it begins.
pub(crate) fn start(name: &str) -> Campaign {
    let reading = read(&built_in(name).expect("it is built in"), &[]);
    reading.campaign.expect("a folder without faults gives a campaign")
}

pub(crate) fn sides(campaign: &Campaign) -> Vec<SideId> {
    campaign.sides.iter().map(|side| side.id).collect()
}
