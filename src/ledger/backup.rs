//! Backup: a copy of the whole file, log and all.

use std::path::Path;

use rusqlite::Connection;

use super::Ledger;
use super::create::{beside, put_in_place};
use super::error::LedgerError;
use super::trouble::{AtPath, Trouble};

impl Ledger {
    /// Writes a copy of the whole file, log and all, to a new file.
    ///
    /// # Errors
    /// When the file exists or cannot be written, or a batch is open.
    pub fn backup(&self, to: &Path) -> Result<(), LedgerError> {
        if self.batch {
            return Err(LedgerError::Batch("a backup cannot be made within a batch"));
        }
        let beside = beside(to)?;
        let name = beside.to_string_lossy().into_owned();
        self.conn.execute("VACUUM INTO ?1", [name]).at(&self.path)?;
        set_mode(&beside).at(to)?;
        put_in_place(beside, to)
    }
}

// VACUUM INTO does not copy the journal mode.
fn set_mode(file: &Path) -> Result<(), Trouble> {
    let conn = Connection::open(file)?;
    conn.pragma_update(None, "journal_mode", "wal")?;
    conn.close().map_err(|(_, error)| error.into())
}
