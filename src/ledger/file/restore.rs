//! Restore: a backup put in the place of a campaign file, which is kept beside.
//!
//! What it decides: that nobody has the file open, that nothing of it is lost, and that at every instant a whole file stands
//! under its name: the one before or the one after.
//! What it never does: touch the backup.

use std::fs::File;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::create::{Unfinished, beside_as, flushed, put_in_place};
use super::identity::Identity;
use super::open;
use super::whole_file::{flush, folder_of, with_end};
use super::{backup, soundness};
use crate::error::LedgerError;
use crate::file::interrupted::{REPLACED, WAITING, locked, take_up};
use crate::file::storage_error::{AtPath, Result};
use crate::handle::Ledger;
use crate::log::record::Restored;
use crate::{load, parallel};

impl Ledger {
    /// Puts a copy of a backup in the place of a campaign file, or where none is. What it replaces is kept beside it.
    ///
    /// # Errors
    /// When the backup is missing or damaged, somebody has the campaign file open, or it cannot be written.
    pub fn put_back(from: &Path, to: &Path) -> Result<Restored, LedgerError> {
        let source = open::open_to_read(from)?;
        if let Some(what) = soundness::damage(&source.conn, &source.file).at(from)? {
            return Err(LedgerError::Damaged { path: from.to_owned(), what });
        }
        let target = to.canonicalize().unwrap_or_else(|_| to.to_owned());
        if target.exists() && Identity::of(&target)? == Identity::of(from)? {
            return Err(LedgerError::TheSame { path: from.to_owned() });
        }
        let tip = parallel::stamp(&source.conn).at(from)?;
        let made = beside_as(&target, to)?;
        backup::copy_into(&source.conn, from, &made, to)?;
        backup::must_be_a_copy(&made, to, &tip)?;
        let operation = tip.0.cast_unsigned();
        let campaign = load::load_here(&source.conn).at(from)?;
        let first = first_hash(&source.conn).at(from)?;
        drop(source);
        if target.symlink_metadata().is_err() {
            put_in_place(made, &target)?;
            return Ok(Restored { operation, campaign, kept: None, was_another: false });
        }
        let held = Held::of(&target, to)?;
        let was_another = held.first.as_ref().is_some_and(|there| *there != first);
        let kept = replace(made, &target, to)?;
        Ok(Restored { operation, campaign, kept: Some(kept), was_another })
    }
}

impl Ledger {
    /// By what a campaign is known, whatever its file is called: the hash of its first operation, which its backups and
    /// branches share.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn known_by(&self) -> Result<String, LedgerError> {
        first_hash(&self.conn).at(&self.path)
    }
}

/// The hash of the first operation.
fn first_hash(conn: &Connection) -> Result<String> {
    Ok(conn.query_row("SELECT hash FROM operation WHERE number = 1", [], |row| row.get(0))?)
}

/// A file that nobody else may open while it is replaced.
struct Held {
    /// The hash of its first operation; none where it cannot be read.
    first: Option<String>,
    /// Dropped before the file, whose closing would let go of SQLite's locks.
    _alone: Option<Connection>,
    _locked: File,
}

impl Held {
    /// Takes hold of a file, called `shown`; what waits beside it is written into it first, if it is its own. A file that is
    /// damaged cannot be taken hold of, and need not be.
    fn of(target: &Path, shown: &Path) -> Result<Self, LedgerError> {
        let locked = locked(target, shown)?;
        let alone = match open::open_alone(target) {
            Ok(conn) => Some(conn),
            Err(LedgerError::Busy { .. }) => return Err(LedgerError::InUse { path: shown.to_owned() }),
            Err(_) => None,
        };
        let first = alone.as_ref().and_then(|conn| first_hash(conn).ok());
        Ok(Self { first, _alone: alone, _locked: locked })
    }
}

/// Gives a file the name of another, which gets a name beside it: that other name first, so that neither is ever without.
fn replace(made: Unfinished, target: &Path, shown: &Path) -> Result<PathBuf, LedgerError> {
    let failed = |source| LedgerError::Io { path: shown.to_owned(), source };
    let kept = free_name(target);
    let made = flushed(made).map_err(failed)?;
    let put = name_twice(target, &kept).and_then(|()| made.persist(target).map_err(|error| error.error));
    if let Err(error) = put {
        take_up(target)?;
        return Err(failed(error));
    }
    flush(&folder_of(target));
    Ok(kept)
}

/// Gives a file, and what waits beside it, a second name; what waits loses its first, lest it be taken for the new file's.
fn name_twice(target: &Path, kept: &Path) -> Result<(), Error> {
    if let Err(error) = std::fs::hard_link(target, kept) {
        // A file system without links: for an instant there is no file of the name, but both files are there.
        return if error.kind() == ErrorKind::NotFound { Err(error) } else { std::fs::rename(target, kept) };
    }
    for end in WAITING {
        let waits = with_end(target, end);
        let Ok(about) = waits.metadata() else { continue };
        if about.len() > 0 {
            std::fs::hard_link(&waits, with_end(kept, end))?;
        }
        std::fs::remove_file(&waits)?;
    }
    // What is left of an index into it would be made anew.
    drop(std::fs::remove_file(with_end(target, "-shm")));
    Ok(())
}

fn free_name(target: &Path) -> PathBuf {
    let numbered = |number: u32| with_end(target, &format!("{REPLACED}{number}"));
    let is_free =
        |name: &PathBuf| name.symlink_metadata().is_err() && WAITING.iter().all(|end| !with_end(name, end).exists());
    (1..=u32::MAX).map(numbered).find(is_free).unwrap_or_else(|| numbered(0))
}
