//! Every table of a campaign folder, declared once: its columns in the order in which they are written, how each stands to the
//! record, and what it means.
//!
//! What it decides: the words for each column, and an example row for what an organiser writes by hand.
//! What it never does: say how a column is read. Where to look next: `page`, which makes `COLUMNS.md` of it, and `start`,
//! which writes a new folder by it.

mod by_hand;
mod in_play;
mod page;

use crate::text::layout::Layout;

pub(crate) use by_hand::*;
pub(crate) use in_play::*;
pub(crate) use page::page;

/// Tables with their columns: `NAME = "file", kept: "what", [{column "value", ...}], { column: "what" [Words] or {WORDS}, ... }`;
/// `kept` and what stands behind the name of a column are of [`Layout`] and [`Column`](crate::text::layout::Column).
macro_rules! files {
    ($(#[$doc:meta])* $list:ident: $($name:ident = $file:literal, $kept:literal: $what:literal,
        [$({$($of:ident $value:literal),+}),*], {
        $($column:ident $(.$how:ident($($with:literal)?))*: $meaning:literal $([$words:ty])? $({$some:path})?),+ $(,)?
    })+) => {
        $(pub(crate) const $name: Layout = Layout {
            file: $file,
            what: $what,
            example: &[$(&[$((stringify!($of), $value)),+]),*],
            columns: &[$(Column::new(stringify!($column), $meaning)
                $(.$how($($with)?))*
                $(.one_of(|| <$words>::ALL.iter().map(|word| word.as_str()).collect()))?
                $(.one_of(|| $some.to_vec()))?),+],
            kept: $kept,
        };)+

        $(#[$doc])*
        pub(crate) const $list: &[&Layout] = &[$(&$name),+];
    };
}
use files;

/// Every table.
pub(crate) fn all() -> impl Iterator<Item = &'static Layout> {
    BY_HAND.iter().chain(IN_PLAY).copied()
}

/// The table of this name.
pub(crate) fn of_file(file: &str) -> Option<&'static Layout> {
    all().find(|layout| layout.file == file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_by_hand_has_an_example_and_nothing_else_has() {
        assert!(BY_HAND.iter().all(|layout| !layout.example.is_empty()));
        assert!(IN_PLAY.iter().all(|layout| layout.example.is_empty()));
    }
}
