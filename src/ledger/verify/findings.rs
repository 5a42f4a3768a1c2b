//! What has been found so far, by one part of the work or by all.

use campaign::Breach;

use crate::file::storage_error::{Result, StorageError};
use crate::log::record::Verification;

/// The part of the work that reads the log.
pub(super) const LOG: &str = "log";

/// What has been found so far.
#[derive(Default)]
pub(super) struct Findings {
    /// How many events were read.
    pub(super) events: u64,
    breaches: Vec<Breach>,
    /// The first operation that does not fit its hash or its number; 0 where the whole log does not.
    torn_from: Option<u64>,
    /// Why the file could not be read, where that says nothing about the file.
    passing: Option<StorageError>,
}

impl Findings {
    /// Those of all parts, in this order.
    pub(super) fn of(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.events += part.events;
            all.breaches.extend(part.breaches);
            part.torn_from.into_iter().for_each(|operation| all.tear(operation));
            all.passing = all.passing.or(part.passing);
        }
        all
    }

    /// Whether nothing has been found.
    pub(super) fn is_clean(&self) -> bool {
        self.breaches.is_empty()
    }

    /// Adds a breach.
    #[expect(clippy::needless_pass_by_value, reason = "words, numbers and references")]
    pub(super) fn add(&mut self, kind: &'static str, at: impl ToString, expected: impl ToString, found: impl ToString) {
        let (at, expected, found) = (at.to_string(), expected.to_string(), found.to_string());
        self.breaches.push(Breach { kind, at, expected, found });
    }

    /// Notes that the log does not hold from this operation on.
    pub(super) fn tear(&mut self, operation: u64) {
        self.torn_from = Some(self.torn_from.map_or(operation, |first| first.min(operation)));
    }

    /// Adds breaches.
    pub(super) fn extend(&mut self, breaches: impl IntoIterator<Item = Breach>) {
        self.breaches.extend(breaches);
    }

    /// Does one part of the work; where that ends early, this is a breach too.
    pub(super) fn part<T>(&mut self, at: &'static str, work: impl FnOnce(&mut Self) -> Result<T>) -> Option<T> {
        match work(self) {
            Ok(made) => return Some(made),
            Err(error) if error.is_passing() => self.passing = Some(error),
            Err(error) => {
                self.add("unreadable", at, "a sound file", error.words());
                if at == LOG {
                    self.tear(0);
                }
            }
        }
        None
    }

    /// What `verify` says: every breach once.
    ///
    /// # Errors
    /// When the disk did not answer: then nothing is known.
    pub(super) fn finish(self) -> Result<Verification> {
        if let Some(error) = self.passing {
            return Err(error);
        }
        let mut kept: Vec<Breach> = Vec::new();
        for breach in self.breaches {
            if !kept.contains(&breach) {
                kept.push(breach);
            }
        }
        Ok(Verification { events: self.events, breaches: kept, torn_from: self.torn_from, tip: None, since: None })
    }
}
