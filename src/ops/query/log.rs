//! Questions about the log of operations itself.

mod closed;
pub(crate) mod differences;
pub(crate) mod replay;

use std::collections::BTreeSet;
use std::path::Path;

use campaign::{Campaign, Event, Tree};
use domain::{Bound, FormationId};
use ledger::{Happened, Moment, NotedHash, Operation, OperationKind, Verification};

use crate::{OpError, Session};

/// An operation of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct LogEntry {
    /// Its number.
    pub op: u64,
    /// What kind it was: `do`, `undo`, `redo`, `restore`.
    pub kind: &'static str,
    /// When.
    pub time: String,
    /// In which bound.
    pub bound: Bound,
    /// The command as typed.
    pub command: String,
    /// The seed of its dice, where it may have thrown some.
    pub seed: Option<u64>,
    /// What happened, kind by kind.
    pub happened: Vec<Happened>,
    /// Its group.
    pub group: Option<u64>,
    /// The operation on whose state it stands, or to whose state it returned.
    pub parent: Option<u64>,
    /// Why.
    pub reason: Option<String>,
    /// Why a rule was set aside.
    pub overridden: Option<String>,
    /// Whether it belongs to the chain that stands.
    pub stands: bool,
    /// The version of the program that wrote it.
    pub version: String,
    /// The request, as JSON.
    pub request: String,
}

/// An event with its operation and bound.
pub type LoggedEvent = (u64, Bound, Event);

impl From<Operation> for LogEntry {
    fn from(operation: Operation) -> Self {
        Self {
            op: operation.number,
            kind: match operation.kind {
                OperationKind::Do => "do",
                OperationKind::Undo => "undo",
                OperationKind::Redo => "redo",
                OperationKind::Restore => "restore",
            },
            time: operation.time,
            bound: operation.bound,
            command: operation.command,
            seed: operation.seed,
            happened: operation.happened,
            group: operation.group,
            parent: operation.parent,
            reason: operation.reason,
            overridden: operation.overridden,
            stands: operation.stands,
            version: operation.version,
            request: operation.request,
        }
    }
}

impl LogEntry {
    /// The command, so that the same dice fall again: the seed that the log gave is named.
    pub fn command_again(&self) -> String {
        let threw = self.happened.iter().any(|happened| matches!(happened.first, Event::DiceThrown { .. }));
        let seed = self.seed.filter(|_| threw && !self.command.contains("--seed") && !self.command.contains("--dice"));
        seed.map_or_else(|| self.command.clone(), |seed| format!("{} --seed {seed}", self.command))
    }
}

/// What a step along the log would take back or bring back.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LogSteps {
    /// The last command that `undo` would take back; none: the campaign is as imported.
    pub undo: Option<LogEntry>,
    /// How many operations that would take back: those of a script are taken back together.
    pub together: usize,
    /// The script that they were, by its name.
    pub script: Option<String>,
    /// The last command that `redo` would bring back; none: nothing was undone since something new was done.
    pub redo: Option<LogEntry>,
}

/// The operation that was put right by a step back along the log; none where the step is no correction.
fn put_right_by(step: &LogEntry) -> Option<u64> {
    let request: serde_json::Value = serde_json::from_str(&step.request).ok().filter(|_| step.kind == "restore")?;
    request["number"].as_u64().filter(|_| request["command"] == "correct")
}

