//! Reading the tables of the order of battle.

use rusqlite::{Connection, OptionalExtension, ToSql};

use campaign::{Formation, Formations, Leaf};
use domain::Take;

use super::reader::{Reader, each, each_where};
use crate::file::storage_error::Result;
use crate::project::{Table, tables};

/// Which part of the order of battle: the formations from one id on, up to another but not with it.
#[derive(Debug, Clone, Default)]
pub(super) struct Span {
    from: String,
    to: Option<String>,
}

impl Span {
    /// Three parts of about as many formations.
    pub(super) fn thirds(conn: &Connection) -> Result<[Self; 3]> {
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

    /// Goes through the rows of a table that are of this part: those whose first column is.
    fn each<T: Table>(&self, conn: &Connection, take: impl FnMut(&mut Reader<'_>) -> Result<()>) -> Result<()> {
        // In SQLite's order every text comes before every blob: what no text reaches.
        let end: &dyn ToSql = self.to.as_ref().map_or(&BEYOND, |to| to);
        let id = T::columns()[0];
        each_where::<T>(conn, &format!("WHERE {id} >= ?1 AND {id} < ?2"), &[&self.from, end], take)
    }
}

const BEYOND: &[u8] = &[];

/// The order of battle, or a part of it, in the order of the ids; what battles have left on it comes apart.
///
/// Leaves, their marches and bases are read in the same order and laid on their formations as they come.
pub(super) fn formations(conn: &Connection, span: &Span) -> Result<Vec<Formation>> {
    let mut list = Vec::new();
    span.each::<tables::Formations>(conn, |row| {
        list.push(Formation::take(row)?);
        Ok(())
    })?;
    let mut owners = Owners::new(&mut list);
    span.each::<tables::Supports>(conn, |row| {
        let owner = owners.of(row)?;
        row.owner(owner)?.support = Some(Take::take(row)?);
        Ok(())
    })?;
    let mut owners = Owners::new(&mut list);
    span.each::<tables::Leaves>(conn, |row| {
        let owner = owners.of(row)?.ok_or_else(|| row.stray("has a row", "formation"))?;
        owner.leaf = Some(Take::take(row)?);
        Ok(())
    })?;
    let mut owners = Owners::new(&mut list);
    span.each::<tables::Marches>(conn, |row| {
        let owner = owners.leaf_of(row)?;
        row.owner(owner)?.march = Take::take(row)?;
        Ok(())
    })?;
    let mut owners = Owners::new(&mut list);
    span.each::<tables::Bases>(conn, |row| {
        let bases = &mut owners.leaf_of(row)?.ok_or_else(|| row.stray("has rows of", "leaf"))?.bases;
        if usize::take(row)? != bases.len() {
            return Err(domain::Source::fault(row));
        }
        bases.push(Take::take(row)?);
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
    fn of(&mut self, row: &mut Reader<'_>) -> Result<Option<&mut Formation>> {
        let id = row.str()?;
        let before = self.rest.iter().take_while(|formation| formation.id.as_str() < id).count();
        self.rest = std::mem::take(&mut self.rest).split_at_mut(before).1;
        Ok(self.rest.first_mut().filter(|formation| formation.id.as_str() == id))
    }

    /// Its leaf.
    fn leaf_of(&mut self, row: &mut Reader<'_>) -> Result<Option<&mut Leaf>> {
        Ok(self.of(row)?.and_then(|formation| formation.leaf.as_mut()))
    }
}

/// Gives units and bases what battles have left on them.
pub(super) fn marks(conn: &Connection, formations: &mut Formations) -> Result<()> {
    each::<tables::UnitMarkRows>(conn, |row| {
        let formation = formations.get_mut(row.str()?);
        row.owner(formation)?.marks = Take::take(row)?;
        Ok(())
    })?;
    each::<tables::BaseMarkRows>(conn, |row| {
        let leaf = formations.get_mut(row.str()?).and_then(|formation| formation.leaf.as_mut());
        let base = row.owner(leaf)?.bases.get_mut(usize::take(row)?);
        base.ok_or_else(|| domain::Source::fault(row))?.marks = Take::take(row)?;
        Ok(())
    })
}
