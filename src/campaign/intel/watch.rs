//! Who sees which square: a side where its leaves stand, and beside them.

use domain::{SideId, Square};

use crate::{Campaign, Formation};

/// Every square with the sides that see it, a bit each.
pub(super) struct Watch {
    sides: Vec<SideId>,
    columns: usize,
    /// By any of its leaves on the ground.
    seen: Vec<u32>,
    /// By fighting leaves: these see troops too.
    watched: Vec<u32>,
}

impl Watch {
    pub(super) fn new(campaign: &Campaign) -> Self {
        let sides = campaign.sides.iter().map(|side| side.id).take(u32::BITS as usize).collect();
        let squares = campaign.frame.len();
        let columns = usize::from(campaign.frame.columns);
        let mut watch = Self { sides, columns, seen: vec![0; squares], watched: vec![0; squares] };
        for formation in campaign.formations.values() {
            let Some(square) = on_the_ground(formation) else { continue };
            let bit = watch.bit(formation.side);
            let fights = formation.is_fighting_leaf();
            for square in campaign.frame.neighbours(square).chain([square]) {
                let index = watch.index(square);
                watch.seen[index] |= bit;
                if fights {
                    watch.watched[index] |= bit;
                }
            }
        }
        watch
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row) * self.columns + usize::from(square.col)
    }

    fn bit(&self, side: SideId) -> u32 {
        self.sides.iter().position(|other| *other == side).map_or(0, |number| 1 << number)
    }

    /// Whether a side sees the ground of a square.
    pub(super) fn sees(&self, side: SideId, square: Square) -> bool {
        self.seen.get(self.index(square)).is_some_and(|sides| sides & self.bit(side) != 0)
    }

    /// Whether a side sees who stands in a square.
    pub(super) fn watches(&self, side: SideId, square: Square) -> bool {
        self.watched.get(self.index(square)).is_some_and(|sides| sides & self.bit(side) != 0)
    }

    /// The sides, other than this, that see who stands in a square.
    pub(super) fn watchers(&self, square: Square, of: SideId) -> impl Iterator<Item = SideId> + '_ {
        let there = self.watched.get(self.index(square)).copied().unwrap_or_default() & !self.bit(of);
        self.sides.iter().enumerate().filter(move |(number, _)| there & (1 << number) != 0).map(|(_, side)| *side)
    }
}

/// The square of a leaf that stands on the map and is no aircraft.
pub(super) fn on_the_ground(formation: &Formation) -> Option<Square> {
    let is_on_the_ground = formation.mobility.is_none_or(domain::Mobility::is_on_the_ground);
    formation.stands_on().filter(|_| is_on_the_ground)
}
