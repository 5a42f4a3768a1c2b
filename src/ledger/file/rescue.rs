//! Rescue: a sound file made anew of what of a damaged one's log can be proved.
//!
//! What it decides: up to which operation the log is as it was written, and can be folded.
//! What it never does: touch the damaged file, which is read as a copy, or take anything from its tables but the log.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, Row};

use campaign::{Breach, Campaign};

use super::create::{beside as beside_empty, fill, put_in_place};
use super::import::CAMPAIGN_IMPORTED;
use super::open;
use crate::error::LedgerError;
use crate::file::connection::connect;
use crate::file::storage_error::{AtPath, Result, StorageError};
use crate::handle::Ledger;
use crate::log;
use crate::log::append::{insert_stored, keep};
use crate::log::entry::{Entry, StoredEvent};
use crate::log::fold::fold_here;
use crate::log::record::{Input, Rescued};
use crate::project::project;

/// An operation that is as it was written.
struct Proved {
    entry: Entry,
    time: String,
    hash: String,
    /// The bytes that it read, the imported campaign among them.
    contents: Vec<Input>,
}

impl Ledger {
    /// Makes a new file of what of this one's log can be proved.
    ///
    /// # Errors
    /// When nothing can be proved, or the new file exists or cannot be written.
    pub fn rescue(from: &Path, to: &Path) -> Result<Rescued, LedgerError> {
        let made = beside_empty(to)?;
        let copy = open::raw_copy(from)?;
        let conn = connect(copy.path().join(open::COPY), OpenFlags::SQLITE_OPEN_READ_WRITE).at(from)?;
        let (mut proved, mut lost) = prove(&conn, usize::MAX);
        loop {
            if proved.is_empty() {
                let why = lost.unwrap_or_else(|| "its log is empty".to_owned());
                return Err(LedgerError::Unprovable { path: from.to_owned(), why });
            }
            match fill(&made, |conn| rebuild(conn, &proved)) {
                Ok(()) => break,
                Err(StorageError::Unfolded { number, what }) => {
                    proved.truncate(number.saturating_sub(1) as usize);
                    lost = Some(what);
                    std::fs::write(&*made, b"").map_err(|source| LedgerError::Io { path: to.to_owned(), source })?;
                }
                Err(other) => return Err(other.at(&made).of(to)),
            }
        }
        let operations = proved.len() as u64;
        let (breaches, campaign) = look_at(&made).map_err(|error| error.of(to))?;
        put_in_place(made, to)?;
        Ok(Rescued { operations, lost, campaign, breaches })
    }
}

impl Ledger {
    /// Whether anything of a damaged file can be rescued: its first operation is as it was written.
    pub fn can_be_rescued(damaged: &Path) -> bool {
        let Ok(copy) = open::raw_copy(damaged) else { return false };
        let conn = connect(copy.path().join(open::COPY), OpenFlags::SQLITE_OPEN_READ_WRITE);
        conn.is_ok_and(|conn| !prove(&conn, 1).0.is_empty())
    }
}

/// What does not hold of a file, and its campaign.
fn look_at(file: &Path) -> Result<(Vec<Breach>, Campaign), LedgerError> {
    let ledger = Ledger::open(file)?;
    Ok((ledger.verify()?.breaches, ledger.campaign()?))
}

/// At most so many operations of the log from the first on that are as they were written, and why the next is not.
fn prove(conn: &Connection, most: usize) -> (Vec<Proved>, Option<String>) {
    let mut proved = Vec::new();
    let lost = prove_each(conn, most, &mut proved).err().map(|error| error.words());
    (proved, lost)
}

fn prove_each(conn: &Connection, most: usize, proved: &mut Vec<Proved>) -> Result<()> {
    let mut statement = conn.prepare(
        "SELECT number, parent, group_number, kind, bound, program, command, request, seed, reason, override, wall_time, \
         hash FROM operation ORDER BY number",
    )?;
    let mut rows = statement.query([])?;
    let mut before = String::new();
    while let Some(row) = if proved.len() < most { rows.next()? } else { None } {
        let expected = proved.len() as u64 + 1;
        let one = prove_one(conn, row, expected, &before)
            .map_err(|error| StorageError::Damaged(format!("operation {expected}: {}", error.words())))?;
        before.clone_from(&one.hash);
        proved.push(one);
    }
    Ok(())
}

fn prove_one(conn: &Connection, row: &Row<'_>, expected: u64, before: &str) -> Result<Proved> {
    let number = row.get::<_, i64>(0)?.cast_unsigned();
    if number != expected {
        return Err(StorageError::Damaged(format!("missing: the next in the log is operation {number}")));
    }
    let count = |column| Ok::<_, rusqlite::Error>(row.get::<_, Option<i64>>(column)?.map(i64::cast_unsigned));
    let entry = Entry {
        number,
        parent: count(1)?,
        group: count(2)?,
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
    };
    let (time, hash): (String, String) = (row.get(11)?, row.get(12)?);
    if entry.hash(before) != hash {
        return Err(StorageError::Damaged("it is not as it was written".to_owned()));
    }
    let contents = contents(conn, &entry)?;
    Ok(Proved { entry, time, hash, contents })
}

fn inputs(conn: &Connection, number: u64) -> Result<Vec<(String, String)>> {
    let sql = "SELECT name, content FROM operation_input WHERE operation = ?1 ORDER BY name";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([number as i64], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn events(conn: &Connection, number: u64) -> Result<Vec<StoredEvent>> {
    let sql = "SELECT place, kind, version, subject, payload FROM event WHERE operation = ?1 ORDER BY place";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([number as i64], |row| {
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

/// The bytes that an operation read, each as its hash says.
fn contents(conn: &Connection, entry: &Entry) -> Result<Vec<Input>> {
    let imports = entry.events.iter().filter(|event| event.kind == CAMPAIGN_IMPORTED);
    let imported = imports.filter_map(|event| {
        let payload: serde_json::Value = serde_json::from_str(&event.payload).ok()?;
        payload["content"].as_str().map(str::to_owned)
    });
    let hashes: Vec<String> = entry.inputs.iter().map(|(_, hash)| hash.clone()).chain(imported).collect();
    let mut statement = conn.prepare_cached("SELECT bytes FROM content WHERE hash = ?1")?;
    let mut found = Vec::new();
    for hash in hashes {
        let input: Input = statement.query_row([&hash], |row| row.get::<_, Vec<u8>>(0))?.into();
        if input.hash() != hash {
            return Err(StorageError::Damaged("a file that it read is not as it was written".to_owned()));
        }
        found.push(input);
    }
    Ok(found)
}

/// Writes the log as it was, and the tables that it gives.
fn rebuild(conn: &Connection, proved: &[Proved]) -> Result<()> {
    for one in proved {
        for input in &one.contents {
            keep(conn, input)?;
        }
        insert_stored(conn, &one.entry, &one.hash, &one.time)?;
    }
    let campaign = fold_here(conn, &log::chain(conn)?.standing())?;
    project(conn, None, &campaign)
}
