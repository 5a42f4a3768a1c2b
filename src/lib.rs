//! `railhead`: the campaign keeper for operational wargames.
//!
//! A campaign is a value ([`campaign::Campaign`]) that changes only by events; the [`ledger`] keeps every operation
//! in one SQLite file; [`ops`] decides what a command does; [`report`] says what came of it; [`cli`] is the program.
//!
//! ```
//! use railhead::domain::{Bound, Square};
//!
//! let bound: Bound = "3pm".parse()?;
//! assert_eq!(bound.to_string(), "D3 pm");
//! assert_eq!(Square::parse("2317"), Some(Square::new(23, 17)));
//! # Ok::<(), railhead::domain::BadBound>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod campaign;
pub mod cli;
pub mod dice;
pub mod domain;
pub mod ledger;
pub mod ops;
pub mod report;
pub mod rules;
pub mod scenario;
pub mod supply;
