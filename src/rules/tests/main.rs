//! The rules: cases worked out by hand from the pages, what must always hold, dice against odds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at what should not be")]
#![allow(clippy::disallowed_methods, reason = "the room is pure; its tests read their cases from files")]

mod bgc_battles;
mod bgc_cases;
mod cases;
mod drawing;
mod entries;
mod enumeration;
mod examples;
mod mirror;
mod odometer;
mod pages;
mod property;
mod rework;
mod rework_field;
mod rework_sb;
mod rework_wtj;
mod sketch;
mod square_bashing;
mod statistics;
mod wtj_cases;
