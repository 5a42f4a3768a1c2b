//! Files that may only be read: on a read-only medium, or protected.
//!
//! SQLite needs two files beside even to read. Where it may not make them, they are not needed if nobody has; else, and where
//! the tables would have to be brought up to date, a copy is read.

use std::fmt::Write as _;
use std::path::Path;

use rusqlite::OpenFlags;
use tempfile::TempDir;

use super::{OpenedFile, head, open_to_write};
use crate::error::LedgerError;
use crate::file::connection::{connect, known_version};
use crate::file::schema::SCHEMA;
use crate::file::storage_error::AtPath;
use crate::file::waiting::{self, beside};

/// Opens a file as one that nobody changes: nothing is locked, and nothing made beside.
pub(crate) fn open(path: &Path) -> Result<OpenedFile, LedgerError> {
    if !waiting::waits(path) {
        let whole = std::path::absolute(path).map_err(|source| LedgerError::Io { path: path.to_owned(), source })?;
        let file = uri(&whole);
        let conn = connect(&file, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI).at(path)?;
        if known_version(&conn, path)? == SCHEMA {
            return Ok(OpenedFile { conn, file: file.into(), identity: None, upgraded: None, copy: None });
        }
    }
    copied(path)
}

/// The name of a copy within its folder.
pub(crate) const COPY: &str = "copy.railhead";

/// Opens a copy.
fn copied(path: &Path) -> Result<OpenedFile, LedgerError> {
    let folder = raw_copy(path)?;
    let opened = open_to_write(&folder.path().join(COPY)).map_err(|error| error.of(path))?;
    Ok(OpenedFile { identity: None, upgraded: None, copy: Some(folder), ..opened })
}

/// Copies a file byte by byte, with what waits beside it and is its own, to a folder that is gone when it is dropped.
pub(crate) fn raw_copy(path: &Path) -> Result<TempDir, LedgerError> {
    head::look(path)?;
    let failed = |source| LedgerError::Io { path: path.to_owned(), source };
    let folder = tempfile::Builder::new().prefix("railhead-").tempdir().map_err(failed)?;
    let file = folder.path().join(COPY);
    std::fs::copy(path, &file).map_err(failed)?;
    if waiting::waits(path) && waiting::must_be_its_own(path).is_ok() {
        std::fs::copy(beside(path, "-wal"), beside(&file, "-wal")).map_err(failed)?;
    }
    may_be_written(&file).map_err(failed)?;
    Ok(folder)
}

/// A copy has the mode of what was copied.
fn may_be_written(file: &Path) -> std::io::Result<()> {
    let mut mode = std::fs::metadata(file)?.permissions();
    #[cfg(unix)]
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o600);
    #[cfg(not(unix))]
    mode.set_readonly(false);
    std::fs::set_permissions(file, mode)
}

/// The path as SQLite takes it with options: what has a meaning there is written as bytes.
fn uri(path: &Path) -> String {
    let mut uri = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => uri.push(char::from(*byte)),
            // Writing to a text cannot fail.
            _ => drop(write!(uri, "%{byte:02X}")),
        }
    }
    uri + "?immutable=1"
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::file::schema::{APPLICATION_ID, migrate};

    fn made(path: &Path) {
        let made = Connection::open(path).unwrap();
        made.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        migrate(&made).unwrap();
        made.pragma_update(None, "journal_mode", "wal").unwrap();
        made.close().unwrap();
    }

    fn sql(path: &Path, sql: &str) {
        Connection::open(path).unwrap().execute_batch(sql).unwrap();
    }

    #[test]
    fn a_file_that_is_not_to_be_changed_is_read_with_nothing_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a b%?#.railhead");
        made(&path);
        let names = || std::fs::read_dir(dir.path()).unwrap().count();
        assert!(names() == 1 && !waiting::waits(&path));
        let opened = open(&path).unwrap();
        assert!(opened.copy.is_none());
        let tables: i64 = opened.conn.query_row("SELECT count(*) FROM formation", [], |row| row.get(0)).unwrap();
        assert_eq!((tables, names()), (0, 1));
        let refused = opened.conn.execute_batch("BEGIN IMMEDIATE; DELETE FROM formation").at(&path).unwrap_err();
        assert!(matches!(refused, LedgerError::ReadOnly { .. }), "{refused}");
        drop(opened);
        sql(&path, "UPDATE refinery_schema_history SET version = 900 WHERE version = 1");
        assert!(matches!(open(&path), Err(LedgerError::Newer { found: 900, .. })));
    }

    #[test]
    fn operations_that_wait_beside_a_file_are_read_with_it_from_a_copy() {
        let dir = tempfile::tempdir().unwrap();
        let (path, other) = (dir.path().join("six.railhead"), dir.path().join("killed"));
        made(&path);
        let killed = Connection::open(&path).unwrap();
        killed.execute_batch("INSERT INTO paper VALUES ('x', 'y')").unwrap();
        for end in ["", "-wal"] {
            std::fs::copy(beside(&path, end), format!("{}{end}", other.display())).unwrap();
        }
        drop(killed);
        let opened = open(&other).unwrap();
        assert!(opened.copy.is_some() && waiting::waits(&other));
        let papers: i64 = opened.conn.query_row("SELECT count(*) FROM paper", [], |row| row.get(0)).unwrap();
        assert_eq!(papers, 1);
        let copy = opened.file.clone();
        drop(opened);
        assert!(!copy.exists());
    }
}
