//! The ways that a search found, read back from its states.

use super::{Rules, Search, level_after};
use crate::ground::cost::Cost;
use crate::ground::gate::{RESTORABLE, gate_minutes};
use crate::ground::network::DIRECTIONS;
use crate::ground::sense::Sense;
use crate::ground::view::View;

impl Search {
    /// The squares of the way that the last search found to (walking onward) or from (walking back) a square.
    ///
    /// Always in the order in which lorries drive.
    pub(crate) fn way(&self, view: &View<'_>, rules: Rules, square: usize) -> Vec<usize> {
        match rules.sense {
            Sense::Onward => self.way_onward(square),
            Sense::Back => self.way_back(view, rules, square),
        }
    }

    fn way_onward(&self, square: usize) -> Vec<usize> {
        let states = square * self.levels..(square + 1) * self.levels;
        let Some(best) = states.min_by_key(|s| self.cost_of(*s)) else { return Vec::new() };
        let mut squares = vec![square];
        let mut state = best;
        while self.from[state] != u32::MAX {
            state = self.from[state] as usize;
            squares.push(state / self.levels);
        }
        squares.reverse();
        squares
    }

    /// Of equally quick ways with equally many squares the one with the lowest references.
    fn way_back(&self, view: &View<'_>, rules: Rules, square: usize) -> Vec<usize> {
        let Some(best) = self.cost_at(square) else { return Vec::new() };
        let states = square * self.levels..(square + 1) * self.levels;
        let mut at: Vec<usize> = states.filter(|s| self.cost_of(*s) == best).collect();
        let mut squares = vec![square];
        loop {
            let mut onward: Vec<usize> = at.iter().flat_map(|s| self.steps_onward(view, rules, *s)).collect();
            // Directions are tried in the order of references, and a column outweighs every row.
            let Some(next) = onward.iter().map(|s| s / self.levels).min_by_key(|s| view.network.square(*s)) else {
                return squares;
            };
            if at.iter().any(|s| self.from[*s] == u32::MAX) {
                return squares;
            }
            onward.retain(|s| s / self.levels == next);
            onward.sort_unstable();
            onward.dedup();
            squares.push(next);
            at = onward;
        }
    }

    fn steps_onward(&self, view: &View<'_>, rules: Rules, state: usize) -> Vec<usize> {
        let (square, network) = (state / self.levels, view.network);
        let mut found = Vec::new();
        for direction in 0..DIRECTIONS {
            let Some(next) = network.neighbour(square, direction).filter(|n| view.is_clear(*n)) else { continue };
            let (minutes, gate) = (network.minutes(square, direction), view.gate(square, direction));
            if minutes == 0 || gate >= RESTORABLE {
                continue;
            }
            let counted = if rules.squares_only { 0 } else { u64::from(minutes) + gate_minutes(gate) };
            for level in 0..self.levels as u8 {
                let before = next * self.levels + usize::from(level);
                let fits = self.cost_of(before).plus(Cost::step(counted)) == self.cost_of(state)
                    && self.cost_of(before) != Cost::UNREACHED;
                let back = DIRECTIONS - 1 - direction;
                let stretch = level_after(view, next, back, square, level);
                if fits && stretch.is_some_and(|l| usize::from(l) == state % self.levels) {
                    found.push(before);
                }
            }
        }
        found
    }
}
