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
use super::{Ledger, error::LedgerError, load};
use aside::Bench;
use findings::Findings;

/// How many threads compare the tables beside this one, while another loads them.
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

// What takes long goes side by side, each part read once; what was found is put together in one order.
fn verify(conn: &Connection, path: &Path) -> Verification {
    let bench = Bench::new(conn, path);
    std::thread::scope(|scope| {
        let pages = bench.aside(scope, "file", file::check_pages);
        let references = bench.aside(scope, "file", file::check_references);
        let events = bench.aside(scope, "log", log::read);
        let hashes = bench.aside(scope, "log", log::check_hashes);
        let mut folding = Findings::default();
        let fold = folding.part("log", |_| imported(conn));
        let (reading, events) = events.done();
        let fold = fold.zip(events).and_then(|(mut campaign, events)| {
            folding.part("log", |found| log::fold(conn, &mut campaign, &events, found))?;
            Some(campaign)
        });
        let present = against_tables(&bench, fold.as_ref());
        Findings::of([pages.done().0, references.done().0, hashes.done().0, reading, folding, present]).finish()
    })
}

/// The tables against the fold, what must always hold of it, and what the tables say themselves.
fn against_tables(bench: &Bench<'_>, fold: Option<&Campaign>) -> Findings {
    let next = AtomicUsize::new(0);
    let compare = |conn: &Connection, _: &mut Findings| {
        Ok(fold.map(|fold| tables::compare_next(conn, fold, &next)).unwrap_or_default())
    };
    let mut held = Findings::default();
    let (compared, loading) = std::thread::scope(|scope| {
        let loading = bench.aside(scope, "tables", |conn, found| check_loaded(conn, fold, found));
        let others = [(); COMPARERS].map(|()| bench.aside(scope, "tables", compare));
        held.extend(fold.map(breaches).unwrap_or_default());
        held.part("stock", |found| tables::check_balances(bench.conn, found));
        let mut compared = held.part("tables", |found| compare(bench.conn, found)).unwrap_or_default();
        compared.extend(others.into_iter().filter_map(|other| other.done().1).flatten());
        compared.sort_by_key(|(number, _)| *number);
        (compared, loading.done().0)
    });
    Findings::of(compared.into_iter().map(|(_, found)| found).chain([held, loading]))
}

// What the tables say is checked by the invariants too, unless it is what the log says anyway.
fn check_loaded(conn: &Connection, fold: Option<&Campaign>, found: &mut Findings) -> Result<(), Trouble> {
    let loaded = load::load_here(conn)?;
    if fold != Some(&loaded) {
        found.extend(breaches(&loaded));
    }
    Ok(())
}
