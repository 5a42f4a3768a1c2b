//! `battle new`, `battle cancel`, `battle post`: engagements drawn, given up, brought home.

use serde::{Deserialize, Serialize};

use crate::campaign::{Battle, Campaign, Event};
use crate::domain::{BattleId, Phase, RuleSystemId};
use crate::ops::battle::facts::facts;
use crate::ops::battle::post::post;
use crate::ops::battle::roster::{LogOf, Wanted, roster};
use crate::ops::{BattleResult, OpError, Stand, Told, Work, pick};

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
    /// The rules; none: those of the campaign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleSystemId>,
}

impl BattleDraw {
    pub(super) fn decide(&self, stand: &Stand<'_>, work: &mut Work) -> Result<(), OpError> {
        let campaign = stand.campaign;
        let square = pick::square(campaign, &self.square)?;
        if campaign.bound.phase == Phase::Night {
            stand.rule("no battle is fought at night", &campaign.frame.reference(square))?;
        }
        let wanted =
            Wanted { attacker: self.attacker.as_deref(), by: &self.by, reserve: &self.reserve, without: &self.without };
        let log = LogOf::new(campaign);
        let roster = roster(stand, &log, square, &wanted)?;
        let battle = Battle {
            id: free_id(campaign, square),
            square,
            bound: campaign.bound,
            attacker: roster.attacker,
            rules: self.rules.unwrap_or(campaign.rules),
            facts: facts(campaign, &log, square, &roster.leaves),
            fought: None,
        };
        let (id, after) = (battle.id.clone(), Some(Box::new(battle)));
        work.happen(Event::BattleChanged { battle: id.clone(), before: None, after })?;
        work.tell(Told::Drawn { battle: id, left_out: roster.left_out });
        Ok(())
    }
}

/// The bound as it is typed and the square; a second battle for it in the bound has `-2`.
fn free_id(campaign: &Campaign, square: crate::domain::Square) -> BattleId {
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
    pub(super) fn decide(&self, work: &mut Work) -> Result<(), OpError> {
        let battle = pick::open_battle(work.now(), &self.battle)?.clone();
        work.happen(Event::BattleChanged { battle: battle.id.clone(), before: Some(Box::new(battle)), after: None })
    }
}

/// An outcome is posted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BattlePost {
    /// The battle, as given.
    pub battle: String,
    /// What came of it.
    pub result: Box<BattleResult>,
}

impl BattlePost {
    pub(super) fn decide(&self, stand: &Stand<'_>, work: &mut Work) -> Result<(), OpError> {
        let battle = pick::open_battle(stand.campaign, &self.battle)?;
        if self.result.battle != battle.id.as_str() {
            let message = format!("this is the outcome of `{}`, not of `{}`", self.result.battle, battle.id);
            let hint = format!("`railhead battle post {}`", self.result.battle);
            return Err(OpError::NotNow { message, at: battle.id.to_string(), hint });
        }
        post(stand, work, battle, &self.result.outcome, self.result.recorded)?;
        work.tell(Told::Posted { battle: battle.id.clone() });
        Ok(())
    }
}
