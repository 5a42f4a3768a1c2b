//! `dig-in`: leaves dig in or fortify (NQM Squared, section 11).
//!
//! With engineers of its division in or beside its square a leaf takes one hour, those who must wait for
//! orders two; without them the whole of a bound in which it has not marched. Fortifying takes a day in the same square. Neither can be done with an enemy in the square.

use serde::{Deserialize, Serialize};

use crate::campaign::march::{DeedAccount, Marched};
use crate::campaign::{Event, Formation, Tree};
use crate::domain::{Arm, Echelon, FormationId, Mobility, Posture, Square, counted};
use crate::ops::{OpError, Stand, Work, pick};

use super::bound::reorganise::wanted;
use super::unit_set::leaves_of;

/// Bounds in one square that fortifying takes: a day.
const FORTIFYING: u32 = 3;

/// A unit digs in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DigIn {
    /// The unit, as given.
    pub unit: String,
    /// Whether it fortifies its squares.
    pub fortify: bool,
}

impl DigIn {
    pub(super) fn decide(&self, stand: &Stand<'_>, work: &mut Work) -> Result<(), OpError> {
        let unit = pick::unit(work.now(), &self.unit)?.id.clone();
        let all = leaves_of(work, &unit)?;
        if dig_in(work, &unit, &all, self.fortify, stand.overridden.is_some())? {
            return Ok(());
        }
        let message = refusal(work, &unit, self.fortify)?;
        if message.ends_with("already") {
            return Err(OpError::not_now(message, ""));
        }
        Err(OpError::Rule { message, at: unit.to_string() })
    }
}

/// Lets every one of these leaves of a unit dig in that can; whether any did.
pub(super) fn dig_in(
    work: &mut Work,
    unit: &FormationId,
    leaves: &[FormationId],
    fortify: bool,
    forced: bool,
) -> Result<bool, OpError> {
    let engineers = engineers(work, unit)?;
    let after = if fortify { Posture::Fortified } else { Posture::DugIn };
    let mut any = false;
    for leaf in leaves {
        let Some(cost) = cost(work, leaf, fortify, forced, &engineers)? else { continue };
        let march = work.leaf(leaf)?.march;
        if cost > 0 {
            let spent = Marched { minutes: march.minutes + cost, towards: None, ..march };
            work.happen(Event::MarchKept { leaf: leaf.clone(), before: march, after: spent })?;
        }
        work.posture(leaf, after)?;
        any = true;
    }
    Ok(any)
}

