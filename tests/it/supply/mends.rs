//! States of all campaigns, as they begin, at bounds of their histories and disturbed: what is fed by others is mended too.
//!
//! `MENDS=500 cargo test --locked --test it mends_of_many -- --ignored --nocapture` tries so many states, and every formation and
//! fed leaf in trouble in them; `MENDS=6,35` those.

use campaign::Campaign;
use supply::{Assessment, assess_on};

use super::disturb::disturbed;
use super::mended::{Alike, faults_of, is_well};
use super::starts::{CAMPAIGNS, sides, start};
use super::states::at_bounds;

/// How many things are in trouble at most that are tried in a state of the small form, and of the large one.
const FEW: usize = 3;

/// A state by its number: of one campaign after the other, as it begins or at a bound of its history, mostly disturbed.
fn state(number: u64) -> (String, Campaign) {
    let name = CAMPAIGNS[(number % 4) as usize];
    let (turn, bounds) = (number / 4, at_bounds(name));
    let bound = (turn % 2 == 1).then(|| bounds.get((turn * 7 % bounds.len().max(1) as u64) as usize)).flatten();
    let campaign = bound.cloned().unwrap_or_else(|| start(name));
    let at = format!("state {number}: {name}, {}", campaign.bound);
    if turn % 5 == 1 { (at, campaign) } else { (format!("{at}, disturbed"), disturbed(&campaign, 5_000 + number)) }
}

/// How many were tried in a state, how many of them are fed by others, and what is wrong with their mends.
fn faults_in(number: u64, most: usize) -> (usize, usize, Vec<String>) {
    let (name, campaign) = state(number);
    let network = supply::network(&campaign);
    let found = assess_on(&network, &campaign, &sides(&campaign), usize::MAX);
    let ill: Vec<&Assessment> = found.iter().filter(|a| !is_well(a)).collect();
    let (mut tried, mut fed, mut faults) = (0, 0, Vec::new());
    for of_others in [false, true] {
        let those: Vec<&Assessment> = ill.iter().copied().filter(|a| a.fed_by.is_some() == of_others).collect();
        for a in those.iter().step_by(those.len().div_ceil(most).max(1)) {
            let side = campaign.formations[&a.unit].side;
            let alike = Alike { side, mend: &a.mend, units: vec![&a.unit] };
            let name = format!("{name}, LOG {}, POL {}, fed by {:?}", a.log.state, a.pol.state, a.fed_by);
            faults
                .extend(faults_of(&network, &campaign, &alike, usize::MAX).into_iter().map(|f| format!("{name}: {f}")));
            tried += 1;
            fed += usize::from(of_others);
        }
    }
    (tried, fed, faults)
}

fn try_states(numbers: &[u64], most: usize) -> (usize, usize) {
    let parts = numbers.chunks(numbers.len().div_ceil(2));
    let found: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().map(|n| faults_in(*n, most)).collect::<Vec<_>>()))
            .collect();
        runs.into_iter().flat_map(|run| run.join().expect("no panic")).collect()
    });
    let faults: Vec<&String> = found.iter().flat_map(|(_, _, faults)| faults).collect();
    let tried = found.iter().map(|(tried, ..)| tried).sum();
    assert!(
        faults.is_empty(),
        "{tried} tried, {} faults, some of them:\n{:#?}",
        faults.len(),
        &faults[..faults.len().min(40)]
    );
    (tried, found.iter().map(|(_, fed, _)| fed).sum())
}

#[test]
fn mends_mend_in_all_campaigns_whoever_is_fed() {
    let numbers: Vec<u64> = (0..12).collect();
    let (tried, fed) = try_states(&numbers, FEW);
    assert!(tried > 15 && fed > 6, "{tried} tried, {fed} of them fed by others: too few to prove anything");
}

#[test]
#[ignore = "the large form: takes the number of states from MENDS"]
fn mends_of_many_states() {
    let asked = std::env::var("MENDS").unwrap_or_else(|_| "500".to_owned());
    let listed = asked.split(',').map(|number| number.parse().unwrap());
    let numbers: Vec<u64> = if asked.contains(',') { listed.collect() } else { (0..asked.parse().unwrap()).collect() };
    let (tried, fed) = try_states(&numbers, 20);
    println!("{tried} mends in {} states, {fed} of them of those whom others feed", numbers.len());
}
