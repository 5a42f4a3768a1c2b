//! What can be read: the campaign now and then, the operations, their events.

use std::sync::Arc;

use rusqlite::Connection;

use campaign::{Campaign, Event};
use domain::Bound;

use super::error::LedgerError;
use super::{load, log};
use crate::file::storage_error::{AtPath, Result, StorageError};
use crate::file::transaction::version_of_file;
use crate::handle::Ledger;
use crate::log::fold::{each_close, fold, fold_to_close, through_closes};
use crate::log::record::{Changes, Closed, Moment, Operation};

impl Ledger {
    /// The campaign as it stands, from the tables. They are read once, and anew after another process has written.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn campaign(&self) -> Result<Campaign, LedgerError> {
        // What stands within a transaction may yet be taken back.
        let is_settled = self.conn.is_autocommit();
        self.reading(|conn| {
            if let Some(kept) = self.kept_campaign(conn)? {
                return Ok((*kept).clone());
            }
            // Asked before the tables are read, and in one transaction with them: it is the version of what they hold.
            let version = version_of_file(conn)?;
            let campaign = load::load(conn, &self.file)?;
            if is_settled {
                self.kept.replace(Some((version, Arc::new(campaign.clone()))));
            }
            Ok(campaign)
        })
    }

    /// The campaign as it stood, folded from the log.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn as_of(&self, moment: Moment) -> Result<Campaign, LedgerError> {
        self.reading(|conn| {
            let chain = chain_at(conn, moment)?;
            match moment {
                Moment::Bound(bound) => fold_to_close(conn, &self.file, &chain, bound),
                Moment::Start | Moment::Operation(_) => fold(conn, &self.file, &chain),
            }
        })
    }

    /// Goes from close to close up to a moment: the campaign as each bound was closed, with what happened since the close
    /// before; at last as it stands then. What the sides have learned is not in it.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn through_closes(
        &self,
        moment: Option<Moment>,
        mut visit: impl FnMut(&Campaign, &[Event]),
    ) -> Result<(), LedgerError> {
        self.reading(|conn| {
            let chain = moment.map_or_else(|| Ok(log::chain(conn)?.standing()), |moment| chain_at(conn, moment))?;
            through_closes(conn, &chain, &mut visit)
        })
    }

    /// Goes through the bounds that were closed up to a moment, with what the sides have learned; and the campaign as each was
    /// closed, before the next was opened, of which they have learned nothing yet.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn each_close(
        &self,
        moment: Option<Moment>,
        mut visit: impl FnMut(Closed, Campaign),
    ) -> Result<(), LedgerError> {
        self.reading(|conn| {
            let chain = moment.map_or_else(|| Ok(log::chain(conn)?.standing()), |moment| chain_at(conn, moment))?;
            each_close(conn, &chain, &mut visit)
        })
    }

    /// The bound with which the campaign begins: that of its import.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn first_bound(&self) -> Result<Bound, LedgerError> {
        self.reading(|conn| Ok(log::bounds_of(conn, &[1])?.first().copied().unwrap_or(Bound::FIRST)))
    }

    /// The number that the next operation will have.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_operation(&self) -> Result<u64, LedgerError> {
        self.reading(|conn| Ok(log::last_link(conn)?.number + 1))
    }

    /// Refuses a campaign whose last operation is another than the one expected; what is written asks again in its own
    /// transaction ([`super::OperationDraft::expect`]).
    ///
    /// # Errors
    /// When it is another, or the file cannot be read.
    pub fn must_end_with(&self, expected: Option<u64>) -> Result<(), LedgerError> {
        self.reading(|conn| log::must_end_with(conn, expected))
    }

    /// The seed of dice for which none is given: the first bytes of the running hash of the log.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_seed(&self) -> Result<u64, LedgerError> {
        self.reading(|conn| {
            let hash = crate::log::append::last_hash(conn)?;
            u64::from_str_radix(hash.get(..16).unwrap_or_default(), 16)
                .map_err(|_| StorageError::Damaged(format!("`{hash}` is not a hash")))
        })
    }

    /// The operations of the log, the oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn operations(&self) -> Result<Vec<Operation>, LedgerError> {
        self.reading(log::operations)
    }

    /// The events of one operation, in order; the import and all steps back and forth have none.
    ///
    /// # Errors
    /// When there is no such operation or the file cannot be read.
    pub fn events_of(&self, number: u64) -> Result<Vec<Event>, LedgerError> {
        self.reading(|conn| {
            log::must_exist(&log::chain(conn)?, number)?;
            log::events_of(conn, number)
        })
    }

    /// The files that an operation read, by name.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn inputs_of(&self, number: u64) -> Result<Vec<(String, Vec<u8>)>, LedgerError> {
        self.reading(|conn| log::inputs_of(conn, number))
    }

    /// The events about this subject of the chain that stood at a moment, with operation and bound, the oldest first;
    /// none: of the chain that stands.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn history_of(&self, subject: &str, moment: Option<Moment>) -> Result<Vec<(u64, Bound, Event)>, LedgerError> {
        self.reading(|conn| log::history_of(conn, subject, &standing_at(conn, moment)?))
    }

    /// The operations of the chain that stood at a moment, the first first; none: of the chain that stands.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn standing(&self, moment: Option<Moment>) -> Result<Vec<u64>, LedgerError> {
        self.reading(|conn| standing_at(conn, moment))
    }

    /// The operation to whose state a redo would go; none where nothing was undone since something new was done.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn one_forward(&self) -> Result<Option<u64>, LedgerError> {
        self.reading(|conn| Ok(log::chain(conn)?.one_forward()))
    }

    /// The events of the standing chain that happened in a bound, up to this operation, in order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn events_in(&self, bound: Bound, last: u64) -> Result<Vec<Event>, LedgerError> {
        self.reading(|conn| {
            let standing = log::chain(conn)?.standing();
            let bounds = log::bounds_of(conn, &standing)?;
            let of_bound = standing.into_iter().zip(bounds).filter(|(number, of)| *of == bound && *number <= last);
            let of_bound: Vec<u64> = of_bound.map(|(number, _)| number).collect();
            Ok(log::events_of_chain(conn, &of_bound)?.into_iter().map(|(_, event)| event).collect())
        })
    }

    /// When events of each kind last changed each thing, up to a moment; none: up to now.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn last_changes(&self, moment: Option<Moment>) -> Result<Changes, LedgerError> {
        self.reading(|conn| log::last_changes(conn, &standing_at(conn, moment)?))
    }

    /// Reads within one transaction, so that everything is of one moment.
    pub(super) fn reading<T>(&self, read: impl FnOnce(&Connection) -> Result<T>) -> Result<T, LedgerError> {
        if !self.conn.is_autocommit() {
            return read(&self.conn).at(&self.path);
        }
        let transaction = self.conn.unchecked_transaction().at(&self.path)?;
        read(&transaction).at(&self.path)
    }
}

fn standing_at(conn: &Connection, moment: Option<Moment>) -> Result<Vec<u64>> {
    moment.map_or_else(|| Ok(log::chain(conn)?.standing()), |moment| chain_at(conn, moment))
}

fn chain_at(conn: &Connection, moment: Moment) -> Result<Vec<u64>> {
    let chain = log::chain(conn)?;
    match moment {
        Moment::Start => Ok(vec![1]),
        Moment::Operation(number) => Ok(chain.up_to(log::must_exist(&chain, number)?)),
        Moment::Bound(bound) => {
            let running = load::running_bound(conn)?;
            if bound > running {
                return Err(LedgerError::NotYet { bound, running }.into());
            }
            let standing = chain.standing();
            let bounds = log::bounds_of(conn, &standing)?;
            // The operation that closes a bound is the last one done in it.
            let count = bounds.iter().take_while(|of| **of <= bound).count();
            if count == 0 {
                let first = bounds.first().copied().unwrap_or(running);
                return Err(LedgerError::Before { bound, first }.into());
            }
            Ok(standing[..count].to_vec())
        }
    }
}
