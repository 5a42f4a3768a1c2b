//! What the columns of the tables are that an organiser writes: their meaning and their words, for who shows them.

use crate::columns::BY_HAND;

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
    let layout = BY_HAND.iter().find(|layout| layout.file == file);
    let by_hand = layout.into_iter().flat_map(|layout| layout.columns).filter(|column| column.is_by_hand());
    by_hand
        .map(|column| ColumnInfo {
            name: column.name,
            what: column.what,
            words: column.words.map(|words| words()).unwrap_or_default(),
            is_needed: column.is_needed,
        })
        .collect()
}
