//! Every recorded request decided again, from its dice and words, on the campaign as it stood then.
//!
//! What it decides: what is a breach, and what is only decided otherwise by another version of the program.
//! What it never does: write, or go on from what it decides: the next request is decided on what the log says.

use std::collections::BTreeMap;

use serde_json::Value;

use campaign::{Breach, Campaign, Event, Observer, apply};
use ledger::{Moment, Operation, OperationKind, OperationMark};

use crate::{DecisionContext, OpError, Request, Session};

/// How many states are kept to which the log comes back later; others are folded again.
const MOST_KEPT: usize = 32;

/// An operation that this version does not decide as another did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Otherwise {
    /// Its number.
    pub operation: u64,
    /// The version that decided it.
    pub version: String,
    /// What is otherwise.
    pub what: String,
}

/// The log decided again, an operation a step.
pub struct Replay {
    operations: Vec<(Operation, OperationMark)>,
    next: usize,
    /// The state after this operation.
    now: Option<(u64, Campaign)>,
    /// Who tells the sides of it what they see.
    observer: Observer,
    /// How many operations of those to come stand on each.
    to_come: BTreeMap<u64, usize>,
    kept: BTreeMap<u64, Campaign>,
    /// How many operations were decided again.
    pub decided: u64,
    /// Those of this version that it decides otherwise now.
    pub breaches: Vec<Breach>,
    /// Those of other versions that this one decides otherwise.
    pub otherwise: Vec<Otherwise>,
}

impl std::fmt::Debug for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay").field("next", &self.next).field("breaches", &self.breaches).finish_non_exhaustive()
    }
}

impl Session {
    /// Begins to decide the log again.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn replay(&self) -> Result<Replay, OpError> {
        let (operations, marks) = (self.ledger().operations()?, self.ledger().operation_marks()?);
        // The import decides nothing, and a step only says to which state it returns.
        let is_decided = |(operation, _): &(Operation, OperationMark)| {
            operation.kind == OperationKind::Do && operation.parent.is_some()
        };
        let operations: Vec<_> = operations.into_iter().zip(marks).filter(is_decided).collect();
        let mut to_come = BTreeMap::new();
        for parent in operations.iter().filter_map(|(operation, _)| operation.parent) {
            *to_come.entry(parent).or_insert(0) += 1;
        }
        let (breaches, otherwise) = (Vec::new(), Vec::new());
        let (kept, observer) = (BTreeMap::new(), Observer::default());
        Ok(Replay { operations, next: 0, now: None, observer, to_come, kept, decided: 0, breaches, otherwise })
    }
}

impl Replay {
    /// How many operations there are to decide.
    pub fn len(&self) -> u64 {
        self.operations.len() as u64
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// How many have been gone through.
    pub fn gone(&self) -> u64 {
        self.next as u64
    }

    /// Decides the next operation again; whether there was one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn step(&mut self, session: &Session) -> Result<bool, OpError> {
        let Some((operation, mark)) = self.operations.get(self.next).cloned() else { return Ok(false) };
        self.next += 1;
        let mut campaign = self.state(session, operation.parent.unwrap_or(1))?;
        let recorded = session.ledger().recorded(operation.number)?;
        let differs = match decided(&campaign, &operation, &mark) {
            Ok(events) => {
                self.decided += 1;
                first_difference(&events, &recorded)
            }
            Err(Undecided::Unreadable(why)) => {
                self.otherwise(&operation, format!("cannot be decided again: {why}"));
                None
            }
            Err(Undecided::Refused(why)) => {
                Some((format!("refused: {why}"), in_short(&recorded[..1.min(recorded.len())])))
            }
        };
        if let Some((expected, found)) = differs {
            self.differs(&operation, &mark, expected, found);
        }
        // What cannot happen is a breach that `verify` names without this; nothing that stands on it is decided.
        let happened = recorded.iter().try_for_each(|event| apply(&mut campaign, event));
        self.observer.observe(&mut campaign, &recorded);
        self.now = happened.is_ok().then_some((operation.number, campaign));
        Ok(true)
    }

    fn differs(&mut self, operation: &Operation, mark: &OperationMark, expected: String, found: String) {
        let is_old = mark.oldest_event.is_some_and(|version| version < Event::VERSION);
        if operation.version != env!("CARGO_PKG_VERSION") || is_old {
            self.otherwise(operation, format!("{found}; this version: {expected}"));
            return;
        }
        let at = format!("operation {}", operation.number);
        self.breaches.push(Breach { kind: "replay", at, expected, found });
    }

    fn otherwise(&mut self, operation: &Operation, what: String) {
        let (operation, version) = (operation.number, operation.version.clone());
        self.otherwise.push(Otherwise { operation, version, what });
    }

