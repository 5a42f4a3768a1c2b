//! A hundred random disturbances of Uranus, and every formation in trouble after each: doing all that its mend says
//! mends, leaving out any one thing of it does not.

use std::collections::BTreeMap;

use campaign::{Campaign, Setting};
use domain::SideId;
use supply::{Assessment, assess_on};

use crate::disturb::disturbed;
use crate::mended::{Alike, faults_of, is_well};
use crate::starts::sides;
use crate::uranus;

/// How many seeds there are.
const SEEDS: u64 = 100;

/// The formations in trouble, those with the same mend together.
fn together<'a>(campaign: &Campaign, found: &'a [Assessment]) -> Vec<Alike<'a>> {
    let mut groups: BTreeMap<(SideId, Vec<String>), Alike<'a>> = BTreeMap::new();
    for assessment in found.iter().filter(|a| !is_well(a)) {
        let side = campaign.formations[&assessment.unit].side;
        // The order of the items hangs on where the formation stands; what is to be done does not.
        let mut things: Vec<String> = assessment.mend.iter().map(|item| format!("{item:?}")).collect();
        things.sort_unstable();
        let new = || Alike { side, mend: &assessment.mend, units: Vec::new() };
        groups.entry((side, things)).or_insert_with(new).units.push(&assessment.unit);
    }
    groups.into_values().collect()
}

/// How many formations of a seed were tried, and what is wrong with their mends.
fn faults(start: &Campaign, seed: u64, interdiction: bool) -> (usize, Vec<String>) {
    let mut campaign = disturbed(start, seed);
    if interdiction {
        campaign.settings.set(Setting::Interdiction, "on");
    }
    let network = supply::network(&campaign);
    let found = assess_on(&network, &campaign, &sides(&campaign), 0);
    let groups = together(&campaign, &found);
    let tried = groups.iter().map(|alike| alike.units.len()).sum();
    assert_eq!(tried, found.iter().filter(|a| !is_well(a)).count(), "every formation in trouble is tried");
    let faults = groups.iter().flat_map(|alike| faults_of(&network, &campaign, alike, 0));
    (tried, faults.map(|fault| format!("seed {seed}: {fault}")).collect())
}

fn try_all(seeds: impl Iterator<Item = u64>, interdiction: bool) -> usize {
    let start = uranus();
    let seeds: Vec<u64> = seeds.collect();
    let found: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let parts: Vec<_> = seeds
            .chunks(seeds.len().div_ceil(4))
            .map(|part| {
                let start = &start;
                scope.spawn(move || part.iter().map(|seed| faults(start, *seed, interdiction)).collect::<Vec<_>>())
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
    });
    let faults: Vec<&String> = found.iter().flat_map(|(_, faults)| faults).collect();
    assert!(faults.is_empty(), "{} faults, the first of them:\n{:#?}", faults.len(), &faults[..faults.len().min(12)]);
    found.iter().map(|(tried, _)| tried).sum()
}

#[test]
fn doing_all_that_a_mend_says_mends_and_leaving_out_any_one_thing_does_not() {
    let tried = try_all(0..SEEDS, false);
    assert!(tried > 1_500, "too few formations in trouble to prove anything");
}

#[test]
fn the_same_holds_where_enemies_bar_the_squares_beside_them() {
    assert!(try_all(1_000..1_015, true) > 50, "too few formations in trouble to prove anything");
}
