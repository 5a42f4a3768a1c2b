//! The table of replacements.

use campaign::{Campaign, Replacement};

use super::cell::{SqlCell, SqlRow};
use super::part::{TablePart, WriteManner};

/// `replacement`, numbered from 1.
pub(super) struct ReplacementsTable;

impl TablePart for ReplacementsTable {
    const NAME: &'static str = "replacement";
    const COLUMNS: &'static [&'static str] = &["number", "pool", "bound", "arm", "sp", "given", "note"];
    const MANNER: WriteManner = WriteManner::Update;
    type Key<'a> = usize;
    type Item<'a> = &'a Replacement;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.replacements.iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, entry: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            (*key + 1).into(),
            SqlCell::text(&entry.pool),
            entry.bound.into(),
            entry.arm.into(),
            entry.sp.into(),
            entry.given.into(),
            (&entry.note).into(),
        ]);
    }
}
