//! The ledger on real files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at what should not be")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a long test tells what it found")]

mod another;
mod beside;
mod create;
mod damage;
mod draft;
mod fit;
mod fixture;
mod guards;
mod kept;
mod noted;
mod opening;
mod players;
mod processes;
mod property;
mod released;
mod steps;
mod tampered;
mod timing;
#[path = "../../scenario/tests/tiny.rs"]
mod tiny;
#[path = "../../campaign/tests/units.rs"]
mod units;
mod upgrading;
mod write;
