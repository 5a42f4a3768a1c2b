//! The order of battle: pasted from a spreadsheet or taken from its file, its columns matched, then changed cell by cell.
//!
//! What it decides: nothing is written before it has been shown how `check` reads it.

use maud::{Markup, html};

use domain::counted;
use ops::View;
use ops::draft::{
    ColumnInfo, Draft, EditTable, Pasted, guess_columns, orbat_of, pasted_file, pasted_text, sides_column,
    table_columns,
};

use super::super::form::hidden;
use super::frame;
use super::step::{Step, address};
use super::table::Placed;
use super::{Came, table};
use crate::asked::{Asked, Given};
use crate::desk::Refusal;
use crate::office::Office;

const FILE: &str = "orbat.csv";
/// How many rows of what is pasted are shown.
const SHOWN: usize = 200;

/// The page: the table, or where there is none yet what is to be pasted.
pub(super) fn page(office: &Office<'_>, draft: &Draft, asked: &Asked, said: &Markup) -> String {
    let orbat = draft.table(FILE).filter(|table| !table.rows.is_empty());
    let wants_paste = asked.query("paste").is_some()
        || asked.form("pasted").is_some()
        || asked.path.get(1).is_some_and(|part| part == "paste");
    let body = match orbat {
        Some(orbat) if !wants_paste => html! {
            (said)
            h1.unseen { "Order of battle" }
            (table::tabs(draft, Step::Orbat, FILE))
            p.goes {
                a.button href={(address(Step::Orbat, &draft.name)) "&paste=1"} { "Paste from a spreadsheet" }
                a.button.go href=(address(Step::Supply, &draft.name)) { "Supply next" }
            }
            (table::sheet(office, draft, asked, &orbat))
        },
        _ => html! {
            (said)
            (table::tabs(draft, Step::Orbat, FILE))
            (ask(office, draft, asked.form("pasted").unwrap_or_default()))
            @if draft.table(FILE).is_none_or(|table| table.rows.is_empty()) {
                details { summary { "Or write it row by row" } (table::sheet(office, draft, asked, &draft.table(FILE).unwrap_or_else(empty))) }
            }
        },
    };
    frame::page(office, draft, Step::Orbat, &body)
}

fn empty() -> EditTable {
    EditTable::blank(FILE)
}

/// Where it is pasted.
fn ask(office: &Office<'_>, draft: &Draft, pasted: &str) -> Markup {
    let here = office.desk.drafts().workbooks(&draft.name);
    html! {
        h1 { "Bring in the order of battle" }
        p { "One row a formation, with a header row. Its columns may be called and ordered as you like: they are matched in the next step. What has no ids or echelons gets them from its names. Who marches and fights has a strength and a square; whoever has others under him has neither." }
        form.command.paste method="post" action="/new/paste" enctype="multipart/form-data" {
            (hidden(office.last))
            input type="hidden" name="of" value=(draft.name);
            label { span { "Copy the rows in your spreadsheet, and paste them here" } textarea name="pasted" rows="10" spellcheck="false" { (pasted) } }
            label { span { "Or choose its file" } small { ".xlsx, .ods or .csv: of a workbook the sheet orbat, else the first" } input type="file" name="file" accept=".csv,.tsv,.txt,.xlsx,.ods"; }
            @if !here.is_empty() {
                label { span { "Or take one that lies here" } small { "in the folder of the campaign, or beside it" }
                    select name="here" { option value="" {} @for name in &here { option value=(name) { (name) } } }
                }
            }
            div.buttons { button.main type="submit" { "Match its columns" } }
        }
    }
}

/// What was pasted, as text.
fn text_of(office: &Office<'_>, draft: &Draft, asked: &Asked) -> Result<String, Refusal> {
    let read = |name: &str, bytes: &[u8]| pasted_file(name, "orbat", bytes).map_err(|error| refused(&error));
    if let Some((name, bytes)) = &asked.upload {
        return read(name, bytes);
    }
    match asked.form("here").filter(|name| !name.is_empty()) {
        Some(name) => {
            let found = office.desk.drafts().workbook(&draft.name, name);
            read(name, &found.map_err(|error| office.desk.refused(error))?)
        }
        None => Ok(asked.form("pasted").unwrap_or_default().to_owned()),
    }
}

