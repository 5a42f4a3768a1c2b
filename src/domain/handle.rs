//! Texts that are kept once for as long as the program runs, and compared by where they are kept.
//!
//! What it is: the inside of an id. What it never does: give memory back, which is why only ids are kept, of which a
//! campaign has some thousand.

use std::cmp::Ordering;
use std::hash::BuildHasherDefault;
use std::ptr;
use std::sync::{LazyLock, PoisonError, RwLock};

use rustc_hash::FxHasher;

/// A text that is kept once: two handles of one text are the same, and they stand in the order of their texts.
#[derive(Clone, Copy)]
pub struct Handle(&'static Kept);

struct Kept {
    /// The first letters, as a number that stands in the same order: most texts differ in them.
    first: u128,
    text: &'static str,
    number: usize,
}

#[expect(clippy::disallowed_types, reason = "texts are looked up and never gone through")]
type All = std::collections::HashMap<&'static str, Handle, BuildHasherDefault<FxHasher>>;

static ALL: LazyLock<RwLock<All>> = LazyLock::new(RwLock::default);

impl Handle {
    /// The handle of a text.
    pub fn of(text: &str) -> Self {
        Self::known(text).unwrap_or_else(|| {
            let mut all = ALL.write().unwrap_or_else(PoisonError::into_inner);
            // Somebody else may have kept it since.
            let there = all.get(text).copied();
            there.unwrap_or_else(|| {
                let text: &'static str = Box::leak(text.into());
                let handle = Self(Box::leak(Box::new(Kept { first: first(text), text, number: all.len() })));
                all.insert(text, handle);
                handle
            })
        })
    }

    /// The handle of a text that is kept already.
    pub fn known(text: &str) -> Option<Self> {
        ALL.read().unwrap_or_else(PoisonError::into_inner).get(text).copied()
    }

    /// The text.
    pub fn text(self) -> &'static str {
        self.0.text
    }

    /// How many were kept before it: differs from run to run, and is for tables that are looked up and never gone through.
    pub fn number(self) -> usize {
        self.0.number
    }
}

/// What something is looked up by: an id, or the text of one.
pub trait Named {
    /// Its handle; none where it is a text that nothing has as its id.
    fn handle(&self) -> Option<Handle>;
}

impl Named for str {
    fn handle(&self) -> Option<Handle> {
        Handle::known(self)
    }
}

impl Named for String {
    fn handle(&self) -> Option<Handle> {
        Handle::known(self)
    }
}

impl<T: Named + ?Sized> Named for &T {
    fn handle(&self) -> Option<Handle> {
        T::handle(self)
    }
}

/// The first sixteen bytes of a text, the first of them the highest.
fn first(text: &str) -> u128 {
    text.bytes().take(16).enumerate().fold(0, |first, (place, byte)| first | u128::from(byte) << (8 * (15 - place)))
}

impl PartialEq for Handle {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl Eq for Handle {}

impl Ord for Handle {
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        self.0.first.cmp(&other.0.first).then_with(|| self.0.text.cmp(other.0.text))
    }
}

impl PartialOrd for Handle {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_handle_and_handles_stand_as_their_texts_do() {
        let texts = ["", "a", "a\0", "ab", "ax.a6.xiv.16pz.1", "ax.a6.xiv.16pz.10", "ax.a6.xiv.16pz.2", "ä", "\u{7f}"];
        for one in texts {
            assert_eq!(Handle::of(one).text(), one);
            assert!(Handle::of(one) == Handle::of(one) && Handle::known(one) == Some(Handle::of(one)));
            for other in texts {
                assert_eq!(Handle::of(one).cmp(&Handle::of(other)), one.cmp(other), "{one:?} {other:?}");
                assert_eq!(Handle::of(one).number() == Handle::of(other).number(), one == other);
            }
        }
        assert!(Handle::known("a text that nobody has kept").is_none());
    }
}
