//! The operation log and the tables, in one SQLite file.
//!
//! What it is: an append-only log of operations and events, and readable tables of the present.
//! What it decides: what is stored, in which transaction, and whether a file is sound.
//! What it never does: decide an event, or know what a command means.
//! Where to look next: `migrations/` for the tables; [`campaign`] for what they hold; `project` for how they are
//! written, `load` for how they are read, `chain` for undo, redo and restore.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod apart;
mod error;
mod file;
mod load;
mod log;
mod project;
mod read;
mod verify;
mod write;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;
use tempfile::TempDir;

use campaign::Campaign;
use file::open::Identity;

pub use error::{LedgerError, WriteError};
pub use log::record::{
    Changes, Committed, Draft, Happened, Input, Moment, Operation, OperationKind, Rescued, Restored, Since, Stepped,
    Tip, Upgraded, Verification,
};
pub use verify::{NoHash, NotedHash, OperationMark};

/// An open campaign file.
pub struct Ledger {
    /// The file, as it was asked for.
    path: PathBuf,
    conn: Connection,
    /// The file that is open: that; of one that may only be read that as a URI, or a copy.
    file: PathBuf,
    /// Which file that is; none where it may only be read.
    identity: Option<Identity>,
    /// What was done to it when it was opened.
    upgraded: Option<Upgraded>,
    /// The mark of the file before the transaction that is open.
    mark: u32,
    /// Where a copy lies: dropped after the connection to it.
    _copy: Option<TempDir>,
    /// Whether a batch is open.
    batch: bool,
    /// Whether the file has been looked over since it was opened: it must be before anything is written.
    looked_over: bool,
    /// The campaign as this connection last left it, and the version of the file then.
    kept: Option<(i64, Arc<Campaign>)>,
    on_wait: Option<Box<dyn Fn() + Send>>,
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger").field("path", &self.path).field("batch", &self.batch).finish_non_exhaustive()
    }
}

impl Ledger {
    /// Opens a campaign file.
    ///
    /// # Errors
    /// When it is missing, no campaign, damaged, or newer than the program.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let file::open::Opened { conn, file, identity, upgraded, copy } = file::open::open(path)?;
        Ok(Self {
            path: path.to_owned(),
            conn,
            file,
            identity,
            upgraded,
            mark: 0,
            _copy: copy,
            batch: false,
            looked_over: false,
            kept: None,
            on_wait: None,
        })
    }

    /// What was done to bring the file's tables up to date when it was opened; none where they were.
    pub fn upgraded(&self) -> Option<&Upgraded> {
        self.upgraded.as_ref()
    }

    /// What to do, once, when a writing operation has to wait for another process: say so.
    pub fn set_on_wait(&mut self, hook: impl Fn() + Send + 'static) {
        self.on_wait = Some(Box::new(hook));
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
