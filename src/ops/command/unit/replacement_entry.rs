//! `unit replacements add|set|remove`: the entries of the pools during play.
//!
//! What it decides: which entry a command means, and what of an entry can still be changed: what has been given out of it
//! has come, for the pool and in the bound that it says.

use serde::{Deserialize, Serialize};

use campaign::{Campaign, Event, Pool, Replacement};
use domain::{Arm, Bound, command};

use super::replacements::{pool, pool_named};
use crate::command::keys::Keys;
use crate::{Changeset, OpError, pick};

/// The most SP of one entry, as in `replacements.csv`.
const MOST: u16 = 9_999;

/// Every key of `unit replacements set`.
const KEYS: &[&str] = &["pool", "comes", "arm", "sp", "note"];

/// SP are to come into a pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplacementAdd {
    /// Into whose pool: a formation or a side, as given.
    pub pool: String,
    /// How many SP.
    pub sp: u16,
    /// In which bound, as given; none for the running one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comes: Option<String>,
    /// For leaves of which arm, as given; none for any that fights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<String>,
    /// A note.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// An entry is changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplacementSet {
    /// Its number.
    pub entry: u32,
    /// What is to be so: keys and values.
    pub set: Vec<(String, String)>,
}

/// Entries are taken away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplacementRemove {
    /// Their numbers.
    pub entries: Vec<u32>,
}

impl ReplacementAdd {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let pool = pool(changes, &self.pool)?;
        let bound = self.comes.as_deref().map_or(Ok(changes.now().bound), |word| comes(changes.now(), word))?;
        let arm = self.arm.as_deref().map_or(Ok(None), arm)?;
        let entry = Replacement { pool, bound, arm, sp: amount(self.sp)?, given: 0, note: self.note.clone() };
        let number = changes.now().replacements.len() as u32 + 1;
        changes.happen(Event::ReplacementChanged { entry: number, before: None, after: Some(Box::new(entry)) })
    }
}

impl ReplacementSet {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let keys = Keys::new("unit replacements set", &self.set, KEYS)?;
        let before = entry(changes.now(), self.entry)?.clone();
        let mut after = before.clone();
        if let Some(word) = keys.get("pool") {
            after.pool = pool(changes, word)?;
        }
        if let Some(word) = keys.get("comes") {
            after.bound = comes(changes.now(), word)?;
        }
        if let Some(word) = keys.get("arm") {
            after.arm = arm(word)?;
        }
        if let Some(sp) = keys.number("sp")? {
            after.sp = amount(sp)?;
        }
        if let Some(note) = keys.get("note") {
            note.clone_into(&mut after.note);
        }
        keeps_what_was_given(changes.now(), self.entry, [&before, &after])?;
        if before == after {
            return Ok(());
        }
        let (before, after) = (Some(Box::new(before)), Some(Box::new(after)));
        changes.happen(Event::ReplacementChanged { entry: self.entry, before, after })
    }
}

impl ReplacementRemove {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let mut numbers = self.entries.clone();
        numbers.sort_unstable();
        numbers.dedup();
        // From the last, so that those before it keep their numbers.
        numbers.into_iter().rev().try_for_each(|number| {
            let before = entry(changes.now(), number)?.clone();
            if before.given > 0 {
                let message = format!("replacement {number} has already given {} SP", before.given);
                let hint = command!("`railhead unit replacements set {number} sp={}` stops the rest", before.given);
                return Err(OpError::not_now(message, hint));
            }
            changes.happen(Event::ReplacementChanged { entry: number, before: Some(Box::new(before)), after: None })
        })
    }
}

/// The entry of a number.
fn entry(campaign: &Campaign, number: u32) -> Result<&Replacement, OpError> {
    let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    place.and_then(|place| campaign.replacements.get(place)).ok_or_else(|| {
        let message = match campaign.replacements.len() {
            0 => "there are no replacements in this campaign".to_owned(),
            last => format!("there is no replacement {number}: the last is {last}"),
        };
        let hint = match campaign.replacements.len() {
            0 => command!("`railhead unit replacements add --help` shows how some are added"),
            _ => command!("`railhead unit replacements` lists them with their numbers"),
        };
        OpError::not_now(message, hint)
    })
}

/// The bound in which SP come: not one that is over.
fn comes(campaign: &Campaign, word: &str) -> Result<Bound, OpError> {
    let now = campaign.bound;
    let bound = pick::bound(campaign, word)?;
    if bound < now {
        let message = format!("{bound} is over: nothing more can come in it");
        return Err(OpError::not_now(message, format!("the running bound is {now}: for it they come at once")));
    }
    Ok(bound)
}

/// The arm that a word means; none for `any` and `none`.
fn arm(word: &str) -> Result<Option<Arm>, OpError> {
    let any = ["any", "none", "-", ""].iter().any(|any| word.eq_ignore_ascii_case(any));
    if any { Ok(None) } else { Ok(Some(word.parse()?)) }
}

fn amount(sp: u16) -> Result<u16, OpError> {
    let is_some = (1..=MOST).contains(&sp);
    is_some.then_some(sp).ok_or_else(|| OpError::bad_value("sp", &sp.to_string(), format!("a number from 1 to {MOST}")))
}

/// Refuses a change of what has been given already.
fn keeps_what_was_given(campaign: &Campaign, number: u32, [before, after]: [&Replacement; 2]) -> Result<(), OpError> {
    let Replacement { given, pool, bound, .. } = before;
    let refused = |what: String| {
        let message = format!("replacement {number} has already given {given} SP: {what}");
        Err(OpError::not_now(
            message,
            command!("`railhead unit replacements add --help` shows how another one is added"),
        ))
    };
    let moved: Option<&Pool> = Some(pool).filter(|pool| **pool != after.pool);
    match (*given > 0, moved) {
        (true, _) if after.sp < *given => refused("its SP cannot be less".to_owned()),
        (true, Some(pool)) => refused(format!("it is in the pool of {}", pool_named(campaign, pool))),
        (true, None) if after.bound != *bound => refused(format!("it came in {bound}")),
        _ => Ok(()),
    }
}
