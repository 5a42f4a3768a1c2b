//! Sightings found by the formation that is sighted.

use std::collections::BTreeMap;

use domain::{FormationId, SideId, SightingId};

use super::Sighting;

/// Sightings of formations, by who sighted whom; several of one in the order of their ids.
pub(super) struct ByFormation(BTreeMap<(SideId, FormationId), Vec<SightingId>>);

impl ByFormation {
    pub(super) fn new<'s>(sightings: impl Iterator<Item = &'s Sighting>) -> Self {
        let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for sighting in sightings {
            if let Some(formation) = &sighting.formation {
                all.entry((sighting.by, formation.clone())).or_default().push(sighting.id.clone());
            }
        }
        Self(all)
    }

    pub(super) fn of(&self, by: SideId, formation: &FormationId) -> impl Iterator<Item = &SightingId> {
        self.0.get(&(by, formation.clone())).into_iter().flatten()
    }
}
