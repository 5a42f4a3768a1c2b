//! The dice of a command as they are stored: a seed, or the faces thrown at the table.

use serde::{Deserialize, Serialize};

use dice::Dice;

use crate::{DecisionContext, OpError};

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
    /// Does something with the dice, and refuses faces that are left over.
    pub(crate) fn throw(
        &self,
        context: &DecisionContext<'_>,
        work: impl FnOnce(&mut Dice<'_>) -> Result<(), OpError>,
    ) -> Result<(), OpError> {
        let mut dice = match &self.faces {
            Some(faces) => Dice::scripted(faces),
            None => Dice::seeded(self.seed.unwrap_or(context.seed), 0),
        };
        work(&mut dice)?;
        dice.finish()?;
        Ok(())
    }
}
