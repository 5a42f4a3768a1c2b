//! What a step along the log comes to where it is of one operation: told by what that did.
//!
//! What it never does: decide what is taken back; that is the command's.

use ops::query::LogSteps;
use report::{Row, Table};

use super::under::did;
use crate::command::Command;
use crate::desk::Reading;
use crate::office::Office;

/// Of the one operation that an undo takes back, or a redo brings back: what becomes of what it did.
pub(super) fn what_it_does(office: &mut Office<'_>, command: &Command) -> Vec<Table> {
    let LogSteps { undo, together, redo, .. } = &office.steps;
    let step = match command.address().as_str() {
        "undo" if *together <= 1 => undo,
        "redo" => redo,
        _ => return Vec::new(),
    };
    let Some(step) = step.clone() else { return Vec::new() };
    let Ok(campaign) = office.desk.look(&Reading::default()) else { return Vec::new() };
    let does = if command.address() == "undo" { "Takes back" } else { "Brings back" };
    let said = format!("{does} operation {}: {}", step.op, did(&campaign, &step, office));
    let number = step.op.to_string();
    // The first table is of the operation itself.
    let tables = office.desk.run(&["op".to_owned(), "show".to_owned(), number]).tables.into_iter().skip(1);
    let mut tables: Vec<Table> =
        if command.address() == "undo" { tables.map(taken_back).collect() } else { tables.collect() };
    if tables.is_empty() {
        tables.push(Table::new("", Vec::new()));
    }
    tables[0].title = said;
    tables
}

/// What an operation did, as it is when that is taken back: what was after it is before.
fn taken_back(mut did: Table) -> Table {
    let at = |name: &str| did.columns.iter().position(|column| column.name == name);
    if let Some((before, after)) = at("before").zip(at("after")) {
        for row in &mut did.rows {
            if let Row::Cells(cells) = row {
                cells.swap(before, after);
            }
        }
    }
    did
}
