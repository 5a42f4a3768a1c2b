//! Claims: what was overrun and waits for the umpire to say what becomes of it (setting `capture` = `umpire`).

use serde::{Deserialize, Serialize};

use crate::domain::{AccountId, Bound, FormationId, Square};

/// What became of something that was overrun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is the captor's.
    Captured,
    /// It is lost to both.
    Destroyed,
    /// The umpire let it go.
    Spared,
}

impl Fate {
    /// The fate in a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Captured => "captured",
            Self::Destroyed => "destroyed",
            Self::Spared => "spared",
        }
    }
}

/// A dump, the stock of a railhead or a leaf that was overrun. A leaf that waits is dispersed meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The dump, the railhead or the leaf.
    pub what: AccountId,
    /// The square in which it was overrun.
    pub square: Square,
    /// The leaf that overran it.
    pub by: FormationId,
    /// In which bound.
    pub bound: Bound,
}
