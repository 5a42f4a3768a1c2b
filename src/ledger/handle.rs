//! An open campaign file: the handle to which everything else in this room adds what it can do.

use std::cell::RefCell;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::Connection;
use tempfile::TempDir;

use campaign::{Campaign, Observer};

use crate::file::identity::Identity;
use crate::log::record::Upgraded;

/// An open campaign file.
pub struct Ledger {
    /// The file, as it was asked for.
    pub(crate) path: PathBuf,
    pub(crate) conn: Connection,
    /// The file that is open: that; of one that may only be read that as a URI, or a copy.
    pub(crate) file: PathBuf,
    /// Which file that is; none where it may only be read.
    pub(crate) identity: Option<Identity>,
    /// What was done to it when it was opened.
    pub(crate) upgraded: Option<Upgraded>,
    /// The mark of the file before the transaction that is open.
    pub(crate) mark: u32,
    /// Where a copy lies: dropped after the connection to it.
    pub(crate) _copy: Option<TempDir>,
    /// Whether a batch is open.
    pub(crate) batch: bool,
    /// Whether the file has been looked over since it was opened: it must be before anything is written.
    pub(crate) looked_over: bool,
    /// The campaign as this connection last left or read it, and the version of the file then.
    pub(crate) kept: RefCell<Option<(i64, Arc<Campaign>)>>,
    /// A campaign that this connection has left, with who saw whom in it.
    pub(crate) observed: Option<(Arc<Campaign>, Observer)>,
    pub(crate) on_wait: Option<Box<dyn Fn() + Send>>,
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger").field("path", &self.path).field("batch", &self.batch).finish_non_exhaustive()
    }
}

impl Ledger {
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
