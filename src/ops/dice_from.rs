//! Where the dice of a battle or a mechanic come from.

use dice::{Ask, Dice};

/// Where dice come from.
pub enum DiceFrom<'a> {
    /// From a seed.
    Seed(u64),
    /// As written.
    Script(&'a str),
    /// From somebody who is asked.
    Ask(&'a mut dyn Ask),
}

impl std::fmt::Debug for DiceFrom<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Seed(seed) => write!(f, "Seed({seed})"),
            Self::Script(script) => write!(f, "Script({script:?})"),
            Self::Ask(_) => write!(f, "Ask"),
        }
    }
}

impl<'a> DiceFrom<'a> {
    /// Where they come from, as a report says it.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Seed(seed) => format!("seed {seed}"),
            Self::Script(_) => "as given".to_owned(),
            Self::Ask(_) => "as rolled at the table".to_owned(),
        }
    }

    /// The seed that these words name.
    pub(crate) fn seed_of(words: &str) -> Option<u64> {
        words.strip_prefix("seed ")?.parse().ok()
    }

    pub(crate) fn dice(self) -> Dice<'a> {
        match self {
            Self::Seed(seed) => Dice::seeded(seed, 0),
            Self::Script(script) => Dice::scripted(script),
            Self::Ask(ask) => Dice::asked(ask),
        }
    }
}
