//! How wide the columns of a table are, by measuring what stands in them: typst is given widths and need not try any.

use std::collections::BTreeMap;

use report::{Column, Row, Table};

use crate::fonts::{Font, Fonts};
use crate::text::indented;

/// The sizes of cells and of the names of columns, in mm.
const CELLS: f64 = 9.0 * 0.3528;
const NAMES: f64 = 8.0 * 0.3528;
/// What a cell has beside its text.
const PAD: f64 = 2.4;
/// How wide a word makes a column at most.
const WORD: f64 = 42.0;
/// How wide a column is that is written on.
const TO_WRITE: f64 = 13.0;
/// How much wider than it wants a column becomes at most: an eye loses its row in wide gaps.
const MOST: f64 = 9.0;
/// A table of more rows than this that is no wider than half a page stands in two columns of it.
const LONG: usize = 24;
const HALF: f64 = 88.0;
/// How wide a column of names on a form is at least, where they are longer.
const NAMES_OF_FORM: f64 = 48.0;
/// How far in each level of a cell stands.
pub(super) const INDENT: f64 = 2.4;

/// The columns of a table as they are laid out.
#[derive(Debug, Clone)]
pub(super) struct Laid {
    /// Which columns are shown, and how wide each is in mm.
    pub(super) columns: Vec<(usize, f64)>,
    /// Whether it is written on by hand.
    pub(super) is_form: bool,
}

/// How wide a column wants to be, and how wide it must be.
#[derive(Debug, Clone, Copy)]
struct Wish {
    natural: f64,
    least: f64,
    /// Whether anything stands in it.
    is_used: bool,
}

/// What the columns of the tables of a page wish: those of the same names stand alike.
#[derive(Debug, Default)]
pub(super) struct Wishes(BTreeMap<Vec<&'static str>, Vec<Wish>>);

impl Wishes {
    /// Measures these tables, each once.
    pub(super) fn of<'a>(fonts: &Fonts, tables: impl Iterator<Item = &'a Table>) -> Self {
        let mut wishes = Self::default();
        for table in tables {
            let is_form = table.is_form;
            let own = (0..table.columns.len()).map(|place| wish(fonts, table, place, is_form));
            match wishes.0.get_mut(&names(table)) {
                None => drop(wishes.0.insert(names(table), own.collect())),
                Some(known) => known.iter_mut().zip(own).for_each(|(known, own)| {
                    known.natural = known.natural.max(own.natural);
                    known.least = known.least.max(own.least);
                    known.is_used |= own.is_used;
                }),
            }
        }
        wishes
    }

    fn get(&self, table: &Table) -> &[Wish] {
        self.0.get(&names(table)).map_or(&[], Vec::as_slice)
    }

    /// How wide a form is that reads well, its long names in lines.
    pub(super) fn of_form(&self, table: &Table) -> f64 {
        let wide = |(wish, column): (&Wish, &Column)| {
            if column.wraps { wish.natural.min(NAMES_OF_FORM) } else { wish.natural }
        };
        self.get(table).iter().zip(&table.columns).map(wide).sum()
    }
}

fn names(table: &Table) -> Vec<&'static str> {
    table.columns.iter().map(|column| column.name).collect()
}

/// The columns of a table in so much room.
pub(super) fn lay(wishes: &Wishes, table: &Table, room: f64) -> Laid {
    let is_form = table.is_form;
    let mut shown: Vec<(usize, Wish)> = wishes.get(table).iter().copied().enumerate().collect();
    if !is_form && shown.iter().any(|(_, wish)| wish.is_used) {
        shown.retain(|(_, wish)| wish.is_used);
    }
    if shown.iter().map(|(_, wish)| wish.least).sum::<f64>() > room {
        shown.retain(|(place, _)| !table.columns[*place].optional);
    }
    let wishes: Vec<Wish> = shown.iter().map(|(_, wish)| *wish).collect();
    let natural: f64 = wishes.iter().map(|wish| wish.natural).sum();
    let room = if table.rows.len() > LONG && natural <= HALF { HALF } else { room };
    let widths = shared(&wishes, room);
    Laid { columns: shown.iter().map(|(place, _)| *place).zip(widths).collect(), is_form }
}

/// The texts of a column.
fn cells(table: &Table, place: usize) -> impl Iterator<Item = &str> {
    table.rows.iter().filter_map(move |row| match row {
        Row::Cells(cells) => cells.get(place).map(|cell| cell.text.as_str()),
        Row::Group(_) => None,
    })
}

fn wish(fonts: &Fonts, table: &Table, place: usize, is_form: bool) -> Wish {
    let column: &Column = &table.columns[place];
    let name = fonts.width(Font::Bold, NAMES, column.name);
    let words = column.name.split_whitespace().map(|word| fonts.width(Font::Bold, NAMES, word));
    // Where room is short a name stands in lines, but for that of a form.
    let name_least = if is_form { name } else { words.fold(0.0, f64::max) };
    let (mut natural, mut least, mut is_empty) = (0.0_f64, 0.0_f64, true);
    for line in cells(table, place).flat_map(str::lines) {
        is_empty = false;
        let (indent, text) = indented(line);
        let indent = indent as f64 * INDENT;
        natural = natural.max(fonts.width(Font::Bold, CELLS, text) + indent);
        let word = text.split_whitespace().map(|word| fonts.width(Font::Bold, CELLS, word)).fold(0.0, f64::max);
        least = least.max(word.min(WORD) + indent);
    }
    if is_form && is_empty {
        natural = name.max(TO_WRITE - PAD);
        least = natural;
    }
    // A number, a reference or a bound is not broken.
    let least = if column.wraps || natural.max(name) > WORD { least.min(natural) } else { natural };
    let (natural, least) = (natural.max(name), least.max(name_least));
    Wish { natural: natural + PAD, least: least + PAD, is_used: !is_empty }
}

/// Room shared out: of what is left over each column has a little, what is missing is taken from what can be broken.
fn shared(wishes: &[Wish], room: f64) -> Vec<f64> {
    let natural: f64 = wishes.iter().map(|wish| wish.natural).sum();
    let least: f64 = wishes.iter().map(|wish| wish.least).sum();
    if natural <= room {
        let extra = ((room - natural) / wishes.len().max(1) as f64).min(MOST);
        return wishes.iter().map(|wish| wish.natural + extra).collect();
    }
    if least >= room {
        return wishes.iter().map(|wish| wish.least * room / least).collect();
    }
    let part = (room - least) / (natural - least);
    wishes.iter().map(|wish| wish.least + (wish.natural - wish.least) * part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fill_the_room_and_no_more() {
        let wish = |natural, least| Wish { natural, least, is_used: true };
        let sum = |wishes: &[Wish]| shared(wishes, 100.0).iter().sum::<f64>();
        let wide = [wish(80.0, 20.0), wish(40.0, 40.0)];
        assert!((sum(&wide) - 100.0).abs() < 1e-9);
        assert_eq!(shared(&wide, 100.0), [60.0, 40.0]);
        assert_eq!(shared(&[wish(20.0, 10.0), wish(70.0, 70.0)], 100.0), [25.0, 75.0]);
        assert!((sum(&[wish(90.0, 90.0), wish(90.0, 60.0)]) - 100.0).abs() < 1e-9);
    }
}
