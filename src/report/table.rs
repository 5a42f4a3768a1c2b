//! The neutral table: typed cells under named columns, for every renderer.

use domain::{Said, SideId, Square};
use serde::Serialize;

/// To which side the cells of a column are pushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    /// To the left, as words are.
    Left,
    /// To the right, as numbers are.
    Right,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its heading.
    pub name: &'static str,
    /// How its cells stand.
    pub align: Align,
    /// Whether it is left out where the page is too narrow for all.
    pub optional: bool,
    /// Whether its cells may be broken into lines where the page is too narrow.
    pub wraps: bool,
    /// What the second line of its cells is, which is a column of its own where there are no pages.
    pub below: Option<&'static str>,
    /// What stands beside the number that its cells are, which is a column behind all others where there are no pages.
    #[serde(skip)]
    pub(crate) beside: Option<&'static str>,
}

impl Column {
    /// A column of words.
    pub const fn text(name: &'static str) -> Self {
        Self { name, align: Align::Left, optional: false, wraps: false, below: None, beside: None }
    }

    /// A column of numbers.
    pub const fn number(name: &'static str) -> Self {
        Self { name, align: Align::Right, optional: false, wraps: false, below: None, beside: None }
    }

    /// The same, left out where the page is too narrow.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    /// The same, broken into lines where the page is too narrow.
    #[must_use]
    pub(crate) const fn wrapping(mut self) -> Self {
        self.wraps = true;
        self
    }

    /// The same, whose cells are two numbers of which the second is this.
    #[must_use]
    pub(crate) const fn beside(mut self, beside: &'static str) -> Self {
        self.beside = Some(beside);
        self
    }

    /// The same, whose cells have a second line that is this.
    #[must_use]
    pub const fn over(mut self, below: &'static str) -> Self {
        self.below = Some(below);
        self
    }
}

/// A command that is offered beside a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// What its button says.
    pub name: &'static str,
    /// What it is for, by which those who hear the page tell it from others that say the same.
    pub of: String,
    /// The command, without the name of the program.
    pub command: String,
    /// The battle that it would draw: the square, and who attacks there. Whether one would be drawn is asked where there are
    /// buttons: it takes a reckoning of all LOG.
    pub attack: Option<(Square, SideId)>,
}

/// What stands in one place of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Cell {
    /// The text; a number as its digits.
    pub text: String,
    /// Whether it must not be overlooked.
    pub emphasised: bool,
    /// Whether it is what somebody typed, letter by letter: a back-tick in it is no mark of ours.
    #[serde(skip)]
    pub is_typed: bool,
    /// What does instead of the text where the page is too narrow for the whole table.
    pub short: Option<String>,
    /// What of the text is for who does no commands, where it leads to one.
    #[serde(skip)]
    pub(crate) told: Option<String>,
    /// What stands in place of the text where there are no pages, to be reckoned or sorted with.
    #[serde(skip)]
    pub(crate) data: Option<String>,
    /// The second number of the text, for a column of its own.
    #[serde(skip)]
    pub(crate) beside: Option<String>,
    /// Commands that are offered with it, where there are buttons for them.
    #[serde(skip)]
    pub offers: Vec<Offered>,
    /// The names that its text lists behind what goes before them, where each can stand for itself.
    #[serde(skip)]
    pub items: Vec<String>,
    /// The square of which its row is, or the formation, for where there is a map: by its reference or id.
    #[serde(skip)]
    pub at: Option<String>,
}

impl Cell {
    /// What of the text is to be read where what it offers has buttons of its own.
    pub fn beside_buttons(&self) -> &str {
        self.told.as_ref().unwrap_or(&self.text)
    }

    /// The same with commands that are offered.
    #[must_use]
    pub(crate) fn offering(mut self, offers: Vec<Offered>) -> Self {
        self.offers = offers;
        self
    }

    /// What goes before names, and these.
    pub(crate) fn listing(before: &str, items: Vec<String>) -> Self {
        Self { text: format!("{before}{}", items.join(", ")), items, ..Self::default() }
    }

    /// The same, with the square or formation of which its row is.
    #[must_use]
    pub(crate) fn at(mut self, at: Option<String>) -> Self {
        self.at = at;
        self
    }

    /// A cell with this text.
    #[expect(clippy::needless_pass_by_value, reason = "cells are made of numbers, words and references alike")]
    pub fn new(text: impl ToString) -> Self {
        Self { text: text.to_string(), ..Self::default() }
    }

    /// A cell that must not be overlooked.
    #[expect(clippy::needless_pass_by_value, reason = "cells are made of numbers, words and references alike")]
    pub(crate) fn emphasised(text: impl ToString) -> Self {
        Self { text: text.to_string(), emphasised: true, ..Self::default() }
    }

