//! The tables' own version: the migrations, and what marks a file as ours.

use std::collections::BTreeMap;

use rusqlite::{Connection, ErrorCode};

use super::hash::sha256;
use super::trouble::Trouble;

/// `PRAGMA application_id` of a campaign file: `RAIL` in ASCII.
pub(super) const APPLICATION_ID: i32 = 0x5241_494C;

/// The newest schema, and the version of the last file of `migrations/`.
pub(super) const SCHEMA: i64 = 11;

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// Brings the tables up to date; foreign keys must be off, for a migration runs in a transaction.
pub(super) fn migrate(conn: &mut Connection) -> Result<(), Trouble> {
    match embedded::migrations::runner().run(conn) {
        Ok(_) => Ok(()),
        Err(error) => Err(no_room(&error)
            .unwrap_or_else(|| Trouble::Damaged(format!("its tables cannot be brought up to date: {error}")))),
    }
}

/// What SQLite said, where it was not the tables but the disk.
fn no_room(error: &refinery::Error) -> Option<Trouble> {
    let refinery::error::Kind::Connection(_, source) = error.kind() else { return None };
    let rusqlite::Error::SqliteFailure(failure, words) = source.downcast_ref()? else { return None };
    let disk = matches!(failure.code, ErrorCode::DiskFull | ErrorCode::SystemIoFailure);
    disk.then(|| rusqlite::Error::SqliteFailure(*failure, words.clone()).into())
}

/// What the migrations make: every table, index, trigger and view with the hash of its SQL. To run them all in memory for
/// it took a tenth of `verify`.
const AS_MADE: &str = include_str!("schema.txt");

/// Every object that the migrations make, type and name, with the hash of its SQL.
pub(super) fn as_made() -> impl Iterator<Item = (&'static str, &'static str)> {
    AS_MADE.lines().filter_map(|line| line.rsplit_once(' '))
}

/// Every object of a file, type and name, with the hash of its SQL.
pub(super) fn objects(conn: &Connection) -> Result<BTreeMap<String, String>, Trouble> {
    let mut statement = conn.prepare("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, sha256(row.get_ref(1)?.as_bytes()?))))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The schema of a file: the last migration that it has had.
pub(super) fn version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.query_row("SELECT coalesce(max(version), 0) FROM refinery_schema_history", [], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    // An incremental build does not notice a new file of the folder.
    #[test]
    fn every_migration_of_the_folder_is_embedded() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations")).unwrap();
        let files: BTreeMap<_, _> = folder
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                (path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(path).unwrap())
            })
            .collect();
        let runner = embedded::migrations::runner();
        let embedded: BTreeMap<_, _> =
            runner.get_migrations().iter().map(|m| (m.to_string(), m.sql().unwrap_or_default().to_owned())).collect();
        assert_eq!(files, embedded, "touch src/ledger/schema.rs and build again");
        let newest = runner.get_migrations().iter().map(|m| i64::from(m.version())).max();
        assert_eq!(newest, Some(SCHEMA));
    }

    #[test]
    fn what_the_migrations_make_is_written_down() {
        let mut fresh = Connection::open_in_memory().unwrap();
        migrate(&mut fresh).unwrap();
        let lines: Vec<String> =
            objects(&fresh).unwrap().iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
        let made = lines.concat();
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/ledger/schema.txt"), &made).unwrap();
        }
        assert!(
            made == AS_MADE,
            "schema.txt is out of date: `UPDATE_DOCS=1 cargo test --lib written_down`, build again"
        );
    }
}
