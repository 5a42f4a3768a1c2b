//! Reading the tables of the ground.

use rusqlite::Connection;

use campaign::{Ground, MapFrame, RiverSide};
use domain::{RoadQuality, SideId, SquareSide, Take, Terrain};

use super::reader::{all, each_of};
use crate::file::storage_error::{Result, StorageError};
use crate::project::tables;

/// The ground of the whole map.
pub(super) fn ground(conn: &Connection, frame: &MapFrame) -> Result<Ground> {
    let squares = squares(conn, frame)?;
    let sides: Vec<(usize, SquareSide, Option<RiverSide>, Option<RoadQuality>)> = all::<tables::SquareSides, _>(conn)?;
    let sides = sides.into_iter().map(|(number, _, river, road)| (number, river, road));
    let beyond = || StorageError::Damaged("table `square_side` has a row beyond the map".to_owned());
    Ground::from_layers(frame, squares, sides).ok_or_else(beyond)
}

// The numbers themselves are not read with each row: unique whole numbers from 0 on leave no gap where there are as
// many as the last one says.
fn squares(conn: &Connection, frame: &MapFrame) -> Result<Vec<(Terrain, Option<SideId>)>> {
    // Asked for apart: SQLite finds one end of a table at once, but both together only by going through it.
    let ends = "SELECT coalesce((SELECT min(number) FROM square), -1), coalesce((SELECT max(number) FROM square), -1)";
    let (first, last): (i64, i64) = conn.query_row(ends, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut found = Vec::with_capacity(frame.len());
    // Neighbours mostly are held by one side.
    let mut holder: Option<SideId> = None;
    each_of(conn, ("square", &["terrain", "control"]), "ORDER BY number", &[], |row| {
        let terrain = Take::take(row)?;
        let control = row.maybe_str()?;
        if holder.as_ref().map(SideId::as_str) != control {
            holder = control.map(SideId::new).transpose().map_err(|_| domain::Source::fault(row))?;
        }
        found.push((terrain, holder));
        Ok(())
    })?;
    if (first, last, found.len()) == (0, frame.len() as i64 - 1, frame.len()) {
        return Ok(found);
    }
    Err(StorageError::Damaged(format!("table `square` has {} rows, not {}", found.len(), frame.len())))
}
