//! `dig-in`: leaves dig in or fortify (NQM Squared, section 11).
//!
//! With engineers of its division in or beside its square a leaf takes one hour, those who must wait for
//! orders two; without them the whole of a bound in which it has not marched. In a campaign by NQM Free it takes six hours. Fortifying takes a day in the same square
//! without a battle, from the first bound of the campaign on. Neither can be done with an enemy in the square.

use serde::{Deserialize, Serialize};

use campaign::march::{ActionAccount, Marched};
use campaign::{Battle, Campaign, Event, Formation, Tree};
use domain::{Arm, Echelon, FormationId, LeafState, Mobility, Posture, RuleSystemId, Square, counted};
use rules::nqm_free::tasks::DIG_IN;

use crate::command::bound::groups::wanted;
use crate::command::unit::set::leaves_of;
use crate::{Changeset, DecisionContext, OpError, pick};

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
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.unit)?.id.clone();
        let all = leaves_of(changes, &unit)?;
        let trial = Trial::new(changes, &unit, self.fortify, context.overridden.is_some())?;
        let (done, why) = trial.dig_in(changes, &all)?;
        if done == 0 {
            return Err(trial.refusal(changes, &unit, &why)?);
        }
        if !why.is_empty() {
            let posture = trial.posture_word();
            changes.note(format!(
                "{} {posture}, out of {}; the rest: {}",
                counted(done, "leaf"),
                all.len(),
                told(&why, changes)
            ));
        }
        Ok(())
    }
}

/// Why no leaf of a unit can dig in, or fortify, as it stands; none where one can.
pub(crate) fn in_vain(campaign: &Campaign, unit: &FormationId, fortify: bool) -> Option<String> {
    let changes = Changeset::new(campaign);
    let trial = Trial::new(&changes, unit, fortify, false).ok()?;
    let mut left: Vec<(Why, usize)> = Vec::new();
    for leaf in leaves_of(&changes, unit).ok()? {
        add(&mut left, trial.cost(&changes, &leaf).ok()?.err()?);
    }
    Some(told(&left, &changes)).filter(|why| !why.is_empty())
}

/// One leaf more that this keeps from it.
fn add(left: &mut Vec<(Why, usize)>, why: Why) {
    match left.iter_mut().find(|(of, _)| *of == why) {
        Some((_, count)) => *count += 1,
        None => left.push((why, 1)),
    }
}

/// Lets these leaves of a unit dig in that is ordered to: what came of it, and whether the order is over.
pub(crate) fn ordered(
    changes: &mut Changeset,
    unit: &FormationId,
    who: &[FormationId],
    fortify: bool,
    forced: bool,
) -> Result<(ActionAccount, bool), OpError> {
    let (done, why) = Trial::new(changes, unit, fortify, forced)?.dig_in(changes, who)?;
    // An order that all have followed already is no more to be carried out.
    let is_over = done > 0 || why.iter().all(|(why, _)| matches!(why, Why::Done(_) | Why::Driving));
    let action = if fortify { "fortify" } else { "dig-in" };
    let why = Some(told(&why, changes)).filter(|why| !why.is_empty());
    Ok((ActionAccount { unit: unit.clone(), action, done, leaves: who.len(), why }, is_over))
}

/// What keeps a leaf from digging in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    /// It is not on the map.
    Gone(LeafState),
    /// It is aircraft or boats.
    Afloat,
    /// It drives in a convoy.
    Driving,
    /// It has done it.
    Done(Posture),
    /// An enemy fighting leaf stands in its square.
    Enemy(Square),
    /// It has used some of its hours, and has no engineers near or no time left for digging in with them.
    Moving,
    /// It has used some of its hours; fortifying takes all of them.
    MovingAndFortifying,
    /// It has not stood there for a day.
    Fresh,
    /// It has fought within the last day.
    Fought,
}

