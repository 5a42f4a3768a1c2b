//! Campaign folders: read, checked, written; and the built-in ones.
//!
//! What it is: the way between files that an organiser writes and a [`Campaign`].
//! What it decides: what a file may say, and every fault of what it says, with file, line and column.
//! What it never does: keep anything, or know a database.
//! Where to look next: `campaign-format.md` of the design; [`crate::campaign::survey`] for roads and rivers.

use std::collections::BTreeMap;
use std::path::Path;

use crate::campaign::Campaign;

/// A fault or warning of a campaign folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file, by its name within the folder.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: u64,
    /// The column of text, from 1; 0 for the line as a whole.
    pub column: u64,
    /// What is wrong.
    pub message: String,
    /// What would be right; may be empty.
    pub hint: String,
}

/// What reading a folder came to.
#[derive(Debug)]
pub struct Reading {
    /// The campaign, where there are no faults.
    pub campaign: Option<Campaign>,
    /// Every fault, by file, line and column.
    pub faults: Vec<Fault>,
    /// What is odd but legal.
    pub warnings: Vec<Fault>,
}

/// The files of a folder, by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Reads the files of a folder into memory.
///
/// # Errors
/// When the folder or one of its files cannot be read.
pub fn load_folder(_folder: &Path) -> std::io::Result<Files> {
    unimplemented!()
}

/// The files of a built-in campaign.
pub fn built_in(_name: &str) -> Option<Files> {
    unimplemented!()
}

/// The built-in campaigns: name and title.
pub fn built_in_names() -> Vec<(String, String)> {
    unimplemented!()
}

/// Reads and checks the files of a campaign; `settings` (key and value) go before those of the folder.
pub fn read(_files: &Files, _settings: &[(String, String)]) -> Reading {
    unimplemented!()
}

/// The files of a folder that gives this campaign.
pub fn write(_campaign: &Campaign) -> Files {
    unimplemented!()
}
