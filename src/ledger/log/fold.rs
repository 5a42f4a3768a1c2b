//! The fold: a campaign made anew from the log.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension};

use campaign::{Campaign, Event, Observer, Refusal, apply, apply_unobserved};
use domain::Bound;

use crate::file::import::{CAMPAIGN_IMPORTED, unpack};
use crate::file::storage_error::{Result, StorageError};
use crate::log::record::{Closed, closing};
use crate::log::{each_of_chain, events_of_chain};
use crate::parallel::{self, Each};

/// The campaign after these operations of a chain, the import first.
pub(crate) fn fold(conn: &Connection, path: &Path, chain: &[u64]) -> Result<Campaign> {
    fold_until(conn, path, chain, |_| false)
}

/// The campaign as a bound was closed; where it never was, after these operations of a chain.
pub(crate) fn fold_to_close(conn: &Connection, path: &Path, chain: &[u64], bound: Bound) -> Result<Campaign> {
    // What the same operation did next belongs to the bound that it opened.
    fold_until(conn, path, chain, |event| *event == Event::BoundClosed { bound })
}

/// Reads the events apart while the import is read here, and those that come happen.
fn fold_until(conn: &Connection, path: &Path, chain: &[u64], is_last: impl Fn(&Event) -> bool) -> Result<Campaign> {
    let stamp = parallel::stamp(conn)?;
    std::thread::scope(|scope| {
        parallel::spare(scope);
        let read = |conn: &Connection, each: Each<'_, _>| each_of_chain(conn, chain, each);
        let mut coming = parallel::stream(scope, (conn, path), Some(&stamp), read);
        let mut campaign = imported(conn)?;
        let mut observer = Observer::default();
        for (number, events) in by_operation(coming.by_ref()) {
            let until = events.iter().position(&is_last);
            let events = &events[..until.map_or(events.len(), |place| place + 1)];
            happened(&mut campaign, &mut observer, number, events)?;
            if until.is_some() {
                return Ok(campaign);
            }
        }
        coming.done()?;
        Ok(campaign)
    })
}

/// Goes through these operations of a chain from close to close: the campaign as each bound was closed, with the events
/// since the close before, then as it is at last. What the sides learn is left out, and what they are told.
pub(crate) fn through_closes(
    conn: &Connection,
    chain: &[u64],
    mut visit: impl FnMut(&Campaign, &[Event]),
) -> Result<()> {
    let mut campaign = imported(conn)?;
    let mut since = Vec::new();
    for (number, event) in events_of_chain(conn, chain)? {
        apply_unobserved(&mut campaign, &event).map_err(|refusal| unfolded(number, &refusal))?;
        let closes = matches!(event, Event::BoundClosed { .. });
        since.push(event);
        if closes {
            visit(&campaign, &since);
            since.clear();
        }
    }
    visit(&campaign, &since);
    Ok(())
}

/// Goes through these operations of a chain from close to close, with what the sides learn; and the campaign as each bound was
/// closed, before the next was opened, of which they have learned nothing yet.
pub(crate) fn each_close(conn: &Connection, chain: &[u64], mut visit: impl FnMut(Closed, Campaign)) -> Result<()> {
    let mut campaign = imported(conn)?;
    let mut observer = Observer::default();
    let mut done = Vec::new();
    for (operation, events) in by_operation(events_of_chain(conn, chain)?) {
        let closing = closing(&events).len();
        if closing == 0 {
            happened(&mut campaign, &mut observer, operation, &events)?;
            done.extend(events);
            continue;
        }
        let before = campaign.clone();
        events[..closing].iter().try_for_each(|event| step(&mut campaign, event, operation))?;
        let ended = campaign.clone();
        events[closing..].iter().try_for_each(|event| step(&mut campaign, event, operation))?;
        observer.observe(&mut campaign, &events);
        visit(Closed { operation, before, done: std::mem::take(&mut done), events, after: campaign.clone() }, ended);
    }
    Ok(())
}

/// The events of each operation.
pub(crate) fn by_operation(events: impl IntoIterator<Item = (u64, Event)>) -> impl Iterator<Item = (u64, Vec<Event>)> {
    let mut events = events.into_iter().peekable();
    std::iter::from_fn(move || {
        let (number, first) = events.next()?;
        let rest = std::iter::from_fn(|| events.next_if(|(of, _)| *of == number)).map(|(_, event)| event);
        Some((number, [first].into_iter().chain(rest).collect()))
    })
}

/// Lets the events of an operation happen, and the sides learn of them.
fn happened(campaign: &mut Campaign, observer: &mut Observer, number: u64, events: &[Event]) -> Result<()> {
    events.iter().try_for_each(|event| step(campaign, event, number))?;
    observer.observe(campaign, events);
    Ok(())
}

fn step(campaign: &mut Campaign, event: &Event, number: u64) -> Result<()> {
    apply(campaign, event).map_err(|refusal| unfolded(number, &refusal))
}

fn unfolded(number: u64, refusal: &Refusal) -> StorageError {
    StorageError::Unfolded { number, what: format!("operation {number} cannot have happened: {refusal}") }
}

/// The campaign after these operations of a chain, by this connection alone: for a transaction that others do not see.
pub(crate) fn fold_here(conn: &Connection, chain: &[u64]) -> Result<Campaign> {
    let mut campaign = imported(conn)?;
    fold_on(conn, &mut campaign, chain)?;
    Ok(campaign)
}

/// Goes on with a fold.
pub(crate) fn fold_on(conn: &Connection, campaign: &mut Campaign, operations: &[u64]) -> Result<()> {
    let mut observer = Observer::default();
    by_operation(events_of_chain(conn, operations)?)
        .try_for_each(|(number, events)| happened(campaign, &mut observer, number, &events))
}

/// The campaign as it was imported.
pub(crate) fn imported(conn: &Connection) -> Result<Campaign> {
    let missing = || StorageError::Damaged("the imported campaign is missing from its log".to_owned());
    let (version, payload): (u32, String) = conn
        .query_row(
            "SELECT version, payload FROM event WHERE operation = 1 AND place = 0 AND kind = ?1",
            [CAMPAIGN_IMPORTED],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?
        .ok_or_else(missing)?;
    let payload: serde_json::Value = serde_json::from_str(&payload).unwrap_or_default();
    let hash = payload["content"].as_str().ok_or_else(missing)?;
    let bytes: Vec<u8> = conn
        .query_row("SELECT bytes FROM content WHERE hash = ?1", [hash], |row| row.get(0))
        .optional()?
        .ok_or_else(missing)?;
    unpack(&bytes, version)
}
