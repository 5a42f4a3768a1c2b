//! What a system that fights square against square asks of the ground around: where the attack comes from, what lies
//! behind each side, who stands beside.
//!
//! What it decides: nothing; whoever draws the battle fills in what the campaign says. NQM asks for none of it.
//! Where to look next: `contact`, which lays the bases of an engagement on these squares.

use serde::{Deserialize, Serialize};

use domain::{Square, Terrain};

/// Where an attack comes from, and onto which side of the defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Approach {
    /// The square from which the attack comes, an orthogonal neighbour of the one attacked; none for that in which most
    /// attacking bases stand, of several the lowest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Square>,
    /// Onto which side of the defender the attack falls.
    pub facing: Facing,
    /// A medium or minor river lies between the two squares.
    pub stream: bool,
    /// The square from which the attack comes.
    pub attacker: Stance,
    /// The square that is attacked; its ground is that of the battle.
    pub defender: Stance,
    /// The square behind the one attacked.
    pub behind: Stance,
}

impl Default for Approach {
    /// The enemy of a side is the other, and nobody else is near.
    fn default() -> Self {
        Self {
            from: None,
            facing: Facing::Front,
            stream: false,
            attacker: Stance::default(),
            defender: Stance::default(),
            behind: Stance { enemy_faces: 0, ..Stance::default() },
        }
    }
}

/// Onto which side of the defender an attack falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    /// Where he looks.
    #[default]
    Front,
    /// From the side.
    Flank,
    /// From behind.
    Rear,
}

/// A square and what is around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stance {
    /// Its ground.
    pub terrain: Terrain,
    /// How many of its orthogonal neighbours hold an enemy fighting leaf, 0 to 4.
    pub enemy_faces: u8,
    /// What lies behind it.
    pub rear: Rear,
}

impl Default for Stance {
    fn default() -> Self {
        Self { terrain: Terrain::Open, enemy_faces: 1, rear: Rear::Free }
    }
}

/// What lies behind a square, where its troops fall back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rear {
    /// A square to fall back to.
    #[default]
    Free,
    /// An enemy fighting leaf, a lake, or a major river without a usable crossing.
    Barred,
    /// The edge of the map: who falls back is off it.
    OffMap,
}
