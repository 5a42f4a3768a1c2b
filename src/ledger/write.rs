//! Writing something new.

use std::sync::Arc;

use rusqlite::Connection;

use campaign::{Breach, Campaign, Event, Observer, Refusal, apply, breaches};

use super::error::{LedgerError, WriteError};
use super::project::project;
use super::{load, log};
use crate::file::storage_error::{AtPath, Result};
use crate::handle::Ledger;
use crate::log::append::{LogPosition, append, stored};
use crate::log::record::{OperationDraft, OperationKind, Written};

impl Ledger {
    /// Decides on the campaign as it stands within the write transaction, and writes what was decided.
    ///
    /// An empty list of events writes nothing.
    ///
    /// # Errors
    /// When `decide` refuses, an event cannot be applied, or the file cannot be written; nothing is written then.
    pub fn write<E, F>(&mut self, draft: &OperationDraft, decide: F) -> Result<Written, WriteError<E>>
    where
        E: std::error::Error + From<Refusal> + 'static,
        F: FnOnce(&Campaign) -> Result<Vec<Event>, E>,
    {
        self.write_with(draft, |campaign| {
            let events = decide(campaign)?;
            let mut after = campaign.clone();
            events.iter().try_for_each(|event| apply(&mut after, event))?;
            Ok((events, after))
        })
    }

    /// The same, where the deciding lets the events happen: it gives them, and the campaign after them.
    ///
    /// # Errors
    /// As of [`Ledger::write`].
    pub fn write_with<E, F>(&mut self, draft: &OperationDraft, decide: F) -> Result<Written, WriteError<E>>
    where
        E: std::error::Error + 'static,
        F: FnOnce(&Campaign) -> Result<(Vec<Event>, Campaign), E>,
    {
        let mut observed = self.observed.take();
        let written = self.writing(|ledger| {
            log::must_end_with(&ledger.conn, draft.expect).at(&ledger.path)?;
            let before = ledger.present()?;
            let (events, mut after) = decide(&before).map_err(WriteError::Refused)?;
            if events.is_empty() {
                return Ok((Written { operation: None, events, after: Arc::clone(&before), before }, None));
            }
            let of_before = observed.take().filter(|(of, _)| Arc::ptr_eq(of, &before));
            let mut eyes = of_before.map_or_else(Observer::default, |(_, eyes)| eyes);
            eyes.observe(&mut after, &events);
            let after = Arc::new(after);
            observed = Some((Arc::clone(&after), eyes));
            let number = record(&ledger.conn, draft, &before, &after, &events).at(&ledger.path)?;
            Ok((Written { operation: Some(number), events, before, after: Arc::clone(&after) }, Some(after)))
        });
        self.observed = observed;
        written
    }

    /// The campaign as it stands within this transaction.
    pub(super) fn present(&self) -> Result<Arc<Campaign>, LedgerError> {
        match self.kept_campaign(&self.conn).at(&self.path)? {
            Some(kept) => Ok(kept),
            None => load::load(&self.conn, &self.file).map(Arc::new).at(&self.path),
        }
    }
}

fn record(
    conn: &Connection,
    draft: &OperationDraft,
    before: &Campaign,
    after: &Campaign,
    events: &[Event],
) -> Result<u64> {
    must_be_sound(Some(before), after)?;
    let last = log::last_link(conn)?;
    let number = last.number + 1;
    let position = LogPosition { number, parent: Some(last.head()), kind: OperationKind::Do, bound: before.bound };
    append(conn, &position, draft, stored(events)?)?;
    project(conn, Some(before), after)?;
    Ok(number)
}

/// Refuses a campaign with a breach that was not there before.
pub(super) fn must_be_sound(before: Option<&Campaign>, after: &Campaign) -> Result<(), LedgerError> {
    let mut found: Vec<Breach> = breaches(after);
    if !found.is_empty() {
        let old = before.map(breaches).unwrap_or_default();
        found.retain(|breach| !old.contains(breach));
    }
    if found.is_empty() { Ok(()) } else { Err(LedgerError::Unsound { breaches: found }) }
}
