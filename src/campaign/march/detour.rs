//! Marches that take a long way, and why: what bars the shorter one.
//!
//! What it decides: from when on a way is called long, and what stands first in the way of one that nothing would bar.
//! What it never does: choose a way; that is `route`.

use domain::Square;

use super::bar::{Bars, Obstacle};
use super::{LeafMarch, Manner};

/// A way is long where it has half as many squares again as lie between its ends, and so many more.
const MORE: u32 = 4;

/// A march that takes the long way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detour {
    /// How many squares it goes, or would go.
    pub squares: u32,
    /// How many lie between its ends.
    pub straight: u32,
    /// What bars the shorter way; none where that is only slower.
    pub bar: Option<DetourBar>,
}

/// What bars a shorter way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DetourBar {
    /// Water or ground, from a square to the next.
    Ground(Square, Square, Obstacle),
    /// The enemy, on a square or so near that a march would end there.
    Enemy(Square),
}

impl Bars<'_> {
    /// Why a march takes the long way; none where it does not, has met its own stop on the straight one, or goes by way points.
    pub fn detour(&self, march: &LeafMarch) -> Option<Detour> {
        let (squares, straight) = ((march.way.len() + march.left.len()) as u32, march.from.steps_to(march.to));
        if march.points > 0 || squares < straight + MORE || squares * 2 < straight * 3 {
            return None;
        }
        Some(Detour { squares, straight, bar: self.bar_between(march, march.manner) })
    }

    fn bar_between(&self, march: &LeafMarch, manner: Manner) -> Option<DetourBar> {
        let formation = self.campaign.formations.get(&march.leaf)?;
        let frame = &self.campaign.frame;
        let (from, to) = (frame.index(march.from), frame.index(march.to));
        let (pace, side) = (self.pace(formation)?, self.field.bit(formation.side));
        let mut at = from;
        for next in self.path(from, to, &pace, manner, None)? {
            let (here, beyond) = (frame.square_at(at), frame.square_at(next));
            if self.passage.step(at, next, &pace, manner).is_none() {
                return Some(DetourBar::Ground(here, beyond, self.obstacle(here, beyond)));
            }
            if next != to && self.field.is_contact(next, side) {
                return Some(DetourBar::Enemy(beyond));
            }
            at = next;
        }
        None
    }
}
