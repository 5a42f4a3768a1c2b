//! Who stands where, and who sees which square: a side where its leaves stand, and beside them.
//!
//! What it is: a picture of the map that is made once and kept from one operation to the next.

use domain::{FormationId, Handle, Named, SideId, Square};

use super::by_square::BySquare;
use crate::map::frame::MapFrame;
use crate::{Campaign, Formation};

/// Where a leaf stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Standing {
    square: Square,
    /// The number of its side.
    side: usize,
    fights: bool,
}

/// Every square with how many leaves of each side see it, and who stands there.
pub(super) struct Watch {
    sides: Vec<SideId>,
    frame: MapFrame,
    /// By any of its leaves on the ground.
    seen: Vec<u16>,
    /// By fighting leaves: these see troops too.
    watched: Vec<u16>,
    /// Leaves by their squares, each with the number of its side.
    at: BySquare<(usize, FormationId)>,
    /// By the number of the handle of the leaf's id.
    stands: Vec<Option<Standing>>,
}

impl Watch {
    pub(super) fn new(campaign: &Campaign) -> Self {
        let sides: Vec<_> = campaign.sides.iter().map(|side| side.id).collect();
        let counts = vec![0; campaign.frame.len() * sides.len()];
        let mut watch = Self {
            sides,
            frame: campaign.frame.clone(),
            seen: counts.clone(),
            watched: counts,
            at: BySquare::new(&campaign.frame),
            stands: Vec::new(),
        };
        campaign.formations.values().for_each(|formation| watch.set(&formation.id, Some(formation)));
        watch
    }

    /// Takes a leaf to stand where it stands now; none: it is no more.
    pub(super) fn set(&mut self, id: &FormationId, formation: Option<&Formation>) {
        let Some(number) = id.handle().map(Handle::number) else { return };
        let standing = formation.and_then(|formation| self.standing(formation));
        self.stands.resize(self.stands.len().max(number + 1), None);
        let before = std::mem::replace(&mut self.stands[number], standing);
        if before == standing {
            return;
        }
        if let Some(before) = before {
            self.count(before, |count| *count = count.saturating_sub(1));
            self.at.remove(before.square, |(_, other)| other == id);
        }
        if let Some(now) = standing {
            self.count(now, |count| *count = count.saturating_add(1));
            self.at.push(now.square, (now.side, id.clone()));
        }
    }

    fn standing(&self, formation: &Formation) -> Option<Standing> {
        let square = on_the_ground(formation)?;
        let side = self.sides.iter().position(|side| *side == formation.side)?;
        Some(Standing { square, side, fights: formation.is_fighting_leaf() })
    }

    fn count(&mut self, standing: Standing, change: impl Fn(&mut u16)) {
        for square in self.with_neighbours(standing.square) {
            let Some(index) = self.index(standing.side, square) else { continue };
            change(&mut self.seen[index]);
            if standing.fights {
                change(&mut self.watched[index]);
            }
        }
    }

    /// A square and those beside it.
    pub(super) fn with_neighbours(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        self.frame.neighbours(square).chain([square])
    }

    fn index(&self, side: usize, square: Square) -> Option<usize> {
        let square = usize::from(square.row) * usize::from(self.frame.columns) + usize::from(square.col);
        let index = square * self.sides.len() + side;
        (index < self.seen.len()).then_some(index)
    }

    fn is_counted(&self, counts: &[u16], side: SideId, square: Square) -> bool {
        let side = self.sides.iter().position(|other| *other == side);
        side.and_then(|side| self.index(side, square)).is_some_and(|index| counts[index] > 0)
    }

    /// Whether a side sees the ground of a square.
    pub(super) fn sees(&self, side: SideId, square: Square) -> bool {
        self.is_counted(&self.seen, side, square)
    }

    /// Whether a side sees who stands in a square.
    pub(super) fn watches(&self, side: SideId, square: Square) -> bool {
        self.is_counted(&self.watched, side, square)
    }

    /// Those who stand in a square, each with a side, other than its own, that sees them.
    pub(super) fn watched_in(&self, square: Square) -> impl Iterator<Item = (SideId, &FormationId)> {
        let is_watching = move |side: &usize| self.index(*side, square).is_some_and(|index| self.watched[index] > 0);
        (0..self.sides.len()).filter(is_watching).flat_map(move |by| {
            let others = self.at.at(square).iter().filter(move |(side, _)| *side != by);
            others.map(move |(_, leaf)| (self.sides[by], leaf))
        })
    }

    /// The squares in which somebody stands.
    pub(super) fn occupied(&self) -> impl Iterator<Item = Square> + '_ {
        self.at.occupied()
    }

    /// The leaves that stand in a square.
    pub(super) fn standing_in(&self, square: Square) -> impl Iterator<Item = &FormationId> {
        self.at.at(square).iter().map(|(_, leaf)| leaf)
    }
}

/// The square of a leaf that stands on the map and is no aircraft.
fn on_the_ground(formation: &Formation) -> Option<Square> {
    let is_on_the_ground = formation.mobility.is_none_or(domain::Mobility::is_on_the_ground);
    formation.stands_on().filter(|_| is_on_the_ground)
}
