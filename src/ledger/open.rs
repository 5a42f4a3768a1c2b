//! Opening a file: what it must be, and how the connection is set.
//!
//! What it decides: that a file which may only be read is read as it lies there, where nobody is writing to it.
//! What it never does: read past operations that wait in the file beside (`-wal`).

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::error::LedgerError;
use super::schema::{APPLICATION_ID, SCHEMA, migrate, version};
use super::trouble::{AtPath, Trouble};

/// How long a reader waits for the moments in which a file is locked against readers too.
pub(super) const READER_WAIT: Duration = Duration::from_secs(5);

/// A connection to a campaign file, its tables brought up to date.
///
/// The head of the file is read first, without SQLite, so that a file that is none of ours is not touched.
pub(super) fn open(path: &Path) -> Result<Connection, LedgerError> {
    look_at_head(path)?;
    match open_to_write(path) {
        // SQLite needs two files beside even to read; where it may not make them, they are not needed if nobody has.
        Err(LedgerError::ReadOnly { .. }) if !has_more_beside(path) => open_to_read(path),
        opened => opened,
    }
}

fn open_to_write(path: &Path) -> Result<Connection, LedgerError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut conn = Connection::open_with_flags(path, flags).at(path)?;
    conn.set_prepared_statement_cache_capacity(128);
    conn.busy_timeout(READER_WAIT).at(path)?;
    bring_up_to_date(&mut conn, path)?;
    configure(&conn).at(path)?;
    Ok(conn)
}

/// Whether there are operations in the file beside that have not come into this one.
fn has_more_beside(path: &Path) -> bool {
    let mut beside = path.as_os_str().to_owned();
    beside.push("-wal");
    std::fs::metadata(beside).is_ok_and(|beside| beside.len() > 0)
}

/// Opens a file as one that nobody changes: nothing is locked, and nothing made beside.
fn open_to_read(path: &Path) -> Result<Connection, LedgerError> {
    let whole = std::path::absolute(path).map_err(|source| LedgerError::Io { path: path.to_owned(), source })?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let conn = Connection::open_with_flags(uri(&whole), flags).at(path)?;
    conn.set_prepared_statement_cache_capacity(128);
    let found = version(&conn).map_err(no_history).at(path)?;
    if found > SCHEMA {
        return Err(LedgerError::Newer { path: path.to_owned(), found, known: SCHEMA });
    }
    if found < SCHEMA {
        // Its tables would have to be brought up to date first.
        return Err(LedgerError::ReadOnly { path: path.to_owned() });
    }
    conn.pragma_update(None, "cell_size_check", true).at(path)?;
    Ok(conn)
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

fn look_at_head(path: &Path) -> Result<(), LedgerError> {
    let io = |source: std::io::Error| match source.kind() {
        std::io::ErrorKind::NotFound => LedgerError::Missing { path: path.to_owned() },
        _ => LedgerError::Io { path: path.to_owned(), source },
    };
    let other = |why| Err(LedgerError::NotACampaign { path: path.to_owned(), why });
    if std::fs::metadata(path).map_err(io)?.is_dir() {
        return other("it is a folder");
    }
    let mut head = [0_u8; 100];
    match File::open(path).map_err(io)?.read_exact(&mut head) {
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return other("it is too short"),
        result => result.map_err(io)?,
    }
    if !head.starts_with(b"SQLite format 3\0") {
        return other("it is no SQLite database");
    }
    if head[68..72] != APPLICATION_ID.to_be_bytes() {
        return other("it is the database of another program");
    }
    Ok(())
}

// `PRAGMA foreign_keys` does nothing inside a transaction, and every migration runs in one: so off, migrate, check, on.
fn bring_up_to_date(conn: &mut Connection, path: &Path) -> Result<(), LedgerError> {
    let found = version(conn).map_err(no_history).at(path)?;
    if found > SCHEMA {
        return Err(LedgerError::Newer { path: path.to_owned(), found, known: SCHEMA });
    }
    if found < SCHEMA {
        conn.pragma_update(None, "foreign_keys", false).at(path)?;
        migrate(conn).at(path)?;
        check_foreign_keys(conn).at(path)?;
    }
    Ok(())
}

fn no_history(error: rusqlite::Error) -> Trouble {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::Unknown) => Trouble::Damaged(format!("it has no schema history ({error})")),
        _ => error.into(),
    }
}

fn check_foreign_keys(conn: &Connection) -> Result<(), Trouble> {
    let broken: i64 = conn.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))?;
    if broken == 0 { Ok(()) } else { Err(Trouble::Damaged(format!("{broken} rows refer to rows that are not there"))) }
}

// Synchronous FULL: in WAL mode NORMAL would lose the last operations when the power fails, after they were reported
// as done. One flush a command (or script) is a price that nobody notices.
fn configure(conn: &Connection) -> Result<(), Trouble> {
    let journal: String = conn.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
    conn.pragma_update(None, "synchronous", "full")?;
    conn.pragma_update(None, "foreign_keys", true)?;
    conn.pragma_update(None, "cell_size_check", true)?;
    let synchronous: i64 = conn.pragma_query_value(None, "synchronous", |row| row.get(0))?;
    let foreign_keys: bool = conn.pragma_query_value(None, "foreign_keys", |row| row.get(0))?;
    if journal != "wal" || synchronous != 2 || !foreign_keys {
        let what = format!("journal_mode {journal}, synchronous {synchronous}, foreign_keys {foreign_keys}");
        return Err(Trouble::Damaged(format!("SQLite does not do as it must: {what}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_to_be_changed_is_read_with_nothing_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a b%?#.railhead");
        let mut made = Connection::open(&path).unwrap();
        made.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        migrate(&mut made).unwrap();
        made.pragma_update(None, "journal_mode", "wal").unwrap();
        made.close().unwrap();
        let names = || std::fs::read_dir(dir.path()).unwrap().count();
        assert!(names() == 1 && !has_more_beside(&path));
        let conn = open_to_read(&path).unwrap();
        let tables: i64 = conn.query_row("SELECT count(*) FROM formation", [], |row| row.get(0)).unwrap();
        assert_eq!((tables, names()), (0, 1));
        let refused = conn.execute_batch("BEGIN IMMEDIATE; DELETE FROM formation").at(&path).unwrap_err();
        assert!(matches!(refused, LedgerError::ReadOnly { .. }), "{refused}");
        drop(conn);
        Connection::open(&path)
            .unwrap()
            .execute_batch("UPDATE refinery_schema_history SET version = 900 WHERE version = 1")
            .unwrap();
        assert!(matches!(open_to_read(&path), Err(LedgerError::Newer { found: 900, .. })));
        Connection::open(&path)
            .unwrap()
            .execute_batch("DELETE FROM refinery_schema_history WHERE version > 1")
            .unwrap();
        assert!(matches!(open_to_read(&path), Err(LedgerError::ReadOnly { .. })));
        std::fs::write(dir.path().join("a b%?#.railhead-wal"), "something").unwrap();
        assert!(has_more_beside(&path));
    }
}
