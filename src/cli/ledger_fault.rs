//! What the campaign file's own errors are to the user: kind, hint, exit code.

use crate::ledger::LedgerError;

use super::error::{Failure, UNREADABLE};

/// The error as it is shown.
pub(crate) fn failure(error: &LedgerError) -> Failure {
    Failure::new("file", UNREADABLE, error.to_string())
}
