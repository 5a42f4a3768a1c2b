//! A sentence of rules that know those whom they name by their ids alone.
//!
//! What it decides: where in it somebody is named, so that whoever knows names can put them there.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};

/// A sentence, with the places of those whom it names: `guns.3 fires at inf.1: 2 markers`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Told {
    /// The sentence, everybody by his id.
    words: String,
    /// From where to where in it, in bytes, an id stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ids: Vec<(u32, u32)>,
}

impl Told {
    /// A sentence that begins with somebody, by his id.
    pub fn of(id: impl fmt::Display) -> Self {
        Self::default().with(id)
    }

    /// Several, with a comma between.
    pub fn list(ids: impl IntoIterator<Item = impl fmt::Display>) -> Self {
        ids.into_iter().fold(Self::default(), |told, id| if told.is_empty() { told } else { told.and(", ") }.with(id))
    }

    /// The same and somebody, by his id.
    #[must_use]
    pub fn with(mut self, id: impl fmt::Display) -> Self {
        let from = self.words.len();
        let _ = write!(self.words, "{id}");
        self.ids.push((from as u32, self.words.len() as u32));
        self
    }

    /// The same and these words.
    #[must_use]
    pub fn and(mut self, words: impl fmt::Display) -> Self {
        let _ = write!(self.words, "{words}");
        self
    }

    /// The same and another behind it.
    #[must_use]
    pub fn then(mut self, other: &Self) -> Self {
        let before = self.words.len() as u32;
        self.words.push_str(&other.words);
        self.ids.extend(other.ids.iter().map(|(from, to)| (from + before, to + before)));
        self
    }

    /// Whether nothing is told.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The sentence, everybody by his id.
    pub fn as_str(&self) -> &str {
        &self.words
    }

    /// The one who is all that is told, by his id.
    pub fn one(&self) -> Option<&str> {
        matches!(*self.ids, [(0, to)] if to as usize == self.words.len()).then_some(&*self.words)
    }

    /// How many are named.
    pub fn count(&self) -> usize {
        self.ids.len()
    }

    /// The sentence with these names in the place of the ids.
    pub fn with_names(&self, name: impl Fn(&str) -> String) -> String {
        let (mut named, mut rest) = (String::with_capacity(self.words.len()), 0);
        for (from, to) in self.ids.iter().map(|(from, to)| (*from as usize, *to as usize)) {
            // What was kept by somebody else's hand may point beside the sentence.
            let (Some(before), Some(id)) = (self.words.get(rest..from), self.words.get(from..to)) else { break };
            named.push_str(before);
            named.push_str(&name(id));
            rest = to;
        }
        named + &self.words[rest..]
    }
}

impl From<String> for Told {
    fn from(words: String) -> Self {
        Self { words, ids: Vec::new() }
    }
}

impl From<&str> for Told {
    fn from(words: &str) -> Self {
        words.to_owned().into()
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}