impl Why {
    /// Said of so many leaves.
    fn text(self, count: usize, changes: &Changeset) -> String {
        let leaves = counted(count, "leaf");
        match self {
            Self::Gone(LeafState::OffMap) => format!("{leaves} not yet on the map"),
            Self::Gone(LeafState::Merged) => format!("{leaves} merged with others"),
            Self::Gone(state) => format!("{leaves} {state}"),
            Self::Afloat => format!("{leaves} of aircraft or boats"),
            Self::Driving => format!("{leaves} on the road in a convoy"),
            Self::Done(Posture::Fortified) => format!("{leaves} already fortified"),
            Self::Done(_) => format!("{leaves} already dug in"),
            Self::Enemy(square) => format!("{leaves} with an enemy in {}", changes.now().frame.reference(square)),
            Self::Moving => format!("{leaves} on the move in this bound, with no engineers near or no time left"),
            Self::MovingAndFortifying => format!("{leaves} on the move in this bound"),
            Self::Fresh => format!("{leaves} there for less than a day"),
            Self::Fought => format!("{leaves} in battle within a day"),
        }
    }

    /// Whether the umpire can set it aside.
    fn is_rule(self) -> bool {
        matches!(self, Self::Moving | Self::MovingAndFortifying | Self::Fresh | Self::Fought)
    }
}

/// What kept leaves from it, each reason with the number of those whom it kept.
fn told(why: &[(Why, usize)], changes: &Changeset) -> String {
    why.iter().map(|(why, count)| why.text(*count, changes)).collect::<Vec<_>>().join("; ")
}

/// Leaves of a unit are to dig in.
struct Trial {
    fortify: bool,
    forced: bool,
    /// The squares in which engineers of its division stand.
    engineers: Vec<Square>,
}

impl Trial {
    fn new(changes: &Changeset, unit: &FormationId, fortify: bool, forced: bool) -> Result<Self, OpError> {
        Ok(Self { fortify, forced, engineers: engineers(changes, unit)? })
    }

