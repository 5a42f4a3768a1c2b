//! `rail cut / repair / convert / stop / advance / priority`: what is done to railways and railheads.
//!
//! What it decides: which lengths are meant, who is set to work on them, and where a railhead goes.
//! What it never does: the work itself, which is done bound by bound when bounds close.
//! Where to look next: `bound/rail_work.rs`.

use serde::{Deserialize, Serialize};

use campaign::{Event, RailAction, RailJob, Railhead, Railway, Relaid, Stretch, Track, Tree};
use domain::{AccountId, Commodity, FormationId, RailState, SquareSide, command, nearest};
use supply::{is_fed_by_rail, why_no_train};

use crate::command::ground::engineers::{can_work_at, work_an_hour};
use crate::{Changeset, DecisionContext, Near, OpError, pick};

/// The lengths between two squares, of every line that passes both, or of one.
fn stretches(changes: &Changeset, from: &str, to: &str, line: Option<&str>) -> Result<Vec<Stretch>, OpError> {
    let (from, to) = (pick::square(changes.now(), from)?, pick::square(changes.now(), to)?);
    let meant = |railway: &&Railway| line.is_none_or(|line| line.eq_ignore_ascii_case(&railway.name));
    let found = changes.now().railways.iter().filter(meant).filter_map(|railway| {
        // Of neighbours only the length between them is meant, not a way round.
        let lengths = match from.side_to(to) {
            Some(side) => railway.lengths().filter(|length| *length == side).take(1).collect(),
            None => railway.stretch(from, to)?,
        };
        (!lengths.is_empty()).then(|| Stretch { line: railway.name.clone(), lengths })
    });
    let found: Vec<Stretch> = found.collect();
    if found.is_empty() {
        let (from, to) = (changes.now().frame.reference(from), changes.now().frame.reference(to));
        return Err(OpError::NoRail { from, to });
    }
    Ok(found)
}

fn railway<'a>(changes: &'a Changeset, line: &str) -> Option<&'a Railway> {
    changes.now().railways.iter().find(|railway| railway.name == line)
}

/// Lengths of railway, from one square to another, are cut or repaired.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RailSet {
    /// One of their ends, as given.
    pub from: String,
    /// The other, as given.
    pub to: String,
    /// The line, where only one of several is meant.
    pub line: Option<String>,
    /// What they are to be.
    pub state: RailState,
    /// The unit whose engineers do it, as given; none for the umpire's correction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl RailSet {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let mut stretches = stretches(changes, &self.from, &self.to, self.line.as_deref())?;
        let cut = self.state == RailState::Cut;
        for Stretch { line, lengths } in &mut stretches {
            lengths.retain(|length| railway(changes, line).is_some_and(|r| r.cuts.contains(length)) != cut);
        }
        stretches.retain(|stretch| !stretch.lengths.is_empty());
        if stretches.is_empty() {
            return Err(self.is_so_already(changes)?);
        }
        match (&self.by, cut) {
            (Some(by), false) => return set_to_work(changes, by, RailAction::Repair, stretches),
            (Some(by), true) => {
                for Stretch { lengths, .. } in &stretches {
                    let [length] = lengths[..] else {
                        let hint = "name two neighbouring squares";
                        return Err(OpError::not_now("engineers cut one length of a railway at a time", hint));
                    };
                    work_an_hour(context, changes, by, length, "railway")?;
                }
            }
            (None, _) => {}
        }
        let before = if cut { RailState::Open } else { RailState::Cut };
        for Stretch { line, lengths } in stretches {
            for side in lengths {
                changes.happen(Event::RailChanged { line: line.clone(), side, before, after: self.state })?;
                changes.track(&line, side, |track| Track { worked_m: 0, ..track })?;
            }
        }
        Ok(())
    }

    fn is_so_already(&self, changes: &Changeset) -> Result<OpError, OpError> {
        let (from, to) = (pick::square(changes.now(), &self.from)?, pick::square(changes.now(), &self.to)?);
        let (a, b) = (changes.now().frame.reference(from), changes.now().frame.reference(to));
        let cut = self.state == RailState::Cut;
        let (what, action) = if cut { ("is already cut", "repair") } else { ("is not cut", "cut") };
        let hint = command!("`railhead rail {action} {a} {b}` does the opposite");
        Ok(OpError::not_now(format!("the railway from {a} to {b} {what}"), hint))
    }
}

