//! What came of a battle, as it is kept in a file between resolving or recording and posting.

use serde::{Deserialize, Serialize};

use domain::{command, is_file_name, shown_in_a_line};
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
    /// The campaign in which it was fought; none in outcomes made by hand or before this was kept, and in the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<OfCampaign>,
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

/// Of which campaign a file is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfCampaign {
    /// Its title.
    pub title: String,
    /// The name of its file, without folders.
    pub file: String,
    /// By what it is known, whatever its file is called.
    pub known_by: String,
}

impl OfCampaign {
    /// As people call it, and the file beside it.
    fn named(&self) -> String {
        format!("{} (`{}`)", shown_in_a_line(&self.title), shown_in_a_line(&self.file))
    }
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
        let (version, campaign, file, fought) = (Self::VERSION, None, None, None);
        Ok(Self { version, battle, campaign, recorded, dice, drawing, engagement, file, fought, outcome })
    }

    /// That it is of this campaign, as far as it says; of which one it is need not be kept with it then.
    ///
    /// # Errors
    /// When it says that it is of another.
    pub fn must_be_of(&mut self, here: &OfCampaign) -> Result<(), OpError> {
        let Some(of) = self.campaign.take().filter(|of| of.known_by != here.known_by) else { return Ok(()) };
        let (of, here) = (of.named(), here.named());
        let message = format!("this outcome is from another campaign, {of}; this one is {here}");
        let hint = command!(
            "post it there with `--campaign FILE`; here `railhead battle resolve {}` fights the battle",
            self.battle
        );
        Err(OpError::NotNow { message, at: self.battle.clone(), hint })
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
