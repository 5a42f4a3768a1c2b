//! What the columns of the tables are that an organiser writes: their meaning and their words, for who shows them.

use crate::columns::{BY_HAND, FileText};
use crate::layouts;

/// A column that is filled in by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnInfo {
    /// Its header.
    pub name: &'static str,
    /// What it says.
    pub what: &'static str,
    /// The words that it may hold, where these are a closed list.
    pub words: Vec<&'static str>,
    /// Whether the table cannot do without it.
    pub is_needed: bool,
}

/// The tables that are written by hand, each with what it holds.
pub fn hand_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    BY_HAND.iter().map(|text| (text.file, text.what))
}

/// The columns of a table that are filled in by hand; none where it is no such table.
pub fn table_columns(file: &str) -> Vec<ColumnInfo> {
    let layout = layouts::ALL.iter().find(|layout| layout.file == file);
    let is_needed = |name: &str| layout.and_then(|layout| layout.column(name)).is_some_and(|column| column.is_needed);
    let text: Option<&FileText> = BY_HAND.iter().find(|text| text.file == file);
    let columns = text.into_iter().flat_map(|text| text.columns);
    let by_hand = columns.filter(|column| !column.is_of_play || is_needed(column.name));
    by_hand
        .map(|column| ColumnInfo {
            name: column.name,
            what: column.what,
            words: column.words.map(|words| words()).unwrap_or_default(),
            is_needed: is_needed(column.name),
        })
        .collect()
}
