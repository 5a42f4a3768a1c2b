//! The campaign as others use the room: what `apply` refuses, where drawings come to lie, how marches go.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at what should not be")]
#![allow(clippy::disallowed_methods, reason = "the room is pure; a long test measures")]
#![allow(clippy::print_stdout, reason = "a long test tells what it found")]

mod answers;
mod apply;
mod convoy_guards;
mod event;
mod fire_units;
mod ground;
mod march;
mod order_of_battle;
mod sightings;
mod squares;
mod stocks;
mod strikes;
mod survey;
#[path = "../../scenario/tests/tiny.rs"]
mod tiny;
mod units;
