//! What goes into the log and comes out of it, as values.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use chrono::{DateTime, Utc};
use thiserror::Error;

use campaign::{Breach, Campaign, Event, Reader};
use domain::{Bound, words};

use super::hash::sha256;

/// What is known of an operation before it is decided.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationDraft {
    /// The command as typed.
    pub command: String,
    /// The command's validated arguments as versioned JSON: what `amend` decides again from.
    pub request: serde_json::Value,
    /// The group to which it belongs: a script, by [`crate::Ledger::next_operation`] when the script began.
    pub group: Option<u64>,
    /// The seed of its dice, where it threw any.
    pub seed: Option<u64>,
    /// Why, in the organiser's words.
    pub reason: Option<String>,
    /// Why a rule was set aside, in the organiser's words.
    pub overridden: Option<String>,
    /// The operation that must still be the last when this one is written; none where any may be.
    pub expect: Option<u64>,
    /// Every file that the operation read: name and bytes. Of several of one name the last is kept.
    pub inputs: Vec<(String, Input)>,
    /// When, by the clock on the wall; no part of the hash.
    pub time: DateTime<Utc>,
}

/// The bytes of a file that operations read: a script is an input of each of its lines, so that it is copied and hashed once.
#[derive(Debug, Clone)]
pub struct Input(Arc<(Vec<u8>, OnceLock<String>)>);

impl Input {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0.0
    }

    pub(crate) fn hash(&self) -> &str {
        self.0.1.get_or_init(|| sha256(self.bytes()))
    }
}

impl From<Vec<u8>> for Input {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::new((bytes, OnceLock::new())))
    }
}

impl From<String> for Input {
    fn from(text: String) -> Self {
        text.into_bytes().into()
    }
}

impl PartialEq for Input {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

words! {
    /// What kind of operation it was.
    enum OperationKind: "kind of operation" {
        /// Something new.
        Do = "do",
        /// A step back.
        Undo = "undo",
        /// A step forward again.
        Redo = "redo",
        /// A return to an earlier chain.
        Restore = "restore",
    }
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
    /// How many events it decided; of the import, the import itself is one.
    pub events: u64,
    /// What happened, kind by kind; of the import nothing.
    pub happened: Vec<Happened>,
    /// Whether it belongs to the chain that stands.
    pub stands: bool,
}

/// The events of one kind in an operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Happened {
    /// The first of them.
    pub first: Event,
    /// How many there are.
    pub count: u64,
    /// About how many formations, crossings, squares and so on.
    pub subjects: u64,
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

/// When things were last changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// The bound at which the campaign was imported.
    pub start: Bound,
    /// By subject of an event, then by its kind, the bound of the last one; a transfer is entered under both accounts.
    pub by: BTreeMap<String, BTreeMap<String, Bound>>,
    /// What came to each account, or went from it (below zero), one transfer after another.
    pub stock: BTreeMap<String, Vec<(Bound, i64)>>,
}

/// What a writing operation came to.
#[derive(Debug, Clone)]
pub struct Written {
    /// The number of the operation; none where nothing changed and nothing was written.
    pub operation: Option<u64>,
    /// What it decided.
    pub events: Vec<Event>,
    /// The campaign before.
    pub before: Arc<Campaign>,
    /// The campaign after.
    pub after: Arc<Campaign>,
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

/// What was done to bring the tables of a file up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upgraded {
    /// The schema that the file had.
    pub from: i64,
    /// The schema that it has now.
    pub to: i64,
    /// The copy of the file as it was.
    pub kept: PathBuf,
}

/// What putting a backup back came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Restored {
    /// The last operation of the backup.
    pub operation: u64,
    /// The campaign as it stands now.
    pub campaign: Campaign,
    /// Where the file that it replaced is kept; none where there was none.
    pub kept: Option<PathBuf>,
    /// Whether that was the file of another campaign.
    pub was_another: bool,
}

/// What a rescue came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Rescued {
    /// How many operations the new file has.
    pub operations: u64,
    /// Why the damaged file's log ends there; none where all of it was proved.
    pub lost: Option<String>,
    /// The campaign as it stands in the new file.
    pub campaign: Campaign,
    /// What does not hold of the new file.
    pub breaches: Vec<Breach>,
}

/// What `verify` found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// How many events were read.
    pub events: u64,
    /// Everything that does not hold.
    pub breaches: Vec<Breach>,
    /// The first operation that does not fit its hash or its number; 0 where contents or the whole log do not.
    pub torn_from: Option<u64>,
    /// The last operation; none where the log cannot be read.
    pub tip: Option<Tip>,
    /// What has become of the operation whose hash was noted; none where none was given.
    pub since: Option<Since>,
}

/// The tip of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tip {
    /// The number of the last operation.
    pub operation: u64,
    /// The running hash after it: it covers the whole log but the wall times.
    pub hash: String,
}

/// What has become of the operation whose running hash was noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Since {
    /// The hash as it was noted.
    pub hash: NotedHash,
    /// The last operation of which it shows that nothing has been rewritten, and how many came after that; none where it
    /// shows the opposite.
    pub unchanged: Option<(u64, u64)>,
}

/// A running hash as somebody noted it: whole, or its first digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotedHash(pub(crate) String);

/// Words that are no hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a hash has 64 digits of 0-9 and a-f, of which the first 8 are enough")]
pub struct NoHash;

impl FromStr for NotedHash {
    type Err = NoHash;

    fn from_str(words: &str) -> Result<Self, NoHash> {
        let digits = words.trim();
        let is_hash = (FEWEST..=WHOLE).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
        if is_hash { Ok(Self(digits.to_ascii_lowercase())) } else { Err(NoHash) }
    }
}

impl fmt::Display for NotedHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How many digits a hash has.
pub(crate) const WHOLE: usize = 64;

/// How many digits of it are enough.
pub(crate) const FEWEST: usize = 8;

/// The events of an operation up to the close of a bound; none where it closed none.
pub(crate) fn closing(events: &[Event]) -> &[Event] {
    let last = events.iter().position(|event| matches!(event, Event::BoundClosed { .. }));
    last.map_or(&[], |last| &events[..=last])
}

/// How a bound was closed.
#[derive(Debug, Clone)]
pub struct Closed {
    /// The operation that closed it.
    pub operation: u64,
    /// The campaign before it.
    pub before: Campaign,
    /// What had been done in the bound.
    pub done: Vec<Event>,
    /// What happened at the close.
    pub events: Vec<Event>,
    /// The campaign after it.
    pub after: Campaign,
}

impl Closed {
    /// What of it closed the bound, and not what opened the next.
    pub fn closing(&self) -> &[Event] {
        closing(&self.events)
    }

    /// The same as a reader knows it.
    #[must_use]
    pub fn read_by(&self, reader: &Reader) -> Self {
        Self {
            operation: self.operation,
            done: self.before.events_read_by(&self.before, reader, &self.done),
            events: self.after.events_read_by(&self.before, reader, &self.events),
            before: self.before.as_read_by(reader),
            after: self.after.as_read_by(reader),
        }
    }
}
