//! One mechanic of the rules, thrown or weighed: no campaign is looked at.

use serde_json::Value;

use dice::{Ask, Dice, DiceError, Throw};
use domain::RuleSystemId;
use rules::mechanic::{Chances, MechanicError, Rolled};
use rules::system;

use crate::OpError;

/// Where dice come from.
pub enum DiceFrom<'a> {
    /// From a seed.
    Seed(u64),
    /// As written.
    Script(&'a str),
    /// From somebody who is asked.
    Ask(&'a mut dyn Ask),
}

impl std::fmt::Debug for DiceFrom<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Seed(seed) => write!(f, "Seed({seed})"),
            Self::Script(script) => write!(f, "Script({script:?})"),
            Self::Ask(_) => write!(f, "Ask"),
        }
    }
}

impl<'a> DiceFrom<'a> {
    /// Where they come from, as a report says it.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Seed(seed) => format!("seed {seed}"),
            Self::Script(_) => "as given".to_owned(),
            Self::Ask(_) => "as rolled at the table".to_owned(),
        }
    }

    /// The seed that these words name.
    pub(crate) fn seed_of(words: &str) -> Option<u64> {
        words.strip_prefix("seed ")?.parse().ok()
    }

    pub(crate) fn dice(self) -> Dice<'a> {
        match self {
            Self::Seed(seed) => Dice::seeded(seed, 0),
            Self::Script(script) => Dice::scripted(script),
            Self::Ask(ask) => Dice::asked(ask),
        }
    }
}

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
