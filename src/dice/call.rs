//! Who throws for what, and what fell.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A call for dice: who throws, for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call<'a> {
    /// Who throws: a unit, a base, a side.
    pub thrower: &'a str,
    /// For what: `firefight`, `break test`.
    pub purpose: &'a str,
}

impl<'a> Call<'a> {
    /// A call.
    pub fn new(thrower: &'a str, purpose: &'a str) -> Self {
        Self { thrower, purpose }
    }
}

impl fmt::Display for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.purpose, self.thrower)
    }
}

/// A throw as it fell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    /// Who threw.
    pub thrower: String,
    /// For what.
    pub purpose: String,
    /// The faces in the order in which they fell.
    pub faces: Vec<u8>,
    /// What it came to, once that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
}

impl Throw {
    pub(super) fn new(call: &Call<'_>, faces: Vec<u8>) -> Self {
        Self { thrower: call.thrower.to_owned(), purpose: call.purpose.to_owned(), faces, effect: None }
    }
}