fn refused(error: &ops::draft::PasteError) -> Refusal {
    Refusal { hints: vec![error.hint().into()], ..Refusal::of(error) }
}

/// How the columns are matched: as the form says, else by a guess.
fn matched(asked: &Asked, pasted: &Pasted, sides: &[(String, String)]) -> Vec<Option<String>> {
    let mut guessed = guess_columns(FILE, &pasted.columns);
    if !guessed.contains(&Some("side"))
        && let Some(at) = sides_column(pasted, sides)
    {
        guessed[at] = Some("side");
    }
    let given = |at: usize| {
        let name = format!("column{at}");
        asked
            .form
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, column)| Some(column.clone()).filter(|column| !column.is_empty()))
    };
    let known: Vec<&str> = table_columns(FILE).iter().map(|info| info.name).collect();
    let of = |(at, guess): (usize, Option<&str>)| given(at).unwrap_or_else(|| guess.map(str::to_owned));
    let matched = guessed.into_iter().enumerate().map(of);
    matched.map(|column| column.filter(|name| known.contains(&name.as_str()))).collect()
}

/// The order of battle as it would be written.
fn made(draft: &Draft, asked: &Asked, pasted: &Pasted, matched: &[Option<String>]) -> EditTable {
    let there = draft.table(FILE).unwrap_or_else(empty);
    let base = if asked.form("how") == Some("add") { there } else { there.emptied() };
    let digits = draft.campaign.as_ref().map_or(4, |of| of.frame.reference(domain::Square::new(0, 0)).len());
    orbat_of(base, pasted, matched, &sides_of(draft), asked.form("all_of"), digits)
}

/// The sides of the campaign by id and name.
fn sides_of(draft: &Draft) -> Vec<(String, String)> {
    let sides = draft.campaign.iter().flat_map(|campaign| &campaign.sides);
    sides.map(|side| (side.id.to_string(), side.name.clone())).collect()
}

/// Shows how what was pasted would read.
pub(super) fn paste(office: &mut Office<'_>, asked: &Asked) -> Came {
    let draft = super::draft(office, asked)?;
    let text = text_of(office, &draft, asked)?;
    let pasted = pasted_text(&text).map_err(|error| refused(&error))?;
    let matched = matched(asked, &pasted, &sides_of(&draft));
    let table = made(&draft, asked, &pasted, &matched);
    let shown = draft.with(FILE, table.text());
    let table = shown.table(FILE).unwrap_or(table);
    let body = matching(office, asked, (&shown, &text), &pasted, &matched, &table);
    Ok(Given::page(200, frame::page(office, &shown, Step::Orbat, &body)))
}

/// Writes it.
pub(super) fn write(office: &mut Office<'_>, asked: &Asked) -> Came {
    let draft = super::draft(office, asked)?;
    let text = text_of(office, &draft, asked)?;
    let pasted = pasted_text(&text).map_err(|error| refused(&error))?;
    let table = made(&draft, asked, &pasted, &matched(asked, &pasted, &sides_of(&draft)));
    let written = office.desk.drafts_mut().write(&draft, FILE, &table.text());
    written.map_err(|error| office.desk.refused(error))?;
    Ok(Given::elsewhere(address(Step::Orbat, &draft.name)))
}