impl Session {
    /// The operation as which one of the log stands: itself, or what corrections have done in its place; none where it was taken back.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn stands_as(&self, log: &[LogEntry], number: u64) -> Result<Option<u64>, OpError> {
        let mut number = number;
        loop {
            let Some(entry) = log.iter().find(|entry| entry.op == number) else { return Ok(None) };
            if entry.stands {
                return Ok(Some(number));
            }
            let Some(next) = self.done_again_as(log, entry)? else { return Ok(None) };
            number = next;
        }
    }

    /// The operation that the correction which took one back has put in its place.
    fn done_again_as(&self, log: &[LogEntry], entry: &LogEntry) -> Result<Option<u64>, OpError> {
        for step in log.iter().filter(|step| step.op > entry.op) {
            let Some(wrong) = put_right_by(step).filter(|wrong| *wrong <= entry.op) else { continue };
            let stood = self.ledger().standing(Some(Moment::Operation(step.op - 1)))?;
            if !stood.contains(&entry.op) {
                continue;
            }
            let anew = log.iter().filter(|other| other.op > step.op && other.group == step.group);
            let anew: Vec<&LogEntry> = anew.filter(|other| other.kind == "do").collect();
            if entry.op == wrong {
                let later = log.iter().find(|other| other.op > wrong && stood.contains(&other.op));
                let first = anew.first().filter(|first| later.is_none_or(|later| later.command != first.command));
                return Ok(first.map(|first| first.op));
            }
            // Of operations in the same words each has its place, counted from the last: the first may be what is put in.
            let is_alike = |other: &&LogEntry| (&other.command, other.bound) == (&entry.command, entry.bound);
            let is_behind = |other: &&LogEntry| other.op > entry.op && stood.contains(&other.op);
            let behind = log.iter().filter(is_alike).filter(is_behind).count();
            return Ok(anew.into_iter().rev().filter(is_alike).nth(behind).map(|other| other.op));
        }
        Ok(None)
    }

    /// What an undo and a redo would do.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn steps(&self) -> Result<LogSteps, OpError> {
        let forward = self.ledger().one_forward()?;
        let log = self.log()?;
        let undo = log.iter().rev().find(|entry| entry.stands && entry.kind == "do" && entry.op > 1).cloned();
        let is_with = |last: &LogEntry, entry: &LogEntry| {
            entry.op == last.op
                || entry.stands && entry.kind == "do" && last.group.is_some() && entry.group == last.group
        };
        let together = undo.as_ref().map_or(0, |last| log.iter().filter(|entry| is_with(last, entry)).count());
        let script = match &undo {
            Some(last) if together > 1 => self.script_of(last, log.iter().find(|entry| is_with(last, entry)))?,
            _ => None,
        };
        Ok(LogSteps { undo, together, script, redo: log.into_iter().find(|entry| Some(entry.op) == forward) })
    }

    /// The name of the script that has these two lines: the file that both were read from.
    fn script_of(&self, last: &LogEntry, first: Option<&LogEntry>) -> Result<Option<String>, OpError> {
        let read = |entry: &LogEntry| Ok::<_, OpError>(self.ledger().inputs_of(entry.op)?.into_iter().next());
        let (Some(file), Some(first)) = (read(last)?, first) else { return Ok(None) };
        // Where on this machine it lies is on no page.
        let name =
            Path::new(&file.0).file_name().map_or_else(|| file.0.clone(), |name| name.to_string_lossy().into_owned());
        Ok((read(first)? == Some(file)).then_some(name))
    }

    /// The operations of the log, the oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn log(&self) -> Result<Vec<LogEntry>, OpError> {
        Ok(self.ledger().operations()?.into_iter().map(LogEntry::from).collect())
    }

    /// The operations up to a moment, the oldest first, with whether they stood then; none: all, as they stand now.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn log_at(&self, moment: Option<Moment>) -> Result<Vec<LogEntry>, OpError> {
        let entries = self.log()?;
        let Some(moment) = moment else { return Ok(entries) };
        let standing = self.ledger().standing(Some(moment))?;
        let last = match moment {
            Moment::Operation(number) => number,
            Moment::Start | Moment::Bound(_) => standing.last().copied().unwrap_or_default(),
        };
        let then = entries.into_iter().filter(|entry| entry.op <= last);
        Ok(then.map(|entry| LogEntry { stands: standing.binary_search(&entry.op).is_ok(), ..entry }).collect())
    }

    /// One operation with its events.
    ///
    /// # Errors
    /// When there is none of this number, or the file cannot be read.
    pub fn operation(&self, number: u64) -> Result<(LogEntry, Vec<Event>), OpError> {
        let entries = self.log()?;
        let last = entries.last().map_or(0, |entry| entry.op);
        let entry = entries.into_iter().find(|entry| entry.op == number);
        let entry = entry.ok_or_else(|| OpError::NoOperation { number, last })?;
        let events = if number == 1 { Vec::new() } else { self.ledger().events_of(number)? };
        Ok((entry, events))
    }

    /// The operations after one, each with its events, the oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn since(&self, number: u64) -> Result<Vec<(LogEntry, Vec<Event>)>, OpError> {
        let entries = self.log()?.into_iter().filter(|entry| entry.op > number.max(1));
        let with_events = |entry: LogEntry| {
            let events = self.ledger().events_of(entry.op)?;
            Ok((entry, events))
        };
        entries.map(with_events).collect()
    }

    /// The files that an operation read, by name.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn inputs_of(&self, number: u64) -> Result<Vec<(String, Vec<u8>)>, OpError> {
        Ok(self.ledger().inputs_of(number)?)
    }

    /// The events of the standing chain about a formation and all that is under it, the oldest first; those of one
    /// operation by the tree.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn unit_history(&self, campaign: &Campaign, unit: &FormationId) -> Result<Vec<LoggedEvent>, OpError> {
        self.unit_history_at(campaign, unit, None)
    }

    /// The operations of the chain that stood at a moment which changed a formation or one under it; none: that stands now.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn operations_on(
        &self,
        campaign: &Campaign,
        unit: &FormationId,
        moment: Option<Moment>,
    ) -> Result<BTreeSet<u64>, OpError> {
        let history = self.unit_history_at(campaign, unit, moment)?;
        Ok(history.into_iter().map(|(operation, ..)| operation).collect())
    }

    /// The same up to a moment, of the chain that stood then; none: up to now.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn unit_history_at(
        &self,
        campaign: &Campaign,
        unit: &FormationId,
        moment: Option<Moment>,
    ) -> Result<Vec<LoggedEvent>, OpError> {
        let tree = Tree::new(campaign);
        let under = campaign.formations.get(unit).map(|formation| tree.with_all_under(formation)).unwrap_or_default();
        let mut events = Vec::new();
        for formation in under {
            events.extend(self.ledger().history_of(formation.id.as_str(), moment)?);
        }
        events.sort_by_key(|(operation, ..)| *operation);
        Ok(events)
    }

    /// The last standing operation with an event about a thing: a battle, an account, a crossing.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn last_of(&self, subject: &str) -> Result<Option<u64>, OpError> {
        Ok(self.ledger().history_of(subject, None)?.last().map(|(operation, ..)| *operation))
    }

    /// The last standing operation about a thing before this one; before none: the last of all.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn last_before(&self, subject: &str, operation: Option<u64>) -> Result<Option<u64>, OpError> {
        let all = self.ledger().history_of(subject, None)?;
        let mut numbers = all.iter().map(|(number, ..)| *number).rev();
        Ok(numbers.find(|number| operation.is_none_or(|this| *number < this)))
    }

    /// Folds the log again and compares everything with everything.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub fn verify(&self, noted: Option<NotedHash>) -> Result<Verification, OpError> {
        let Some(noted) = noted else { return Ok(self.ledger().verify()?) };
        Ok(self.ledger().verify_since(noted)?)
    }

    /// Writes a copy of the whole file.
    ///
    /// # Errors
    /// When the copy exists or cannot be written.
    pub fn backup(&self, to: &Path) -> Result<(), OpError> {
        if to.exists() {
            return Err(OpError::Exists { path: to.to_owned() });
        }
        Ok(self.ledger().backup(to)?)
    }

    /// The bound with which the campaign begins.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn first_bound(&self) -> Result<Bound, OpError> {
        Ok(self.ledger().first_bound()?)
    }

    /// The last operation that stood at a moment.
    ///
    /// # Errors
    /// When there is no such moment, or the file cannot be read.
    pub fn operation_at(&self, moment: Moment) -> Result<u64, OpError> {
        Ok(self.ledger().standing(Some(moment))?.last().copied().unwrap_or_default())
    }

    /// The number that the next operation will have.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_operation(&self) -> Result<u64, OpError> {
        Ok(self.ledger().next_operation()?)
    }
}
