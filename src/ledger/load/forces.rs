//! Reading the tables of the order of battle.

use rusqlite::{Connection, OptionalExtension, ToSql};

use campaign::march::Marched;
use campaign::{Base, BaseMarks, Formation, GradeRow, Leaf, OnceHad, Support, UnitMarks};
use domain::FormationId;

use super::march::marched;
use super::reader::{Reader, all, each_of};
use crate::file::storage_error::StorageError;

/// Which part of the order of battle: the formations from one id on, up to another but not with it.
#[derive(Debug, Clone, Default)]
pub(super) struct Span {
    from: String,
    to: Option<String>,
}

impl Span {
    /// Three parts of about as many formations.
    pub(super) fn thirds(conn: &Connection) -> Result<[Self; 3], StorageError> {
        let sql = "SELECT id FROM formation ORDER BY id LIMIT 1 OFFSET (SELECT count(*) FROM formation) * ?1 / 3";
        let at = |third: i64| conn.query_row(sql, [third], |row| row.get::<_, String>(0)).optional();
        // Of an order of battle without formations the last part is as empty as the others.
        let (one, two) = (at(1)?.unwrap_or_default(), at(2)?.unwrap_or_default());
        Ok([
            Self { from: String::new(), to: Some(one.clone()) },
            Self { from: one, to: Some(two.clone()) },
            Self { from: two, to: None },
        ])
    }

    /// Goes through the rows of a query whose two parameters are the ends of this part.
    fn each(
        &self,
        conn: &Connection,
        sql: &str,
        take: impl FnMut(&Reader<'_>) -> Result<(), StorageError>,
    ) -> Result<(), StorageError> {
        // In SQLite's order every text comes before every blob: what no text reaches.
        let end: &dyn ToSql = self.to.as_ref().map_or(&BEYOND, |to| to);
        each_of(conn, sql, &[&self.from, end], take)
    }
}

const BEYOND: &[u8] = &[];

/// The order of battle, or a part of it, in the order of the ids; what battles have left on it comes apart.
///
/// Leaves, their marches and bases are read in the same order and laid on their formations as they come.
pub(super) fn formations(conn: &Connection, span: &Span) -> Result<Vec<Formation>, StorageError> {
    let mut list = bare(conn, span)?;
    let sql = "SELECT formation, supported, kind FROM support WHERE formation >= ?1 AND formation < ?2 \
               ORDER BY formation";
    let mut owners = Owners::new(&mut list);
    span.each(conn, sql, |row| {
        owners.of(row)?.ok_or_else(|| row.fault(0))?.support =
            Some(Support { to: row.text(1)?.into(), kind: row.word(2)? });
        Ok(())
    })?;
    let sql = "SELECT formation, square, posture, casemated, state, arrives, entry, by_rail, carries, capacity \
               FROM leaf WHERE formation >= ?1 AND formation < ?2 ORDER BY formation";
    let mut owners = Owners::new(&mut list);
    span.each(conn, sql, |row| {
        owners.of(row)?.ok_or_else(|| stray(row, "has a row", "formation"))?.leaf = Some(leaf(row)?);
        Ok(())
    })?;
    let sql = "SELECT leaf, minutes_used, marched_today, next_square, minutes_towards, came, came_minute, \
               way_point, way_points \
               FROM march WHERE leaf >= ?1 AND leaf < ?2 ORDER BY leaf";
    let mut owners = Owners::new(&mut list);
    span.each(conn, sql, |row| {
        owners.leaf_of(row)?.ok_or_else(|| row.fault(0))?.march = marched(row)?;
        Ok(())
    })?;
    let sql = "SELECT leaf, number, role, weapon_men, weapon_armour, armour, calibre_mm, sp_full, sp, markers, \
               out_of_ammo FROM base WHERE leaf >= ?1 AND leaf < ?2 ORDER BY leaf, number";
    let mut owners = Owners::new(&mut list);
    span.each(conn, sql, |row| {
        let bases = &mut owners.leaf_of(row)?.ok_or_else(|| stray(row, "has rows of", "leaf"))?.bases;
        if row.number::<usize>(1)? != bases.len() {
            return Err(row.fault(1));
        }
        bases.push(base(row)?);
        Ok(())
    })?;
    Ok(list)
}

/// To whom rows belong that come in the order of the ids.
struct Owners<'a> {
    rest: &'a mut [Formation],
}

impl<'a> Owners<'a> {
    fn new(list: &'a mut [Formation]) -> Self {
        Self { rest: list }
    }

    /// The formation whose id is the first column.
    fn of(&mut self, row: &Reader<'_>) -> Result<Option<&mut Formation>, StorageError> {
        let id = row.text(0)?;
        let before = self.rest.iter().take_while(|formation| formation.id.as_str() < id).count();
        self.rest = std::mem::take(&mut self.rest).split_at_mut(before).1;
        Ok(self.rest.first_mut().filter(|formation| formation.id.as_str() == id))
    }

    /// Its leaf.
    fn leaf_of(&mut self, row: &Reader<'_>) -> Result<Option<&mut Leaf>, StorageError> {
        Ok(self.of(row)?.and_then(|formation| formation.leaf.as_mut()))
    }
}

/// Damage: what the first column names is not there.
#[cold]
fn stray(row: &Reader<'_>, has: &str, no: &str) -> StorageError {
    let id = row.text(0).unwrap_or_default();
    StorageError::Damaged(format!("table `{}` {has} `{id}`, which is not a {no}", row.table()))
}

/// The formations without their leaves.
fn bare(conn: &Connection, span: &Span) -> Result<Vec<Formation>, StorageError> {
    let sql = "SELECT id, position, parent, side, name, nationality, echelon, arm, mobility, grade, grade_under, \
               hq_die, once_had_log, once_had_pol, note, attacks_owed FROM formation WHERE id >= ?1 AND id < ?2 \
               ORDER BY id";
    // Neighbours by id mostly have one superior: its id is kept once for all of them.
    let mut superior: Option<FormationId> = None;
    let mut list = Vec::new();
    span.each(conn, sql, |row| {
        let parent = row.maybe_text(2)?;
        if superior.as_ref().map(FormationId::as_str) != parent {
            superior = parent.map(FormationId::from);
        }
        list.push(formation(row, superior.clone())?);
        Ok(())
    })?;
    Ok(list)
}

fn formation(row: &Reader<'_>, parent: Option<FormationId>) -> Result<Formation, StorageError> {
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

fn leaf(row: &Reader<'_>) -> Result<Leaf, StorageError> {
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

fn base(row: &Reader<'_>) -> Result<Base, StorageError> {
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
pub(super) fn grades(conn: &Connection) -> Result<Vec<GradeRow>, StorageError> {
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
