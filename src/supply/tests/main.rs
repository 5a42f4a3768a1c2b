//! Supply as others use the room: tracers of another kind, brute force, house rules, and what it says would mend a line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at what should not be")]

mod bowsers;
mod critical;
mod crossings;
mod disturb;
mod entered;
mod house_rules;
mod least_sets;
mod mend;
mod mended;
mod petgraph_check;
mod planning;
mod readings;
mod solver;
mod spared;
mod standings;
mod starts;
mod tracer;

// The solver knows of no campaign: it is tried by itself, and the room is compiled once for all its tests.
#[allow(dead_code, reason = "what the plan asks besides")]
#[path = "../plan/model.rs"]
mod model;
#[allow(dead_code, reason = "what the plan asks besides")]
#[path = "../plan/solve.rs"]
mod solve;

// What rooms below have for their own tests, and these too.
#[allow(dead_code, reason = "rivers and crossings are for marches")]
#[path = "../../campaign/tests/squares.rs"]
mod squares;
#[path = "../../scenario/tests/tiny.rs"]
mod tiny;
#[path = "../../campaign/tests/units.rs"]
mod units;

/// Uranus on the first morning.
fn uranus() -> campaign::Campaign {
    starts::start("uranus-1942")
}
