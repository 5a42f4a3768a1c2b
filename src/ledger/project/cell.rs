//! A value of a row, as the tables hold it.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};

use domain::{
    Arm, Bound, Carries, Class, Commodity, Echelon, Grade, LatLon, LeafState, Mobility, Posture, RiverClass,
    RoadQuality, Role, SideId, SupportKind, Terrain,
};

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
    /// A text, from anything that can be written as one.
    #[expect(clippy::needless_pass_by_value, reason = "words are small values, ids are references")]
    pub(super) fn text(value: impl ToString) -> Self {
        Self::Text(value.to_string().into())
    }

    /// A text, or nothing.
    pub(super) fn maybe<T: ToString>(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::text)
    }

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

macro_rules! whole_numbers {
    ($($number:ty),+) => {
        $(impl From<$number> for SqlCell {
            fn from(number: $number) -> Self {
                Self::Int(i64::from(number))
            }
        })+
    };
}
whole_numbers!(bool, u8, u16, u32, i32, i64);

impl From<usize> for SqlCell {
    fn from(number: usize) -> Self {
        Self::Int(number as i64)
    }
}

impl From<u64> for SqlCell {
    fn from(number: u64) -> Self {
        Self::Int(number as i64)
    }
}

impl<T: Into<SqlCell>> From<Option<T>> for SqlCell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl From<&str> for SqlCell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned().into())
    }
}

impl From<&String> for SqlCell {
    fn from(text: &String) -> Self {
        Self::Text(text.clone().into())
    }
}

impl From<String> for SqlCell {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

macro_rules! words {
    ($($word:ty),+ $(,)?) => {
        $(impl From<$word> for SqlCell {
            fn from(word: $word) -> Self {
                Self::Text(word.as_str().into())
            }
        })+
    };
}
// Those of which there are thousands.
words!(
    Arm,
    Class,
    Commodity,
    Echelon,
    Grade,
    LeafState,
    Mobility,
    Posture,
    RiverClass,
    RoadQuality,
    Role,
    SupportKind,
    Terrain
);

impl From<SideId> for SqlCell {
    fn from(side: SideId) -> Self {
        side.as_str().into()
    }
}

impl From<Bound> for SqlCell {
    fn from(bound: Bound) -> Self {
        Self::text(bound)
    }
}

/// Latitude and longitude in millionths of a degree, each of them nothing where there is no place.
pub(super) fn coordinates(at: Option<LatLon>) -> [SqlCell; 2] {
    [at.map(|at| at.lat).into(), at.map(|at| at.lon).into()]
}

/// What a crossing carries: foot, vehicles, rail.
pub(super) fn carries(carries: Carries) -> [SqlCell; 3] {
    [carries.foot.into(), carries.vehicles.into(), carries.rail.into()]
}
