//! The fewest squares and crossings whose loss parts a corps from everything that feeds it: minimum cuts.
//!
//! What it is: a graph of roads and railways together, in which every square may be passed by as many disjoint ways as it
//! has layers: one by road, one by rail for each gauge. As many ways as there are that share no square, so many squares must be lost (Menger).
//! What it decides: the least set up to [`MOST`] things, that nearest to the formations where there are several.
//! What it never does: count dumps; those can be opened elsewhere. Nor squares without a road: a field is not held by holding
//! a square of it. Where to look next: `critical`, which asks for it; `links`, the roads.
//!
//! A square with a road and a railway is lost in all its layers at once, so that a set may be smaller than a plain flow says.
//! But a set smaller than the number of ways holds a square that is on two of them: these few are tried in turn, up to sets of [`TRIED`].

use std::collections::{BTreeMap, BTreeSet};

use crate::ground::links::{Links, NONE};
use crate::rail::RailTrack;

/// Of how many things a set may be at most.
pub(crate) const MOST: usize = 4;

/// Of how many things a set may be at most in which a square counts twice: the search for larger ones takes long.
const TRIED: usize = 2;

/// Where a way begins that no node is before.
const SOURCE: u32 = NONE - 1;

/// Roads, ends and railways of one side, as nodes: first those of the links, then the ends, then the tracks.
pub(crate) struct Mesh<'l> {
    links: &'l Links,
    /// By node that is not a road: its square, where it leads on to, whether it is a source.
    further: Vec<RailTrack>,
    /// By node of a road: the ends at which lorries arrive from it.
    arrive: BTreeMap<u32, Vec<u32>>,
    /// By square of an end: its node.
    ends: BTreeMap<usize, u32>,
    /// In how many layers a square may be passed.
    layers: usize,
    flow: Flow,
}

/// Where the formations of a corps set out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Starts {
    /// Nodes from which they leave without passing them: they stand there.
    pub(crate) on: Vec<u32>,
    /// Nodes to which they come across country.
    pub(crate) onto: Vec<u32>,
}

/// What is taken as lost.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gone {
    /// Squares.
    pub(crate) squares: Vec<usize>,
    /// Steps from node to node, both ways.
    pub(crate) steps: Vec<(u32, u32)>,
}

/// Ways that share no node, and room to seek another.
struct Flow {
    /// By node: the node before it on its way; [`NONE`] where it is on none.
    before: Vec<u32>,
    /// The nodes whose ways end with them.
    last: Vec<u32>,
    /// By state (a node before it is passed, a node passed): the round in which it was seen, and from which state.
    seen: Vec<u32>,
    from: Vec<u32>,
    round: u32,
    queue: Vec<u32>,
}

impl<'l> Mesh<'l> {
    /// `ends`: by square the nodes from which lorries arrive, its tracks (none of a depot), whether it is a source; `tracks`:
    /// of each of so many kinds of trains its railways, as numbered among themselves.
    pub(crate) fn new(
        links: &'l Links,
        ends: &BTreeMap<usize, (Vec<u32>, Vec<usize>, bool)>,
        tracks: Vec<RailTrack>,
        trains: usize,
    ) -> Self {
        let roads = links.len() as u32;
        let rails = roads + ends.len() as u32;
        let mut mesh = Self {
            links,
            further: Vec::with_capacity(ends.len() + tracks.len()),
            arrive: BTreeMap::new(),
            ends: BTreeMap::new(),
            layers: 1 + trains,
            flow: Flow::new(links.len() + ends.len() + tracks.len()),
        };
        for (number, (square, (nodes, starts, is_source))) in ends.iter().enumerate() {
            let node = roads + number as u32;
            mesh.ends.insert(*square, node);
            for road in nodes {
                mesh.arrive.entry(*road).or_default().push(node);
            }
            let to = starts.iter().map(|track| rails + *track as u32).collect();
            mesh.further.push(RailTrack { square: *square, to, is_source: *is_source });
        }
        let moved = |track: RailTrack| RailTrack { to: track.to.iter().map(|to| rails + to).collect(), ..track };
        mesh.further.extend(tracks.into_iter().map(moved));
        mesh
    }

    /// The node of an end.
    pub(crate) fn end(&self, square: usize) -> Option<u32> {
        self.ends.get(&square).copied()
    }

    /// Where an end leads on to.
    pub(crate) fn beyond(&self, end: u32) -> Vec<u32> {
        self.further[end as usize - self.links.len()].to.clone()
    }

    fn square(&self, node: u32) -> usize {
        match (node as usize).checked_sub(self.links.len()) {
            None => self.links.square(node),
            Some(number) => self.further[number].square,
        }
    }

    fn is_source(&self, node: u32) -> bool {
        (node as usize).checked_sub(self.links.len()).is_some_and(|number| self.further[number].is_source)
    }

    /// The fewest squares whose loss, beside what is gone, leaves no way: none where more than `most` are needed.
    pub(crate) fn least(&mut self, starts: &Starts, gone: &mut Gone, most: usize) -> Option<Vec<usize>> {
        let ways = self.ways(starts, gone, self.layers * most + 1);
        let mut best = (ways <= self.layers * most).then(|| self.cut(gone)).filter(|cut| cut.len() <= most);
        for square in self.on_two_ways() {
            let fewer = best.as_ref().map_or(most, |best| best.len().saturating_sub(1)).min(TRIED);
            if fewer == 0 || ways > self.layers * fewer {
                break;
            }
            gone.squares.push(square);
            let rest = self.least(starts, gone, fewer - 1);
            gone.squares.pop();
            if let Some(mut set) = rest {
                set.push(square);
                set.sort_unstable();
                best = Some(set);
            }
        }
        best
    }

