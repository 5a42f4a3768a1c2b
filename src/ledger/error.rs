//! Why a file cannot be opened, read or written.

use std::path::{Path, PathBuf};

use campaign::Breach;
use domain::Bound;

/// Why a file cannot be opened, read or written.
#[expect(missing_docs, reason = "the messages say what is wrong")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// SQLite refused.
    #[error("`{}` cannot be read or written: {source}", path.display())]
    Sqlite { path: PathBuf, source: rusqlite::Error },
    /// The system refused.
    #[error("`{}` cannot be read or written: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("`{}` can only be read: the file or its folder is protected against writing", path.display())]
    ReadOnly { path: PathBuf },
    /// There is no room for what was to be written.
    #[error("`{}` cannot be written: the disk is full", path.display())]
    Full { path: PathBuf },
    /// To read the file too, SQLite writes beside it.
    #[error("`{}` cannot be opened, for nothing beside it can be written: the disk is full", path.display())]
    NoRoomBeside { path: PathBuf },
    #[error("there is no campaign file `{}`", path.display())]
    Missing { path: PathBuf },
    /// The file is something else.
    #[error("`{}` is not a campaign file: {why}", path.display())]
    NotACampaign { path: PathBuf, why: &'static str },
    #[error("`{}` was written by a newer railhead (schema {found}; this one knows up to {known})", path.display())]
    Newer { path: PathBuf, found: i64, known: i64 },
    /// The file stands under two names.
    #[error("`{}` also exists under another name{}", path.display(), also(other.as_deref()))]
    Linked {
        path: PathBuf,
        /// Its other name, where it has one in the same folder.
        other: Option<PathBuf>,
    },
    /// What waits beside the file is not its own.
    #[error("`{}` does not belong to the present `{}`", beside.display(), path.display())]
    NotItsOwn {
        path: PathBuf,
        beside: PathBuf,
        /// Whether it would belong to the file if the file had not been written to since.
        fits: bool,
    },
    /// Another file stands under the name of the one that was opened.
    #[error("`{}` was moved, removed or replaced while this command was running", path.display())]
    Moved {
        path: PathBuf,
        /// The operation that this file has and the file now there has not; none if nothing was written.
        operation: Option<u64>,
    },
    /// Somebody has the file open that is to be replaced.
    #[error("`{}` is in use by another process", path.display())]
    InUse { path: PathBuf },
    /// A file is to be put in its own place.
    #[error("`{}` is the campaign file itself", path.display())]
    TheSame { path: PathBuf },
    /// Nothing in the log of a damaged file can be proved.
    #[error("nothing can be rescued from `{}`: {why}", path.display())]
    Unprovable { path: PathBuf, why: String },
    /// What the file holds cannot be.
    #[error("`{}` is damaged: {what}", path.display())]
    Damaged { path: PathBuf, what: String },
    /// Another process is writing and did not end in time.
    #[error("`{}` is being written by another process", path.display())]
    Busy { path: PathBuf },
    /// A file of that name exists.
    #[error("`{}` exists already", path.display())]
    Exists { path: PathBuf },
    /// Only the import stands.
    #[error("nothing to undo: the campaign is as imported")]
    NothingToUndo,
    #[error("nothing to redo: nothing has been undone since the last new operation")]
    NothingToRedo,
    /// The chain after that operation is the one that stands.
    #[error("nothing to restore: the campaign is already as after operation {number}")]
    NothingToRestore { number: u64 },
    #[error("the last operation of the campaign is {last}, `{command}`, not {expected}")]
    MovedOn { expected: u64, last: u64, command: String },
    #[error("there is no operation {number}: the last is {last}")]
    NoOperation { number: u64, last: u64 },
    #[error("`{bound}` has not come yet: the running bound is `{running}`")]
    NotYet { bound: Bound, running: Bound },
    #[error("`{bound}` is not in this campaign: it begins with `{first}`")]
    Before { bound: Bound, first: Bound },
    #[error("nothing is written because the campaign would not be sound: {}", in_words(breaches))]
    Unsound { breaches: Vec<Breach> },
    /// A batch is open, or none is.
    #[error("{0}")]
    Batch(&'static str),
}

impl LedgerError {
    /// The same error, reported for the original of the copy in which it was found.
    pub(super) fn of(self, path: &Path) -> Self {
        let path = path.to_owned();
        match self {
            Self::Damaged { what, .. } => Self::Damaged { path, what },
            Self::Sqlite { source, .. } => Self::Sqlite { path, source },
            Self::Io { source, .. } => Self::Io { path, source },
            Self::Full { .. } => Self::Full { path },
            Self::NoRoomBeside { .. } => Self::NoRoomBeside { path },
            Self::ReadOnly { .. } => Self::ReadOnly { path },
            Self::Busy { .. } => Self::Busy { path },
            other => other,
        }
    }

    /// Whether the file could be opened, but the system failed to read or write it.
    pub fn is_of_the_disk(&self) -> bool {
        let failures = [rusqlite::ErrorCode::SystemIoFailure, rusqlite::ErrorCode::CannotOpen];
        match self {
            Self::Sqlite { source, .. } => source.sqlite_error_code().is_some_and(|code| failures.contains(&code)),
            Self::Io { source, .. } => source.kind() == std::io::ErrorKind::StorageFull,
            _ => false,
        }
    }
}

fn also(other: Option<&Path>) -> String {
    other.map(|other| format!(": `{}`", other.display())).unwrap_or_default()
}

fn in_words(breaches: &[Breach]) -> String {
    let words = |b: &Breach| format!("{} at `{}`: {} expected, {} found", b.kind, b.at, b.expected, b.found);
    let first: Vec<_> = breaches.iter().take(3).map(words).collect();
    let more = breaches.len().saturating_sub(first.len());
    let rest = if more == 0 { String::new() } else { format!("; and {more} more") };
    first.join("; ") + &rest
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
