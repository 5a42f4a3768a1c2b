//! The one search for shortest ways: for marches, lines of supply, bowsers, trains and the roads of a survey.
//!
//! What it is: A* over any [`Steps`], from one node or several, on costs packed into one integer, so that comparing two
//! costs is comparing two numbers; what it reached stays to be read until the next search.
//! What it decides: nothing about ends and limits; who searches is told of every node in the order of its cost.
//! What it never does: give memory back between searches, or touch what a search does not reach.
//!
//! petgraph's `astar` over the same graph takes 1.1 (hops of a few steps) to 1.8 times as long, once 3.0, its `dijkstra`
//! 1.1 to 1.4 times (`cargo bench --bench network`): they keep costs in a hash table, and their queue is a binary heap.
//! Why this one stays all the same stands in `docs/DECISIONS.md`: several starts, limits, and which of two equal ways.

use std::ops::ControlFlow;

use crate::heap::RadixHeap;
use crate::steps::Steps;

/// Out of reach.
const UNREACHED: u64 = u64::MAX;

/// No node.
const NONE: u32 = u32::MAX;

/// Room to search in: kept between searches, so that a search costs what it touches and not the whole map.
#[derive(Debug)]
pub struct Search {
    /// By node; only those of this round count. Plain numbers, so that room which is never touched is never written.
    cost: Vec<u64>,
    round_of: Vec<u32>,
    before: Vec<u32>,
    round: u32,
    heap: RadixHeap,
}

/// A node that a search has come to, at the least cost.
#[derive(Debug, Clone, Copy)]
pub struct Reached {
    /// Which.
    pub node: usize,
    /// What the way there cost.
    pub cost: u64,
    /// What the whole way costs at least.
    pub least: u64,
}

impl Search {
    /// Room for searches over so many nodes.
    pub fn new(nodes: usize) -> Self {
        let mut heap = RadixHeap::default();
        heap.clear();
        Self { cost: vec![0; nodes], round_of: vec![0; nodes], before: vec![0; nodes], round: 0, heap }
    }

    /// Forgets the last search.
    pub fn clear(&mut self) {
        self.round += 1;
        self.heap.clear();
    }

    /// Searches from `starts`, each at its cost, until `reach` breaks off or nothing is left.
    ///
    /// `guide` is a lower bound of what is still to be paid from a node, that falls by no step more than the step costs;
    /// the greatest number where nothing leads on.
    pub fn run<S: Steps>(
        &mut self,
        steps: &S,
        starts: impl IntoIterator<Item = (usize, u64)>,
        guide: impl Fn(usize) -> u64,
        mut reach: impl FnMut(Reached) -> ControlFlow<()>,
    ) {
        self.clear();
        for (node, cost) in starts {
            if cost < self.cost_or_unreached(node) {
                self.put(node, cost, NONE, guide(node));
            }
        }
        while let Some((key, node)) = self.heap.pop() {
            let node = node as usize;
            let cost = self.cost[node];
            let least = cost.saturating_add(guide(node));
            if least != key {
                continue;
            }
            if reach(Reached { node, cost, least }).is_break() {
                return;
            }
            for place in 0..steps.places(node) {
                let Some((next, step)) = steps.step(node, place) else { continue };
                let total = cost.saturating_add(step);
                let is_idle = || steps.betters(next).any(|other| self.cost_or_unreached(other) < total);
                if total < self.cost_or_unreached(next) && !is_idle() {
                    self.put(next, total, node as u32, guide(next));
                }
            }
        }
    }

    fn put(&mut self, node: usize, cost: u64, before: u32, still: u64) {
        self.cost[node] = cost;
        self.round_of[node] = self.round;
        self.before[node] = before;
        let key = cost.saturating_add(still);
        if key != UNREACHED {
            self.heap.push(key, node as u32);
        }
    }

    /// What the last search found the way to a node to cost; the greatest number where it did not come there.
    pub fn cost_or_unreached(&self, node: usize) -> u64 {
        if self.is_reached(node) { self.cost[node] } else { UNREACHED }
    }

    /// The same; none where it did not come there.
    pub fn cost(&self, node: usize) -> Option<u64> {
        self.is_reached(node).then(|| self.cost[node])
    }

    /// Whether the last search came to a node.
    pub fn is_reached(&self, node: usize) -> bool {
        self.round_of[node] == self.round
    }

    /// The node before this one on the first of the best ways that the last search found; none before a start.
    pub fn before(&self, node: usize) -> Option<usize> {
        self.is_reached(node).then(|| self.before[node]).filter(|before| *before != NONE).map(|before| before as usize)
    }

    /// Whether a best way to `node` goes by `before`, from which a step of this cost leads to it.
    pub fn is_by(&self, before: usize, step: u64, node: usize) -> bool {
        self.is_reached(before) && self.cost[before].saturating_add(step) == self.cost_or_unreached(node)
    }

    /// The nodes of a best way of the last search, from `node` back to a start: of several nodes that are before one,
    /// `choose` takes the one whose key is least. `into` gives the steps that lead to a node, from where and at what cost.
    pub fn way_back<I: Iterator<Item = (usize, u64)>, K: Ord>(
        &self,
        node: usize,
        into: impl Fn(usize) -> I,
        choose: impl Fn(usize) -> K,
    ) -> Vec<usize> {
        let mut way = vec![node];
        let mut at = node;
        while self.before(at).is_some() {
            let before = into(at).filter(|(before, step)| self.is_by(*before, *step, at)).map(|(before, _)| before);
            let Some(before) = before.min_by_key(|before| choose(*before)) else { break };
            way.push(before);
            at = before;
        }
        way
    }
}
