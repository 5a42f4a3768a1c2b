//! Sightings from before a look at the map, found by the formation that was sighted.
//!
//! What it is: how a look pairs what is seen now with what was known; it is made anew for each.

use domain::{FormationId, Handle, Named, SideId, SightedBy, SightingId, Square};

use super::Sighting;
use crate::Bound;

/// What a look asks of a sighting from before it.
#[derive(Debug, Clone)]
pub(super) struct Earlier {
    pub(super) id: SightingId,
    pub(super) by: SideId,
    pub(super) square: Square,
    pub(super) bound: Bound,
    pub(super) formation: Option<FormationId>,
    /// Whether the umpire told of it.
    pub(super) is_report: bool,
}

impl From<&Sighting> for Earlier {
    fn from(sighting: &Sighting) -> Self {
        Self {
            id: sighting.id.clone(),
            by: sighting.by,
            square: sighting.square,
            bound: sighting.bound,
            formation: sighting.formation.clone(),
            is_report: sighting.how == SightedBy::Report,
        }
    }
}

/// Sightings in the order of their ids, of which one after another is taken.
pub(super) struct Left {
    all: Vec<Option<Earlier>>,
    /// The number of a formation's handle, and the place of a sighting of it.
    of_formation: Vec<(usize, usize)>,
}

impl Left {
    pub(super) fn new<'s>(sightings: impl Iterator<Item = &'s Sighting>) -> Self {
        let all: Vec<_> = sightings.map(|sighting| Some(Earlier::from(sighting))).collect();
        let places = all.iter().flatten().enumerate();
        let number = |(place, earlier): (usize, &Earlier)| Some((number(earlier.formation.as_ref()?)?, place));
        let mut of_formation: Vec<_> = places.filter_map(number).collect();
        of_formation.sort_unstable();
        Self { all, of_formation }
    }

    /// The places of what is left of a side's sightings of a formation.
    pub(super) fn of(&self, by: SideId, formation: &FormationId) -> impl Iterator<Item = (usize, &Earlier)> {
        let number = number(formation);
        let first = self.of_formation.partition_point(|(other, _)| Some(*other) < number);
        let of_it = self.of_formation[first..].iter().take_while(move |(other, _)| Some(*other) == number);
        let earlier = |(_, place): &(usize, usize)| Some((*place, self.all[*place].as_ref()?));
        of_it.filter_map(earlier).filter(move |(_, earlier)| earlier.by == by)
    }

    /// What is left, with the place of each.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Earlier)> {
        self.all.iter().enumerate().filter_map(|(place, earlier)| Some((place, earlier.as_ref()?)))
    }

    pub(super) fn take(&mut self, place: usize) -> Option<Earlier> {
        self.all[place].take()
    }

    /// Keeps what this is true of.
    pub(super) fn retain(&mut self, is_kept: impl Fn(&Earlier) -> bool) {
        for place in &mut self.all {
            place.take_if(|earlier| !is_kept(earlier));
        }
    }
}

/// The number of the handle of an id.
pub(super) fn number(id: &impl Named) -> Option<usize> {
    id.handle().map(Handle::number)
}
