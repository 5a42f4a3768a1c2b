//! What has to be written to a table: rows removed, changed and added.

use std::collections::BTreeMap;

use campaign::Campaign;

use super::cell::Row;
use super::part::{Manner, Table};
use crate::log::stamp::Sum;

/// What has to be written to a table.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// Rows to be deleted, the last first.
    pub(super) removed: Vec<Row>,
    /// Rows to be changed.
    pub(super) changed: Vec<Row>,
    /// Rows to be inserted, in order.
    pub(super) added: Vec<Row>,
}

impl Difference {
    /// What has to be written to a table to bring it from one campaign (none: the table is empty) to the other; what that
    /// does to the sum of all rows is added to it.
    pub(super) fn of(table: &Table, before: Option<&Campaign>, after: &Campaign, sum: &mut Sum) -> Self {
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
            (Manner::Kept, _) => Self::default(),
            (_, None) => Self { added: new, ..Self::default() },
            (manner, Some(_)) => Self::between(manner, table.keys, old, new),
        }
    }

    fn between(manner: Manner, keys: usize, old: Vec<Row>, new: Vec<Row>) -> Self {
        let mut found = Self::default();
        let keyed = |row: Row| (row[..keys].to_vec(), row);
        let mut old: BTreeMap<Row, Row> = old.into_iter().map(keyed).collect();
        for (key, row) in new.into_iter().map(keyed).collect::<BTreeMap<_, _>>() {
            match (old.remove(&key), manner) {
                (None, _) => found.added.push(row),
                (Some(was), Manner::Update | Manner::Kept) if was != row => found.changed.push(row),
                (Some(was), Manner::Replace) if was == row => {}
                (Some(was), Manner::Replace | Manner::Sequence) => {
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
