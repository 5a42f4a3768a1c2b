//! What each side knows of the other (model page, "What a side knows"): sightings of its formations, and ground, crossings
//! and railways as it saw them last.
//!
//! What it is: what differs from the truth or cannot be read from it; whatever a side sees now it need not remember.
//! What it decides: what the sides learn of the events of an operation (`observe`), and the campaign as one side knows it
//! (`known`).
//! What it never does: stand in the log. It follows from the events, so that a campaign of any age has it.

mod by_square;
mod earlier;
mod events;
mod known;
mod observe;
mod pinned;
mod reader_words;
mod sight;
mod sighting;
mod watch;

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use domain::{Bound, CrossingId, CrossingState, SideId, SightingId, Square, SquareSide, record};

pub use known::{Reader, Seen, UNKNOWN};
pub use observe::Observer;
pub use sighting::{FADES, Sighting, troops_in_words};

/// A crossing as a side saw it last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenCrossing {
    /// Its state.
    pub state: CrossingState,
    /// The first bound of that.
    pub from: Option<Bound>,
    /// The last.
    pub until: Option<Bound>,
}

record!(SeenCrossing { state, from as "from_bound", until as "until_bound" });

/// The length of a railway: its name, and from one square to the next.
pub type RailLength = (String, SquareSide);

/// What the sides know.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intel {
    /// Sightings, by their ids.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sightings: BTreeMap<SightingId, Sighting>,
    /// Who held a square when a side last saw it, where another holds it now.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "rows")]
    pub ground: BTreeMap<(SideId, Square), Option<SideId>>,
    /// How a crossing was when a side last saw it, where it has changed; none where it did not exist.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "rows")]
    pub crossings: BTreeMap<(SideId, CrossingId), Option<SeenCrossing>>,
    /// Whether a length of railway was cut when a side last saw it, where that has changed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "rows")]
    pub rails: BTreeMap<(SideId, RailLength), bool>,
    /// Whose knowledge alone this is; none of a campaign as it is in truth.
    #[serde(skip)]
    pub reader: Option<Reader>,
}

impl Intel {
    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What a side has sighted, by square and id.
    pub fn of(&self, side: SideId) -> Vec<&Sighting> {
        let mut own: Vec<_> = self.sightings.values().filter(|sighting| sighting.by == side).collect();
        own.sort_by_key(|sighting| (sighting.square, sighting.number()));
        own
    }

    /// An id for the next sighting of a side's formations.
    pub fn next_id(&self, side: SideId) -> SightingId {
        SightingId::numbered(side, self.last_number(side) + 1)
    }

    /// The highest number among the sightings of a side's formations; 0 where there are none.
    fn last_number(&self, side: SideId) -> u32 {
        self.sightings.keys().filter_map(|id| id.number_of(side)).max().unwrap_or_default()
    }
}

/// Maps whose keys are no text, as lists of rows.
mod rows {
    use super::{BTreeMap, Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        s: S,
    ) -> Result<S::Ok, S::Error> {
        s.collect_seq(map)
    }

    pub(super) fn deserialize<'de, K, V, D>(d: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Ord + Deserialize<'de>,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(d)?.into_iter().collect())
    }
}
