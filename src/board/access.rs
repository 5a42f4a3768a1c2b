//! Who may enter: keys of 128 bits, the umpire's in memory, those of players by their hash beside the campaign.

use std::fmt::Write as _;

use domain::SideId;
use ops::Player;

use crate::desk::Reading;
use crate::news::Reader;

/// A key, in hexadecimal digits.
pub(crate) fn new_key() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::with_capacity(32), |mut key, byte| {
        let _ = write!(key, "{byte:02x}");
        key
    }))
}

/// Whether two keys are the same, in a time that does not tell how far they agree.
pub(crate) fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |unlike, (a, b)| unlike | (a ^ b)) == 0
}

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Role {
    /// The umpire.
    Umpire,
    /// A player.
    Player(Player),
    /// Whoever has no key.
    Nobody,
}

/// The keys that are not kept in the file.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    /// The one of the address that the program prints: good for one entry.
    pub(crate) once: Option<String>,
    /// Those that the umpire's browsers keep.
    pub(crate) umpire: Vec<String>,
}

impl Keys {
    pub(crate) fn is_umpire(&self, key: &str) -> bool {
        self.umpire.iter().any(|kept| same(kept, key))
    }

    pub(crate) fn is_once(&self, key: &str) -> bool {
        self.once.as_deref().is_some_and(|once| same(once, key))
    }

    /// Takes the key that is good for one entry, if it is this.
    pub(crate) fn take_once(&mut self, key: &str) -> bool {
        self.once.take_if(|once| same(once, key)).is_some()
    }
}

impl Role {
    /// As whom it is told of changes; none for whom nothing is shown.
    pub(crate) fn reader(&self) -> Option<Reader> {
        match self {
            Self::Umpire => Some(Reader::Umpire),
            Self::Player(player) => Some(Reader::Player(player.number)),
            Self::Nobody => None,
        }
    }
}

/// How a player reads the campaign.
pub(crate) fn reading_of(player: &Player) -> Reading {
    let commander = player.commander.as_ref().map(ToString::to_string);
    let side = commander.is_none().then(|| SideId::to_string(&player.side));
    Reading { side, commander, at: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_the_address_is_good_once() {
        let mut keys = Keys { once: Some("ab".into()), umpire: Vec::new() };
        assert!(!keys.take_once("ac") && !keys.take_once("abc") && keys.take_once("ab") && !keys.take_once("ab"));
    }

    #[test]
    fn keys_have_128_bits_and_differ() {
        let keys = [new_key().unwrap(), new_key().unwrap()];
        assert!(keys.iter().all(|key| key.len() == 32) && keys[0] != keys[1]);
    }
}
