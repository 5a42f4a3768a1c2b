//! Reading a row: each column as what it must be, or damage that names it.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, ToSql};

use campaign::Errand;
use campaign::march::Manner;
use domain::{
    Arm, BattleEnd, Bound, Class, Commodity, CrossingKind, CrossingState, Echelon, Grade, LatLon, LeafState, Mobility,
    Phase, PlaceKind, Posture, RiverClass, RoadQuality, Role, RuleSystemId, SideId, Square, SquareSide, SupplyState,
    SupportKind, Terrain,
};

use crate::file::storage_error::StorageError;
use crate::project::SqlCell;

/// A word of a closed list.
pub(super) trait Word: Sized + Copy {
    /// The value of the word, letter by letter.
    fn of(word: &str) -> Option<Self>;
}

macro_rules! word {
    ($($name:ty),+ $(,)?) => {
        $(impl Word for $name {
            fn of(word: &str) -> Option<Self> {
                <$name>::from_word(word)
            }
        })+
    };
}
word!(
    Arm,
    BattleEnd,
    Class,
    Commodity,
    CrossingKind,
    CrossingState,
    Echelon,
    Errand,
    Grade,
    LeafState,
    Manner,
    Mobility,
    Phase,
    PlaceKind,
    Posture,
    RiverClass,
    RoadQuality,
    Role,
    RuleSystemId,
    SupplyState,
    SupportKind,
    Terrain,
);

impl Word for SideId {
    fn of(word: &str) -> Option<Self> {
        Self::new(word).ok()
    }
}

