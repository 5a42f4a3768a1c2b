//! The bounds that are over, each as it was closed, and what has been done in the running one.

use std::cmp::Ordering;

use campaign::{Campaign, Event, Reader, apply};
use domain::{Bound, command};
use ledger::{Closed, LedgerError, Moment};

use crate::{OpError, Session};

impl Session {
    /// The events of the standing operations done in a bound, in order; up to the one before `last`, where given.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn done_in(&self, bound: Bound, last: Option<u64>) -> Result<Vec<Event>, OpError> {
        Ok(self.ledger().events_in(bound, last.map_or(u64::MAX, |last| last.saturating_sub(1)))?)
    }

    /// What has been done in the running bound up to a moment; for the umpire, or of a side or a commander as he knows it.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn done_so_far(&self, moment: Option<Moment>, reader: Option<&Reader>) -> Result<Vec<Event>, OpError> {
        let campaign = self.look(moment)?;
        let last = moment.map(|moment| self.operation_at(moment)).transpose()?;
        let done = self.done_in(campaign.bound, last.map(|last| last + 1))?;
        Ok(match reader {
            Some(reader) => campaign.events_read_by(&campaign, reader, &done),
            None => done,
        })
    }

    /// How a bound was closed, the last one before the running one (`now`) where none is named; from it the bound report is
    /// made again.
    ///
    /// # Errors
    /// When the bound is not over, was not closed in this file, or the file cannot be read.
    pub fn closed(&self, now: Bound, bound: Option<Bound>) -> Result<Closed, OpError> {
        let all = std::iter::successors(Some(Bound::FIRST), |bound| Some(bound.next()));
        let bound = bound.or_else(|| all.take_while(|bound| *bound < now).last()).unwrap_or(now);
        let not_closed = || {
            let hint = match bound.cmp(&now) {
                Ordering::Less => "the campaign begins after it".into(),
                Ordering::Equal => command!("`railhead bound close` closes it"),
                Ordering::Greater => format!("it is still {now}: that bound is to come").into(),
            };
            OpError::not_now(format!("{bound} has not been closed in this campaign"), hint)
        };
        let standing = match self.ledger().standing(Some(Moment::Bound(bound))) {
            Ok(standing) if bound < now => standing,
            Ok(_) | Err(LedgerError::NotYet { .. } | LedgerError::Before { .. }) => Vec::new(),
            Err(other) => return Err(other.into()),
        };
        let [.., before, operation] = standing[..] else { return Err(not_closed()) };
        let events = self.ledger().events_of(operation)?;
        if !events.contains(&Event::BoundClosed { bound }) {
            return Err(not_closed());
        }
        let before = self.ledger().as_of(Moment::Operation(before))?;
        let mut after = before.clone();
        events.iter().try_for_each(|event| apply(&mut after, event))?;
        after.observe(&events);
        Ok(Closed { operation, before, done: self.done_in(bound, Some(operation))?, events, after })
    }

    /// Goes through the bounds that were closed up to a moment, the earliest first; for the umpire, or as a reader knows them.
    /// The second gives the campaign as the bound was closed, before the next was opened.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn each_closed(
        &self,
        moment: Option<Moment>,
        reader: Option<&Reader>,
        mut visit: impl FnMut(&Closed, &dyn Fn() -> Campaign),
    ) -> Result<(), OpError> {
        self.ledger().each_close(moment, |closed, ended| {
            let ended = || {
                let mut ended = ended.clone();
                ended.observe(closed.closing());
                ended
            };
            match reader {
                Some(reader) => visit(&closed.read_by(reader), &|| ended().as_read_by(reader)),
                None => visit(&closed, &ended),
            }
        })?;
        Ok(())
    }
}
