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

use fixedbitset::FixedBitSet;
use network::{DisjointWays, Links, Passing, Starts, Steps};

use crate::rail::tracks::Tracks;

/// Of how many things a set may be at most.
pub(crate) const MOST: usize = 4;

/// Of how many things a set may be at most in which a square counts twice: the search for larger ones takes long.
const TRIED: usize = 2;

/// Roads, ends and railways of one side, as nodes: first those of the links, then the ends, then the tracks.
pub(crate) struct Mesh {
    paths: Paths,
    /// By square of an end: its node.
    ends: BTreeMap<usize, u32>,
    /// In how many layers a square may be passed.
    layers: usize,
    ways: DisjointWays,
}

/// Where each node lies and leads on to: from a road also to the ends at which lorries arrive from it.
#[derive(Default)]
struct Paths {
    /// By node: its square.
    square: Vec<u32>,
    /// By node: where its paths end in `to`.
    end: Vec<u32>,
    to: Vec<u32>,
    is_source: Vec<bool>,
}

/// What is taken as lost.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gone {
    /// Squares.
    pub(crate) squares: FixedBitSet,
    /// Steps from node to node, both ways.
    pub(crate) steps: Vec<(u32, u32)>,
}

/// The paths that are left without what is gone.
struct Left<'p> {
    paths: &'p Paths,
    gone: &'p Gone,
}

impl Paths {
    fn add(&mut self, square: usize, to: impl Iterator<Item = u32>, is_source: bool) {
        self.to.extend(to);
        self.square.push(square as u32);
        self.end.push(self.to.len() as u32);
        self.is_source.push(is_source);
    }

    fn square(&self, node: usize) -> usize {
        self.square[node] as usize
    }

    /// The nodes to which paths lead from one.
    fn of(&self, node: usize) -> &[u32] {
        let first = node.checked_sub(1).map_or(0, |before| self.end[before]);
        &self.to[first as usize..self.end[node] as usize]
    }
}

impl Steps for Left<'_> {
    fn nodes(&self) -> usize {
        self.paths.square.len()
    }

    fn places(&self, node: usize) -> usize {
        self.paths.of(node).len()
    }

    fn step(&self, node: usize, place: usize) -> Option<(usize, u64)> {
        let next = self.paths.of(node)[place];
        // However many ways go from node to node: only passing a node has a limit.
        let steps = &self.gone.steps;
        let is_gone = self.is_lost(next as usize) || !steps.is_empty() && steps.contains(&(node as u32, next));
        (!is_gone).then_some((next as usize, 1))
    }
}

impl Passing for Left<'_> {
    fn is_end(&self, node: usize) -> bool {
        self.paths.is_source[node]
    }

    fn is_lost(&self, node: usize) -> bool {
        self.gone.squares.contains(self.paths.square(node))
    }
}

impl Mesh {
    /// `ends`: by square the nodes from which lorries arrive, its tracks (none of a depot), whether it is a source.
    pub(crate) fn new(links: &Links, ends: &BTreeMap<usize, (Vec<u32>, Vec<usize>, bool)>, rails: &Tracks) -> Self {
        let roads = links.nodes() as u32;
        let first = roads + ends.len() as u32;
        let mut arrive: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (node, (from, ..)) in (roads..).zip(ends.values()) {
            for road in from {
                arrive.entry(*road).or_default().push(node);
            }
        }
        let mut paths = Paths::default();
        for road in 0..roads {
            let ends = arrive.get(&road).into_iter().flatten();
            paths.add(links.square(road), links.of(road).iter().chain(ends).copied(), false);
        }
        for (square, (_, starts, is_source)) in ends {
            paths.add(*square, starts.iter().map(|track| first + *track as u32), *is_source);
        }
        for track in &rails.all {
            paths.add(track.square, track.to.iter().map(|to| first + to), track.is_source);
        }
        let ways = DisjointWays::new(paths.square.len());
        Self { paths, ends: ends.keys().copied().zip(roads..).collect(), layers: 1 + rails.kinds, ways }
    }

    /// The node of an end.
    pub(crate) fn end(&self, square: usize) -> Option<u32> {
        self.ends.get(&square).copied()
    }

    /// Where an end leads on to.
    pub(crate) fn beyond(&self, end: u32) -> Vec<u32> {
        self.paths.of(end as usize).to_vec()
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
            gone.squares.grow_and_insert(square);
            let rest = self.least(starts, gone, fewer - 1);
            gone.squares.remove(square);
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

    fn ways(&mut self, starts: &Starts, gone: &Gone, most: usize) -> usize {
        self.ways.seek(&Left { paths: &self.paths, gone }, starts, most)
    }

    /// After the last search has failed: the squares that are reached and not passed.
    fn cut(&self, gone: &Gone) -> Vec<usize> {
        let mut squares: Vec<usize> = self.ways.cut().map(|node| self.paths.square(node as usize)).collect();
        squares.retain(|square| !gone.squares.contains(*square));
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// The squares that are on two of the ways found, in order.
    fn on_two_ways(&self) -> Vec<usize> {
        let mut on: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        for (end, node) in self.ways.passed() {
            on.entry(self.paths.square(node as usize)).or_default().insert(end);
        }
        on.into_iter().filter(|(_, ways)| ways.len() > 1).map(|(square, _)| square).collect()
    }
}
