//! A table of a folder as cells, with what `check` says beside them; one is changed in place.
//!
//! What it decides: which columns are shown. Where to look next: `cells`, which writes them.

use std::collections::BTreeMap;

use maud::{Markup, html};

use domain::counted;
use ops::View;
use ops::draft::{ColumnInfo, Draft, EditTable, Fault, hand_files, table_columns};

use super::super::form::hidden;
use super::super::parts::coded;
use super::frame;
use super::mend::{mark, mend};
use super::query;
use super::step::{self, Step, page_of, tables};
use crate::asked::Asked;
use crate::office::Office;

/// How many rows a page has.
const ROWS: usize = 300;

/// Columns of the order of battle that are shown though nothing stands in them.
const SHOWN: [&str; 13] = [
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

/// The faults of a table by row and cell, and those of none.
pub(super) struct Placed<'a> {
    pub(super) cells: BTreeMap<(usize, Option<usize>), Vec<&'a Fault>>,
    pub(super) others: Vec<&'a Fault>,
}

impl<'a> Placed<'a> {
    /// Those of a row, each with its cell.
    pub(super) fn of(&self, row: usize) -> impl Iterator<Item = (&Option<usize>, &'a Fault)> {
        let cells = self.cells.range((row, None)..=(row, Some(usize::MAX)));
        cells.flat_map(|((_, at), faults)| faults.iter().map(move |fault| (at, *fault)))
    }
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
        h1.unseen { (file.trim_end_matches(".csv")) }
        (tabs(draft, step, file))
        (sheet(office, draft, asked, &table))
        @if step == Step::Supply { p.goes { a.button.go href=(step::address(Step::Check, &draft.name)) { "Check next" } } }
    };
    frame::page(office, draft, step, &body)
}

/// The tables of a step.
pub(super) fn tabs(draft: &Draft, step: Step, open: &str) -> Markup {
    let count = |file: &str| draft.table(file).map_or(0, |table| table.rows.len());
    let what = hand_files().find(|(file, _)| *file == open).map_or("", |(_, what)| what);
    html! {
        nav.tabs aria-label="tables" data-part="tabs" {
            @if step == Step::Map { a href=(step::address(step, &draft.name)) { "← the map" } }
            @for file in tables(step) {
                a href=(address(draft, file, None)) aria-current=[(*file == open).then_some("page")] {
                    (file.trim_end_matches(".csv")) " " small { (count(file)) }
                }
            }
        }
        p.quiet.what { (coded(what)) "." }
    }
}

/// A table as it is shown: which of its rows and columns, and what is said of them.
struct Shown<'a, 'd> {
    office: &'a Office<'d>,
    draft: &'a Draft,
    table: &'a EditTable,
    infos: Vec<ColumnInfo>,
    columns: Vec<String>,
    placed: Placed<'a>,
    warned: Placed<'a>,
    /// The row that is being changed.
    open: Option<usize>,
    only_faults: bool,
    first: usize,
}

/// The table with its faults, a row to be changed, and one to be added.
pub(super) fn sheet(office: &Office<'_>, draft: &Draft, asked: &Asked, table: &EditTable) -> Markup {
    let infos = table_columns(table.file);
    let open: Option<usize> = asked.query("row").and_then(|row| row.parse().ok());
    let from = asked.query("from").and_then(|from| from.parse().ok());
    let shown = Shown {
        office,
        draft,
        table,
        columns: shown(table, &infos, asked.query("all").is_some()),
        infos,
        placed: placed(table, draft.faults.iter()),
        warned: placed(table, draft.warnings.iter()),
        open,
        only_faults: asked.query("only").is_some(),
        first: from.or(open.map(|row| row / ROWS * ROWS)).unwrap_or(0),
    };
    html! {
        div.summary data-part="summary" { (shown.summary()) }
        div.wide tabindex="0" aria-label="table" {
            form #edit method="post" action="/new/row" { (about(office, draft, table, open)) }
            form #add method="post" action="/new/row" { (about(office, draft, table, None)) }
            table.cells { (shown.cells()) }
        }
        (lists(&shown.infos, draft.campaign.as_ref()))
        (shown.pages())
        p.quiet.only-script { "Click a cell to change it: Enter saves, Tab saves and goes on, Escape leaves it; F8 goes to the next fault." }
    }
}

impl Shown<'_, '_> {
    fn is_wrong(&self, row: usize) -> bool {
        self.placed.of(row).next().is_some()
    }

    /// The address of the table, shown otherwise.
    fn here(&self, more: &[(&str, &str)]) -> String {
        let own = [&[("of", self.draft.name.as_str()), ("file", self.table.file)], more].concat();
        format!("/new/{}?{}", page_of(self.table.file), query(&own))
    }

    /// What is said of the table as a whole.
    fn summary(&self) -> Markup {
        let rows = self.table.rows.len();
        let faulty = (0..rows).filter(|row| self.is_wrong(*row)).count();
        html! {
            strong { (counted(rows, "row")) }
            @if faulty > 0 { span.chip.bad { (counted(faulty, "row")) " with faults" } } @else if rows > 0 { span.chip.good { "no faults" } }
            @if self.only_faults { a.button href=(self.here(&[])) { "All rows" } }
            @else if faulty > 0 { a.button href=(self.here(&[("only", "faults")])) { "Only faults" } }
            @if self.columns.len() < self.infos.len().max(self.table.columns.len()) { a.button href=(self.here(&[("all", "1")])) { "All columns" } }
            (undo(self.office, self.draft, page_of(self.table.file)))
            @for fault in &self.placed.others { (told(fault, None, true)) }
            @for fault in &self.warned.others { (told(fault, None, false)) }
        }
    }

