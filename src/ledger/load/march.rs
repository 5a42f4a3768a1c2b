//! Reading the tables of marches: what leaves keep of them, orders, claims.

use std::collections::BTreeMap;

use rusqlite::Connection;

use campaign::march::{Arrival, Marched, Passed, Towards};
use campaign::{Action, Claim, DumpOrder, MarchOrder, Order, Orders, SendOrder};
use domain::AccountId;

use super::convoys::goal;
use super::reader::{Reader, all};
use crate::file::storage_error::StorageError;

/// What a leaf keeps of its marches: the columns after its id.
pub(super) fn marched(row: &Reader<'_>) -> Result<Marched, StorageError> {
    let towards = row.maybe_square(3)?.zip(row.maybe_number(4)?);
    let came = row.maybe_bound(5)?.zip(row.maybe_number(6)?);
    let passed = row.maybe_square(7)?.zip(row.maybe_number(8)?);
    Ok(Marched {
        minutes: row.number(1)?,
        today: row.flag(2)?,
        towards: towards.map(|(square, minutes)| Towards { square, minutes }),
        came: came.map(|(bound, minute)| Arrival { bound, minute }),
        passed: passed.map(|(square, count)| Passed { square, count }),
    })
}

/// The orders kept.
pub(super) fn orders(conn: &Connection) -> Result<Orders, StorageError> {
    let sql = "SELECT bound, formation, deed, way, rate, close_up, split, alone, fortify, dump, owner, level, name, \
               vehicles, load, source, to_account, to_formation, to_square, stays FROM standing_order";
    let orders = all(conn, sql, |row| {
        let action = match row.text(2)? {
            "move" => Action::Move(MarchOrder {
                way: row.squares(3)?,
                rate: row.word(4)?,
                close_up: row.flag(5)?,
                split: row.flag(6)?,
                alone: row.flag(7)?,
            }),
            "dig-in" => Action::DigIn { fortify: row.flag(8)? },
            "reorganise" => Action::Reorganise,
            "open-dump" => Action::OpenDump(DumpOrder {
                dump: row.text(9)?.into(),
                owner: row.text(10)?.into(),
                at: row.maybe_square(3)?,
                level: row.maybe_word(11)?,
                name: row.maybe_text(12)?.map(str::to_owned),
            }),
            "send" => Action::Send(send(row)?),
            _ => return Err(row.fault(2)),
        };
        Ok(Order { unit: row.text(1)?.into(), bound: row.bound(0)?, action })
    })?;
    Ok(Orders::from_list(orders))
}

/// An order to send vehicles.
fn send(row: &Reader<'_>) -> Result<SendOrder, StorageError> {
    let with = row.maybe_text(13)?.unwrap_or_default();
    let load = row.maybe_text(14)?.map(|text| text.parse().map_err(|_| row.fault(14))).transpose()?;
    let has_way = row.maybe_text(3)?.is_some();
    Ok(SendOrder {
        with: with.split_whitespace().map(Into::into).collect(),
        load,
        from: row.maybe_text(15)?.map(Into::into),
        to: goal(row, 16)?,
        via: if has_way { row.squares(3)? } else { Vec::new() },
        stays: row.flag(19)?,
    })
}

/// The claims that wait.
pub(super) fn claims(conn: &Connection) -> Result<BTreeMap<AccountId, Claim>, StorageError> {
    let claims = all(conn, "SELECT what, square, captor, bound FROM claim ORDER BY what", |row| {
        Ok(Claim { what: row.text(0)?.into(), square: row.square(1)?, by: row.text(2)?.into(), bound: row.bound(3)? })
    })?;
    Ok(claims.into_iter().map(|claim| (claim.what.clone(), claim)).collect())
}
