//! Campaign time: days and bounds.

use std::fmt;
use std::str::FromStr;

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};

use super::text::from_text;
use crate::words;

words! {
    /// The part of a campaign day that a bound is.
    enum Phase: "part of a day" {
        /// The morning, 04:00-12:00.
        Am = "am",
        /// The afternoon, 12:00-20:00.
        Pm = "pm",
        /// The night, 20:00-04:00; it bears the number and date of the evening on which it begins.
        Night = "night" | "n",
    }
}

/// A bound: a campaign turn, three a day. Written `D3 pm`, typed `3pm`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bound {
    /// The campaign day, from 1.
    pub day: u16,
    /// The part of the day.
    pub phase: Phase,
}

impl Bound {
    /// The first bound of a campaign that begins in the morning.
    pub const FIRST: Self = Self { day: 1, phase: Phase::Am };

    /// How many bounds lie between `D1 am` and this one.
    pub fn ordinal(self) -> u32 {
        u32::from(self.day.saturating_sub(1)) * 3 + self.phase as u32
    }

    /// The bound with this ordinal.
    pub fn from_ordinal(ordinal: u32) -> Self {
        let phase = match ordinal % 3 {
            0 => Phase::Am,
            1 => Phase::Pm,
            _ => Phase::Night,
        };
        Self { day: (ordinal / 3 + 1) as u16, phase }
    }

    /// The bound as it is typed: `3am`, `3pm`, `3n`.
    pub fn typed(self) -> String {
        let phase = if self.phase == Phase::Night { "n" } else { self.phase.as_str() };
        format!("{}{phase}", self.day)
    }

    /// The bound after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self::from_ordinal(self.ordinal() + 1)
    }

    /// The calendar date of the bound in a campaign that starts on `start`.
    pub fn date(self, start: NaiveDate) -> NaiveDate {
        start.checked_add_days(Days::new(u64::from(self.day.saturating_sub(1)))).unwrap_or(start)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("D{} {}", self.day, self.phase))
    }
}

/// A text that is not a bound.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a bound: write it as `3am`, `3pm`, `3n` or `D3 pm`")]
pub struct BadBound(pub String);

impl FromStr for Bound {
    type Err = BadBound;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || BadBound(text.to_owned());
        let word = text.trim();
        let word = word.strip_prefix(['D', 'd']).unwrap_or(word);
        let split = word.find(|c: char| !c.is_ascii_digit()).ok_or_else(bad)?;
        let (day, phase) = word.split_at(split);
        let day: u16 = day.parse().map_err(|_| bad())?;
        let phase = match Phase::from_word(phase.trim_start()) {
            Some(phase) => phase,
            None => phase.parse().map_err(|_| bad())?,
        };
        if day == 0 {
            return Err(bad());
        }
        Ok(Self { day, phase })
    }
}

impl Serialize for Bound {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bound {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        from_text(d, str::parse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_as_typed_and_as_written() {
        for (text, day, phase) in
            [("3am", 3, Phase::Am), ("D3pm", 3, Phase::Pm), ("3n", 3, Phase::Night), ("D12 night", 12, Phase::Night)]
        {
            assert_eq!(text.parse(), Ok(Bound { day, phase }), "{text}");
        }
        for text in ["", "am", "0am", "3", "3x", "D", "-1am"] {
            assert!(text.parse::<Bound>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_bound_after_the_night_is_the_next_morning() {
        let night = Bound { day: 3, phase: Phase::Night };
        assert_eq!(night.next(), Bound { day: 4, phase: Phase::Am });
        assert_eq!(Bound::from_ordinal(night.ordinal()), night);
        assert_eq!(night.to_string(), "D3 night");
    }
}
