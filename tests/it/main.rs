//! The integration tests: one target, a module a subject.
//!
//! What is tested from within stands in the files of `src/`; here the crate is used as others would use it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at what should not be")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a long test tells what it found")]

mod apply;
mod campaigns;
mod cli;
mod cli_manual;
mod convoy_guards;
mod docs;
mod forecast;
mod fuzz;
mod ground;
mod ledger;
mod march;
mod rooms;
mod supply;
mod sweep;
#[path = "../../benches/railhead/theatre/mod.rs"]
mod theatre;
mod uranus;
mod war;

// What rooms have for their own tests, and these too.
#[path = "../../src/rules/tests/sketch.rs"]
mod sketch;
#[path = "../../src/scenario/tests/tiny.rs"]
mod tiny;
