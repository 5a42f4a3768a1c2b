//! One mechanic of the rules, thrown or weighed: no campaign is looked at.

use serde_json::Value;

use dice::{Dice, DiceError, Throw};
use domain::RuleSystemId;
use rules::mechanic::{Chances, MechanicError, Rolled};
use rules::system;

use crate::OpError;
use crate::dice_from::DiceFrom;

/// Throws one mechanic; what it came to, and how many dice it used.
///
/// # Errors
/// When the system or the mechanic is not there, the input does not fit, or the dice do not.
pub fn roll(
    rules: RuleSystemId,
    mechanic: &str,
    input: &Value,
    from: DiceFrom<'_>,
) -> Result<(Rolled, usize), OpError> {
    let system = system(rules);
    let mut dice = from.dice();
    let rolled = system.roll(mechanic, input, &mut dice);
    let throws = dice.log().iter().map(wanted).collect();
    let finished = rolled.and_then(|rolled| Ok((rolled, used(dice)?)));
    finished.map_err(|error| failed(error, throws))
}

fn used(dice: Dice<'_>) -> Result<usize, DiceError> {
    Ok(dice.finish()?.iter().map(|throw| throw.faces.len()).sum())
}

fn wanted(throw: &Throw) -> String {
    let Throw { thrower, purpose, faces, .. } = throw;
    format!("{purpose}: {thrower} threw {}", faces.len())
}

/// What was thrown before is said only where the dice are what is wrong.
fn failed(error: MechanicError, throws: Vec<String>) -> OpError {
    let throws = if matches!(error, MechanicError::Dice(_)) { throws } else { Vec::new() };
    OpError::Mechanic { error, throws }
}

/// The exact distribution of one mechanic.
///
/// # Errors
/// When the system or the mechanic is not there, or the input does not fit.
pub fn odds(rules: RuleSystemId, mechanic: &str, input: &Value) -> Result<Chances, OpError> {
    system(rules).odds(mechanic, input).map_err(|error| failed(error, Vec::new()))
}
