//! The soundness of the log: numbers, running hash, contents, events, and the fold of the chain that stands.

use rusqlite::{Connection, Row, params};

use crate::campaign::{Campaign, Event, apply};
use crate::ledger::entry::{Entry, StoredEvent};
use crate::ledger::fold::imported;
use crate::ledger::hash::sha256;
use crate::ledger::log as stored;
use crate::ledger::trouble::Trouble;

use super::Findings;

/// Checks the log and folds the chain that stands; none where it cannot be folded.
pub(super) fn check(conn: &Connection, found: &mut Findings) -> Result<Option<Campaign>, Trouble> {
    check_contents(conn, found)?;
    check_operations(conn, found)?;
    let mut campaign = imported(conn)?;
    for number in stored::chain(conn)?.standing().into_iter().skip(1) {
        for event in events(conn, number)? {
            // What cannot be read has been named above.
            let Ok(event) = Event::decode(&event.kind, event.version, &event.payload) else { continue };
            if let Err(refusal) = apply(&mut campaign, &event) {
                found.add("event", format!("operation {number}"), "an event that can happen", refusal);
            }
        }
    }
    Ok(Some(campaign))
}

fn check_contents(conn: &Connection, found: &mut Findings) -> Result<(), Trouble> {
    let mut statement = conn.prepare("SELECT hash, bytes FROM content")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (hash, bytes): (String, Vec<u8>) = (row.get(0)?, row.get(1)?);
        let is = sha256(&bytes);
        if is != hash {
            found.add("content", &hash, &hash, is);
        }
    }
    Ok(())
}

fn check_operations(conn: &Connection, found: &mut Findings) -> Result<(), Trouble> {
    let mut statement = conn.prepare(
        "SELECT number, parent, group_number, kind, bound, program, command, request, seed, reason, override, hash \
         FROM operation ORDER BY number",
    )?;
    let mut rows = statement.query([])?;
    let (mut expected, mut before) = (1, String::new());
    while let Some(row) = rows.next()? {
        let entry = entry(conn, row)?;
        if entry.number != expected {
            found.add("operation", format!("operation {expected}"), "in the log", "missing");
        }
        let (hash, is): (String, String) = (row.get(11)?, entry.hash(&before));
        if hash != is {
            found.add("hash", format!("operation {}", entry.number), &hash, is);
        }
        check_events(&entry, found);
        (expected, before) = (entry.number + 1, hash);
    }
    Ok(())
}

fn check_events(entry: &Entry, found: &mut Findings) {
    found.events += entry.events.len() as u64;
    if entry.number == 1 {
        return;
    }
    for event in &entry.events {
        let at = format!("operation {} event {}", entry.number, event.place);
        match Event::decode(&event.kind, event.version, &event.payload) {
            Err(error) => found.add("event", at, "an event", error),
            Ok(read) if read.subject() != event.subject => found.add("event", at, read.subject(), &event.subject),
            Ok(_) => {}
        }
    }
}

fn entry(conn: &Connection, row: &Row<'_>) -> Result<Entry, Trouble> {
    let number = row.get::<_, i64>(0)?.cast_unsigned();
    let maybe = |column| Ok::<_, Trouble>(row.get::<_, Option<i64>>(column)?.map(i64::cast_unsigned));
    Ok(Entry {
        number,
        parent: maybe(1)?,
        group: maybe(2)?,
        kind: row.get(3)?,
        bound: row.get(4)?,
        program: row.get(5)?,
        command: row.get(6)?,
        request: row.get(7)?,
        seed: row.get(8)?,
        reason: row.get(9)?,
        overridden: row.get(10)?,
        inputs: inputs(conn, number)?,
        events: events(conn, number)?,
    })
}

fn inputs(conn: &Connection, number: u64) -> Result<Vec<(String, String)>, Trouble> {
    let sql = "SELECT name, content FROM operation_input WHERE operation = ?1 ORDER BY name";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map(params![number as i64], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn events(conn: &Connection, number: u64) -> Result<Vec<StoredEvent>, Trouble> {
    let sql = "SELECT place, kind, version, subject, payload FROM event WHERE operation = ?1 ORDER BY place";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map(params![number as i64], |row| {
        Ok(StoredEvent {
            place: row.get::<_, i64>(0)?.cast_unsigned(),
            kind: row.get(1)?,
            version: row.get(2)?,
            subject: row.get(3)?,
            payload: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
