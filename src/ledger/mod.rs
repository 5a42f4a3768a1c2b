//! The operation log and the tables, in one SQLite file.
//!
//! What it is: an append-only log of operations and events, and readable tables of the present.
//! What it decides: what is stored, in which transaction, and whether a file is sound.
//! What it never does: decide an event, or know what a command means.
//! Where to look next: `migrations/` for the tables; [`crate::campaign`] for what they hold.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::campaign::{Breach, Campaign, Event};
use crate::domain::Bound;

/// What is known of an operation before it is decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The command as typed.
    pub command: String,
    /// The command's validated arguments as versioned JSON: what `amend` decides again from.
    pub request: serde_json::Value,
    /// The group to which it belongs: a script, by [`Ledger::next_operation`] when the script began.
    pub group: Option<u64>,
    /// The seed of its dice, where it threw any.
    pub seed: Option<u64>,
    /// Why, in the organiser's words.
    pub reason: Option<String>,
    /// Why a rule was set aside, in the organiser's words.
    pub overridden: Option<String>,
    /// Every file that the operation read: name and bytes.
    pub inputs: Vec<(String, Vec<u8>)>,
    /// When, by the clock on the wall; no part of the hash.
    pub time: DateTime<Utc>,
}

/// What kind of operation it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationKind {
    /// Something new.
    Do,
    /// A step back.
    Undo,
    /// A step forward again.
    Redo,
    /// A return to an earlier chain.
    Restore,
}

/// An operation as it stands in the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// Its number, from 1.
    pub number: u64,
    /// The operation on whose state it stands (for an undo, redo or restore: whose state it returned to).
    pub parent: Option<u64>,
    /// Its group.
    pub group: Option<u64>,
    /// What kind it was.
    pub kind: OperationKind,
    /// In which bound.
    pub bound: Bound,
    /// The version of the program that wrote it.
    pub version: String,
    /// The command as typed.
    pub command: String,
    /// The request, as JSON.
    pub request: String,
    /// The seed, where there was one.
    pub seed: Option<u64>,
    /// Why.
    pub reason: Option<String>,
    /// Why a rule was set aside.
    pub overridden: Option<String>,
    /// When.
    pub time: String,
    /// How many events it decided.
    pub events: u64,
    /// Whether it belongs to the chain that stands.
    pub stands: bool,
}

/// A moment of the campaign to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// As it was imported.
    Start,
    /// As this bound was closed; the running bound: as it stands now.
    Bound(Bound),
    /// As after this operation was done.
    Operation(u64),
}

/// What a writing operation came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Committed {
    /// The number of the operation; none where nothing changed and nothing was written.
    pub operation: Option<u64>,
    /// What it decided.
    pub events: Vec<Event>,
}

/// What an undo, redo or restore came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Stepped {
    /// The number of the undo, redo or restore.
    pub operation: u64,
    /// The operations that stand no longer, the last first.
    pub taken_back: Vec<Operation>,
    /// The operations that stand again, the first first.
    pub brought_back: Vec<Operation>,
}

/// Why a file cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// SQLite refused.
    #[error("{path}: {source}")]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

/// Why a writing operation wrote nothing.
#[derive(Debug, thiserror::Error)]
pub enum WriteError<E: std::error::Error + 'static> {
    /// The ledger.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// What was to be done was refused.
    #[error(transparent)]
    Refused(E),
}

/// What `verify` found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// How many events were folded.
    pub events: u64,
    /// Everything that does not hold.
    pub breaches: Vec<Breach>,
}

/// An open campaign file.
pub struct Ledger {
    _path: PathBuf,
}

impl Ledger {
    /// Makes a campaign file: operation 1 with the imported campaign. Made beside and renamed.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn create(_path: &Path, _draft: &Draft, _campaign: &Campaign) -> Result<(), LedgerError> {
        unimplemented!()
    }

    /// Opens a campaign file.
    ///
    /// # Errors
    /// When it is missing, no campaign, damaged, or newer than the program.
    pub fn open(_path: &Path) -> Result<Self, LedgerError> {
        unimplemented!()
    }

    /// The campaign as it stands, from the tables.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn campaign(&self) -> Result<Campaign, LedgerError> {
        unimplemented!()
    }

    /// The campaign as it stood, folded from the log.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn as_of(&self, _moment: Moment) -> Result<Campaign, LedgerError> {
        unimplemented!()
    }

    /// The number that the next operation will have.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_operation(&self) -> Result<u64, LedgerError> {
        unimplemented!()
    }

    /// Decides on the campaign as it stands within the write transaction, and writes what was decided.
    ///
    /// An empty list of events writes nothing.
    ///
    /// # Errors
    /// When `decide` refuses, an event cannot be applied, or the file cannot be written; nothing is written then.
    pub fn write<E, F>(&mut self, _draft: &Draft, _decide: F) -> Result<Committed, WriteError<E>>
    where
        E: std::error::Error + From<crate::campaign::Refusal> + 'static,
        F: FnOnce(&Campaign) -> Result<Vec<Event>, E>,
    {
        unimplemented!()
    }

    /// Goes one step back: the last operation, or the whole group to which it belongs unless `one_line`.
    ///
    /// # Errors
    /// When nothing is left to undo.
    pub fn undo(&mut self, _draft: &Draft, _one_line: bool) -> Result<Stepped, LedgerError> {
        unimplemented!()
    }

    /// Goes forward again by what the last undo took back.
    ///
    /// # Errors
    /// When nothing was undone since something new was done.
    pub fn redo(&mut self, _draft: &Draft) -> Result<Stepped, LedgerError> {
        unimplemented!()
    }

    /// Returns to the chain as it was after operation `number`.
    ///
    /// # Errors
    /// When there is no such operation.
    pub fn restore(&mut self, _draft: &Draft, _number: u64) -> Result<Stepped, LedgerError> {
        unimplemented!()
    }

    /// Opens a transaction that holds until [`Ledger::end_batch`]: all of its operations or none.
    ///
    /// # Errors
    /// When another process is writing.
    pub fn begin_batch(&mut self) -> Result<(), LedgerError> {
        unimplemented!()
    }

    /// Ends the batch: keeps what was written in it, or nothing.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn end_batch(&mut self, _keep: bool) -> Result<(), LedgerError> {
        unimplemented!()
    }

    /// The operations of the log, the oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn operations(&self) -> Result<Vec<Operation>, LedgerError> {
        unimplemented!()
    }

    /// The events of one operation, in order.
    ///
    /// # Errors
    /// When there is no such operation or the file cannot be read.
    pub fn events_of(&self, _number: u64) -> Result<Vec<Event>, LedgerError> {
        unimplemented!()
    }

    /// The events of the standing chain about this subject, with operation and bound, the oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn history_of(&self, _subject: &str) -> Result<Vec<(u64, Bound, Event)>, LedgerError> {
        unimplemented!()
    }

    /// Folds the log anew and compares everything with everything.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub fn verify(&self) -> Result<Verification, LedgerError> {
        unimplemented!()
    }

    /// Writes a copy of the whole file, log and all, to a new file.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn backup(&self, _to: &Path) -> Result<(), LedgerError> {
        unimplemented!()
    }
}