/// Lets these leaves of a unit dig in that is ordered to, and says what came of it.
pub(super) fn ordered(
    work: &mut Work,
    unit: &FormationId,
    who: &[FormationId],
    fortify: bool,
    forced: bool,
) -> Result<DeedAccount, OpError> {
    let wanted = if fortify { Posture::Fortified } else { Posture::DugIn };
    let posture = |work: &Work, id: &FormationId| work.leaf(id).map(|leaf| leaf.posture);
    let mut reasons: Vec<(FormationId, &'static str)> = Vec::new();
    for leaf in who {
        reasons.push((leaf.clone(), why_not(work, leaf, fortify)?));
    }
    let leaves = reasons.len();
    let before = reasons.iter().map(|(leaf, _)| posture(work, leaf)).collect::<Result<Vec<_>, _>>()?;
    dig_in(work, unit, who, fortify, forced)?;
    let mut left: Vec<(&'static str, usize)> = Vec::new();
    for ((leaf, reason), was) in reasons.iter().zip(before) {
        if was != wanted && posture(work, leaf)? == wanted {
            continue;
        }
        match left.iter_mut().find(|(of, _)| of == reason) {
            Some((_, count)) => *count += 1,
            None => left.push((reason, 1)),
        }
    }
    let hindered: usize = left.iter().map(|(_, count)| count).sum();
    let told = |(reason, count): &(&'static str, usize)| format!("{} {reason}", counted(*count, "leaf"));
    let why: Vec<String> = left.iter().map(told).collect();
    let deed = if fortify { "fortify" } else { "dig-in" };
    let why = Some(why.join("; ")).filter(|why| !why.is_empty());
    Ok(DeedAccount { unit: unit.clone(), deed, done: leaves - hindered, leaves, why })
}

/// What keeps a leaf from it, where something does.
fn why_not(work: &Work, id: &FormationId, fortify: bool) -> Result<&'static str, OpError> {
    let (formation, leaf) = (work.formation(id)?, work.leaf(id)?);
    let stands = formation.stands_on().filter(|_| formation.mobility.is_some_and(Mobility::is_on_the_ground));
    let Some(square) = stands else { return Ok("not on the ground") };
    Ok(match leaf.posture {
        Posture::Fortified => "fortified already",
        Posture::DugIn if !fortify => "dug in already",
        _ if work.enemy_on(square, formation.side).is_some() => "with an enemy in the square",
        _ if leaf.march.minutes > 0 && fortify => "on the move in this bound",
        _ if leaf.march.minutes > 0 => "on the move in this bound, with no engineers near or no time left",
        _ => "not long enough there",
    })
}

/// The minutes that a leaf spends on it; none where it cannot, or has done it already.
fn cost(
    work: &Work,
    id: &FormationId,
    fortify: bool,
    forced: bool,
    engineers: &[Square],
) -> Result<Option<u16>, OpError> {
    let formation = work.formation(id)?;
    let leaf = work.leaf(id)?;
    let (Some(square), true) = (formation.stands_on(), formation.mobility.is_some_and(Mobility::is_on_the_ground))
    else {
        return Ok(None);
    };
    let is_done = leaf.posture == Posture::Fortified || (!fortify && leaf.posture == Posture::DugIn);
    if is_done || work.enemy_on(square, formation.side).is_some() {
        return Ok(None);
    }
    let campaign = work.now();
    let is_vehicle = formation.vehicle_of().is_some();
    let hours = campaign.settings.moving_hours(campaign.bound.phase, is_vehicle) as u16 * 60;
    let left = hours.saturating_sub(leaf.march.minutes);
    if forced {
        return Ok(Some(0));
    }
    if fortify {
        let long_there =
            leaf.march.came.is_none_or(|came| came.bound.ordinal() + FORTIFYING <= campaign.bound.ordinal());
        return Ok((leaf.march.minutes == 0 && long_there).then_some(left));
    }
    let helped = engineers.iter().any(|there| there.steps_to(square) <= 1);
    let tree = Tree::new(campaign);
    let with_engineers = wanted(&tree, tree.unit_of(formation)) as u16;
    Ok(if helped && left >= with_engineers { Some(with_engineers) } else { (leaf.march.minutes == 0).then_some(left) })
}

/// The squares in which engineers of a unit's division stand.
fn engineers(work: &Work, unit: &FormationId) -> Result<Vec<Square>, OpError> {
    let formation = work.formation(unit)?;
    let tree = Tree::new(work.now());
    let division = tree.at_level(formation, Echelon::Division).or_else(|| tree.parent(formation)).unwrap_or(formation);
    let is_engineer = |leaf: &&Formation| leaf.arm == Arm::Engineer && leaf.is_fighting_leaf();
    let leaves = tree.leaves(division).into_iter().filter(is_engineer);
    Ok(leaves.filter_map(Formation::stands_on).collect())
}

fn refusal(work: &Work, unit: &FormationId, fortify: bool) -> Result<String, OpError> {
    let posture = if fortify { "fortified" } else { "dug in" };
    let is_done = |id: &FormationId| {
        let leaf = work.leaf(id).map(|leaf| leaf.posture);
        leaf.is_ok_and(|p| p == Posture::Fortified || (!fortify && p == Posture::DugIn))
    };
    if leaves_of(work, unit)?.iter().all(is_done) {
        return Ok(format!("`{unit}` is {posture} already"));
    }
    let tree = Tree::new(work.now());
    let takes = match wanted(&tree, work.formation(unit)?) {
        _ if fortify => "fortifying takes a day in one square and a bound without marching".to_owned(),
        minutes => {
            let hours = if minutes > 60 { "two hours" } else { "an hour" };
            let help = "with engineers of the division in or beside the square, else a bound without marching";
            format!("digging in takes {hours} {help}")
        }
    };
    Ok(format!("no leaf of `{unit}` can be {posture} now: {takes}, and no enemy in the square"))
}
