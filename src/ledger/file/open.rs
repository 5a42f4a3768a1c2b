//! Opening a file: what it must be, and how the connection is set.
//!
//! What it decides: whether a file is one of ours and alone under its name; how one is read that may not be written to.
//! What it never does: change a file that is none of ours, or let SQLite see what lies beside a file and is not its own.
//! Where to look next: `head` and `links` for the file itself, `waiting` for the operations beside it (`-wal`), `upgrade` for
//! older files, `reading` for files that may not be written to.

mod head;
mod links;
mod reading;
mod upgrade;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use crate::error::LedgerError;
use crate::file::connection::{READER_WAIT, connect};
use crate::file::storage_error::{AtPath, Result, StorageError};
use crate::file::waiting;
use crate::handle::Ledger;
use crate::log::record::Upgraded;

use crate::file::identity::Identity;
pub(crate) use reading::{COPY, raw_copy};

/// An open file.
pub(crate) struct OpenedFile {
    pub(crate) conn: Connection,
    /// The file that the connection has open: the one asked for; of one that may only be read that as a URI, or a copy.
    pub(crate) file: PathBuf,
    /// Which file that is, whatever stands under its name later; of one that may only be read, nothing.
    pub(crate) identity: Option<Identity>,
    /// What was done to bring its tables up to date.
    pub(crate) upgraded: Option<Upgraded>,
    /// Where the copy lies, for as long as it is open.
    pub(crate) copy: Option<TempDir>,
}

impl Ledger {
    /// Opens a campaign file.
    ///
    /// # Errors
    /// When it is missing, no campaign, damaged, or newer than the program.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        Ok(Self::of(path.to_owned(), open(path)?))
    }

    /// A file that is open.
    pub(crate) fn of(path: PathBuf, opened: OpenedFile) -> Self {
        let OpenedFile { conn, file, identity, upgraded, copy } = opened;
        Self {
            path,
            conn,
            file,
            identity,
            upgraded,
            mark: 0,
            _copy: copy,
            batch: false,
            looked_over: false,
            kept: RefCell::default(),
            observed: None,
            on_wait: None,
        }
    }
}

/// Opens a campaign file, its tables brought up to date.
///
/// The head of the file is read first, without SQLite, so that a file that is none of ours is not touched.
pub(crate) fn open(path: &Path) -> Result<OpenedFile, LedgerError> {
    head::look(path)?;
    links::must_be_alone(path)?;
    waiting::must_be_its_own(path)?;
    match open_to_write(path) {
        Err(LedgerError::ReadOnly { .. }) => reading::open(path),
        opened => opened,
    }
}

fn open_to_write(path: &Path) -> Result<OpenedFile, LedgerError> {
    let before = Identity::of(path)?;
    let mut conn = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).at(path)?;
    // SQLite falls back to reading by itself, and later has no words for what then fails.
    if conn.is_readonly(rusqlite::MAIN_DB).at(path)? {
        return Err(LedgerError::ReadOnly { path: path.to_owned() });
    }
    conn.busy_timeout(READER_WAIT).at(path)?;
    let upgraded = upgrade::bring_up_to_date(&mut conn, path)?;
    configure(&conn).at(path)?;
    let identity = Some(before);
    Ok(OpenedFile { conn, file: path.to_owned(), identity, upgraded, copy: None })
}

/// Opens a file that is only to be read, and beside which nothing is to be made.
pub(crate) fn open_to_read(path: &Path) -> Result<OpenedFile, LedgerError> {
    head::look(path)?;
    waiting::must_be_its_own(path)?;
    reading::open(path)
}

/// A connection beside which nobody has another, for as long as it is open; all that waited is in the file.
pub(crate) fn open_alone(path: &Path) -> Result<Connection, LedgerError> {
    head::look(path)?;
    waiting::must_be_its_own(path)?;
    let conn = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).at(path)?;
    conn.busy_timeout(READER_WAIT).at(path)?;
    // Whose lock is on the file itself then, which everybody has who has it open: it is had alone or not at all.
    conn.pragma_update(None, "locking_mode", "exclusive").at(path)?;
    // Closed, it would take away what lies under the name by then.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).at(path)?;
    let left: i64 = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0)).at(path)?;
    if left == 0 { Ok(conn) } else { Err(LedgerError::Busy { path: path.to_owned() }) }
}

// Synchronous FULL: in WAL mode NORMAL would lose the last operations when the power fails, after they were reported
// as done. One flush a command (or script) is a price that nobody notices.
fn configure(conn: &Connection) -> Result<()> {
    let journal: String = conn.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
    conn.pragma_update(None, "synchronous", "full")?;
    conn.pragma_update(None, "foreign_keys", true)?;
    let synchronous: i64 = conn.pragma_query_value(None, "synchronous", |row| row.get(0))?;
    let foreign_keys: bool = conn.pragma_query_value(None, "foreign_keys", |row| row.get(0))?;
    if journal != "wal" || synchronous != 2 || !foreign_keys {
        let what = format!("journal_mode {journal}, synchronous {synchronous}, foreign_keys {foreign_keys}");
        return Err(StorageError::Damaged(format!("SQLite did not accept its settings: {what}")));
    }
    Ok(())
}
