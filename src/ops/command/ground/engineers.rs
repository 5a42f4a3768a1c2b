//! Engineers at work, at crossings, railways and mines: planned demolitions, repairs and vehicle bridges are one move each (NQM
//! Squared, section 4); in a campaign by NQM Free a demolition by the size of the river, a bridge by a die (its page, "Supply
//! and tasks").

use serde::{Deserialize, Serialize};

use campaign::march::Marched;
use campaign::{Campaign, Crossing, Event, Formation, Tree};
use dice::{Call, Dice};
use domain::{
    Arm, Bound, Carries, CrossingId, CrossingKind, CrossingState, FormationId, RiverClass, RuleSystemId, Square,
    SquareSide, command,
};
use rules::nqm_free::tasks;

use crate::command::dice_words::DiceWords;
use crate::command::unit::new::legal_id;
use crate::{Changeset, DecisionContext, OpError, pick};

/// Minutes of the engineers' moving hours: one move.
const MOVE: u16 = 60;

/// Engineers of a unit build a bridge, or put infantry over in boats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CrossingBuild {
    /// The two squares that it joins, as given.
    pub squares: [String; 2],
    /// The unit whose engineers build it, as given.
    pub by: String,
    /// Its id; made of the squares where none is given.
    pub id: Option<String>,
    /// Whether infantry alone crosses, by an infantry bridgehead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub foot: bool,
    /// The die of its hours, by NQM Free.
    #[serde(flatten)]
    pub dice: DiceWords,
}

impl CrossingBuild {
    pub(crate) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        self.dice.throw(context, |dice| self.decide_with(context, changes, dice))
    }

    /// The same with these dice.
    pub(crate) fn decide_with(
        &self,
        context: &DecisionContext<'_>,
        changes: &mut Changeset,
        dice: &mut Dice<'_>,
    ) -> Result<(), OpError> {
        let campaign = changes.now();
        let (a, b) = (pick::square(campaign, &self.squares[0])?, pick::square(campaign, &self.squares[1])?);
        let named = [a, b].map(|square| campaign.frame.reference(square)).join("-");
        let river = a.side_to(b).and_then(|side| Some((side, campaign.ground.river(side)?)));
        let Some((side, river)) = river else {
            let hint = command!("`railhead ground show SQUARE` names the rivers on its sides");
            return Err(OpError::not_now(format!("no river runs between {named}"), hint));
        };
        if river.class == RiverClass::Lake {
            let hint = "a bridge joins two squares with a river between them";
            return Err(OpError::not_now(format!("no bridge can be built over the lake between {named}"), hint));
        }
        self.id.as_deref().map(legal_id).transpose()?;
        let (kind, prefix) =
            if self.foot { (CrossingKind::Ferry, "bridgehead") } else { (CrossingKind::Bridge, "bridge") };
        let id = CrossingId::from(self.id.clone().unwrap_or_else(|| format!("{prefix}-{named}")));
        let is_major = river.class != RiverClass::Minor;
        let river = campaign.rivers.get(usize::from(river.river)).map(|river| river.name.clone()).unwrap_or_default();
        let from = if changes.now().rules == RuleSystemId::NqmFree {
            self.begin(context, changes, (side, is_major), dice)?
        } else {
            work_an_hour(context, changes, &self.by, side, "crossing")?;
            None
        };
        let crossing = Crossing {
            name: id.to_string(),
            id,
            river,
            position: None,
            side: Some(side),
            kind,
            carries: Carries { foot: true, vehicles: !self.foot, rail: false },
            state: CrossingState::Open,
            from,
            until: None,
            note: String::new(),
        };
        changes.happen(Event::CrossingBuilt { crossing: Box::new(crossing) })
    }

    /// Throws for the hours that the work takes; the engineers give to it what they have left of this bound. The bound from
    /// which it stands, where that is a later one.
    ///
    /// # Interpretation
    /// What is left of the hours is done in those of the next bounds by whoever is there: the engineers are not bound by it.
    fn begin(
        &self,
        context: &DecisionContext<'_>,
        changes: &mut Changeset,
        (side, is_major): (SquareSide, bool),
        dice: &mut Dice<'_>,
    ) -> Result<Option<Bound>, OpError> {
        let by = pick::unit(changes.now(), &self.by)?.id.to_string();
        let purpose = if self.foot { "infantry bridgehead" } else { "vehicle bridge" }.to_owned();
        let face = dice.one(&Call::new(&by, &purpose))?;
        let hours = if self.foot { tasks::planning(is_major) + tasks::bridgehead(face) } else { tasks::bridge(face) };
        let bound = changes.now().bound;
        let minutes = u16::from(hours) * 60;
        let from = begin(context, changes, Work { by: &self.by, site: side.into(), what: "crossing", minutes })?;
        let effect = format!("{hours} hours: it stands from {from} on");
        let thrower = by.as_str().into();
        changes.happen(Event::DiceThrown { thrower, purpose, faces: vec![face], effect })?;
        Ok((from > bound).then_some(from))
    }
}