    /// A cell with what somebody typed.
    pub(crate) fn typed(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_typed: true, ..Self::default() }
    }

    /// The same, with a shorter text for narrow pages.
    #[must_use]
    pub(crate) fn or_short(mut self, short: impl Into<String>) -> Self {
        self.short = Some(short.into());
        self
    }

    /// Two numbers, a word between them on a page.
    pub(crate) fn pair([first, second]: [impl ToString; 2], between: &str) -> Self {
        let (first, second) = (first.to_string(), second.to_string());
        let text = format!("{first}{between}{second}");
        Self { text, data: Some(first), beside: Some(second), ..Self::default() }
    }

    /// The same, with what stands in its place where there are no pages.
    #[must_use]
    pub(crate) fn meaning(mut self, data: impl Into<String>) -> Self {
        self.data = Some(data.into());
        self
    }

    /// A cell with what is there, or empty.
    pub fn maybe(text: Option<impl ToString>) -> Self {
        text.map(Self::new).unwrap_or_default()
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

impl From<Said> for Cell {
    fn from(said: Said) -> Self {
        let (text, told) = said.into_parts();
        Self { text, told, ..Self::default() }
    }
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Row {
    /// A heading over the rows that follow.
    Group(String),
    /// One cell a column.
    Cells(Vec<Cell>),
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Table {
    /// What it shows; may be empty.
    pub title: String,
    /// Its columns; none for a page that is only title and notes.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// What stands below it, a line each.
    pub notes: Vec<Said>,
    /// Whether it is a form: its cells are written on by hand.
    #[serde(skip)]
    pub is_form: bool,
    /// Whether it is a drawing, whose lines are its notes: its letters stand below each other.
    #[serde(skip)]
    pub is_drawing: bool,
    /// Of a dry run, whose title says so: what it shows besides, for a page that says so itself.
    #[serde(skip)]
    pub besides: Option<String>,
}

impl Table {
    /// A table with these columns and no rows yet.
    pub fn new(title: impl Into<String>, columns: Vec<Column>) -> Self {
        Self {
            title: title.into(),
            columns,
            rows: Vec::new(),
            notes: Vec::new(),
            is_form: false,
            is_drawing: false,
            besides: None,
        }
    }

    /// The same as a form, which is written on by hand.
    #[must_use]
    pub fn written_on(self) -> Self {
        Self { is_form: true, ..self }
    }

    /// Whether there is anything under its headings: a page shows none over nothing.
    pub fn has_rows(&self) -> bool {
        !self.columns.is_empty() && !self.rows.is_empty()
    }

    /// Adds a row of cells.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(Row::Cells(cells.into_iter().map(Into::into).collect()));
    }

    /// Adds a heading over the rows that follow.
    pub fn group(&mut self, text: impl Into<String>) {
        self.rows.push(Row::Group(text.into()));
    }

    /// Adds a line below the table.
    pub fn note(&mut self, text: impl Into<Said>) {
        self.notes.push(text.into());
    }

    /// A table of names and values, one a line.
    pub(crate) fn of_facts<T: Into<Cell>>(title: impl Into<String>, facts: Vec<(&'static str, T)>) -> Self {
        let mut table = Self::new(title, vec![Column::text("what"), Column::text("value").wrapping()]);
        let facts = facts.into_iter().map(|(name, value)| (name, value.into()));
        for (name, value) in facts.filter(|(_, value): &(_, Cell)| !value.text.is_empty()) {
            table.row([Cell::new(name), value]);
        }
        table
    }

    /// Takes out a column.
    pub fn drop_column(&mut self, at: usize) {
        self.columns.remove(at);
        for row in &mut self.rows {
            if let Row::Cells(cells) = row
                && at < cells.len()
            {
                cells.remove(at);
            }
        }
    }

    /// What its cells offer.
    pub fn offers(&self) -> impl Iterator<Item = &Offered> {
        let cells = self.rows.iter().filter_map(|row| match row {
            Row::Cells(cells) => Some(cells),
            Row::Group(_) => None,
        });
        cells.flatten().flat_map(|cell| &cell.offers)
    }

    /// Takes out of what its cells offer what is not kept.
    pub fn keep_offers(&mut self, is_kept: impl Fn(&Offered) -> bool) {
        for row in &mut self.rows {
            if let Row::Cells(cells) = row {
                for cell in cells {
                    cell.offers.retain(&is_kept);
                }
            }
        }
    }

    /// The same for who does no commands: what is nothing else but a way to one is not in it.
    #[must_use]
    pub fn without_commands(mut self) -> Self {
        self.rows.retain_mut(|row| match row {
            Row::Group(_) => true,
            Row::Cells(cells) => cells.iter_mut().all(|cell| {
                cell.offers.clear();
                let Some(told) = cell.told.take() else { return true };
                cell.text = told;
                cell.short = None;
                !cell.text.is_empty()
            }),
        });
        self.notes = self.notes.iter().map(|note| note.told().into()).collect();
        self.notes.retain(|note| !note.is_empty());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_no_commands_reads_what_goes_before_them() {
        let facts = vec![
            ("contacts", Said::leading("2", ": `railhead contact`")),
            ("the way", Said::from("as it was: `railhead` is only a name here")),
            ("then", Said::command("`railhead bound close`")),
        ];
        let mut table = Table::of_facts("status", facts);
        table.note(Said::leading("3 more below these", ": `railhead orbat UNIT`"));
        table.note(Said::command("`railhead undo` takes all of it back"));
        table.note("nobody else");
        let texts = |table: &Table| {
            let cells = table.rows.iter().flat_map(|row| match row {
                Row::Cells(cells) => cells.iter().map(|cell| cell.text.clone()).collect(),
                Row::Group(text) => vec![text.clone()],
            });
            cells.chain(table.notes.iter().map(|note| note.to_string())).collect::<Vec<_>>()
        };
        assert_eq!(texts(&table).len(), 9);
        assert!(texts(&table).contains(&"2: `railhead contact`".to_owned()));
        let without = texts(&table.without_commands());
        assert_eq!(
            without,
            [
                "contacts",
                "2",
                "the way",
                "as it was: `railhead` is only a name here",
                "3 more below these",
                "nobody else"
            ]
        );
    }
}

/// A sheet of a workbook: tables one below the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
    /// What it is called; may be empty.
    pub name: String,
    /// What stands in it; the title of a table that is called as the sheet is not written again.
    pub tables: Vec<Table>,
}

impl Sheet {
    /// A sheet of one table, called as it is.
    pub fn of(table: Table) -> Self {
        Self { name: table.title.clone(), tables: vec![table] }
    }
}
