//! The log of operations.

pub(crate) mod change;
pub(crate) mod check;
pub(crate) mod correction;
pub(crate) mod created;
pub(crate) mod morning;
pub(crate) mod verify;

use serde::Serialize;

use super::{BoundView, EventRow};
use crate::model::log::change::event_table;
use crate::{Cell, Column, Report, Table};

/// The operations: `[{"op","time","bound","command","summary","stands":bool}]` and what else is known of each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct OpLog(pub Vec<OpRow>);

/// An operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpRow {
    /// Its number.
    pub op: u64,
    /// When.
    pub time: String,
    /// In which bound.
    pub bound: BoundView,
    /// The command as typed.
    pub command: String,
    /// What it came to, in a few words.
    pub summary: String,
    /// Whether it belongs to the chain that stands.
    pub stands: bool,
    /// What kind it was: `do`, `undo`, `redo`, `restore`.
    pub kind: &'static str,
    /// Its group.
    pub group: Option<u64>,
    /// Why.
    pub reason: Option<String>,
    /// Why a rule was set aside.
    #[serde(rename = "override")]
    pub overridden: Option<String>,
}

/// How many kinds of events a summary names.
const KINDS: usize = 4;

/// What an operation came to: its events kind by kind, in words, as far as a reader takes them in.
///
/// Whom a kind is about is left out where the one before it is about the same.
pub fn summary(kinds: &[(Option<String>, String)]) -> String {
    let shown = if kinds.len() > KINDS + 1 { KINDS } else { kinds.len() };
    let mut told = Vec::new();
    let mut last = None;
    for (subject, words) in &kinds[..shown] {
        told.push(match subject {
            Some(subject) if last != Some(subject) => format!("{subject}: {words}"),
            _ => words.clone(),
        });
        last = subject.as_ref();
    }
    if kinds.len() > shown {
        told.push(format!("{} more: `op show`", kinds.len() - shown));
    }
    told.join("; ")
}

impl OpRow {
    /// When it was, as one reads it.
    fn when(&self) -> String {
        match (self.time.get(..10), self.time.get(11..16)) {
            (Some(date), Some(hour)) if self.time.ends_with('Z') => format!("{date} {hour} UTC"),
            _ => self.time.clone(),
        }
    }
}

impl Report for OpLog {
    fn tables_for(&self, on_page: bool) -> Vec<Table> {
        let columns = vec![
            Column::number("op"),
            Column::text("bound"),
            Column::text("command").wrapping(),
            Column::text("summary").wrapping(),
            Column::text("stands"),
            Column::text("reason").wrapping().optional(),
            Column::text("time").optional(),
        ];
        let mut table = Table::new("", columns);
        for row in &self.0 {
            table.row([
                Cell::new(row.op),
                Cell::new(&row.bound.label),
                Cell::new(&row.command),
                Cell::new(&row.summary),
                Cell::new(if row.stands { "yes" } else { "no" }),
                Cell::maybe(row.overridden.as_ref().or(row.reason.as_ref())),
                Cell::new(if on_page { row.when() } else { row.time.clone() }),
            ]);
        }
        vec![table]
    }
}

/// One operation with its events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpShow {
    /// The operation.
    #[serde(flatten)]
    pub row: OpRow,
    /// The operation on whose state it stands, or to whose state it returned.
    pub parent: Option<u64>,
    /// The version of the program that wrote it.
    pub version: String,
    /// The request.
    pub request: serde_json::Value,
    /// What it decided.
    pub events: Vec<EventRow>,
}

impl Report for OpShow {
    fn tables_for(&self, on_page: bool) -> Vec<Table> {
        let row = &self.row;
        let text = |number: Option<u64>| number.map(|n| n.to_string()).unwrap_or_default();
        let facts = Table::of_facts(
            format!("op {}", row.op),
            vec![
                ("command", row.command.clone()),
                ("kind", row.kind.to_owned()),
                ("bound", format!("{}, {}", row.bound.label, row.bound.date)),
                ("time", if on_page { row.when() } else { row.time.clone() }),
                ("reason", row.reason.clone().unwrap_or_default()),
                ("override", row.overridden.clone().unwrap_or_default()),
                ("group", text(row.group)),
                ("stands on", text(self.parent)),
                ("stands", if row.stands { "yes" } else { "no" }.to_owned()),
                ("version", self.version.clone()),
                ("came to", row.summary.clone()),
            ],
        );
        let events = event_table(String::new(), self.events.iter(), on_page);
        if self.events.is_empty() { vec![facts] } else { vec![facts, events] }
    }
}

/// What an undo, redo or restore came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepReport {
    /// The number of the undo, redo or restore; none in a dry run.
    pub operation: Option<u64>,
    /// The operations that stand no longer, the last first.
    pub taken_back: Vec<OpRow>,
    /// The operations that stand again, the first first.
    pub brought_back: Vec<OpRow>,
    /// Whether each has a row, however many there are.
    #[serde(skip)]
    all: bool,
}

impl StepReport {
    /// Of how many operations a table has a row each; of more it says how many, and which first and last.
    const LISTED: usize = 5;

    /// What an undo, redo or restore came to; `all` where every operation is to have a row.
    pub fn new(operation: Option<u64>, [taken_back, brought_back]: [Vec<OpRow>; 2], all: bool) -> Self {
        Self { operation, taken_back, brought_back, all }
    }
}

impl Report for StepReport {
    fn tables(&self) -> Vec<Table> {
        let title = self.operation.map(|n| format!("op {n}")).unwrap_or_default();
        let is_long = |rows: &[OpRow]| rows.len() > Self::LISTED && !self.all;
        let is_listed = [&self.taken_back, &self.brought_back].iter().any(|rows| !rows.is_empty() && !is_long(rows));
        let columns =
            vec![Column::text("what"), Column::number("op"), Column::text("bound"), Column::text("command").wrapping()];
        let mut table = Table::new(title, if is_listed { columns } else { Vec::new() });
        for (what, rows) in [("taken back", &self.taken_back), ("brought back", &self.brought_back)] {
            if let [first, .., last] = &rows[..]
                && is_long(rows)
            {
                let of = |row: &OpRow| format!("op {} of {} (`{}`)", row.op, row.bound.label, row.command);
                table.note(format!("{what}: {} operations, {} to {}", rows.len(), of(first), of(last)));
                continue;
            }
            for row in rows {
                table.row([Cell::new(what), Cell::new(row.op), Cell::new(&row.bound.label), Cell::new(&row.command)]);
            }
        }
        vec![table.tried(self.operation.is_none())]
    }
}
