//! The running hash of the log, and the hashes of what operations read.

use sha2::{Digest, Sha256};

/// Sha256 over fields: each with its length before it, so that no two lists of fields give the same bytes.
///
/// The bytes are gathered and hashed at once: a row of a table is a dozen fields of a few bytes.
pub(crate) struct Hasher(Vec<u8>);

impl Default for Hasher {
    fn default() -> Self {
        Self(Vec::with_capacity(256))
    }
}

impl Hasher {
    /// Adds a field.
    pub(crate) fn field(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend((bytes.len() as u64).to_be_bytes());
        self.0.extend(bytes);
        self
    }

    /// Adds a field that may be absent, which differs from an empty one.
    pub(crate) fn maybe(&mut self, text: Option<&str>) -> &mut Self {
        let Some(text) = text else {
            self.0.extend(u64::MAX.to_be_bytes());
            return self;
        };
        self.field(text.as_bytes())
    }

    /// Adds a number.
    pub(crate) fn number(&mut self, number: u64) -> &mut Self {
        self.field(&number.to_be_bytes())
    }

    /// Adds the inputs of an operation: names and content hashes, by name.
    pub(crate) fn inputs<'a>(&mut self, inputs: impl ExactSizeIterator<Item = (&'a str, &'a str)>) {
        self.number(inputs.len() as u64);
        for (name, content) in inputs {
            self.field(name.as_bytes()).field(content.as_bytes());
        }
    }

    /// Adds an event of an operation.
    pub(crate) fn event(&mut self, place: u64, kind: &str, version: u32, subject: &str, payload: &str) {
        self.number(place).field(kind.as_bytes()).number(u64::from(version));
        self.field(subject.as_bytes()).field(payload.as_bytes());
    }

    /// The first half of the hash so far; begins anew.
    pub(crate) fn take_first_16(&mut self) -> [u8; 16] {
        let mut half = [0; 16];
        half.copy_from_slice(&Sha256::digest(&self.0)[..16]);
        self.0.clear();
        half
    }

    /// The hash so far, in hex.
    pub(crate) fn finish(self) -> String {
        sha256(&self.0)
    }
}

/// The sha256 of some bytes, in hex.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|b| [DIGITS[usize::from(b >> 4)], DIGITS[usize::from(b & 15)]]).map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_standard_and_fields_do_not_run_together() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let of = |fields: &[Option<&str>]| {
            let mut hasher = Hasher::default();
            for field in fields {
                hasher.maybe(*field);
            }
            hasher.finish()
        };
        assert_ne!(of(&[Some("ab"), Some("c")]), of(&[Some("a"), Some("bc")]));
        assert_ne!(of(&[Some("")]), of(&[None]));
    }
}
