//! How a campaign that is read by a side, or by one commander of it, calls those whom it counts.
//!
//! What it decides: whose name stands before a figure, and what is said where no enemy was seen.

use domain::{FormationId, SideId};

use super::known::Reader;
use crate::Campaign;

impl Campaign {
    /// What is said of ground without enemies: that nobody is there, or that a side has seen nobody.
    pub fn nobody_there(&self) -> &'static str {
        if self.intel.reader.is_some() { "no enemy seen there" } else { "unoccupied" }
    }

    /// Whose own formations are counted where those of a side are: a commander's his, else the side's.
    pub fn counted_name(&self, side: SideId) -> String {
        match self.commander_of(side) {
            Some(commander) => self.name_of(commander.as_str()).to_owned(),
            None => self.side_name(side),
        }
    }

    /// The same where all are counted of whom is known.
    pub fn known_name(&self, side: SideId) -> String {
        match self.commander_of(side) {
            Some(commander) => format!("{} known to {}", self.side_name(side), self.name_of(commander.as_str())),
            None => self.side_name(side),
        }
    }

    /// The formation of this side whose commander alone reads.
    fn commander_of(&self, side: SideId) -> Option<&FormationId> {
        self.intel.reader.as_ref().filter(|reader| reader.side == side).and_then(Reader::commander)
    }
}
