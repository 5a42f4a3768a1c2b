//! What a mechanic came to, one kind of roll for each.

use serde::Serialize;

use crate::mechanic::assault::AssaultRoll;
use crate::mechanic::fire::FirefightRoll;
use crate::mechanic::tests_and_losses::{BreakTestRoll, Contest, FaceRoll, ReorganiseRoll, TestRoll};
use crate::mechanic::{Answer, Markers};
use crate::nqm_free::recce::{FireRange, Sighting};
use crate::nqm_squared::recce::RecceResult;
use crate::pairs::BattleSide;

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

/// A look as it fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SightingRoll {
    /// The red die; none when the recce came on the enemy without having looked.
    pub red: Option<u8>,
    /// The white die; none as with red.
    pub white: Option<u8>,
    /// The blue die.
    pub blue: u8,
    /// What comes of it.
    pub result: Sighting,
    /// At what range fire is opened, by blue; none when the recce sees first.
    pub range: Option<FireRange>,
}

/// A look as it fell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecceRoll {
    /// The attacker's die.
    pub attacker: u8,
    /// The defender's die.
    pub defender: u8,
    /// The attacker's score less the defender's.
    pub margin: i8,
    /// Who wins.
    pub winner: Option<BattleSide>,
    /// What comes of it.
    pub result: Vec<RecceResult>,
    /// The markers.
    pub casualties: Markers,
}
