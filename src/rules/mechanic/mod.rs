//! One mechanic at a time: what `roll` throws and of what `odds` gives the distribution.
//!
//! What it is: [`Mechanic`] (name and keys), [`Rolled`] and [`Chances`] (the answers, whose JSON keys are promises).
//! What it decides: what both NQM systems share at the table; a system adds its figures in its own folder.
//! Where to look next: `nqm_squared::table`, `nqm_free::table`.

mod assault;
pub(crate) mod chances;
mod fire;
mod input;
pub(crate) mod rolled;
mod tests_and_losses;

use serde::Serialize;
use serde_json::Value;

pub use crate::mechanic::chances::{Chance, Chances, CountChance, Mean, What};
pub use crate::mechanic::rolled::Rolled;
pub use assault::AssaultRoll;
pub(crate) use assault::{assault_odds, roll_assault};
pub use chances::Markers;
pub use fire::{FireDie, FirefightRoll};
pub(crate) use fire::{firefight_odds, roll_firefight};
pub use input::{Mechanic, MechanicError};
pub(crate) use input::{MechanicInput, Result};
pub use tests_and_losses::{BreakTestRoll, Contest, FaceRoll, ReorganiseRoll, TestRoll};
pub(crate) use tests_and_losses::{
    break_odds, contest_odds, face_odds, reorganise_odds, roll_break, roll_contest, roll_face, roll_reorganise,
    roll_test, test_odds,
};

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
