//! Ids: opaque, stable names of things. No code reads a tree out of the dots in one.

use std::borrow::Borrow;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::text::from_text;

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                from_text(d, |text| Ok::<_, Infallible>(text.into()))
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(Arc::from(text))
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(Arc::from(text))
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

id!(
    /// The id of a formation or leaf: `ax.a6.xiv.16pz`.
    FormationId
);
id!(
    /// The id of a crossing: `kalach`.
    CrossingId
);
id!(
    /// The id of a stock account: a dump, a railhead, a vehicle leaf, or a boundary name such as `opening`.
    AccountId
);

id!(
    /// The id of a battle: `2am-037026`, the bound as it is typed and the square.
    BattleId
);

id!(
    /// The id of an airfield: `pitomnik`.
    AirfieldId
);

/// What an id is made of, for messages.
pub const ID_LETTERS: &str = "letters, digits, dots, dashes and underscores";

/// Whether a text can be an id: [`ID_LETTERS`] and nothing else, so that it is one word of a command, of a list in a field
/// and of a file name.
pub fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || ".-_".contains(letter))
}

/// The id of a side: at most eight ASCII characters, such as `AX` or `SU`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideId([u8; 8]);

impl SideId {
    /// The id of a side from its text.
    ///
    /// # Errors
    /// When the text is empty, longer than eight bytes, or has a character that is not an ASCII letter, digit or `-`.
    pub fn new(text: &str) -> Result<Self, BadSideId> {
        let legal = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        if text.is_empty() || text.len() > 8 || !text.bytes().all(legal) {
            return Err(BadSideId(text.to_owned()));
        }
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self(bytes))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|b| *b == 0).unwrap_or(8);
        std::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }
}

/// A text that cannot be the id of a side.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot be the id of a side: one to eight letters, digits or `-`")]
pub struct BadSideId(pub String);

impl fmt::Debug for SideId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SideId({})", self.as_str())
    }
}

impl fmt::Display for SideId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl std::str::FromStr for SideId {
    type Err = BadSideId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::new(text)
    }
}

impl Serialize for SideId {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for SideId {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        from_text(d, Self::new)
    }
}
