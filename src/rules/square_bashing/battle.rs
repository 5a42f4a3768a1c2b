//! An engagement of a campaign bound, fought by these rules.

use crate::dice::Dice;
use crate::domain::RuleSystemId;
use crate::rules::outcome::Outcome;
use crate::rules::setup::Setup;
use crate::rules::{BattleError, Engagement, Violation};

/// Fights it.
pub(crate) fn fight(_: &Engagement, _: &mut Dice<'_>) -> Result<Outcome, BattleError> {
    Err(BattleError::NoBattles { rules: RuleSystemId::SquareBashing })
}

/// What in a setup cannot be by these rules.
pub(crate) fn check(_: &Setup) -> Vec<Violation> {
    Vec::new()
}
