//! A later operation decided again on a campaign that stands otherwise.

use std::collections::BTreeSet;

use campaign::{Battle, Campaign};

use super::Correction;
use crate::command::{BattleDecline, met};
use crate::context::DecisionContext;
use crate::{OpError, Request, pick};

/// A request that is to be decided again.
pub(super) struct Again<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) request: Request,
    pub(super) reason: Option<&'a str>,
    pub(super) overridden: Option<String>,
    pub(super) seed: u64,
}

/// What is left to be declined of what was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declines {
    /// All of it, or it is no such request.
    All,
    /// Some of the squares.
    Some,
    /// None of them.
    Nothing,
}

impl Again<'_> {
    /// Leaves out the squares in which there is nothing to decline any more.
    pub(super) fn declines(&mut self) -> Declines {
        let Request::BattleDecline(decline) = &self.request else { return Declines::All };
        let squares: Vec<String> = std::iter::once(&decline.square).chain(&decline.more).cloned().collect();
        let in_contact = |square: &String| pick::square(self.campaign, square).is_ok_and(|at| met(self.campaign, at));
        let left: Vec<String> = squares.iter().filter(|square| in_contact(square)).cloned().collect();
        match left.len() {
            count if count == squares.len() => return Declines::All,
            0 => return Declines::Nothing,
            _ => {}
        }
        self.request = Request::BattleDecline(BattleDecline::of(&left));
        Declines::Some
    }

    pub(super) fn decide(&self) -> Result<crate::Changeset, OpError> {
        let (reason, overridden) = (self.reason, self.overridden.as_deref());
        self.request.decide(&DecisionContext { campaign: self.campaign, reason, overridden, seed: self.seed })
    }

    /// Sets aside what keeps a battle that was fought from being as it was fought; whether anything did.
    ///
    /// # Interpretation
    /// A battle that was fought later was fought: its result stands, the losses taken from what the bases have now.
    pub(super) fn fit(&mut self, correction: &Correction, drawn: Option<&Battle>) -> Result<bool, OpError> {
        let by = match (&self.request, drawn) {
            (Request::BattlePost(_), _) if matches!(self.decide(), Err(OpError::Rule { .. })) => None,
            (Request::BattleDraw(_), Some(drawn)) if !self.draws_all_of(drawn) => Some(attackers(self.campaign, drawn)),
            _ => return Ok(false),
        };
        let was = (self.request.clone(), self.overridden.clone());
        if let (Request::BattleDraw(draw), Some(by)) = (&mut self.request, by) {
            draw.by = by;
        }
        let why = format!("as it was fought: operation {} was put right", correction.wrong.number);
        self.overridden.get_or_insert(why);
        match (self.decide(), drawn) {
            (Ok(_), _) => Ok(true),
            // What is drawn with fewer may yet be posted.
            (Err(_), Some(_)) => {
                (self.request, self.overridden) = was;
                Ok(false)
            }
            (Err(error), None) => Err(error),
        }
    }

    /// Whether it draws a battle with everybody who was in it.
    fn draws_all_of(&self, drawn: &Battle) -> bool {
        let Ok(changes) = self.decide() else { return false };
        let now = changes.now().battles.get(&drawn.id);
        let subjects = |battle: &Battle| battle.facts.iter().map(|fact| fact.subject.clone()).collect::<BTreeSet<_>>();
        now.is_some_and(|now| subjects(now).is_superset(&subjects(drawn)))
    }
}

/// The leaves that attacked in a battle.
fn attackers(campaign: &Campaign, drawn: &Battle) -> Vec<String> {
    let leaves = drawn.facts.iter().filter_map(|fact| campaign.formation(&fact.subject));
    let own = leaves.filter(|leaf| leaf.leaf.is_some() && leaf.side == drawn.attacker);
    own.map(|leaf| leaf.id.to_string()).collect()
}
