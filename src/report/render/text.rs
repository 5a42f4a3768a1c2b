//! Text of a fixed width: what a terminal and a sheet of paper show.
//!
//! Where the page is too narrow, optional columns go first, the last before the others; then the columns that may
//! be broken into lines share what is left; at last the widest are cut.

use unicode_width::UnicodeWidthStr;

use crate::{Align, Cell, Column, Row, Table};

const GAP: usize = 2;
const NARROWEST: usize = 8;
/// How wide a column that can be broken into lines is let grow before optional ones are given up for it.
const AMPLE: usize = 32;

pub(super) fn render(table: &Table, width: usize, colour: bool) -> String {
    let mut text = String::new();
    if !table.title.is_empty() {
        for line in folded(&table.title, width) {
            text.push_str(&line);
            text.push('\n');
        }
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

fn grid(table: &Table, page: usize, colour: bool) -> String {
    let natural = natural_widths(table);
    let kept = kept_columns(table, &natural, page);
    let widths = shared_widths(table, &natural, &kept, page);
    let columns: Vec<&Column> = kept.iter().map(|i| &table.columns[*i]).collect();
    let lay = |cells: &[Cell]| {
        let fitted = columns.iter().zip(&kept).zip(&widths);
        fitted.map(|((column, i), width)| Block::new(cells.get(*i), column, *width)).collect::<Vec<_>>()
    };
    let heads: Vec<Block> = columns.iter().zip(&widths).map(|(c, width)| Block::of(wrapped(c.name, *width))).collect();
    let rows: Vec<Laid> = table
        .rows
        .iter()
        .map(|row| match row {
            Row::Group(text) => Laid::Group(folded(text, page.saturating_sub(GAP))),
            Row::Cells(cells) => Laid::Cells(lay(cells)),
        })
        .collect();
    let widths = widths_over(&heads, &rows);
    let mut text = String::new();
    write_row(&mut text, &columns, &heads, &widths, false);
    text.extend(std::iter::repeat_n('-', (widths.iter().sum::<usize>() + GAP * widths.len()).saturating_sub(GAP)));
    text.push('\n');
    for row in &rows {
        match row {
            Laid::Group(heading) => {
                for line in heading {
                    text.push_str(line.trim_end());
                    text.push('\n');
                }
            }
            Laid::Cells(cells) => write_row(&mut text, &columns, cells, &widths, colour),
        }
    }
    text
}

/// A row as it is to be written.
enum Laid {
    /// A heading over all columns.
    Group(Vec<String>),
    Cells(Vec<Block>),
}

/// A cell as it is to be written: lines, the width of each, and of the widest.
struct Block {
    lines: Vec<(String, usize)>,
    width: usize,
    emphasised: bool,
}

impl Block {
    fn new(cell: Option<&Cell>, column: &Column, width: usize) -> Self {
        let lines = cell.map_or_else(Vec::new, |cell| fitted(&cell.text, column, width));
        Self { emphasised: cell.is_some_and(|cell| cell.emphasised), ..Self::of(lines) }
    }

    fn of(lines: Vec<String>) -> Self {
        let lines: Vec<(String, usize)> = lines
            .into_iter()
            .map(|line| {
                let width = width_of(&line);
                (line, width)
            })
            .collect();
        let width = lines.iter().map(|(_, width)| *width).max().unwrap_or(0);
        Self { lines, width, emphasised: false }
    }
}

/// How wide each column is written: as its widest cell, and all together as the widest heading over them.
fn widths_over(heads: &[Block], rows: &[Laid]) -> Vec<usize> {
    let mut widths: Vec<usize> = heads.iter().map(|head| head.width).collect();
    for row in rows {
        if let Laid::Cells(cells) = row {
            widths.iter_mut().zip(cells).for_each(|(width, cell)| *width = cell.width.max(*width));
        }
    }
    for row in rows {
        let Laid::Group(heading) = row else { continue };
        let all = widths.iter().sum::<usize>() + GAP * widths.len();
        let widest = heading.iter().map(|line| width_of(line)).max().unwrap_or_default();
        let more = (widest + GAP).saturating_sub(all);
        let (each, rest) = (more / widths.len().max(1), more % widths.len().max(1));
        for width in &mut widths {
            *width += each;
        }
        if let Some(first) = widths.first_mut() {
            *first += rest;
        }
    }
    widths
}

/// Writes the lines of a row; where they say so, cells are set off by the terminal.
fn write_row(text: &mut String, columns: &[&Column], cells: &[Block], widths: &[usize], colour: bool) {
    let height = cells.iter().map(|cell| cell.lines.len()).max().unwrap_or(0).max(1);
    for number in 0..height {
        for ((cell, column), width) in cells.iter().zip(columns).zip(widths) {
            let Some((line, taken)) = cell.lines.get(number) else {
                pad(text, width + GAP);
                continue;
            };
            let before = if column.align == Align::Right { width - cell.width } else { 0 };
            pad(text, before);
            let marks = if colour && cell.emphasised { BOLD } else { ["", ""] };
            text.extend([marks[0], line.as_str(), marks[1]]);
            pad(text, width - before - taken + GAP);
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
}

/// What sets a terminal's letters off, and what ends it.
const BOLD: [&str; 2] = ["\u{1b}[1m", "\u{1b}[22m"];

fn pad(text: &mut String, blanks: usize) {
    text.extend(std::iter::repeat_n(' ', blanks));
}

/// How many places of a page a text takes.
fn width_of(text: &str) -> usize {
    let plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if plain { text.len() } else { text.width() }
}

/// A text as it goes into a column of this width: broken into lines, or cut.
fn fitted(text: &str, column: &Column, width: usize) -> Vec<String> {
    let fit = |line: &str| if column.wraps { wrapped(line, width) } else { vec![cut(line, width)] };
    text.lines().flat_map(fit).collect()
}

/// Breaks a line at blanks, and words that are too long for a line after a dot, slash or hyphen, else where they must;
/// its indent stays.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let indent = line.len() - line.trim_start().len();
    let indent = " ".repeat(indent.min(width / 2));
    let mut lines = vec![indent.clone()];
    for word in line.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let last = lines.len() - 1;
            let fresh = width_of(&lines[last]) == width_of(&indent);
            let room = width.saturating_sub(width_of(&lines[last]) + usize::from(!fresh));
            if width_of(rest) > room && !fresh {
                lines.push(indent.clone());
                continue;
            }
            let fits: usize = rest.chars().take(room.max(1)).map(char::len_utf8).sum();
            // An id is broken between its parts.
            let part = rest[..fits].rfind(['.', '/', '-']).map(|at| at + 1).filter(|_| fits < rest.len());
            let taken = part.unwrap_or(fits);
            if !fresh {
                lines[last].push(' ');
            }
            lines[last].push_str(&rest[..taken]);
            rest = &rest[taken..];
        }
    }
    lines
}

fn natural_width(table: &Table, column: usize) -> usize {
    let cell_width = |cell: &Cell| cell.text.lines().map(width_of).max().unwrap_or(0);
    let cells = table.rows.iter().filter_map(|row| match row {
        Row::Group(_) => None,
        Row::Cells(cells) => cells.get(column).map(cell_width),
    });
    cells.max().unwrap_or(0).max(width_of(table.columns[column].name))
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

/// Breaks a text into lines of at most this width, at blanks; those after the first are indented.
pub(super) fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && width_of(&lines[last]) + 1 + width_of(word) > width {
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
    if width_of(text) <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['~']).collect()
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
