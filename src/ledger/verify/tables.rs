//! The tables against the fold of the log, row by row, and the balances against the transfers.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicUsize};

use rusqlite::Connection;

use campaign::Campaign;

use super::findings::Findings;
use crate::file::storage_error::Result;
use crate::log::stamp::{RowSum, Sum};
use crate::project::{SqlCell, SqlRow, TABLES, TableSpec};

/// What was found in some of the tables, each by its number in the list of tables, and what its rows come to.
pub(super) type Compared = Vec<(usize, Findings, Sum)>;

/// Compares tables with the rows that the fold gives: one after another the next that nobody has taken.
pub(super) fn compare_next(conn: &Connection, fold: &Campaign, next: &AtomicUsize) -> Compared {
    let take = || next.fetch_add(1, atomic::Ordering::Relaxed);
    std::iter::repeat_with(take)
        .map_while(|number| TABLES.get(number).map(|table| (number, table)))
        .map(|(number, table)| {
            let mut found = Findings::default();
            let sum = found.part(table.name, |found| compare(conn, table, fold, found));
            (number, found, sum.unwrap_or_default())
        })
        .collect()
}

/// Goes through a table and the rows that the fold gives side by side, both in the order of the key; what the rows of the
/// table come to.
fn compare(conn: &Connection, table: &TableSpec, fold: &Campaign, found: &mut Findings) -> Result<Sum> {
    let (columns, keys) = (table.columns.join(", "), table.columns[..table.keys].join(", "));
    let mut statement = conn.prepare(&format!("SELECT {columns} FROM {} ORDER BY {keys}", table.name))?;
    let mut adding = RowSum::new(table);
    if (table.agrees)(fold, statement.query([])?, &mut adding)? {
        return Ok(adding.sum);
    }
    // Something differs, or the keys are in another order than their texts.
    adding = RowSum::new(table);
    let mut expected = (table.rows)(fold);
    expected.sort_by(|a, b| a[..table.keys].cmp(&b[..table.keys]));
    let mut expected = expected.into_iter().peekable();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        adding.row(row);
        while let Some(missing) = expected.next_if(|wanted| key_order(table, wanted, row).is_ok_and(Ordering::is_lt)) {
            found.add(table.name, key(table, &missing), "a row", "none");
        }
        match expected.next_if(|wanted| key_order(table, wanted, row).is_ok_and(Ordering::is_eq)) {
            Some(wanted) => compare_row(table, &wanted, row, found)?,
            None => found.add(table.name, key(table, &cells(table, row)?), "no row", "a row"),
        }
    }
    for missing in expected {
        found.add(table.name, key(table, &missing), "a row", "none");
    }
    Ok(adding.sum)
}

/// How the key that is expected stands to that of a row of the table.
fn key_order(table: &TableSpec, expected: &[SqlCell], row: &rusqlite::Row<'_>) -> rusqlite::Result<Ordering> {
    for (column, wanted) in expected[..table.keys].iter().enumerate() {
        let order = wanted.order(row.get_ref(column)?);
        if order.is_ne() {
            return Ok(order);
        }
    }
    Ok(Ordering::Equal)
}

fn compare_row(table: &TableSpec, expected: &[SqlCell], row: &rusqlite::Row<'_>, found: &mut Findings) -> Result<()> {
    for (number, (column, wanted)) in table.columns.iter().zip(expected).enumerate() {
        let value = row.get_ref(number)?;
        if wanted.order(value).is_ne() {
            let is = SqlCell::read(value);
            found.add(
                table.name,
                key(table, &cells(table, row)?),
                format!("{column} {wanted}"),
                format!("{column} {is}"),
            );
        }
    }
    Ok(())
}

fn cells(table: &TableSpec, row: &rusqlite::Row<'_>) -> Result<SqlRow> {
    Ok((0..table.columns.len()).map(|i| row.get_ref(i).map(SqlCell::read)).collect::<Result<_, _>>()?)
}

fn key(table: &TableSpec, cells: &[SqlCell]) -> String {
    cells[..table.keys].iter().map(SqlCell::to_string).collect::<Vec<_>>().join(" ")
}

/// Compares the balances with the sums of the transfers, in SQL.
pub(super) fn check_balances(conn: &Connection, found: &mut Findings) -> Result<()> {
    let mut statement = conn.prepare(
        "WITH moved (account, commodity, quantity) AS (
             SELECT to_account, commodity, quantity FROM transfer
             UNION ALL SELECT from_account, commodity, -quantity FROM transfer
             UNION ALL SELECT account, commodity, 0 FROM stock_balance)
         SELECT moved.account, moved.commodity, sum(moved.quantity), coalesce(stock_balance.quantity, 0)
         FROM moved LEFT JOIN stock_balance USING (account, commodity)
         GROUP BY moved.account, moved.commodity
         HAVING sum(moved.quantity) <> coalesce(stock_balance.quantity, 0)",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (account, commodity): (String, String) = (row.get(0)?, row.get(1)?);
        let (sum, held): (i64, i64) = (row.get(2)?, row.get(3)?);
        found.add(
            "stock_balance",
            account,
            format!("{sum} {commodity} by its transfers"),
            format!("{held} {commodity}"),
        );
    }
    Ok(())
}