/// The columns with what each stands for, and the rows below with what `check` would say.
fn matching(
    office: &Office<'_>,
    asked: &Asked,
    (draft, text): (&Draft, &str),
    pasted: &Pasted,
    matched: &[Option<String>],
    table: &EditTable,
) -> Markup {
    let placed = table::placed(table, draft.faults.iter());
    // Behind the rows that stay.
    let first = table.rows.len() - pasted.rows.len().min(table.rows.len());
    let taken = matched.iter().flatten().count();
    let left: Vec<&str> =
        pasted.columns.iter().zip(matched).filter(|(_, to)| to.is_none()).map(|(name, _)| name.as_str()).collect();
    let faulty = (first..table.rows.len()).filter(|row| placed.of(*row).next().is_some()).count();
    let has_side = matched.iter().flatten().any(|column| column == "side");
    html! {
        h1.unseen { "What its columns stand for" }
        form.matching method="post" action="/new/paste" enctype="multipart/form-data" {
            (hidden(office.last))
            input type="hidden" name="of" value=(draft.name);
            textarea.unseen name="pasted" readonly tabindex="-1" aria-hidden="true" { "\n" (text) }
            div.summary {
                strong { (counted(pasted.rows.len(), "row")) " pasted" }
                @if faulty > 0 { span.chip.bad { (counted(faulty, "row")) " with faults" } } @else { span.chip.good { "no faults in rows" } }
                span.quiet { (taken) " of " (pasted.columns.len()) " columns matched; change any above its column." @if !left.is_empty() { " Not taken: " i { (left.join(", ")) } "." } }
            }
            div.two {
                @if !has_side { (all_of(draft.campaign.as_ref(), asked)) }
                (how(asked))
            }
            @for fault in &placed.others { (table::told(fault, None, true)) }
            div.buttons {
                button type="submit" { "Match and check again" }
                button.main type="submit" formaction="/new/orbat" { "Write it into the folder" }
                a.button href={(address(Step::Orbat, &draft.name)) "&paste=1"} { "Paste again" }
            }
            div.wide tabindex="0" aria-label="what was pasted" { (rows(pasted, matched, (table, first), &placed)) }
            @if pasted.rows.len() > SHOWN { p.quiet { "The first " (SHOWN) " rows are shown; all are checked." } }
        }
    }
}

/// The rows that were pasted; theirs begin with `first` of the table.
fn rows(
    pasted: &Pasted,
    matched: &[Option<String>],
    (table, first): (&EditTable, usize),
    placed: &Placed<'_>,
) -> Markup {
    let infos = table_columns(FILE);
    let place =
        |to: &Option<String>| to.as_ref().and_then(|name| table.columns.iter().position(|column| column == name));
    html! {
        table.cells {
            thead { tr {
                th.r { "row" }
                @for (at, (name, to)) in pasted.columns.iter().zip(matched).enumerate() { th { (heading(at, name, to.as_deref(), &infos)) } }
            } }
            tbody {
                @for (number, row) in pasted.rows.iter().take(SHOWN).enumerate() {
                    @let own = first + number;
                    tr.wrong[placed.of(own).next().is_some()] {
                        td.r { (number + 2) }
                        @for (cell, to) in row.iter().zip(matched) {
                            @let at = place(to);
                            td.bad[at.is_some() && placed.cells.contains_key(&(own, at))].off[to.is_none()] { (cell) }
                        }
                    }
                    @if placed.of(own).next().is_some() {
                        // Below its row, where it hides none of it however wide the table is.
                        tr.wrong.faults { td {} td.said colspan=(pasted.columns.len()) {
                            @for (at, fault) in placed.of(own) { (table::told(fault, at.and_then(|at| table.columns.get(at)), true)) }
                        } }
                    }
                }
            }
        }
    }
}

/// What becomes of the formations that are there.
fn how(asked: &Asked) -> Markup {
    let adds = asked.form("how") == Some("add");
    html! {
        fieldset { legend { "The formations that are there" }
            label.radio { input type="radio" name="how" value="replace" checked[!adds]; "are replaced" }
            label.radio { input type="radio" name="how" value="add" checked[adds]; "stay, and these are added" }
        }
    }
}

fn heading(at: usize, name: &str, to: Option<&str>, infos: &[ColumnInfo]) -> Markup {
    html! {
        span { (name) }
        select name={"column" (at)} aria-label={"what " (name) " stands for"} {
            option value="" selected[to.is_none()] { "not taken" }
            @for info in infos { option value=(info.name) selected[to == Some(info.name)] { (info.name) ": " (info.what) } }
        }
    }
}

/// The side of all rows, where no column says it.
fn all_of(campaign: Option<&View>, asked: &Asked) -> Markup {
    html! {
        label { span { "The side of all rows" } small { "no column says it" }
            select name="all_of" {
                option value="" {}
                @for side in campaign.iter().flat_map(|campaign| &campaign.sides) { option value=(side.id) selected[asked.form("all_of") == Some(side.id.as_str())] { (side.name) } }
            }
        }
    }
}
