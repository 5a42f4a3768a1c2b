//! What happened in a battle, move by move and base by base.

use serde::Serialize;

use domain::FormationId;
use rules::pairs::BattleSide;

/// What is said of a move without anything to tell.
pub(crate) const QUIET: &str = "nothing happens";

/// What happened in a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MoveStory {
    /// Which.
    pub number: u8,
    /// What happened, a sentence each.
    pub lines: Vec<String>,
}

/// What became of a base.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BaseStory {
    /// Its id.
    pub id: FormationId,
    /// Its unit.
    pub unit: FormationId,
    /// The name of its unit.
    #[serde(skip)]
    pub unit_name: String,
    /// Its side.
    pub side: BattleSide,
    /// SP before.
    pub sp_before: u16,
    /// SP left.
    pub sp: u16,
    /// Markers.
    pub markers: u16,
    /// Whether it is out of ammunition.
    pub out_of_ammo: bool,
    /// What became of it, in words.
    pub fate: String,
    /// Where it ends.
    pub square: Option<String>,
}
