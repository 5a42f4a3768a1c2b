//! Reading the tables of stocks.

use std::collections::BTreeMap;

use rusqlite::Connection;

use campaign::{Dump, Load, Railhead, StockBook, StockNews};
use domain::AccountId;

use super::reader::{all, each};
use crate::file::storage_error::StorageError;

/// The dumps.
pub(super) fn dumps(conn: &Connection) -> Result<BTreeMap<AccountId, Dump>, StorageError> {
    let sql = "SELECT id, owner, level, name, place, square, source, note, closed FROM dump ORDER BY id";
    let dumps = all(conn, sql, |row| {
        Ok(Dump {
            id: row.text(0)?.into(),
            owner: row.text(1)?.into(),
            level: row.word(2)?,
            name: row.string(3)?,
            place: row.maybe_text(4)?.map(str::to_owned),
            square: row.square(5)?,
            source: row.flag(6)?,
            note: row.string(7)?,
            closed: row.flag(8)?,
        })
    })?;
    Ok(dumps.into_iter().map(|dump| (dump.id.clone(), dump)).collect())
}

/// The railheads.
pub(super) fn railheads(conn: &Connection) -> Result<BTreeMap<AccountId, Railhead>, StorageError> {
    let sql = "SELECT id, place, square, line, side, source, log_a_day, pol_a_day, note, serves, priority, closed \
               FROM railhead ORDER BY id";
    let railheads = all(conn, sql, |row| {
        Ok(Railhead {
            id: row.text(0)?.into(),
            place: row.maybe_text(1)?.map(str::to_owned),
            square: row.square(2)?,
            line: row.string(3)?,
            side: row.word(4)?,
            source: row.flag(5)?,
            log_a_day: row.number(6)?,
            pol_a_day: row.number(7)?,
            note: row.string(8)?,
            serves: row.maybe_text(9)?.map(Into::into),
            priority: row.number(10)?,
            closed: row.flag(11)?,
        })
    })?;
    Ok(railheads.into_iter().map(|railhead| (railhead.id.clone(), railhead)).collect())
}

/// The balances, and how many transfers made them; not the transfers, of which there may be many.
pub(super) fn book(conn: &Connection) -> Result<StockBook, StorageError> {
    let made: i64 = conn.query_row("SELECT coalesce(max(number), 0) FROM transfer", [], |row| row.get(0))?;
    let balances = all(conn, "SELECT account, commodity, quantity FROM stock_balance", |row| {
        Ok((AccountId::from(row.text(0)?), row.word(1)?, row.number::<i64>(2)?))
    })?;
    Ok(StockBook::from_balances(balances, made.cast_unsigned()))
}

/// Reports of stock, by account.
pub(super) fn news(conn: &Connection) -> Result<BTreeMap<AccountId, Vec<StockNews>>, StorageError> {
    let mut news: BTreeMap<AccountId, Vec<StockNews>> = BTreeMap::new();
    each(conn, "SELECT account, bound, stock FROM stock_news ORDER BY account, position", |row| {
        let stock = row.text(2)?;
        let stock = if stock.is_empty() { Load::default() } else { stock.parse().map_err(|_| row.fault(2))? };
        news.entry(row.text(0)?.into()).or_default().push(StockNews { bound: row.bound(1)?, stock });
        Ok(())
    })?;
    Ok(news)
}
