//! Verify: folds the log anew and compares everything with everything.
//!
//! What it decides: whether a file is sound, and what exactly is not.
//! What it never does: stop at the first breach, or repair anything.
//! Where to look next: `log` for the log's own soundness, `tables` for the tables against the fold.

mod file;
mod log;
mod tables;

use std::path::Path;

use rusqlite::Connection;

use crate::campaign::{Breach, Campaign, breaches};

use super::error::LedgerError;
use super::record::Verification;
use super::trouble::Trouble;
use super::{Ledger, load};

impl Ledger {
    /// Folds the log anew and compares everything with everything.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub fn verify(&self) -> Result<Verification, LedgerError> {
        self.reading(|conn| Ok(verify(conn, &self.path)))
    }
}

fn verify(conn: &Connection, path: &Path) -> Verification {
    let mut found = Findings::default();
    found.part("file", |found| file::check(conn, found));
    found.part("schema", |found| file::check_schema(conn, found));
    let mut fold = None;
    found.part("log", |found| {
        fold = log::check(conn, found)?;
        Ok(())
    });
    if let Some(fold) = &fold {
        tables::check(conn, fold, &mut found);
        found.breaches.extend(breaches(fold));
    }
    found.part("stock", |found| tables::check_balances(conn, found));
    found.part("tables", |found| check_loaded(conn, path, fold.as_ref(), found));
    found.finish()
}

// What the tables say is checked by the invariants too, unless it is what the log says anyway.
fn check_loaded(conn: &Connection, path: &Path, fold: Option<&Campaign>, found: &mut Findings) -> Result<(), Trouble> {
    let loaded = load::load(conn, path)?;
    if fold != Some(&loaded) {
        found.breaches.extend(breaches(&loaded));
    }
    Ok(())
}

/// What has been found so far.
#[derive(Default)]
pub(super) struct Findings {
    events: u64,
    breaches: Vec<Breach>,
}

impl Findings {
    /// Adds a breach.
    #[expect(clippy::needless_pass_by_value, reason = "words, numbers and references")]
    fn add(&mut self, kind: &'static str, at: impl ToString, expected: impl ToString, found: impl ToString) {
        let (at, expected, found) = (at.to_string(), expected.to_string(), found.to_string());
        self.breaches.push(Breach { kind, at, expected, found });
    }

    /// Does one part of the work; where that ends early, this is a breach too.
    fn part(&mut self, at: &'static str, work: impl FnOnce(&mut Self) -> Result<(), Trouble>) {
        if let Err(trouble) = work(self) {
            let what = match trouble {
                Trouble::Sqlite(error) => error.to_string(),
                Trouble::Damaged(what) => what,
                Trouble::Plain(error) => error.to_string(),
            };
            self.add("unreadable", at, "a sound file", what);
        }
    }

    fn finish(mut self) -> Verification {
        let mut kept: Vec<Breach> = Vec::new();
        for breach in self.breaches.drain(..) {
            if !kept.contains(&breach) {
                kept.push(breach);
            }
        }
        Verification { events: self.events, breaches: kept }
    }
}
