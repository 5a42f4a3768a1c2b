//! Walking over the network: one engine for clear ways, ways that could be cleared, and distances.
//!
//! What it is: shortest ways over states (a square, and how many squares across country the lorry has gone), with
//! costs packed into one integer so that comparing two costs is comparing two numbers.
//! What it never does: know of formations or dumps.

mod way;

use std::collections::BTreeSet;

use super::cost::Cost;
use super::gate::{BARRED, RESTORABLE, gate_minutes};
use super::heap::RadixHeap;
use super::network::{DIRECTIONS, Extent};
use super::view::View;
use crate::ground::bars::CLEAR;
use crate::ground::sense::Sense;

/// How many states a search for a mend looks at before it is worth while to make a bound for its own targets.
pub(crate) const EFFORT: usize = 8_000;

/// Room to search in: kept between searches, so that a search costs what it touches and not the whole map.
pub(crate) struct Search {
    levels: usize,
    /// By state; only those of this round count. Plain numbers, so that room which is never touched is never written.
    cost: Vec<u64>,
    round_of: Vec<u32>,
    from: Vec<u32>,
    round: u32,
    heap: RadixHeap,
    /// By square: the last round in which it was an end of the search, or beside one, and how far from the nearest.
    near: Vec<(u32, u8)>,
}

/// What a search came to.
pub(crate) enum SearchResult {
    /// A target, by its place among them, and the cost of the whole.
    Target(usize, Cost),
    /// No target can be reached within the limit.
    Nothing,
    /// It looked at as many states as it was allowed.
    TooMuch,
}

/// What a search counts, and what stops it.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// In which direction it walks.
    pub(crate) sense: Sense,
    /// Whether it may pass what could be won, restored or taken, at its cost.
    pub(crate) clearing: bool,
    /// Whether it counts squares instead of minutes.
    pub(crate) squares_only: bool,
}

/// When a search for several squares ends before all are found.
#[derive(Clone, Copy)]
pub(crate) struct Enough {
    /// How many are wanted.
    pub(crate) found: usize,
    /// How many squares it goes at most.
    pub(crate) squares: u64,
}

impl Search {
    /// Room for searches over a network with so many states.
    pub(crate) fn new(states: usize, levels: usize) -> Self {
        let mut heap = RadixHeap::default();
        heap.clear();
        Self {
            levels,
            cost: vec![0; states],
            round_of: vec![0; states],
            from: vec![0; states],
            round: 0,
            heap,
            near: vec![(0, 0); states / levels],
        }
    }

    fn cost_of(&self, state: usize) -> Cost {
        if self.round_of[state] == self.round { Cost(self.cost[state]) } else { Cost::UNREACHED }
    }

    /// The least cost at which a square was reached in the last search.
    pub(crate) fn cost_at(&self, square: usize) -> Option<Cost> {
        let states = square * self.levels..(square + 1) * self.levels;
        states.map(|s| self.cost_of(s)).min().filter(|c| *c != Cost::UNREACHED)
    }

    /// Searches from `sources` until every square of `wanted` is found, or nothing is left to be reached.
    ///
    /// What lies nowhere near a road or one of these is passed over: no lorry goes there.
    pub(crate) fn run(&mut self, view: &View<'_>, rules: Rules, sources: &[(usize, Cost)], wanted: &[usize]) {
        self.run_until(view, rules, sources, wanted, Enough { found: wanted.len(), squares: u64::MAX }, |_| {
            Cost::NOTHING
        });
    }

    /// Searches from a square, counting squares, until of `wanted` enough are found, and all that are as near.
    pub(crate) fn run_near(&mut self, view: &View<'_>, rules: Rules, source: usize, wanted: &[usize], enough: Enough) {
        let network = view.network;
        let Some(extent) = Extent::of(&network.places(wanted)) else { return self.begin(view, wanted) };
        let guide = |square: usize| Cost::of_steps(extent.steps_from(network.place(square)), 0);
        self.run_until(view, rules, &[(source, Cost::NOTHING)], wanted, enough, guide);
    }

    fn run_until(
        &mut self,
        view: &View<'_>,
        rules: Rules,
        sources: &[(usize, Cost)],
        wanted: &[usize],
        enough: Enough,
        guide: impl Fn(usize) -> Cost,
    ) {
        let (mut found, mut farthest) = (0, Cost::UNREACHED);
        let mut missing: BTreeSet<usize> = wanted.iter().copied().collect();
        self.begin(view, wanted);
        self.start(sources, &guide);
        if missing.is_empty() {
            return;
        }
        while let Some((state, cost)) = self.next(&guide) {
            let square = state / self.levels;
            let least = cost.plus(guide(square));
            if least > farthest || least.squares() > enough.squares {
                return;
            }
            if self.near[square] == (self.round, 0) && missing.remove(&square) {
                found += 1;
                if missing.is_empty() {
                    return;
                }
                if found == enough.found {
                    farthest = least;
                }
            }
            self.expand(view, rules, state, cost, &guide);
        }
    }

