//! Campaign folders: read, checked, written; and the built-in ones.
//!
//! What it is: the way between files that an organiser writes and a [`Campaign`].
//! What it decides: what a file may say, and every fault of what it says, with file, line and column.
//! What it never does: keep anything, or know a database.
//! Where to look next: `campaign-format.md` of the design; [`crate::campaign::survey`] for roads and rivers.

mod campaign_toml;
mod csv_file;
mod forces;
mod front;
mod land;
mod reading;
mod stocks;
mod write;

use std::collections::BTreeMap;
use std::path::Path;

use crate::campaign::Campaign;

pub use reading::read;
pub use write::write;

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

/// The built-in campaigns, compiled into the program.
static BUILT_IN: include_dir::Dir<'_> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/campaigns");

/// Reads the files of a folder into memory.
///
/// # Errors
/// When the folder or one of its files cannot be read.
pub fn load_folder(folder: &Path) -> std::io::Result<Files> {
    let mut files = Files::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && !name.starts_with('.') {
            files.insert(name, std::fs::read(entry.path())?);
        }
    }
    Ok(files)
}

/// The files of a built-in campaign.
pub fn built_in(name: &str) -> Option<Files> {
    let folder = BUILT_IN.get_dir(name)?;
    let files: Files = folder
        .files()
        .filter_map(|file| Some((file.path().file_name()?.to_str()?.to_owned(), file.contents().to_vec())))
        .collect();
    files.contains_key("campaign.toml").then_some(files)
}

/// The built-in campaigns: name and title.
pub fn built_in_names() -> Vec<(String, String)> {
    let names = BUILT_IN.dirs().filter_map(|dir| dir.path().to_str());
    let mut found: Vec<(String, String)> = names
        .filter_map(|name| {
            let files = built_in(name)?;
            let text = String::from_utf8_lossy(files.get("campaign.toml")?).into_owned();
            let title = text.lines().find_map(|line| line.strip_prefix("title = ")).unwrap_or(name);
            Some((name.to_owned(), title.trim_matches('"').to_owned()))
        })
        .collect();
    found.sort();
    found
}
