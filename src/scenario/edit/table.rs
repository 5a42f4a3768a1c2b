//! A table of a folder as cells: read with its comments, changed, written again.

use crate::columns;
use crate::text::csv_writer::CsvWriter;
use crate::text::dialect::Dialect;
use crate::text::layout::{Form, Layout};
use crate::text::records::Records;

use super::table_columns;

/// A table as cells.
#[derive(Debug, Clone)]
pub struct EditTable {
    /// The file.
    pub file: &'static str,
    /// Its headers.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<TableRow>,
    /// Comments before the header and behind the last row.
    head: Vec<String>,
    tail: Vec<String>,
    /// The line of the header; 0 where the file has none.
    header_line: u64,
    header_starts: Vec<u64>,
}

/// A row of it.
#[derive(Debug, Clone, Default)]
pub struct TableRow {
    /// Its cells; a row may have more or fewer than the table has headers.
    pub cells: Vec<String>,
    /// The comments before it.
    comments: Vec<String>,
    /// The line on which it begins in the file as it was read; 0 of a row that is new.
    pub line: u64,
    /// Its last line there.
    last: u64,
    /// With which letter of its line each cell begins.
    starts: Vec<u64>,
}

impl EditTable {
    /// The table of a file that an organiser writes; without text it has the headers that a new folder has. None where
    /// there is no such table.
    pub fn read(file: &str, bytes: Option<&[u8]>) -> Option<Self> {
        let layout = columns::of_file(file)?;
        let text = String::from_utf8_lossy(bytes.unwrap_or_default());
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let mut table = Self::blank(layout.file);
        table.fill(layout, text);
        Some(table)
    }

    /// One without rows, with the headers that a new folder has; with none where it is no table that is written by hand.
    pub fn blank(file: &'static str) -> Self {
        let columns = table_columns(file).iter().map(|column| column.name.to_owned()).collect();
        let (rows, head, tail, header_starts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { file, columns, rows, head, tail, header_line: 0, header_starts }
    }

    /// The same without its rows; its comments stay.
    #[must_use]
    pub fn emptied(mut self) -> Self {
        (0..self.rows.len()).rev().for_each(|row| self.remove(row));
        self
    }

    fn fill(&mut self, layout: &Layout, text: &str) {
        let dialect = Dialect::of(layout, text);
        let lines: Vec<&str> = if text.contains('\n') { text.split('\n') } else { text.split('\r') }.collect();
        let comments = |from: u64, to: u64| -> Vec<String> {
            let between = (from..to).filter_map(|number| lines.get(usize::try_from(number).ok()?.checked_sub(1)?));
            between.filter(|line| line.starts_with('#')).map(|line| line.trim_end().to_owned()).collect()
        };
        let mut next = 1;
        for record in Records::new(text, dialect.separator) {
            let line = record.fields[0].line;
            let before = comments(next, line);
            let last = record.fields.last().map_or(line, |field| field.line);
            next = last + 1;
            let starts: Vec<u64> = record.fields.iter().map(|field| field.column).collect();
            if self.header_line == 0 {
                self.columns = record.fields.iter().map(|field| field.text.trim().to_lowercase()).collect();
                while self.columns.last().is_some_and(String::is_empty) {
                    self.columns.pop();
                }
                (self.head, self.header_line, self.header_starts) = (before, line, starts);
                continue;
            }
            let form = |at: usize| {
                let name = self.columns.get(at).map_or("", String::as_str);
                layout.column(name).map_or(Form::Plain, |column| column.form)
            };
            let cell = |(at, field): (usize, &crate::text::records::Field)| {
                dialect.own(form(at), &field.text).unwrap_or_else(|| field.text.clone()).trim().to_owned()
            };
            let mut cells: Vec<String> = record.fields.iter().enumerate().map(cell).collect();
            while cells.len() > self.columns.len() && cells.last().is_some_and(String::is_empty) {
                cells.pop();
            }
            // A spreadsheet writes separators behind a comment too, and between blank rows.
            if cells.iter().skip(1).all(String::is_empty)
                && cells.first().is_none_or(|c| c.is_empty() || c.starts_with('#'))
            {
                continue;
            }
            self.rows.push(TableRow { cells, comments: before, line, last, starts });
        }
        self.tail = comments(next, lines.len() as u64 + 1);
    }

    /// The file as it is written: separated by commas, with its comments.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut add = |comments: &[String], cells: &[String]| {
            for comment in comments {
                text.push_str(comment);
                text.push('\n');
            }
            if !cells.is_empty() {
                let mut writer = CsvWriter::default();
                writer.add(cells);
                let line = writer.text();
                // Without quotes it would be a comment.
                let end = if line.starts_with('#') { line.find([',', '\n']).unwrap_or(0) } else { 0 };
                if end > 0 {
                    text.extend(["\"", &line[..end], "\""]);
                }
                text.push_str(&line[end..]);
            }
        };
        add(&self.head, &self.columns);
        self.rows.iter().for_each(|row| add(&row.comments, &row.cells));
        add(&self.tail, &[]);
        text
    }

    /// The cell of a row in a column; empty where there is none.
    pub fn cell(&self, row: usize, column: &str) -> &str {
        let at = self.columns.iter().position(|name| name == column);
        let cell = at.and_then(|at| self.rows.get(row)?.cells.get(at));
        cell.map_or("", String::as_str)
    }

    /// Writes a cell. A column that the table does not have yet is added to it.
    pub fn set(&mut self, row: usize, column: &str, value: &str) {
        let at = self.columns.iter().position(|name| name == column).unwrap_or_else(|| {
            self.columns.push(column.to_owned());
            // A row with too few cells is a fault.
            self.rows.iter_mut().for_each(|row| row.cells.push(String::new()));
            self.columns.len() - 1
        });
        let Some(row) = self.rows.get_mut(row) else { return };
        row.cells.resize(row.cells.len().max(at + 1), String::new());
        row.cells[at] = in_a_line(value);
    }

    /// Adds a row with these cells, by column; gives its number.
    pub fn add(&mut self, cells: &[(&str, String)]) -> usize {
        let number = self.rows.len();
        // What was written in comments below the header stays above the first row.
        let comments = std::mem::take(&mut self.tail);
        self.rows.push(TableRow { cells: vec![String::new(); self.columns.len()], comments, ..TableRow::default() });
        for (column, value) in cells.iter().filter(|(_, value)| !value.is_empty()) {
            self.set(number, column, value);
        }
        number
    }

    /// Takes a row out; its comments stay.
    pub fn remove(&mut self, row: usize) {
        if row >= self.rows.len() {
            return;
        }
        let removed = self.rows.remove(row);
        let stays = match self.rows.get_mut(row) {
            Some(next) => &mut next.comments,
            None => &mut self.tail,
        };
        stays.splice(0..0, removed.comments);
    }

    /// Takes out the rows that say this in a column; how many.
    pub fn remove_all(&mut self, column: &str, value: &str) -> usize {
        let found: Vec<usize> = (0..self.rows.len()).filter(|row| self.cell(*row, column) == value).collect();
        found.iter().rev().for_each(|row| self.remove(*row));
        found.len()
    }

    /// The row, and in it the cell, in which something stands by line and letter; of the header neither. None where it is
    /// not in the table.
    pub fn place(&self, line: u64, column: u64) -> Option<(Option<usize>, Option<usize>)> {
        let at = |starts: &[u64]| {
            let before = starts.iter().filter(|start| **start <= column).count();
            (column > 0).then(|| before.checked_sub(1)).flatten()
        };
        if line > 0 && line == self.header_line {
            return Some((None, at(&self.header_starts)));
        }
        let row = self.rows.iter().position(|row| row.line > 0 && (row.line..=row.last).contains(&line))?;
        Some((Some(row), at(&self.rows[row].starts)))
    }
}

