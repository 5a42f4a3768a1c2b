//! Another reader of an open campaign file, for another thread.
//!
//! What it decides: what of the first reader's it need not read anew.
//! What it never does: open the file otherwise than by SQLite. A file that this process opens and closes beside it would lose
//! the locks of all connections to it.

use std::path::PathBuf;
use std::sync::Arc;

use rusqlite::OpenFlags;

use campaign::Campaign;

use crate::error::LedgerError;
use crate::file::connection::{READER_WAIT, connect};
use crate::file::open::OpenedFile;
use crate::file::storage_error::AtPath;
use crate::file::transaction::version_of_file;
use crate::handle::Ledger;
use crate::parallel::{Stamp, stamp};

/// What another reader of an open file begins with.
#[derive(Debug)]
pub struct AnotherReader {
    path: PathBuf,
    file: PathBuf,
    /// The campaign as it stood, with the end of its log; it shares with the first what neither changes.
    kept: Option<(Stamp, Arc<Campaign>)>,
}

impl Ledger {
    /// Another reader of the file, to be opened where it is to read.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn another_reader(&self) -> Result<AnotherReader, LedgerError> {
        let kept = self.reading(|conn| {
            let kept = self.kept_campaign(conn)?;
            kept.map(|campaign| Ok((stamp(conn)?, campaign))).transpose()
        })?;
        Ok(AnotherReader { path: self.path.clone(), file: self.file.clone(), kept })
    }
}

impl AnotherReader {
    /// Opens it. It writes nothing, and whoever writes does not wait for it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(self) -> Result<Ledger, LedgerError> {
        let Self { path, file, kept } = self;
        let conn = connect(&file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI).at(&path)?;
        conn.busy_timeout(READER_WAIT).at(&path)?;
        let ledger = Ledger::of(path, OpenedFile { conn, file, identity: None, upgraded: None, copy: None });
        let kept = ledger.reading(|conn| {
            let (version, now) = (version_of_file(conn)?, stamp(conn)?);
            Ok(kept.filter(|(then, _)| *then == now).map(|(_, campaign)| (version, campaign)))
        })?;
        ledger.kept.replace(kept);
        Ok(ledger)
    }
}
