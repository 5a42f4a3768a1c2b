//! `ground set`, `crossing ...`: the umpire's corrections of the map.

pub(crate) mod contested;
pub(crate) mod dig_in;
pub(crate) mod engineers;
pub(crate) mod mines;
pub(crate) mod overrun;
pub(crate) mod partisans;

use serde::{Deserialize, Serialize};

use campaign::{Crossing, Event};
use domain::{Bound, CrossingState, Said, Terrain, command};

use self::engineers::Work;
use crate::{Changeset, DecisionContext, OpError, pick};

/// Squares pass to a side or have another terrain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroundSet {
    /// The squares, as given.
    pub squares: Vec<String>,
    /// The side that holds them, as given; `none` for nobody.
    pub side: Option<String>,
    /// Their terrain, as given.
    pub terrain: Option<String>,
}

impl GroundSet {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let side = match self.side.as_deref() {
            Some(given) if given.eq_ignore_ascii_case("none") => Some(None),
            Some(given) => Some(Some(pick::side(changes.now(), given)?)),
            None => None,
        };
        let terrain: Option<Terrain> = self.terrain.as_deref().map(str::parse).transpose()?;
        for given in &self.squares {
            let square = pick::square(changes.now(), given)?;
            if let Some(after) = side {
                let enemy = after.and_then(|side| changes.enemy_on(square, side)).map(campaign::Formation::named);
                let own = |side| {
                    changes
                        .now()
                        .formations
                        .values()
                        .any(|f| f.side == side && f.stands_on() == Some(square) && f.is_fighting_leaf())
                };
                if let Some(holder) = enemy.filter(|_| !after.is_some_and(own)) {
                    let reference = changes.now().frame.reference(square);
                    context.rule(format!("{holder} stands there and holds it"), &reference)?;
                }
                changes.control(square, after)?;
            }
            if let Some(after) = terrain {
                let before = changes.now().ground.terrain(square);
                if before != after {
                    changes.happen(Event::TerrainChanged { square, before, after })?;
                }
            }
        }
        Ok(())
    }
}

/// What is done to a crossing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrossingAction {
    /// It is destroyed.
    Destroy,
    /// It is repaired.
    Repair,
    /// It is opened.
    Open,
    /// It is closed.
    Close,
}

/// A crossing is destroyed, repaired, opened or closed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CrossingSet {
    /// The crossing, as given.
    pub crossing: String,
    /// What is done.
    #[serde(rename = "deed")]
    pub action: CrossingAction,
    /// From which bound on, as given.
    pub from: Option<String>,
    /// Until which bound, that one included, as given.
    pub until: Option<String>,
    /// The unit whose engineers do it, as given; none for the umpire's correction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A state of a crossing with its dates.
type Dated = (CrossingState, Option<Bound>, Option<Bound>);

impl CrossingSet {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let crossing = pick::crossing(changes.now(), &self.crossing)?;
        let from = self.from.as_deref().map(|word| pick::bound(changes.now(), word)).transpose()?;
        let until = self.until.as_deref().map(|word| pick::bound(changes.now(), word)).transpose()?;
        if let (Some(first), Some(last)) = (from, until)
            && first > last
        {
            return Err(OpError::Words {
                message: format!("{first} is later than {last}"),
                hint: "`--from` is the first bound, `--until` the last".into(),
            });
        }
        let (after, from_after, until_after) = self.outcome(crossing, from, until)?;
        let event = Event::CrossingChanged {
            crossing: crossing.id.clone(),
            before: crossing.state,
            after,
            from_before: crossing.from,
            from_after,
            until_before: crossing.until,
            until_after,
        };
        let side = crossing.side;
        if let Some(by) = &self.by {
            let Some(side) = side else {
                let hint = "leave `--by` out: the umpire's correction covers all the ice";
                return Err(OpError::not_now("engineers work at one place, not on the ice of a whole river", hint));
            };
            match self.action {
                CrossingAction::Destroy => {
                    let minutes = engineers::demolition(changes.now(), side);
                    let work = Work { by, site: side.into(), what: "crossing", minutes };
                    engineers::work_for(context, changes, work)?;
                }
                _ => engineers::work_an_hour(context, changes, by, side, "crossing")?,
            }
        }
        changes.happen(event)
    }

    fn outcome(&self, crossing: &Crossing, from: Option<Bound>, until: Option<Bound>) -> Result<Dated, OpError> {
        let id = &crossing.id;
        let undated = crossing.from.is_none() && crossing.until.is_none();
        match (self.action, crossing.state) {
            (CrossingAction::Destroy, CrossingState::Destroyed) => {
                Err(refused(crossing, "is already destroyed", command!("`railhead crossing repair {id}` repairs it")))
            }
            (CrossingAction::Destroy, _) => Ok((CrossingState::Destroyed, crossing.from, crossing.until)),
            (CrossingAction::Repair, CrossingState::Destroyed) => {
                Ok((CrossingState::Open, crossing.from, crossing.until))
            }
            (CrossingAction::Repair, _) => {
                Err(refused(crossing, "is not destroyed", command!("`railhead crossing open {id}` opens a closed one")))
            }
            (_, CrossingState::Destroyed) => {
                Err(refused(crossing, "is destroyed", command!("`railhead crossing repair {id}` repairs it")))
            }
            (CrossingAction::Open, CrossingState::Open) if undated && from.is_none() && until.is_none() => {
                Err(refused(crossing, "is already open", command!("`railhead crossing close {id}` closes it")))
            }
            (CrossingAction::Open, _) => Ok((CrossingState::Open, from, until)),
            (CrossingAction::Close, CrossingState::Closed) if from.is_none() && until.is_none() => {
                Err(refused(crossing, "is already closed", command!("`railhead crossing open {id}` opens it")))
            }
            (CrossingAction::Close, _) => closed(from, until),
        }
    }
}

/// A crossing closed for good, from a bound on, or until one: the dates say when it can be used.
fn closed(from: Option<Bound>, until: Option<Bound>) -> Result<Dated, OpError> {
    match (from, until) {
        (None, None) => Ok((CrossingState::Closed, None, None)),
        (None, Some(last)) => Ok((CrossingState::Open, Some(last.next()), None)),
        (Some(first), None) if first.ordinal() == 0 => Ok((CrossingState::Closed, None, None)),
        (Some(first), None) => Ok((CrossingState::Open, None, Some(Bound::from_ordinal(first.ordinal() - 1)))),
        (Some(_), Some(_)) => Err(OpError::Words {
            message: "a crossing is closed from a bound on, or until one, not both".to_owned(),
            hint: command!("close it now and open it with `railhead crossing open ID --from BOUND`"),
        }),
    }
}

fn refused(crossing: &Crossing, what: &str, hint: impl Into<Said>) -> OpError {
    let message = format!("crossing `{}` {what}", crossing.id);
    OpError::NotNow { message, at: String::new(), hint: hint.into() }
}
