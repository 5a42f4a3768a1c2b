//! Reading the tables of air supply.

use std::collections::BTreeMap;

use rusqlite::Connection;

use campaign::{Airfield, Flight, Remainders, Wing};
use domain::{AirfieldId, FormationId};

use super::reader::all;
use crate::file::storage_error::StorageError;

/// The airfields.
pub(super) fn airfields(conn: &Connection) -> Result<BTreeMap<AirfieldId, Airfield>, StorageError> {
    let sql = "SELECT id, place, square, side, landings, used_for, note FROM airfield ORDER BY id";
    let fields = all(conn, sql, |row| {
        Ok(Airfield {
            id: row.text(0)?.into(),
            place: row.maybe_text(1)?.map(str::to_owned),
            square: row.square(2)?,
            side: row.word(3)?,
            landings: row.maybe_number(4)?,
            used_for: row.string(5)?,
            note: row.string(6)?,
        })
    })?;
    Ok(fields.into_iter().map(|field| (field.id.clone(), field)).collect())
}

/// The transport wings.
pub(super) fn wings(conn: &Connection) -> Result<BTreeMap<FormationId, Wing>, StorageError> {
    let wings = all(conn, "SELECT leaf, sorties, load_kg FROM wing ORDER BY leaf", |row| {
        Ok((row.text(0)?.into(), Wing { sorties: row.number(1)?, load_kg: row.number(2)? }))
    })?;
    Ok(wings.into_iter().collect())
}

/// What was flown, in order.
pub(super) fn flights(conn: &Connection) -> Result<Vec<Flight>, StorageError> {
    let sql = "SELECT bound, wing, from_airfield, at_airfield, dump, commodity, sorties, landed, lost, kg, kg_lost \
               FROM flight ORDER BY number";
    all(conn, sql, |row| {
        Ok(Flight {
            bound: row.bound(0)?,
            wing: row.text(1)?.into(),
            from: row.maybe_text(2)?.map(Into::into),
            at: row.maybe_text(3)?.map(Into::into),
            to: row.maybe_text(4)?.map(Into::into),
            commodity: row.word(5)?,
            sorties: row.number(6)?,
            landed: row.number(7)?,
            lost: row.number(8)?,
            kg: row.number(9)?,
            kg_lost: row.number(10)?,
        })
    })
}

/// What falls short of a unit.
pub(super) fn remainders(conn: &Connection) -> Result<Remainders, StorageError> {
    let sql = "SELECT from_account, to_account, commodity, kg FROM remainder";
    let rows = all(conn, sql, |row| Ok(((row.text(0)?.into(), row.text(1)?.into(), row.word(2)?), row.number(3)?)))?;
    Ok(rows.into_iter().collect())
}
