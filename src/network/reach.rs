//! Where lorries come onto the roads from a square, or leave them for it.

use crate::gate::BARRED;
use crate::ground::Ground;
use crate::groups::Groups;
use crate::lattice::{DIRECTIONS, opposite};
use crate::sense::Sense;

/// Where lorries leave the roads for a square, or come onto them from it.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The square itself, and those reached from it across country.
    squares: Vec<usize>,
    /// The groups of the roads reached.
    groups: Vec<u32>,
}

impl Reach {
    /// Whether a clear way leads from the square of this reach to the one of the other.
    pub fn leads_to(&self, other: &Self, index: usize) -> bool {
        self.squares.contains(&index) || self.groups.iter().any(|group| other.groups.contains(group))
    }
}

impl Groups {
    /// Where lorries that start from a square, or arrive there, leave the roads or come onto them.
    pub fn reach(&self, ground: Ground<'_>, index: usize, sense: Sense) -> Reach {
        let network = ground.network;
        let mut reach = Reach { squares: vec![index], groups: Vec::new() };
        if ground.is_clear(index) && network.on_road(index) {
            reach.groups.push(self.of(index));
            return reach;
        }
        // A lorry may start anywhere, but arrives only where it may pass.
        if sense == Sense::Back && !ground.is_clear(index) {
            return reach;
        }
        let mut edge = vec![index];
        for gone in 0..=network.stretch {
            let mut next = Vec::new();
            for square in edge {
                for direction in 0..DIRECTIONS {
                    let Some(beside) = network.neighbour(square, direction) else { continue };
                    let by_road = gone == 0 && network.by_road(square, direction);
                    let (from, toward) =
                        if sense == Sense::Onward { (square, direction) } else { (beside, opposite(direction)) };
                    let goes = ground.goes(from, toward);
                    let may = by_road || gone < network.stretch;
                    if !goes || !may || !ground.is_clear(beside) || reach.squares.contains(&beside) {
                        continue;
                    }
                    reach.squares.push(beside);
                    if network.on_road(beside) {
                        reach.groups.push(self.of(beside));
                    } else {
                        next.push(beside);
                    }
                }
            }
            edge = next;
        }
        reach
    }
}

impl Ground<'_> {
    /// Whether a lorry that starts from a square comes to a road, or to one of some others, when all that can be put right
    /// is.
    pub fn could_lead(self, from: usize, to: &[usize]) -> bool {
        let network = self.network;
        let mut seen = vec![from];
        let mut edge = vec![from];
        for _ in 0..=network.stretch {
            if edge.iter().any(|square| network.on_road(*square) || to.contains(square)) {
                return true;
            }
            let mut next = Vec::new();
            for (square, direction) in edge.into_iter().flat_map(|s| (0..DIRECTIONS).map(move |d| (s, d))) {
                let Some(beside) = network.neighbour(square, direction) else { continue };
                let goes = network.minutes(square, direction) > 0 && self.gate(square, direction) != BARRED;
                if goes && !seen.contains(&beside) {
                    seen.push(beside);
                    next.push(beside);
                }
            }
            edge = next;
        }
        false
    }
}
