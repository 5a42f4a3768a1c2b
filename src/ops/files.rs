//! Whole campaign files: a backup put back, a sound file made of a damaged one's log.

use std::path::Path;

use ledger::Ledger;

use super::OpError;

pub use ledger::{Rescued, Restored, Upgraded};

/// Puts a copy of a backup in the place of a campaign file, or where none is. What it replaces is kept beside it.
///
/// # Errors
/// When the backup is missing or damaged, somebody has the campaign file open, or it cannot be written.
pub fn put_back(backup: &Path, campaign: &Path) -> Result<Restored, OpError> {
    Ok(Ledger::put_back(backup, campaign)?)
}

/// Makes a new file of what of a damaged one's log can be proved.
///
/// # Errors
/// When nothing can be proved, or the new file exists or cannot be written.
pub fn rescue(damaged: &Path, to: &Path) -> Result<Rescued, OpError> {
    Ok(Ledger::rescue(damaged, to)?)
}
