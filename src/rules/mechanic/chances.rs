//! What a mechanic comes to: what was rolled, and what may be rolled with which probability.

use serde::Serialize;
use serde_json::Value;

use dice::{Call, Dice};

use crate::mechanic::input::MechanicError;
use crate::odds::Odds;

/// The distribution of a mechanic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chances {
    /// The outcomes with their probabilities.
    pub outcomes: Vec<Chance>,
    /// How many bases run out of ammunition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_ammo: Option<Vec<CountChance>>,
    /// The mean.
    pub mean: Mean,
}

/// The mean of a distribution: a number, or one a side.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Mean {
    /// One number.
    One(f64),
    /// One a side.
    Sides {
        /// The attacker's.
        attacker: f64,
        /// The defender's.
        defender: f64,
    },
}

/// An outcome with its probability.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chance {
    /// What happens.
    #[serde(flatten)]
    pub what: What,
    /// How likely it is, from 0 to 1.
    pub probability: f64,
}

/// What can happen.
#[expect(missing_docs, reason = "most fields say what they are")]
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum What {
    /// So many markers.
    Casualties {
        /// The markers.
        casualties: u32,
    },
    /// So many markers a side.
    Both { casualties: Markers },
    /// The attacker's score less the defender's.
    Margin { margin: i8 },
    /// Whether a test is passed.
    Passed { passed: bool },
    /// So many SP lost.
    SpLost { sp_lost: u32 },
    /// Who wins.
    Winner {
        /// The winner; nobody in a draw.
        winner: Option<crate::pairs::BattleSide>,
    },
    /// What a look comes to.
    Sighting {
        /// What.
        result: crate::nqm_free::Sighting,
        /// At what range fire is opened.
        range: Option<crate::nqm_free::FireRange>,
    },
    /// A figure of hours.
    Hours { hours: u8 },
    /// An outcome of a system whose answers are objects of their own.
    Answer(Value),
}

/// The probability of a count.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CountChance {
    /// The count.
    pub count: u32,
    /// How likely it is.
    pub probability: f64,
}

impl Chances {
    pub(crate) fn new<T>(odds: Odds<T>, mean: Mean, what: impl Fn(T) -> What) -> Self {
        let chance = |(outcome, probability)| Chance { what: what(outcome), probability };
        Self { outcomes: odds.outcomes.into_iter().map(chance).collect(), out_of_ammo: None, mean }
    }
}

/// One die, thrown by and for.
pub(crate) fn die(dice: &mut Dice<'_>, thrower: &str, purpose: &str) -> Result<u8, MechanicError> {
    Ok(dice.one(&Call::new(thrower, purpose))?)
}

/// Markers a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Markers {
    /// On the attacker.
    pub attacker: u32,
    /// On the defender.
    pub defender: u32,
}
