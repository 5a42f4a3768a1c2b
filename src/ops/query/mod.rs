//! What reads and computes and changes nothing.

mod export;
mod log;

pub use export::export;
pub use log::{LogEntry, LoggedEvent};
