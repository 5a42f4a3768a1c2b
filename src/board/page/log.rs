//! The way back to an operation: from the log, and what it would take back.

use maud::html;

use report::{Cell, Column, Row, Table};

use super::form::{hidden, outcome};
use super::links::BACK_TO;
use super::typed::DRY_RUN;
use super::umpire_frame::{links, page};
use crate::command::with_flag;
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;

/// The operation at which the campaign stands.
pub(super) fn stands(office: &Office<'_>) -> u64 {
    office.steps.undo.as_ref().map_or(1, |last| last.op)
}

/// The log with the newest first; now with the way back to each operation behind it: the newest is where it stands.
pub(super) fn newest_first(log: &mut Answer, is_now: bool, stands: Option<u64>) {
    for table in &mut log.tables {
        table.rows.reverse();
        as_read(table);
        if !is_now {
            continue;
        }
        table.columns.push(Column::text(""));
        for row in &mut table.rows {
            let Row::Cells(cells) = row else { continue };
            let is_elsewhere = |operation: &String| operation.parse().ok() != stands;
            let operation = cells.first().map(|cell| cell.text.clone()).filter(is_elsewhere);
            cells.push(Cell::maybe(operation.map(|operation| format!("{BACK_TO}{operation}"))));
        }
    }
}

/// The log as one reads it: whether an operation stands is said where some do not.
fn as_read(table: &mut Table) {
    let place = |table: &Table, name: &str| table.columns.iter().position(|column| column.name == name);
    let cell = |row: &Row, at: usize| {
        if let Row::Cells(cells) = row { cells.get(at).map(|cell| cell.text.clone()) } else { None }
    };
    if let Some(at) = place(table, "stands")
        && table.rows.iter().filter_map(|row| cell(row, at)).all(|word| word == "yes")
    {
        table.drop_column(at);
    }
}

/// What going back to an operation would take back and bring back, and the button that does it.
pub(super) fn back(office: &mut Office<'_>, number: &str) -> Result<(u16, String), Refusal> {
    let words = ["op", "restore", number].map(str::to_owned).to_vec();
    let shown = office.desk.run(&with_flag(words, DRY_RUN));
    let (last, is_refused) = (office.last, shown.refusal.is_some());
    let stands = office.steps.undo.as_ref().map(|last| last.op).filter(|stands| stands.to_string() != number);
    let title = format!("Back to operation {number}");
    let page = page(office, &Reading::default(), (&title, "/log"), |campaign| {
        let mut links = links(campaign, "");
        links.operations = true;
        html! {
            h1 { (title) }
            @if let Some(stands) = &stands {
                p.quiet { "What is taken back stays in the log. Back to where the campaign stands now: " a href={"/op/" (stands) "/back"} { "operation " (stands) } "." }
            }
            (outcome(&shown, &links, true))
            form.command method="post" action="/do/op-restore" {
                (hidden(last))
                input type="hidden" name="number" value=(number);
                @if !is_refused { label { span { "Reason" } input type="text" name="reason" autocomplete="off"; } }
                div.buttons {
                    @if !is_refused { button.main type="submit" name="mode" value="do" data-key="x" { "Go back to " (number) " " kbd { "x" } } }
                    a.button href="/log" { "Not now" }
                }
            }
        }
    })?;
    Ok((if is_refused { 422 } else { 200 }, page))
}
