//! Reading the tables of convoys, and of captured POL.

use std::collections::BTreeMap;

use rusqlite::Connection;

use campaign::{AirStrike, Convoy, Goal, HeldUp, Minefield, Partisans, StrikeTarget, Take};
use domain::{AccountId, FormationId, SideId};

use super::reader::{Reader, all, each};
use crate::file::storage_error::StorageError;

/// The convoys on the road.
pub(super) fn convoys(conn: &Connection) -> Result<BTreeMap<FormationId, Convoy>, StorageError> {
    let sql = "SELECT lead, errand, source, load, to_account, to_formation, to_square, via, stays, home, seat, starts, \
               way, held_up, held_up_why FROM convoy ORDER BY lead";
    let mut convoys: BTreeMap<FormationId, Convoy> =
        all(conn, sql, |row| Ok((row.text(0)?.into(), convoy(row)?)))?.into_iter().collect();
    each(conn, "SELECT convoy, vehicle FROM convoy_vehicle ORDER BY convoy, vehicle", |row| {
        let convoy = convoys.get_mut(row.text(0)?).ok_or_else(|| row.fault(0))?;
        convoy.vehicles.push(row.text(1)?.into());
        Ok(())
    })?;
    Ok(convoys)
}

/// A convoy, its vehicles apart.
fn convoy(row: &Reader<'_>) -> Result<Convoy, StorageError> {
    let load = row.maybe_text(3)?.map(|text| text.parse().map_err(|_| row.fault(3))).transpose()?;
    let take = row.maybe_text(2)?.zip(load).map(|(from, load)| Take { from: from.into(), load });
    let to = goal(row, 4)?;
    let held_up = row.maybe_bound(13)?.zip(row.maybe_text(14)?);
    Ok(Convoy {
        vehicles: Vec::new(),
        errand: row.word(1)?,
        take,
        to,
        via: row.squares(7)?,
        stays: row.flag(8)?,
        home: row.square(9)?,
        seat: row.maybe_square(10)?,
        starts: row.bound(11)?,
        way: row.squares(12)?,
        held_up: held_up.map(|(since, why)| HeldUp { since, why: why.to_owned() }),
    })
}

/// Where vehicles are to come: three columns, an account, a formation or a square.
pub(super) fn goal(row: &Reader<'_>, first: usize) -> Result<Goal, StorageError> {
    match (row.maybe_text(first)?, row.maybe_text(first + 1)?, row.maybe_square(first + 2)?) {
        (Some(account), None, None) => Ok(Goal::Account(account.into())),
        (None, Some(formation), None) => Ok(Goal::Formation(formation.into())),
        (None, None, Some(square)) => Ok(Goal::Square(square)),
        _ => Err(row.fault(first)),
    }
}

/// POL captured in the running day.
pub(super) fn captured_fuel(conn: &Connection) -> Result<BTreeMap<AccountId, u32>, StorageError> {
    let found =
        all(conn, "SELECT account, pol FROM spoil ORDER BY account", |row| Ok((row.text(0)?.into(), row.number(1)?)))?;
    Ok(found.into_iter().collect())
}

/// What supply vehicles have driven since their last die.
pub(super) fn driven(conn: &Connection) -> Result<BTreeMap<FormationId, u32>, StorageError> {
    let sql = "SELECT vehicle, metres FROM vehicle_driven ORDER BY vehicle";
    let found = all(conn, sql, |row| Ok((row.text(0)?.into(), row.number(1)?)))?;
    Ok(found.into_iter().collect())
}

/// Partisans, by square and side.
pub(super) fn partisans(conn: &Connection) -> Result<Vec<Partisans>, StorageError> {
    let sql = "SELECT square, against, strength, first_bound, last_bound, raid FROM partisan ORDER BY square, against";
    all(conn, sql, |row| {
        Ok(Partisans {
            square: row.square(0)?,
            against: SideId::new(row.text(1)?).map_err(|_| row.fault(1))?,
            strength: row.number(2)?,
            from: row.maybe_bound(3)?,
            until: row.maybe_bound(4)?,
            raid: row.maybe_bound(5)?,
        })
    })
}

/// Minefields, by square.
pub(super) fn minefields(conn: &Connection) -> Result<Vec<Minefield>, StorageError> {
    let mut found = all(conn, "SELECT square, side, gapped, from_bound, note FROM minefield", |row| {
        Ok(Minefield {
            square: row.square(0)?,
            side: SideId::new(row.text(1)?).map_err(|_| row.fault(1))?,
            gapped: row.flag(2)?,
            from: row.maybe_bound(3)?,
            note: row.string(4)?,
        })
    })?;
    found.sort_unstable_by_key(|field| field.square);
    Ok(found)
}

/// Air strikes, by bound, side and target.
pub(super) fn strikes(conn: &Connection) -> Result<Vec<AirStrike>, StorageError> {
    let mut found = all(conn, "SELECT bound, against, kind, target FROM air_strike", |row| {
        let target = match row.string(2)?.as_str() {
            "line" => StrikeTarget::Line(row.string(3)?),
            _ => StrikeTarget::Square(row.square(3)?),
        };
        let against = SideId::new(row.text(1)?).map_err(|_| row.fault(1))?;
        Ok(AirStrike { bound: row.bound(0)?, against, target })
    })?;
    found.sort_unstable();
    Ok(found)
}
