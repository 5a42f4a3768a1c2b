//! Backup: a copy of the whole file, log and all, read back before it gets its name.

use std::path::Path;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql, ffi};

use super::create::{beside, put_in_place};
use super::soundness;
use crate::error::LedgerError;
use crate::file::connection::connect;
use crate::file::storage_error::{AtPath, Result, StorageError};
use crate::handle::Ledger;
use crate::parallel;

impl Ledger {
    /// Writes a copy of the whole file, log and all, to a new file, and reads it back.
    ///
    /// # Errors
    /// When the file exists or cannot be written, this one is damaged, or a batch is open.
    pub fn backup(&self, to: &Path) -> Result<(), LedgerError> {
        if self.batch {
            return Err(LedgerError::Batch("a backup cannot be made within a batch"));
        }
        let made = beside(to)?;
        let tip = parallel::stamp(&self.conn).at(&self.path)?;
        copy_into(&self.conn, &self.path, &made, to)?;
        verify_copy((&self.conn, &self.file), &self.path, &made, to, &tip)?;
        put_in_place(made, to)
    }
}

/// The same as [`must_be_a_copy`], but where the file `of` that was copied is damaged, it is that which is named.
pub(crate) fn verify_copy(
    (conn, file): (&Connection, &Path),
    of: &Path,
    made: &Path,
    to: &Path,
    tip: &parallel::Stamp,
) -> Result<(), LedgerError> {
    let Err(error) = must_be_a_copy(made, to, tip) else { return Ok(()) };
    Err(match soundness::damage(conn, file).at(of)? {
        Some(what) => LedgerError::Damaged { path: of.to_owned(), what },
        None => error,
    })
}

/// A path as SQLite takes one as a value: its bytes, whether they are a text or not.
struct PathValue<'p>(&'p Path);

impl ToSql for PathValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Text(self.0.as_os_str().as_encoded_bytes())))
    }
}

/// Copies what a connection sees of the file `of` into the empty file `made`, which is to be `to`.
pub(crate) fn copy_into(conn: &Connection, of: &Path, made: &Path, to: &Path) -> Result<(), LedgerError> {
    let copied = conn.execute("VACUUM INTO ?1", [PathValue(made)]).map(drop);
    copied.map_err(|error| {
        let at = if is_of_reading(&error) { of } else { to };
        StorageError::from(error).at(at)
    })?;
    set_mode(made).being_made(made, to)
}

/// Whether it is the file that is copied which did not answer, or is damaged, and not the one that is written.
fn is_of_reading(error: &rusqlite::Error) -> bool {
    let Some(code) = error.sqlite_error().map(|error| error.extended_code) else { return true };
    match code & 0xFF {
        ffi::SQLITE_FULL | ffi::SQLITE_CANTOPEN | ffi::SQLITE_READONLY => false,
        ffi::SQLITE_IOERR => matches!(code, ffi::SQLITE_IOERR_READ | ffi::SQLITE_IOERR_SHORT_READ),
        _ => true,
    }
}

// VACUUM INTO does not copy the journal mode.
fn set_mode(file: &Path) -> Result<()> {
    let conn = Connection::open(file)?;
    conn.pragma_update(None, "journal_mode", "wal")?;
    conn.close().map_err(|(_, error)| error.into())
}

/// Reads a copy back, which is to be `to`: all that is asked of a file before it is written to, and whether its log ends with
/// the operation that it should.
pub(crate) fn must_be_a_copy(made: &Path, to: &Path, tip: &parallel::Stamp) -> Result<(), LedgerError> {
    let conn = connect(made, OpenFlags::SQLITE_OPEN_READ_WRITE).being_made(made, to)?;
    let found = parallel::stamp(&conn).being_made(made, to)?;
    let what = if found == *tip {
        soundness::damage(&conn, made).being_made(made, to)?
    } else {
        Some(format!("its log ends with operation {}, not {}", found.0, tip.0))
    };
    conn.close().map_err(|(_, error)| error).being_made(made, to)?;
    what.map_or(Ok(()), |what| Err(LedgerError::Damaged { path: to.to_owned(), what }))
}
