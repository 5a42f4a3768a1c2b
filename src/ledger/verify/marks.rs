//! What of operations is needed to decide them again, beside themselves.

use rusqlite::Connection;

use campaign::Event;

use crate::error::LedgerError;
use crate::file::storage_error::Result;
use crate::handle::Ledger;
use crate::log::events_of;

/// What stood around an operation when it was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationMark {
    /// Its number.
    pub number: u64,
    /// The seed of dice that the log gave then: of the running hash before it.
    pub seed: u64,
    /// The oldest version in which one of its events is kept; none where it has none.
    pub oldest_event: Option<u32>,
}

impl Ledger {
    /// What stood around each operation, by number.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn operation_marks(&self) -> Result<Vec<OperationMark>, LedgerError> {
        self.reading(marks)
    }

    /// The events of an operation that is there, in order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn recorded(&self, number: u64) -> Result<Vec<Event>, LedgerError> {
        self.reading(|conn| events_of(conn, number))
    }
}

fn marks(conn: &Connection) -> Result<Vec<OperationMark>> {
    let sql = "SELECT number, hash, (SELECT min(version) FROM event WHERE event.operation = operation.number) \
               FROM operation ORDER BY number";
    let mut statement = conn.prepare(sql)?;
    let mut rows = statement.query([])?;
    let (mut found, mut seed) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        let number = row.get::<_, i64>(0)?.cast_unsigned();
        found.push(OperationMark { number, seed, oldest_event: row.get(2)? });
        let hash: String = row.get(1)?;
        seed = u64::from_str_radix(hash.get(..16).unwrap_or_default(), 16).unwrap_or_default();
    }
    Ok(found)
}
