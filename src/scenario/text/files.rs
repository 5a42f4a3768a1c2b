//! The files of a folder, before they are understood; what was read of them; and faults.

use std::collections::BTreeMap;

use campaign::Campaign;

use crate::columns;

/// The file that makes a folder the folder of a campaign.
pub(crate) const CAMPAIGN_FILE: &str = "campaign.toml";

/// The page that explains the columns: written beside the files for who fills them in, and never read.
pub(crate) const COLUMNS_PAGE: &str = "COLUMNS.md";

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
    /// What was given and what is meant by it, where that is known.
    pub meant: Option<Meant>,
    /// The header of the column in which it stands, where it stands in one.
    pub header: Option<String>,
    /// The code of the row of which it is said, where it is a form whose rows have codes.
    pub row: Option<String>,
}

/// What would be right.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hint {
    text: String,
    meant: Option<Meant>,
}

/// What was given, and what was meant by it.
pub type Meant = (String, String);

impl<T: Into<String>> From<T> for Hint {
    fn from(text: T) -> Self {
        Self { text: text.into(), meant: None }
    }
}

/// What has become of a square that lacks its zeros in front, and what helps.
pub const ZERO_DROPPED: &str = "Spreadsheets drop the zero in front: format it as text";

impl Hint {
    /// That something else was meant; with this behind it.
    pub(crate) fn meant(given: &str, meant: &str, more: &str) -> Self {
        let text = format!("did you mean `{meant}`?{more}");
        Self { text, meant: Some((given.to_owned(), meant.to_owned())) }
    }

    /// The hint to whoever typed a name in place of an id: "Axis Corps is `ax`".
    pub(crate) fn named(given: &str, id: &str) -> Self {
        Self { text: format!("{given} is `{id}`"), meant: Some((given.to_owned(), id.to_owned())) }
    }

    /// What was meant instead of what was given; none where that is not known.
    pub(crate) fn meant_instead(&self) -> Option<&str> {
        self.meant.as_ref().map(|(_, meant)| meant.as_str())
    }
}

impl Fault {
    /// A fault at a line and a letter of it, both from 1; 0 for the file or the line as a whole.
    pub fn at(
        file: impl Into<String>,
        (line, column): (u64, u64),
        message: impl Into<String>,
        hint: impl Into<Hint>,
    ) -> Self {
        let Hint { text: hint, meant } = hint.into();
        Self { file: file.into(), line, column, message: message.into(), hint, meant, header: None, row: None }
    }

    /// The cell with what was meant in the place of what stands in it; none where that is not known.
    pub fn mended(&self, cell: &str) -> Option<String> {
        let (given, meant) = self.meant.as_ref()?;
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let (at, _) = cell.match_indices(given.as_str()).find(|(at, _)| {
            let (before, behind) = (&cell[..*at], &cell[at + given.len()..]);
            !before.ends_with(is_part) && !behind.starts_with(is_part)
        })?;
        Some(format!("{}{meant}{}", &cell[..at], &cell[at + given.len()..]))
    }
}

/// What reading a folder came to.
#[derive(Debug)]
pub struct FolderReading {
    /// The campaign, where there are no faults.
    pub campaign: Option<Campaign>,
    /// Where there are faults, as much of it as could be read, to be drawn; none where the frame of the map is not known.
    pub sketch: Option<Campaign>,
    /// Every fault, by file, line and column.
    pub faults: Vec<Fault>,
    /// What is odd but legal.
    pub warnings: Vec<Fault>,
    /// How files were read that are not written as we write, a sentence each.
    pub notes: Vec<String>,
    /// On which line of `orbat.csv` each formation stands.
    pub formation_lines: BTreeMap<String, u64>,
}

/// The files of a folder, by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The files of a folder, with a fault for each that is there and cannot be read; such a one counts as there, and empty.
#[derive(Debug, Default)]
pub struct Folder {
    /// The files.
    pub files: Files,
    /// Of those that cannot be read, why.
    pub faults: Vec<Fault>,
    /// What else lies there, by name: it is never read, nor followed.
    pub others: Vec<String>,
    /// Whether they are the sheets of a workbook.
    pub is_workbook: bool,
}

impl From<Files> for Folder {
    fn from(files: Files) -> Self {
        let (files, others): (Files, Files) = files.into_iter().partition(|(name, _)| is_known(name));
        let others = others.into_keys().filter(|name| name != COLUMNS_PAGE).collect();
        Self { files, others, ..Self::default() }
    }
}

/// Files that are carried through as they are.
pub(crate) const PAPERS: &[&str] = &["README.md", "SOURCES.md", "equipment.csv", "front.csv", "history.txt"];

/// Files that are read.
pub(crate) fn tables() -> impl Iterator<Item = &'static str> {
    [CAMPAIGN_FILE].into_iter().chain(columns::all().map(|layout| layout.file))
}

/// Every file that a folder may have.
pub(crate) fn known_names() -> impl Iterator<Item = &'static str> {
    PAPERS.iter().copied().chain(tables())
}

/// Whether a file of this name is one of a campaign folder.
pub(crate) fn is_known(name: &str) -> bool {
    PAPERS.contains(&name) || tables().any(|table| table == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant_is_put_in_the_place_of_what_stands_there() {
        let mended = |hint: Hint, cell: &str| Fault::at("orbat.csv", (2, 3), "wrong", hint).mended(cell);
        let infantry = || Hint::meant("infantri", "infantry", "");
        assert_eq!(mended(infantry(), "infantri").as_deref(), Some("infantry"));
        assert_eq!(mended("did you mean `infantry`?".into(), "infantri"), None, "who knows instead of what");
        let west = || Hint::meant("Wst", "West", "");
        assert_eq!(mended(west(), "Wste, Wst, North").as_deref(), Some("Wste, West, North"));
        assert_eq!(mended(west(), "Wste"), None, "it stands elsewhere");
    }
}
