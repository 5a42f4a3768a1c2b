//! A table of a folder as cells, with what `check` says beside them; one is changed in place.
//!
//! What it decides: which columns are shown, and that nothing is written over what has changed since the page was made.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use maud::{Markup, html};

use ops::draft::{ColumnInfo, Draft, EditTable, Fault, hand_files, table_columns};

use super::super::form::hidden;
use super::super::parts::coded;
use super::frame::{self, counted};
use super::step::{self, Step, page_of, tables};
use super::{Came, query};
use crate::asked::{Asked, Given};
use crate::desk::Refusal;
use crate::office::Office;

/// How many rows a page has.
pub(super) const ROWS: usize = 300;

/// Columns of the order of battle that are shown though nothing stands in them.
pub(super) const SHOWN: [&str; 13] = [
    "id",
    "parent",
    "side",
    "name",
    "echelon",
    "arm",
    "mobility",
    "grade",
    "where",
    "sp_full",
    "weapon_men",
    "weapon_armour",
    "carries",
];

/// The address of a table, at a row.
pub(super) fn address(draft: &Draft, file: &str, row: Option<usize>) -> String {
    let page = page_of(file);
    let page = if page == "start" { "/new".to_owned() } else { format!("/new/{page}") };
    let at = row.map(|row| row.to_string()).unwrap_or_default();
    let anchor = row.map(|row| format!("#row{row}")).unwrap_or_default();
    format!("{page}?{}{anchor}", query(&[("of", &draft.name), ("file", file), ("row", &at)]))
}

/// By which it is known whether a file has changed.
pub(super) fn mark(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The faults of a table by row and cell, and those of none.
pub(super) struct Placed<'a> {
    pub(super) cells: BTreeMap<(usize, Option<usize>), Vec<&'a Fault>>,
    pub(super) others: Vec<&'a Fault>,
}

/// Where faults stand in a table.
pub(super) fn placed<'a>(table: &EditTable, faults: impl Iterator<Item = &'a Fault>) -> Placed<'a> {
    let mut placed = Placed { cells: BTreeMap::new(), others: Vec::new() };
    for fault in faults.filter(|fault| fault.file == table.file) {
        match table.place(fault.line, fault.column) {
            Some((Some(row), cell)) => placed.cells.entry((row, cell)).or_default().push(fault),
            _ => placed.others.push(fault),
        }
    }
    placed
}

/// The page of a table.
pub(super) fn page(
    office: &Office<'_>,
    draft: &Draft,
    asked: &Asked,
    (step, file): (Step, &str),
    said: &Markup,
) -> String {
    let Some(table) = draft.table(file).filter(|_| tables(step).contains(&file)) else {
        return frame::page(office, draft, step, &html! { h1 { "There is no such table" } });
    };
    let body = html! {
        (said)
        (tabs(draft, step, file))
        (sheet(office, draft, asked, &table))
    };
    frame::page(office, draft, step, &body)
}

/// The tables of a step.
pub(super) fn tabs(draft: &Draft, step: Step, open: &str) -> Markup {
    let count = |file: &str| draft.table(file).map_or(0, |table| table.rows.len());
    let what = hand_files().find(|(file, _)| *file == open).map_or("", |(_, what)| what);
    html! {
        nav.tabs aria-label="tables" data-part="tabs" {
            @if step == Step::Map { a href=(step::address(step, draft)) { "← the map" } }
            @for file in tables(step) {
                a href=(address(draft, file, None)) aria-current=[(*file == open).then_some("page")] {
                    (file.trim_end_matches(".csv")) " " small { (count(file)) }
                }
            }
        }
        p.quiet { (what) "." }
    }
}

