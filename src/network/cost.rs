//! What a way costs, packed into one integer, so that comparing two costs is comparing two numbers.

use crate::bars::{CLEAR, HELD};

/// A cost: squares to be won (8 bits), things to be restored (6), enemy-controlled squares (10), minutes (20), the
/// rank of the end by id (8), squares passed (12), the first the weightiest.
///
/// On ways of more than 1,023 enemy-controlled squares the order of what must be done is no longer exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost(pub u64);

impl Cost {
    /// What costs nothing.
    pub const NOTHING: Self = Self(0);
    /// Out of reach.
    pub const UNREACHED: Self = Self(u64::MAX);
    const SQUARE: u64 = 1;
    const RANK: u32 = 12;
    const MINUTE: u32 = 20;
    const CONTROLLED: u32 = 40;
    const RESTORED: u32 = 50;
    const WON: u32 = 56;

    /// The cost of marching for some minutes.
    pub fn of_minutes(minutes: u64) -> Self {
        Self(minutes << Self::MINUTE)
    }

    /// The cost of one square on the way, whatever it is.
    pub const A_SQUARE: Self = Self(Self::SQUARE);

    /// The cost of one thing to be restored.
    pub const RESTORING: Self = Self(1 << Self::RESTORED);

    /// The cost of entering a square that is barred so.
    pub fn of_bar(bar: u8) -> Self {
        match bar {
            CLEAR => Self(0),
            HELD => Self(1 << Self::WON),
            _ => Self(1 << Self::CONTROLLED),
        }
    }

    /// The same cost, for an end of this rank.
    #[must_use]
    pub fn ranked(self, rank: usize) -> Self {
        Self((self.0 >> Self::MINUTE << Self::MINUTE) + ((rank.min(255) as u64) << Self::RANK))
    }

    /// The rank of the end.
    pub fn rank(self) -> usize {
        (self.0 >> Self::RANK & 0xFF) as usize
    }

    /// The minutes.
    pub fn minutes(self) -> u64 {
        self.0 >> Self::MINUTE & 0xF_FFFF
    }

    /// The squares passed.
    pub fn squares(self) -> u64 {
        self.0 & 0xFFF
    }

    /// What needs to be won, restored and taken, without what the way takes.
    #[must_use]
    pub fn to_be_put_right(self) -> Self {
        Self(self.0 >> Self::CONTROLLED << Self::CONTROLLED)
    }

    /// The same as a number of 24 bits.
    pub(crate) fn putting_right(self) -> u32 {
        (self.0 >> Self::CONTROLLED) as u32
    }

    /// What needs to be won, restored and taken, of its number.
    pub(crate) fn of_putting_right(number: u32) -> Self {
        Self(u64::from(number) << Self::CONTROLLED)
    }

    /// What the way takes, without what needs to be won, restored and taken.
    #[must_use]
    pub fn marched(self) -> Self {
        Self(self.0 & ((1 << Self::CONTROLLED) - 1)).ranked(0)
    }

    /// The cost of some steps that take so many minutes each.
    pub fn of_steps(steps: u64, minutes: u64) -> Self {
        Self(((steps * minutes) << Self::MINUTE) + steps * Self::SQUARE)
    }

    /// Whether nothing needs to be won, restored or taken.
    pub fn is_clear(self) -> bool {
        self.0 >> Self::CONTROLLED == 0
    }

    /// The sum of two costs; out of reach stays out of reach.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The cost of one step that takes so many minutes.
    pub fn step(minutes: u64) -> Self {
        Self((minutes << Self::MINUTE) + Self::SQUARE)
    }
}
