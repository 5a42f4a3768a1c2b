//! The ways that a search found, read back from its states.

use crate::cost::Cost;
use crate::gate::RESTORABLE;
use crate::ground::Ground;
use crate::lattice::{DIRECTIONS, opposite};
use crate::lorry::{LorrySearch, Rules, level_after};
use crate::sense::Sense;

impl LorrySearch {
    /// The squares of the way that the last search found to (walking onward) or from (walking back) a square.
    ///
    /// Always in the order in which lorries drive.
    pub fn way(&self, ground: Ground<'_>, rules: Rules, square: usize) -> Vec<usize> {
        match rules.sense {
            Sense::Onward => self.way_onward(square),
            Sense::Back => self.way_back(ground, rules, square),
        }
    }

    fn way_onward(&self, square: usize) -> Vec<usize> {
        let best = self.states(square).min_by_key(|state| self.cost_of(*state));
        let states = std::iter::successors(best, |state| self.before(*state));
        let mut squares: Vec<usize> = states.map(|state| state / self.levels).collect();
        squares.reverse();
        squares
    }

    /// Of equally quick ways with equally many squares the one with the lowest references.
    fn way_back(&self, ground: Ground<'_>, rules: Rules, square: usize) -> Vec<usize> {
        let (network, levels) = (ground.network, self.levels);
        let Some(best) = self.cost_at(square) else { return Vec::new() };
        let mut at: Vec<usize> = self.states(square).filter(|state| self.cost_of(*state) == best).collect();
        let mut squares = vec![square];
        loop {
            let mut onward: Vec<usize> = at.iter().flat_map(|state| self.steps_onward(ground, rules, *state)).collect();
            // Directions are tried in the order of references, and a column outweighs every row.
            let Some(next) = onward.iter().map(|state| state / levels).min_by_key(|square| network.square(*square))
            else {
                return squares;
            };
            if at.iter().any(|state| self.before(*state).is_none()) {
                return squares;
            }
            onward.retain(|state| state / levels == next);
            onward.sort_unstable();
            onward.dedup();
            squares.push(next);
            at = onward;
        }
    }

    fn steps_onward(&self, ground: Ground<'_>, rules: Rules, state: usize) -> Vec<usize> {
        let (network, levels) = (ground.network, self.levels);
        let square = state / levels;
        let mut found = Vec::new();
        for direction in 0..DIRECTIONS {
            let Some(next) = network.neighbour(square, direction).filter(|next| ground.is_clear(*next)) else {
                continue;
            };
            let (minutes, gate) = (network.minutes(square, direction), ground.gate(square, direction));
            if minutes == 0 || gate >= RESTORABLE {
                continue;
            }
            let counted = if rules.squares_only { 0 } else { u64::from(minutes) + network.gate_minutes(gate) };
            for level in 0..levels as u8 {
                let before = next * levels + usize::from(level);
                let fits = self.cost_of(before).plus(Cost::step(counted)) == self.cost_of(state)
                    && self.cost_of(before) != Cost::UNREACHED;
                let stretch = level_after(network, next, opposite(direction), square, level);
                if fits && stretch.is_some_and(|level| usize::from(level) == state % levels) {
                    found.push(before);
                }
            }
        }
        found
    }
}
