//! Reading the tables of bounds: records and history of supply, notes.

use rusqlite::Connection;

use campaign::{NoteRow, Standing, SupplyBook, SupplyRecord, SupplyRow};
use domain::FormationId;

use super::reader::{Reader, all};
use crate::file::storage_error::StorageError;

/// Records and history of supply.
pub(super) fn supply(conn: &Connection) -> Result<SupplyBook, StorageError> {
    let sql = "SELECT formation, log_state, log_since, log_bounds_out, pol_state, pol_since, pol_bounds_out \
               FROM supply_record ORDER BY formation";
    let now = all(conn, sql, |row| {
        let record = SupplyRecord { log: standing(row, 1)?, pol: standing(row, 4)? };
        Ok((FormationId::from(row.text(0)?), record))
    })?;
    let sql = "SELECT formation, commodity, bound, state FROM supply_history ORDER BY number";
    let history = all(conn, sql, |row| {
        let (formation, commodity) = (row.text(0)?.into(), row.word(1)?);
        Ok(SupplyRow { formation, commodity, bound: row.bound(2)?, state: row.maybe_word(3)? })
    })?;
    Ok(SupplyBook::from_parts(now.into_iter().collect(), history))
}

fn standing(row: &Reader<'_>, first: usize) -> Result<Standing, StorageError> {
    Ok(Standing { state: row.word(first)?, since: row.bound(first + 1)?, bounds_out: row.number(first + 2)? })
}

/// The notes of bounds.
pub(super) fn notes(conn: &Connection) -> Result<Vec<NoteRow>, StorageError> {
    all(conn, "SELECT bound, text FROM bound_note ORDER BY number", |row| {
        Ok(NoteRow { bound: row.bound(0)?, text: row.string(1)? })
    })
}
