//! `battle new`, `battle cancel`, `battle decline`, `battle post`: engagements drawn, given up, not fought, brought home.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use campaign::march::{Contact, Party, contacts};
use campaign::{Battle, Campaign, Event, Fought};
use domain::{BattleEnd, BattleId, Phase, RuleSystemId, Said, SideId, Square, command};

use crate::battle::draw::admit::same_drawing;
use crate::battle::draw::facts::facts;
use crate::battle::draw::roster::{Lookup, WantedRoster, roster};
use crate::battle::draw::{gap, too_late};
use crate::battle::post::refight::as_its_dice_give;
use crate::battle::post::{mark, post};
use crate::{BattleResult, Changeset, DecisionContext, Notice, OpError, pick};

/// An engagement is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BattleDraw {
    /// The square that is attacked, as given.
    pub square: String,
    /// The side that attacks, as given; none: whoever stands against those in the square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<String>,
    /// The units that attack, as given; none: all beside the square that can.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
    /// Units that may come up later, as given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserve: Vec<String>,
    /// Units that stay out of it, as given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Units whose aircraft fly for it, as given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub air: Vec<String>,
    /// The rules; none: those of the campaign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleSystemId>,
}

impl BattleDraw {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let campaign = context.campaign;
        let square = self.attacked(campaign)?;
        if campaign.bound.phase == Phase::Night {
            context.rule("no battle is fought at night", &campaign.frame.reference(square))?;
        }
        let wanted = WantedRoster {
            attacker: self.attacker.as_deref(),
            by: &self.by,
            reserve: &self.reserve,
            without: &self.without,
            air: &self.air,
        };
        let lookup = Lookup::new(campaign);
        let mut roster = roster(context, &lookup, square, &wanted)?;
        let was_declined = |battle: &&Battle| battle.square == square && battle.is_declined();
        for declined in of_this_bound(campaign).filter(was_declined) {
            let before = Some(Box::new(declined.clone()));
            changes.happen(Event::BattleChanged { battle: declined.id.clone(), before, after: None })?;
        }
        let mut battle = Battle {
            id: free_id(changes.now(), square),
            square,
            bound: campaign.bound,
            attacker: roster.attacker,
            rules: self.rules.unwrap_or(campaign.rules),
            facts: facts(campaign, &lookup.log, square, &roster.leaves),
            fought: None,
        };
        let late = too_late(campaign, &battle);
        if !late.is_empty() {
            roster.leaves.retain(|leaf| late.iter().all(|(id, _)| id != leaf));
            battle.facts = facts(campaign, &lookup.log, square, &roster.leaves);
            roster.left_out.extend(late);
        }
        gap::can_be_made(context, &battle)?;
        battle.facts.push(mark::of_drawing(&battle)?);
        let (id, after) = (battle.id.clone(), Some(Box::new(battle)));
        changes.happen(Event::BattleChanged { battle: id.clone(), before: None, after })?;
        changes.tell(Notice::Drawn { battle: id, left_out: roster.left_out });
        Ok(())
    }

    /// The square that is attacked.
    fn attacked(&self, campaign: &Campaign) -> Result<Square, OpError> {
        let given = self.square.as_str();
        pick::square(campaign, given).map_err(|error| match (&error, pick::unit(campaign, given)) {
            (OpError::Unknown { .. } | OpError::Words { .. } | OpError::OffTheMap { .. }, Ok(unit)) => OpError::Words {
                message: format!("{} (`{}`) is a unit, not a square", unit.name, unit.id),
                hint: command!(
                    "name the square that is attacked, and with `--by` who attacks it: `railhead battle new SQUARE --by {}`",
                    unit.id
                ),
            },
            _ => error,
        })
    }
}

/// The bound as it is typed and the square; a second battle for it in the bound has `-2`.
fn free_id(campaign: &Campaign, square: domain::Square) -> BattleId {
    let first = format!("{}-{}", campaign.bound.typed(), campaign.frame.reference(square));
    let mut number = 1;
    loop {
        let id = BattleId::from(if number == 1 { first.clone() } else { format!("{first}-{number}") });
        if !campaign.battles.contains_key(&id) {
            return id;
        }
        number += 1;
    }
}

/// An open engagement is given up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BattleCancel {
    /// The battle, as given.
    pub battle: String,
}

impl BattleCancel {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let battle = pick::open_battle(changes.now(), &self.battle)?.clone();
        let id = battle.id.clone();
        changes.happen(Event::BattleChanged { battle: id.clone(), before: Some(Box::new(battle)), after: None })?;
        changes.tell(Notice::Cancelled { battle: id });
        Ok(())
    }
}

