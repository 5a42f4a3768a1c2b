//! Tracing every line, chain, cause and mend of a theatre, beside one flood of its map.

use railhead::campaign::Campaign;
use railhead::domain::SideId;
use railhead::supply::{Assessment, Network, SupplyState, assess_on};

use crate::flood::{flood, graph};
use crate::yardstick::{median, ms, ratio};

/// Measures and prints.
pub(crate) fn measure(campaign: &Campaign) {
    let sides: Vec<SideId> = campaign.sides.iter().map(|side| side.id).collect();
    let squares = graph(campaign);
    let (yardstick, reached) = median(9, || flood(&squares));
    let (building, network) = median(9, || Network::new(campaign));
    println!("flood of {reached} squares      {}", ms(yardstick));
    println!("network                {}  {}", ms(building), ratio(building, yardstick));
    let t = std::time::Instant::now();
    let found = assess_on(&network, campaign, &sides, 0);
    println!("once {:?}", t.elapsed());
    describe(campaign, &found);
    let (tracing, found) = median(40, || assess_on(&network, campaign, &sides, 0));
    println!("flood of {reached} squares      {}", ms(yardstick));
    println!("network                {}  {}", ms(building), ratio(building, yardstick));
    println!("lines, chains, mends   {}  {}", ms(tracing), ratio(tracing, yardstick));
    describe(campaign, &found);
}

fn describe(campaign: &Campaign, found: &[Assessment]) {
    let count = |wanted: fn(&Assessment) -> bool| found.iter().filter(|a| wanted(a)).count();
    println!(
        "{} formations, {} supply formations: {} LOG cut, {} POL required, {} POL cut; mends of {} items",
        campaign.formations.len(),
        found.len(),
        count(|a| a.log.state == SupplyState::Cut),
        count(|a| a.pol.required),
        count(|a| a.pol.state == SupplyState::Cut),
        found.iter().map(|a| a.mend.len()).sum::<usize>(),
    );
    let mut kinds = std::collections::BTreeMap::new();
    for item in found.iter().flat_map(|a| &a.mend) {
        *kinds.entry(item.kind).or_insert(0) += 1;
    }
    println!("{kinds:?}");
}
