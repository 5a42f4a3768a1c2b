//! The integration tests: one target, a module a subject.
//!
//! What is tested from within stands in the files of `src/`; here the crate is used as others would use it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at what should not be")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a long test tells what it found")]

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Its long test comes first, so that none is left over at the end: they go by the alphabet.
mod a_war;
mod board;
mod campaigns;
mod cli;
mod cli_manual;
mod docs;
mod forecast;
mod fuzz;
mod histories;
mod rooms;
mod supply;
mod sweep;
#[path = "../../benches/railhead/theatre/mod.rs"]
mod theatre;
mod uranus;

// What rooms have for their own tests, and these too.
#[path = "../../src/ledger/tests/draft.rs"]
mod draft;
#[path = "../../src/rules/tests/entries.rs"]
mod entries;
#[path = "../../src/rules/tests/sketch.rs"]
mod sketch;
#[path = "../../src/campaign/tests/squares.rs"]
mod squares;
#[path = "../../src/scenario/tests/tiny.rs"]
mod tiny;
#[path = "../../src/campaign/tests/units.rs"]
mod units;
