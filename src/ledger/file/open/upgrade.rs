//! Bringing the tables of an older file up to date: a copy of it first, then everything in one transaction.
//!
//! What it decides: that nothing is migrated of which no verified copy lies beside.
//! What it never does: leave a file between two schemas, whatever happens to the process or the disk.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use campaign::{Campaign, Intel};

use crate::error::LedgerError;
use crate::file::backup;
use crate::file::connection::{READER_WAIT, connect, known_version};
use crate::file::create::{beside_as, put_in_place};
use crate::file::schema::{SCHEMA, check_history, migrate};
use crate::file::storage_error::{AtPath, Result, StorageError};
use crate::file::waiting::{mark, marked};
use crate::file::whole_file::with_end;
use crate::log::fold::fold_here;
use crate::log::record::Upgraded;
use crate::log::{self, stamp};
use crate::parallel;
use crate::project::project;

/// The first schema whose tables of what the sides know say what is known today.
const INTEL_AS_NOW: i64 = 17;

/// How long one process waits for another that is bringing the same file up to date.
const WAIT: Duration = Duration::from_mins(1);

/// Brings the tables up to date; none where they are.
pub(crate) fn bring_up_to_date(conn: &mut Connection, path: &Path) -> Result<Option<Upgraded>, LedgerError> {
    if known_version(conn, path)? == SCHEMA {
        return Ok(None);
    }
    // `PRAGMA foreign_keys` does nothing inside a transaction, and a migration may edit the schema itself.
    conn.pragma_update(None, "foreign_keys", false).at(path)?;
    guarded(conn, false).at(path)?;
    let upgraded = in_one_transaction(conn, path);
    guarded(conn, true).at(path)?;
    upgraded
}

fn guarded(conn: &Connection, yes: bool) -> Result<()> {
    Ok(conn.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_DEFENSIVE, yes).map(drop)?)
}

fn in_one_transaction(conn: &mut Connection, path: &Path) -> Result<Option<Upgraded>, LedgerError> {
    conn.busy_timeout(WAIT).at(path)?;
    let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate).at(path)?;
    transaction.busy_timeout(READER_WAIT).at(path)?;
    let from = known_version(&transaction, path)?;
    if from == SCHEMA {
        // Another process has done it meanwhile.
        return Ok(None);
    }
    check_history(&transaction).at(path)?;
    let kept = copy(&transaction, path, from)?;
    let before = marked(&transaction).at(path)?;
    let done = migrate(&transaction)
        .and_then(|()| check_foreign_keys(&transaction))
        .and_then(|()| put_stamp(&transaction, from))
        .and_then(|()| mark(&transaction, before))
        .and_then(|()| Ok(transaction.commit()?));
    if done.is_err() && kept.is_new {
        // Nothing has changed, so nothing need be kept; where it cannot be removed it is in nobody's way.
        drop(std::fs::remove_file(&kept.path));
    }
    done.at(path).map(|()| Some(Upgraded { from, to: SCHEMA, kept: kept.path }))
}

/// The copy of the file as it was.
struct Kept {
    path: PathBuf,
    is_new: bool,
}

/// Makes sure that a verified copy of the file as it is lies beside it, seen by a connection of its own: this one is in a
/// transaction. One that was left by a process that was killed will do.
fn copy(conn: &Connection, path: &Path, schema: i64) -> Result<Kept, LedgerError> {
    let tip = parallel::stamp(conn).at(path)?;
    let mut number = 1;
    loop {
        let kept = numbered(path, schema, number);
        if kept.symlink_metadata().is_err() {
            let made = beside_as(&kept, path)?;
            let reader = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY).at(path)?;
            reader.busy_timeout(READER_WAIT).at(path)?;
            backup::copy_into(&reader, path, &made, &kept)?;
            backup::verify_copy((&reader, path), path, &made, &kept, &tip)?;
            put_in_place(made, &kept)?;
            return Ok(Kept { path: kept, is_new: true });
        }
        if backup::must_be_a_copy(&kept, &kept, &tip).is_ok() {
            return Ok(Kept { path: kept, is_new: false });
        }
        number += 1;
    }
}

fn numbered(path: &Path, schema: i64, number: u32) -> PathBuf {
    let again = if number > 1 { format!("-{number}") } else { String::new() };
    with_end(path, &format!(".schema-{schema}{again}"))
}

fn check_foreign_keys(conn: &Connection) -> Result<()> {
    let broken: i64 = conn.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))?;
    if broken == 0 { Ok(()) } else { Err(StorageError::Damaged(format!("{broken} rows refer to missing rows"))) }
}

/// Stamps the tables as the log says that they are, with what the sides know by it. Where the log cannot be folded they get no stamp: then they can be read,
/// and nothing is written to them.
fn put_stamp(conn: &Connection, from: i64) -> Result<()> {
    let standing = log::chain(conn)?.standing();
    match fold_here(conn, &standing) {
        Ok(campaign) => {
            // What the sides know follows from the log: of an older file the tables are empty by now.
            let kept = if from < INTEL_AS_NOW { Intel::default() } else { campaign.intel.clone() };
            let before = Campaign { intel: kept, ..campaign.clone() };
            stamp::write(conn, stamp::Sum::of(&before))?;
            project(conn, Some(&before), &campaign)
        }
        Err(StorageError::Damaged(_) | StorageError::Unfolded { .. }) => Ok(()),
        Err(other) => Err(other),
    }
}