/// The table with its faults, a row to be changed, and one to be added.
pub(super) fn sheet(office: &Office<'_>, draft: &Draft, asked: &Asked, table: &EditTable) -> Markup {
    let infos = table_columns(table.file);
    let columns = shown(table, &infos, asked.query("all").is_some());
    let placed = placed(table, draft.faults.iter());
    let warned = self::placed(table, draft.warnings.iter());
    let wrong = |row: usize| placed.cells.range((row, None)..=(row, Some(usize::MAX))).next().is_some();
    let only = asked.query("only").is_some();
    let open: Option<usize> = asked.query("row").and_then(|row| row.parse().ok());
    let first =
        asked.query("from").and_then(|from| from.parse().ok()).or(open.map(|row| row / ROWS * ROWS)).unwrap_or(0);
    let rows: Vec<usize> = (0..table.rows.len()).filter(|row| !only || wrong(*row)).skip(first).take(ROWS).collect();
    let faulty = (0..table.rows.len()).filter(|row| wrong(*row)).count();
    let here = |more: &[(&str, &str)]| {
        let own = [&[("of", draft.name.as_str()), ("file", table.file)], more].concat();
        format!("/new/{}?{}", page_of(table.file), query(&own))
    };
    html! {
        div.summary data-part="summary" {
            strong { (counted(table.rows.len(), "row")) }
            @if faulty > 0 { span.chip.bad { (counted(faulty, "row")) " with faults" } } @else if !table.rows.is_empty() { span.chip.good { "no faults" } }
            @if only { a.button href=(here(&[])) { "All rows" } } @else if faulty > 0 { a.button href=(here(&[("only", "faults")])) { "Only faults" } }
            @if columns.len() < infos.len().max(table.columns.len()) { a.button href=(here(&[("all", "1")])) { "All columns" } }
            (undo(office, draft, page_of(table.file)))
            @for fault in &placed.others { p.fault { strong { (coded(&fault.message)) } @if !fault.hint.is_empty() { small { "→ " (coded(&fault.hint)) } } } }
            @for fault in &warned.others { p.warned { (coded(&fault.message)) @if !fault.hint.is_empty() { small { "→ " (coded(&fault.hint)) } } } }
        }
        div.wide tabindex="0" aria-label="table" {
            form #edit method="post" action="/new/row" { (about(office, draft, table, open)) }
            form #add method="post" action="/new/row" { (about(office, draft, table, None)) }
            table.cells {
                thead { tr { th.r { "line" } @for name in &columns { th title=[infos.iter().find(|of| of.name == *name).map(|of| of.what)] { (name) } } th { "check" } } }
                tbody data-part="cells" data-of=(draft.name) data-file=(table.file) data-mark=(mark(&draft.text(table.file))) {
                    @for row in rows {
                        tr id={"row" (row)} .wrong[wrong(row)] {
                            td.r { a href=(address(draft, table.file, Some(row))) aria-label={"change line " (table.rows[row].line)} { (table.rows[row].line) } }
                            @for name in &columns {
                                @let at = table.columns.iter().position(|column| column == name);
                                @let is_bad = at.is_some() && placed.cells.contains_key(&(row, at));
                                @if open == Some(row) { td { (input("edit", name, table.cell(row, name), &infos)) } }
                                @else { td data-row=(row) data-column=(name) .bad[is_bad] { (table.cell(row, name)) } }
                            }
                            td.check {
                                @if open == Some(row) {
                                    button.main type="submit" form="edit" name="what" value="write" { "Save" } " "
                                    button type="submit" form="edit" name="what" value="remove" { "Remove the row" }
                                }
                                @for ((_, at), faults) in placed.cells.range((row, None)..=(row, Some(usize::MAX))) {
                                    @for fault in faults { (told(fault, at.and_then(|at| table.columns.get(at)), true)) }
                                }
                                @for ((_, at), faults) in warned.cells.range((row, None)..=(row, Some(usize::MAX))) {
                                    @for fault in faults { (told(fault, at.and_then(|at| table.columns.get(at)), false)) }
                                }
                            }
                        }
                    }
                }
                tfoot { tr { td.r { "new" } @for name in &columns { td { (input("add", name, "", &infos)) } } td { button type="submit" form="add" name="what" value="add" { "Add the row" } } } }
            }
        }
        (lists(&infos))
        @let from = first + ROWS;
        @if !only && table.rows.len() > ROWS {
            p.goes {
                @if first > 0 { a.button href=(here(&[("from", &first.saturating_sub(ROWS).to_string())])) { "Rows before" } }
                @if from < table.rows.len() { a.button href=(here(&[("from", &from.to_string())])) { "Rows after" } }
            }
        }
        p.quiet.only-script { "Click a cell to change it: Enter saves, Tab saves and goes on, Escape leaves it; F8 goes to the next fault." }
    }
}

