//! Ids: opaque, stable names of things. No code reads a tree out of the dots in one.

use std::borrow::Borrow;
use std::convert::Infallible;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize, Serializer};

use super::text::from_text;
use crate::handle::{Handle, Named};

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(Handle);

        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                self.0.text()
            }
        }

        impl Named for $name {
            fn handle(&self) -> Option<Handle> {
                Some(self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                from_text(d, |text| Ok::<_, Infallible>(text.into()))
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(Handle::of(text))
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                text.as_str().into()
            }
        }

        impl From<Handle> for $name {
            fn from(handle: Handle) -> Self {
                Self(handle)
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.as_str()).finish()
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

id!(
    /// The id of a sighting: `AX-s17`, the seventeenth of the side that was sighted. It tells nothing of the formation.
    SightingId
);

impl SightingId {
    /// The sighting of this number of a side.
    pub fn numbered(side: SideId, number: u32) -> Self {
        Self::from(format!("{side}-s{number}"))
    }

    /// Which number it has among those of a side; none where it is of another side, or none of ours.
    pub fn number_of(&self, side: SideId) -> Option<u32> {
        self.as_str().strip_prefix(side.as_str())?.strip_prefix("-s")?.parse().ok()
    }
}

/// What an id is made of, for messages.
pub const ID_LETTERS: &str = "letters, digits, dots, dashes and underscores";

/// Whether a text can be an id: [`ID_LETTERS`] and nothing else, so that it is one word of a command, of a list in a field
/// and of a file name.
pub fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || ".-_".contains(letter))
}

/// What a name is made of that becomes the name of a file, for messages.
pub const FILE_NAME_LETTERS: &str = "letters, digits, dots, dashes and underscores, a letter or digit first and last, at most 64 bytes, not a Windows device name";

/// How long such a name may be: endings of its own still go behind it.
const LONGEST_FILE_NAME: usize = 64;

/// What Windows takes for a device, whatever ending follows.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2",
    "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Whether a text that somebody else has written may become the name of a file, whatever ending is put to it: an id
/// ([`is_id`]) that is one name everywhere, and never a path. [`FILE_NAME_LETTERS`] says what it is made of.
pub fn is_file_name(text: &str) -> bool {
    let stem = text.split('.').next().unwrap_or_default().to_lowercase();
    let is_framed = text.starts_with(char::is_alphanumeric) && text.ends_with(char::is_alphanumeric);
    is_id(text) && is_framed && text.len() <= LONGEST_FILE_NAME && !DEVICES.contains(&stem.as_str())
}

/// The words for the colour of a side.
pub const SIDE_COLOURS: [&str; 6] = ["blue", "red", "grey", "green", "brown", "black"];

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
#[error("`{0}` is not a valid id for a side: one to eight letters, digits or `-`")]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_becomes_a_file_is_never_a_path() {
        for name in ["uranus-1942", "2am-037026", "2am-037026-2", "a", "Größe_1.b", "console", "com10", &"x".repeat(64)]
        {
            assert!(is_file_name(name), "{name}");
        }
        let long = "x".repeat(65);
        for name in [
            "",
            ".",
            "..",
            "../x",
            "../../x",
            "a/b",
            "/etc/x",
            "C:\\x",
            "a\\b",
            ".hidden",
            "-rf",
            "x.",
            "a b",
            "con",
            "NUL",
            "Com1.x",
            "lpt9",
            "a\0b",
            "a\nb",
            "\u{202e}x",
            "a:b",
            "a*",
            &long,
        ] {
            assert!(!is_file_name(name), "{name:?}");
        }
    }
}
