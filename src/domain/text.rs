//! Reading a value out of a text without a copy of the text.
//!
//! A log holds tens of thousands of words, squares and ids. A `Cow<str>` is read by serde as a text of its own, always;
//! here the text is handed over where it stands.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, Visitor};

/// Reads a text and makes a value of it.
///
/// # Errors
/// When it is not a text, or `read` makes nothing of it.
pub fn from_text<'de, D, T, E>(deserializer: D, read: impl FnOnce(&str) -> Result<T, E>) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    E: fmt::Display,
{
    deserializer.deserialize_str(Text { read, made: PhantomData })
}

struct Text<F, T> {
    read: F,
    made: PhantomData<T>,
}

impl<T, E: fmt::Display, F: FnOnce(&str) -> Result<T, E>> Visitor<'_> for Text<F, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<X: Error>(self, text: &str) -> Result<T, X> {
        (self.read)(text).map_err(X::custom)
    }
}

/// Whether it is what a field has where nothing is said, and need not be written.
pub fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}
