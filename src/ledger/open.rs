//! Opening a file: what it must be, and how the connection is set.

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
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut conn = Connection::open_with_flags(path, flags).at(path)?;
    conn.set_prepared_statement_cache_capacity(128);
    conn.busy_timeout(READER_WAIT).at(path)?;
    bring_up_to_date(&mut conn, path)?;
    configure(&conn).at(path)?;
    Ok(conn)
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
