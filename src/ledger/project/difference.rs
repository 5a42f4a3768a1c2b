//! What has to be written to a table: rows removed, changed and added.

use std::collections::BTreeMap;

use campaign::Campaign;

use super::cell::SqlRow;
use super::table::{TableSpec, WriteManner};
use crate::log::stamp::Sum;

/// What has to be written to a table.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// Rows to be deleted, the last first.
    pub(super) removed: Vec<SqlRow>,
    /// Rows to be changed.
    pub(super) changed: Vec<SqlRow>,
    /// Rows to be inserted, in order.
    pub(super) added: Vec<SqlRow>,
}

impl Difference {
    /// What has to be written to a table to bring it from one campaign (none: the table is empty) to the other; what that
    /// does to the sum of all rows is added to it.
    pub(super) fn of(table: &TableSpec, before: Option<&Campaign>, after: &Campaign, sum: &mut Sum) -> Self {
        let (old, new) = match before {
            Some(before) => (table.differing)(before, after),
            None => (Vec::new(), (table.rows)(after)),
        };
        for row in &old {
            sum.remove(table, row);
        }
        for row in &new {
            sum.add(table, row);
        }
        match (table.manner, before) {
            (WriteManner::Kept, _) => Self::default(),
            (_, None) => Self { added: new, ..Self::default() },
            (manner, Some(_)) => Self::between(manner, table.keys, old, new),
        }
    }

    fn between(manner: WriteManner, keys: usize, old: Vec<SqlRow>, new: Vec<SqlRow>) -> Self {
        let mut found = Self::default();
        let keyed = |row: SqlRow| (row[..keys].to_vec(), row);
        let mut old: BTreeMap<SqlRow, SqlRow> = old.into_iter().map(keyed).collect();
        for (key, row) in new.into_iter().map(keyed).collect::<BTreeMap<_, _>>() {
            match (old.remove(&key), manner) {
                (None, _) => found.added.push(row),
                (Some(was), WriteManner::Update | WriteManner::Kept) if was != row => found.changed.push(row),
                (Some(was), WriteManner::Replace) if was == row => {}
                (Some(was), WriteManner::Replace | WriteManner::Sequence) => {
                    found.removed.push(was);
                    found.added.push(row);
                }
                (Some(_), _) => {}
            }
        }
        found.removed.extend(old.into_values());
        found.removed.sort();
        found.removed.reverse();
        found
    }
}
