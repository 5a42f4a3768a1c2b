//! Which file it is, whatever stands under its name later.

use std::path::Path;

use crate::error::LedgerError;

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
