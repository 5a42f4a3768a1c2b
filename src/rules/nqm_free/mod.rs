//! NQM Free Fastplay: an older and finer-grained relative of NQM Squared.
//!
//! What it is: the map from the headings of its rules page to functions. "Recce" `recce`; "Break tests" and "Close
//! assault" `assault`; hours of tasks on the map `tasks`; one mechanic at a time `table`.
//! What it decides: what differs from NQM Squared; all else is shared in `rules`.
//! Where to look next: `docs/rules/nqm-free.md`.

pub(crate) mod assault;
pub(crate) mod battle;
pub(crate) mod recce;
pub(crate) mod table;
pub(crate) mod tables;
pub mod tasks;

pub use crate::mechanic::rolled::SightingRoll;
pub use recce::{FireRange, Sighting};
