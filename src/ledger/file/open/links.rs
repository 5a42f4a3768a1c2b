//! Which file stands under a name, and under how many names it stands.
//!
//! SQLite knows a file by its name: of two names for one file each has a `-wal` of its own, and what one writes is lost to the
//! other (<https://sqlite.org/howtocorrupt.html>, section 2.5).

use std::path::{Path, PathBuf};

use crate::error::LedgerError;
use crate::file::restore;

/// Which file it is, by device and number; where the system has no such thing all are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity(u64, u64);

impl Identity {
    /// The file that stands under this name now.
    pub(crate) fn of(path: &Path) -> Result<Self, LedgerError> {
        let about = std::fs::metadata(path).map_err(|source| LedgerError::Io { path: path.to_owned(), source })?;
        Ok(Self::by(&about))
    }

    /// Whether it still stands under this name.
    pub(crate) fn stands_at(self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|about| Self::by(&about) == self)
    }

    #[cfg(unix)]
    fn by(about: &std::fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self(about.dev(), about.ino())
    }

    #[cfg(not(unix))]
    fn by(_: &std::fs::Metadata) -> Self {
        Self(0, 0)
    }
}

/// Refuses a file that has another name too, unless that is what a `restore` was killed over.
pub(crate) fn must_be_alone(path: &Path) -> Result<(), LedgerError> {
    if names(path)? < 2 {
        return Ok(());
    }
    restore::take_up(path)?;
    if names(path)? < 2 {
        return Ok(());
    }
    Err(LedgerError::Linked { path: path.to_owned(), other: other_name(path) })
}

#[cfg(unix)]
fn names(path: &Path) -> Result<u64, LedgerError> {
    use std::os::unix::fs::MetadataExt;
    let about = std::fs::metadata(path).map_err(|source| LedgerError::Io { path: path.to_owned(), source })?;
    Ok(about.nlink())
}

#[cfg(not(unix))]
fn names(_: &Path) -> Result<u64, LedgerError> {
    Ok(1)
}

/// Another name of the file in its own folder, where it has one there.
fn other_name(path: &Path) -> Option<PathBuf> {
    let path = path.canonicalize().ok()?;
    let of = Identity::of(&path).ok()?;
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(path.parent()?).ok()?.filter_map(|e| Some(e.ok()?.path())).collect();
    names.sort();
    names.into_iter().find(|name| *name != path && !name.is_symlink() && of.stands_at(name))
}
