//! On what a command is decided, and what is kept with what it changes.

use chrono::{DateTime, Utc};

use campaign::Campaign;
use domain::is_refused;
use ledger::{Input, OperationDraft};

use crate::{Changeset, OpError};

/// How a command writes: its words, its reasons, its hour.
#[derive(Debug, Clone)]
pub struct ChangeContext {
    /// The command as typed.
    pub command: String,
    /// Why, in the organiser's words.
    pub reason: Option<String>,
    /// Why a rule is set aside, in the organiser's words.
    pub overridden: Option<String>,
    /// Whether to write nothing.
    pub dry_run: bool,
    /// The operation that must still be the last; none where any may be.
    pub expect: Option<u64>,
    /// The group to which the operation belongs.
    pub group: Option<u64>,
    /// The hour on the wall.
    pub time: DateTime<Utc>,
    /// Every file that the command read.
    pub inputs: Vec<(String, Input)>,
}

/// The ground on which a request is decided.
#[derive(Debug, Clone, Copy)]
pub struct DecisionContext<'a> {
    /// The campaign as it stands.
    pub campaign: &'a Campaign,
    /// Why, in the organiser's words.
    pub reason: Option<&'a str>,
    /// Why a rule is set aside; none where rules hold.
    pub overridden: Option<&'a str>,
    /// The seed of dice for which none is given: that of the log.
    pub seed: u64,
}

impl<'a> DecisionContext<'a> {
    /// Of a campaign as it stands, for who only asks what would be decided.
    pub(crate) fn plain(campaign: &'a Campaign) -> Self {
        Self { campaign, reason: None, overridden: None, seed: 0 }
    }

    /// The draft of what is to happen, with nothing in it yet.
    pub fn changes(&self) -> Changeset {
        Changeset::new(self.campaign)
    }

    /// The reason, else the reason for which a rule is set aside.
    pub(crate) fn any_reason(&self) -> Option<&'a str> {
        self.reason.or(self.overridden)
    }

    /// Refuses by a rule unless it is set aside.
    ///
    /// # Errors
    /// When no override is given.
    pub fn rule(&self, message: impl Into<String>, at: &str) -> Result<(), OpError> {
        if self.overridden.is_some() {
            return Ok(());
        }
        Err(OpError::Rule { message: message.into(), at: at.to_string() })
    }
}

impl ChangeContext {
    /// Refuses words that no line of a script can hold, or that would do things to a terminal: `op script` gives every
    /// command back as one line, and names and notes are printed as they are.
    pub(crate) fn must_be_plain(&self) -> Result<(), OpError> {
        let texts = [Some(&self.command), self.reason.as_ref(), self.overridden.as_ref()];
        let letter = texts.into_iter().flatten().flat_map(|text| text.chars()).find(|letter| is_refused(*letter));
        let (message, hint) = match letter {
            None => return Ok(()),
            Some('\n' | '\r') => ("names and notes cannot contain a line break".to_owned(), "write it in one line"),
            Some(letter) => (
                format!("names and notes cannot contain the control character U+{:04X}", u32::from(letter)),
                "leave it out",
            ),
        };
        Err(OpError::Words { message, hint: hint.into() })
    }

    /// What the ledger is told of the operation.
    pub(crate) fn draft(&self, request: serde_json::Value, seed: Option<u64>) -> OperationDraft {
        OperationDraft {
            command: self.command.clone(),
            request,
            group: self.group,
            seed,
            reason: self.reason.clone(),
            overridden: self.overridden.clone(),
            expect: self.expect,
            inputs: self.inputs.clone(),
            time: self.time,
        }
    }
}
