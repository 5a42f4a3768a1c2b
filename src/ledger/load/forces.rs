//! Reading the tables of the order of battle.

use std::collections::BTreeMap;

use rusqlite::Connection;

use crate::campaign::march::Marched;
use crate::campaign::{Base, BaseMarks, Formation, GradeRow, Leaf, OnceHad, Support, UnitMarks};
use crate::domain::FormationId;
use crate::ledger::trouble::Trouble;

use super::reader::{Reader, all, all_of, each};

/// A leaf and the id of its formation.
pub(super) type LeafOf = (FormationId, Leaf);

/// The bases of a leaf and its id.
pub(super) type BasesOf = (FormationId, Vec<Base>);

/// The order of battle, put together from its tables; all are in the order of the ids.
pub(super) fn formations(
    mut list: Vec<Formation>,
    leaves: Vec<LeafOf>,
    bases: Vec<BasesOf>,
) -> Result<BTreeMap<FormationId, Formation>, Trouble> {
    let mut next = 0;
    for (id, leaf) in leaves {
        let stray = || Trouble::Damaged(format!("table `leaf` has a row `{id}`, which is no formation"));
        find(&mut list, &mut next, id.as_str()).ok_or_else(stray)?.leaf = Some(leaf);
    }
    let mut next = 0;
    for (id, bases) in bases {
        let stray = || Trouble::Damaged(format!("table `base` has rows of `{id}`, which is no leaf"));
        let leaf = find(&mut list, &mut next, id.as_str()).and_then(|formation| formation.leaf.as_mut());
        leaf.ok_or_else(stray)?.bases = bases;
    }
    Ok(list.into_iter().map(|formation| (formation.id.clone(), formation)).collect())
}

/// Goes on from `next` to the formation of this id, in the order of the ids.
fn find<'a>(list: &'a mut [Formation], next: &mut usize, id: &str) -> Option<&'a mut Formation> {
    while list.get(*next).is_some_and(|formation| formation.id.as_str() < id) {
        *next += 1;
    }
    list.get_mut(*next).filter(|formation| formation.id.as_str() == id)
}

/// The leaves without their bases, in the order of the ids.
pub(super) fn leaves(conn: &Connection) -> Result<Vec<LeafOf>, Trouble> {
    let sql = "SELECT formation, square, posture, casemated, state, arrives, entry, by_rail, carries, capacity \
               FROM leaf ORDER BY formation";
    let mut leaves: Vec<LeafOf> = all_of(conn, "leaf", sql, |row| Ok((row.text(0)?.into(), leaf(row)?)))?;
    super::march::marches(conn, &mut leaves)?;
    Ok(leaves)
}

/// The bases of every leaf, in the order of the ids.
pub(super) fn bases(conn: &Connection) -> Result<Vec<BasesOf>, Trouble> {
    let sql = "SELECT leaf, number, role, weapon_men, weapon_armour, armour, calibre_mm, sp_full, sp, markers, \
               out_of_ammo FROM base ORDER BY leaf, number";
    let mut found: Vec<BasesOf> = Vec::new();
    each(conn, sql, |row| {
        let leaf = row.text(0)?;
        if found.last().is_none_or(|(last, _)| last.as_str() != leaf) {
            found.push((leaf.into(), Vec::new()));
        }
        let Some((_, bases)) = found.last_mut() else { return Ok(()) };
        if row.number::<usize>(1)? != bases.len() {
            return Err(row.fault(1));
        }
        bases.push(base(row)?);
        Ok(())
    })?;
    Ok(found)
}

/// The formations without their leaves, in the order of the ids.
pub(super) fn bare(conn: &Connection) -> Result<Vec<Formation>, Trouble> {
    let sql = "SELECT id, position, parent, side, name, nationality, echelon, arm, mobility, grade, grade_under, \
               hq_die, once_had_log, once_had_pol, note, attacks_owed FROM formation ORDER BY id";
    // Neighbours by id mostly have one superior: its id is kept once for all of them.
    let mut superior: Option<FormationId> = None;
    let mut list = all_of(conn, "formation", sql, |row| {
        let parent = row.maybe_text(2)?;
        if superior.as_ref().map(FormationId::as_str) != parent {
            superior = parent.map(FormationId::from);
        }
        formation(row, superior.clone())
    })?;
    let mut next = 0;
    each(conn, "SELECT formation, supported, kind FROM support ORDER BY formation", |row| {
        let formation = find(&mut list, &mut next, row.text(0)?).ok_or_else(|| row.fault(0))?;
        formation.support = Some(Support { to: row.text(1)?.into(), kind: row.word(2)? });
        Ok(())
    })?;
    Ok(list)
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
        attacks_owed: row.number(15)?,
        marks: UnitMarks::default(),
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
        march: Marched::default(),
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
        marks: BaseMarks::default(),
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
