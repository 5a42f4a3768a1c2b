//! The soundness of the log: numbers, running hash, contents, events, and the fold of the chain that stands.

use std::ops::RangeInclusive;

use rusqlite::{Connection, OptionalExtension, Row, Rows};

use campaign::{Campaign, Event, Observer, apply};

use super::LAST;
use super::findings::Findings;
use crate::file::storage_error::{Result, StorageError};
use crate::log::entry::Head;
use crate::log::fold::by_operation;
use crate::log::hash::{Hasher, sha256};
use crate::log::{self as stored, text};
use crate::parallel::Each;

/// Checks some operations, and hands on every event of theirs that can be read, but the import, each with the number of its
/// operation, in order.
pub(super) fn read(
    conn: &Connection,
    of: RangeInclusive<u64>,
    found: &mut Findings,
    each: Each<'_, (u64, Event)>,
) -> Result<()> {
    check_operations(conn, of, found, |number, row, found| {
        found.events += 1;
        if number > 1
            && let Some(event) = event(number, row, found)?
        {
            each((number, event));
        }
        Ok(())
    })
}

fn event(operation: u64, row: &Row<'_>, found: &mut Findings) -> Result<Option<Event>> {
    let place = number(row, 0)?;
    let at = || format!("operation {operation} event {place}");
    match Event::decode(text(row, 1)?, row.get(2)?, text(row, 4)?) {
        Err(error) => {
            found.add("event", at(), "an event", error);
            Ok(None)
        }
        Ok(event) => {
            let subject = text(row, 3)?;
            if event.subject() != subject {
                found.add("event", at(), event.subject(), subject);
            }
            Ok(Some(event))
        }
    }
}

/// Lets the events of the chain that stands happen to the campaign as imported.
pub(super) fn fold(
    conn: &Connection,
    campaign: &mut Campaign,
    events: impl Iterator<Item = (u64, Event)>,
    found: &mut Findings,
) -> Result<()> {
    let standing = stored::chain(conn)?.standing();
    let mut observer = Observer::default();
    for (number, events) in by_operation(events.filter(|(number, _)| standing.binary_search(number).is_ok())) {
        for refusal in events.iter().filter_map(|event| apply(campaign, event).err()) {
            found.add("event", format!("operation {number}"), "an event that can happen", refusal);
        }
        observer.observe(campaign, &events);
    }
    Ok(())
}

/// The hashes of contents, and the running hash over operations with their inputs and events.
pub(super) fn check_hashes(conn: &Connection, found: &mut Findings) -> Result<()> {
    check_contents(conn, found)?;
    check_operations(conn, 0..=LAST, found, |_, _, _| Ok(()))
}

/// The hashes of contents.
pub(super) fn check_contents(conn: &Connection, found: &mut Findings) -> Result<()> {
    let mut statement = conn.prepare("SELECT hash, bytes FROM content")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let hash = text(row, 0)?;
        let is = sha256(&row.get::<_, Vec<u8>>(1)?);
        if is != hash {
            found.add("content", hash, hash, is);
            // Contents have no order: one that does not fit its name spoils all.
            found.tear(0);
        }
    }
    Ok(())
}

/// The numbers and the running hash of some operations, with their inputs and events; hands on each row of an event.
fn check_operations(
    conn: &Connection,
    of: RangeInclusive<u64>,
    found: &mut Findings,
    mut each: impl FnMut(u64, &Row<'_>, &mut Findings) -> Result<()>,
) -> Result<()> {
    let (start, end) = (*of.start() as i64, *of.end() as i64);
    let last = "SELECT number, hash FROM operation WHERE number < ?1 ORDER BY number DESC LIMIT 1";
    let last =
        conn.query_row(last, [start], |row| Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?))).optional()?;
    let (mut last, mut before): (u64, String) = last.unwrap_or_default();
    let mut statement = conn.prepare(
        "SELECT number, parent, group_number, kind, bound, program, command, request, seed, reason, override, hash \
         FROM operation WHERE number BETWEEN ?1 AND ?2 ORDER BY number",
    )?;
    let mut inputs = conn.prepare("SELECT name, content FROM operation_input WHERE operation = ?1 ORDER BY name")?;
    let mut events =
        conn.prepare("SELECT place, kind, version, subject, payload FROM event WHERE operation = ?1 ORDER BY place")?;
    let mut rows = statement.query([start, end])?;
    while let Some(row) = rows.next()? {
        let number = number(row, 0)?;
        if number != last + 1 {
            found.add("operation", format!("operation {}", last + 1), "in the log", "missing");
            found.tear(last + 1);
        }
        let mut hasher = head(row, number)?.hasher(&before);
        add_inputs(&mut hasher, inputs.query([number as i64])?)?;
        let mut events = events.query([number as i64])?;
        while let Some(row) = events.next()? {
            add_event(&mut hasher, row)?;
            each(number, row, found)?;
        }
        let (hash, is): (String, String) = (row.get(11)?, hasher.finish());
        if hash != is {
            found.add("hash", format!("operation {number}"), &hash, is);
            found.tear(number);
        }
        (last, before) = (number, hash);
    }
    Ok(())
}

fn head<'r>(row: &'r Row<'_>, number: u64) -> Result<Head<'r>> {
    let count = |column| Ok::<_, StorageError>(row.get::<_, Option<i64>>(column)?.map(i64::cast_unsigned));
    let maybe = |column| match row.get_ref(column)? {
        rusqlite::types::ValueRef::Null => Ok(None),
        _ => text(row, column).map(Some),
    };
    Ok(Head {
        number,
        parent: count(1)?,
        group: count(2)?,
        words: [text(row, 3)?, text(row, 4)?, text(row, 5)?, text(row, 6)?, text(row, 7)?],
        reasons: [maybe(8)?, maybe(9)?, maybe(10)?],
    })
}

fn add_inputs(hasher: &mut Hasher, mut rows: Rows<'_>) -> Result<()> {
    let mut inputs: Vec<(String, String)> = Vec::new();
    while let Some(row) = rows.next()? {
        inputs.push((row.get(0)?, row.get(1)?));
    }
    hasher.inputs(inputs.iter().map(|(name, content)| (name.as_str(), content.as_str())));
    Ok(())
}

fn add_event(hasher: &mut Hasher, row: &Row<'_>) -> Result<()> {
    hasher.event(number(row, 0)?, text(row, 1)?, row.get(2)?, text(row, 3)?, text(row, 4)?);
    Ok(())
}

fn number(row: &Row<'_>, column: usize) -> Result<u64> {
    Ok(row.get::<_, i64>(column)?.cast_unsigned())
}
