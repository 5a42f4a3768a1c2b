//! A result form, blank or filled in: on paper, 80 characters wide, and as CSV for a spreadsheet.
//!
//! The CSV is what `ops::battle::record::sheet` reads back: column names here and there are the same.

use std::borrow::Cow;

use domain::shown;

use super::csv::{Records, as_text};
use super::page::{Format, Page};
use super::wrap::{folded, wrapped};
use crate::model::{BaseForm, FormCell, FormReport, UnitForm};
use crate::{Cell, Column, Report, Table};

const WIDTH: usize = 79;

/// How many columns the form has as a table.
const COLUMNS: usize = 14;
/// What is counted of a unit.
const TESTS: [FormCell; 3] = [FormCell::Attacks, FormCell::Passed, FormCell::Failed];

/// The widths of the columns that differ with how ammunition is kept: name, ammunition before, ammunition after.
fn widths(form: &FormReport) -> [usize; 3] {
    if form.counts_combat_units { [16, 6, 4] } else { [20, 3, 3] }
}

impl Report for FormReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("code"),
            Column::text("who").wrapping(),
            Column::number("SP/full"),
            Column::number("markers"),
            Column::text(if self.counts_combat_units { "CU" } else { "ammo" }),
            Column::text("square"),
            Column::text("SP left"),
            Column::text("markers after"),
            Column::text(if self.counts_combat_units { "CU left" } else { "out" }),
            Column::text("fate"),
            Column::text("ends in"),
            Column::text("attacks"),
            Column::text("passed"),
            Column::text("failed"),
        ];
        let mut table = Table::new(self.title(), columns);
        for side in &self.sides {
            table.group(side.title());
            for unit in &side.units {
                table.row(self.with_blanks(&unit.code, vec![Cell::new(&unit.code), Cell::new(unit.title())]));
                for base in &unit.bases {
                    let cells = vec![
                        Cell::new(&base.code),
                        Cell::new(&base.name),
                        Cell::new(base.strength()),
                        Cell::new(base.markers),
                        Cell::new(base.ammunition()),
                        Cell::new(&base.square),
                    ];
                    table.row(self.with_blanks(&base.code, cells));
                }
            }
        }
        let [end, moves] = self.head().map(|written| if written.is_empty() { "____" } else { written });
        table.note(format!("end ({}): {end}", self.ends.join(", ")));
        table.note(format!("moves used, of {}: {moves}", self.moves));
        self.legend().into_iter().for_each(|line| table.note(line));
        vec![table]
    }

    fn drawing(&self, page: Page) -> Option<String> {
        match page.format {
            Format::Table => Some(text(self)),
            Format::Csv => Some(csv(self)),
            Format::Json | Format::Markdown => None,
        }
    }
}

impl FormReport {
    /// A row with what comes out, or blanks for it.
    fn with_blanks(&self, code: &str, mut cells: Vec<Cell>) -> Vec<Cell> {
        let ammo = if self.counts_combat_units { FormCell::Cu } else { FormCell::Out };
        let after = [FormCell::Sp, FormCell::Markers, ammo, FormCell::Fate, FormCell::Square];
        let after: Vec<Cell> = after.into_iter().chain(TESTS).map(|cell| Cell::new(self.written(code, cell))).collect();
        cells.resize_with(COLUMNS - after.len(), Cell::default);
        cells.extend(after);
        cells
    }
}

/// The form for paper.
pub fn text(form: &FormReport) -> String {
    let [end, moves] = form.head();
    let mark = |word: &str| if word == end { "[x]" } else { "[ ]" };
    let ends: Vec<String> = form.ends.iter().map(|word| format!("{} {}", mark(word), word.replace('_', " "))).collect();
    let mut lines = folded(&form.title(), WIDTH);
    lines.push(String::new());
    lines.push(format!("End: {}", ends.join("  ")));
    lines.push(format!("Moves used, of {}: [{}]", form.moves, or_blank(moves)));
    lines.push(String::new());
    let [name, before, after] = widths(form);
    let ammo = if form.counts_combat_units { "CU" } else { "out" };
    lines.push(format!("{:1$}came out as", "", WIDTH - 31));
    lines.push(format!(
        "{:7}{:name$} {:>5} {:>2} {ammo:before$} {:6} {:3} {:3} {ammo:after$} {:12} square",
        "code", "who", "SP", "mk", "in", "SP", "mk", "fate"
    ));
    lines.push("-".repeat(WIDTH));
    for side in &form.sides {
        lines.extend(bulk(form, side.code, &side.title()));
        for unit in &side.units {
            lines.extend(bulk(form, &unit.code, &unit.name));
            let [attacks, passed, failed] = TESTS.map(|cell| or_blank(form.written(&unit.code, cell)));
            let tests = format!("attacks [{attacks}]  tests passed [{passed}]  failed [{failed}]");
            lines.push(format!("{:7}{:29}{tests}", "", unit.standing()));
            lines.extend(unit.bases.iter().flat_map(|base| base_lines(form, base)));
        }
        lines.push(String::new());
    }
    let ammo = if form.counts_combat_units { "CU: combat units left" } else { "out: out of ammunition" };
    lines.push(format!("mk: markers; {ammo}; in: the square where it stands now."));
    lines.extend(form.legend().iter().flat_map(|line| folded(line, WIDTH)));
    lines.iter().flat_map(|line| [shown(line.trim_end()), "\n".into()]).collect()
}

