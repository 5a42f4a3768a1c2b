//! The tables' own version: the migrations, and what marks a file as ours.
//!
//! What it decides: which migrations a file wants, and whether its history of them is one.
//! What it never does: begin or end a transaction. Whoever migrates holds one open, so that all migrations, what is checked
//! after them and what is written with them stand or fall together.

use std::collections::BTreeMap;

use chrono::DateTime;
use refinery::Migration;
use refinery_core::Migrate;
use refinery_core::traits::sync::{Query, Transaction};
use rusqlite::{Connection, ErrorCode, OptionalExtension};

use crate::file::storage_error::{Result, StorageError};
use crate::log::hash::sha256;

/// `PRAGMA application_id` of a campaign file: `RAIL` in ASCII.
pub(crate) const APPLICATION_ID: i32 = 0x5241_494C;

/// The newest schema: the version of the last file of `migrations/`.
pub(crate) const SCHEMA: i64 = newest(AS_MADE.as_bytes());

/// The number after `schema ` in the first line.
const fn newest(made: &[u8]) -> i64 {
    let (mut version, mut at) = (0, "schema ".len());
    while made[at].is_ascii_digit() {
        version = version * 10 + (made[at] - b'0') as i64;
        at += 1;
    }
    version
}

mod embedded {
    refinery::embed_migrations!("../../migrations");
}

/// Brings the tables up to date, within the transaction that is open; foreign keys must be off.
pub(crate) fn migrate(conn: &Connection) -> Result<()> {
    check_history(conn)?;
    match embedded::migrations::runner().set_grouped(true).run(&mut Within(conn)) {
        Ok(_) => Ok(()),
        Err(error) => Err(no_room(&error)
            .unwrap_or_else(|| StorageError::Damaged(format!("its tables cannot be brought up to date: {error}")))),
    }
}

/// The transaction that is open already: refinery would begin and end several of its own.
struct Within<'c>(&'c Connection);

impl Transaction for Within<'_> {
    type Error = rusqlite::Error;

    fn execute<'a, T: Iterator<Item = &'a str>>(&mut self, queries: T) -> rusqlite::Result<usize> {
        let mut count = 0;
        for query in queries {
            self.0.execute_batch(query)?;
            count += 1;
        }
        Ok(count)
    }
}

impl Query<Vec<Migration>> for Within<'_> {
    /// The migrations that the file has had: of the history, which has been checked, the versions are enough.
    fn query(&mut self, _: &str) -> rusqlite::Result<Vec<Migration>> {
        let had = version(self.0)?;
        let all = embedded::migrations::runner().get_migrations().clone();
        Ok(all.into_iter().filter(|migration| i64::from(migration.version()) <= had).collect())
    }
}

impl Migrate for Within<'_> {}

/// Refuses a history of migrations that is not as railhead writes it.
pub(crate) fn check_history(conn: &Connection) -> Result<()> {
    match history_faults(conn)?.into_iter().next() {
        None => Ok(()),
        Some((row, what)) => {
            Err(StorageError::Damaged(format!("its schema history is not railhead's: row {row}: {what}")))
        }
    }
}

/// What is wrong with the history of migrations, by row. A file without one has had none.
pub(crate) fn history_faults(conn: &Connection) -> Result<Vec<(i64, String)>> {
    let there = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'refinery_schema_history'";
    if conn.query_row(there, [], |_| Ok(())).optional()?.is_none() {
        return Ok(Vec::new());
    }
    let sql = "SELECT CAST(version AS TEXT), CAST(name AS TEXT), CAST(applied_on AS TEXT), CAST(checksum AS TEXT) \
               FROM refinery_schema_history ORDER BY version";
    let mut statement = conn.prepare(sql)?;
    let mut rows = statement.query([])?;
    let runner = embedded::migrations::runner();
    let mut known = runner.get_migrations().iter().collect::<Vec<_>>();
    known.sort();
    let mut known = known.into_iter();
    let (mut faults, mut number) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        number += 1;
        let found = [0, 1, 2, 3].map(|column| row.get_ref(column).map(crate::project::SqlCell::read));
        let [version, name, applied, checksum] =
            found.map(|cell| cell.map_or_else(|e| e.to_string(), |c| c.to_string()));
        let Some(of) = known.next() else {
            faults.push((number, format!("version {version} does not exist")));
            continue;
        };
        let expected = [of.version().to_string(), of.name().to_owned(), of.checksum().to_string()];
        if let Some((expected, found)) = expected.iter().zip([&version, &name, &checksum]).find(|(a, b)| a != b) {
            faults.push((number, format!("`{expected}` expected, `{found}` found")));
        } else if DateTime::parse_from_rfc3339(&applied).is_err() {
            faults.push((number, format!("`{applied}` is not a time")));
        }
    }
    Ok(faults)
}

