//! Reading the table of replacements.

use rusqlite::Connection;

use campaign::{Pool, Replacement};
use domain::SideId;

use super::reader::all;
use crate::file::storage_error::StorageError;

/// The entries, in order; whose pool is one of these sides is the side's, any other a formation's.
pub(super) fn replacements(conn: &Connection) -> Result<Vec<Replacement>, StorageError> {
    let sides: Vec<SideId> = all(conn, "SELECT id FROM side", |row| row.word(0))?;
    all(conn, "SELECT pool, bound, arm, sp, given, note FROM replacement ORDER BY number", |row| {
        let pool = row.text(0)?;
        let side = sides.iter().find(|side| side.as_str() == pool);
        Ok(Replacement {
            pool: side.map_or_else(|| Pool::Formation(pool.into()), |side| Pool::Side(*side)),
            bound: row.bound(1)?,
            arm: row.maybe_word(2)?,
            sp: row.number(3)?,
            given: row.number(4)?,
            note: row.string(5)?,
        })
    })
}
