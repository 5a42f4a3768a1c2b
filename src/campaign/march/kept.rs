//! What a leaf keeps of its marches (model page, "Marching").
//!
//! What it decides: what of it outlives the close of a bound.
//! What it never does: count the minutes of a step; that is [`super::minutes`].

use serde::{Deserialize, Serialize};

use domain::{Bound, Phase, Square, record};

/// The minutes of a whole bound: no leaf can use more.
pub const BOUND_MINUTES: u16 = 480;

/// What a leaf keeps of its marches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Marched {
    /// Minutes of its moving hours that it has used in the running bound.
    #[serde(default, skip_serializing_if = "domain::is_zero")]
    pub minutes: u16,
    /// Whether it has marched in the running day.
    #[serde(default, skip_serializing_if = "is_false")]
    pub today: bool,
    /// How far it is on the way to the next square; none where it is on no way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub towards: Option<Towards>,
    /// When it came to its square by marching or in a battle; none where it was set down there or stood there from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<Arrival>,
    /// The way points that it has passed on a way that goes on; none where it has passed none, or come where it was to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<Passed>,
}

record! {
    Marched {
        minutes as "minutes_used", today as "marched_today", towards as "next_square" "minutes_towards",
        came as "came" "came_minute", passed as "way_point" "way_points",
    }
}

/// How far along its way points a leaf has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// The last that it has passed.
    pub square: Square,
    /// How many it has passed, this one with them.
    pub count: u8,
}

record!(Passed { square, count });

impl Passed {
    /// How many of the way points of an order it has passed: of the same order given anew, or of what is left of it.
    pub fn of(self, points: &[Square]) -> usize {
        let count = usize::from(self.count);
        let is_last = |count: &usize| points.get(count - 1) == Some(&self.square);
        [count, 1].into_iter().filter(|count| *count > 0).find(is_last).unwrap_or_default()
    }
}

/// How far a leaf is on the way to the next square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Towards {
    /// The next square, a neighbour of its own.
    pub square: Square,
    /// The minutes that it has marched towards it, above zero.
    pub minutes: u16,
}

record!(Towards { square, minutes });

/// When a leaf came to its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Arrival {
    /// In which bound.
    pub bound: Bound,
    /// In which minute of its moving hours.
    pub minute: u16,
}

record!(Arrival { bound, minute });

impl Marched {
    /// Whether it keeps nothing.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// What is kept when `closing` closes for a leaf that had `hours` moving hours in it.
    ///
    /// Minutes begin anew. A way half gone is kept if it was gone in this bound, or if the leaf had no hours to go on;
    /// otherwise it did not march on, and it is lost. With the night the day ends. Who rests has not gone back: way points
    /// that are passed stay passed.
    #[must_use]
    pub fn after_close(&self, closing: Bound, hours: u32) -> Self {
        let gone_on = self.minutes > 0 || hours == 0;
        Self {
            minutes: 0,
            today: self.today && closing.phase != Phase::Night,
            towards: self.towards.filter(|_| gone_on),
            came: self.came,
            passed: self.passed,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(text: &str) -> Bound {
        text.parse().unwrap()
    }

    #[test]
    fn a_way_half_gone_outlives_the_bound_in_which_it_was_gone_and_nights_without_hours() {
        let towards = Some(Towards { square: Square::new(4, 4), minutes: 90 });
        let marched = Marched { minutes: 360, today: true, towards, came: None, passed: None };
        let evening = marched.after_close(bound("1pm"), 6);
        assert_eq!(evening, Marched { minutes: 0, today: true, towards, came: None, passed: None });
        let morning = evening.after_close(bound("1n"), 0);
        assert_eq!(morning, Marched { minutes: 0, today: false, towards, came: None, passed: None });
        assert_eq!(morning.after_close(bound("2am"), 6), Marched::default(), "it did not march on");
    }

    #[test]
    fn passed_way_points_are_known_again_in_the_same_order_and_in_what_is_left_of_it() {
        let [a, b, c, d] = [1, 2, 3, 4].map(|col| Square::new(col, 0));
        let passed = Passed { square: b, count: 2 };
        assert_eq!(passed.of(&[a, b, c]), 2, "the same way");
        assert_eq!(passed.of(&[b, c]), 1, "what was left of it");
        assert_eq!(passed.of(&[d, c]), 0, "another way");
        assert_eq!(passed.of(&[c, a, b]), 0, "another way that comes there later");
        assert_eq!(passed.of(&[a]), 0);
        assert_eq!(passed.of(&[]), 0);
        let none = Passed { count: 0, ..passed };
        assert_eq!((none.of(&[b]), none.of(&[a, b])), (1, 0), "no count: the first, as of what was left");
    }
}
