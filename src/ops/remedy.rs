//! What would settle a finding of the review.

use domain::{FormationId, Square};

/// What would settle a finding: a command where it is known to be accepted, otherwise what to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// Nothing need be done.
    Nothing,
    /// A command that settles it, or shows what to look at.
    Command(String),
    /// A leaf comes to a square, if it can.
    March(FormationId, Square),
    /// The battle for a square is fought, if one can be.
    Battle(Square),
}

impl From<String> for Remedy {
    fn from(command: String) -> Self {
        Self::Command(command)
    }
}
