//! What goes wrong inside this room, before the path of the file is put to it.

use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

use crate::error::LedgerError;

/// What went wrong, of a file that the caller knows.
#[derive(Debug)]
pub(crate) enum StorageError {
    /// SQLite refused.
    Sqlite(rusqlite::Error),
    /// What the file holds cannot be: in words.
    Damaged(String),
    /// An operation of the log cannot be folded.
    Unfolded {
        /// Its number.
        number: u64,
        /// Which, and why, in words.
        what: String,
    },
    /// Something that is an error whatever the file.
    Plain(LedgerError),
}

/// What a step in this room gives, or what went wrong.
pub(crate) type Result<T, E = StorageError> = std::result::Result<T, E>;

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<LedgerError> for StorageError {
    fn from(error: LedgerError) -> Self {
        Self::Plain(error)
    }
}

impl StorageError {
    /// A reading that failed and does not fail any more.
    pub(crate) fn passing() -> Self {
        Self::Sqlite(rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_IOERR_READ), None))
    }

    /// What went wrong, without the file.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Sqlite(error) => error.to_string(),
            Self::Damaged(what) | Self::Unfolded { what, .. } => what.clone(),
            Self::Plain(error) => error.to_string(),
        }
    }

    /// Whether the system did not answer, of which nothing follows about the file.
    pub(crate) fn is_passing(&self) -> bool {
        let Self::Sqlite(error) = self else { return false };
        let passing =
            [ErrorCode::SystemIoFailure, ErrorCode::CannotOpen, ErrorCode::OutOfMemory, ErrorCode::DatabaseBusy];
        error.sqlite_error_code().is_some_and(|code| passing.contains(&code))
    }

    /// The error for the file at this path.
    pub(crate) fn at(self, path: &Path) -> LedgerError {
        let path = path.to_owned();
        match self {
            Self::Plain(error) => error,
            Self::Damaged(_) | Self::Unfolded { .. } => LedgerError::Damaged { path, what: self.words() },
            Self::Sqlite(error) => match error.sqlite_error_code() {
                Some(ErrorCode::DatabaseCorrupt) if is_sound(&path) => Self::passing().at(&path),
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                    LedgerError::Damaged { path, what: error.to_string() }
                }
                // What a row holds is of no kind that can stand there, or a table is not there.
                None => LedgerError::Damaged { path, what: error.to_string() },
                Some(ErrorCode::Unknown) if is_of_the_schema(&error) => {
                    LedgerError::Damaged { path, what: error.to_string() }
                }
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LedgerError::Busy { path },
                Some(ErrorCode::ReadOnly) => LedgerError::ReadOnly { path },
                Some(ErrorCode::DiskFull) => LedgerError::Full { path },
                Some(ErrorCode::SystemIoFailure) if is_of_the_file_beside(&error) => LedgerError::NoRoomBeside { path },
                _ => LedgerError::Sqlite { path, source: error },
            },
        }
    }
}

/// Whether a file is sound that SQLite calls malformed: so it calls one of which a page could not be read, too. Read once
/// more, that is found to have passed.
fn is_sound(path: &Path) -> bool {
    let read = || -> rusqlite::Result<String> {
        let conn =
            Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        conn.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
    };
    read().is_ok_and(|found| found == "ok")
}

/// Whether what could not be written is the index that SQLite keeps beside a file while it is open: it has no size of its own
/// that could grow too great.
fn is_of_the_file_beside(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    code.is_some_and(|code| [ffi::SQLITE_IOERR_SHMSIZE, ffi::SQLITE_IOERR_SHMOPEN].contains(&code))
}

fn is_of_the_schema(error: &rusqlite::Error) -> bool {
    let words = error.to_string();
    ["no such table", "no such column", "malformed"].iter().any(|start| words.contains(start))
}

/// Puts the path of the file to what went wrong with it.
pub(crate) trait AtPath<T> {
    /// The same, with the path put to the error.
    fn at(self, path: &Path) -> Result<T, LedgerError>;

    /// The same of a file that is being made, with the path that it is to have.
    fn being_made(self, made: &Path, to: &Path) -> Result<T, LedgerError>;
}

impl<T, E: Into<StorageError>> AtPath<T> for Result<T, E> {
    fn at(self, path: &Path) -> Result<T, LedgerError> {
        self.map_err(|error| error.into().at(path))
    }

    fn being_made(self, made: &Path, to: &Path) -> Result<T, LedgerError> {
        self.at(made).map_err(|error| error.of(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_not_be_written_is_called_so() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch("PRAGMA query_only = 1").unwrap();
        let error = conn.execute_batch("CREATE TABLE t (x)").at(Path::new("six.railhead")).unwrap_err();
        let words = "`six.railhead` can only be read: the file or its folder is protected against writing";
        assert_eq!(error.to_string(), words);
    }

    #[test]
    fn a_disk_too_full_to_read_from_is_called_so() {
        let error = rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_IOERR_SHMSIZE), None);
        let words = "`six.railhead` cannot be opened, for nothing beside it can be written: the disk is full";
        assert_eq!(StorageError::from(error).at(Path::new("six.railhead")).to_string(), words);
    }

    #[test]
    fn a_full_disk_is_called_so() {
        let conn = Connection::open_in_memory().unwrap();
        // SQLite says of a file that may not grow what it says of a disk without room.
        conn.execute_batch("PRAGMA max_page_count = 2; CREATE TABLE t (x)").unwrap();
        let filled = conn.execute("INSERT INTO t VALUES (zeroblob(100000))", []);
        let error = filled.at(Path::new("six.railhead")).unwrap_err();
        assert_eq!(error.to_string(), "`six.railhead` cannot be written: the disk is full");
    }
}
