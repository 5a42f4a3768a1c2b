//! Markdown: a heading, a table, and the notes as a list.

use std::fmt::Write;

use crate::report::{Align, Cell, Row, Table};

pub(super) fn render(table: &Table) -> String {
    let mut text = String::new();
    if !table.title.is_empty() {
        let _ = writeln!(text, "## {}\n", table.title);
    }
    if !table.columns.is_empty() {
        text.push_str(&line(table.columns.iter().map(|c| c.name.to_owned())));
        text.push_str(&line(table.columns.iter().map(|c| rule(c.align).to_owned())));
        table.rows.iter().for_each(|row| text.push_str(&line(cells(row, table.columns.len()))));
    }
    if !table.notes.is_empty() {
        text.push('\n');
        for note in &table.notes {
            let _ = writeln!(text, "- {note}");
        }
    }
    text
}

fn rule(align: Align) -> &'static str {
    match align {
        Align::Left => "---",
        Align::Right => "---:",
    }
}

fn cells(row: &Row, columns: usize) -> Vec<String> {
    match row {
        Row::Group(text) => {
            let blanks = std::iter::repeat_n(String::new(), columns.saturating_sub(1));
            std::iter::once(format!("**{}**", escaped(text))).chain(blanks).collect()
        }
        Row::Cells(cells) => cells.iter().map(cell).collect(),
    }
}

fn cell(cell: &Cell) -> String {
    let text = escaped(cell.text.trim_end());
    let indent = text.len() - text.trim_start().len();
    let text = format!("{}{}", "&nbsp;".repeat(indent), text.trim_start());
    if cell.emphasised && !text.is_empty() { format!("**{text}**") } else { text }
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', "<br>")
}

fn line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}
