//! Engineers at crossings: planned demolitions, repairs and vehicle bridges (NQM Squared, section 4): one move each.

use serde::{Deserialize, Serialize};

use crate::campaign::march::Marched;
use crate::campaign::{Crossing, Event, Formation, Tree};
use crate::domain::{Arm, Carries, CrossingId, CrossingKind, CrossingState, FormationId, RiverClass, SquareSide};
use crate::ops::{OpError, Stand, Work, pick};

use super::unit_new::legal_id;

/// Minutes of the engineers' moving hours: one move.
const MOVE: u16 = 60;

/// Engineers of a unit build a bridge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CrossingBuild {
    /// The two squares that it joins, as given.
    pub squares: [String; 2],
    /// The unit whose engineers build it, as given.
    pub by: String,
    /// Its id; made of the squares where none is given.
    pub id: Option<String>,
}

impl CrossingBuild {
    pub(super) fn decide(&self, stand: &Stand<'_>, work: &mut Work) -> Result<(), OpError> {
        let campaign = work.now();
        let (a, b) = (pick::square(campaign, &self.squares[0])?, pick::square(campaign, &self.squares[1])?);
        let named = [a, b].map(|square| campaign.frame.reference(square)).join("-");
        let river = a.side_to(b).and_then(|side| Some((side, campaign.ground.river(side)?)));
        let Some((side, river)) = river else {
            let hint = "`railhead ground show SQUARE` names the rivers on its sides";
            return Err(OpError::not_now(format!("no river runs between {named}"), hint));
        };
        if river.class == RiverClass::Lake {
            let hint = "a bridge joins two squares with a river between them";
            return Err(OpError::not_now(format!("no bridge can be built over the lake between {named}"), hint));
        }
        self.id.as_deref().map(legal_id).transpose()?;
        let id = CrossingId::from(self.id.clone().unwrap_or_else(|| format!("bridge-{named}")));
        let river = campaign.rivers.get(usize::from(river.river)).map(|river| river.name.clone()).unwrap_or_default();
        work_an_hour(stand, work, &self.by, side, "crossing")?;
        let crossing = Crossing {
            name: id.to_string(),
            id,
            river,
            position: None,
            side: Some(side),
            kind: CrossingKind::Bridge,
            carries: Carries { foot: true, vehicles: true, rail: false },
            state: CrossingState::Open,
            from: None,
            until: None,
            note: String::new(),
        };
        work.happen(Event::CrossingBuilt { crossing: Box::new(crossing) })
    }
}

/// Lets an engineer leaf of a unit, in or beside a square of what is worked on, work there for a move.
pub(super) fn work_an_hour(
    stand: &Stand<'_>,
    work: &mut Work,
    by: &str,
    side: SquareSide,
    what: &str,
) -> Result<(), OpError> {
    let unit = pick::unit(work.now(), by)?.id.clone();
    let found = engineers(work, &unit, side)?;
    let Some((leaf, left)) = found else {
        let squares = side.squares();
        let at = work.now().frame.reference(squares.0);
        return stand.rule(format!("no engineers of `{unit}` stand in or beside the squares of the {what}"), &at);
    };
    if left < MOVE {
        return stand
            .rule(format!("the engineers `{leaf}` have {left} minutes left, and it takes {MOVE}"), leaf.as_str());
    }
    let before = work.leaf(&leaf)?.march;
    let after = Marched { minutes: before.minutes + MOVE, towards: None, ..before };
    work.happen(Event::MarchKept { leaf, before, after })
}

/// Whether a leaf is of engineers who can work at a side: it stands in or beside one of its squares.
pub(super) fn can_work_at(leaf: &Formation, side: SquareSide) -> bool {
    let (a, b) = side.squares();
    let near = leaf.stands_on().is_some_and(|at| at.steps_to(a) <= 1 || at.steps_to(b) <= 1);
    near && leaf.arm == Arm::Engineer && leaf.is_fighting_leaf()
}

/// The engineer leaf with the most minutes left in or beside the squares of a side, ties by id.
fn engineers(work: &Work, unit: &FormationId, side: SquareSide) -> Result<Option<(FormationId, u16)>, OpError> {
    let campaign = work.now();
    let hours = campaign.settings.moving_hours(campaign.bound.phase, false) as u16 * 60;
    let leaves = Tree::new(campaign).leaves(work.formation(unit)?);
    let left = |leaf: &Formation| hours.saturating_sub(leaf.leaf.as_ref().map_or(0, |leaf| leaf.march.minutes));
    let found = leaves
        .into_iter()
        .filter(|leaf| can_work_at(leaf, side))
        .map(|leaf| (std::cmp::Reverse(left(leaf)), leaf.id.clone()))
        .min();
    Ok(found.map(|(left, id)| (id, left.0)))
}
