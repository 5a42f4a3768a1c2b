//! What `check` says of a folder, and the button that makes a campaign of it.

use maud::{Markup, html};

use domain::counted;
use ops::draft::{Draft, Fault};
use report::model::{FaultRow, rows_said};

use super::super::form::hidden;
use super::frame;
use super::mend::mend;
use super::start;
use super::step::Step;
use super::table;
use crate::office::Office;

/// How many warnings of one kind are shown before the others are folded.
const OPEN: usize = 3;

/// The page.
pub(super) fn page(office: &mut Office<'_>, draft: &Draft, said: &Markup) -> String {
    let waits = start::who_waits(office.connected());
    let office = &*office;
    let checked = office.desk.check(draft);
    let is_sound = checked.faults.is_empty();
    let formations = draft.campaign.as_ref().map_or(0, |campaign| campaign.formations.len());
    let body = html! {
        (said)
        h1 { @if is_sound { "The folder has no faults" } @else { "The folder has " (counted(checked.faults.len(), "fault")) } }
        @if is_sound {
            p { (counted(formations, "formation")) "." @if formations == 0 { " A campaign without any can be made, and there is nothing to play." } }
            form method="post" action="/new/make" {
                (hidden(office.last))
                input type="hidden" name="of" value=(draft.name);
                div.buttons { button.main type="submit" { "Make the campaign and open its board" (waits) } }
            }
            p.quiet { "It becomes a campaign file beside the folder. After that the folder is history: what is to change is changed on the board." }
        } @else {
            p { "Correct what is listed, and the campaign can be made. Each line leads to its cell." }
        }
        @for alike in FaultRow::alike(&checked.faults) { (fault(office, draft, &alike)) }
        @if !checked.warnings.is_empty() {
            h2 { (counted(checked.warnings.len(), "warning")) }
            p.quiet { "Odd but legal, and what will bite in play." }
            @for kind in FaultRow::kinds(&checked.warnings) {
                @let shown = if kind.len() > OPEN { 1 } else { kind.len() };
                @for row in &kind[..shown] { (told(office, draft, &[row], false)) }
                (folded(office, draft, &kind[shown..], false))
            }
        }
    };
    frame::page(office, draft, Step::Check, &body)
}

/// A fault of one or several rows: where their words differ, the first is told and the others are folded.
fn fault(office: &Office<'_>, draft: &Draft, alike: &[&FaultRow]) -> Markup {
    let (told_first, others) = alike.split_at(if FaultRow::is_one(alike) { alike.len() } else { 1 });
    html! { (told(office, draft, told_first, true)) (folded(office, draft, others, true)) }
}

/// More of the same kind, behind a line that says how many.
fn folded(office: &Office<'_>, draft: &Draft, rows: &[&FaultRow], is_fault: bool) -> Markup {
    html! {
        @if !rows.is_empty() {
            details { summary { "and " (rows.len()) " more like it" }
                @for row in rows { (told(office, draft, &[row], is_fault)) }
            }
        }
    }
}

/// A fault or warning of one or several rows, the way to the first cell and the button that mends it.
fn told(office: &Office<'_>, draft: &Draft, alike: &[&FaultRow], is_fault: bool) -> Markup {
    let Some(row) = alike.first() else { return html! {} };
    let table = draft.table(&row.file);
    let at = table.and_then(|table| table.place(row.line, row.column)?.0);
    let FaultRow { file, line, column, header, message, hint, meant } = (*row).clone();
    let fault = Fault { file, line, column, message, hint, meant, header, row: None };
    let way = html! {
        @if let Some(rows) = rows_said(alike) { p.rows { (alike.len()) " times: " (rows) } }
        a.where href=(table::address(draft, &row.file, at)) { (row.place()) }
        (mend(office, draft, &fault, Step::Check.word()))
    };
    frame::told(&row.message, &row.hint, is_fault, (&html! {}, &way))
}
