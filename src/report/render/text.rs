//! Text of a fixed width: what a terminal and a sheet of paper show. The only user of `tabled`.
//!
//! Where the page is too narrow, optional columns go first, the last before the others; then the columns that may
//! be broken into lines share what is left; at last the widest are cut.

use tabled::Table as Grid;
use tabled::builder::Builder;
use tabled::settings::object::{Cell as At, Columns};
use tabled::settings::style::{HorizontalLine, Style};
use tabled::settings::{Alignment, Color, Modify, Padding, Span};
use unicode_width::UnicodeWidthStr;

use crate::report::{Align, Cell, Column, Row, Table};

const GAP: usize = 2;
const NARROWEST: usize = 8;
/// How wide a column that can be broken into lines is let grow before optional ones are given up for it.
const AMPLE: usize = 32;

pub(super) fn render(table: &Table, width: usize, colour: bool) -> String {
    let mut text = String::new();
    if !table.title.is_empty() {
        text.push_str(&cut(&table.title, width));
        text.push('\n');
    }
    if !table.columns.is_empty() && !table.rows.is_empty() {
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let shortened = if needed(table, &natural_widths(table), &all) > width + GAP { shortened(table) } else { None };
        text.push_str(&grid(shortened.as_ref().unwrap_or(table), width, colour));
    }
    for note in &table.notes {
        for line in folded(note, width) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

/// The table with the short texts of its cells; none where no cell has one.
fn shortened(table: &Table) -> Option<Table> {
    let mut table = table.clone();
    let cells = table.rows.iter_mut().filter_map(|row| match row {
        Row::Group(_) => None,
        Row::Cells(cells) => Some(cells),
    });
    let mut some = false;
    for cell in cells.flatten() {
        if let Some(short) = cell.short.take() {
            cell.text = short;
            some = true;
        }
    }
    some.then_some(table)
}

fn grid(table: &Table, width: usize, colour: bool) -> String {
    let natural = natural_widths(table);
    let kept = kept_columns(table, &natural, width);
    let widths = shared_widths(table, &natural, &kept, width);
    let mut builder = Builder::default();
    builder.push_record(kept.iter().zip(&widths).map(|(i, width)| cut(table.columns[*i].name, *width)));
    for row in &table.rows {
        let first = kept.first().copied();
        builder.push_record(kept.iter().zip(&widths).map(|(i, column)| match row {
            Row::Group(text) if Some(*i) == first => cut(text, width.saturating_sub(GAP)),
            Row::Group(_) => String::new(),
            Row::Cells(cells) => {
                cells.get(*i).map(|c| fitted(&c.text, &table.columns[*i], *column)).unwrap_or_default()
            }
        }));
    }
    let mut grid = builder.build();
    grid.with(Style::empty().horizontals([(1, HorizontalLine::new('-'))])).with(Padding::new(0, GAP, 0, 0));
    for (place, index) in kept.iter().enumerate() {
        let align = match table.columns[*index].align {
            Align::Left => Alignment::left(),
            Align::Right => Alignment::right(),
        };
        grid.with(Modify::new(Columns::one(place)).with(align));
    }
    set_groups(&mut grid, table, kept.len());
    if colour {
        set_emphasis(&mut grid, table, &kept);
    }
    trimmed(&grid.to_string())
}

/// A text as it goes into a column of this width: broken into lines, or cut.
fn fitted(text: &str, column: &Column, width: usize) -> String {
    let fit = |line: &str| if column.wraps { wrapped(line, width).join("\n") } else { cut(line, width) };
    text.lines().map(fit).collect::<Vec<_>>().join("\n")
}

/// Breaks a line at blanks, and words that are too long for a line where they must; its indent stays.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let indent = line.len() - line.trim_start().len();
    let indent = " ".repeat(indent.min(width / 2));
    let mut lines = vec![indent.clone()];
    for word in line.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let last = lines.len() - 1;
            let fresh = lines[last].width() == indent.width();
            let room = width.saturating_sub(lines[last].width() + usize::from(!fresh));
            if rest.width() > room && !fresh {
                lines.push(indent.clone());
                continue;
            }
            let taken: usize = rest.chars().take(room.max(1)).map(char::len_utf8).sum();
            if !fresh {
                lines[last].push(' ');
            }
            lines[last].push_str(&rest[..taken]);
            rest = &rest[taken..];
        }
    }
    lines
}

/// Lets each group's heading go over all columns.
fn set_groups(grid: &mut Grid, table: &Table, columns: usize) {
    for (index, _) in table.rows.iter().enumerate().filter(|(_, row)| matches!(row, Row::Group(_))) {
        grid.with(Modify::new(At::new(index + 1, 0)).with(Span::column(columns as isize)));
    }
}

