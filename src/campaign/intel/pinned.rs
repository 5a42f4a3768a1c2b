//! Which sightings there are of a formation, and which in a square.
//!
//! What it is: the pins in the map, found without going through all sightings; kept from one operation to the next.

use domain::{FormationId, SightingId, Square};

use super::Sighting;
use super::by_square::BySquare;
use super::earlier::number;
use crate::Campaign;

/// Where a sighting is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pin {
    /// The number of its formation's handle.
    formation: Option<usize>,
    square: Square,
}

impl Pin {
    fn of(sighting: &Sighting) -> Self {
        Self { formation: sighting.formation.as_ref().and_then(number), square: sighting.square }
    }
}

/// The sightings of a campaign by formation and by square.
pub(super) struct Pinned {
    /// By the number of the formation's handle.
    of_formation: Vec<Vec<SightingId>>,
    in_square: BySquare<SightingId>,
    /// By the number of the handle of the sighting's id.
    pins: Vec<Option<Pin>>,
}

impl Pinned {
    pub(super) fn new(campaign: &Campaign) -> Self {
        let in_square = BySquare::new(&campaign.frame);
        let mut pinned = Self { of_formation: Vec::new(), in_square, pins: Vec::new() };
        campaign.intel.sightings.iter().for_each(|(id, sighting)| pinned.set(id, Some(sighting)));
        pinned
    }

    /// Takes a sighting to be as it is now; none: it is no more.
    pub(super) fn set(&mut self, id: &SightingId, sighting: Option<&Sighting>) {
        let Some(number) = number(id) else { return };
        let pin = sighting.map(Pin::of);
        self.pins.resize(self.pins.len().max(number + 1), None);
        let before = std::mem::replace(&mut self.pins[number], pin);
        if before == pin {
            return;
        }
        if let Some(before) = before {
            self.in_square.remove(before.square, |other| other == id);
            before.formation.into_iter().for_each(|formation| self.of_formation[formation].retain(|other| other != id));
        }
        if let Some(Pin { formation, square }) = pin {
            self.in_square.push(square, id.clone());
            if let Some(formation) = formation {
                self.of_formation.resize(self.of_formation.len().max(formation + 1), Vec::new());
                self.of_formation[formation].push(id.clone());
            }
        }
    }

    /// All sightings of a formation, of whichever side, in no order.
    pub(super) fn of(&self, formation: &FormationId) -> &[SightingId] {
        number(formation).and_then(|number| self.of_formation.get(number)).map_or(&[], Vec::as_slice)
    }

    /// All sightings in a square, in no order.
    pub(super) fn in_square(&self, square: Square) -> &[SightingId] {
        self.in_square.at(square)
    }
}
