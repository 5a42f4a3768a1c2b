//! Reading the log.

pub(crate) mod append;
pub(crate) mod chain;
pub(crate) mod entry;
pub(crate) mod fold;
pub(crate) mod hash;
pub(crate) mod record;
pub(crate) mod stamp;
pub(crate) mod step;

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, Row};

use campaign::Event;
use domain::Bound;

use super::error::LedgerError;
use crate::file::storage_error::{Result, StorageError};
use crate::log::chain::{OperationChain, OperationLink};
use crate::log::record::{Changes, Happened, Operation, OperationKind};
use crate::parallel::Each;

/// The chain of the whole log.
pub(super) fn chain(conn: &Connection) -> Result<OperationChain> {
    let mut statement =
        conn.prepare_cached("SELECT number, parent, kind, group_number FROM operation ORDER BY number")?;
    let mut rows = statement.query([])?;
    let mut links = Vec::new();
    while let Some(row) = rows.next()? {
        links.push(link(row)?);
    }
    Ok(OperationChain::new(links))
}

/// The last operation.
pub(super) fn last_link(conn: &Connection) -> Result<OperationLink> {
    let sql = "SELECT number, parent, kind, group_number FROM operation ORDER BY number DESC LIMIT 1";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([])?;
    let row = rows.next()?.ok_or_else(|| StorageError::Damaged("its log is empty".to_owned()))?;
    link(row)
}

/// Refuses a log whose last operation is another than the one expected.
pub(super) fn must_end_with(conn: &Connection, expected: Option<u64>) -> Result<()> {
    let Some(expected) = expected else { return Ok(()) };
    let last = last_link(conn)?.number;
    if last == expected {
        return Ok(());
    }
    let mut statement = conn.prepare_cached("SELECT command FROM operation WHERE number = ?1")?;
    let command = statement.query_row([last as i64], |row| row.get(0))?;
    Err(LedgerError::MovedOn { expected, last, command }.into())
}

fn link(row: &Row<'_>) -> Result<OperationLink> {
    Ok(OperationLink {
        number: number(row, 0)?,
        parent: maybe_number(row, 1)?,
        kind: kind(row, 2)?,
        group: maybe_number(row, 3)?,
    })
}

fn number(row: &Row<'_>, column: usize) -> Result<u64> {
    Ok(row.get::<_, i64>(column)?.cast_unsigned())
}

fn maybe_number(row: &Row<'_>, column: usize) -> Result<Option<u64>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(i64::cast_unsigned))
}

fn kind(row: &Row<'_>, column: usize) -> Result<OperationKind> {
    let word: String = row.get(column)?;
    OperationKind::from_word(&word).ok_or_else(|| StorageError::Damaged(format!("`{word}` is not a kind of operation")))
}

fn bound(row: &Row<'_>, column: usize) -> Result<Bound> {
    let text: String = row.get(column)?;
    text.parse().map_err(|_| StorageError::Damaged(format!("`{text}` is not a bound")))
}

/// Every operation, the oldest first.
pub(super) fn operations(conn: &Connection) -> Result<Vec<Operation>> {
    let standing: BTreeSet<u64> = chain(conn)?.standing().into_iter().collect();
    let mut statement = conn.prepare_cached(
        "SELECT number, parent, group_number, kind, bound, program, command, request, seed, reason, override, \
         wall_time, (SELECT count(*) FROM event WHERE event.operation = operation.number) \
         FROM operation ORDER BY number",
    )?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(operation(row, &standing)?);
    }
    add_what_happened(conn, &mut found)?;
    Ok(found)
}

/// Enters what happened in each operation, kind by kind: those of one event first, then in the order of the events.
fn add_what_happened(conn: &Connection, operations: &mut [Operation]) -> Result<()> {
    // Beside the only `min` the bare columns are those of its row.
    let mut statement = conn.prepare_cached(
        "SELECT operation, kind, version, payload, count(*), count(DISTINCT subject), min(place) \
         FROM event WHERE operation > 1 GROUP BY operation, kind ORDER BY operation, count(*) > 1, min(place)",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let of = number(row, 0)?;
        let happened = Happened { first: event(of, row, 1)?, count: number(row, 4)?, subjects: number(row, 5)? };
        if let Ok(place) = operations.binary_search_by_key(&of, |operation| operation.number) {
            operations[place].happened.push(happened);
        }
    }
    Ok(())
}

fn operation(row: &Row<'_>, standing: &BTreeSet<u64>) -> Result<Operation> {
    let of_number = number(row, 0)?;
    let seed: Option<String> = row.get(8)?;
    Ok(Operation {
        number: of_number,
        parent: maybe_number(row, 1)?,
        group: maybe_number(row, 2)?,
        kind: kind(row, 3)?,
        bound: bound(row, 4)?,
        version: row.get(5)?,
        command: row.get(6)?,
        request: row.get(7)?,
        seed: seed.and_then(|seed| seed.parse().ok()),
        reason: row.get(9)?,
        overridden: row.get(10)?,
        time: row.get(11)?,
        events: number(row, 12)?,
        happened: Vec::new(),
        stands: standing.contains(&of_number),
    })
}

/// The events of one operation, in order; none for the import, which is not an event of the campaign.
pub(super) fn events_of(conn: &Connection, of: u64) -> Result<Vec<Event>> {
    let sql = "SELECT kind, version, payload FROM event WHERE operation = ?1 ORDER BY place";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([of as i64])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        if of > 1 {
            found.push(event(of, row, 0)?);
        }
    }
    Ok(found)
}

