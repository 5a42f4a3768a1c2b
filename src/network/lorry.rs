//! Where lorries go over the ground: clear ways, ways that could be cleared, and distances.
//!
//! What it is: the graph of a lorry's states (a square, and how many squares across country it has gone), and what is
//! asked of the one search over it.
//! What it never does: know of formations or dumps. Where to look next: `way`, which reads back what was found.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use crate::bars::CLEAR;
use crate::cost::Cost;
use crate::gate::{BARRED, RESTORABLE};
use crate::ground::Ground;
use crate::lattice::{DIRECTIONS, Extent, opposite};
use crate::network::Network;
use crate::search::Search;
use crate::sense::Sense;
use crate::steps::Steps;

/// What a search counts, and what stops it.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// In which direction it walks.
    pub sense: Sense,
    /// Whether it may pass what could be won, restored or taken, at its cost.
    pub clearing: bool,
    /// Whether it counts squares instead of minutes.
    pub squares_only: bool,
}

/// When a search for several squares ends before all are found.
#[derive(Debug, Clone, Copy)]
pub struct Enough {
    /// How many are wanted.
    pub found: usize,
    /// How many squares it goes at most.
    pub squares: u64,
}

/// How far a search for a target goes.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// What costs more in all is given up.
    pub cost: Cost,
    /// How many states it looks at.
    pub states: usize,
}

impl Limit {
    /// As far as there is something to reach.
    pub const NONE: Self = Self { cost: Cost::UNREACHED, states: usize::MAX };

    /// As far as so much is paid in all.
    pub fn of(cost: Cost) -> Self {
        Self { cost, ..Self::NONE }
    }

    /// As far as a search for a mend goes before it is worth while to make a bound for its own targets.
    pub const EFFORT: Self = Self { states: 8_000, ..Self::NONE };
}

/// What a search came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchResult {
    /// A target, by its place among them, and the cost of the whole.
    Target(usize, Cost),
    /// No target can be reached within the limit.
    Nothing,
    /// It looked at as many states as it was allowed.
    TooMuch,
}

impl SearchResult {
    /// The target, by its place among them, and the cost of the whole; none where it was not reached.
    pub fn target(self) -> Option<(usize, Cost)> {
        match self {
            Self::Target(place, cost) => Some((place, cost)),
            Self::Nothing | Self::TooMuch => None,
        }
    }
}

/// Room for lorries to search in: kept between searches.
#[derive(Debug)]
pub struct LorrySearch {
    search: Search,
    ends: Ends,
    /// States to a square.
    pub(crate) levels: usize,
}

/// By square: the last round in which it was an end of the search, or beside one, and how far from the nearest.
#[derive(Debug)]
struct Ends {
    near: Vec<(u32, u8)>,
    round: u32,
}

impl Ends {
    fn mark(&mut self, network: &Network, ends: &[usize]) {
        self.round += 1;
        for end in ends {
            for (square, steps) in network.around(*end, network.stretch) {
                let (round, before) = self.near[square];
                if round != self.round || steps < before {
                    self.near[square] = (self.round, steps);
                }
            }
        }
    }

    fn is_end(&self, square: usize) -> bool {
        self.near[square] == (self.round, 0)
    }

    /// Whether a lorry that has gone so far across country can still come to a road, or to an end of the search.
    fn leads_on(&self, network: &Network, square: usize, gone: u8) -> bool {
        let (round, steps) = self.near[square];
        let left = network.stretch - gone;
        network.to_road(square) <= left || (round == self.round && steps <= left)
    }
}

/// The states of a lorry as a graph: what lies nowhere near a road or an end of the search is passed over.
#[derive(Debug)]
pub struct LorrySteps<'a> {
    ground: Ground<'a>,
    rules: Rules,
    ends: &'a Ends,
}

