//! NQM Squared: the default rules.
//!
//! What it is: the map from the sections of the rules page to functions. Section 3 `recce`; 5, 7, 8 the figures of
//! `tables` with `rules::classes` and `rules::pairs`; 9 `morale`; 11 `rules::reorganisation`; one mechanic at a time
//! `table`.
//! What it decides: what differs from NQM Free.
//! Where to look next: `docs/rules/nqm-squared.md`, section by section with rulings and tests.

pub(crate) mod battle;
pub(crate) mod morale;
pub(crate) mod recce;
pub(crate) mod table;
pub(crate) mod tables;

pub use crate::mechanic::rolled::RecceRoll;
pub use recce::RecceResult;
