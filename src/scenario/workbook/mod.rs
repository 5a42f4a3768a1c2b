//! A campaign folder as one workbook: a sheet for each table, and the sheet `campaign` for `campaign.toml`.
//!
//! What it decides: which sheet is which file, and how a cell reads as text.
//! What it never does: know what a table is about, or run anything: of a formula its last result is read.
//! Where to look next: `guard`, how large one may be; `head`, the sheet `campaign`; `write`.

mod guard;
mod head;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use calamine::{Data, DataRef, Ods, Reader, Xlsx};

use crate::text::csv_writer::CsvWriter;
use crate::text::files::{CAMPAIGN_FILE, COLUMNS_PAGE, Fault, Files, Folder, is_known, known_names};
use crate::text::limits;
use crate::text::records::Records;

pub use write::{WorkbookError, write_workbook};

/// The sheet for `campaign.toml`.
const HEAD: &str = "campaign";

/// The header of a sheet that holds a text line by line.
const LINES: [&str; 2] = ["line", "text"];

/// A cell that says something: its column and its text, by row; rows and columns from 0.
type Rows = BTreeMap<u32, Vec<(u32, String)>>;

/// A sheet as it was read.
#[derive(Default)]
struct Sheet {
    rows: Rows,
    /// Cells that hold an error, by row and column.
    errors: Vec<(u32, u32)>,
    /// Cells that hold a formula and no result of it.
    unworked: Vec<(u32, u32)>,
    bytes: usize,
}

/// The files in a workbook; `name` ends in `.xlsx` or `.ods`.
///
/// # Errors
/// What is wrong with the workbook as a whole, and what would be right.
pub(crate) fn read_workbook(name: &str, bytes: &[u8]) -> Result<Folder, (String, String)> {
    guard::unpacked(bytes)?;
    let sheets = if is_ods(name) { ods(bytes) } else { xlsx(bytes) };
    let sheets = sheets?;
    let mut folder = Folder { is_workbook: true, ..Folder::default() };
    let digits =
        sheets.iter().find(|(name, _)| name.eq_ignore_ascii_case(HEAD)).map_or(4, |(_, head)| head::digits(&head.rows));
    for (name, sheet) in sheets {
        let file = file_of(&name);
        if file == COLUMNS_PAGE {
            continue;
        }
        if !is_known(&file) {
            folder.others.push(name);
            continue;
        }
        let errors =
            sheet.errors.iter().map(|at| (at, "the cell holds an error", "correct its formula, or write the value"));
        // Left blank it would mean something else.
        let unworked = sheet.unworked.iter().map(|at| {
            (
                at,
                "the cell holds a formula without its result",
                "save the workbook in a spreadsheet, or write the value",
            )
        });
        for ((row, column), what, hint) in errors.chain(unworked) {
            let cell = (u64::from(*row) + 1, u64::from(*column) + 1);
            folder.faults.push(Fault::at(&file, cell, what, hint));
        }
        let text = if file == CAMPAIGN_FILE {
            head::text(&sheet.rows)
        } else if is_lines(&sheet.rows) {
            lines(&sheet.rows)
        } else {
            table(&sheet.rows, digits)
        };
        folder.files.insert(file, text.into_bytes());
    }
    folder.others.sort();
    Ok(folder)
}

/// The text of one table of a workbook: of the sheet of this name, else of the first that says anything.
///
/// # Errors
/// What is wrong with the workbook, and what would be right.
pub(crate) fn read_table(name: &str, sheet: &str, bytes: &[u8]) -> Result<String, (String, String)> {
    guard::unpacked(bytes)?;
    let mut sheets = if is_ods(name) { ods(bytes) } else { xlsx(bytes) }?;
    sheets.retain(|(_, sheet)| !sheet.rows.is_empty());
    let at = sheets.iter().position(|(name, _)| name.eq_ignore_ascii_case(sheet)).unwrap_or(0);
    match sheets.get(at) {
        Some((_, sheet)) => Ok(table(&sheet.rows, 0)),
        None => Err(("the workbook is empty".to_owned(), "give one with a sheet of rows".to_owned())),
    }
}

/// Whether a file of this name is taken for a workbook.
pub fn is_workbook(name: &str) -> bool {
    is_ods(name) || has_ending(name, "xlsx")
}

fn is_ods(name: &str) -> bool {
    has_ending(name, "ods")
}

fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case(ending))
}

/// The file for which a sheet stands: of its name, with or without the ending. What is none is given back.
fn file_of(sheet: &str) -> String {
    if sheet.eq_ignore_ascii_case(HEAD) {
        return CAMPAIGN_FILE.to_owned();
    }
    let is_it = |file: &&str| {
        let stem = file.rsplit_once('.').map_or(*file, |(stem, _)| stem);
        domain::plain(sheet) == domain::plain(file) || domain::plain(sheet) == domain::plain(stem)
    };
    known_names().find(is_it).unwrap_or(sheet).to_owned()
}