    /// Searches from a square until the cheapest of `targets` is found, each at the cost of the way there and its own;
    /// ties go to the first. Its place among them and the cost of the whole.
    ///
    /// `guide` is a lower bound of what is still to be paid from a square, a target's own cost included; what costs more
    /// than `limit` in all is given up.
    pub(crate) fn run_to(
        &mut self,
        view: &View<'_>,
        rules: Rules,
        source: usize,
        targets: &[(usize, Cost)],
        limit: Cost,
        guide: impl Fn(usize) -> Cost,
    ) -> Option<(usize, Cost)> {
        match self.try_to(view, rules, source, targets, limit, usize::MAX, guide) {
            SearchResult::Target(place, cost) => Some((place, cost)),
            SearchResult::Nothing | SearchResult::TooMuch => None,
        }
    }

    /// The same, but gives up after looking at so many states.
    #[expect(clippy::too_many_arguments, reason = "a search depends on all of these")]
    pub(crate) fn try_to(
        &mut self,
        view: &View<'_>,
        rules: Rules,
        source: usize,
        targets: &[(usize, Cost)],
        limit: Cost,
        most: usize,
        guide: impl Fn(usize) -> Cost,
    ) -> SearchResult {
        let squares: Vec<usize> = targets.iter().map(|(square, _)| *square).collect();
        self.begin(view, &squares);
        self.start(&[(source, Cost::NOTHING)], &guide);
        let mut best: Option<(Cost, usize)> = None;
        let mut looked_at = 0;
        while let Some((state, cost)) = self.next(&guide) {
            looked_at += 1;
            if looked_at > most {
                return SearchResult::TooMuch;
            }
            let square = state / self.levels;
            let least = cost.plus(guide(square));
            if least > limit || best.is_some_and(|(found, _)| least > found) {
                break;
            }
            if self.near[square] == (self.round, 0) {
                let here = targets.iter().enumerate().filter(|(_, (target, _))| *target == square);
                let found = here.map(|(place, (_, onward))| (cost.plus(*onward), place)).chain(best);
                best = found.min();
            }
            self.expand(view, rules, state, cost, &guide);
        }
        best.map_or(SearchResult::Nothing, |(cost, place)| SearchResult::Target(place, cost))
    }

    /// Searches back from `sources` to one square: to every state that could be on a quickest way from there.
    pub(crate) fn run_back(&mut self, view: &View<'_>, rules: Rules, sources: &[(usize, Cost)], start: usize) {
        let network = view.network;
        let guide = |square: usize| Cost::of_steps(network.steps(square, start), network.fastest());
        self.begin(view, &[start]);
        self.start(sources, &guide);
        let mut found: Option<Cost> = None;
        while let Some((state, cost)) = self.next(guide) {
            let square = state / self.levels;
            // Ways that cost the same are all looked at: of these the one of the lowest references is taken.
            if found.is_some_and(|found| cost.plus(guide(square)) > found) {
                return;
            }
            if square == start {
                found = Some(found.map_or(cost, |found| found.min(cost)));
            }
            self.expand(view, rules, state, cost, &guide);
        }
    }

    /// How many squares it is from one square to another by the shortest clear way, up to `most`.
    pub(crate) fn squares_between(&mut self, view: &View<'_>, from: usize, to: usize, most: u64) -> Option<u64> {
        const SHORTEST: Rules = Rules { sense: Sense::Onward, clearing: false, squares_only: true };
        let network = view.network;
        if network.steps(from, to) > most {
            return None;
        }
        let guide = |square: usize| Cost::of_steps(network.steps(square, to), 0);
        let limit = Cost::of_steps(most, 0);
        self.run_to(view, SHORTEST, from, &[(to, Cost::NOTHING)], limit, guide).map(|(_, cost)| cost.squares())
    }

