//! Tracing every line, chain, cause and mend of a theatre, beside one flood of its map.

use std::time::Duration;

use campaign::{Campaign, Setting};
use domain::SideId;
use supply::{Assessment, SupplyState, assess_on};

use crate::flood::{flood, graph};
use crate::yardstick::{head, median, row};

const RUNS: usize = 25;

/// Measures and prints; the time of a flood.
pub(crate) fn measure(campaign: &Campaign) -> Duration {
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let squares = graph(campaign);
    let (yardstick, reached) = median(RUNS, || flood(&squares));
    // A network is kept for what it was made for: who asks for another each time has one made each time.
    let (mut asking, mut far) = (campaign.clone(), 1_u32);
    let (building, _) = median(RUNS, || {
        far = 3 - far;
        asking.settings.set(Setting::OffroadKm, &far.to_string());
        supply::network(&asking)
    });
    let network = supply::network(campaign);
    let (tracing, found) = median(RUNS, || assess_on(&network, campaign, &sides, 0));
    describe(campaign, &found);
    head("Tracing the theatre", "floods");
    row(&format!("one flood, {reached} squares reached"), yardstick, yardstick);
    row("building the network", building, yardstick);
    row("every line, chain, cause and mend, both sides", tracing, yardstick);
    yardstick
}

/// What there is in the theatre: a figure says little without it.
fn describe(campaign: &Campaign, found: &[Assessment]) {
    let count = |wanted: fn(&Assessment) -> bool| found.iter().filter(|a| wanted(a)).count();
    println!(
        "{} x {} squares, {} formations, of them {} supply formations; {} crossings, {} railheads, {} dumps",
        campaign.frame.columns,
        campaign.frame.rows,
        campaign.formations.len(),
        found.len(),
        campaign.crossings.len(),
        campaign.railheads.len(),
        campaign.dumps.len(),
    );
    println!(
        "LOG: {} cut; POL: {} need it, {} cut; {} things to be put right",
        count(|a| a.log.state == SupplyState::Cut),
        count(|a| a.pol.required),
        count(|a| a.pol.state == SupplyState::Cut),
        found.iter().map(|a| a.mend.len()).sum::<usize>(),
    );
    let mut kinds = std::collections::BTreeMap::new();
    for item in found.iter().flat_map(|a| &a.mend) {
        *kinds.entry(item.what.kind().as_str()).or_insert(0) += 1;
    }
    println!("{}", kinds.iter().map(|(kind, n)| format!("{kind} {n}")).collect::<Vec<_>>().join(", "));
}
