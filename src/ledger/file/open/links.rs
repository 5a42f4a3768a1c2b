//! Which file stands under a name, and under how many names it stands.
//!
//! SQLite knows a file by its name: of two names for one file each has a `-wal` of its own, and what one writes is lost to the
//! other (<https://sqlite.org/howtocorrupt.html>, section 2.5).

use std::path::{Path, PathBuf};

use crate::error::LedgerError;
use crate::file::identity::Identity;
use crate::file::interrupted;

/// Refuses a file that has another name too, unless that is what a `restore` was killed over.
pub(crate) fn must_be_alone(path: &Path) -> Result<(), LedgerError> {
    if names(path)? < 2 {
        return Ok(());
    }
    interrupted::take_up(path)?;
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
