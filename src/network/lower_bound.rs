//! How much must be put right at least: a lower bound that tells a search for a mend where not to look.
//!
//! What it is: by square, the least squares to be won, things to be restored and controlled squares to be passed on the
//! way to the nearest of some targets, while the limit on stretches across country is not counted.
//! What it decides: nothing; a search that is guided by it finds what it would have found without, only sooner.

use std::collections::BTreeMap;

use crate::cost::Cost;
use crate::gate::{BARRED, RESTORABLE};
use crate::ground::Ground;
use crate::lattice::{DIRECTIONS, opposite};

/// The lower bounds of one kind of targets.
#[derive(Debug)]
pub struct LowerBound {
    /// One more than what is to be put right; nought where nobody came, so that ground which is never looked at is never
    /// written to.
    least: Vec<u32>,
    /// What it is at least from any square that was not looked at.
    beyond: Cost,
}

impl LowerBound {
    /// The bounds for targets, each with what is to be put right from there on; exact as far as the farthest of `starts`.
    pub fn new(ground: Ground<'_>, targets: &[(usize, Cost)], starts: &[usize]) -> Self {
        let network = ground.network;
        let ends = targets.iter().map(|(square, _)| *square).chain(starts.iter().copied());
        let mut beside: Vec<usize> =
            ends.flat_map(|end| network.around(end, network.stretch)).map(|(square, _)| square).collect();
        beside.sort_unstable();
        beside.dedup();
        let is_open = |square: usize| network.is_thoroughfare(square) || beside.binary_search(&square).is_ok();
        let mut bound = Self { least: vec![0; network.len()], beyond: Cost::NOTHING };
        let mut waiting: BTreeMap<Cost, Vec<usize>> = BTreeMap::new();
        for (square, cost) in targets {
            let cost = cost.to_be_put_right();
            if bound.lower(*square, cost) {
                waiting.entry(cost).or_default().push(*square);
            }
        }
        let mut missing = starts.to_vec();
        while let Some((cost, mut squares)) = waiting.pop_first() {
            bound.beyond = cost;
            missing.retain(|start| bound.least(*start) > cost);
            if missing.is_empty() {
                break;
            }
            while let Some(square) = squares.pop() {
                if bound.least(square) < cost {
                    continue;
                }
                let entered = cost.plus(Cost::of_bar(ground.bar(square)));
                for direction in 0..DIRECTIONS {
                    let Some(before) = network.neighbour(square, direction) else { continue };
                    // Most squares beside one have been come to as cheaply: asked first, that is soonest told.
                    if bound.least(before) <= entered || !is_open(before) {
                        continue;
                    }
                    let gate = ground.gate(before, opposite(direction));
                    if gate == BARRED {
                        continue;
                    }
                    let total = if gate == RESTORABLE { entered.plus(Cost::RESTORING) } else { entered };
                    if bound.lower(before, total) {
                        if total == cost {
                            squares.push(before);
                        } else {
                            waiting.entry(total).or_default().push(before);
                        }
                    }
                }
            }
        }
        bound
    }

    /// Whether the bound is exact as far as this square.
    pub fn comes_to(&self, square: usize) -> bool {
        self.least(square) <= self.beyond
    }

    /// What is to be put right at least from a square on.
    pub fn at(&self, square: usize) -> Cost {
        self.least(square).min(self.beyond)
    }

    fn least(&self, square: usize) -> Cost {
        self.least[square].checked_sub(1).map_or(Cost::UNREACHED, Cost::of_putting_right)
    }

    /// Takes what is to be put right from a square on, if that is less than was known.
    fn lower(&mut self, square: usize, cost: Cost) -> bool {
        let is_less = cost < self.least(square);
        if is_less {
            self.least[square] = cost.putting_right() + 1;
        }
        is_less
    }
}
