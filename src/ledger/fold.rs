//! The fold: a campaign made anew from the log.

use rusqlite::{Connection, OptionalExtension};

use crate::campaign::{Campaign, Event, apply};
use crate::domain::Bound;

use super::import::{CAMPAIGN_IMPORTED, unpack};
use super::log::events_of;
use super::trouble::Trouble;

/// The campaign after these operations of a chain, the import first.
pub(super) fn fold(conn: &Connection, chain: &[u64]) -> Result<Campaign, Trouble> {
    let mut campaign = imported(conn)?;
    fold_on(conn, &mut campaign, chain.get(1..).unwrap_or_default())?;
    Ok(campaign)
}

/// The campaign as a bound was closed; where it never was, after these operations of a chain.
pub(super) fn fold_to_close(conn: &Connection, chain: &[u64], bound: Bound) -> Result<Campaign, Trouble> {
    let mut campaign = imported(conn)?;
    for number in chain.get(1..).unwrap_or_default() {
        for event in events_of(conn, *number)? {
            step(&mut campaign, &event, *number)?;
            // What the same operation did next belongs to the bound that it opened.
            if event == (Event::BoundClosed { bound }) {
                return Ok(campaign);
            }
        }
    }
    Ok(campaign)
}

fn step(campaign: &mut Campaign, event: &Event, number: u64) -> Result<(), Trouble> {
    apply(campaign, event).map_err(|e| Trouble::Damaged(format!("operation {number} cannot have happened: {e}")))
}

/// Goes on with a fold.
pub(super) fn fold_on(conn: &Connection, campaign: &mut Campaign, operations: &[u64]) -> Result<(), Trouble> {
    for number in operations {
        for event in events_of(conn, *number)? {
            step(campaign, &event, *number)?;
        }
    }
    Ok(())
}

/// The campaign as it was imported.
pub(super) fn imported(conn: &Connection) -> Result<Campaign, Trouble> {
    let missing = || Trouble::Damaged("the imported campaign is missing from its log".to_owned());
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
