//! Whether a file may be written to: what can be known by one reading of it, without a fold.
//!
//! What it decides: what is called damage, and what is only a disk that did not answer.
//! Where to look next: [`super::verify`], which folds the log and compares everything with everything.

use std::path::Path;

use rusqlite::Connection;

use super::schema::{SCHEMA, Unlike, unlike_made, version};
use crate::file::storage_error::{Result, StorageError};
use crate::log::stamp;
use crate::{parallel, verify};

/// What is wrong with pages, log, guards or tables, in words; of a file of an older program with pages and log, for tables and
/// guards are those of another schema.
pub(crate) fn damage(conn: &Connection, path: &Path) -> Result<Option<String>> {
    // All of it as it stood at one moment: what another process writes meanwhile is no damage.
    let _moment = conn.is_autocommit().then(|| conn.unchecked_transaction()).transpose()?;
    if version(conn)? < SCHEMA {
        return damaged_pages(conn)?.map_or_else(|| torn_log(conn), |found| Ok(Some(found)));
    }
    let found = damage_side_by_side(conn, path)?;
    found.map_or_else(|| missing(conn, ""), |found| Ok(Some(found)))
}

/// The same but for the guards. All is read from end to end, so side by side.
fn damage_side_by_side(conn: &Connection, path: &Path) -> Result<Option<String>> {
    let seen = parallel::stamp(conn).ok();
    std::thread::scope(|scope| {
        let log = seen.as_ref().and_then(|seen| parallel::spawn_through(scope, path, seen, torn_log));
        let misfit = seen.as_ref().and_then(|seen| parallel::spawn_through(scope, path, seen, stamp::misfit));
        if let Some(pages) = damaged_pages(conn)? {
            return Ok(Some(pages));
        }
        if let Some(torn) = parallel::join(log, || torn_log(conn))? {
            return Ok(Some(torn));
        }
        // Of tables that are not there the fit cannot be asked.
        if let Some(guard) = missing(conn, "table ")? {
            return Ok(Some(guard));
        }
        parallel::join(misfit, || stamp::misfit(conn))
    })
}

/// What SQLite's check says of the pages. A page that could not be had it calls a fault of the file too: so what it finds
/// has to be there when it is looked for once more.
fn damaged_pages(conn: &Connection) -> Result<Option<String>> {
    if quick_check(conn)? == "ok" {
        return Ok(None);
    }
    match quick_check(conn)? {
        again if again == "ok" => Err(StorageError::passing()),
        again => Ok(Some(again.replace('\n', " "))),
    }
}

fn quick_check(conn: &Connection) -> Result<String> {
    Ok(conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?)
}

/// What of the log is not as it was written, in words. Its content is none of the words: it may be anything.
fn torn_log(conn: &Connection) -> Result<Option<String>> {
    let torn = verify::first_torn(conn)?;
    Ok(torn.map(|at| format!("its log is not as it was written: {at}")))
}

/// Of the tables, indices, views and guards whose kind and name begin so the first that is not as railhead made it.
fn missing(conn: &Connection, start: &str) -> Result<Option<String>> {
    let found = unlike_made(conn)?.into_iter().find(|(name, _)| name.starts_with(start));
    Ok(found.map(|(name, unlike)| match unlike {
        Unlike::Missing => format!("its {name} is missing"),
        Unlike::Changed => format!("its {name} is not as railhead made it"),
        Unlike::Strange => format!("railhead did not make its {name}, which could change what is written"),
    }))
}
