//! Tables of bounds: records and history of supply, notes.

use campaign::{Campaign, NoteRow, SupplyRecord, SupplyRow};
use domain::FormationId;

use super::cell::{SqlCell, SqlRow};
use super::part::TablePart;

/// `supply_record`.
pub(super) struct SupplyRecords;

impl TablePart for SupplyRecords {
    const NAME: &'static str = "supply_record";
    #[rustfmt::skip]
    const COLUMNS: &'static [&'static str] = &[
        "formation", "log_state", "log_since", "log_bounds_out", "pol_state", "pol_since", "pol_bounds_out",
    ];
    type Key<'a> = &'a FormationId;
    type Item<'a> = &'a SupplyRecord;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.supply.records()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, record: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        let mut row: SqlRow = vec![key.as_str().into()];
        for standing in [record.log, record.pol] {
            row.extend([SqlCell::text(standing.state), standing.since.into(), standing.bounds_out.into()]);
        }
        out.push(row);
    }
}

/// `supply_history`, numbered from 1.
pub(super) struct SupplyHistory;

impl TablePart for SupplyHistory {
    const NAME: &'static str = "supply_history";
    const COLUMNS: &'static [&'static str] = &["number", "formation", "commodity", "bound", "state"];
    type Key<'a> = usize;
    type Item<'a> = &'a SupplyRow;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.supply.history().iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, row: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![
            (key + 1).into(),
            row.formation.as_str().into(),
            SqlCell::text(row.commodity),
            row.bound.into(),
            SqlCell::maybe(row.state),
        ]);
    }
}

/// `bound_note`, numbered from 1.
pub(super) struct NotesTable;

impl TablePart for NotesTable {
    const NAME: &'static str = "bound_note";
    const COLUMNS: &'static [&'static str] = &["number", "bound", "text"];
    type Key<'a> = usize;
    type Item<'a> = &'a NoteRow;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.notes.iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, note: &Self::Item<'_>, out: &mut Vec<SqlRow>) {
        out.push(vec![(key + 1).into(), note.bound.into(), (&note.text).into()]);
    }
}
