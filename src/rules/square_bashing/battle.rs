//! An engagement of a campaign bound, fought by these rules.

use crate::dice::Dice;
use crate::domain::RuleSystemId;
use crate::rules::contact::own;
use crate::rules::outcome::Outcome;
use crate::rules::setup::Setup;
use crate::rules::{BattleError, Engagement, Violation};

/// What a drawn engagement says of choices that these rules alone have.
pub(crate) const TEMPLATE: &str = "";

/// What is wrong with house parameters.
pub(crate) fn check_house(house: &serde_json::Value) -> Result<(), String> {
    own::read::<super::house::House>(house).map(drop)
}

/// Fights it.
pub(crate) fn fight(_: &Engagement, _: &mut Dice<'_>) -> Result<Outcome, BattleError> {
    Err(BattleError::NoBattles { rules: RuleSystemId::SquareBashing })
}

/// What in a setup cannot be by these rules.
pub(crate) fn check(_: &Setup) -> Vec<Violation> {
    Vec::new()
}
