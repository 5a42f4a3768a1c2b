//! CSV: a header row and one row a row; groups become a first column.

use crate::report::{Row, Table};

pub(super) fn render(table: &Table) -> String {
    if table.columns.is_empty() {
        return String::new();
    }
    let grouped = table.rows.iter().any(|row| matches!(row, Row::Group(_)));
    let mut lines = vec![line(grouped.then_some("group"), table.columns.iter().map(|c| c.name))];
    let mut group = "";
    for row in &table.rows {
        match row {
            Row::Group(text) => group = text,
            Row::Cells(cells) => lines.push(line(grouped.then_some(group), cells.iter().map(|c| c.text.trim()))),
        }
    }
    lines.concat()
}

fn line<'a>(group: Option<&'a str>, cells: impl Iterator<Item = &'a str>) -> String {
    let fields: Vec<String> = group.into_iter().chain(cells).map(quoted).collect();
    fields.join(",") + "\n"
}

fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
