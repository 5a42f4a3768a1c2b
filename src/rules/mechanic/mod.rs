//! One mechanic at a time: what `roll` throws and of what `odds` gives the distribution.
//!
//! What it is: [`Mechanic`] (name and keys), [`Rolled`] and [`Chances`] (the answers, whose JSON keys are promises).
//! What it decides: what both NQM systems share at the table; a system adds its figures in its own folder.
//! Where to look next: `nqm_squared::table`, `nqm_free::table`.

mod assault;
mod fire;
mod input;
mod tests_and_losses;

use serde::Serialize;
use serde_json::Value;

use dice::{Call, Dice};

use super::nqm_free::SightingRoll;
use super::nqm_squared::RecceRoll;
use super::odds::Odds;

pub use assault::{AssaultRoll, Markers};
pub use fire::{FireDie, FirefightRoll};
pub use input::{Mechanic, MechanicError};
pub use tests_and_losses::{BreakTestRoll, Contest, FaceRoll, ReorganiseRoll, TestRoll};

pub(crate) use assault::{assault_odds, roll_assault};
pub(crate) use fire::{firefight_odds, roll_firefight};
pub(crate) use input::Input;
pub(crate) use tests_and_losses::{
    break_odds, contest_odds, face_odds, reorganise_odds, roll_break, roll_contest, roll_face, roll_reorganise,
    roll_test, test_odds,
};

/// What a mechanic came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Rolled {
    /// A volley.
    Firefight(FirefightRoll),
    /// A look by Squared.
    Recce(RecceRoll),
    /// A look by Free.
    Sighting(SightingRoll),
    /// A close assault.
    Assault(AssaultRoll),
    /// A break test.
    BreakTest(BreakTestRoll),
    /// Another test of one die.
    Test(TestRoll),
    /// Reorganisation.
    Reorganise(ReorganiseRoll),
    /// A dispute.
    Contest(Contest),
    /// A die that is a figure.
    Face(FaceRoll),
    /// A mechanic of a system whose answers are objects of their own.
    Answer(Answer),
}

/// The answer of a mechanic as its rule page names its keys, with the same in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Answer {
    /// The keys and their values, one object.
    pub keys: Value,
    /// What it came to, a sentence a line.
    #[serde(skip)]
    pub words: Vec<String>,
}

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
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum What {
    /// So many markers.
    Casualties {
        /// The markers.
        casualties: u32,
    },
    /// So many markers a side.
    Both {
        /// The markers.
        casualties: Markers,
    },
    /// The attacker's score less the defender's.
    Margin {
        /// The margin.
        margin: i8,
    },
    /// Whether a test is passed.
    Passed {
        /// Passed.
        passed: bool,
    },
    /// So many SP lost.
    SpLost {
        /// The SP.
        sp_lost: u32,
    },
    /// Who wins.
    Winner {
        /// The winner; nobody in a draw.
        winner: Option<super::pairs::Side>,
    },
    /// What a look comes to.
    Sighting {
        /// What.
        result: super::nqm_free::Sighting,
        /// At what range fire is opened.
        range: Option<super::nqm_free::FireRange>,
    },
    /// A figure of hours.
    Hours {
        /// The hours.
        hours: u8,
    },
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
