//! The one function that writes the readable tables.

use rusqlite::{Connection, params_from_iter};

use campaign::Campaign;

use super::cell::SqlRow;
use super::difference::Difference;
use super::table::TableSpec;
use super::{SqlCell, TABLES};
use crate::file::storage_error::{Result, StorageError};
use crate::log::stamp;

/// Brings the tables from one campaign (none: they are empty) to another, and stamps them.
///
/// Deletes first and in reverse order of the tables, so that no row is left referring to nothing on the way.
///
/// # Errors
/// When a trigger or constraint refuses, or the tables do not hold what the campaign before says.
pub(crate) fn project(conn: &Connection, before: Option<&Campaign>, after: &Campaign) -> Result<()> {
    let mut sum = if before.is_some() { stamp::sum(conn)? } else { stamp::Sum::default() };
    let differences: Vec<_> =
        TABLES.iter().map(|table| (table, Difference::of(table, before, after, &mut sum))).collect();
    for (table, difference) in differences.iter().rev() {
        delete(conn, table, &difference.removed)?;
    }
    for (table, difference) in &differences {
        update(conn, table, &difference.changed)?;
        insert(conn, table, &difference.added)?;
    }
    stamp::write(conn, sum)
}

fn delete(conn: &Connection, table: &TableSpec, rows: &[SqlRow]) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut statement = conn.prepare_cached(&format!("DELETE FROM {} WHERE {}", table.name, key_is(table, 1)))?;
    for row in rows {
        let touched = statement.execute(params_from_iter(&row[..table.keys]))?;
        touched_one(table, row, touched)?;
    }
    Ok(())
}

fn update(conn: &Connection, table: &TableSpec, rows: &[SqlRow]) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let values = &table.columns[table.keys..];
    let set: Vec<_> = values.iter().enumerate().map(|(i, c)| format!("{c} = ?{}", table.keys + i + 1)).collect();
    let sql = format!("UPDATE {} SET {} WHERE {}", table.name, set.join(", "), key_is(table, 1));
    let mut statement = conn.prepare_cached(&sql)?;
    for row in rows {
        let touched = statement.execute(params_from_iter(row))?;
        touched_one(table, row, touched)?;
    }
    Ok(())
}

fn insert(conn: &Connection, table: &TableSpec, rows: &[SqlRow]) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let marks = vec!["?"; table.columns.len()].join(", ");
    let sql = format!("INSERT INTO {} ({}) VALUES ({marks})", table.name, table.columns.join(", "));
    let mut statement = conn.prepare_cached(&sql)?;
    for row in rows {
        statement.execute(params_from_iter(row))?;
    }
    Ok(())
}

fn key_is(table: &TableSpec, first: usize) -> String {
    let keys = table.columns[..table.keys].iter().enumerate();
    keys.map(|(i, column)| format!("{column} = ?{}", first + i)).collect::<Vec<_>>().join(" AND ")
}

fn touched_one(table: &TableSpec, row: &[SqlCell], touched: usize) -> Result<()> {
    if touched == 1 {
        return Ok(());
    }
    let key: Vec<_> = row[..table.keys].iter().map(SqlCell::to_string).collect();
    Err(StorageError::Damaged(format!(
        "table `{}` has no row `{}`, which the log says it has",
        table.name,
        key.join(" ")
    )))
}
