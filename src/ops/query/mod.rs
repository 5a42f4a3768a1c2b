//! What reads and computes and changes nothing.

mod export;
mod log;
mod supply;

pub use crate::campaign::march::contacts;
pub use export::export;
pub use log::{LogEntry, LoggedEvent};
pub use supply::{supply_status, supply_trace};
