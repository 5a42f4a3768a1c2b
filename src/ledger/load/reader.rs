//! Reading a row: each column as what it must be, or damage that names it.

use std::cell::{Cell, RefCell};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, ToSql};

use domain::{Handle, Source, Square, Take};

use crate::file::storage_error::{Result, StorageError};
use crate::project::{SqlCell, Table};

/// Goes through the rows of a table in the order of its key.
pub(super) fn each<T: Table>(conn: &Connection, take: impl FnMut(&mut Reader<'_>) -> Result<()>) -> Result<()> {
    each_where::<T>(conn, "", &[], take)
}

/// The same of the rows of which a condition holds.
pub(super) fn each_where<T: Table>(
    conn: &Connection,
    condition: &str,
    parameters: &[&dyn ToSql],
    take: impl FnMut(&mut Reader<'_>) -> Result<()>,
) -> Result<()> {
    let columns = T::columns();
    let rest = format!("{condition} ORDER BY {}", columns[..T::KEYS].join(", "));
    each_of(conn, (T::NAME, &columns), &rest, parameters, take)
}

/// The same of some columns, by what SQL says after the name of the table.
pub(super) fn each_of(
    conn: &Connection,
    (table, columns): (&'static str, &[&'static str]),
    rest: &str,
    parameters: &[&dyn ToSql],
    mut take: impl FnMut(&mut Reader<'_>) -> Result<()>,
) -> Result<()> {
    let mut statement = conn.prepare(&format!("SELECT {} FROM {table} {rest}", columns.join(", ")))?;
    let mut rows = statement.query(parameters)?;
    let ids = RefCell::new(vec![None; columns.len()]);
    while let Some(row) = rows.next()? {
        take(&mut Reader { row, table, columns, next: 0, seen: Cell::new(None), ids: &ids })?;
    }
    Ok(())
}

/// What the columns of every row of a table hold.
pub(super) fn all<T: Table, V: Take>(conn: &Connection) -> Result<Vec<V>> {
    let mut found = Vec::new();
    each::<T>(conn, |row| {
        found.push(V::take(row)?);
        Ok(())
    })?;
    Ok(found)
}

/// The records of a table whose rows are numbered, in order.
pub(super) fn listed<T: Table, V: Take>(conn: &Connection) -> Result<Vec<V>> {
    let numbered: Vec<(usize, V)> = all::<T, _>(conn)?;
    Ok(numbered.into_iter().map(|(_, record)| record).collect())
}

/// A row.
pub(super) struct Reader<'r> {
    row: &'r Row<'r>,
    table: &'static str,
    columns: &'r [&'static str],
    next: usize,
    /// A column that was looked at and is not null, so that it is not asked for twice.
    seen: Cell<Option<(usize, ValueRef<'r>)>>,
    /// The last id of each column: neighbours often have one in common, which is then not looked up.
    ids: &'r RefCell<Vec<Option<Handle>>>,
}

impl<'r> Reader<'r> {
    fn value(&mut self) -> Result<ValueRef<'r>> {
        let column = self.next;
        self.next += 1;
        match self.seen.get() {
            Some((seen, value)) if seen == column => Ok(value),
            _ => Ok(self.row.get_ref(column)?),
        }
    }

    /// A text.
    pub(super) fn str(&mut self) -> Result<&'r str> {
        match self.value()? {
            ValueRef::Text(bytes) => std::str::from_utf8(bytes).map_err(|_| self.fault()),
            _ => Err(self.fault()),
        }
    }

    /// A text, or nothing.
    pub(super) fn maybe_str(&mut self) -> Result<Option<&'r str>> {
        if self.is_null(1)? {
            self.skip(1);
            return Ok(None);
        }
        self.str().map(Some)
    }

    /// What is to have this row, where it is there.
    pub(super) fn owner<O>(&self, found: Option<O>) -> Result<O> {
        found.ok_or_else(|| self.fault_at(0))
    }

    /// Damage: what the first column names is not there.
    #[cold]
    pub(super) fn stray(&self, has: &str, no: &str) -> StorageError {
        let id = self.row.get_ref(0).ok().and_then(|id| id.as_str().ok()).unwrap_or_default();
        StorageError::Damaged(format!("table `{}` {has} `{id}`, which is not a {no}", self.table))
    }

    /// Damage: this column holds what it cannot.
    #[cold]
    fn fault_at(&self, column: usize) -> StorageError {
        let name = self.columns.get(column).unwrap_or(&"?");
        let shown = |column| self.row.get_ref(column).map_or_else(|e| e.to_string(), |v| SqlCell::read(v).to_string());
        let (table, key, value) = (self.table, shown(0), shown(column));
        StorageError::Damaged(format!("table `{table}`, row `{key}`: column `{name}` cannot be `{value}`"))
    }
}

impl Source for Reader<'_> {
    type Fault = StorageError;

    fn fault(&self) -> StorageError {
        self.fault_at(self.next.saturating_sub(1))
    }

    fn fault_in(&self, column: &'static str) -> StorageError {
        self.fault_at(self.columns.iter().position(|there| *there == column).unwrap_or_default())
    }

    fn is_null(&self, columns: usize) -> Result<bool> {
        for column in self.next..self.next + columns {
            let value = self.row.get_ref(column)?;
            if value != ValueRef::Null {
                self.seen.set(Some((column, value)));
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn skip(&mut self, columns: usize) {
        self.next += columns;
    }

    fn int(&mut self) -> Result<i64> {
        match self.value()? {
            ValueRef::Integer(number) => Ok(number),
            _ => Err(self.fault()),
        }
    }

    fn text(&mut self) -> Result<&str> {
        self.str()
    }

    fn id(&mut self) -> Result<Handle> {
        let (column, text) = (self.next, self.str()?);
        let kept = &mut self.ids.borrow_mut()[column];
        match kept {
            Some(id) if id.text() == text => Ok(*id),
            _ => Ok(*kept.insert(Handle::of(text))),
        }
    }

    fn square(&mut self) -> Result<Square> {
        self.text_as(square_of)
    }

    fn squares(&mut self) -> Result<Vec<Square>> {
        self.text_as(|text| text.split_ascii_whitespace().map(square_of).collect())
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
