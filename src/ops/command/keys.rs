//! `KEY=VALUE` words of a command: each key known, and given once.

use crate::OpError;
use domain::UnknownWord;

/// The keys and values of one command.
#[derive(Debug)]
pub(super) struct Keys<'a> {
    pairs: Vec<(&'static str, &'a str)>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(
        command: &'static str,
        given: &'a [(String, String)],
        known: &'static [&'static str],
    ) -> Result<Self, OpError> {
        let mut pairs: Vec<(&'static str, &'a str)> = Vec::new();
        for (key, value) in given {
            let wanted = key.trim().to_lowercase().replace('-', "_");
            let Some(key) = known.iter().find(|k| **k == wanted) else {
                return Err(OpError::UnknownKey { command, given: key.clone(), known });
            };
            if pairs.iter().any(|(there, _)| there == key) {
                return Err(OpError::TwiceGiven((*key).to_owned()));
            }
            pairs.push((key, value.trim()));
        }
        if pairs.is_empty() {
            let hint = format!("the keys are {}", known.join(", ")).into();
            return Err(OpError::Words { message: format!("`{command}` needs KEY=VALUE"), hint });
        }
        Ok(Self { pairs })
    }

    /// The value of a key, where it was given.
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(there, _)| *there == key).map(|(_, value)| *value)
    }

    /// The value of a key as a word of a closed list.
    pub(super) fn parsed<T: std::str::FromStr<Err = UnknownWord>>(&self, key: &str) -> Result<Option<T>, OpError> {
        let Some(word) = self.get(key).and_then(optional) else { return Ok(None) };
        Ok(Some(word.parse()?))
    }

    /// The value of a key as a whole number.
    pub(super) fn number<T: std::str::FromStr>(&self, key: &str) -> Result<Option<T>, OpError> {
        let Some(word) = self.get(key).and_then(optional) else { return Ok(None) };
        word.parse().map(Some).map_err(|_| OpError::bad_value(key, word, "a whole number"))
    }
}

/// A value, none where it is empty, `none` or `-`.
pub(super) fn optional(word: &str) -> Option<&str> {
    let none = word.is_empty() || word == "-" || word.eq_ignore_ascii_case("none");
    (!none).then_some(word)
}