/// What is written between brackets, or the blank there.
fn or_blank(written: &str) -> &str {
    if written.is_empty() { " " } else { written }
}

/// What comes out of the fight for a code, or room for it.
fn blanks(form: &FormReport, code: &str) -> String {
    let [_, _, after] = widths(form);
    let cell = |cell: FormCell, width: usize| match form.written(code, cell) {
        "" => "_".repeat(width),
        written => format!("{written:width$}"),
    };
    let out = match form.written(code, FormCell::Out) {
        _ if form.counts_combat_units => cell(FormCell::Cu, after),
        "" => "[ ]".to_owned(),
        "out" => "[x]".to_owned(),
        written => format!("{written:after$}"),
    };
    let (sp, markers) = (cell(FormCell::Sp, 3), cell(FormCell::Markers, 3));
    format!("{sp} {markers} {out} {} {}", cell(FormCell::Fate, 12), cell(FormCell::Square, 6))
}

/// The row of a side or unit, which holds for what is below it.
fn bulk(form: &FormReport, code: &str, title: &str) -> Vec<String> {
    let [name, before, _] = widths(form);
    let width = name + 1 + 5 + 1 + 2 + 1 + before + 1 + 6;
    named(code, (title, width), &blanks(form, code))
}

fn base_lines(form: &FormReport, base: &BaseForm) -> Vec<String> {
    let [name, before, _] = widths(form);
    let (sp, ammunition, blanks) = (base.strength(), base.ammunition(), blanks(form, &base.code));
    let figures = format!("{sp:>5} {:>2} {ammunition:before$} {:6} {blanks}", base.markers, base.square);
    named(&base.code, (&format!(" {}", base.name), name), &figures)
}

/// A code, a name and what stands beside them; the rest of a name that is too long stands on lines of its own.
fn named(code: &str, (name, width): (&str, usize), beside: &str) -> Vec<String> {
    let row = |(number, part): (usize, String)| match number {
        0 => format!("{code:7}{part:width$} {beside}"),
        _ => format!("{:7} {part}", ""),
    };
    wrapped(name, width).into_iter().enumerate().map(row).collect()
}

/// The form for a spreadsheet.
pub fn csv(form: &FormReport) -> String {
    let cu = form.counts_combat_units;
    let mut records = Records::new();
    let mut line = |fields: &[&str]| records.add(fields.iter().map(|field| Cow::Borrowed(*field)));
    line(&["battle", form.battle.as_deref().unwrap_or_default(), &as_text(&form.title())]);
    let [end, moves] = form.head();
    line(&["end", end, &form.ends.join(" or ")]);
    line(&["moves", moves, &format!("1 to {}", form.moves)]);
    line(&["#", "", &format!("fates: {}", form.fates.join(" or "))]);
    line(&[
        "#",
        "",
        "blank: unchanged; the row of a unit (A1) applies to its blank bases, that of a side (A) to those in the fight",
    ]);
    let was = ["sp_was", "markers_was", "out_was"];
    let header =
        ["code", "id", "name", "full"].into_iter().chain(was).chain(cu.then_some("cu_was")).chain(["square_was"]);
    let cells: Vec<FormCell> = FormCell::ALL.iter().copied().filter(|cell| cu || *cell != FormCell::Cu).collect();
    let header: Vec<&str> = header.chain(cells.iter().map(|cell| cell.as_str())).collect();
    line(&header);
    let kept = header.len() - cells.len();
    let padded = |mut fields: Vec<String>| {
        let after: Vec<String> = cells.iter().map(|cell| form.written(&fields[0], *cell).to_owned()).collect();
        fields.resize(kept, String::new());
        fields.extend(after);
        Padded(fields)
    };
    for side in &form.sides {
        line(&padded(vec![side.code.to_owned(), String::new(), as_text(&side.title()).into_owned()]).each());
        for unit in &side.units {
            line(&padded(unit_fields(unit)).each());
            for base in &unit.bases {
                line(&padded(base_fields(base, cu)).each());
            }
        }
    }
    shown(&records.text()).into_owned()
}

struct Padded(Vec<String>);

impl Padded {
    fn each(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }
}

fn unit_fields(unit: &UnitForm) -> Vec<String> {
    vec![unit.code.clone(), unit.id.to_string(), as_text(&unit.title()).into_owned()]
}

fn base_fields(base: &BaseForm, counts: bool) -> Vec<String> {
    let out = if base.out_of_ammo { "out" } else { "" };
    let sp = |sp: u16| if base.assumed { "?".to_owned() } else { sp.to_string() };
    let mut fields = vec![base.code.clone(), base.id.to_string(), as_text(&base.name).into_owned()];
    fields.extend([sp(base.sp_full), sp(base.sp), base.markers.to_string()]);
    fields.push(out.to_owned());
    fields.extend(counts.then(|| base.combat_units()));
    fields.push(base.square.clone());
    fields
}
