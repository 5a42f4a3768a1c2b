//! What reads and computes and changes nothing.

mod export;
mod log;
mod roll;
mod supply;

pub use crate::rules::mechanic::Rolled;
pub use export::export;
pub use log::{LogEntry, LoggedEvent};
pub use roll::{DiceFrom, odds, roll};
pub use supply::{supply_status, supply_trace};