/// Sets the engineers of a unit who stand at the first of some lengths to work on them, line by line.
fn set_to_work(
    changes: &mut Changeset,
    by: &str,
    action: RailAction,
    mut stretches: Vec<Stretch>,
) -> Result<(), OpError> {
    if stretches.is_empty() {
        return Ok(());
    }
    let Stretch { line, lengths } = stretches.remove(0);
    let Some(first) = lengths.first() else { return Ok(()) };
    let unit = pick::unit(changes.now(), by)?;
    let leaves = Tree::new(changes.now()).leaves(unit);
    let leaves = leaves.into_iter().filter(|leaf| can_work_at(leaf, *first)).map(|leaf| leaf.id.clone());
    let leaves: Vec<FormationId> = leaves.collect();
    if leaves.is_empty() {
        let at = changes.now().frame.reference(first.square);
        let message = format!("{} has no engineers in or beside {at}, where the work begins", unit.named());
        return Err(OpError::not_now(message, "march them there; without `--by` it is the umpire's correction"));
    }
    leaves.into_iter().try_for_each(|leaf| {
        let (line, lengths, then) = (line.clone(), lengths.clone(), stretches.clone());
        let job = RailJob { leaf: leaf.clone(), line, action, lengths, then };
        changes.rail_job(&leaf, Some(job))
    })
}

/// Lengths of railway are laid to another gauge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RailConvert {
    /// One of their ends, as given.
    pub from: String,
    /// The other, as given.
    pub to: String,
    /// The line, where only one of several is meant.
    pub line: Option<String>,
    /// The gauge in millimetres.
    pub gauge: u16,
    /// The unit whose engineers do it, as given; none for the umpire's correction.
    pub by: Option<String>,
    /// The side whose trains are to use them, as given, where no unit is.
    pub side: Option<String>,
}

impl RailConvert {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let side = match (&self.by, &self.side) {
            (Some(by), _) => pick::unit(changes.now(), by)?.side,
            (None, side) => pick::side(changes.now(), side.as_deref().unwrap_or_default())?,
        };
        let relaid = Relaid { gauge: self.gauge, side };
        let mut stretches = stretches(changes, &self.from, &self.to, self.line.as_deref())?;
        for Stretch { line, lengths } in &mut stretches {
            lengths.retain(|length| railway(changes, line).is_some_and(|railway| !is_laid(railway, *length, relaid)));
        }
        stretches.retain(|stretch| !stretch.lengths.is_empty());
        if stretches.is_empty() {
            let message =
                format!("the railway from {} to {} is already laid that way; nothing changed", self.from, self.to);
            return Err(OpError::not_now(message, command!("`railhead rail status` shows gauges and users")));
        }
        let Some(by) = &self.by else {
            return stretches.into_iter().try_for_each(|Stretch { line, lengths }| {
                let mut lengths = lengths.into_iter();
                let after = |track| Track { relaid: Some(relaid), worked_m: 0, ..track };
                lengths.try_for_each(|length| changes.track(&line, length, after))
            });
        };
        set_to_work(changes, by, RailAction::Convert(self.gauge), stretches)
    }
}

/// Whether a length is of this gauge already, for trains of this side.
pub(super) fn is_laid(railway: &Railway, length: SquareSide, relaid: Relaid) -> bool {
    railway.gauge_of(length) == relaid.gauge && railway.is_used_by(length, relaid.side)
}

/// A unit's work on railways ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RailStop {
    /// The unit, as given.
    pub unit: String,
}

impl RailStop {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.unit)?;
        let leaves = Tree::new(changes.now()).leaves(unit).into_iter().map(|leaf| leaf.id.clone());
        let leaves: Vec<FormationId> = leaves.filter(|leaf| changes.now().rail_jobs.contains_key(leaf)).collect();
        if leaves.is_empty() {
            let message = format!("{} has nobody at work on a railway", unit.named());
            return Err(OpError::not_now(message, command!("`railhead rail status` shows who is")));
        }
        leaves.iter().try_for_each(|leaf| changes.rail_job(leaf, None))
    }
}

/// A railhead goes forward, or back, along its railway.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RailAdvance {
    /// The railhead, as given.
    pub railhead: String,
    /// Where to, as given.
    pub to: String,
}

