//! What the organiser does: each request is the validated words of one command, and decides events.
//!
//! A request is stored with its operation as versioned JSON, so that it can be decided again.

mod setting;

pub use setting::SettingSet;

use serde::{Deserialize, Serialize};

use super::{OpError, Stand, Work};

/// The version in which requests are written now.
const VERSION: u32 = 1;

/// A request of the organiser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Request {
    /// A setting is changed.
    SettingSet(SettingSet),
}

impl Request {
    /// Decides what happens.
    ///
    /// # Errors
    /// When the campaign or a rule refuses, or a word means nothing.
    pub fn decide(&self, stand: &Stand<'_>) -> Result<Work, OpError> {
        let mut work = stand.work();
        match self {
            Self::SettingSet(request) => request.decide(&mut work)?,
        }
        Ok(work)
    }

    /// The request as it is stored.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which none of this program's is.
    pub fn to_json(&self) -> Result<serde_json::Value, OpError> {
        let mut value = serde_json::to_value(self)?;
        value["v"] = VERSION.into();
        Ok(value)
    }
}