/// Goes through the rows of a query, which names the columns of one table in their order.
pub(super) fn each(
    conn: &Connection,
    sql: &str,
    take: impl FnMut(&Reader<'_>) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    each_of(conn, sql, &[], take)
}

/// The same of a query with parameters.
pub(super) fn each_of(
    conn: &Connection,
    sql: &str,
    parameters: &[&dyn ToSql],
    mut take: impl FnMut(&Reader<'_>) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut statement = conn.prepare(sql)?;
    let mut rows = statement.query(parameters)?;
    while let Some(row) = rows.next()? {
        take(&Reader { row, sql })?;
    }
    Ok(())
}

/// The values of every row of a query.
pub(super) fn all<T>(
    conn: &Connection,
    sql: &str,
    mut read: impl FnMut(&Reader<'_>) -> Result<T, StorageError>,
) -> Result<Vec<T>, StorageError> {
    let mut found = Vec::new();
    each(conn, sql, |row| {
        found.push(read(row)?);
        Ok(())
    })?;
    Ok(found)
}

/// A row.
pub(super) struct Reader<'r> {
    row: &'r Row<'r>,
    sql: &'r str,
}

impl<'r> Reader<'r> {
    /// Damage: this column holds what it cannot.
    #[cold]
    pub(super) fn fault(&self, column: usize) -> StorageError {
        let statement: &rusqlite::Statement<'_> = self.row.as_ref();
        let name = statement.column_name(column).unwrap_or("?");
        let table = self.table();
        let shown = |column| self.row.get_ref(column).map_or_else(|e| e.to_string(), |v| SqlCell::read(v).to_string());
        let (key, value) = (shown(0), shown(column));
        StorageError::Damaged(format!("table `{table}`, row `{key}`: column `{name}` cannot be `{value}`"))
    }

    /// The table that the query names.
    pub(super) fn table(&self) -> &'r str {
        self.sql.split_once(" FROM ").map_or("?", |(_, rest)| rest.split(' ').next().unwrap_or("?"))
    }

    /// A text, or nothing.
    pub(super) fn maybe_text(&self, column: usize) -> Result<Option<&'r str>, StorageError> {
        match self.row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Text(bytes) => std::str::from_utf8(bytes).map(Some).map_err(|_| self.fault(column)),
            _ => Err(self.fault(column)),
        }
    }

    /// A text.
    pub(super) fn text(&self, column: usize) -> Result<&'r str, StorageError> {
        self.maybe_text(column)?.ok_or_else(|| self.fault(column))
    }

    /// A text of one's own.
    pub(super) fn string(&self, column: usize) -> Result<String, StorageError> {
        self.text(column).map(str::to_owned)
    }

    /// A whole number that fits, or nothing.
    pub(super) fn maybe_number<T: TryFrom<i64>>(&self, column: usize) -> Result<Option<T>, StorageError> {
        match self.row.get_ref(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Integer(number) => T::try_from(number).map(Some).map_err(|_| self.fault(column)),
            _ => Err(self.fault(column)),
        }
    }

    /// A whole number that fits.
    pub(super) fn number<T: TryFrom<i64>>(&self, column: usize) -> Result<T, StorageError> {
        self.maybe_number(column)?.ok_or_else(|| self.fault(column))
    }

    /// Yes (1) or no (0).
    pub(super) fn flag(&self, column: usize) -> Result<bool, StorageError> {
        match self.row.get_ref(column)? {
            ValueRef::Integer(0) => Ok(false),
            ValueRef::Integer(1) => Ok(true),
            _ => Err(self.fault(column)),
        }
    }

    /// A word of a closed list, or nothing.
    pub(super) fn maybe_word<W: Word>(&self, column: usize) -> Result<Option<W>, StorageError> {
        match self.maybe_text(column)? {
            None => Ok(None),
            Some(word) => W::of(word).map(Some).ok_or_else(|| self.fault(column)),
        }
    }

    /// A word of a closed list.
    pub(super) fn word<W: Word>(&self, column: usize) -> Result<W, StorageError> {
        self.maybe_word(column)?.ok_or_else(|| self.fault(column))
    }

    /// A bound, or nothing.
    pub(super) fn maybe_bound(&self, column: usize) -> Result<Option<Bound>, StorageError> {
        self.maybe_text(column)?.map(|text| text.parse().map_err(|_| self.fault(column))).transpose()
    }

    /// A bound.
    pub(super) fn bound(&self, column: usize) -> Result<Bound, StorageError> {
        self.maybe_bound(column)?.ok_or_else(|| self.fault(column))
    }

    /// A square, or nothing.
    pub(super) fn maybe_square(&self, column: usize) -> Result<Option<Square>, StorageError> {
        self.maybe_text(column)?.map(|text| square_of(text).ok_or_else(|| self.fault(column))).transpose()
    }

    /// A square.
    pub(super) fn square(&self, column: usize) -> Result<Square, StorageError> {
        self.maybe_square(column)?.ok_or_else(|| self.fault(column))
    }

    /// The side between the squares of this column and the next, or nothing.
    pub(super) fn maybe_side(&self, column: usize) -> Result<Option<SquareSide>, StorageError> {
        let squares = (self.maybe_square(column)?, self.maybe_square(column + 1)?);
        match squares {
            (None, None) => Ok(None),
            (Some(a), Some(b)) => a.side_to(b).map(Some).ok_or_else(|| self.fault(column + 1)),
            _ => Err(self.fault(column)),
        }
    }

    /// Squares with blanks between.
    pub(super) fn squares(&self, column: usize) -> Result<Vec<Square>, StorageError> {
        let words = self.text(column)?.split_ascii_whitespace();
        words.map(|word| square_of(word).ok_or_else(|| self.fault(column))).collect()
    }

    /// Coordinates in this column and the next, or nothing.
    pub(super) fn maybe_coordinates(&self, column: usize) -> Result<Option<LatLon>, StorageError> {
        let (lat, lon) = (self.maybe_number(column)?, self.maybe_number(column + 1)?);
        Ok(lat.zip(lon).map(|(lat, lon)| LatLon { lat, lon }))
    }

    /// JSON, or nothing.
    pub(super) fn maybe_json<T: serde::de::DeserializeOwned>(&self, column: usize) -> Result<Option<T>, StorageError> {
        let text = self.maybe_text(column)?;
        text.map(|text| serde_json::from_str(text).map_err(|_| self.fault(column))).transpose()
    }

    /// JSON.
    pub(super) fn json<T: serde::de::DeserializeOwned>(&self, column: usize) -> Result<T, StorageError> {
        self.maybe_json(column)?.ok_or_else(|| self.fault(column))
    }
}

/// As [`Square::parse`], digit by digit: tens of thousands are read at a time.
fn square_of(text: &str) -> Option<Square> {
    let digits = text.as_bytes();
    let number =
        |part: &[u8]| part.iter().try_fold(0_u16, |sum, d| d.is_ascii_digit().then(|| sum * 10 + u16::from(d - b'0')));
    match digits.len() {
        4 => Some(Square::new(number(&digits[..2])?, number(&digits[2..])?)),
        6 => Some(Square::new(number(&digits[..3])?, number(&digits[3..])?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_as_the_vocabulary_reads_them() {
        for text in ["2317", "058052", "5", "", "23 7", "-123", "12345", "ab12"] {
            assert_eq!(square_of(text), Square::parse(text), "{text}");
        }
    }
}
