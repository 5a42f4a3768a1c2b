//! The dice of a command as they are stored: a seed, or the faces thrown at the table.

use serde::{Deserialize, Serialize};

use dice::Dice;

use crate::DecisionContext;

/// The dice of a command: as rolled, else from a seed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceWords {
    /// The faces, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<String>,
    /// The seed; none for that of the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl DiceWords {
    /// The dice.
    pub(crate) fn dice(&self, context: &DecisionContext<'_>) -> Dice<'static> {
        match &self.faces {
            Some(faces) => Dice::scripted(faces),
            None => Dice::seeded(self.seed.unwrap_or(context.seed), 0),
        }
    }
}
