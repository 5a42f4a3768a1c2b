//! Verify: folds the log anew and compares everything with everything.
//!
//! What it decides: whether a file is sound, and what exactly is not.
//! What it never does: stop at the first breach, or repair anything.
//! Where to look next: `log` for the log's own soundness, `tables` for the tables against the fold, `file` for SQLite's
//! own checks, `since` for a hash noted before, `check` for what is done at the same time.

mod file;
mod findings;
mod log;
mod marks;
mod parallel_check;
mod since;
mod tables;

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;

use rusqlite::Connection;

use campaign::{Breach, Campaign, breaches};

use super::error::LedgerError;
use super::{load, log as stored};
use crate::file::storage_error::{Result, StorageError};
use crate::handle::Ledger;
use crate::log::fold::imported;
use crate::log::record::Verification;
use crate::log::stamp::{self, Sum};
use crate::parallel;
use findings::{Findings, LOG};
use parallel_check::CheckedFile;
use tables::Compared;

pub use crate::log::record::{NoHash, NotedHash};
pub use marks::OperationMark;

/// The greatest number that SQLite has.
const LAST: u64 = i64::MAX as u64;

impl Ledger {
    /// Folds the log anew and compares everything with everything.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub fn verify(&self) -> Result<Verification, LedgerError> {
        let found = self.reading(|conn| self.verify_once(conn))?;
        // Of a page that could not be had SQLite says what it says of one that is malformed: read once more, it is there.
        let unreadable = found.breaches.iter().any(|breach| ["unreadable", "integrity"].contains(&breach.kind));
        if unreadable { self.reading(|conn| self.verify_once(conn)) } else { Ok(found) }
    }

    fn verify_once(&self, conn: &Connection) -> Result<Verification> {
        let found = verify(conn, &self.file)?;
        Ok(Verification { tip: since::tip(conn), ..found })
    }

    /// The same, and whether the log up to an operation is as it was when its hash was noted.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub fn verify_since(&self, noted: NotedHash) -> Result<Verification, LedgerError> {
        let mut found = self.verify()?;
        self.reading(|conn| since::prove(conn, noted, &mut found))?;
        Ok(found)
    }
}

// What takes long goes side by side, in as many threads as a small machine has cores; what was found is put together in
// one order. The events wait for nobody: they happen as they come, and all that is compared with the fold waits for it.
// Who compares has the file open by then.
fn verify(conn: &Connection, path: &Path) -> Result<Verification> {
    let bench = CheckedFile::new(conn, path);
    let (folded, next) = (OnceLock::new(), AtomicUsize::new(0));
    let half = stored::last_link(conn).map_or(1, |last| last.number / 2);
    std::thread::scope(|scope| {
        let _settled = Settled(&folded);
        parallel::spare(scope);
        let mut early = bench.stream(scope, LOG, |conn, found, each| log::read(conn, 0..=half, found, each));
        let mut late = bench.stream(scope, LOG, |conn, found, each| log::read(conn, half + 1..=LAST, found, each));
        // These have a while to work before there is a fold to compare with: no connection is opened for that alone.
        let pages = bench.check(scope, "tables", |conn, found| {
            found.part("file", |found| file::check_pages(conn, found));
            compare_when_folded(conn, &folded, &next)
        });
        let others = bench.check(scope, "tables", |conn, found| {
            found.part(LOG, |found| check_references_and_contents(conn, found));
            compare_when_folded(conn, &folded, &next)
        });
        let mut folding = Findings::default();
        let fold = folding.part(LOG, |_| imported(conn)).and_then(|mut campaign| {
            let events = early.by_ref().chain(late.by_ref());
            folding.part(LOG, |found| log::fold(conn, &mut campaign, events, found))?;
            Some(campaign)
        });
        let ((reading, is_whole), (more, is_whole_too)) = (early.done()?, late.done()?);
        let fold = fold.filter(|_| is_whole.is_some() && is_whole_too.is_some());
        let fold = folded.get_or_init(|| fold).as_ref();
        let own = fold.map(|fold| (tables::compare_next(conn, fold, &next), breaches(fold)));
        let ((pages, one), (others, other)) = (pages.done(), others.done());
        let (mut comparing, sum) = own.map(|own| put_together(own, [one, other])).unwrap_or_default();
        comparing.part("stock", |found| tables::check_balances(conn, found));
        // What the tables say is checked by the invariants too, unless it is what the log says anyway.
        if fold.is_none() || !comparing.is_clean() {
            let loaded = comparing.part("tables", |_| load::load_here(conn));
            comparing.extend(loaded.iter().flat_map(breaches));
        }
        let mut all = Findings::of([pages, others, reading, more, folding, comparing]);
        // Of interest only where nothing else is found: the tables it is about are compared row by row.
        if all.is_clean() {
            let misfit = all.part(LOG, |_| stamp::misfit_of(conn, || Ok(sum))).flatten();
            if let Some(misfit) = misfit {
                all.add("stamp", "tables", "as railhead left them", misfit);
            }
        }
        all.finish()
    })
}

/// Lets nobody wait for a fold that will not come, whatever becomes of this thread.
struct Settled<'f>(&'f OnceLock<Option<Campaign>>);

impl Drop for Settled<'_> {
    fn drop(&mut self) {
        let _ = self.0.set(None);
    }
}

/// The first content or operation that is not what its hash says; none where the log is as it was written.
pub(super) fn first_torn(conn: &Connection) -> Result<Option<String>> {
    let mut found = Findings::default();
    match log::check_hashes(conn, &mut found) {
        // SQLite gave it, and it is of no kind that can stand there.
        Err(StorageError::Sqlite(error)) if error.sqlite_error_code().is_none() => return Ok(Some(error.to_string())),
        checked => checked?,
    }
    let first = found.finish()?.breaches.into_iter().next();
    Ok(first.map(|breach| match breach.kind {
        "content" => format!("content {}", breach.at.chars().take(12).collect::<String>()),
        _ => breach.at,
    }))
}

/// Checks what wants neither events nor fold.
fn check_references_and_contents(conn: &Connection, found: &mut Findings) -> Result<()> {
    found.part("file", |found| file::check_references(conn, found));
    found.part("schema", |found| file::check_schema(conn, found));
    log::check_contents(conn, found)
}

/// Waits for the fold, and compares with it the tables that nobody else has taken.
fn compare_when_folded(conn: &Connection, folded: &OnceLock<Option<Campaign>>, next: &AtomicUsize) -> Result<Compared> {
    parallel::see_as_memory(conn, true)?;
    Ok(folded.wait().as_ref().map(|fold| tables::compare_next(conn, fold, next)).unwrap_or_default())
}

/// What was found in the tables, here and aside, and what their rows come to; and what must always hold and does not.
fn put_together((mut compared, held): (Compared, Vec<Breach>), aside: [Option<Compared>; 2]) -> (Findings, Sum) {
    compared.extend(aside.into_iter().flatten().flatten());
    compared.sort_by_key(|(number, ..)| *number);
    let sum = compared.iter().fold(Sum::default(), |sum, (.., of)| sum.plus(*of));
    let mut found = Findings::of(compared.into_iter().map(|(_, found, _)| found));
    found.extend(held);
    (found, sum)
}
