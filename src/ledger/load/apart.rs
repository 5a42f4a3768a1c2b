//! Reading a part of the tables in a thread of its own.
//!
//! On a campaign of the size of Uranus loading is most of what a reading command takes, and most of loading is handing
//! over values one by one. So three parts are read beside the fourth, each by a connection of its own.

use std::path::Path;
use std::thread::{Scope, ScopedJoinHandle};

use rusqlite::{Connection, OpenFlags};

use crate::ledger::open::READER_WAIT;
use crate::ledger::trouble::Trouble;

/// Number and hash of the last operation: two connections that see the same see the same campaign.
pub(super) type Stamp = (i64, String);

/// The stamp of what a connection sees.
pub(super) fn stamp(conn: &Connection) -> Result<Stamp, Trouble> {
    let sql = "SELECT number, hash FROM operation ORDER BY number DESC LIMIT 1";
    Ok(conn.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// How many pages such a connection keeps: it goes through each table once, so a page seen is not wanted again.
const CACHE_PAGES: u32 = 20;

/// A part being read apart; none where it is not worth it.
pub(super) type Apart<'scope, T> = Option<ScopedJoinHandle<'scope, Option<T>>>;

/// Reads a part in a thread of its own.
pub(super) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    path: &'scope Path,
    stamp: &'scope Stamp,
    read: impl FnOnce(&Connection) -> Result<T, Trouble> + Send + 'scope,
) -> Apart<'scope, T> {
    let work = move || {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut conn = Connection::open_with_flags(path, flags).ok()?;
        conn.busy_timeout(READER_WAIT).ok()?;
        conn.pragma_update(None, "cache_size", CACHE_PAGES).ok()?;
        let transaction = conn.transaction().ok()?;
        (self::stamp(&transaction).ok()? == *stamp).then_some(())?;
        read(&transaction).ok()
    };
    std::thread::Builder::new().spawn_scoped(scope, work).ok()
}

/// What was read apart. Where that failed for whatever reason, or another process has written in between, it is read
/// here: then an error is the true one.
pub(super) fn join<T>(apart: Apart<'_, T>, here: impl FnOnce() -> Result<T, Trouble>) -> Result<T, Trouble> {
    match apart.and_then(|handle| handle.join().ok().flatten()) {
        Some(value) => Ok(value),
        None => here(),
    }
}