/// What is wrong in a row.
pub(super) fn told(fault: &Fault, column: Option<&String>, is_fault: bool) -> Markup {
    html! {
        div.fault[is_fault].warned[!is_fault] {
            @if let Some(column) = column { code { (column) } " " }
            strong { (coded(&fault.message)) }
            @if !fault.hint.is_empty() { small { "→ " (coded(&fault.hint)) } }
        }
    }
}

/// Which columns are shown: what says anything, what is needed, and what one mostly fills in.
pub(super) fn shown(table: &EditTable, infos: &[ColumnInfo], all: bool) -> Vec<String> {
    let says = |name: &str| (0..table.rows.len()).any(|row| !table.cell(row, name).is_empty());
    let is_usual = |name: &str| table.file != "orbat.csv" || SHOWN.contains(&name);
    let of_ours = infos.iter().filter(|info| all || info.is_needed || is_usual(info.name) || says(info.name));
    let mut columns: Vec<String> = of_ours.map(|info| info.name.to_owned()).collect();
    let others = table.columns.iter().filter(|name| infos.iter().all(|info| info.name != **name));
    columns.extend(others.filter(|name| !name.is_empty()).cloned());
    columns
}

fn about(office: &Office<'_>, draft: &Draft, table: &EditTable, row: Option<usize>) -> Markup {
    html! {
        (hidden(office.last))
        input type="hidden" name="of" value=(draft.name);
        input type="hidden" name="file" value=(table.file);
        input type="hidden" name="mark" value=(mark(&draft.text(table.file)));
        @if let Some(row) = row { input type="hidden" name="row" value=(row); }
    }
}

fn input(form: &str, column: &str, value: &str, infos: &[ColumnInfo]) -> Markup {
    let has_words = infos.iter().any(|info| info.name == column && !info.words.is_empty());
    html! {
        input type="text" form=(form) name={"cell-" (column)} value=(value) aria-label=(column)
            list=[has_words.then(|| format!("words-{column}"))] autocomplete="off";
    }
}

/// The words that columns may hold, to choose from.
pub(super) fn lists(infos: &[ColumnInfo]) -> Markup {
    html! {
        @for info in infos.iter().filter(|info| !info.words.is_empty()) {
            datalist id={"words-" (info.name)} { @for word in &info.words { option value=(word) {} } }
        }
    }
}

/// The button that takes back what was written last.
pub(super) fn undo(office: &Office<'_>, draft: &Draft, page: &str) -> Markup {
    let step = office.desk.drafts().last_step(&draft.name);
    html! {
        form.undo method="post" action="/new/undo" data-part="undo" {
            (hidden(office.last))
            input type="hidden" name="of" value=(draft.name);
            input type="hidden" name="page" value=(page);
            button type="submit" data-key="z" disabled[step.is_none()] { "Undo " @if let Some(file) = step { small { (file) } } " " kbd { "z" } }
        }
    }
}

/// The table that a form is about, where nobody has changed it since the form was made.
fn unchanged(office: &mut Office<'_>, asked: &Asked) -> Result<(Draft, EditTable), Refusal> {
    let draft = super::draft(office, asked)?;
    let file = asked.form("file").unwrap_or_default();
    let table = draft.table(file).ok_or_else(|| Refusal::new(format!("there is no table `{file}`")))?;
    if asked.form("mark") != Some(&mark(&draft.text(file))) {
        return Err(Refusal {
            hints: vec!["here it is as it stands now: do it again".to_owned()],
            ..Refusal::new(format!("`{file}` has changed since you opened this page: nothing was written"))
        });
    }
    Ok((draft, table))
}

