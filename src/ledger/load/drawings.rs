//! Reading the tables of what is drawn.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;

use campaign::{Crossing, Place, RailAction, RailJob, Railway, Relaid, River, Road, Stretch, Track};
use domain::{Carries, CrossingId, FormationId, SideId, SquareSide};

use super::reader::{Reader, all, each};
use crate::file::storage_error::StorageError;

/// The places.
pub(super) fn places(conn: &Connection) -> Result<Vec<Place>, StorageError> {
    let sql = "SELECT name, latitude_e6, longitude_e6, square, kind, prepared, note FROM place ORDER BY position";
    all(conn, sql, |row| {
        Ok(Place {
            name: row.string(0)?,
            at: row.maybe_coordinates(1)?,
            square: row.square(3)?,
            kind: row.word(4)?,
            prepared: row.flag(5)?,
            note: row.string(6)?,
        })
    })
}

/// The roads.
pub(super) fn roads(conn: &Connection) -> Result<Vec<Road>, StorageError> {
    all(conn, "SELECT name, quality, points, path, note FROM road ORDER BY position", |row| {
        Ok(Road {
            name: row.string(0)?,
            quality: row.word(1)?,
            points: row.json(2)?,
            path: row.squares(3)?,
            note: row.string(4)?,
        })
    })
}

/// The railways.
pub(super) fn railways(conn: &Connection) -> Result<Vec<Railway>, StorageError> {
    let sql = "SELECT name, gauge, users, points, path, note, trains_a_day FROM railway ORDER BY position";
    let mut railways = all(conn, sql, |row| {
        Ok(Railway {
            name: row.string(0)?,
            gauge: row.number(1)?,
            users: users(row, 2)?,
            points: row.json(3)?,
            path: row.squares(4)?,
            cuts: BTreeSet::new(),
            trains_a_day: row.maybe_number(6)?,
            tracks: Vec::new(),
            note: row.string(5)?,
        })
    })?;
    each(conn, "SELECT railway, square, neighbour FROM railway_cut", |row| {
        let name = row.text(0)?;
        let railway = railways.iter_mut().find(|r| r.name == name).ok_or_else(|| row.fault(0))?;
        railway.cuts.insert(row.maybe_side(1)?.ok_or_else(|| row.fault(1))?);
        Ok(())
    })?;
    tracks(conn, &mut railways)?;
    Ok(railways)
}

fn tracks(conn: &Connection, railways: &mut [Railway]) -> Result<(), StorageError> {
    let sql = "SELECT railway, square, neighbour, gauge, side, worked_m FROM railway_track";
    each(conn, sql, |row| {
        let name = row.text(0)?;
        let railway = railways.iter_mut().find(|r| r.name == name).ok_or_else(|| row.fault(0))?;
        let length = row.maybe_side(1)?.ok_or_else(|| row.fault(1))?;
        let relaid = row.maybe_number(3)?.zip(row.maybe_word(4)?);
        let relaid = relaid.map(|(gauge, side)| Relaid { gauge, side });
        railway.tracks.push(Track { length, relaid, worked_m: row.number(5)? });
        Ok(())
    })?;
    for railway in railways {
        railway.tracks.sort_unstable_by_key(|track| track.length);
    }
    Ok(())
}

/// Who is at work on which railway.
pub(super) fn rail_jobs(conn: &Connection) -> Result<BTreeMap<FormationId, RailJob>, StorageError> {
    let jobs = all(conn, "SELECT leaf, railway, deed, gauge, lengths FROM rail_job ORDER BY leaf", |row| {
        let action = row.maybe_number(3)?.map_or(RailAction::Repair, RailAction::Convert);
        let (line, mut then): (_, Vec<Stretch>) = (row.string(1)?, Vec::new());
        let mut lengths = Vec::new();
        for JobLength { length, line: on } in row.json::<Vec<_>>(4)? {
            let on = on.unwrap_or_else(|| line.clone());
            match then.last_mut() {
                None if on == line => lengths.push(length),
                Some(last) if on == last.line => last.lengths.push(length),
                _ => then.push(Stretch { line: on, lengths: vec![length] }),
            }
        }
        Ok(RailJob { leaf: row.text(0)?.into(), line, action, lengths, then })
    })?;
    Ok(jobs.into_iter().map(|job| (job.leaf.clone(), job)).collect())
}

/// A length that is still to be done, and its railway where that is not the one of the row.
#[derive(serde::Deserialize)]
struct JobLength {
    #[serde(flatten)]
    length: SquareSide,
    line: Option<String>,
}

fn users(row: &Reader<'_>, column: usize) -> Result<BTreeSet<SideId>, StorageError> {
    let words = row.text(column)?.split_ascii_whitespace();
    words.map(|word| SideId::new(word).map_err(|_| row.fault(column))).collect()
}

/// The rivers.
pub(super) fn rivers(conn: &Connection) -> Result<Vec<River>, StorageError> {
    let mut rivers = all(conn, "SELECT name, class FROM river ORDER BY position", |row| {
        Ok(River { name: row.string(0)?, class: row.word(1)?, course: Vec::new() })
    })?;
    let sql = "SELECT river, latitude_e6, longitude_e6 FROM river_point ORDER BY river, position";
    each(conn, sql, |row| {
        let river = rivers.get_mut(row.number::<usize>(0)?).ok_or_else(|| row.fault(0))?;
        river.course.push(row.maybe_coordinates(1)?.ok_or_else(|| row.fault(1))?);
        Ok(())
    })?;
    Ok(rivers)
}

/// The crossings.
pub(super) fn crossings(conn: &Connection) -> Result<BTreeMap<CrossingId, Crossing>, StorageError> {
    let sql = "SELECT id, name, river, location, square, neighbour, kind, foot, vehicles, rail, state, from_bound, \
               until_bound, note FROM crossing ORDER BY id";
    let crossings = all(conn, sql, |row| {
        Ok(Crossing {
            id: row.text(0)?.into(),
            name: row.string(1)?,
            river: row.string(2)?,
            position: row.maybe_json(3)?,
            side: row.maybe_side(4)?,
            kind: row.word(6)?,
            carries: Carries { foot: row.flag(7)?, vehicles: row.flag(8)?, rail: row.flag(9)? },
            state: row.word(10)?,
            from: row.maybe_bound(11)?,
            until: row.maybe_bound(12)?,
            note: row.string(13)?,
        })
    })?;
    Ok(crossings.into_iter().map(|crossing| (crossing.id.clone(), crossing)).collect())
}
