//! A folder written as a workbook.
//!
//! What it decides: that every cell is a text, so that a spreadsheet runs none and keeps the zeros of squares.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use super::{HEAD, LINES, head, sheet_of, table};
use crate::text::files::{CAMPAIGN_FILE, Files};
use crate::text::records::Records;

/// Why a folder cannot be a workbook.
#[derive(Debug, thiserror::Error)]
#[error("`{file}` cannot be a sheet of a workbook: {error}")]
pub struct WorkbookError {
    /// The file.
    pub file: String,
    /// What is in the way.
    pub error: XlsxError,
}

/// What a spreadsheet keeps for itself: no sheet may have the name.
const RESERVED: &str = "history";

/// The bytes of a workbook that holds these files.
///
/// # Errors
/// When a file is too large for a sheet, or a field for a cell.
pub fn write_workbook(files: &Files) -> Result<Vec<u8>, WorkbookError> {
    let mut book = Workbook::new();
    let of = |file: &str| {
        let file = file.to_owned();
        move |error| WorkbookError { file, error }
    };
    let made = ExcelDateTime::from_ymd(2000, 1, 1).map_err(of(CAMPAIGN_FILE))?;
    book.set_properties(&DocProperties::new().set_creation_datetime(&made));
    let (heads, others): (Vec<_>, Vec<_>) = files.iter().partition(|(name, _)| *name == CAMPAIGN_FILE);
    for (name, bytes) in heads.into_iter().chain(others) {
        let text = String::from_utf8_lossy(bytes);
        let stem = if name == CAMPAIGN_FILE { HEAD } else { sheet_of(name) };
        let stem = if stem == RESERVED { name.as_str() } else { stem };
        let sheet = book.add_worksheet();
        fill(sheet, stem, &rows_of(name, &text)).map_err(of(name))?;
    }
    book.save_to_buffer().map_err(of(CAMPAIGN_FILE))
}

/// The rows of the sheet that reads back as this text.
fn rows_of(name: &str, text: &str) -> Vec<Vec<String>> {
    if name == CAMPAIGN_FILE {
        let pairs = head::pairs(text).into_iter().map(|(key, value)| vec![key, value]);
        return std::iter::once(vec!["key".to_owned(), "value".to_owned()]).chain(pairs).collect();
    }
    let is_table = name.rsplit_once('.').is_some_and(|(_, ending)| ending == "csv");
    let rows = if is_table { rows_of_table(text) } else { Vec::new() };
    if !rows.is_empty() && table(&as_read(&rows), 0) == text {
        return rows;
    }
    let numbered =
        (1..).zip(text.split('\n')).map(|(number, line): (u32, _)| vec![number.to_string(), line.to_owned()]);
    std::iter::once(LINES.map(str::to_owned).to_vec()).chain(numbered).collect()
}

/// The rows of a table, each on the row of its line, comments with them.
fn rows_of_table(text: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> =
        text.lines().map(|line| if line.starts_with('#') { vec![line.to_owned()] } else { Vec::new() }).collect();
    for record in Records::new(text, b',') {
        if let Some(row) = rows.get_mut(record.fields[0].line as usize - 1) {
            *row = record.fields.into_iter().map(|field| field.text).collect();
        }
    }
    rows
}

/// The rows as they are read back.
fn as_read(rows: &[Vec<String>]) -> super::Rows {
    let cells = |row: &Vec<String>| -> Vec<(u32, String)> {
        (0..).zip(row).filter(|(_, text)| !text.is_empty()).map(|(column, text)| (column, text.clone())).collect()
    };
    (0..).zip(rows).map(|(number, row)| (number, cells(row))).filter(|(_, cells)| !cells.is_empty()).collect()
}

fn fill(sheet: &mut Worksheet, name: &str, rows: &[Vec<String>]) -> Result<(), XlsxError> {
    sheet.set_name(name)?;
    sheet.set_freeze_panes(1, 0)?;
    // What is typed into a column of texts stays as it is typed.
    let text = Format::new().set_num_format("@");
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    for column in 0..width as u16 {
        sheet.set_column_format(column, &text)?;
    }
    for (number, row) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(row).filter(|(_, cell)| !cell.is_empty()) {
            sheet.write_string_with_format(number, column, cell, &text)?;
        }
    }
    Ok(())
}
