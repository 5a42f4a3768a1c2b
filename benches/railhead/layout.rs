//! A report of 3,000 rows as text, beside the same rows padded and joined by hand: the least that there is to do. The layout
//! of our own that `tabled` replaced, which broke and measured cells as the program does, took 3.7 times as long as that.

use report::{Align, Column, Format, Page, Report, Row, Table, render};
use serde::Serialize;

use crate::yardstick::{head, median, row};

const ROWS: usize = 3_000;
const RUNS: usize = 25;
const GAP: usize = 2;

/// A report that is one table.
#[derive(Serialize)]
struct Sample {
    #[serde(skip)]
    table: Table,
}

impl Report for Sample {
    fn tables(&self) -> Vec<Table> {
        vec![self.table.clone()]
    }
}

/// Measures and prints.
pub(crate) fn measure() {
    let sample = Sample { table: table() };
    let page = Page { format: Format::Table, width: 120, colour: false };
    let (hand, expected) = median(RUNS, || by_hand(&sample.tables()[0]));
    let (time, text) = median(RUNS, || render(&sample, page).expect("a report is written"));
    assert_eq!(text, expected, "both write the same");
    head("A report of 3,000 rows, six columns", "by hand");
    row("padded and joined by hand", hand, hand);
    row("as the program writes it", time, hand);
}

fn table() -> Table {
    let columns = vec![
        Column::text("id"),
        Column::text("name"),
        Column::number("sp"),
        Column::number("full"),
        Column::text("square"),
        Column::text("state"),
    ];
    let mut table = Table::new("", columns);
    for number in 0..ROWS {
        let (division, battalion) = (number / 12, number % 12);
        table.row([
            format!("su.5ta.{division}rd.b{battalion}"),
            format!("{battalion}th Battalion, {division}th Rifle Division"),
            (number % 9).to_string(),
            "9".to_owned(),
            format!("{:03}{:03}", number % 200, number % 130),
            if number % 7 == 0 { "disorganised" } else { "" }.to_owned(),
        ]);
    }
    table
}

fn by_hand(table: &Table) -> String {
    let mut widths: Vec<usize> = table.columns.iter().map(|column| column.name.chars().count()).collect();
    let cells = || {
        table.rows.iter().filter_map(|row| match row {
            Row::Group(_) => None,
            Row::Cells(cells) => Some(cells),
        })
    };
    for cells in cells() {
        widths.iter_mut().zip(cells).for_each(|(width, cell)| *width = cell.text.chars().count().max(*width));
    }
    let mut text = String::new();
    line(&mut text, table, &widths, table.columns.iter().map(|column| column.name));
    text.extend(std::iter::repeat_n('-', widths.iter().sum::<usize>() + GAP * (widths.len() - 1)));
    text.push('\n');
    for cells in cells() {
        line(&mut text, table, &widths, cells.iter().map(|cell| cell.text.as_str()));
    }
    text
}

fn line<'a>(text: &mut String, table: &Table, widths: &[usize], cells: impl Iterator<Item = &'a str>) {
    for ((cell, column), width) in cells.zip(&table.columns).zip(widths) {
        let blanks = std::iter::repeat_n(' ', width - cell.chars().count());
        if column.align == Align::Right {
            text.extend(blanks);
            text.push_str(cell);
        } else {
            text.push_str(cell);
            text.extend(blanks);
        }
        text.push_str("  ");
    }
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}
