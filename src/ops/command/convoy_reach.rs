//! House rule `truck_reach`: how far from home supply vehicles are sent.
//!
//! What it decides: what is too far. From home to where they load and to where they unload it may take no more hours, by
//! the quickest clear way at the pace of the slowest; the hours on the way between these two do not count.
//! What it never does: forbid a place to which no clear way leads: that a convoy finds out itself.

use crate::campaign::march::Driver;
use crate::campaign::{Convoy, Errand, Formation, Setting, Tree};
use crate::domain::{Mobility, Square};
use crate::supply::{Network, Roads};

/// The rule against a sending that goes too far, in words; none where it does not, or the rule is off.
pub(super) fn beyond(tree: &Tree<'_>, vehicles: &[&Formation], convoy: &Convoy) -> Option<String> {
    let campaign = tree.campaign();
    let hours = campaign.settings.number(Setting::TruckReach);
    let side = vehicles.first().filter(|_| hours > 0)?.side;
    let network = Network::new(campaign);
    let (mut roads, mut driver) = (Roads::new(campaign, &network), Driver::new(campaign));
    let mobilities: Vec<Mobility> = vehicles.iter().filter_map(|vehicle| vehicle.mobility).collect();
    let loads = convoy.take.as_ref().and_then(|take| campaign.account_square(take.from.as_str()));
    let delivering = Convoy { errand: Errand::Deliver, take: None, ..convoy.clone() };
    let stops = loads.into_iter().chain(delivering.destination(tree));
    let mut minutes = |to: Square| {
        let way = roads.way(side, convoy.home, to)?;
        driver.minutes(&mobilities, convoy.home, &way.squares)
    };
    let (stop, minutes) = stops.filter_map(|stop| Some((stop, minutes(stop)?))).max_by_key(|(_, minutes)| *minutes)?;
    (minutes > hours * 60).then(|| {
        let (home, stop) = (campaign.frame.reference(convoy.home), campaign.frame.reference(stop));
        let away = format!("{}:{:02}", minutes / 60, minutes % 60);
        format!("{stop} is {away} h from {home}, where it is at home: it may go {hours} h (house rule `truck_reach`)")
    })
}