/// The sheet that stands for a file.
fn sheet_of(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

fn unreadable(error: impl std::fmt::Display) -> (String, String) {
    (format!("it is not a readable workbook: {error}"), "save it again as .xlsx or .ods".to_owned())
}

fn xlsx(bytes: &[u8]) -> Result<Vec<(String, Sheet)>, (String, String)> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let (mut sheets, mut all) = (Vec::new(), 0);
    for name in book.sheet_names() {
        let mut sheet = Sheet::default();
        let mut worked = BTreeSet::new();
        let mut cells = book.worksheet_cells_reader(&name).map_err(unreadable)?;
        while let Some(cell) = cells.next_cell().map_err(unreadable)? {
            sheet.add(cell.get_position(), said(cell.get_value()));
            if !matches!(cell.get_value(), DataRef::Empty) {
                worked.insert(cell.get_position());
            }
            limit(&name, all + sheet.bytes)?;
        }
        drop(cells);
        let formulas = book.worksheet_formula(&name).map_err(unreadable)?;
        let (top, left) = formulas.start().unwrap_or_default();
        let formulas = formulas.used_cells().filter(|(.., formula)| !formula.is_empty());
        let at = formulas.map(|(row, column, _)| (top + row as u32, left + column as u32));
        sheet.unworked = at.filter(|at| !worked.contains(at)).collect();
        all += sheet.bytes;
        sheets.push((name, sheet));
    }
    Ok(sheets)
}

fn ods(bytes: &[u8]) -> Result<Vec<(String, Sheet)>, (String, String)> {
    guard::repeats(bytes)?;
    let mut book: Ods<_> = Ods::new(Cursor::new(bytes)).map_err(unreadable)?;
    let (mut sheets, mut all) = (Vec::new(), 0);
    for name in book.sheet_names() {
        let mut sheet = Sheet::default();
        let range = book.worksheet_range(&name).map_err(unreadable)?;
        let (top, left) = range.start().unwrap_or_default();
        for (row, column, value) in range.used_cells() {
            sheet.add((top + row as u32, left + column as u32), said(&as_ref(value)));
            limit(&name, all + sheet.bytes)?;
        }
        all += sheet.bytes;
        sheets.push((name, sheet));
    }
    Ok(sheets)
}

/// Text beyond what a folder may hold is not gone on with.
fn limit(sheet: &str, bytes: usize) -> Result<(), (String, String)> {
    if bytes as u64 <= limits::UNPACKED {
        return Ok(());
    }
    Err((
        format!("the sheets up to `{sheet}` hold more than {}", limits::UNPACKED_WORDS),
        "that is the limit".to_owned(),
    ))
}

fn as_ref(value: &Data) -> DataRef<'_> {
    match value {
        Data::Int(number) => DataRef::Int(*number),
        Data::Float(number) => DataRef::Float(*number),
        Data::String(text) => DataRef::SharedString(text),
        Data::Bool(is) => DataRef::Bool(*is),
        Data::DateTime(when) => DataRef::DateTime(*when),
        Data::DateTimeIso(when) => DataRef::DateTimeIso(when.clone()),
        Data::DurationIso(long) => DataRef::DurationIso(long.clone()),
        Data::Error(error) => DataRef::Error(error.clone()),
        Data::Empty => DataRef::Empty,
    }
}

/// What a cell says; none where it holds an error.
fn said(value: &DataRef<'_>) -> Option<String> {
    Some(match value {
        DataRef::Int(number) => number.to_string(),
        // Numbers as they are typed: whole ones without a point.
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) => one_line(text),
        DataRef::SharedString(text) => one_line(text),
        DataRef::Bool(is) => if *is { "yes" } else { "no" }.to_owned(),
        DataRef::DateTime(when) => {
            let (year, month, day, ..) = when.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::DateTimeIso(text) => text.split('T').next().unwrap_or_default().to_owned(),
        DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(_) => return None,
        DataRef::Empty => String::new(),
    })
}

