//! Supply over the histories of the shipped campaigns, which the program plays; all else is in `src/supply/tests/`.

pub(crate) mod leaks;
mod mends;
pub(crate) mod states;
mod traced;

// What the room has for its own tests, and these too.
#[path = "../../../src/supply/tests/disturb.rs"]
mod disturb;
#[path = "../../../src/supply/tests/mended.rs"]
mod mended;
#[path = "../../../src/supply/tests/starts.rs"]
mod starts;
#[path = "../../../src/supply/tests/tracer.rs"]
mod tracer;
