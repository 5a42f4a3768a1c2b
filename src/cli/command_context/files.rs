//! The organiser's files: what of them is kept, and what is said of those that cannot be read or written.

use std::path::{Path, PathBuf};

use ledger::whole_file;
use ops::{OpError, query};

use super::{CommandContext, Completed};
use crate::failure::Failure;
use crate::words::quoted;

impl CommandContext<'_> {
    /// Copies a file that is about to be written with another text to one with a number: the organiser may have worked on
    /// it. Gives what is to be said of that, where it was so.
    pub(crate) fn keep_aside(&self, file: &Path, text: &str) -> Result<Option<String>, Failure> {
        let path = self.context.path(file);
        if !path.is_file() {
            return Ok(None);
        }
        let held = std::fs::read(&path).map_err(|source| OpError::File { path: file.to_owned(), source })?;
        if held == text.as_bytes() {
            return Ok(None);
        }
        for number in 1..=u32::MAX {
            let beside = PathBuf::from(format!("{}.{number}", file.display()));
            match whole_file::write_new(&self.context.path(&beside), &held) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(OpError::File { path: beside, source }.into()),
                Ok(()) => {
                    let kept = format!("`{}` had other contents, kept as `{}`", file.display(), beside.display());
                    return Ok(Some(kept));
                }
            }
        }
        Ok(None)
    }

    /// That a file is not there yet: asked before anything is made for it.
    pub(crate) fn may_be_written(&self, file: &Path) -> Result<(), Failure> {
        if self.context.path(file).exists() { Err(OpError::Exists { path: file.to_owned() }.into()) } else { Ok(()) }
    }

    /// Writes a file that is not there yet, beside and then renamed, and says so.
    pub(crate) fn write_new(&mut self, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let written = query::write_new(&self.context.path(file), bytes);
        written.map_err(|error| Failure::from(error).seen_from(&self.context.dir))?;
        let shown = file.display().to_string();
        self.has_done(Completed::file(&shown, format!("ls {}", quoted(&shown))));
        self.say(&format!("{shown}: written"))
    }

    /// Writes a file of the organiser's, whole or not at all.
    pub(crate) fn write_file(&mut self, file: &Path, text: &str) -> Result<(), Failure> {
        let written = whole_file::write(&self.context.path(file), text.as_bytes());
        written.map_err(|source| OpError::File { path: file.to_owned(), source }.into())
    }
}