/// The files that an operation read, by name.
pub(super) fn inputs_of(conn: &Connection, of: u64) -> Result<Vec<(String, Vec<u8>)>> {
    let sql = "SELECT i.name, c.bytes FROM operation_input i JOIN content c ON c.hash = i.content \
               WHERE i.operation = ?1 ORDER BY i.name";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([of as i64])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push((row.get(0)?, row.get(1)?));
    }
    Ok(found)
}

/// The events of a chain of operations, the import's none, each with the number of its operation.
///
/// Read in one go and by the way past what does not stand: of most logs nearly all stands.
pub(super) fn events_of_chain(conn: &Connection, chain: &[u64]) -> Result<Vec<(u64, Event)>> {
    let mut found = Vec::new();
    each_of_chain(conn, chain, &mut |event| {
        found.push(event);
        true
    })?;
    Ok(found)
}

/// The same, one after another.
pub(super) fn each_of_chain(conn: &Connection, chain: &[u64], each: Each<'_, (u64, Event)>) -> Result<()> {
    let (Some(first), Some(last)) = (chain.first(), chain.last()) else { return Ok(()) };
    let sql = "SELECT operation, kind, version, payload FROM event WHERE operation BETWEEN ?1 AND ?2 \
               ORDER BY operation, place";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([(*first).max(2) as i64, *last as i64])?;
    while let Some(row) = rows.next()? {
        let of = number(row, 0)?;
        if chain.binary_search(&of).is_ok() && !each((of, event(of, row, 1)?)) {
            break;
        }
    }
    Ok(())
}

fn event(of: u64, row: &Row<'_>, first: usize) -> Result<Event> {
    let (kind, version, payload) = (text(row, first)?, row.get(first + 1)?, text(row, first + 2)?);
    let failed = |e| StorageError::Unfolded { number: of, what: format!("operation {of}: {e}") };
    Event::decode(kind, version, payload).map_err(failed)
}

/// A text as it stands in its row.
pub(super) fn text<'r>(row: &'r Row<'_>, column: usize) -> Result<&'r str> {
    let value = row.get_ref(column)?;
    let wrong = |_| rusqlite::Error::InvalidColumnType(column, String::new(), value.data_type());
    Ok(value.as_str().map_err(wrong)?)
}

/// The events of a chain about a subject, with operation and bound.
pub(super) fn history_of(conn: &Connection, subject: &str, chain: &[u64]) -> Result<Vec<(u64, Bound, Event)>> {
    let mut statement = conn.prepare_cached(
        "SELECT event.operation, operation.bound, event.kind, event.version, event.payload \
         FROM event JOIN operation ON operation.number = event.operation \
         WHERE event.subject = ?1 AND event.operation > 1 ORDER BY event.operation, event.place",
    )?;
    let mut rows = statement.query([subject])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let of = number(row, 0)?;
        if chain.binary_search(&of).is_ok() {
            found.push((of, bound(row, 1)?, event(of, row, 2)?));
        }
    }
    Ok(found)
}

/// When, on this chain, events of each kind last changed each thing; a transfer changes both of its accounts.
pub(super) fn last_changes(conn: &Connection, chain: &[u64]) -> Result<Changes> {
    let start = bounds_of(conn, chain.get(..1).unwrap_or_default())?.first().copied().unwrap_or(Bound::FIRST);
    let mut changes = Changes { start, by: BTreeMap::new(), stock: BTreeMap::new() };
    let mut statement = conn.prepare_cached(
        "SELECT event.operation, operation.bound, event.kind, event.subject, \
         CASE event.kind WHEN 'stock_transferred' THEN event.payload ->> '$.transfer.from' END, \
         CASE event.kind WHEN 'stock_transferred' THEN event.payload ->> '$.transfer.quantity' END \
         FROM event JOIN operation ON operation.number = event.operation \
         WHERE event.operation > 1 ORDER BY event.operation, event.place",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if chain.binary_search(&number(row, 0)?).is_err() {
            continue;
        }
        let (bound, kind) = (bound(row, 1)?, text(row, 2)?);
        let from = row.get::<_, Option<String>>(4)?;
        if let (Some(from), Some(quantity)) = (&from, row.get::<_, Option<i64>>(5)?) {
            changes.stock.entry(from.clone()).or_default().push((bound, -quantity));
            changes.stock.entry(text(row, 3)?.to_owned()).or_default().push((bound, quantity));
        }
        for thing in from.into_iter().chain([text(row, 3)?.to_owned()]) {
            changes.by.entry(thing).or_default().insert(kind.to_owned(), bound);
        }
    }
    Ok(changes)
}

/// The bounds in which these operations were done.
pub(super) fn bounds_of(conn: &Connection, numbers: &[u64]) -> Result<Vec<Bound>> {
    let mut statement = conn.prepare_cached("SELECT bound FROM operation WHERE number = ?1")?;
    let mut found = Vec::new();
    for number in numbers {
        let mut rows = statement.query([*number as i64])?;
        if let Some(row) = rows.next()? {
            found.push(bound(row, 0)?);
        }
    }
    Ok(found)
}

/// Refuses the number of an operation that is not in the log.
pub(super) fn must_exist(chain: &OperationChain, number: u64) -> Result<u64, LedgerError> {
    chain.head_after(number).ok_or(LedgerError::NoOperation { number, last: chain.last() })
}
