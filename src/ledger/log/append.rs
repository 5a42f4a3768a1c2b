//! Appending an operation to the log.

use std::collections::BTreeMap;

use chrono::SecondsFormat;
use rusqlite::{Connection, OptionalExtension, params};

use campaign::Event;
use domain::Bound;

use super::entry::{Entry, StoredEvent};
use super::record::{Input, OperationDraft, OperationKind};
use crate::file::storage_error::{Result, StorageError};

/// Where an operation stands in the log.
pub(crate) struct LogPosition {
    /// Its number.
    pub(crate) number: u64,
    /// On whose state it stands, or to whose state it returns.
    pub(crate) parent: Option<u64>,
    /// What kind it is.
    pub(crate) kind: OperationKind,
    /// In which bound.
    pub(crate) bound: Bound,
}

/// Events as they are stored.
pub(crate) fn stored(events: &[Event]) -> Result<Vec<StoredEvent>> {
    let store = |(place, event): (usize, &Event)| {
        let unwritable = |e| StorageError::Damaged(format!("an event cannot be written as JSON: {e}"));
        let (kind, payload) = event.encode().map_err(unwritable)?;
        Ok(StoredEvent { place: place as u64, kind, version: Event::VERSION, subject: event.subject(), payload })
    };
    events.iter().enumerate().map(store).collect()
}

/// Appends an operation with its inputs and events.
pub(crate) fn append(
    conn: &Connection,
    position: &LogPosition,
    draft: &OperationDraft,
    events: Vec<StoredEvent>,
) -> Result<()> {
    let inputs: BTreeMap<&String, &Input> = draft.inputs.iter().map(|(name, input)| (name, input)).collect();
    let mut named = Vec::new();
    for (name, input) in inputs {
        keep(conn, input)?;
        named.push((name.clone(), input.hash().to_owned()));
    }
    let before = last_hash(conn)?;
    let entry = entry(position, draft, named, events);
    let time = draft.time.to_rfc3339_opts(SecondsFormat::Secs, true);
    insert_stored(conn, &entry, &entry.hash(&before), &time)
}

/// Appends an operation as it is stored, with its inputs and events; what it read is there already.
pub(crate) fn insert_stored(conn: &Connection, entry: &Entry, hash: &str, time: &str) -> Result<()> {
    insert(conn, entry, hash, time)?;
    insert_inputs(conn, entry)?;
    insert_events(conn, entry)
}

/// Keeps some bytes by their hash, once.
pub(crate) fn keep(conn: &Connection, input: &Input) -> Result<()> {
    let there = conn.prepare_cached("SELECT 1 FROM content WHERE hash = ?1")?.exists([input.hash()])?;
    if !there {
        conn.execute("INSERT INTO content (hash, bytes) VALUES (?1, ?2)", params![input.hash(), input.bytes()])?;
    }
    Ok(())
}

/// The running hash of the log.
pub(crate) fn last_hash(conn: &Connection) -> Result<String> {
    let mut statement = conn.prepare_cached("SELECT hash FROM operation ORDER BY number DESC LIMIT 1")?;
    Ok(statement.query_row([], |row| row.get(0)).optional()?.unwrap_or_default())
}

fn entry(
    position: &LogPosition,
    draft: &OperationDraft,
    inputs: Vec<(String, String)>,
    events: Vec<StoredEvent>,
) -> Entry {
    Entry {
        number: position.number,
        parent: position.parent,
        group: draft.group,
        kind: position.kind.to_string(),
        bound: position.bound.to_string(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        command: draft.command.clone(),
        request: draft.request.to_string(),
        seed: draft.seed.map(|seed| seed.to_string()),
        reason: draft.reason.clone(),
        overridden: draft.overridden.clone(),
        inputs,
        events,
    }
}

fn insert(conn: &Connection, entry: &Entry, hash: &str, time: &str) -> Result<()> {
    let mut statement = conn.prepare_cached(
        "INSERT INTO operation (number, parent, group_number, kind, bound, program, command, request, seed, reason, \
         override, wall_time, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?;
    statement.execute(params![
        entry.number as i64,
        entry.parent.map(|n| n as i64),
        entry.group.map(|n| n as i64),
        entry.kind,
        entry.bound,
        entry.program,
        entry.command,
        entry.request,
        entry.seed,
        entry.reason,
        entry.overridden,
        time,
        hash,
    ])?;
    Ok(())
}

fn insert_inputs(conn: &Connection, entry: &Entry) -> Result<()> {
    let mut statement =
        conn.prepare_cached("INSERT INTO operation_input (operation, name, content) VALUES (?1, ?2, ?3)")?;
    for (name, content) in &entry.inputs {
        statement.execute(params![entry.number as i64, name, content])?;
    }
    Ok(())
}

fn insert_events(conn: &Connection, entry: &Entry) -> Result<()> {
    let mut statement = conn.prepare_cached(
        "INSERT INTO event (operation, place, kind, version, subject, payload) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for event in &entry.events {
        let StoredEvent { place, kind, version, subject, payload } = event;
        statement.execute(params![entry.number as i64, *place as i64, kind, version, subject, payload])?;
    }
    Ok(())
}
