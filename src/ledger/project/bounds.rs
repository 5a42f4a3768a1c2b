//! Tables of bounds: records and history of supply, notes.

use campaign::{BoundNote, Campaign, SupplyRecord, SupplyRow};
use domain::FormationId;

use super::cell::{Cell, Row};
use super::part::Part;

/// `supply_record`.
pub(super) struct SupplyRecords;

impl Part for SupplyRecords {
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

    fn rows(_: &Campaign, key: &Self::Key<'_>, record: &Self::Item<'_>, out: &mut Vec<Row>) {
        let mut row: Row = vec![key.as_str().into()];
        for standing in [record.log, record.pol] {
            row.extend([Cell::text(standing.state), standing.since.into(), standing.bounds_out.into()]);
        }
        out.push(row);
    }
}

/// `supply_history`, numbered from 1.
pub(super) struct SupplyHistory;

impl Part for SupplyHistory {
    const NAME: &'static str = "supply_history";
    const COLUMNS: &'static [&'static str] = &["number", "formation", "commodity", "bound", "state"];
    type Key<'a> = usize;
    type Item<'a> = &'a SupplyRow;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.supply.history().iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, row: &Self::Item<'_>, out: &mut Vec<Row>) {
        out.push(vec![
            (key + 1).into(),
            row.formation.as_str().into(),
            Cell::text(row.commodity),
            row.bound.into(),
            Cell::maybe(row.state),
        ]);
    }
}

/// `bound_note`, numbered from 1.
pub(super) struct Notes;

impl Part for Notes {
    const NAME: &'static str = "bound_note";
    const COLUMNS: &'static [&'static str] = &["number", "bound", "text"];
    type Key<'a> = usize;
    type Item<'a> = &'a BoundNote;

    fn items(campaign: &Campaign) -> impl Iterator<Item = (Self::Key<'_>, Self::Item<'_>)> {
        campaign.notes.iter().enumerate()
    }

    fn rows(_: &Campaign, key: &Self::Key<'_>, note: &Self::Item<'_>, out: &mut Vec<Row>) {
        out.push(vec![(key + 1).into(), note.bound.into(), (&note.text).into()]);
    }
}
