//! What a battle by some rule systems leaves on a base until the next one.
//!
//! What it is: [`Note`], one thing noted; [`Notes`], those of a base.
//! What it decides: the order in which they are written: that of [`Note::ALL`].

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::words;

words! {
    /// Something noted of a base after a battle, offered again to the next one of this bound or the one after, then
    /// dropped.
    enum Note: "note of a base" {
        /// Steady, and not to move (Square Bashing, 6.4).
        NoMove = "no_move",
        /// Shaken: it does not attack (Brigadier General Commands, 6.4).
        NoAttack = "no_attack",
        /// Pinned (Brigadier General Commands, 6.4; War Times Journal, 5.3).
        Pinned = "pinned",
        /// It cannot drive on (War Times Journal, 5.3).
        Immobilised = "immobilised",
        /// One squad was alive when the base was lost (Brigadier General Commands, 6.3).
        Remnant = "remnant",
    }
}

/// The notes of a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Notes(u8);

impl Notes {
    /// Whether nothing is noted.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Whether this is noted.
    pub fn has(self, note: Note) -> bool {
        self.0 & Self::bit(note) != 0
    }

    /// These and one more.
    #[must_use]
    pub fn with(self, note: Note) -> Self {
        Self(self.0 | Self::bit(note))
    }

    /// What is noted, in the order of [`Note::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Note> {
        Note::ALL.iter().copied().filter(move |note| self.has(*note))
    }

    const fn bit(note: Note) -> u8 {
        1 << note as u8
    }
}

impl FromIterator<Note> for Notes {
    fn from_iter<I: IntoIterator<Item = Note>>(notes: I) -> Self {
        notes.into_iter().fold(Self::default(), Self::with)
    }
}

/// The words, one blank between them.
impl std::fmt::Display for Notes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.iter().map(Note::as_str).collect::<Vec<_>>().join(" "))
    }
}

/// Reads what [`std::fmt::Display`] writes.
impl std::str::FromStr for Notes {
    type Err = super::UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split_whitespace().map(str::parse).collect()
    }
}

impl Serialize for Notes {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Notes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<Note>::deserialize(from)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_as_they_are_written() {
        let notes: Notes = [Note::Pinned, Note::NoMove].into_iter().collect();
        assert_eq!(notes.to_string(), "no_move pinned");
        assert_eq!("pinned no_move".parse(), Ok(notes));
        assert_eq!(serde_json::to_string(&notes).unwrap(), r#"["no_move","pinned"]"#);
        assert_eq!(serde_json::from_str::<Notes>(r#"["pinned","no_move"]"#).unwrap(), notes);
        assert!("pined".parse::<Notes>().is_err());
        assert!(Notes::default().is_empty() && !notes.is_empty());
    }
}
