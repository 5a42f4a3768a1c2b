//! Replacements: SP that come into the pool of a formation or of a side in a bound, and are given to those under it.
//!
//! What it decides: what is in a pool, and from which entries SP for a leaf come, in which order.
//! What it never does: say who takes some in a night; see `ops::command::bound::replacements`.

use std::fmt;

use serde::{Deserialize, Serialize};

use domain::{Arm, Bound, FormationId, Put, SideId, Sink, Source, Take, record};

use crate::{Campaign, Formation};

/// Whose pool it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pool {
    /// Of a formation: it feeds those under it.
    Formation(FormationId),
    /// Of the high command of a side: it feeds them all.
    Side(SideId),
}

impl Put for Pool {
    fn put(&self, sink: &mut impl Sink) {
        sink.shown(self);
    }
}

/// Always a formation's: who knows the sides tells theirs apart.
impl Take for Pool {
    fn take<S: Source>(source: &mut S) -> Result<Self, S::Fault> {
        Take::take(source).map(Self::Formation)
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formation(id) => id.fmt(f),
            Self::Side(side) => side.fmt(f),
        }
    }
}

/// SP that come into a pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    /// Into whose pool.
    pub pool: Pool,
    /// In which bound: from then on they can be given.
    pub bound: Bound,
    /// For leaves of which arm; none for fighting leaves of any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<Arm>,
    /// How many SP.
    pub sp: u16,
    /// How many of them have been given.
    #[serde(default)]
    pub given: u16,
    /// A note of the organiser's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

record!(Replacement { pool, bound, arm, sp, given, note });

impl Replacement {
    /// How many SP of it are left.
    pub fn left(&self) -> u16 {
        self.sp.saturating_sub(self.given)
    }

    /// Whether it may go to a leaf by its arm: to leaves of the arm named, else to whatever fights on the ground.
    pub fn fits(&self, leaf: &Formation) -> bool {
        match self.arm {
            Some(arm) => leaf.arm == arm,
            None => leaf.can_fight(),
        }
    }
}

impl Campaign {
    /// The pools from which a formation is fed, the nearest first: its own, those above it, that of its side.
    pub fn pools_of(&self, formation: &Formation) -> Vec<Pool> {
        let above = self.superiors(formation).into_iter().map(|f| Pool::Formation(f.id.clone()));
        let own = std::iter::once(Pool::Formation(formation.id.clone()));
        own.chain(above).chain([Pool::Side(formation.side)]).collect()
    }

    /// The entries of a pool that hold something for a leaf, by their numbers: those for its arm before those for any,
    /// the oldest first.
    pub fn entries_for(&self, pool: &Pool, leaf: &Formation) -> Vec<usize> {
        let fits = |entry: &Replacement| {
            entry.pool == *pool && entry.bound <= self.bound && entry.left() > 0 && entry.fits(leaf)
        };
        let mut found: Vec<usize> =
            self.replacements.iter().enumerate().filter(|(_, entry)| fits(entry)).map(|(number, _)| number).collect();
        found.sort_by_key(|number| {
            (self.replacements[*number].arm.is_none(), self.replacements[*number].bound, *number)
        });
        found
    }
}