/// Where engineers work: at two squares and what lies between them, or at one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WorkSite(Square, Square);

/// Work that engineers are to do.
#[derive(Clone, Copy)]
pub(crate) struct Work<'w> {
    /// The unit whose engineers they are.
    pub(crate) by: &'w str,
    pub(crate) site: WorkSite,
    /// What they work on, as a refusal names it.
    pub(crate) what: &'w str,
    pub(crate) minutes: u16,
}

impl From<SquareSide> for WorkSite {
    fn from(side: SquareSide) -> Self {
        let (a, b) = side.squares();
        Self(a, b)
    }
}

impl From<Square> for WorkSite {
    fn from(square: Square) -> Self {
        Self(square, square)
    }
}

/// Lets the engineers of a unit work for as much of these minutes as they have left; the bound in which the rest is done too.
pub(crate) fn begin(context: &DecisionContext<'_>, changes: &mut Changeset, work: Work<'_>) -> Result<Bound, OpError> {
    let unit = pick::unit(changes.now(), work.by)?.id.clone();
    let left = engineers(changes, &unit, work.site)?.map_or(0, |(_, left)| left);
    let most = work.minutes.min(left.max(1));
    work_for(context, changes, Work { minutes: most, ..work })?;
    Ok(stands_from(changes.now(), work.minutes.saturating_sub(most)))
}

/// The bound in which these minutes are worked off, the running one where nothing is left.
fn stands_from(campaign: &Campaign, mut minutes: u16) -> Bound {
    let mut bound = campaign.bound;
    // A campaign may have no moving hours at all.
    while minutes > 0 && bound.day <= campaign.days {
        bound = bound.next();
        minutes = minutes.saturating_sub(campaign.settings.moving_hours(bound.phase, false) as u16 * 60);
    }
    bound
}

/// Minutes that the engineers of a campaign take to demolish a crossing of a river.
pub(crate) fn demolition(campaign: &Campaign, side: SquareSide) -> u16 {
    if campaign.rules != RuleSystemId::NqmFree {
        return MOVE;
    }
    tasks::demolition(campaign.ground.river(side).is_none_or(|river| river.class != RiverClass::Minor))
}

/// Lets an engineer leaf of a unit, in or beside a square of what is worked on, work there for a move.
pub(crate) fn work_an_hour(
    context: &DecisionContext<'_>,
    changes: &mut Changeset,
    by: &str,
    site: impl Into<WorkSite>,
    what: &str,
) -> Result<(), OpError> {
    work_for(context, changes, Work { by, site: site.into(), what, minutes: MOVE })
}

/// The same for so many minutes.
pub(crate) fn work_for(context: &DecisionContext<'_>, changes: &mut Changeset, work: Work<'_>) -> Result<(), OpError> {
    let Work { by, site, what, minutes } = work;
    let unit = pick::unit(changes.now(), by)?.id.clone();
    let found = engineers(changes, &unit, site)?;
    let Some((leaf, left)) = found else {
        let at = changes.now().frame.reference(site.0);
        let squares = if site.0 == site.1 { "square" } else { "squares" };
        let unit = changes.now().named(&unit);
        return context.rule(format!("{unit} has no engineers in or beside the {squares} of the {what}"), &at);
    };
    if left < minutes {
        let named = changes.now().named(&leaf);
        let has = match left {
            0 => "no time left in this bound".to_owned(),
            _ => format!("{left} minutes left, but the work takes {minutes}"),
        };
        return context.rule(format!("{named} has {has}"), leaf.as_str());
    }
    let before = changes.leaf(&leaf)?.march;
    let after = Marched { minutes: before.minutes + minutes, towards: None, ..before };
    changes.happen(Event::MarchKept { leaf, before, after })
}

/// Whether a leaf is of engineers who can work at a site: it stands in or beside one of its squares.
pub(crate) fn can_work_at(leaf: &Formation, site: impl Into<WorkSite>) -> bool {
    let WorkSite(a, b) = site.into();
    let near = leaf.stands_on().is_some_and(|at| at.steps_to(a) <= 1 || at.steps_to(b) <= 1);
    near && leaf.arm == Arm::Engineer && leaf.is_fighting_leaf()
}

/// The engineer leaf with the most minutes left in or beside the squares of a site, ties by id.
fn engineers(changes: &Changeset, unit: &FormationId, site: WorkSite) -> Result<Option<(FormationId, u16)>, OpError> {
    let campaign = changes.now();
    let hours = campaign.settings.moving_hours(campaign.bound.phase, false) as u16 * 60;
    let leaves = Tree::new(campaign).leaves(changes.formation(unit)?);
    let left = |leaf: &Formation| hours.saturating_sub(leaf.leaf.as_ref().map_or(0, |leaf| leaf.march.minutes));
    let found = leaves
        .into_iter()
        .filter(|leaf| can_work_at(leaf, site))
        .map(|leaf| (std::cmp::Reverse(left(leaf)), leaf.id.clone()))
        .min();
    Ok(found.map(|(left, id)| (id, left.0)))
}
