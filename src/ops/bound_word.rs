//! A bound as people name it: by the number of its day or by its date, with or without the part of the day.
//!
//! What it never does: read a stored bound; that is `domain::Bound`.
//! Where to look next: `pick::bound` and `pick::moment`, which read every bound that is typed.

use std::str::FromStr;

use campaign::Campaign;
use chrono::NaiveDate;
use domain::{BadBound, Bound, Phase};

use crate::OpError;

/// How many signs a date has: `1942-11-19`.
const DATE: usize = 10;

/// A day, and the part of it where one is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoundWord {
    day: Day,
    phase: Option<Phase>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Day {
    Number(u16),
    Date(NaiveDate),
}

impl FromStr for BoundWord {
    type Err = BadBound;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let word = text.trim();
        let bad = || BadBound(text.to_owned());
        if let Some(date) = word.get(..DATE).and_then(|date| date.parse().ok()) {
            let phase = word[DATE..].trim_start_matches([' ', '-', '_', 't', 'T']);
            let phase = if phase.is_empty() { None } else { Some(phase.parse::<Phase>().map_err(|_| bad())?) };
            return Ok(Self { day: Day::Date(date), phase });
        }
        let number = word.strip_prefix(['D', 'd']).and_then(|number| number.parse().ok()).filter(|number| *number > 0);
        if let Some(number) = number {
            return Ok(Self { day: Day::Number(number), phase: None });
        }
        let bound: Bound = text.parse()?;
        Ok(Self { day: Day::Number(bound.day), phase: Some(bound.phase) })
    }
}

impl BoundWord {
    /// The bound; of a day of which no part is named this one.
    ///
    /// # Errors
    /// When the date is not a day of the campaign.
    pub(crate) fn bound(self, campaign: &Campaign, of_day: impl FnOnce(u16) -> Phase) -> Result<Bound, OpError> {
        let day = match self.day {
            Day::Number(day) => day,
            Day::Date(date) => day_of(campaign, date)?,
        };
        Ok(Bound { day, phase: self.phase.unwrap_or_else(|| of_day(day)) })
    }
}

fn day_of(campaign: &Campaign, date: NaiveDate) -> Result<u16, OpError> {
    // A campaign may go on beyond the days that were planned.
    let last = campaign.days.max(campaign.bound.day);
    let day = u16::try_from((date - campaign.start).num_days() + 1).ok().filter(|day| (1..=last).contains(day));
    day.ok_or_else(|| {
        let end = Bound { day: last, phase: Phase::Night }.date(campaign.start);
        OpError::Words {
            message: format!("`{date}` is not a day of this campaign"),
            hint: format!("it runs from {} (D1) to {end} (D{last})", campaign.start).into(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Bound, String> {
        let files = scenario::built_in("first-bound").unwrap();
        let mut campaign = scenario::read(&files, &[]).campaign.unwrap();
        campaign.start = NaiveDate::from_ymd_opt(1942, 11, 19).unwrap();
        campaign.days = 12;
        let word: BoundWord = text.parse().map_err(|bad: BadBound| bad.to_string())?;
        word.bound(&campaign, |_| Phase::Night).map_err(|error| error.to_string())
    }

    #[test]
    fn a_day_is_named_by_its_number_or_its_date() {
        for (text, day, phase) in [
            ("3am", 3, Phase::Am),
            ("D3 pm", 3, Phase::Pm),
            ("d3", 3, Phase::Night),
            ("1942-11-19", 1, Phase::Night),
            ("1942-11-30 am", 12, Phase::Am),
            ("1942-11-21-pm", 3, Phase::Pm),
            (" 1942-11-20n ", 2, Phase::Night),
        ] {
            assert_eq!(read(text), Ok(Bound { day, phase }), "{text}");
        }
    }

    #[test]
    fn what_is_no_bound_or_no_day_of_the_campaign_is_refused() {
        for text in
            ["", "3", "D", "D0", "1942-13-01", "1942-11-19 noon", "\u{fc}\u{fc}\u{fc}\u{fc}\u{fc}\u{fc}", "-1am"]
        {
            assert!(read(text).is_err_and(|error| error.contains("is not a bound")), "{text}");
        }
        for text in ["1942-11-18", "1942-12-01 am", "9999-12-31"] {
            assert!(read(text).is_err_and(|error| error.contains("is not a day of this campaign")), "{text}");
        }
    }
}
