//! Reading the tables of the ground.

use rusqlite::Connection;

use campaign::{Ground, MapFrame, RiverSide};
use domain::{SideId, Terrain};

use super::reader::all;
use crate::file::storage_error::StorageError;

/// The ground of the whole map.
pub(super) fn ground(conn: &Connection, frame: &MapFrame) -> Result<Ground, StorageError> {
    let squares = squares(conn, frame)?;
    let sides = all(conn, "SELECT number, river_class, river, road FROM square_side ORDER BY number", |row| {
        let river = match (row.maybe_word(1)?, row.maybe_number(2)?) {
            (Some(class), Some(river)) => Some(RiverSide { class, river }),
            (None, None) => None,
            _ => return Err(row.fault(2)),
        };
        Ok((row.number(0)?, river, row.maybe_word(3)?))
    })?;
    let beyond = || StorageError::Damaged("table `square_side` has a row beyond the map".to_owned());
    Ground::from_layers(frame, squares, sides).ok_or_else(beyond)
}

// The numbers themselves are not read with each row: unique whole numbers from 0 on leave no gap where there are as
// many as the last one says.
fn squares(conn: &Connection, frame: &MapFrame) -> Result<Vec<(Terrain, Option<SideId>)>, StorageError> {
    // Asked for apart: SQLite finds one end of a table at once, but both together only by going through it.
    let ends = "SELECT coalesce((SELECT min(number) FROM square), -1), coalesce((SELECT max(number) FROM square), -1)";
    let (first, last): (i64, i64) = conn.query_row(ends, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut found = Vec::with_capacity(frame.len());
    // Neighbours mostly are held by one side.
    let mut holder: Option<SideId> = None;
    super::reader::each(conn, "SELECT terrain, control FROM square ORDER BY number", |row| {
        let control = row.maybe_text(1)?;
        if holder.as_ref().map(SideId::as_str) != control {
            holder = row.maybe_word(1)?;
        }
        found.push((row.word(0)?, holder));
        Ok(())
    })?;
    if (first, last, found.len()) == (0, frame.len() as i64 - 1, frame.len()) {
        return Ok(found);
    }
    Err(StorageError::Damaged(format!("table `square` has {} rows, not {}", found.len(), frame.len())))
}
