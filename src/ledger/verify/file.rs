//! The soundness of the file itself: SQLite's own checks, and whether the guards are in place.

use rusqlite::Connection;

use super::findings::Findings;
use crate::file::schema::{SCHEMA, Unlike, history_faults, unlike_made, version};
use crate::file::storage_error::Result;

/// SQLite's integrity check: pages, rows, indices, and what the tables say that must hold of a row.
pub(super) fn check_pages(conn: &Connection, found: &mut Findings) -> Result<()> {
    let mut statement = conn.prepare("PRAGMA integrity_check")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let line: String = row.get(0)?;
        if line != "ok" {
            found.add("integrity", "file", "ok", line.replace('\n', " "));
        }
    }
    Ok(())
}

/// SQLite's check of references.
pub(super) fn check_references(conn: &Connection, found: &mut Findings) -> Result<()> {
    let mut statement = conn.prepare("PRAGMA foreign_key_check")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (table, target): (String, String) = (row.get(0)?, row.get(2)?);
        let number: Option<i64> = row.get(1)?;
        let at = number.map_or_else(|| table.clone(), |number| format!("{table} {number}"));
        found.add("reference", at, format!("a row of `{target}`"), "none");
    }
    Ok(())
}

/// Whether every table, index, trigger and view is as the migrations made it. Others may have added some of their own, but
/// no trigger, which would change what is written.
pub(super) fn check_schema(conn: &Connection, found: &mut Findings) -> Result<()> {
    for (name, unlike) in unlike_made(conn)? {
        match unlike {
            Unlike::Missing => found.add("schema", name, "as made", "missing"),
            Unlike::Changed => found.add("schema", name, "as made", "changed"),
            Unlike::Strange => found.add("schema", name, "no such trigger", "one that railhead did not make"),
        }
    }
    for (row, what) in history_faults(conn)? {
        found.add("schema", format!("history row {row}"), "as made", what);
    }
    let schema = version(conn)?;
    if schema != SCHEMA {
        found.add("schema", "version", SCHEMA, schema);
    }
    let booking: i64 = conn.query_row("SELECT coalesce(sum(running), -1) FROM stock_booking", [], |row| row.get(0))?;
    if booking != 0 {
        found.add("stock_booking", "running", 0, booking);
    }
    Ok(())
}
