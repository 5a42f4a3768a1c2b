//! What every file of a campaign folder and every column of it means, said once: for the page `COLUMNS.md`.
//!
//! What it decides: the words for each column of `layouts`, and an example row for what an organiser writes by hand.
//! What it never does: say how a column is read. Where to look next: `start`, which writes a new folder by it.

mod by_hand;
mod in_play;
mod page;

pub(crate) use page::page;

/// A file of a campaign folder.
pub(crate) struct FileText {
    /// Its name.
    pub(crate) file: &'static str,
    /// What it holds.
    pub(crate) what: &'static str,
    /// Rows that show how it is filled in; squares stand in braces, as `{0302}`, and so do `{start}`, `{lat:3}` and
    /// `{lon:5}`, by rows and columns of squares. None of a file that only play fills.
    pub(crate) example: &'static [&'static [(&'static str, &'static str)]],
    /// Its columns, in their order.
    pub(crate) columns: &'static [ColumnText],
}

/// A column.
pub(crate) struct ColumnText {
    /// Its header.
    pub(crate) name: &'static str,
    /// What it says.
    pub(crate) what: &'static str,
    /// Whether play fills it in, and nobody by hand.
    pub(crate) is_of_play: bool,
    /// The words that it may hold, where these are a closed list.
    pub(crate) words: Option<fn() -> Vec<&'static str>>,
}

/// Files with their columns: `"file": "what", [{column "value", ...}], { column: "what" [Words] or {WORDS}, ... }`, with
/// `@play` behind a column that only play fills in.
macro_rules! files {
    ($($file:literal: $what:literal, [$({$($of:ident $value:literal),+}),*], {
        $($column:ident $(@$play:ident)?: $meaning:literal $([$words:ty])? $({$list:path})?),+ $(,)?
    })+) => {
        &[$(FileText {
            file: $file,
            what: $what,
            example: &[$(&[$((stringify!($of), $value)),+]),*],
            columns: &[$(ColumnText {
                name: stringify!($column),
                what: $meaning,
                is_of_play: files!(@is $($play)?),
                words: files!(@words $([$words])? $({$list})?),
            }),+],
        }),+]
    };
    (@is) => { false };
    (@is $play:ident) => { true };
    (@words) => { None };
    (@words [$words:ty]) => { Some(|| <$words>::ALL.iter().map(|word| word.as_str()).collect()) };
    (@words {$list:path}) => { Some(|| $list.to_vec()) };
}
use files;

/// The files that an organiser writes, in the order in which they are best written.
pub(crate) const BY_HAND: &[FileText] = by_hand::FILES;
/// The files that only hold what play has brought.
pub(crate) const IN_PLAY: &[FileText] = in_play::FILES;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layouts;

    #[test]
    fn every_column_of_every_file_has_its_meaning_and_only_those() {
        let texts = BY_HAND.iter().chain(IN_PLAY);
        let mut said: Vec<(&str, Vec<&str>)> =
            texts.map(|text| (text.file, text.columns.iter().map(|column| column.name).collect())).collect();
        let mut there: Vec<(&str, Vec<&str>)> = { layouts::ALL.iter() }
            .map(|layout| (layout.file, layout.columns.iter().map(|column| column.name).collect()))
            .collect();
        said.sort_unstable();
        there.sort_unstable();
        assert_eq!(said, there);
    }

    #[test]
    fn what_is_written_by_hand_has_an_example_and_nothing_else_has() {
        assert!(BY_HAND.iter().all(|text| !text.example.is_empty()));
        assert!(IN_PLAY.iter().all(|text| text.example.is_empty()));
    }
}