/// What SQLite said, where it was not the tables but the disk.
fn no_room(error: &refinery::Error) -> Option<StorageError> {
    let refinery::error::Kind::Connection(_, source) = error.kind() else { return None };
    let rusqlite::Error::SqliteFailure(failure, words) = source.downcast_ref()? else { return None };
    let disk = matches!(failure.code, ErrorCode::DiskFull | ErrorCode::SystemIoFailure);
    disk.then(|| rusqlite::Error::SqliteFailure(*failure, words.clone()).into())
}

/// What the migrations make: the version of the last, then every table, index, trigger and view with the hash of its SQL.
/// To run them all in memory for it took a tenth of `verify`.
const AS_MADE: &str = include_str!("../../../migrations/schema.txt");

/// How an object of a file differs from what the migrations make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unlike {
    /// It is not there.
    Missing,
    /// It says something else.
    Changed,
    /// A trigger that they do not make, which could change what is written. Others may have added tables, indices and views.
    Strange,
}

/// The objects of a file that are not as the migrations make them, type and name.
pub(crate) fn unlike_made(conn: &Connection) -> Result<Vec<(String, Unlike)>> {
    let mut there = objects(conn)?;
    let mut found = Vec::new();
    for (name, hash) in as_made() {
        match there.remove(name) {
            None => found.push((name.to_owned(), Unlike::Missing)),
            Some(other) if other != hash => found.push((name.to_owned(), Unlike::Changed)),
            Some(_) => {}
        }
    }
    let strangers = there.into_keys().filter(|name| name.starts_with("trigger "));
    found.extend(strangers.map(|name| (name, Unlike::Strange)));
    Ok(found)
}

/// Every object that the migrations make, type and name, with the hash of its SQL.
fn as_made() -> impl Iterator<Item = (&'static str, &'static str)> {
    AS_MADE.lines().skip(1).filter_map(|line| line.rsplit_once(' '))
}

/// Every object of a file, type and name, with the hash of its SQL.
fn objects(conn: &Connection) -> Result<BTreeMap<String, String>> {
    let mut statement = conn.prepare("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, sha256(row.get_ref(1)?.as_bytes()?))))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The version of the last file of `migrations/` that is compiled in.
pub(crate) fn last_embedded() -> i64 {
    embedded::migrations::runner().get_migrations().iter().map(|m| i64::from(m.version())).max().unwrap_or_default()
}

/// The schema of a file: the last migration that it has had.
pub(crate) fn version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.query_row("SELECT coalesce(max(version), 0) FROM refinery_schema_history", [], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    // An incremental build does not notice a new file of the folder.
    #[test]
    fn every_migration_of_the_folder_is_embedded() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations")).unwrap();
        let files: BTreeMap<_, _> = folder
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "sql"))
            .map(|path| {
                (path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(path).unwrap())
            })
            .collect();
        let runner = embedded::migrations::runner();
        let embedded: BTreeMap<_, _> =
            runner.get_migrations().iter().map(|m| (m.to_string(), m.sql().unwrap_or_default().to_owned())).collect();
        assert_eq!(files, embedded, "touch src/ledger/file/schema.rs and build again");
    }

    #[test]
    fn what_the_migrations_make_is_written_down() {
        let fresh = Connection::open_in_memory().unwrap();
        migrate(&fresh).unwrap();
        let objects = objects(&fresh).unwrap();
        let lines: Vec<String> = objects.iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
        let made = format!("schema {}\n{}", version(&fresh).unwrap(), lines.concat());
        if std::env::var_os("UPDATE_DOCS").is_some() {
            // What is compiled in is that of before.
            return std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations/schema.txt"), &made).unwrap();
        }
        assert!(
            made == AS_MADE,
            "migrations/schema.txt is out of date: `UPDATE_DOCS=1 cargo test -p railhead-ledger written_down`"
        );
    }
}
