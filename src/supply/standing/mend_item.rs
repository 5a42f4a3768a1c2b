//! What a line or chain fails at, and the things that would mend it: the values, before anything is traced.
//!
//! Where to look next: `mend`, for what is done.

use serde::Serialize;

use domain::{FormationId, Square};

use crate::standing::cut_kind::CutKind;
use crate::standing::mend::Mend;

/// Where a line is cut and by what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The leg that fails: from where to where.
    pub leg: (Square, Square),
    /// Where.
    pub at: Square,
    /// By what kind of thing.
    pub kind: CutKind,
    /// By which enemy leaves.
    pub holders: Vec<FormationId>,
    /// The squares of the line from where it begins to where it is cut; empty where no way leads there.
    pub way: Vec<Square>,
}

/// One thing that must be put right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MendItem {
    /// What is done.
    pub what: Mend,
    /// The enemy leaves in the way.
    pub holders: Vec<FormationId>,
    /// Whether only the fuel needs it, not the line.
    pub for_pol: bool,
}

impl MendItem {
    /// The enemy leaf in the way, or the bowser or HQ to be moved.
    pub fn by(&self) -> Option<&FormationId> {
        match &self.what {
            Mend::MoveBowser(leaf, _) | Mend::BringBack(leaf, _) => Some(leaf),
            _ => self.holders.first(),
        }
    }
}

impl From<Mend> for MendItem {
    fn from(what: Mend) -> Self {
        Self { what, holders: Vec::new(), for_pol: false }
    }
}

/// Adds to a mend what the fuel needs and the mend does not have yet.
pub(crate) fn add_for_pol(mend: &mut Vec<MendItem>, more: Vec<MendItem>) {
    for item in more {
        if !mend.iter().any(|m| m.what == item.what) {
            mend.push(MendItem { for_pol: true, ..item });
        }
    }
}

impl Serialize for Cut {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(&format_args!("{} at {}", self.kind, self.at))
    }
}
