//! Strengths and markers as an umpire writes them: `3`, `60%`.

use crate::OpError;

/// A strength: SP, or a share of full SP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StrengthWord {
    /// So many SP.
    Points(u16),
    /// So many percent of full SP, halves up.
    Percent(u16),
}

impl StrengthWord {
    pub(crate) fn parse(word: &str) -> Result<Self, OpError> {
        let bad = || OpError::bad_value("sp", word, "a whole number of SP, or a share of full SP from `0%` to `100%`");
        match word.strip_suffix('%') {
            Some(share) => share.trim().parse().ok().filter(|n| *n <= 100).map(Self::Percent).ok_or_else(bad),
            None => word.parse().map(Self::Points).map_err(|_| bad()),
        }
    }

    /// The SP of a base of this full strength.
    pub(crate) fn of(self, full: u16) -> u16 {
        match self {
            Self::Points(points) => points,
            Self::Percent(percent) => ((u32::from(full) * u32::from(percent) + 50) / 100) as u16,
        }
    }
}

/// A number of markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MarkerCount(pub(crate) u16);

impl MarkerCount {
    pub(crate) fn parse(word: &str) -> Result<Self, OpError> {
        word.parse().map(Self).map_err(|_| OpError::bad_value("markers", word, "a whole number"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_full_strength_is_rounded_halves_up() {
        let share = StrengthWord::parse("50%").unwrap();
        assert_eq!((share.of(3), share.of(4), share.of(5)), (2, 2, 3));
        assert_eq!(StrengthWord::parse("7").unwrap().of(3), 7);
        assert!(
            StrengthWord::parse("101%").is_err()
                && StrengthWord::parse("-1").is_err()
                && StrengthWord::parse("x").is_err()
        );
    }
}
