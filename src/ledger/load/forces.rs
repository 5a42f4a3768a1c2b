//! Reading the tables of the order of battle.

use std::collections::BTreeMap;

use rusqlite::Connection;

use crate::campaign::{Base, Formation, GradeRow, Leaf, OnceHad, Support};
use crate::domain::FormationId;
use crate::ledger::trouble::Trouble;

use super::reader::{Reader, all, each};

/// The order of battle: four tables, each read once in the order of the ids.
pub(super) fn formations(conn: &Connection) -> Result<BTreeMap<FormationId, Formation>, Trouble> {
    let mut list = bare_formations(conn)?;
    let mut owners = Owners::new(&mut list);
    let sql = "SELECT formation, square, posture, casemated, state, arrives, entry, by_rail, carries, capacity \
               FROM leaf ORDER BY formation";
    each(conn, sql, |row| {
        owners.of(row)?.leaf = Some(leaf(row)?);
        Ok(())
    })?;
    let mut owners = Owners::new(&mut list);
    let sql = "SELECT leaf, number, role, weapon_men, weapon_armour, armour, calibre_mm, sp_full, sp, markers, \
               out_of_ammo FROM base ORDER BY leaf, number";
    each(conn, sql, |row| {
        let leaf = owners.of(row)?.leaf.as_mut().ok_or_else(|| row.fault(0))?;
        if row.number::<usize>(1)? != leaf.bases.len() {
            return Err(row.fault(1));
        }
        leaf.bases.push(base(row)?);
        Ok(())
    })?;
    let mut owners = Owners::new(&mut list);
    each(conn, "SELECT formation, supported, kind FROM support ORDER BY formation", |row| {
        owners.of(row)?.support = Some(Support { to: row.text(1)?.into(), kind: row.word(2)? });
        Ok(())
    })?;
    Ok(list.into_iter().map(|formation| (formation.id.clone(), formation)).collect())
}

/// Finds the formation to which each row of another table belongs, both being in the order of the ids.
struct Owners<'a> {
    list: &'a mut [Formation],
    next: usize,
}

impl<'a> Owners<'a> {
    fn new(list: &'a mut [Formation]) -> Self {
        Self { list, next: 0 }
    }

    fn of(&mut self, row: &Reader<'_>) -> Result<&mut Formation, Trouble> {
        let id = row.text(0)?;
        while self.list.get(self.next).is_some_and(|formation| formation.id.as_str() < id) {
            self.next += 1;
        }
        self.list.get_mut(self.next).filter(|formation| formation.id.as_str() == id).ok_or_else(|| row.fault(0))
    }
}

fn bare_formations(conn: &Connection) -> Result<Vec<Formation>, Trouble> {
    let sql = "SELECT id, position, parent, side, name, nationality, echelon, arm, mobility, grade, grade_under, \
               hq_die, once_had_log, once_had_pol, note FROM formation ORDER BY id";
    // Neighbours by id mostly have one superior: its id is kept once for all of them.
    let mut last: Option<FormationId> = None;
    all(conn, sql, |row| {
        let parent = row.maybe_text(2)?;
        if last.as_ref().map(FormationId::as_str) != parent {
            last = parent.map(FormationId::from);
        }
        formation(row, last.clone())
    })
}

fn formation(row: &Reader<'_>, parent: Option<FormationId>) -> Result<Formation, Trouble> {
    Ok(Formation {
        id: row.text(0)?.into(),
        order: row.number(1)?,
        parent,
        side: row.word(3)?,
        name: row.string(4)?,
        nationality: row.string(5)?,
        echelon: row.word(6)?,
        arm: row.word(7)?,
        mobility: row.maybe_word(8)?,
        grade: row.maybe_word(9)?,
        grade_under: row.maybe_word(10)?,
        hq_die: row.maybe_number(11)?,
        once_had: OnceHad { log: row.flag(12)?, pol: row.flag(13)? },
        support: None,
        leaf: None,
        note: row.string(14)?,
    })
}

fn leaf(row: &Reader<'_>) -> Result<Leaf, Trouble> {
    Ok(Leaf {
        square: row.maybe_square(1)?,
        posture: row.word(2)?,
        casemated: row.flag(3)?,
        state: row.word(4)?,
        arrives: row.maybe_bound(5)?,
        entry: row.maybe_json(6)?,
        by_rail: row.flag(7)?,
        carries: row.maybe_word(8)?,
        capacity: row.number(9)?,
        bases: Vec::new(),
    })
}

fn base(row: &Reader<'_>) -> Result<Base, Trouble> {
    Ok(Base {
        role: row.word(2)?,
        weapon_men: row.maybe_word(3)?,
        weapon_armour: row.maybe_word(4)?,
        armour: row.maybe_word(5)?,
        calibre_mm: row.maybe_number(6)?,
        sp_full: row.number(7)?,
        sp: row.number(8)?,
        markers: row.number(9)?,
        out_of_ammo: row.flag(10)?,
    })
}

/// The changes of grade.
pub(super) fn grades(conn: &Connection) -> Result<Vec<GradeRow>, Trouble> {
    let sql = "SELECT formation, bound, battle, grade_before, grade_after, reason FROM grade_history ORDER BY number";
    all(conn, sql, |row| {
        Ok(GradeRow {
            formation: row.text(0)?.into(),
            bound: row.bound(1)?,
            battle: row.maybe_text(2)?.map(str::to_owned),
            before: row.maybe_word(3)?,
            after: row.maybe_word(4)?,
            reason: row.string(5)?,
        })
    })
}