    /// The state after an operation; kept where the log comes back to it.
    fn state(&mut self, session: &Session, after: u64) -> Result<Campaign, OpError> {
        let left = self.to_come.get_mut(&after).map_or(0, |left| {
            *left = left.saturating_sub(1);
            *left
        });
        let kept = if left == 0 { self.kept.remove(&after) } else { self.kept.get(&after).cloned() };
        let campaign = match (kept, self.now.take()) {
            (None, Some((at, now))) if at == after => now,
            (kept, _) => {
                self.observer = Observer::default();
                kept.map_or_else(|| session.ledger().as_of(Moment::Operation(after)), Ok)?
            }
        };
        if left > 0 && self.kept.len() < MOST_KEPT {
            self.kept.insert(after, campaign.clone());
        }
        Ok(campaign)
    }
}

/// Why an operation gives no events when it is decided again.
enum Undecided {
    /// Its request cannot be read.
    Unreadable(String),
    /// It is refused.
    Refused(String),
}

fn decided(campaign: &Campaign, operation: &Operation, mark: &OperationMark) -> Result<Vec<Event>, Undecided> {
    let request = Request::from_json(&operation.request).map_err(|error| Undecided::Unreadable(error.to_string()))?;
    let context = DecisionContext {
        campaign,
        reason: operation.reason.as_deref(),
        overridden: operation.overridden.as_deref(),
        seed: operation.seed.unwrap_or(mark.seed),
    };
    let changes = request.decide(&context).map_err(|error| Undecided::Refused(error.to_string()))?;
    Ok(changes.finish().0)
}

/// The first event that differs: what is decided now, and what the log has.
fn first_difference(now: &[Event], recorded: &[Event]) -> Option<(String, String)> {
    let same = now.iter().zip(recorded).take_while(|(now, was)| now == was).count();
    let (now, was) = (now.get(same), recorded.get(same));
    if let (Some(now), Some(was)) = (now, was)
        && let (Ok((kind, now_payload)), Ok((was_kind, was_payload))) = (now.encode(), was.encode())
        && (kind == was_kind && now.subject() == was.subject())
    {
        let read = |payload: &str| serde_json::from_str::<Value>(payload).unwrap_or_default();
        let (given, there) = (read(&now_payload), read(&was_payload));
        let keys = given.as_object().into_iter().flatten().map(|(key, _)| key);
        let key = keys.into_iter().find(|key| given[key.as_str()] != there[key.as_str()]).cloned().unwrap_or_default();
        let words = |value: &Value| format!("{kind} of {}, {key} {}", now.subject(), value[key.as_str()]);
        return Some((words(&given), words(&there)));
    }
    let of = |event: Option<&Event>| in_short(event.map(std::slice::from_ref).unwrap_or_default());
    (now.is_some() || was.is_some()).then(|| (of(now), of(was)))
}

/// An event in short, or a text that there is none.
fn in_short(events: &[Event]) -> String {
    let Some(event) = events.first() else { return "no more events".to_owned() };
    event.encode().map_or_else(|error| error.to_string(), |(kind, _)| format!("{kind} of {}", event.subject()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Bound;

    fn operation(version: &str) -> Operation {
        Operation {
            number: 7,
            parent: Some(6),
            group: None,
            kind: OperationKind::Do,
            bound: Bound::FIRST,
            version: version.to_owned(),
            command: String::new(),
            request: String::new(),
            seed: None,
            reason: None,
            overridden: None,
            time: String::new(),
            events: 1,
            happened: Vec::new(),
            stands: true,
        }
    }

    #[test]
    fn what_another_version_decided_is_told_and_is_no_breach() {
        let mut replay = Replay {
            operations: Vec::new(),
            next: 0,
            now: None,
            observer: Observer::default(),
            to_come: BTreeMap::new(),
            kept: BTreeMap::new(),
            decided: 0,
            breaches: Vec::new(),
            otherwise: Vec::new(),
        };
        let mark = |oldest_event| OperationMark { number: 7, seed: 0, oldest_event };
        let this = env!("CARGO_PKG_VERSION");
        let mut say = |version: &str, oldest| {
            replay.differs(&operation(version), &mark(oldest), "b of su.1".to_owned(), "a of su.1".to_owned());
            (replay.breaches.pop(), replay.otherwise.pop().map(|other| other.what))
        };
        let told = Some("a of su.1; this version: b of su.1".to_owned());
        assert_eq!(say("0.0.9", Some(Event::VERSION)), (None, told.clone()));
        let breach = say(this, Some(Event::VERSION)).0.unwrap();
        assert_eq!((breach.kind, breach.at.as_str()), ("replay", "operation 7"));
        assert_eq!((breach.expected.as_str(), breach.found.as_str()), ("b of su.1", "a of su.1"));
        if let Some(older) = Event::VERSION.checked_sub(1) {
            assert_eq!(say(this, Some(older)), (None, told), "its events are of an older form");
        }
    }
}
