//! Every state beside that of the second tracer, over whole histories.
//!
//! `TRACES=100 cargo test --locked --test it every_state_agrees -- --ignored --nocapture` compares the states of the four
//! campaigns at the start, at every bound of their histories and after so many random changes each.

use super::disturb::disturbed;
use super::starts::{CAMPAIGNS, start};
use super::states::at_bounds;
use super::tracer::{compared, must_agree};

#[test]
#[ignore = "the full form: takes the number of changes a campaign from TRACES"]
fn every_state_agrees() {
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (changes, every) = (number("TRACES", 100), number("TRACE_EVERY", 1) as usize);
    let mut found = Vec::new();
    for name in CAMPAIGNS {
        let start = start(name);
        found.push(compared(name, &start, every));
        let bounds = at_bounds(name);
        found.extend(bounds.iter().map(|state| compared(&format!("{name} {}", state.bound), state, every)));
        for seed in 0..changes {
            let from = bounds.get(seed as usize * 7 % bounds.len().max(1)).filter(|_| seed % 2 == 1).unwrap_or(&start);
            found.push(compared(&format!("{name} {}, seed {seed}", from.bound), &disturbed(from, 9_100 + seed), every));
        }
        println!("{name}: {} states so far", found.iter().map(|(count, _)| count).sum::<usize>());
    }
    println!("{} states agree", must_agree(&found));
}
