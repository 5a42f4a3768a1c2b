//! The tables against the fold of the log, row by row, and the balances against the transfers.

use std::collections::BTreeMap;

use rusqlite::Connection;

use crate::campaign::Campaign;
use crate::ledger::project::{Cell, Row, TABLES, Table};
use crate::ledger::trouble::Trouble;

use super::Findings;

/// Compares every table with the rows that the fold gives.
pub(super) fn check(conn: &Connection, fold: &Campaign, found: &mut Findings) {
    for table in TABLES {
        found.part(table.name, |found| compare(conn, table, fold, found));
    }
}

fn compare(conn: &Connection, table: &Table, fold: &Campaign, found: &mut Findings) -> Result<(), Trouble> {
    let mut expected: BTreeMap<Row, Row> =
        (table.rows)(fold).into_iter().map(|row| (row[..table.keys].to_vec(), row)).collect();
    let sql = format!("SELECT {} FROM {}", table.columns.join(", "), table.name);
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let cells: Row = (0..table.columns.len()).map(|i| row.get_ref(i).map(Cell::read)).collect::<Result<_, _>>()?;
        match expected.remove(&cells[..table.keys]) {
            Some(wanted) => compare_row(table, &wanted, &cells, found),
            None => found.add(table.name, key(table, &cells), "no row", "a row"),
        }
    }
    for missing in expected.keys() {
        found.add(table.name, key(table, missing), "a row", "none");
    }
    Ok(())
}

fn compare_row(table: &Table, expected: &[Cell], found: &[Cell], findings: &mut Findings) {
    let cells = table.columns.iter().zip(expected.iter().zip(found));
    for (column, (wanted, is)) in cells.filter(|(_, (wanted, is))| wanted != is) {
        findings.add(table.name, key(table, found), format!("{column} {wanted}"), format!("{column} {is}"));
    }
}

fn key(table: &Table, cells: &[Cell]) -> String {
    cells[..table.keys].iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
}

/// Compares the balances with the sums of the transfers, in SQL.
pub(super) fn check_balances(conn: &Connection, found: &mut Findings) -> Result<(), Trouble> {
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
