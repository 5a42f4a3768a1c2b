//! What came of a battle, as it is kept in a file between resolving or recording and posting.

use serde::{Deserialize, Serialize};

use domain::is_file_name;
use rules::outcome::Outcome;
use rules::setup::Setup;

use super::file;
use super::heard::Decided;
use super::post::mark;
use crate::OpError;
use crate::dice_from::DiceFrom;

/// What came of a battle, as it is kept in a file between resolving or recording and posting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleResult {
    /// The version of this form.
    pub version: u32,
    /// The battle.
    pub battle: String,
    /// Whether it was fought on the table.
    pub recorded: bool,
    /// Where its dice came from: `seed 7`, `as rolled`, `the table`.
    pub dice: String,
    /// The mark of its drawing; none in outcomes made by hand or before marks were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// The mark of the engagement as it was fought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engagement: Option<String>,
    /// The file from which the engagement was read; none where the battle was taken as it stood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// How it was fought; none of a battle on the table, and of outcomes of before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fought: Option<Box<HowFought>>,
    /// What came of it.
    pub outcome: Outcome,
}

/// With what the program fought a battle, beside the dice: so that it can be fought again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HowFought {
    /// The version of the program.
    pub program: String,
    /// The engagement.
    pub engagement: Setup,
    /// What was decided otherwise than by doctrine alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Decided>,
}

impl BattleResult {
    /// The version written now.
    pub const VERSION: u32 = 1;

    /// The seed that its dice fell by; none where they were given, or rolled at the table.
    pub fn seed(&self) -> Option<u64> {
        DiceFrom::seed_of(&self.dice)
    }

    /// What came of an engagement, by dice from there.
    ///
    /// # Errors
    /// When the engagement cannot be written as JSON, which none of this program's is.
    pub(crate) fn new(setup: &Setup, recorded: bool, dice: String, outcome: Outcome) -> Result<Self, OpError> {
        let (battle, drawing) = (setup.battle.clone().unwrap_or_default(), setup.drawing.clone());
        let engagement = Some(mark::of_engagement(setup)?);
        let (version, file, fought) = (Self::VERSION, None, None);
        Ok(Self { version, battle, recorded, dice, drawing, engagement, file, fought, outcome })
    }

    /// The text of the file.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which none of this program's is.
    pub fn text(&self) -> Result<String, OpError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The result of a text.
    ///
    /// # Errors
    /// What cannot be read, with file, line and column.
    pub fn read(file: &str, text: &str) -> Result<Self, OpError> {
        let read: Self = serde_json::from_str(text).map_err(|error| OpError::Engagement {
            at: format!("{file}:{}:{}", error.line(), error.column()),
            message: format!("this is not the outcome of a battle: {error}"),
        })?;
        if read.version > Self::VERSION {
            let message = format!("the outcome has version {}, newer than this program knows", read.version);
            return Err(OpError::Engagement { at: file.to_owned(), message });
        }
        if !is_file_name(&read.battle) {
            return Err(OpError::Engagement { at: file.to_owned(), message: file::bad_battle(&read.battle) });
        }
        Ok(read)
    }
}
