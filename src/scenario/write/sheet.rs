//! A table to be written: its rows out of records and of what no record has.

use std::collections::BTreeMap;

use campaign::{Campaign, MapFrame};
use domain::{Millionths, Record, Sink, Square, thirds_text};

use crate::text::csv_writer::CsvWriter;
use crate::text::layout::{Column, Form, Layout};

/// A table to be written.
pub(super) struct Sheet<'a> {
    layout: &'static Layout,
    frame: &'a MapFrame,
    /// Where each column of a record is shown.
    places: BTreeMap<&'static str, usize>,
    rows: Vec<Vec<String>>,
}

/// A row of it, in the making.
pub(super) struct SheetRow<'a> {
    layout: &'static Layout,
    frame: &'a MapFrame,
    places: &'a BTreeMap<&'static str, usize>,
    cells: &'a mut Vec<String>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(campaign: &'a Campaign, layout: &'static Layout) -> Self {
        let places = layout.columns.iter().enumerate().map(|(place, column)| (column.of, place)).collect();
        Self { layout, frame: &campaign.frame, places, rows: Vec::new() }
    }

    /// The file, where it has rows or is always there: columns that hold nothing are left out, but for the first ones.
    pub(super) fn file(self, is_always_there: bool) -> Option<(String, Vec<u8>)> {
        let is_used = |at: &usize| *at < self.layout.kept || self.rows.iter().any(|row| !row[*at].is_empty());
        let used: Vec<usize> = (0..self.layout.columns.len()).filter(is_used).collect();
        let mut writer = CsvWriter::default();
        writer.add(used.iter().map(|at| self.layout.columns[*at].name));
        self.rows.iter().for_each(|row| writer.add(used.iter().map(|at| &row[*at])));
        let is_there = is_always_there || !self.rows.is_empty();
        is_there.then(|| (self.layout.file.to_owned(), writer.text().into_bytes()))
    }

    /// Adds a row, empty so far.
    pub(super) fn row(&mut self) -> SheetRow<'_> {
        let Self { layout, frame, places, rows } = self;
        rows.push(vec![String::new(); layout.columns.len()]);
        let last = rows.len() - 1;
        SheetRow { layout, frame, places, cells: &mut rows[last] }
    }

    /// Adds a row for each of these records.
    pub(super) fn records<'r, R: Record + 'r>(mut self, records: impl IntoIterator<Item = &'r R>) -> Self {
        for record in records {
            self.row().with(record);
        }
        self
    }
}

impl SheetRow<'_> {
    /// Writes what a record holds into the columns that show it.
    pub(super) fn with<R: Record>(&mut self, record: &R) -> &mut Self {
        let names = R::columns().into_iter();
        let mut texts = Texts { frame: self.frame, layout: self.layout, places: self.places, names, cells: self.cells };
        record.put(&mut texts);
        self
    }

    /// Writes a column.
    #[expect(clippy::needless_pass_by_value, reason = "words are small values, ids are references")]
    pub(super) fn set(&mut self, header: &str, value: impl ToString) -> &mut Self {
        if let Some(place) = self.layout.columns.iter().position(|column| column.name == header) {
            self.cells[place] = value.to_string();
        }
        self
    }

    /// Writes a column, where there is something to write.
    pub(super) fn maybe(&mut self, header: &str, value: Option<impl ToString>) -> &mut Self {
        match value {
            Some(value) => self.set(header, value),
            None => self,
        }
    }
}

/// What takes the values of a record as texts of a row.
struct Texts<'a, N> {
    layout: &'static Layout,
    frame: &'a MapFrame,
    places: &'a BTreeMap<&'static str, usize>,
    /// The columns of the record that are still to come.
    names: N,
    cells: &'a mut Vec<String>,
}

impl<N: Iterator<Item = &'static str>> Texts<'_, N> {
    /// Writes the next column of the record, where it is shown.
    fn next(&mut self, text: impl FnOnce(&Column, &MapFrame) -> String) {
        let Some(place) = self.names.next().and_then(|name| self.places.get(name)) else { return };
        let column = &self.layout.columns[*place];
        let text = text(column, self.frame);
        self.cells[*place] = if text == column.usual { String::new() } else { text };
    }
}

impl<N: Iterator<Item = &'static str>> Sink for Texts<'_, N> {
    fn null(&mut self) {
        self.next(|_, _| String::new());
    }

    fn int(&mut self, number: i64) {
        self.next(|column, _| match column.form {
            Form::Degrees => Millionths(number as i32).to_string(),
            Form::Thirds => thirds_text(number.try_into().unwrap_or_default()),
            Form::Plain | Form::Capitals | Form::Points | Form::Date => number.to_string(),
        });
    }

    fn flag(&mut self, is: bool) {
        self.next(|_, _| if is { "yes".to_owned() } else { String::new() });
    }

    fn text(&mut self, text: &str) {
        self.next(|_, _| text.to_owned());
    }

    fn word(&mut self, word: &'static str) {
        self.next(|column, _| match column.form {
            Form::Capitals => word.to_uppercase(),
            _ => word.to_owned(),
        });
    }

    fn square(&mut self, square: Square) {
        self.next(|_, frame| frame.reference(square));
    }

    fn squares(&mut self, squares: &[Square]) {
        self.next(|_, frame| frame.references(squares));
    }
}
