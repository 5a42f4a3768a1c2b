//! CSV: a header row and one row a row; groups become a first column, the second line of a cell that is something of its
//! own a column after it, and the second number of a cell of two a column behind all others.

use std::borrow::Cow;

use crate::{Align, Column, Row, Table};

/// The heading of a column that has none on a page: it sets off rows.
const MARK: &str = "mark";

pub(super) fn render(table: &Table) -> String {
    if table.columns.is_empty() {
        return String::new();
    }
    let mut records = Records::new();
    for row in flat(table) {
        records.add(row.into_iter().map(|(_, text)| as_text(text)));
    }
    records.text()
}

/// A table as rows of one text a column, the headings first, each text with how its column stands: groups are a first column,
/// the second line of a cell that is something of its own is a column after it, and the second number of a cell of two one behind
/// all others.
pub fn flat(table: &Table) -> Vec<Vec<(Align, &str)>> {
    let grouped = table.rows.iter().any(|row| matches!(row, Row::Group(_)));
    let led = |text| grouped.then_some((Align::Left, text)).into_iter();
    let names = table.columns.iter().flat_map(|c| [Some(if c.name.is_empty() { MARK } else { c.name }), c.below]);
    let beside = table.columns.iter().filter_map(|column| column.beside);
    let mut rows = vec![led("group").chain(names.flatten().chain(beside).map(|name| (Align::Left, name))).collect()];
    let mut group = "";
    for row in &table.rows {
        match row {
            Row::Group(text) => group = text,
            Row::Cells(cells) => {
                let fields = table.columns.iter().zip(cells).flat_map(|(column, cell)| {
                    let align = if column.beside.is_some() { Align::Right } else { column.align };
                    let text = cell.data.as_ref().unwrap_or(&cell.text);
                    parts(column, text.trim()).map(|part| part.map(|text| (align, text)))
                });
                let beside = table.columns.iter().zip(cells).filter(|(column, _)| column.beside.is_some());
                let beside = beside.map(|(_, cell)| (Align::Right, cell.beside.as_deref().unwrap_or_default()));
                rows.push(led(group).chain(fields.flatten()).chain(beside).collect());
            }
        }
    }
    rows
}

/// Records as they are written, of any number of fields each.
pub(super) struct Records(csv::Writer<Vec<u8>>);

impl Records {
    pub(super) fn new() -> Self {
        Self(csv::WriterBuilder::new().flexible(true).from_writer(Vec::new()))
    }

    /// Adds a record.
    pub(super) fn add<'a>(&mut self, fields: impl Iterator<Item = Cow<'a, str>>) {
        // What is written to memory is written.
        drop(self.0.write_record(fields.map(Cow::into_owned)));
    }

    /// All of them, a line each.
    pub(super) fn text(self) -> String {
        self.0.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

/// What a cell is in its column, and in that of its second line.
fn parts<'a>(column: &Column, text: &'a str) -> [Option<&'a str>; 2] {
    match (column.below, text.split_once('\n')) {
        (None, _) => [Some(text), None],
        (Some(_), Some((first, second))) => [Some(first), Some(second.trim_start())],
        (Some(_), None) => [Some(text), Some("")],
    }
}

/// A text behind an apostrophe where a spreadsheet would take it for a formula; a number stays one.
pub(super) fn as_text(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']);
    if is_formula && !is_number(text) && !["-", "+"].contains(&text) {
        return Cow::Owned(format!("'{text}"));
    }
    Cow::Borrowed(text)
}

/// A sign and digits, with a point between them at most: `-3`, `+5.2`.
fn is_number(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some(figure) = text.strip_prefix(['+', '-']) else { return false };
    figure.split_once('.').map_or_else(|| is_digits(figure), |(whole, part)| is_digits(whole) && is_digits(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_no_formula_and_a_number_stays_a_number() {
        for text in ["-3", "+5.2", "-0.125", "3", "x", "", "-", "+", "1=2", "su.1a", "'x"] {
            assert_eq!(as_text(text), text);
        }
        for text in
            ["=HYPERLINK(1)", "+1+1", "-x", "@SUM(1)", "--3", "-3 SP", "＝x", "-1.2.3", "-.5", "\tx", "\rx", "=1"]
        {
            assert_eq!(as_text(text), format!("'{text}"));
        }
        let mut records = Records::new();
        records.add(std::iter::once(as_text("=a,\"b\"")));
        assert_eq!(records.text(), "\"'=a,\"\"b\"\"\"\n");
    }
}
