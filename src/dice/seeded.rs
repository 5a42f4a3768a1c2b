//! Faces from a seed: `ChaCha` with 8 rounds, and a mapping to 1-6 of our own.
//!
//! The key is the seed in its first eight bytes, the least first, and zeros; the nonce is the stream. A word of the key
//! stream is thrown away when it is one of the last four of 2^32, which would favour low faces; else its remainder by six
//! is the face less one. Nothing here follows a version of a random library: the faces of a seed never change.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Where the multiples of six end below 2^32.
const BEYOND: u32 = u32::MAX - u32::MAX % 6;

/// The faces of one seed and stream.
#[derive(Debug, Clone)]
pub struct Seeded(ChaCha8Rng);

impl Seeded {
    /// The faces of a seed, in one of its streams.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(stream);
        Self(words)
    }

    /// The next face.
    pub fn face(&mut self) -> u8 {
        loop {
            let word = self.0.next_u32();
            if word < BEYOND {
                return (word % 6) as u8 + 1;
            }
        }
    }
}