/// A cell is one line.
fn in_a_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_as_it_was_read_and_its_comments_stay() {
        let text =
            "# places\nname,square,kind\n# \"Oldtown\",0302,town\nA,0101,\n# between\n\"B, or C\",0202,town\n# end\n";
        let mut table = EditTable::read("places.csv", Some(text.as_bytes())).unwrap();
        assert_eq!(table.text(), text);
        assert_eq!((table.cell(1, "name"), table.cell(0, "kind"), table.cell(9, "kind")), ("B, or C", "", ""));
        assert_eq!(table.place(4, 3), Some((Some(0), Some(1))));
        assert_eq!((table.place(2, 1), table.place(99, 1)), (Some((None, Some(0))), None));
        table.set(0, "note", "two\r\nlines");
        table.remove(1);
        table.add(&[("name", "D".to_owned())]);
        let after =
            "# places\nname,square,kind,note\n# \"Oldtown\",0302,town\nA,0101,,two lines\n# between\n# end\nD,,,\n";
        assert_eq!(table.text(), after);
        assert_eq!((table.remove_all("name", "A"), table.remove_all("name", "A")), (1, 0));
    }

    #[test]
    fn a_table_that_is_not_there_has_the_headers_of_a_new_one() {
        let table = EditTable::read("front.csv", None).unwrap();
        assert_eq!((table.text().as_str(), table.rows.len()), ("line,seq,point,left\n", 0));
        assert!(EditTable::read("README.md", None).is_none());
    }

    #[test]
    fn what_a_spreadsheet_wrote_becomes_ours() {
        let text = "\u{feff}name;lat;lon\r\n;;\r\n\"# Wald\";;\r\nBrod;48,5;30,25\r\n";
        let table = EditTable::read("places.csv", Some(text.as_bytes())).unwrap();
        assert_eq!(table.text(), "name,lat,lon\nBrod,48.5,30.25\n");
        assert_eq!(table.place(4, 7), Some((Some(0), Some(1))));
    }
}