impl Steps for LorrySteps<'_> {
    fn nodes(&self) -> usize {
        self.ground.network.states()
    }

    #[inline]
    fn places(&self, state: usize) -> usize {
        // A lorry may start anywhere, so walking back ends on a barred square but does not go on from there.
        let square = state / self.ground.network.levels();
        if self.rules.sense == Sense::Back && !self.ground.is_clear(square) { 0 } else { DIRECTIONS }
    }

    #[inline]
    fn step(&self, state: usize, direction: usize) -> Option<(usize, u64)> {
        let Self { ground, rules, ends } = self;
        let network = ground.network;
        let levels = network.levels();
        let (square, gone) = (state / levels, (state % levels) as u8);
        let next = network.neighbour(square, direction)?;
        let (from, toward) = match rules.sense {
            Sense::Onward => (square, direction),
            Sense::Back => (next, opposite(direction)),
        };
        let (minutes, gate) = (network.minutes(from, toward), ground.gate(from, toward));
        if minutes == 0 || gate == BARRED || (gate == RESTORABLE && !rules.clearing) {
            return None;
        }
        let bar = if rules.sense == Sense::Onward { ground.bar(next) } else { CLEAR };
        if bar != CLEAR && !rules.clearing {
            return None;
        }
        let level = level_after(network, square, direction, next, gone)?;
        if !ends.leads_on(network, next, level) {
            return None;
        }
        let counted = if rules.squares_only { 0 } else { u64::from(minutes) + network.gate_minutes(gate) };
        let cost = Cost::step(counted).plus(Cost::of_bar(bar));
        let cost = if gate == RESTORABLE { cost.plus(Cost::RESTORING) } else { cost };
        Some((next * levels + usize::from(level), cost.0))
    }

    /// The square with more of the stretch left: where it was reached so more cheaply, this state leads nowhere new.
    #[inline]
    fn betters(&self, state: usize) -> Range<usize> {
        let levels = self.ground.network.levels();
        state - state % levels..state
    }
}