    fn posture_word(&self) -> &'static str {
        if self.fortify { "fortified" } else { "dug in" }
    }

    /// Lets every one of these leaves dig in that can: how many did, and what kept the others.
    fn dig_in(&self, changes: &mut Changeset, leaves: &[FormationId]) -> Result<(usize, Vec<(Why, usize)>), OpError> {
        let after = if self.fortify { Posture::Fortified } else { Posture::DugIn };
        let mut done = 0;
        let mut left: Vec<(Why, usize)> = Vec::new();
        for leaf in leaves {
            match self.cost(changes, leaf)? {
                Ok(cost) => {
                    let march = changes.leaf(leaf)?.march;
                    if cost > 0 {
                        let spent = Marched { minutes: march.minutes + cost, towards: None, ..march };
                        changes.happen(Event::MarchKept { leaf: leaf.clone(), before: march, after: spent })?;
                    }
                    changes.posture(leaf, after)?;
                    done += 1;
                }
                Err(why) => add(&mut left, why),
            }
        }
        Ok((done, left))
    }

    /// The minutes that a leaf spends on it, or what keeps it from it.
    fn cost(&self, changes: &Changeset, id: &FormationId) -> Result<Result<u16, Why>, OpError> {
        let (formation, leaf) = (changes.formation(id)?, changes.leaf(id)?);
        let Some(square) = formation.stands_on() else { return Ok(Err(Why::Gone(leaf.state))) };
        if !formation.mobility.is_some_and(Mobility::is_on_the_ground) {
            return Ok(Err(Why::Afloat));
        }
        if changes.now().convoy_of(id.as_str()).is_some() {
            return Ok(Err(Why::Driving));
        }
        if leaf.posture == Posture::Fortified || (!self.fortify && leaf.posture == Posture::DugIn) {
            return Ok(Err(Why::Done(leaf.posture)));
        }
        if changes.enemy_on(square, formation.side).is_some() {
            return Ok(Err(Why::Enemy(square)));
        }
        if self.forced {
            return Ok(Ok(0));
        }
        let campaign = changes.now();
        let hours = campaign.settings.moving_hours(campaign.bound.phase, formation.vehicle_of().is_some()) as u16 * 60;
        let left = hours.saturating_sub(leaf.march.minutes);
        if self.fortify {
            return Ok(fortifying(campaign, formation, leaf.march).map(|()| left));
        }
        if campaign.rules == RuleSystemId::NqmFree {
            // By Free six hours, engineers or none; who has halted all bound long has dug in, however short it was.
            return Ok(if leaf.march.minutes == 0 || left >= DIG_IN { Ok(left.min(DIG_IN)) } else { Err(Why::Moving) });
        }
        let helped = self.engineers.iter().any(|there| there.steps_to(square) <= 1);
        let tree = Tree::new(campaign);
        let with_engineers = wanted(&tree, tree.unit_of(formation)) as u16;
        Ok(match leaf.march.minutes {
            _ if helped && left >= with_engineers => Ok(with_engineers),
            0 => Ok(left),
            _ => Err(Why::Moving),
        })
    }

    /// Why none of a unit's leaves can.
    fn refusal(&self, changes: &Changeset, unit: &FormationId, why: &[(Why, usize)]) -> Result<OpError, OpError> {
        let posture = self.posture_word();
        if why.iter().all(|(why, _)| matches!(why, Why::Done(_))) {
            return Ok(OpError::not_now(format!("{} is already {posture}", changes.now().named(unit)), ""));
        }
        let message = format!("no leaf of {} can be {posture} now: {}", changes.now().named(unit), told(why, changes));
        if !why.iter().any(|(why, _)| why.is_rule()) {
            return Ok(OpError::not_now(message, ""));
        }
        let takes = if self.fortify {
            "fortifying takes a day in one square without a battle, and a bound without marching".to_owned()
        } else {
            let minutes = wanted(&Tree::new(changes.now()), changes.formation(unit)?);
            let hours = if minutes > 60 { "two hours" } else { "an hour" };
            let help = "with engineers of the division in or beside the square, otherwise a bound without marching";
            format!("digging in takes {hours} {help}")
        };
        Ok(OpError::Rule { message: format!("{message}; {takes}"), at: unit.to_string() })
    }
}

/// Whether a leaf has had the day that fortifying takes, and marches no more.
///
/// Who stands there from the start has dug nothing before it that the folder does not say.
fn fortifying(campaign: &Campaign, formation: &Formation, march: Marched) -> Result<(), Why> {
    let now = campaign.bound.ordinal();
    let since = march.came.map_or(0, |came| came.bound.ordinal());
    let unit = Tree::new(campaign).unit_of(formation).id.clone();
    let is_it = |id: &FormationId| *id == unit || *id == formation.id;
    let late = |battle: &&Battle| battle.bound.ordinal() + FORTIFYING > now;
    let fought = campaign.battles.values().filter(late).filter_map(|battle| battle.fought.as_ref());
    if march.minutes > 0 {
        Err(Why::MovingAndFortifying)
    } else if since + FORTIFYING > now {
        Err(Why::Fresh)
    } else if fought.flat_map(|fought| &fought.units).any(|unit| unit.engaged && is_it(&unit.unit)) {
        Err(Why::Fought)
    } else {
        Ok(())
    }
}

/// The squares in which engineers of a unit's division stand.
fn engineers(changes: &Changeset, unit: &FormationId) -> Result<Vec<Square>, OpError> {
    let formation = changes.formation(unit)?;
    let tree = Tree::new(changes.now());
    let division = tree.at_level(formation, Echelon::Division).or_else(|| tree.parent(formation)).unwrap_or(formation);
    let is_engineer = |leaf: &&Formation| leaf.arm == Arm::Engineer && leaf.is_fighting_leaf();
    let leaves = tree.leaves(division).into_iter().filter(is_engineer);
    Ok(leaves.filter_map(Formation::stands_on).collect())
}
