//! A value of a row as the tables hold it, and how the values of a record become one.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};

use campaign::MapFrame;
use domain::{Sink, Square};

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SqlCell {
    /// Nothing.
    Null,
    /// A whole number; yes and no are 1 and 0.
    Int(i64),
    /// A text; borrowed where it is a word of a closed list.
    Text(Cow<'static, str>),
}

/// A row: a value for each column of its table, the key first.
pub(crate) type SqlRow = Vec<SqlCell>;

impl SqlCell {
    /// How it stands to a value of a table in the order in which SQLite sorts.
    pub(crate) fn order(&self, value: ValueRef<'_>) -> Ordering {
        match (self, value) {
            (Self::Int(number), ValueRef::Integer(other)) => number.cmp(&other),
            (Self::Text(text), ValueRef::Text(other)) => text.as_bytes().cmp(other),
            (_, other) => self.cmp(&Self::read(other)),
        }
    }

    /// As it stands in a table, whatever type it has there.
    pub(crate) fn read(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Int(number),
            ValueRef::Real(number) => Self::Text(format!("{number:?}").into()),
            ValueRef::Text(bytes) => Self::Text(String::from_utf8_lossy(bytes).into_owned().into()),
            ValueRef::Blob(bytes) => Self::Text(format!("{} bytes", bytes.len()).into()),
        }
    }
}

impl fmt::Display for SqlCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("nothing"),
            Self::Int(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl ToSql for SqlCell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

/// What takes the values of a record for a row of a campaign with this map.
pub(super) struct RowSink<'a> {
    pub(super) frame: &'a MapFrame,
    pub(super) row: SqlRow,
}

impl RowSink<'_> {
    fn owned(&mut self, text: String) {
        self.row.push(SqlCell::Text(text.into()));
    }
}

impl Sink for RowSink<'_> {
    fn null(&mut self) {
        self.row.push(SqlCell::Null);
    }

    fn int(&mut self, number: i64) {
        self.row.push(SqlCell::Int(number));
    }

    fn text(&mut self, text: &str) {
        self.owned(text.to_owned());
    }

    fn word(&mut self, word: &'static str) {
        self.row.push(SqlCell::Text(word.into()));
    }

    fn square(&mut self, square: Square) {
        self.owned(self.frame.reference(square));
    }

    fn squares(&mut self, squares: &[Square]) {
        self.owned(self.frame.references(squares));
    }

    fn shown(&mut self, value: &impl fmt::Display) {
        self.owned(value.to_string());
    }
}