fn keep(office: &mut Office<'_>, draft: &Draft, table: &EditTable) -> Result<(), Refusal> {
    let written = office.desk.drafts_mut().write(draft, table.file, &table.text());
    written.map_err(|error| office.desk.refused(error))
}

/// Writes a cell; with `same` in all rows that say the same there.
pub(super) fn write_cell(office: &mut Office<'_>, asked: &Asked) -> Came {
    let (draft, mut table) = unchanged(office, asked)?;
    let row: usize = asked.form("row").and_then(|row| row.parse().ok()).unwrap_or(usize::MAX);
    let (column, value) =
        (known_column(&table, asked.form("column").unwrap_or_default())?, asked.form("value").unwrap_or_default());
    if row >= table.rows.len() {
        return Err(Refusal::new("there is no such row"));
    }
    let was = table.cell(row, &column).to_owned();
    let is_same = asked.form("same").is_some() && !was.is_empty();
    let rows: Vec<usize> =
        (0..table.rows.len()).filter(|of| *of == row || (is_same && table.cell(*of, &column) == was)).collect();
    rows.into_iter().for_each(|row| table.set(row, &column, value));
    keep(office, &draft, &table)?;
    Ok(Given::elsewhere(back(asked, &draft, table.file)))
}

/// The page from which a cell was changed: with the same rows on it.
fn back(asked: &Asked, draft: &Draft, file: &str) -> String {
    let of = |name: &str| asked.form(name).unwrap_or_default();
    let kept =
        [("of", draft.name.as_str()), ("file", file), ("only", of("only")), ("all", of("all")), ("from", of("from"))];
    format!("/new/{}?{}", page_of(file), query(&kept))
}

/// A column that the table has, or may have.
fn known_column(table: &EditTable, name: &str) -> Result<String, Refusal> {
    let is_known = table.columns.iter().any(|column| column == name)
        || table_columns(table.file).iter().any(|info| info.name == name);
    if is_known {
        Ok(name.to_owned())
    } else {
        Err(Refusal::new(format!("`{name}` is not a column of `{}`", table.file)))
    }
}

/// Writes, adds or removes a row.
pub(super) fn write_row(office: &mut Office<'_>, asked: &Asked) -> Came {
    let (draft, mut table) = unchanged(office, asked)?;
    let row: Option<usize> = asked.form("row").and_then(|row| row.parse().ok()).filter(|row| *row < table.rows.len());
    let given: Vec<(String, &str)> = { asked.form.iter() }
        .filter_map(|(name, value)| Some((name.strip_prefix("cell-")?, value.trim())))
        .map(|(name, value)| Ok((known_column(&table, name)?, value)))
        .collect::<Result<_, Refusal>>()?;
    match (asked.form("what"), row) {
        (Some("remove"), Some(row)) => table.remove(row),
        (Some("add"), _) => {
            if given.iter().all(|(_, value)| value.is_empty()) {
                return Err(Refusal::new("the new row is empty"));
            }
            let cells: Vec<(&str, String)> =
                given.iter().map(|(name, value)| (name.as_str(), (*value).to_owned())).collect();
            table.add(&cells);
        }
        (_, Some(row)) => {
            let differs = |(name, value): &&(String, &str)| table.cell(row, name) != *value;
            let changed: Vec<_> = given.iter().filter(differs).cloned().collect();
            changed.iter().for_each(|(name, value)| table.set(row, name, value));
        }
        _ => return Err(Refusal::new("there is no such row")),
    }
    keep(office, &draft, &table)?;
    Ok(Given::elsewhere(back(asked, &draft, table.file)))
}
