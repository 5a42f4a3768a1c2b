//! An operation as a row of the log.

use ledger::Happened;
use ops::View;
use ops::query::LogEntry;
use report::model::{BoundView, EventRow, OpRow, summary};

/// An operation as a report shows it.
pub(crate) fn row(campaign: &View, entry: LogEntry) -> OpRow {
    let told = |happened: &Happened| {
        let Happened { first, count, subjects } = happened;
        EventRow::new(first, campaign).told(*count, *subjects)
    };
    let summary = match (entry.kind, entry.op) {
        ("do", 1) => "campaign imported".to_owned(),
        ("do", _) => summary(&entry.happened.iter().map(told).collect::<Vec<_>>()),
        (_, _) => entry.parent.map(|parent| format!("back to op {parent}")).unwrap_or_default(),
    };
    OpRow {
        op: entry.op,
        time: entry.time,
        bound: BoundView::new(campaign, entry.bound),
        command: entry.command,
        summary,
        stands: entry.stands,
        kind: entry.kind,
        group: entry.group,
        reason: entry.reason,
        overridden: entry.overridden,
    }
}