fn set_emphasis(grid: &mut Grid, table: &Table, kept: &[usize]) {
    for (index, row) in table.rows.iter().enumerate() {
        let Row::Cells(cells) = row else { continue };
        for (place, column) in kept.iter().enumerate() {
            if cells.get(*column).is_some_and(|cell| cell.emphasised) {
                grid.with(Modify::new(At::new(index + 1, place)).with(Color::BOLD));
            }
        }
    }
}

fn natural_width(table: &Table, column: usize) -> usize {
    let cell_width = |cell: &Cell| cell.text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
    let cells = table.rows.iter().filter_map(|row| match row {
        Row::Group(_) => None,
        Row::Cells(cells) => cells.get(column).map(cell_width),
    });
    cells.max().unwrap_or(0).max(table.columns[column].name.width())
}

/// The width at which a column reads well: beyond it optional columns have to give way no more.
fn good_width(column: &Column, natural: usize) -> usize {
    if column.wraps { natural.min(AMPLE) } else { natural }
}

fn natural_widths(table: &Table) -> Vec<usize> {
    (0..table.columns.len()).map(|column| natural_width(table, column)).collect()
}

/// How wide a page these columns read well on, with a gap after each.
fn needed(table: &Table, natural: &[usize], kept: &[usize]) -> usize {
    kept.iter().map(|i| good_width(&table.columns[*i], natural[*i]) + GAP).sum()
}

fn kept_columns(table: &Table, natural: &[usize], width: usize) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..table.columns.len()).collect();
    while needed(table, natural, &kept) > width + GAP {
        let Some(last) = kept.iter().rposition(|i| table.columns[*i].optional) else { break };
        kept.remove(last);
    }
    kept
}

/// The width of each kept column, so that the line is not longer than the page.
fn shared_widths(table: &Table, natural: &[usize], kept: &[usize], width: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = kept.iter().map(|i| natural[*i]).collect();
    let page = (width + GAP).saturating_sub(GAP * kept.len());
    for only_wrapping in [true, false] {
        while widths.iter().sum::<usize>() > page {
            let widest = (0..widths.len())
                .filter(|place| !only_wrapping || table.columns[kept[*place]].wraps)
                .filter(|place| widths[*place] > NARROWEST)
                .max_by_key(|place| (widths[*place], *place));
            let Some(widest) = widest else { break };
            widths[widest] -= 1;
        }
    }
    widths
}

/// Breaks a text into lines of at most this width, at blanks.
fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].width() + 1 + word.width() > width {
            lines.push(format!("  {word}"));
            continue;
        }
        if !lines[last].is_empty() {
            lines[last].push(' ');
        }
        lines[last].push_str(word);
    }
    lines
}

fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['~']).collect()
}

fn trimmed(text: &str) -> String {
    let is_rule = |line: &str| !line.is_empty() && line.bytes().all(|b| b == b'-');
    let shown =
        |line: &str| if is_rule(line) { line[GAP.min(line.len())..].to_owned() } else { line.trim_end().to_owned() };
    text.lines().map(|line| shown(line) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let columns = vec![
            Column::text("id"),
            Column::number("sp"),
            Column::text("note").wrapping(),
            Column::text("extra").optional(),
        ];
        let mut table = Table::new("title", columns);
        table.group("first army");
        table.row(["a.long.id", "12", "a note that is somewhat longer than the page", "e"]);
        table.row(["b", "3", "short", "an optional column of some width"]);
        table
    }

    #[test]
    fn no_line_is_longer_than_the_page() {
        for width in [40, 60, 80, 120] {
            let text = render(&sample(), width, false);
            for line in text.lines() {
                assert!(line.width() <= width, "{width}: `{line}`\n{text}");
            }
        }
    }

    #[test]
    fn short_texts_stand_where_the_page_is_too_narrow() {
        let mut table = Table::new("", vec![Column::text("id"), Column::text("name")]);
        table.row([Cell::new("su.5ta.26tk").or_short("26tk"), Cell::new("26th Tank Corps")]);
        assert_eq!(render(&table, 28, false).lines().last(), Some("su.5ta.26tk  26th Tank Corps"));
        assert_eq!(render(&table, 27, false).lines().last(), Some("26tk  26th Tank Corps"));
    }

    #[test]
    fn an_optional_column_shows_only_where_there_is_room() {
        assert!(!render(&sample(), 40, false).contains("extra"));
        assert!(render(&sample(), 120, false).contains("extra"));
        assert!(render(&sample(), 40, false).contains("first army\n"));
    }
}
