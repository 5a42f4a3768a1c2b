//! Workbooks that lie beside a campaign folder in the making, or in it: tables can be taken from them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::Drafts;
use crate::OpError;

/// How large a workbook may be.
const LARGEST: u64 = 20 << 20;

/// How the name of a workbook ends.
const ENDINGS: [&str; 2] = [".xlsx", ".ods"];

impl Drafts {
    /// The names of the workbooks in a folder and beside it; one that lies in both is that of the folder.
    pub fn workbooks(&self, name: &str) -> BTreeSet<String> {
        let entries = self.places(name).into_iter().filter_map(|dir| std::fs::read_dir(dir).ok()).flatten().flatten();
        let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
        // A spreadsheet that has one open keeps a file beside it whose name begins so.
        let is_one = |name: &String| {
            let lower = name.to_lowercase();
            !name.starts_with(['~', '.']) && ENDINGS.iter().any(|ending| lower.ends_with(ending))
        };
        names.filter(is_one).collect()
    }

    /// One of them.
    ///
    /// # Errors
    /// When there is none of that name, it is too large, or it cannot be read.
    pub fn workbook(&self, name: &str, file: &str) -> Result<Vec<u8>, OpError> {
        let unknown = || OpError::Unknown { what: "workbook", given: file.to_owned(), near: Vec::new() };
        // Only by a name that is listed: so it leads nowhere else.
        if !self.workbooks(name).contains(file) {
            return Err(unknown());
        }
        let mut paths = self.places(name).into_iter().map(|dir| dir.join(file));
        let is_file = |path: &PathBuf| {
            std::fs::symlink_metadata(path).is_ok_and(|about| about.is_file() && about.len() <= LARGEST)
        };
        let path = paths.find(is_file).ok_or_else(unknown)?;
        std::fs::read(&path).map_err(|source| OpError::File { path, source })
    }

    fn places(&self, name: &str) -> Vec<PathBuf> {
        self.path(name).into_iter().chain([self.dir.clone()]).collect()
    }
}
