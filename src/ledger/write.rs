//! Writing something new.

use std::sync::Arc;

use rusqlite::Connection;

use campaign::{Breach, Campaign, Event, Refusal, apply, breaches};

use super::error::{LedgerError, WriteError};
use super::project::project;
use super::{load, log};
use crate::file::storage_error::{AtPath, StorageError};
use crate::handle::Ledger;
use crate::log::append::{LogPosition, append, stored};
use crate::log::record::{Committed, OperationDraft, OperationKind};

impl Ledger {
    /// Decides on the campaign as it stands within the write transaction, and writes what was decided.
    ///
    /// An empty list of events writes nothing.
    ///
    /// # Errors
    /// When `decide` refuses, an event cannot be applied, or the file cannot be written; nothing is written then.
    pub fn write<E, F>(&mut self, draft: &OperationDraft, decide: F) -> Result<Committed, WriteError<E>>
    where
        E: std::error::Error + From<Refusal> + 'static,
        F: FnOnce(&Campaign) -> Result<Vec<Event>, E>,
    {
        Ok(self.write_with(draft, |campaign| Ok((decide(campaign)?, ())))?.0)
    }

    /// The same, with what the deciding gives beside the events: nothing has to be read any more after the commit.
    ///
    /// # Errors
    /// As of [`Ledger::write`].
    pub fn write_with<T, E, F>(&mut self, draft: &OperationDraft, decide: F) -> Result<(Committed, T), WriteError<E>>
    where
        E: std::error::Error + From<Refusal> + 'static,
        F: FnOnce(&Campaign) -> Result<(Vec<Event>, T), E>,
    {
        self.writing(|ledger| {
            log::must_end_with(&ledger.conn, draft.expect).at(&ledger.path)?;
            let before = ledger.present()?;
            let (events, beside) = decide(&before).map_err(WriteError::Refused)?;
            if events.is_empty() {
                return Ok(((Committed { operation: None, events }, beside), None));
            }
            let mut after = (*before).clone();
            for event in &events {
                apply(&mut after, event).map_err(|refusal| WriteError::Refused(refusal.into()))?;
            }
            let number = record(&ledger.conn, draft, &before, &after, &events).at(&ledger.path)?;
            Ok(((Committed { operation: Some(number), events }, beside), Some(Arc::new(after))))
        })
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
) -> Result<u64, StorageError> {
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
