//! Why a file cannot be opened, read or written.

use std::path::{Path, PathBuf};

use campaign::Breach;
use domain::Bound;

/// Why a file cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// SQLite refused.
    #[error("`{}` cannot be read or written: {source}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The system refused.
    #[error("`{}` cannot be read or written: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file, or the folder in which SQLite has to put something beside it, is protected against writing.
    #[error("`{}` can only be read: the file or its folder is protected against writing", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// There is no room for what was to be written.
    #[error("`{}` cannot be written: the disk is full", path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// There is no such file.
    #[error("there is no campaign file `{}`", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("`{}` is not a campaign file: {why}", path.display())]
    NotACampaign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        why: &'static str,
    },
    /// The file was written by a newer program.
    #[error("`{}` was written by a newer railhead (schema {found}; this one knows up to {known})", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The schema of the file.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// The file stands under two names.
    #[error("`{}` also exists under another name{}", path.display(), also(other.as_deref()))]
    Linked {
        /// The file.
        path: PathBuf,
        /// Its other name, where it has one in the same folder.
        other: Option<PathBuf>,
    },
    /// What waits beside the file is not its own.
    #[error("`{}` does not belong to the present `{}`", beside.display(), path.display())]
    NotItsOwn {
        /// The file.
        path: PathBuf,
        /// What lies beside it.
        beside: PathBuf,
        /// Whether it would belong to the file if the file had not been written to since.
        fits: bool,
    },
    /// Another file stands under the name of the one that was opened.
    #[error("`{}` was moved, removed or replaced while this command was running", path.display())]
    Moved {
        /// The file.
        path: PathBuf,
        /// The operation that this file has and the file now there has not; none if nothing was written.
        operation: Option<u64>,
    },
    /// Somebody has the file open that is to be replaced.
    #[error("`{}` is in use by another process", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A file is to be put in its own place.
    #[error("`{}` is the campaign file itself", path.display())]
    TheSame {
        /// The file.
        path: PathBuf,
    },
    /// Nothing in the log of a damaged file can be proved.
    #[error("nothing can be rescued from `{}`: {why}", path.display())]
    Unprovable {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// What the file holds cannot be.
    #[error("`{}` is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Another process is writing and did not end in time.
    #[error("`{}` is being written by another process", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A file of that name exists.
    #[error("`{}` exists already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Only the import stands.
    #[error("nothing to undo: the campaign is as imported")]
    NothingToUndo,
    /// Nothing was undone since something new was done.
    #[error("nothing to redo: nothing has been undone since the last new operation")]
    NothingToRedo,
    /// The chain after that operation is the one that stands.
    #[error("nothing to restore: the campaign is already as after operation {number}")]
    NothingToRestore {
        /// The operation asked for.
        number: u64,
    },
    /// Something has been done since the operation that was expected to be the last.
    #[error("the last operation of the campaign is {last}, `{command}`, not {expected}")]
    MovedOn {
        /// The number of the operation expected to be the last.
        expected: u64,
        /// The number of the last operation.
        last: u64,
        /// Its command as typed.
        command: String,
    },
    /// There is no operation of this number.
    #[error("there is no operation {number}: the last is {last}")]
    NoOperation {
        /// The number asked for.
        number: u64,
        /// The number of the last operation.
        last: u64,
    },
    /// The bound has not come yet.
    #[error("`{bound}` has not come yet: the running bound is `{running}`")]
    NotYet {
        /// The bound asked for.
        bound: Bound,
        /// The running bound.
        running: Bound,
    },
    /// The campaign would not be sound.
    #[error("nothing is written because the campaign would not be sound: {}", in_words(breaches))]
    Unsound {
        /// What would not hold.
        breaches: Vec<Breach>,
    },
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