/// A row of a sheet is a line: where a cell is broken into several they are joined.
fn one_line(text: &str) -> String {
    if !text.contains(['\n', '\r']) {
        return text.to_owned();
    }
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

impl Sheet {
    fn add(&mut self, (row, column): (u32, u32), said: Option<String>) {
        match said {
            None => self.errors.push((row, column)),
            Some(text) if !text.is_empty() => {
                self.bytes += text.len() + 1;
                self.rows.entry(row).or_default().push((column, text));
            }
            Some(_) => {}
        }
    }
}

/// Whether a sheet holds a text line by line.
fn is_lines(rows: &Rows) -> bool {
    let first =
        rows.get(&0).map(|cells| cells.iter().map(|(column, text)| (*column, text.as_str())).collect::<Vec<_>>());
    first.is_some_and(|first| first == [(0, LINES[0]), (1, LINES[1])])
}

/// The text of such a sheet.
fn lines(rows: &Rows) -> String {
    let mut text = String::new();
    for (row, cells) in rows.range(1..) {
        if *row > 1 {
            text.push('\n');
        }
        text.push_str(cells.iter().find(|(column, _)| *column == 1).map_or("", |(_, text)| text));
    }
    text
}

/// Columns of squares, by header: a number in them has lost the zero in front.
const SQUARES: [&str; 9] =
    ["square", "where", "entry", "point", "next_square", "way_point", "home", "seat", "to_square"];

/// The text of a table: a row is the line of its number.
fn table(rows: &Rows, digits: usize) -> String {
    let header = rows.values().find(|cells| !cells[0].1.starts_with('#'));
    let is_square: Vec<bool> = columns(header.map_or(&[], Vec::as_slice))
        .map(|name| SQUARES.contains(&name.to_lowercase().as_str()))
        .collect();
    let mut text = String::new();
    let mut line = 0;
    for (row, cells) in rows {
        text.extend(std::iter::repeat_n('\n', (*row - line) as usize));
        line = *row + 1;
        // A comment is one cell: what stands beside it is kept, so that a row that only begins like one is told of.
        if let [(0, comment)] = &cells[..]
            && comment.starts_with('#')
        {
            text.push_str(comment);
            text.push('\n');
            continue;
        }
        let width = columns(header.map_or(&[], Vec::as_slice)).count();
        let mut fields: Vec<String> = columns(cells).map(str::to_owned).collect();
        fields.resize(width.max(fields.len()), String::new());
        for (field, _) in fields.iter_mut().zip(&is_square).filter(|(_, is_square)| **is_square) {
            let is_number = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
            if is_number && field.len() < digits {
                *field = format!("{field:0>digits$}");
            }
        }
        let mut writer = CsvWriter::default();
        writer.add(&fields);
        text.push_str(&writer.text());
    }
    text
}

/// The texts of a row, with nothing for the cells between; of more than a row may have the first.
fn columns(cells: &[(u32, String)]) -> impl Iterator<Item = &str> {
    let width = cells.last().map_or(0, |(column, _)| *column as usize + 1).min(limits::FIELDS + 1);
    let mut next = cells.iter().peekable();
    (0..width as u32)
        .map(move |column| next.next_if(|(there, _)| *there == column).map_or("", |(_, text)| text.as_str()))
}

/// Faults in the files of a workbook as faults in its sheets: sheet, row and column.
pub(crate) fn in_sheets(files: &Files, unread: &[Fault], faults: &mut [Fault]) {
    let mut starts: BTreeMap<String, BTreeMap<u64, Vec<u64>>> = BTreeMap::new();
    for fault in faults {
        let sheet = if fault.file == CAMPAIGN_FILE { HEAD } else { sheet_of(&fault.file) }.to_owned();
        let is_cell = || {
            unread.iter().any(|cell| (&cell.file, cell.line, cell.column) == (&fault.file, fault.line, fault.column))
        };
        if fault.line > 0 && fault.column > 0 && !is_cell() {
            let file = &fault.file;
            let at = starts.entry(file.clone()).or_insert_with(|| {
                let text = files.get(file).map(|bytes| String::from_utf8_lossy(bytes)).unwrap_or_default();
                if file == CAMPAIGN_FILE { head::starts(&text) } else { fields(&text) }
            });
            let columns = at.get(&fault.line).map_or(&[][..], Vec::as_slice);
            fault.column = columns.iter().filter(|start| **start <= fault.column).count().max(1) as u64;
        }
        fault.file = sheet;
    }
}

/// With which letter each field of a line begins.
fn fields(text: &str) -> BTreeMap<u64, Vec<u64>> {
    Records::new(text, b',')
        .map(|record| (record.fields[0].line, record.fields.iter().map(|field| field.column).collect()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_share_a_text_are_weighed_one_by_one() {
        assert_eq!(limit("orbat", 256 << 20), Ok(()));
        let (message, hint) = limit("orbat", (256 << 20) + 1).unwrap_err();
        assert_eq!(message, "the sheets up to `orbat` hold more than 256 MiB");
        assert_eq!(hint, "that is the limit");
    }

    #[test]
    fn a_sheet_is_known_however_its_name_is_written() {
        for name in ["railheads", "Rail heads", "rail_heads.csv", "RAILHEADS"] {
            assert_eq!(file_of(name), "railheads.csv", "{name}");
        }
        assert_eq!(file_of("Club dues"), "Club dues");
    }
}
