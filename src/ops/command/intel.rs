//! `intel add`, `set` and `forget`: what the umpire tells a side of the enemy.
//!
//! What it decides: which sighting a command means, and what it says then; true or not is the umpire's affair.
//! What it never does: make sightings of contacts and battles; see `campaign::intel`.

use serde::{Deserialize, Serialize};

use campaign::{Campaign, Event, Sighting};
use domain::{SideId, SightedBy, SightingId, command, does};

use super::keys::{Keys, optional};
use crate::{Changeset, OpError, pick};

/// Every key of `intel set`.
const KEYS: &[&str] = &["square", "bound", "of", "arm", "echelon", "units", "name", "sp", "grade", "note"];

/// The most units or SP that a sighting counts.
const MOST: u32 = 60_000;

/// A side is told of enemy troops.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntelAdd {
    /// Where they are said to stand: a square, as given.
    pub square: String,
    /// The side that is told, as given.
    pub side: String,
    /// Whose they are, as given; none for the one other side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy: Option<String>,
    /// What is told: keys and values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<(String, String)>,
}

/// What a side believes is changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntelSet {
    /// The sighting, as given.
    pub sighting: String,
    /// What is to be so: keys and values.
    pub set: Vec<(String, String)>,
}

/// Sightings are given up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntelForget {
    /// The sightings, as given.
    pub sightings: Vec<String>,
}

impl IntelAdd {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let campaign = changes.now();
        let (square, by) = (pick::square(campaign, &self.square)?, pick::side(campaign, &self.side)?);
        let enemy = match &self.enemy {
            Some(word) => pick::side(campaign, word)?,
            None => only_enemy(campaign, by)?,
        };
        if enemy == by {
            let message = format!("{} no sighting of its own formations", does(&campaign.side_name(by), "needs"));
            return Err(OpError::not_now(
                message,
                "name the side that is told with --side, the other with --enemy".to_owned(),
            ));
        }
        let id = campaign.intel.next_id(enemy);
        let blank = Sighting::new(id.clone(), (by, enemy), square, campaign.bound, SightedBy::Report);
        let after = if self.set.is_empty() { blank } else { told(campaign, "intel add", blank, &self.set)? };
        changes.happen(Event::SightingChanged { sighting: id, before: None, after: Some(Box::new(after)) })
    }
}

impl IntelSet {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let before = sighting(changes.now(), &self.sighting)?.clone();
        let mut after = told(changes.now(), "intel set", before.clone(), &self.set)?;
        if after == before {
            return Ok(());
        }
        after.how = SightedBy::Report;
        let id = before.id.clone();
        changes.happen(Event::SightingChanged {
            sighting: id,
            before: Some(Box::new(before)),
            after: Some(Box::new(after)),
        })
    }
}

impl IntelForget {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        self.sightings.iter().try_for_each(|given| {
            let before = sighting(changes.now(), given)?.clone();
            let id = before.id.clone();
            changes.happen(Event::SightingChanged { sighting: id, before: Some(Box::new(before)), after: None })
        })
    }
}

/// The one side that is not this.
fn only_enemy(campaign: &Campaign, side: SideId) -> Result<SideId, OpError> {
    let others: Vec<SideId> = campaign.sides.iter().map(|other| other.id).filter(|other| *other != side).collect();
    match others[..] {
        [enemy] => Ok(enemy),
        _ => Err(OpError::not_now(
            format!("{} more than one enemy", does(&campaign.side_name(side), "has")),
            "`--enemy SIDE` says whose troops they are".to_owned(),
        )),
    }
}

/// The sighting that a word means, letter case ignored.
fn sighting<'a>(campaign: &'a Campaign, given: &str) -> Result<&'a Sighting, OpError> {
    let all = &campaign.intel.sightings;
    let is_meant = |id: &&SightingId| id.as_str().eq_ignore_ascii_case(given);
    all.keys().find(is_meant).and_then(|id| all.get(id)).ok_or_else(|| {
        OpError::not_now(
            format!("there is no sighting `{given}`"),
            command!("`railhead intel show` lists them with their ids"),
        )
    })
}

/// A sighting with what is told of it.
fn told(
    campaign: &Campaign,
    command: &'static str,
    before: Sighting,
    set: &[(String, String)],
) -> Result<Sighting, OpError> {
    let keys = Keys::new(command, set, KEYS)?;
    let mut after = before;
    if let Some(word) = keys.get("square") {
        after.square = pick::square(campaign, word)?;
    }
    if let Some(word) = keys.get("bound") {
        after.bound = pick::bound(campaign, word)?;
        if after.bound > campaign.bound {
            let message = format!("{} is still to come", after.bound);
            return Err(OpError::not_now(message, format!("the running bound is {}", campaign.bound)));
        }
    }
    if let Some(word) = keys.get("of") {
        after.formation = optional(word).map(|word| pick::unit(campaign, word).map(|f| f.id.clone())).transpose()?;
    }
    if keys.get("arm").is_some() {
        after.arm = keys.parsed("arm")?;
    }
    if keys.get("echelon").is_some() {
        after.echelon = keys.parsed("echelon")?;
    }
    if keys.get("grade").is_some() {
        after.grade = keys.parsed("grade")?;
    }
    if keys.get("units").is_some() {
        after.units = most("units", keys.number("units")?)?.and_then(|units| u16::try_from(units).ok());
    }
    if keys.get("sp").is_some() {
        after.sp = most("sp", keys.number("sp")?)?;
    }
    if let Some(word) = keys.get("name") {
        after.name = optional(word).map(str::to_owned);
    }
    if let Some(word) = keys.get("note") {
        optional(word).unwrap_or_default().clone_into(&mut after.note);
    }
    Ok(after)
}

fn most(key: &str, number: Option<u32>) -> Result<Option<u32>, OpError> {
    match number {
        Some(number) if number > MOST => Err(OpError::bad_value(key, &number.to_string(), "a number up to 60000")),
        number => Ok(number),
    }
}
