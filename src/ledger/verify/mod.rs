//! Verify: folds the log anew and compares everything with everything.
//!
//! What it decides: whether a file is sound, and what exactly is not.
//! What it never does: stop at the first breach, or repair anything.
//! Where to look next: `log` for the log's own soundness, `tables` for the tables against the fold, `file` for SQLite's
//! own checks, `aside` for what is done at the same time.

mod aside;
mod file;
mod findings;
mod log;
mod tables;

use std::path::Path;
use std::sync::atomic::AtomicUsize;

use rusqlite::Connection;

use crate::campaign::{Campaign, breaches};

use super::fold::imported;
use super::record::Verification;
use super::trouble::Trouble;
use super::{Ledger, apart, error::LedgerError, load};
use aside::Bench;
use findings::Findings;

/// How many threads compare the tables beside this one.
const COMPARERS: usize = 2;

impl Ledger {
    /// Folds the log anew and compares everything with everything.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub fn verify(&self) -> Result<Verification, LedgerError> {
        self.reading(|conn| Ok(verify(conn, &self.path)))
    }
}

// What takes long goes side by side, in as many threads as a small machine has cores; what was found is put together in
// one order. The events wait for nobody: the fold, and all that is compared with it, waits for them.
fn verify(conn: &Connection, path: &Path) -> Verification {
    let bench = Bench::new(conn, path);
    std::thread::scope(|scope| {
        apart::spare(scope);
        let events = bench.aside(scope, "log", read_events);
        let pages = bench.aside(scope, "log", check_pages_and_hashes);
        let references = bench.aside(scope, "schema", check_references);
        let mut folding = Findings::default();
        let fold = folding.part("log", |_| imported(conn));
        let (reading, events) = events.done();
        let fold = fold.zip(events).and_then(|(mut campaign, events)| {
            folding.part("log", |found| log::fold(conn, &mut campaign, &events, found))?;
            Some(campaign)
        });
        let mut comparing = fold.as_ref().map(|fold| against(&bench, fold)).unwrap_or_default();
        comparing.part("stock", |found| tables::check_balances(conn, found));
        // What the tables say is checked by the invariants too, unless it is what the log says anyway.
        if fold.is_none() || !comparing.is_clean() {
            let loaded = comparing.part("tables", |_| load::load_here(conn));
            comparing.extend(loaded.iter().flat_map(breaches));
        }
        Findings::of([pages.done().0, references.done().0, reading, folding, comparing]).finish()
    })
}

/// The first content or operation that is not what its hash says; none where the log is as it was written.
pub(super) fn first_torn(conn: &Connection) -> Result<Option<String>, Trouble> {
    let mut found = Findings::default();
    match log::check_hashes(conn, &mut found) {
        // SQLite gave it, and it is of no kind that can stand there.
        Err(Trouble::Sqlite(error)) if error.sqlite_error_code().is_none() => return Ok(Some(error.to_string())),
        checked => checked?,
    }
    let first = found.finish().breaches.into_iter().next();
    Ok(first.map(|breach| match breach.kind {
        "content" => format!("content {}", breach.at.chars().take(12).collect::<String>()),
        _ => breach.at,
    }))
}

fn read_events(conn: &Connection, found: &mut Findings) -> Result<log::Read, Trouble> {
    apart::see_as_memory(conn, true)?;
    log::read(conn, found)
}

fn check_pages_and_hashes(conn: &Connection, found: &mut Findings) -> Result<(), Trouble> {
    found.part("file", |found| file::check_pages(conn, found));
    log::check_hashes(conn, found)
}

fn check_references(conn: &Connection, found: &mut Findings) -> Result<(), Trouble> {
    found.part("file", |found| file::check_references(conn, found));
    file::check_schema(conn, found)
}

/// The tables against the fold, and what must always hold of it.
fn against(bench: &Bench<'_>, fold: &Campaign) -> Findings {
    let next = AtomicUsize::new(0);
    let compare = |conn: &Connection, _: &mut Findings| {
        apart::see_as_memory(conn, true)?;
        Ok(tables::compare_next(conn, fold, &next))
    };
    let mut compared = std::thread::scope(|scope| {
        apart::spare(scope);
        let others = [(); COMPARERS].map(|()| bench.aside(scope, "tables", compare));
        let mut compared = tables::compare_next(bench.conn, fold, &next);
        compared.extend(others.into_iter().filter_map(|other| other.done().1).flatten());
        compared
    });
    compared.sort_by_key(|(number, _)| *number);
    let mut found = Findings::of(compared.into_iter().map(|(_, found)| found));
    found.extend(breaches(fold));
    found
}
