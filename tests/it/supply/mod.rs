//! The supply tracer on Uranus: what it says would mend a line does, and nothing of it is needless.

mod bowsers;
mod critical;
mod crossings;
mod disturb;
mod house_rules;
mod least_sets;
mod mend;
mod petgraph_check;
mod standings;
mod states;
mod tracer;

use campaign::Campaign;
use domain::SideId;
use scenario::{built_in, read};

/// Uranus on the first morning.
fn uranus() -> Campaign {
    let reading = read(&built_in("uranus-1942").expect("Uranus is built in"), &[]);
    reading.campaign.expect("a folder without faults gives a campaign")
}

fn sides(campaign: &Campaign) -> Vec<SideId> {
    campaign.sides.iter().map(|side| side.id).collect()
}
