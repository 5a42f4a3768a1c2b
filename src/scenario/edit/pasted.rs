//! What is pasted from a spreadsheet, or comes in a file: a header and rows.

use crate::text::limits;
use crate::text::records::Records;
use crate::workbook;

/// A table as it was pasted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pasted {
    /// Its headers, as they were written.
    pub columns: Vec<String>,
    /// Its rows, each with as many cells.
    pub rows: Vec<Vec<String>>,
}

/// Why nothing can be made of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PasteError {
    /// There are no rows.
    #[error("there is nothing to read: it needs a header row and a row below it")]
    Empty,
    /// It is too much.
    #[error("there are more than {0} rows")]
    TooLong(usize),
    /// The workbook cannot be read.
    #[error("{message}")]
    Workbook {
        /// Why.
        message: String,
        /// What would be right.
        hint: String,
    },
}

impl PasteError {
    /// What would be right.
    pub fn hint(&self) -> &str {
        match self {
            Self::Empty => "copy the header row too, and paste it all",
            Self::TooLong(_) => "that is the limit",
            Self::Workbook { hint, .. } => hint,
        }
    }
}

/// The text of a file: of a workbook the sheet of this name, or else the first.
///
/// # Errors
/// When it is a workbook that cannot be read.
pub fn pasted_file(name: &str, sheet: &str, bytes: &[u8]) -> Result<String, PasteError> {
    if workbook::is_workbook(name) {
        let read = workbook::read_table(name, sheet, bytes);
        return read.map_err(|(message, hint)| PasteError::Workbook { message, hint });
    }
    Ok(String::from_utf8_lossy(bytes).trim_start_matches('\u{feff}').to_owned())
}

/// A text as a table: what parts its header row most often separates it.
///
/// # Errors
/// When there is no row, or there are too many.
pub fn pasted_text(text: &str) -> Result<Pasted, PasteError> {
    let width = |separator: &u8| Records::new(text, *separator).next().map_or(0, |record| record.fields.len());
    // Of several the last that has most: tabs before all others.
    let separator = [b',', b';', b'\t'].into_iter().max_by_key(width).unwrap_or(b'\t');
    let most = limits::rows("orbat.csv");
    let mut rows: Vec<Vec<String>> = Vec::new();
    for record in Records::new(text, separator) {
        let cell = |text: &str| text.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned();
        let row: Vec<String> = record.fields.iter().take(limits::FIELDS).map(|field| cell(&field.text)).collect();
        if row.iter().any(|cell| !cell.is_empty()) {
            rows.push(row);
        }
        if rows.len() > most + 1 {
            return Err(PasteError::TooLong(most));
        }
    }
    if rows.len() < 2 {
        return Err(PasteError::Empty);
    }
    let columns = rows.remove(0);
    let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(columns.len());
    let filled = |mut row: Vec<String>| {
        row.resize(width, String::new());
        row
    };
    Ok(Pasted { columns: filled(columns), rows: rows.into_iter().map(filled).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pasted_is_parted_by_what_its_header_has() {
        let tabs = pasted_text("Unit\tBelongs to, or not\nA\tB\n\n\"C\nD\"\n").unwrap();
        assert_eq!(tabs.columns, ["Unit", "Belongs to, or not"]);
        assert_eq!(tabs.rows, [["A", "B"], ["C D", ""]]);
        assert_eq!(pasted_text("a;b;c\n1;2;3\n").unwrap().rows, [["1", "2", "3"]]);
        let error = pasted_text("name\n").unwrap_err();
        assert_eq!(error.to_string(), "there is nothing to read: it needs a header row and a row below it");
        assert_eq!(error.hint(), "copy the header row too, and paste it all");
        let error = pasted_text(&"x\n".repeat(100_002)).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.hint()),
            ("there are more than 100000 rows", "that is the limit")
        );
    }

    #[test]
    fn a_workbook_that_is_none_is_refused() {
        let error = pasted_file("orbat.xlsx", "orbat", b"none").unwrap_err();
        assert!(!error.to_string().is_empty() && !error.hint().is_empty());
        assert_eq!(pasted_file("orbat.csv", "orbat", "\u{feff}a,b\n".as_bytes()).unwrap(), "a,b\n");
        let mut empty = rust_xlsxwriter::Workbook::new();
        empty.add_worksheet();
        let error = pasted_file("x.xlsx", "orbat", &empty.save_to_buffer().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "the workbook is empty");
        assert_eq!(error.hint(), "give one with a sheet of rows");
    }
}
