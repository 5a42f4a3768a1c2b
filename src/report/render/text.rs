//! Text of a fixed width: what a terminal and a sheet of paper show.
//!
//! Where the page is too narrow, columns in which nothing stands go first, then optional ones, the last before the others; then the columns that may
//! be broken into lines share what is left; at last the widest are cut.

use std::borrow::Cow;

use tabled::builder::Builder;
use tabled::settings::object::Columns;
use tabled::settings::style::HorizontalLine;
use tabled::settings::{Alignment, Color, Padding, Style};

use super::wrap::{folded, width_of, wrapped};
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
    if table.has_rows() {
        let natural = natural_widths(table);
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let shortened = if needed(table, &natural, &all) > width + GAP { shortened(table) } else { None };
        text.push_str(&match shortened {
            Some(table) => grid(&table, &natural_widths(&table), width, colour),
            None => grid(table, &natural, width, colour),
        });
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

fn grid(table: &Table, natural: &[usize], page: usize, colour: bool) -> String {
    let kept = kept_columns(table, natural, page);
    let (shared, gap) = shared_widths(table, natural, &kept, page);
    let columns: Vec<&Column> = kept.iter().map(|i| &table.columns[*i]).collect();
    let heads: Vec<Block<'_>> =
        columns.iter().zip(&shared).map(|(c, width)| Block::of(&wrapped(c.name, *width))).collect();
    let rows: Vec<FittedRow<'_>> = table
        .rows
        .iter()
        .map(|row| match row {
            Row::Group(text) => FittedRow::Group(folded(text, page.saturating_sub(GAP))),
            Row::Cells(cells) => {
                let fitted = columns.iter().zip(&kept).zip(&shared);
                FittedRow::Cells(fitted.map(|((column, i), width)| Block::new(cells.get(*i), column, *width)).collect())
            }
        })
        .collect();
    let widths = widths_over(&heads, &rows);
    with_headings(&joined(&columns, (&heads, &rows), (&widths, gap), colour), &heads, &rows)
}

/// The rows of cells under their heads, padded, joined and written by `tabled`: a line under the heads, and no other.
fn joined(
    columns: &[&Column],
    (heads, rows): (&[Block<'_>], &[FittedRow<'_>]),
    (widths, gap): (&[usize], usize),
    colour: bool,
) -> String {
    let mut builder = Builder::with_capacity(rows.len() + 1, columns.len());
    // A column is as wide as its head here.
    builder
        .push_record(heads.iter().zip(widths).zip(columns).map(|((head, width), column)| head.padded(*width, column)));
    let cells = || rows.iter().filter_map(FittedRow::cells);
    cells().for_each(|cells| builder.push_record(cells.iter().map(|cell| &*cell.text)));
    let mut grid = builder.build();
    grid.with(Style::empty().horizontals([(1, HorizontalLine::new('-'))])).with(Padding::new(0, gap, 0, 0));
    if let Some(last) = columns.len().checked_sub(1) {
        grid.modify(Columns::one(last), Padding::zero());
    }
    for (number, _) in columns.iter().enumerate().filter(|(_, column)| column.align == Align::Right) {
        grid.modify(Columns::one(number), Alignment::right());
    }
    for (row, cells) in cells().enumerate().filter(|_| colour) {
        for (column, _) in cells.iter().enumerate().filter(|(_, cell)| cell.emphasised) {
            grid.modify((row + 1, column), Color::BOLD);
        }
    }
    grid.to_string()
}

/// Puts the headings over all columns between the rows, and takes off the blanks at the ends of lines.
fn with_headings(joined: &str, heads: &[Block<'_>], rows: &[FittedRow<'_>]) -> String {
    let height = |cells: &[Block<'_>]| cells.iter().map(|cell| cell.height).max().unwrap_or(0).max(1);
    let mut lines = joined.lines();
    let mut text = String::with_capacity(joined.len());
    let write = |text: &mut String, line: &str| {
        text.push_str(line.trim_end_matches(' '));
        text.push('\n');
    };
    lines.by_ref().take(height(heads) + 1).for_each(|line| write(&mut text, line));
    for row in rows {
        match row {
            FittedRow::Group(heading) => heading.iter().for_each(|line| write(&mut text, line)),
            FittedRow::Cells(cells) => lines.by_ref().take(height(cells)).for_each(|line| write(&mut text, line)),
        }
    }
    text
}

/// A row, its texts as wide as their columns.
enum FittedRow<'a> {
    /// A heading over all columns.
    Group(Vec<String>),
    Cells(Vec<Block<'a>>),
}

impl<'a> FittedRow<'a> {
    fn cells(&self) -> Option<&[Block<'a>]> {
        match self {
            Self::Group(_) => None,
            Self::Cells(cells) => Some(cells),
        }
    }
}

/// A cell as it is to be written: its lines, how many, and how wide the widest is.
struct Block<'a> {
    text: Cow<'a, str>,
    height: usize,
    width: usize,
    emphasised: bool,
}

impl<'a> Block<'a> {
    fn new(cell: Option<&'a Cell>, column: &Column, width: usize) -> Self {
        let Some(cell) = cell else { return Self::of(&[]) };
        let taken = width_of(&cell.text);
        let block = if taken <= width && !cell.text.contains('\n') {
            Self { text: Cow::Borrowed(&cell.text), height: 1, width: taken, emphasised: false }
        } else {
            Self::of(&fitted(&cell.text, column, width))
        };
        Self { emphasised: cell.emphasised, ..block }
    }

    fn of(lines: &[String]) -> Self {
        let width = lines.iter().map(|line| width_of(line)).max().unwrap_or(0);
        Self { height: lines.len(), width, emphasised: false, text: Cow::Owned(lines.join("\n")) }
    }

    /// The text with blanks that make it as wide as this.
    fn padded(&self, width: usize, column: &Column) -> String {
        let blanks = " ".repeat(width.saturating_sub(self.width));
        match column.align {
            Align::Left => format!("{}{blanks}", self.text),
            Align::Right => format!("{blanks}{}", self.text.replace('\n', &format!("\n{blanks}"))),
        }
    }
}

/// How wide each column is written: as its widest cell, and all together as the widest heading over them.
fn widths_over(heads: &[Block<'_>], rows: &[FittedRow<'_>]) -> Vec<usize> {
    let mut widths: Vec<usize> = heads.iter().map(|head| head.width).collect();
    for cells in rows.iter().filter_map(FittedRow::cells) {
        widths.iter_mut().zip(cells).for_each(|(width, cell)| *width = cell.width.max(*width));
    }
    for row in rows {
        let FittedRow::Group(heading) = row else { continue };
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

/// A text as it goes into a column of this width: broken into lines, or cut.
fn fitted(text: &str, column: &Column, width: usize) -> Vec<String> {
    let fit = |line: &str| if column.wraps { wrapped(line, width) } else { vec![cut(line, width)] };
    text.lines().flat_map(fit).collect()
}

fn natural_width(table: &Table, column: usize) -> usize {
    let cell_width = |cell: &Cell| cell.text.lines().map(width_of).max().unwrap_or(0);
    cells_of(table, column).map(cell_width).max().unwrap_or(0).max(width_of(table.columns[column].name))
}

fn cells_of(table: &Table, column: usize) -> impl Iterator<Item = &Cell> {
    table.rows.iter().filter_map(move |row| match row {
        Row::Group(_) => None,
        Row::Cells(cells) => cells.get(column),
    })
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
    // What stands empty in a form is written on.
    if needed(table, natural, &kept) > width + GAP && !table.is_form {
        kept.retain(|place| cells_of(table, *place).any(|cell| !cell.text.is_empty()));
    }
    while needed(table, natural, &kept) > width + GAP {
        let Some(last) = kept.iter().rposition(|i| table.columns[*i].optional) else { break };
        kept.remove(last);
    }
    kept
}

/// The width of each kept column, so that the line is not longer than the page, and of the gaps between: where there is no
/// other way, narrower ones.
fn shared_widths(table: &Table, natural: &[usize], kept: &[usize], width: usize) -> (Vec<usize>, usize) {
    let fits = |(widths, gap): &(Vec<usize>, usize)| widths.iter().sum::<usize>() + gap * kept.len() <= width + gap;
    let shared = |(gap, stages): (usize, &[Stage])| {
        (shared_at(table, (natural, kept), (width + gap).saturating_sub(gap * kept.len()), stages), gap)
    };
    // Columns stand closer before a word is broken.
    let ways = [(GAP, &STAGES[..WHOLE]), (1, &STAGES[..WHOLE]), (GAP, &STAGES[..])];
    ways.into_iter().map(shared).find(fits).unwrap_or_else(|| shared((1, &STAGES[..])))
}

/// How narrow columns become to make room: which of them, and to what.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Those that can be broken into lines: to their widest word, and not below what reads well.
    Wrapping,
    /// Those too to their widest word alone, the others to their cells, below a head in several lines.
    Words,
    /// Those to what reads well, their words broken.
    Broken,
    /// All, cut.
    Cut,
}

const STAGES: [Stage; 4] = [Stage::Wrapping, Stage::Words, Stage::Broken, Stage::Cut];
/// How many of them leave words whole.
const WHOLE: usize = 2;

/// The same where all columns together have this much.
fn shared_at(table: &Table, (natural, kept): (&[usize], &[usize]), page: usize, stages: &[Stage]) -> Vec<usize> {
    let mut widths: Vec<usize> = kept.iter().map(|i| natural[*i]).collect();
    // No word is broken as long as another column can give way.
    for stage in stages {
        if widths.iter().sum::<usize>() <= page {
            break;
        }
        let least: Vec<usize> = kept.iter().map(|column| least_width(table, *column, *stage)).collect();
        while widths.iter().sum::<usize>() > page {
            let widest = (0..widths.len())
                .filter(|place| widths[*place] > least[*place])
                .max_by_key(|place| (widths[*place], *place));
            let Some(widest) = widest else { break };
            widths[widest] -= 1;
        }
    }
    widths
}

/// How narrow a column becomes at most.
fn least_width(table: &Table, column: usize, stage: Stage) -> usize {
    let is_wrapping = table.columns[column].wraps;
    match stage {
        Stage::Wrapping if is_wrapping => widest_word(table, column).max(NARROWEST),
        Stage::Words if is_wrapping => widest_word(table, column),
        // What is written on keeps its room.
        Stage::Words if !table.is_form => {
            let cells = cells_of(table, column).flat_map(|cell| cell.text.lines()).map(width_of).max().unwrap_or(0);
            table.columns[column].name.split_whitespace().map(width_of).max().unwrap_or(0).max(cells)
        }
        Stage::Broken if is_wrapping => NARROWEST,
        Stage::Cut => NARROWEST,
        Stage::Wrapping | Stage::Words | Stage::Broken => usize::MAX,
    }
}

/// How wide the widest part of a column is within which no line is broken where there is room.
fn widest_word(table: &Table, column: usize) -> usize {
    let texts = cells_of(table, column).map(|cell| cell.text.as_str()).chain([table.columns[column].name]);
    let words = texts.flat_map(str::split_whitespace).flat_map(|word| word.split_inclusive(['.', '/', '-']));
    words.map(width_of).max().unwrap_or(0)
}

fn cut(text: &str, width: usize) -> String {
    if width_of(text) <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['~']).collect()
}

#[cfg(test)]
mod tests;
