//! The stamp: what the readable tables held when railhead last wrote them, in one row of 32 digits.
//!
//! What it is: the sum, modulo 2^128, of a hash of every row of every table, and the number of the last operation. A sum
//! takes rows in any order, and a change of a few rows changes it by those rows alone.
//! What it decides: whether the tables are still what the log's last operation left.
//! What it never does: prove anything against somebody who writes a new stamp too; the running hash of the log does.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row};

use campaign::Campaign;

use super::hash::Hasher;
use crate::file::storage_error::{Result, StorageError};
use crate::log::last_link;
use crate::project::{RowVisitor, SqlCell, SqlRow, TABLES, TableSpec};

/// What some rows come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sum(u128);

impl Sum {
    /// All rows of a campaign.
    pub(crate) fn of(campaign: &Campaign) -> Self {
        let mut sum = Self::default();
        for table in TABLES.iter() {
            for row in (table.rows)(campaign) {
                sum.add(table, &row);
            }
        }
        sum
    }

    /// All rows of the tables as they stand.
    pub(crate) fn read(conn: &Connection) -> Result<Self> {
        let mut sum = Self::default();
        for table in TABLES.iter() {
            let sql = format!("SELECT {} FROM {}", table.columns.join(", "), table.name);
            let mut statement = conn.prepare(&sql)?;
            let mut rows = statement.query([])?;
            let mut adding = RowSum::new(table);
            while let Some(row) = rows.next()? {
                adding.row(row);
            }
            sum = sum.plus(adding.sum);
        }
        Ok(sum)
    }

    /// What these come to together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, table: &TableSpec, row: &SqlRow) {
        self.0 = self.0.wrapping_add(hash_of(table, row));
    }

    /// Takes a row away.
    pub(crate) fn remove(&mut self, table: &TableSpec, row: &SqlRow) {
        self.0 = self.0.wrapping_sub(hash_of(table, row));
    }

    fn text(self) -> String {
        format!("{:032x}", self.0)
    }
}

fn hash_of(table: &TableSpec, row: &SqlRow) -> u128 {
    let mut of_it = RowSum::new(table);
    for cell in row {
        of_it.value(match cell {
            SqlCell::Null => ValueRef::Null,
            SqlCell::Int(number) => ValueRef::Integer(*number),
            SqlCell::Text(text) => ValueRef::Text(text.as_bytes()),
        });
    }
    of_it.end_of_row();
    of_it.sum.0
}

/// Adds up rows of a table as they are read; each by its table, and each of its values with its type.
pub(crate) struct RowSum<'t> {
    table: &'t TableSpec,
    hasher: Hasher,
    /// What the rows came to.
    pub(crate) sum: Sum,
}

impl<'t> RowSum<'t> {
    /// No row yet.
    pub(crate) fn new(table: &'t TableSpec) -> Self {
        let mut hasher = Hasher::default();
        hasher.field(table.name.as_bytes());
        Self { table, hasher, sum: Sum::default() }
    }

    /// Adds a row, its columns in the order of the table.
    pub(crate) fn row(&mut self, row: &Row<'_>) {
        // Each column that is named is there.
        (0..self.table.columns.len()).map_while(|column| row.get_ref(column).ok()).for_each(|value| self.value(value));
        self.end_of_row();
    }
}

impl RowVisitor for RowSum<'_> {
    fn value(&mut self, value: ValueRef<'_>) {
        match value {
            ValueRef::Null => self.hasher.maybe(None),
            ValueRef::Integer(number) => self.hasher.field(b"i").field(&number.to_be_bytes()),
            ValueRef::Real(number) => self.hasher.field(b"r").field(&number.to_be_bytes()),
            ValueRef::Text(bytes) => self.hasher.field(bytes),
            ValueRef::Blob(bytes) => self.hasher.field(b"b").field(bytes),
        };
    }

    fn end_of_row(&mut self) {
        self.sum = self.sum.plus(Sum(u128::from_be_bytes(self.hasher.take_first_16())));
        self.hasher.field(self.table.name.as_bytes());
    }
}

/// Writes the stamp of tables that were just written: of those before, with what changed.
pub(crate) fn write(conn: &Connection, sum: Sum) -> Result<()> {
    let last = last_link(conn)?.number as i64;
    let sql = "INSERT INTO stamp (one, operation, tables) VALUES (1, ?1, ?2) \
               ON CONFLICT (one) DO UPDATE SET operation = excluded.operation, tables = excluded.tables";
    conn.prepare_cached(sql)?.execute((last, sum.text()))?;
    Ok(())
}

/// The sum that the stamp has.
pub(crate) fn sum(conn: &Connection) -> Result<Sum> {
    let (_, tables) = stored(conn)?.ok_or_else(|| StorageError::Damaged("its tables have no stamp".to_owned()))?;
    let sum = u128::from_str_radix(&tables, 16);
    sum.map(Sum).map_err(|_| StorageError::Damaged(format!("`{tables}` is not a stamp")))
}

fn stored(conn: &Connection) -> Result<Option<(i64, String)>> {
    let mut statement = conn.prepare_cached("SELECT operation, tables FROM stamp WHERE one = 1")?;
    Ok(statement.query_row([], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

/// Why the tables are not what the last operation of the log left; none where they are.
pub(crate) fn misfit(conn: &Connection) -> Result<Option<String>> {
    misfit_of(conn, || Sum::read(conn))
}

/// The same of tables whose rows come to this sum.
pub(crate) fn misfit_of(conn: &Connection, sum: impl FnOnce() -> Result<Sum>) -> Result<Option<String>> {
    let last = last_link(conn)?.number;
    Ok(match stored(conn)? {
        None => Some("its tables have no stamp".to_owned()),
        Some((operation, _)) if operation.cast_unsigned() != last => {
            Some(format!("its tables are those of operation {operation}, but the last in its log is operation {last}"))
        }
        Some((_, tables)) if tables != sum()?.text() => {
            Some(format!("its tables are not as operation {last}, the last in its log, left them"))
        }
        Some(_) => None,
    })
}
