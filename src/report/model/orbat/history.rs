//! Every change that a unit ever had.

use serde::Serialize;

use campaign::{Campaign, Event};
use domain::Bound;

use crate::model::{BoundView, EventRow};
use crate::{Cell, Column, Report, Table};

/// The events of the standing chain about a unit, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct History(Vec<HistoryRow>);

/// A dated event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HistoryRow {
    /// The operation; none for a side, to whom the numbers would tell how much others do.
    pub op: Option<u64>,
    /// In which bound.
    pub bound: BoundView,
    /// What happened.
    #[serde(flatten)]
    pub event: EventRow,
}

impl History {
    /// These events of a campaign, for a side or for the umpire.
    pub fn new(campaign: &Campaign, events: &[(u64, Bound, Event)], for_a_side: bool) -> Self {
        let row = |(op, bound, event): &(u64, Bound, Event)| HistoryRow {
            op: (!for_a_side).then_some(*op),
            bound: BoundView::new(campaign, *bound),
            event: EventRow::new(event, campaign),
        };
        Self(events.iter().map(row).collect())
    }
}

impl Report for History {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::number("op").optional(),
            Column::text("bound"),
            Column::text("what"),
            Column::text("of").wrapping(),
            Column::text("before").wrapping(),
            Column::text("after").wrapping(),
        ];
        let mut table = Table::new("", columns);
        for row in &self.0 {
            let event = &row.event;
            table.row([
                Cell::maybe(row.op),
                Cell::new(&row.bound.label),
                Cell::new(event.what),
                Cell::new(event.name.as_ref().unwrap_or(&event.subject)).meaning(&event.subject),
                Cell::new(event.values()[0]).meaning(&event.before),
                Cell::new(event.values()[1]).meaning(&event.after),
            ]);
        }
        if self.0.is_empty() {
            table.note("nothing has changed since it was imported");
        }
        vec![table]
    }
}
