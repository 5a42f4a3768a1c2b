//! Why something was refused.

use domain::Said;

/// One of several things for which something was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// Where, and what is wrong.
    pub text: String,
    /// The code of the row of a form of which it is said.
    pub row: Option<String>,
    /// What is wrong, where it stands beside that row.
    pub said: String,
}

/// Why something was refused, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// Each fault by itself.
    pub details: Vec<Detail>,
    /// What would be right.
    pub hints: Vec<Said>,
    /// Whether a rule refuses, which the umpire may set aside for a reason.
    pub is_by_rule: bool,
}

impl Refusal {
    /// Of something that has nothing to do with the campaign.
    pub(crate) fn of(error: &dyn std::error::Error) -> Self {
        Self::new(error.to_string())
    }

    /// With nothing that would be right.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), details: Vec::new(), hints: Vec::new(), is_by_rule: false }
    }
}