/// How many squares across country a lorry has gone after a step; none where that is further than it may.
///
/// By road it starts anew, and on any square with a road.
#[inline]
pub(crate) fn level_after(network: &Network, from: usize, direction: usize, to: usize, gone: u8) -> Option<u8> {
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

/// No guide: nothing is known of what is still to be paid.
fn unguided(_: usize) -> Cost {
    Cost::NOTHING
}

impl LorrySearch {
    /// Room for searches over a network.
    pub fn new(network: &Network) -> Self {
        let ends = Ends { near: vec![(0, 0); network.len()], round: 0 };
        Self { search: Search::new(network.states()), ends, levels: network.levels() }
    }

    pub(crate) fn cost_of(&self, state: usize) -> Cost {
        Cost(self.search.cost_or_unreached(state))
    }

    /// The states on a square.
    pub(crate) fn states(&self, square: usize) -> Range<usize> {
        square * self.levels..(square + 1) * self.levels
    }

    pub(crate) fn before(&self, state: usize) -> Option<usize> {
        self.search.before(state)
    }

    /// The least cost at which a square was reached in the last search.
    pub fn cost_at(&self, square: usize) -> Option<Cost> {
        self.states(square).map(|state| self.cost_of(state)).min().filter(|cost| *cost != Cost::UNREACHED)
    }

    /// The graph of a lorry's states, as a search for these ends sees it.
    pub fn steps<'s>(&'s mut self, ground: Ground<'s>, rules: Rules, ends: &[usize]) -> LorrySteps<'s> {
        self.ends.mark(ground.network, ends);
        LorrySteps { ground, rules, ends: &self.ends }
    }

    /// Searches from `sources` towards `ends`, guided, until `reach` breaks off: it is told of squares, of what the way
    /// there costs and the whole way at least, and whether the square is an end.
    fn search(
        &mut self,
        over: (Ground<'_>, Rules),
        sources: &[(usize, Cost)],
        ends: &[usize],
        guide: impl Fn(usize) -> Cost,
        mut reach: impl FnMut(usize, Cost, Cost, bool) -> ControlFlow<()>,
    ) {
        let (ground, rules) = over;
        let levels = self.levels;
        self.ends.mark(ground.network, ends);
        let marked = &self.ends;
        let steps = LorrySteps { ground, rules, ends: marked };
        let starts = sources.iter().map(|(square, cost)| (square * levels, cost.0));
        self.search.run(
            &steps,
            starts,
            |state| guide(state / levels).0,
            |at| {
                let square = at.node / levels;
                reach(square, Cost(at.cost), Cost(at.least), marked.is_end(square))
            },
        );
    }

    /// Searches from `sources` until every square of `wanted` is found, or nothing is left to be reached.
    ///
    /// What lies nowhere near a road or one of these is passed over: no lorry goes there.
    pub fn run(&mut self, ground: Ground<'_>, rules: Rules, sources: &[(usize, Cost)], wanted: &[usize]) {
        let enough = Enough { found: wanted.len(), squares: u64::MAX };
        self.run_until((ground, rules), sources, wanted, enough, unguided);
    }

    /// Searches from a square, counting squares, until of `wanted` enough are found, and all that are as near.
    pub fn run_near(&mut self, ground: Ground<'_>, rules: Rules, source: usize, wanted: &[usize], enough: Enough) {
        let network = ground.network;
        let Some(extent) = Extent::of(&network.places(wanted)) else { return self.search.clear() };
        let guide = |square: usize| Cost::of_steps(extent.steps_from(network.place(square)), 0);
        self.run_until((ground, rules), &[(source, Cost::NOTHING)], wanted, enough, guide);
    }

    fn run_until(
        &mut self,
        over: (Ground<'_>, Rules),
        sources: &[(usize, Cost)],
        wanted: &[usize],
        enough: Enough,
        guide: impl Fn(usize) -> Cost,
    ) {
        let (mut found, mut farthest) = (0, Cost::UNREACHED);
        let mut missing: BTreeSet<usize> = wanted.iter().copied().collect();
        self.search(over, sources, wanted, guide, |square, _, least, is_end| {
            if missing.is_empty() || least > farthest || least.squares() > enough.squares {
                return ControlFlow::Break(());
            }
            if is_end && missing.remove(&square) {
                found += 1;
                if missing.is_empty() {
                    return ControlFlow::Break(());
                }
                if found == enough.found {
                    farthest = least;
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// Searches from a square until the cheapest of `targets` is found, each at the cost of the way there and its own;
    /// ties go to the first. Its place among them and the cost of the whole.
    ///
    /// `guide` is a lower bound of what is still to be paid from a square, a target's own cost included.
    pub fn run_to(
        &mut self,
        over: (Ground<'_>, Rules),
        source: usize,
        targets: &[(usize, Cost)],
        limit: Limit,
        guide: impl Fn(usize) -> Cost,
    ) -> SearchResult {
        let squares: Vec<usize> = targets.iter().map(|(square, _)| *square).collect();
        let mut best: Option<(Cost, usize)> = None;
        let (mut looked_at, mut too_much) = (0, false);
        self.search(over, &[(source, Cost::NOTHING)], &squares, guide, |square, cost, least, is_end| {
            looked_at += 1;
            too_much = looked_at > limit.states;
            if too_much || least > limit.cost || best.is_some_and(|(found, _)| least > found) {
                return ControlFlow::Break(());
            }
            if is_end {
                let here = targets.iter().enumerate().filter(|(_, (target, _))| *target == square);
                let found = here.map(|(place, (_, onward))| (cost.plus(*onward), place)).chain(best);
                best = found.min();
            }
            ControlFlow::Continue(())
        });
        if too_much {
            return SearchResult::TooMuch;
        }
        best.map_or(SearchResult::Nothing, |(cost, place)| SearchResult::Target(place, cost))
    }

    /// Searches back from `sources` to one square: to every state that could be on a quickest way from there.
    pub fn run_back(&mut self, ground: Ground<'_>, rules: Rules, sources: &[(usize, Cost)], start: usize) {
        let network = ground.network;
        let guide = |square: usize| Cost::of_steps(network.steps(square, start), network.fastest());
        let mut found = Cost::UNREACHED;
        self.search((ground, rules), sources, &[start], guide, |square, cost, least, _| {
            // Ways that cost the same are all looked at: of these the one of the lowest references is taken.
            if least > found {
                return ControlFlow::Break(());
            }
            if square == start {
                found = found.min(cost);
            }
            ControlFlow::Continue(())
        });
    }

    /// How many squares it is from one square to another by the shortest clear way, up to `most`.
    pub fn squares_between(&mut self, ground: Ground<'_>, from: usize, to: usize, most: u64) -> Option<u64> {
        const SHORTEST: Rules = Rules { sense: Sense::Onward, clearing: false, squares_only: true };
        let network = ground.network;
        if network.steps(from, to) > most {
            return None;
        }
        let guide = |square: usize| Cost::of_steps(network.steps(square, to), 0);
        let limit = Limit::of(Cost::of_steps(most, 0));
        let found = self.run_to((ground, SHORTEST), from, &[(to, Cost::NOTHING)], limit, guide);
        found.target().map(|(_, cost)| cost.squares())
    }

    /// The squares within so many squares of one by clear ways, or from which it is so far; each once, in order.
    pub fn within(&mut self, ground: Ground<'_>, rules: Rules, from: usize, most: u64) -> Vec<usize> {
        let mut found = Vec::new();
        self.search((ground, rules), &[(from, Cost::NOTHING)], &[from], unguided, |square, cost, _, _| {
            if cost.squares() > most {
                return ControlFlow::Break(());
            }
            found.push(square);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found.dedup();
        found
    }
}
