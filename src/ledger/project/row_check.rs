//! A row of a table beside what a record would write there.

use rusqlite::Row;
use rusqlite::types::ValueRef;

use campaign::MapFrame;
use domain::{Sink, Square};

/// Sees the rows of a table as they are read.
pub(crate) trait RowVisitor {
    /// The next value of a row.
    fn value(&mut self, value: ValueRef<'_>);

    /// That was all of the row.
    fn end_of_row(&mut self);
}

/// Takes the values of a record and looks whether the row holds them.
pub(super) struct RowCheck<'a> {
    pub(super) frame: &'a MapFrame,
    pub(super) row: &'a Row<'a>,
    /// Sees each value too.
    pub(super) visitor: &'a mut dyn RowVisitor,
    pub(super) column: usize,
    /// Whether all have been the same so far.
    pub(super) is_same: bool,
}

impl RowCheck<'_> {
    fn see(&mut self, is: impl FnOnce(ValueRef<'_>) -> bool) {
        self.is_same &= self.row.get_ref(self.column).is_ok_and(|value| {
            self.visitor.value(value);
            is(value)
        });
        self.column += 1;
    }
}

impl Sink for RowCheck<'_> {
    fn null(&mut self) {
        self.see(|value| value == ValueRef::Null);
    }

    fn int(&mut self, number: i64) {
        self.see(|value| value == ValueRef::Integer(number));
    }

    fn text(&mut self, text: &str) {
        self.see(|value| value == ValueRef::Text(text.as_bytes()));
    }

    fn word(&mut self, word: &'static str) {
        self.text(word);
    }

    fn square(&mut self, square: Square) {
        let digits = self.frame.digits(square);
        self.see(|value| matches!(value, ValueRef::Text(text) if text.iter().copied().eq(digits)));
    }

    fn squares(&mut self, squares: &[Square]) {
        self.text(&self.frame.references(squares));
    }
}
