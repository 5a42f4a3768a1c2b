//! House rule `partisans`: squares in the rear of a side where partisans are about, and what they bar.
//!
//! What it decides: whether a square is raided now. Partisans raid by dice as a bound opens
//! (`ops::command::bound::raids`); what they raid no lorry of the side passes in that bound, unless a garrison stands there.
//! What it never does: throw dice, or say what a raid costs.

use serde::{Deserialize, Serialize};

use domain::{Bound, SideId, Square, record};

use crate::{Campaign, Setting};

/// Partisans in a square, against a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partisans {
    /// The square.
    pub square: Square,
    /// The side that they harm.
    pub against: SideId,
    /// Up to which face of a die they raid: 1 to 6.
    pub strength: u8,
    /// The first bound in which they may raid; none for always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Bound>,
    /// The last such bound; none for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Bound>,
    /// The bound in which they raided last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raid: Option<Bound>,
}

record!(Partisans { square, against, strength, from as "first_bound", until as "last_bound", raid });

impl Partisans {
    /// Whether they may raid in a bound.
    pub fn are_about(&self, bound: Bound) -> bool {
        self.from.is_none_or(|from| from <= bound) && self.until.is_none_or(|until| bound <= until)
    }
}

impl Campaign {
    /// Whether a fighting leaf of a side stands in a square or in one beside it.
    pub fn has_garrison(&self, square: Square, side: SideId) -> bool {
        let near = |at: Square| at == square || at.steps_to(square) == 1;
        let own = self.formations.values().filter(|f| f.side == side && f.is_fighting_leaf());
        own.filter_map(crate::Formation::stands_on).any(near)
    }

    /// The squares that partisans bar to lorries of a side in the running bound; none while the rule is off.
    pub fn raided(&self, side: SideId) -> Vec<Square> {
        if self.partisans.is_empty() || !self.settings.is_on(Setting::Partisans) {
            return Vec::new();
        }
        let raids = self.partisans.iter().filter(|p| p.against == side && p.raid == Some(self.bound));
        let own = raids.map(|p| p.square).filter(|square| self.ground.control(*square) == Some(side));
        own.filter(|square| !self.has_garrison(*square, side)).collect()
    }
}
