//! Reading the tables of the ground.

use rusqlite::Connection;

use crate::campaign::{Ground, MapFrame, RiverSide};
use crate::ledger::trouble::Trouble;

use super::reader::each;

/// The ground of the whole map.
pub(super) fn ground(conn: &Connection, frame: &MapFrame) -> Result<Ground, Trouble> {
    let mut ground = Ground::blank(frame);
    let mut next = 0_usize;
    each(conn, "SELECT number, terrain, control FROM square ORDER BY number", |row| {
        if row.number::<usize>(0)? != next || next >= frame.len() {
            return Err(row.fault(0));
        }
        let square = frame.square_at(next);
        ground.set_terrain(square, row.word(1)?);
        ground.set_control(square, row.maybe_word(2)?);
        next += 1;
        Ok(())
    })?;
    if next != frame.len() {
        return Err(Trouble::Damaged(format!("table `square` has {next} rows, not {}", frame.len())));
    }
    sides(conn, frame, &mut ground)?;
    Ok(ground)
}

fn sides(conn: &Connection, frame: &MapFrame, ground: &mut Ground) -> Result<(), Trouble> {
    each(conn, "SELECT number, river_class, river, road FROM square_side ORDER BY number", |row| {
        let number: usize = row.number(0)?;
        if number >= frame.len() * 2 {
            return Err(row.fault(0));
        }
        let side = ground.side_at(number);
        let river = match (row.maybe_word(1)?, row.maybe_number(2)?) {
            (Some(class), Some(river)) => Some(RiverSide { class, river }),
            (None, None) => None,
            _ => return Err(row.fault(2)),
        };
        ground.set_river(side, river);
        ground.set_road(side, row.maybe_word(3)?);
        Ok(())
    })
}
