//! Reading the tables of battles, and of what they leave on units and bases.

use std::collections::BTreeMap;

use rusqlite::Connection;

use campaign::{BaseMarks, Battle, BattleUnit, Fact, Formations, Fought, Noted, UnitMarks};
use domain::BattleId;

use super::reader::{Reader, all, each};
use crate::file::storage_error::StorageError;

/// Gives units and bases what battles have left on them.
pub(super) fn marks(conn: &Connection, formations: &mut Formations) -> Result<(), StorageError> {
    let sql = "SELECT formation, fought, met_tanks, half_tested, without_orders, fanatical FROM unit_mark";
    each(conn, sql, |row| {
        let formation = formations.get_mut(row.text(0)?).ok_or_else(|| row.fault(0))?;
        formation.marks = UnitMarks {
            fought: row.flag(1)?,
            met_tanks: row.flag(2)?,
            half_tested: row.flag(3)?,
            without_orders: row.flag(4)?,
            fanatical: row.flag(5)?,
        };
        Ok(())
    })?;
    each(conn, "SELECT leaf, number, cu_thirds, mounted, at_post, noted, notes FROM base_mark", |row| {
        let leaf = formations.get_mut(row.text(0)?).and_then(|formation| formation.leaf.as_mut());
        let base = leaf.ok_or_else(|| row.fault(0))?.bases.get_mut(row.number::<usize>(1)?);
        let noted = match row.maybe_bound(5)? {
            None => None,
            Some(bound) => Some(Noted { bound, notes: row.string(6)?.parse().map_err(|_| row.fault(6))? }),
        };
        base.ok_or_else(|| row.fault(1))?.marks =
            BaseMarks { cu_thirds: row.maybe_number(2)?, mounted: row.flag(3)?, at_post: row.number(4)?, noted };
        Ok(())
    })
}

/// Battles, drawn or over.
pub(super) fn battles(conn: &Connection) -> Result<BTreeMap<BattleId, Battle>, StorageError> {
    let sql = "SELECT id, bound, square, attacker, rules, end, holder, moves, recorded FROM battle ORDER BY id";
    let mut battles: BTreeMap<BattleId, Battle> =
        all(conn, sql, battle)?.into_iter().map(|battle| (battle.id.clone(), battle)).collect();
    each(conn, "SELECT battle, number, subject, text FROM battle_fact ORDER BY battle, number", |row| {
        let battle = battles.get_mut(row.text(0)?).ok_or_else(|| row.fault(0))?;
        battle.facts.push(Fact { subject: row.string(2)?, text: row.string(3)? });
        Ok(())
    })?;
    let sql = "SELECT battle, number, unit, attacked, engaged, first, sp_before, sp_lost, passed, failed \
               FROM battle_unit ORDER BY battle, number";
    each(conn, sql, |row| {
        let battle = battles.get_mut(row.text(0)?).ok_or_else(|| row.fault(0))?;
        battle.fought.as_mut().ok_or_else(|| row.fault(0))?.units.push(unit(row)?);
        Ok(())
    })?;
    Ok(battles)
}

fn battle(row: &Reader<'_>) -> Result<Battle, StorageError> {
    let fought = match row.maybe_word(5)? {
        None => None,
        Some(end) => {
            let (holder, recorded) = (row.word(6)?, row.flag(8)?);
            Some(Fought { end, holder, moves: row.number(7)?, recorded, units: Vec::new() })
        }
    };
    Ok(Battle {
        id: row.text(0)?.into(),
        bound: row.bound(1)?,
        square: row.square(2)?,
        attacker: row.word(3)?,
        rules: row.word(4)?,
        facts: Vec::new(),
        fought,
    })
}

fn unit(row: &Reader<'_>) -> Result<BattleUnit, StorageError> {
    Ok(BattleUnit {
        unit: row.text(2)?.into(),
        attacked: row.flag(3)?,
        engaged: row.flag(4)?,
        first: row.flag(5)?,
        sp_before: row.number(6)?,
        sp_lost: row.number(7)?,
        passed: row.number(8)?,
        failed: row.number(9)?,
    })
}