    /// Whether a way is left.
    pub(crate) fn is_open(&mut self, starts: &Starts, gone: &Gone) -> bool {
        self.ways(starts, gone, 1) > 0
    }

    /// Seeks ways that share no node, at most so many; how many there are.
    fn ways(&mut self, starts: &Starts, gone: &Gone, most: usize) -> usize {
        self.flow.clear();
        let mut count = 0;
        while count < most && self.another(starts, gone) {
            count += 1;
        }
        count
    }

    /// Seeks one way more, turning others aside where that makes room.
    fn another(&mut self, starts: &Starts, gone: &Gone) -> bool {
        let mut flow = std::mem::replace(&mut self.flow, Flow::new(0));
        let end = self.seek(&mut flow, starts, gone);
        if let Some(end) = end {
            flow.lay(end);
        }
        self.flow = flow;
        end.is_some()
    }

    /// The node of a source that is reached, in the order of the fewest squares.
    fn seek(&self, flow: &mut Flow, starts: &Starts, gone: &Gone) -> Option<u32> {
        let is_lost = |node: u32| gone.squares.contains(&self.square(node));
        flow.begin(&starts.on, starts.onto.iter().copied().filter(|node| !is_lost(*node)));
        let mut place = 0;
        while let Some(state) = flow.queue.get(place).copied() {
            place += 1;
            let (node, passed) = (state / 2, state % 2 == 1);
            if !passed {
                match flow.before[node as usize] {
                    NONE => flow.see(state + 1, state),
                    SOURCE => {}
                    before => flow.see(before * 2 + 1, state),
                }
                continue;
            }
            if self.is_source(node) && !flow.last.contains(&node) {
                return Some(node);
            }
            if flow.before[node as usize] != NONE {
                flow.see(node * 2, state);
            }
            let (near, arrive) = match (node as usize).checked_sub(self.links.len()) {
                None => (self.links.of(node), self.arrive.get(&node).map_or(&[][..], Vec::as_slice)),
                Some(number) => (self.further[number].to.as_slice(), &[][..]),
            };
            for next in near.iter().chain(arrive) {
                // However many ways go from node to node: only passing a node has a limit.
                if !is_lost(*next) && !gone.steps.contains(&(node, *next)) {
                    flow.see(next * 2, state);
                }
            }
        }
        None
    }

    /// After the last search has failed: the squares that are reached and not passed.
    fn cut(&self, gone: &Gone) -> Vec<usize> {
        let flow = &self.flow;
        let held = flow.queue.iter().filter(|state| **state % 2 == 0 && flow.seen[**state as usize + 1] != flow.round);
        let mut squares: Vec<usize> = held.map(|state| self.square(state / 2)).collect();
        squares.retain(|square| !gone.squares.contains(square));
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// The squares that are on two of the ways found, in order.
    fn on_two_ways(&self) -> Vec<usize> {
        let mut on: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        for end in &self.flow.last {
            let mut node = *end;
            // Who stands on a node leaves it without passing it: nothing is before that one.
            while node != SOURCE && self.flow.before[node as usize] != NONE {
                on.entry(self.square(node)).or_default().insert(*end);
                node = self.flow.before[node as usize];
            }
        }
        on.into_iter().filter(|(_, ways)| ways.len() > 1).map(|(square, _)| square).collect()
    }
}

impl Flow {
    fn new(nodes: usize) -> Self {
        Self {
            before: vec![NONE; nodes],
            last: Vec::new(),
            seen: vec![0; nodes * 2],
            from: vec![NONE; nodes * 2],
            round: 0,
            queue: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.before.fill(NONE);
        self.last.clear();
    }

    fn begin(&mut self, on: &[u32], onto: impl Iterator<Item = u32>) {
        self.round += 1;
        self.queue.clear();
        for node in on {
            self.see(node * 2 + 1, NONE);
        }
        for node in onto {
            self.see(node * 2, NONE);
        }
    }

    fn see(&mut self, state: u32, from: u32) {
        if self.seen[state as usize] != self.round {
            (self.seen[state as usize], self.from[state as usize]) = (self.round, from);
            self.queue.push(state);
        }
    }

    /// Lays the way that was found, and turns aside those that made room.
    fn lay(&mut self, end: u32) {
        self.last.push(end);
        let mut steps = Vec::new();
        let mut state = end * 2 + 1;
        while state != NONE {
            steps.push((self.from[state as usize], state));
            state = self.from[state as usize];
        }
        for (from, to) in steps.into_iter().rev() {
            let (node, into) = (to / 2, to % 2 == 0);
            match (from, into) {
                (NONE, true) => self.before[node as usize] = SOURCE,
                // A way that went through it goes elsewhere now.
                (from, true) if from / 2 == node => self.before[node as usize] = NONE,
                (from, true) => self.before[node as usize] = from / 2,
                _ => {}
            }
        }
    }
}