impl RailAdvance {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let before = railhead(changes, &self.railhead)?;
        let to = pick::square(changes.now(), &self.to)?;
        let at = changes.now().frame.reference(to);
        let id = before.id.clone();
        if before.source || before.closed {
            let what = if before.source { "is a source: it stays where its railway comes in" } else { "is closed" };
            let hint = command!("`railhead rail status` lists the railheads");
            return Err(OpError::not_now(format!("{} {what}", changes.now().account_named(&id)), hint));
        }
        if before.square == to {
            return Err(OpError::not_now(format!("{} is already there", changes.now().account_named(&id)), ""));
        }
        let passes = |railway: &&Railway| railway.path.contains(&to);
        let lines = || changes.now().railways.iter().filter(passes).map(|railway| railway.name.clone());
        let Some(line) = lines().find(|line| *line == before.line).or_else(|| lines().next()) else {
            let hint = command!("`railhead rail status` lists them");
            return Err(OpError::not_now(format!("no railway passes {at}"), hint));
        };
        if !is_fed_by_rail(changes.now(), before.side, to) {
            let why = why_no_train(changes.now(), before.side, to);
            context.rule(format!("no train of {} runs to {at}: {why}", before.side), &at)?;
        }
        leave_stock(changes, &before)?;
        let place = pick::place_name(changes.now(), &self.to)?.map(|(name, _)| name.to_owned());
        let after = Railhead { place, square: to, line, ..before.clone() };
        changes.railhead(&id, Some(before), Some(after))?;
        let left = Railhead::left_at(&id, &at);
        let waits = changes.now().railheads.get(&left).is_some_and(|head| head.closed && head.square == to);
        if waits { carry(changes, &left, &id, "found where the railhead stood before") } else { Ok(()) }
    }
}

/// What a railhead holds stays in the square in which it stood, in a closed one of its own.
fn leave_stock(changes: &mut Changeset, from: &Railhead) -> Result<(), OpError> {
    if Commodity::ALL.iter().all(|c| changes.now().stock.balance(from.id.as_str(), *c) == 0) {
        return Ok(());
    }
    let id = Railhead::left_at(&from.id, &changes.now().frame.reference(from.square));
    if !changes.now().railheads.contains_key(&id) {
        let note = format!("left by {} when it went on", from.id);
        let (place, line, serves) = (from.place.clone(), from.line.clone(), from.serves.clone());
        let left = Railhead {
            id: id.clone(),
            place,
            square: from.square,
            line,
            side: from.side,
            source: false,
            log_a_day: 0,
            pol_a_day: 0,
            serves,
            priority: 0,
            closed: true,
            note,
        };
        changes.railhead(&id, None, Some(left))?;
    }
    carry(changes, &from.id, &id, "left where the railhead stood")
}

/// Books all that one account holds to another in the same square.
fn carry(changes: &mut Changeset, from: &AccountId, to: &AccountId, reason: &str) -> Result<(), OpError> {
    changes.lose_cargo(from.as_str(), to.as_str(), reason)
}

fn railhead(changes: &Changeset, given: &str) -> Result<Railhead, OpError> {
    let heads = || changes.now().railheads.keys().map(AccountId::as_str);
    // The one of a near id, else those of whose id the word is a part.
    let unknown = || {
        let part = given.to_lowercase();
        let parts = heads().filter(|id| !part.is_empty() && id.to_lowercase().contains(&part));
        let near =
            nearest(given, heads()).map_or_else(|| parts.take(3).map(Near::from).collect(), |id| vec![id.into()]);
        OpError::Unknown { what: "railhead", given: given.to_owned(), near }
    };
    let id = pick::account(changes.now(), given).map_err(|error| match error {
        OpError::Unknown { .. } => unknown(),
        other => other,
    })?;
    changes.now().railheads.get(&id).cloned().ok_or_else(unknown)
}

/// A railhead, or those that serve a formation, get a priority.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RailPriority {
    /// The railhead or the formation, as given.
    pub what: String,
    /// The priority; 0 takes it away.
    pub priority: u32,
    /// The formation that the railhead is to serve, as given.
    pub serves: Option<String>,
}

impl RailPriority {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        if self.priority > 99 {
            return Err(OpError::bad_value("PRIORITY", &self.priority.to_string(), "a whole number from 0 to 99"));
        }
        let serves = self.serves.as_deref().map(|word| pick::unit(changes.now(), word)).transpose()?;
        let serves = serves.map(|unit| unit.id.clone());
        let heads: Vec<Railhead> = match railhead(changes, &self.what) {
            Ok(head) => vec![head],
            Err(error) => {
                let Ok(unit) = pick::unit(changes.now(), &self.what) else { return Err(error) };
                let of_unit = |head: &&Railhead| head.serves.as_ref() == Some(&unit.id);
                changes.now().railheads.values().filter(of_unit).cloned().collect()
            }
        };
        if heads.is_empty() {
            let hint = command!("`railhead rail priority RAILHEAD N --for UNIT` says whom its trains serve");
            return Err(OpError::not_now(format!("no railhead serves `{}`", self.what), hint));
        }
        heads.into_iter().try_for_each(|before| {
            let (id, serves) = (before.id.clone(), serves.clone().or_else(|| before.serves.clone()));
            let after = Railhead { priority: self.priority, serves, ..before.clone() };
            if before == after { Ok(()) } else { changes.railhead(&id, Some(before), Some(after)) }
        })
    }
}
