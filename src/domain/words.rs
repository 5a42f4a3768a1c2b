//! The macro that makes a closed set of words an enum: `ALL`, `as_str`, `FromStr`, serde by word.
//!
//! What it decides: how a word of a closed list is read and what is said when it is none of them.
//! What it never does: read anything but the one word it is given.

use std::fmt;

use crate::synonyms::meant;

/// A word that is none of a closed list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    /// What the list is of, in the singular: `grade`, `arm`.
    pub what: &'static str,
    /// The word as given.
    pub given: String,
    /// Every word of the list.
    pub known: Vec<&'static str>,
}

impl UnknownWord {
    /// The word of the list that is meant: an everyday word stands for it, or it is near enough to the one given.
    pub fn nearest(&self) -> Option<&'static str> {
        meant(&self.given, self.known.iter().copied())
    }
}

impl UnknownWord {
    /// What is wrong, with the word that may be meant.
    pub fn with_nearest(&self) -> String {
        let meant = self.nearest().map(|meant| format!(": did you mean `{meant}`?"));
        format!("{self}{}", meant.unwrap_or_default())
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let article = if self.what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        write!(f, "`{}` is not {article} {}", self.given, self.what)
    }
}

impl std::error::Error for UnknownWord {}

/// A value that its key does not take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{value}` is not a valid value for `{key}`, which takes {wanted}")]
pub struct BadValue {
    /// The key: a setting, a flag, what of a formation is set.
    pub key: String,
    /// The value as given.
    pub value: String,
    /// What it takes.
    pub wanted: String,
}

impl BadValue {
    /// This value for this key, which takes something else.
    pub fn new(key: &str, value: &str, wanted: impl Into<String>) -> Self {
        Self { key: key.to_owned(), value: value.to_owned(), wanted: wanted.into() }
    }
}

/// Declares an enum of words. The first word after `=` is the one written, further ones are read too.
/// Letter case, blanks, underscores and hyphens do not matter.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* enum $name:ident: $what:literal {
        $($(#[$vmeta:meta])* $variant:ident = $word:literal $(| $alias:literal)*),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// Every value, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word for it, as written in files and reports.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            /// The value of this very word, as [`Self::as_str`] writes it: what a database holds.
            #[allow(dead_code, reason = "not every list is kept in a table")]
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some($name::$variant),)+
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                if let Some(exact) = Self::from_word(word) {
                    return Ok(exact);
                }
                let wanted = $crate::plain(word);
                let words = [$(($word, $name::$variant), $(($alias, $name::$variant),)*)+];
                let found = words.into_iter().find(|(word, _)| $crate::plain(word) == wanted);
                found.map(|(_, value)| value).ok_or_else(|| $crate::UnknownWord {
                    what: $what,
                    given: word.to_owned(),
                    known: $name::ALL.iter().map(|w| w.as_str()).collect(),
                })
            }
        }

        impl $crate::Put for $name {
            fn put(&self, sink: &mut impl $crate::Sink) {
                sink.word(self.as_str());
            }
        }

        impl $crate::Take for $name {
            fn take<S: $crate::Source>(source: &mut S) -> Result<Self, S::Fault> {
                source.text_as(Self::from_word)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                $crate::from_text(d, |word| {
                    let parsed = || word.parse().map_err(|unknown: $crate::UnknownWord| unknown.with_nearest());
                    Self::from_word(word).map_or_else(parsed, Ok)
                })
            }
        }
    };
}