/// The battles of the running bound.
fn of_this_bound(campaign: &Campaign) -> impl Iterator<Item = &Battle> {
    campaign.battles.values().filter(|battle| battle.bound == campaign.bound)
}

/// A contact is declined: whoever could attack the square lets it be in this bound.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BattleDecline {
    /// The square that is not attacked, as given.
    pub square: String,
    /// More such squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<String>,
}

impl BattleDecline {
    /// For these squares, as given.
    pub fn of(squares: &[String]) -> Self {
        let (square, more) =
            squares.split_first().map_or_else(Default::default, |(s, more)| (s.clone(), more.to_vec()));
        Self { square, more }
    }

    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let squares = std::iter::once(&self.square).chain(&self.more);
        let squares: BTreeSet<Square> =
            squares.map(|word| pick::square(context.campaign, word)).collect::<Result<_, _>>()?;
        squares.into_iter().try_for_each(|square| decline(context.campaign, changes, square))
    }
}

/// Whether a battle for a square could be fought or declined: somebody is in contact there, or one is there already.
pub(crate) fn met(campaign: &Campaign, square: Square) -> bool {
    of_this_bound(campaign).any(|battle| battle.square == square)
        || contacts(campaign).iter().any(|contact| parties_for(campaign, contact, square).is_some())
}

/// Nobody attacks a square in this bound.
fn decline(campaign: &Campaign, changes: &mut Changeset, square: Square) -> Result<(), OpError> {
    let at = campaign.frame.reference(square);
    let refuse = |message: String, hint: Said| Err(OpError::NotNow { message, at: at.clone(), hint });
    if let Some(battle) = of_this_bound(campaign).find(|battle| battle.square == square) {
        let id = &battle.id;
        return match &battle.fought {
            Some(fought) if fought.is_declined() => Ok(()),
            Some(_) => {
                let message = format!("it has already been fought for in this bound: `{id}`");
                refuse(message, pick::shown_or_put_right(battle))
            }
            None => {
                let message = format!("the battle for it is already drawn: `{id}`");
                refuse(message, command!("cancel it first: `railhead battle cancel {id}`"))
            }
        };
    }
    let found = contacts(campaign).into_iter().find_map(|contact| parties_for(campaign, &contact, square));
    let Some((attacker, holder)) = found else {
        return refuse("nobody is in contact there".to_owned(), command!("`railhead contact` shows who faces whom"));
    };
    let fought = Fought {
        end: BattleEnd::OutOfMoves,
        holder,
        moves: 0,
        recorded: false,
        recce: None,
        bases_lost: None,
        units: Vec::new(),
    };
    let (id, rules, bound) = (free_id(campaign, square), campaign.rules, campaign.bound);
    let battle = Battle { id: id.clone(), square, bound, attacker, rules, facts: Vec::new(), fought: Some(fought) };
    changes.happen(Event::BattleChanged { battle: id, before: None, after: Some(Box::new(battle)) })
}

/// Who would attack a square in this contact, and who would defend it: where both stand in it, who holds it does.
fn parties_for(campaign: &Campaign, contact: &Contact, square: Square) -> Option<(SideId, SideId)> {
    let [a, b] = &contact.parties;
    let held = campaign.ground.control(square);
    let there = |party: &&Party| party.square == square;
    let mut defenders = [a, b].into_iter().filter(there);
    let first = defenders.next()?;
    let defender = defenders.next().filter(|other| held == Some(other.side)).unwrap_or(first);
    let attacker = if defender.side == a.side { b.side } else { a.side };
    Some((attacker, defender.side))
}

/// An outcome is posted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BattlePost {
    /// The battle, as given.
    pub battle: String,
    /// What came of it.
    pub result: Box<BattleResult>,
    /// The mark of the engagement file from which it came, as that reads now; none where no file lies there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engagement: Option<String>,
}

impl BattlePost {
    pub(super) fn decide(&self, context: &DecisionContext<'_>, changes: &mut Changeset) -> Result<(), OpError> {
        let battle = pick::open_battle(context.campaign, &self.battle)?;
        if self.result.battle != battle.id.as_str() {
            let message = format!("this is the outcome of `{}`, not of `{}`", self.result.battle, battle.id);
            let hint = command!("`railhead battle post {}`", self.result.battle);
            return Err(OpError::NotNow { message, at: battle.id.to_string(), hint });
        }
        let notes = same_drawing(context, battle, &self.result, self.engagement.as_deref())?;
        post(context, changes, battle, &self.result.outcome, self.result.recorded)?;
        as_its_dice_give(context, battle.id.as_str(), &self.result)?;
        changes.tell(Notice::Posted { battle: battle.id.clone(), notes });
        Ok(())
    }
}
