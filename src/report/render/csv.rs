//! CSV: a header row and one row a row; groups become a first column, and the second line of a cell that is something of its
//! own a column after it.

use crate::report::{Column, Row, Table};

/// The heading of a column that has none on a page: it sets off rows.
const MARK: &str = "mark";

pub(super) fn render(table: &Table) -> String {
    if table.columns.is_empty() {
        return String::new();
    }
    let grouped = table.rows.iter().any(|row| matches!(row, Row::Group(_)));
    let names = table.columns.iter().flat_map(|c| [Some(if c.name.is_empty() { MARK } else { c.name }), c.below]);
    let mut lines = vec![line(grouped.then_some("group"), names.flatten())];
    let mut group = "";
    for row in &table.rows {
        match row {
            Row::Group(text) => group = text,
            Row::Cells(cells) => {
                let fields = table.columns.iter().zip(cells).flat_map(|(column, cell)| parts(column, cell.text.trim()));
                lines.push(line(grouped.then_some(group), fields.flatten()));
            }
        }
    }
    lines.concat()
}

/// What a cell is in its column, and in that of its second line.
fn parts<'a>(column: &Column, text: &'a str) -> [Option<&'a str>; 2] {
    match (column.below, text.split_once('\n')) {
        (None, _) => [Some(text), None],
        (Some(_), Some((first, second))) => [Some(first), Some(second)],
        (Some(_), None) => [Some(text), Some("")],
    }
}

fn line<'a>(group: Option<&'a str>, cells: impl Iterator<Item = &'a str>) -> String {
    let fields: Vec<String> = group.into_iter().chain(cells).map(quoted).collect();
    fields.join(",") + "\n"
}

fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
