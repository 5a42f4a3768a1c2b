//! Where a replacing was killed: what it left under two names is put right.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use crate::error::LedgerError;
use crate::file::identity::Identity;
use crate::file::whole_file::with_end;

/// Between the name of a campaign file and the number of the file that was replaced.
pub(crate) const REPLACED: &str = ".replaced-";

/// The lock that two who replace the same file, or take up where one was killed, have to hold.
pub(crate) fn locked(target: &Path, shown: &Path) -> Result<File, LedgerError> {
    let failed = |source| LedgerError::Io { path: shown.to_owned(), source };
    let file = File::open(target).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LedgerError::InUse { path: shown.to_owned() }),
        // A file system without such locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// What SQLite takes for a file's own because of its name.
pub(crate) const WAITING: [&str; 2] = ["-wal", "-journal"];

/// Takes a file's second name away again where a replacing was killed between the two names.
///
/// # Errors
/// When somebody is replacing the file right now.
pub(crate) fn take_up(target: &Path) -> Result<(), LedgerError> {
    let failed = |source| LedgerError::Io { path: target.to_owned(), source };
    let real = target.canonicalize().map_err(failed)?;
    let (Some(folder), Some(name)) = (real.parent(), real.file_name()) else { return Ok(()) };
    let of = Identity::of(&real)?;
    let start = [name.as_encoded_bytes(), REPLACED.as_bytes()].concat();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let kept = entry.map_err(failed)?.path();
        let is_ours = kept.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(&start));
        if !is_ours || !of.stands_at(&kept) {
            continue;
        }
        let _locked = locked(&real, target)?;
        for end in WAITING {
            let (waits, kept_waits) = (with_end(&real, end), with_end(&kept, end));
            if kept_waits.exists() {
                let there = waits.exists();
                let done = if there { std::fs::remove_file(&kept_waits) } else { std::fs::rename(&kept_waits, &waits) };
                done.map_err(failed)?;
            }
        }
        std::fs::remove_file(&kept).map_err(failed)?;
    }
    Ok(())
}
