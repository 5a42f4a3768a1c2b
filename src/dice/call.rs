//! Who throws for what, and what fell.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Told;

/// Somebody who has a part in a throw, and what it means for him: `M at men L: 4-5 1 marker, 6 2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Who: a unit or base.
    pub id: String,
    /// What it means for him.
    pub words: String,
}

/// Words of a call: plain, or with the places of those whom they name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words<'a> {
    /// Plain: of a thrower his id, of a purpose words that name nobody.
    Plain(&'a str),
    /// With those whom they name.
    Told(&'a Told),
}

impl std::ops::Deref for Words<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Plain(words) => words,
            Self::Told(told) => told.as_str(),
        }
    }
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl<'a> From<&'a str> for Words<'a> {
    fn from(words: &'a str) -> Self {
        Self::Plain(words)
    }
}

impl<'a> From<&'a String> for Words<'a> {
    fn from(words: &'a String) -> Self {
        Self::Plain(words)
    }
}

impl<'a> From<&'a Told> for Words<'a> {
    fn from(told: &'a Told) -> Self {
        Self::Told(told)
    }
}

/// A call for dice: who throws, for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call<'a> {
    /// Who throws: a unit, a base, a side, or several.
    pub thrower: Words<'a>,
    /// For what: `firefight`, `break test`.
    pub purpose: Words<'a>,
    /// What a player must know to throw by hand and to read the dice: a die each in this order where there are as many
    /// as dice. Only made where somebody is asked ([`super::Dice::is_asked`]).
    pub parts: &'a [Part],
}

impl<'a> Call<'a> {
    /// A call.
    pub fn new(thrower: impl Into<Words<'a>>, purpose: impl Into<Words<'a>>) -> Self {
        Self { thrower: thrower.into(), purpose: purpose.into(), parts: &[] }
    }

    /// Who throws.
    pub fn who(&self) -> Told {
        match self.thrower {
            Words::Plain(id) => Told::of(id),
            Words::Told(told) => told.clone(),
        }
    }

    /// For what.
    pub fn what(&self) -> Told {
        match self.purpose {
            Words::Plain(words) => words.into(),
            Words::Told(told) => told.clone(),
        }
    }

    /// The same, with what it means for those who have a part in it.
    #[must_use]
    pub fn with_parts(self, parts: &'a [Part]) -> Self {
        Self { parts, ..self }
    }
}

/// That somebody throws, in words: `the attackers throw`, `1st Battalion throws`.
pub fn throws(thrower: &str) -> &'static str {
    if thrower.starts_with("the ") && thrower.ends_with('s') { "throw" } else { "throws" }
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
        Self { thrower: call.thrower.to_string(), purpose: call.purpose.to_string(), faces, effect: None }
    }
}