    /// The squares within so many squares of one by clear ways, or from which it is so far; each once, in order.
    pub(crate) fn within(&mut self, view: &View<'_>, rules: Rules, from: usize, most: u64) -> Vec<usize> {
        self.begin(view, &[from]);
        self.start(&[(from, Cost::NOTHING)], &|_| Cost::NOTHING);
        let mut found = Vec::new();
        while let Some((state, cost)) = self.next(|_| Cost::NOTHING).filter(|(_, cost)| cost.squares() <= most) {
            found.push(state / self.levels);
            self.expand(view, rules, state, cost, &|_| Cost::NOTHING);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn begin(&mut self, view: &View<'_>, ends: &[usize]) {
        self.round += 1;
        self.heap.clear();
        for end in ends {
            for (square, steps) in view.network.around(*end, view.network.stretch) {
                let (round, before) = self.near[square];
                if round != self.round || steps < before {
                    self.near[square] = (self.round, steps);
                }
            }
        }
    }

    fn start(&mut self, sources: &[(usize, Cost)], guide: &impl Fn(usize) -> Cost) {
        for (square, cost) in sources {
            let state = square * self.levels;
            if *cost < self.cost_of(state) {
                self.reach_guided(state, *cost, u32::MAX, guide);
            }
        }
    }

    /// The next state in the order of cost, and what it cost.
    fn next(&mut self, guide: impl Fn(usize) -> Cost) -> Option<(usize, Cost)> {
        while let Some((key, state)) = self.heap.pop() {
            let state = state as usize;
            let cost = Cost(self.cost[state]);
            if cost.plus(guide(state / self.levels)).0 == key {
                return Some((state, cost));
            }
        }
        None
    }

    /// Whether a lorry that has gone so far across country can still come to a road, or to an end of the search.
    fn leads_on(&self, view: &View<'_>, square: usize, gone: u8) -> bool {
        let (round, steps) = self.near[square];
        let left = view.network.stretch - gone;
        view.network.to_road(square) <= left || (round == self.round && steps <= left)
    }

    fn reach_guided(&mut self, state: usize, cost: Cost, from: u32, guide: &impl Fn(usize) -> Cost) {
        self.cost[state] = cost.0;
        self.round_of[state] = self.round;
        self.from[state] = from;
        let key = cost.plus(guide(state / self.levels));
        if key != Cost::UNREACHED {
            self.heap.push(key.0, state as u32);
        }
    }

    fn expand(&mut self, view: &View<'_>, rules: Rules, state: usize, cost: Cost, guide: &impl Fn(usize) -> Cost) {
        let network = view.network;
        let (square, gone) = (state / self.levels, (state % self.levels) as u8);
        // A lorry may start anywhere, so walking back ends on a barred square but does not go on from there.
        if rules.sense == Sense::Back && !view.is_clear(square) {
            return;
        }
        for direction in 0..DIRECTIONS {
            let Some(next) = network.neighbour(square, direction) else { continue };
            let (from, toward) = match rules.sense {
                Sense::Onward => (square, direction),
                Sense::Back => (next, DIRECTIONS - 1 - direction),
            };
            let (minutes, gate) = (network.minutes(from, toward), view.gate(from, toward));
            if minutes == 0 || gate == BARRED || (gate == RESTORABLE && !rules.clearing) {
                continue;
            }
            let bar = if rules.sense == Sense::Onward { view.bar(next) } else { CLEAR };
            if bar != CLEAR && !rules.clearing {
                continue;
            }
            let Some(level) = level_after(view, square, direction, next, gone) else { continue };
            if !self.leads_on(view, next, level) {
                continue;
            }
            let counted = if rules.squares_only { 0 } else { u64::from(minutes) + gate_minutes(gate) };
            let mut total = cost.plus(Cost::step(counted)).plus(Cost::of_bar(bar));
            if gate == RESTORABLE {
                total = total.plus(Cost::RESTORING);
            }
            let reached = next * self.levels + usize::from(level);
            if total < self.cost_of(reached) && !self.is_idle(next, level, total) {
                self.reach_guided(reached, total, state as u32, guide);
            }
        }
    }

    /// Whether the square was reached more cheaply with more of the stretch left, so that this state leads nowhere new.
    fn is_idle(&self, square: usize, level: u8, total: Cost) -> bool {
        (0..usize::from(level)).any(|l| self.cost_of(square * self.levels + l) < total)
    }
}

/// How many squares across country a lorry has gone after a step; none where that is further than it may.
///
/// By road it starts anew, and on any square with a road.
fn level_after(view: &View<'_>, from: usize, direction: usize, to: usize, gone: u8) -> Option<u8> {
    let network = view.network;
    if network.by_road(from, direction) {
        return Some(0);
    }
    let level = gone + 1;
    if level > network.stretch {
        return None;
    }
    if network.on_road(to) {
        return Some(0);
    }
    Some(level)
}