    fn cells(&self) -> Markup {
        let Self { draft, table, infos, columns, .. } = self;
        let is_shown = |row: &usize| !self.only_faults || self.is_wrong(*row);
        let what = |name: &str| infos.iter().find(|of| of.name == name).map(|of| of.what);
        html! {
            thead { tr { th.r { "line" } @for name in columns { th title=[what(name)] { (name) } } th.check { "check" } } }
            tbody data-part="cells" data-of=(draft.name) data-file=(table.file) data-mark=(mark(&draft.text(table.file))) {
                @for row in (0..table.rows.len()).filter(is_shown).skip(self.first).take(ROWS) { (self.row(row)) }
            }
            tfoot {
                tr {
                    td.r { "new" }
                    @for name in columns { td { (input("add", name, "", infos)) } }
                    td.check { button type="submit" form="add" name="what" value="add" { "Add the row" } }
                }
            }
        }
    }

    fn row(&self, row: usize) -> Markup {
        let Self { draft, table, infos, .. } = self;
        let (line, is_open) = (table.rows[row].line, self.open == Some(row));
        let column = |at: &Option<usize>| at.and_then(|at| table.columns.get(at));
        html! {
            tr id={"row" (row)} .wrong[self.is_wrong(row)] {
                td.r { a href=(address(draft, table.file, Some(row))) aria-label={"change line " (line)} { (line) } }
                @for name in &self.columns {
                    @let at = table.columns.iter().position(|column| column == name);
                    @let is_bad = at.is_some() && self.placed.cells.contains_key(&(row, at));
                    @if is_open { td { (input("edit", name, table.cell(row, name), infos)) } }
                    @else { td data-row=(row) data-column=(name) .bad[is_bad] { (table.cell(row, name)) } }
                }
                td.check {
                    @if is_open {
                        button.main type="submit" form="edit" name="what" value="write" { "Save" } " "
                        button type="submit" form="edit" name="what" value="remove" { "Remove the row" }
                    }
                    @for (at, fault) in self.placed.of(row) { (told(fault, column(at), true)) (mend(self.office, draft, fault, "")) }
                    @for (at, fault) in self.warned.of(row) { (told(fault, column(at), false)) (mend(self.office, draft, fault, "")) }
                }
            }
        }
    }

    /// The ways to the rows before and after.
    fn pages(&self) -> Markup {
        let (rows, next) = (self.table.rows.len(), self.first + ROWS);
        html! {
            @if !self.only_faults && rows > ROWS {
                p.goes {
                    @if self.first > 0 { a.button href=(self.here(&[("from", &self.first.saturating_sub(ROWS).to_string())])) { "Rows before" } }
                    @if next < rows { a.button href=(self.here(&[("from", &next.to_string())])) { "Rows after" } }
                }
            }
        }
    }
}

/// What is wrong in a row.
pub(super) fn told(fault: &Fault, column: Option<&String>, is_fault: bool) -> Markup {
    let column = html! { @if let Some(column) = column { code { (column) } " " } };
    frame::told(&fault.message, &fault.hint, is_fault, (&column, &html! {}))
}

/// Which columns are shown: what says anything, what is needed, and what one mostly fills in.
fn shown(table: &EditTable, infos: &[ColumnInfo], all: bool) -> Vec<String> {
    let says = |name: &str| (0..table.rows.len()).any(|row| !table.cell(row, name).is_empty());
    let is_usual = |name: &str| table.file != "orbat.csv" || SHOWN.contains(&name);
    let of_ours = infos.iter().filter(|info| all || info.is_needed || is_usual(info.name) || says(info.name));
    let mut columns: Vec<String> = of_ours.map(|info| info.name.to_owned()).collect();
    let others = table.columns.iter().filter(|name| infos.iter().all(|info| info.name != **name));
    columns.extend(others.filter(|name| !name.is_empty()).cloned());
    // Whom a row is about is read before the id by which others name him.
    columns.sort_by_key(|name| name != "name");
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
    let has_words = infos.iter().any(|info| info.name == column && !info.words.is_empty()) || NAMING.contains(&column);
    html! {
        input type="text" form=(form) name={"cell-" (column)} value=(value) aria-label=(column)
            list=[has_words.then(|| format!("words-{column}"))] autocomplete="off";
    }
}

/// Columns that name something of the campaign.
const NAMING: [&str; 7] = ["side", "line", "place", "owner", "parent", "river", "ground"];
/// How many names are offered to choose from.
const OFFERED: usize = 500;

/// What a column may name.
fn named(campaign: &View, column: &str) -> Vec<String> {
    let mut names: Vec<String> = match column {
        "side" => campaign.sides.iter().map(|side| side.id.to_string()).collect(),
        "line" => campaign.railways.iter().map(|railway| railway.name.clone()).collect(),
        "place" => campaign.places.iter().map(|place| place.name.clone()).collect(),
        "river" => campaign.rivers.iter().map(|river| river.name.clone()).collect(),
        "ground" => campaign.ground_factors.iter().map(|factors| factors.name.clone()).collect(),
        _ => campaign.formations.values().filter(|of| of.leaf.is_none()).map(|of| of.id.to_string()).collect(),
    };
    names.truncate(OFFERED);
    names
}

/// The words that columns may hold, to choose from.
fn lists(infos: &[ColumnInfo], campaign: Option<&View>) -> Markup {
    html! {
        @if let Some(campaign) = campaign {
            @for column in NAMING.iter().filter(|column| infos.iter().any(|info| info.name == **column)) {
                datalist id={"words-" (column)} { @for word in named(campaign, column) { option value=(word) {} } }
            }
        }
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
