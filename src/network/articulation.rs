//! Which squares and links hold the roads together: the depth-first forest of [`Links`], and into which pieces they fall
//! when something is lost (Tarjan's low points).
//!
//! What it decides: nothing; see `critical`, which asks it.
//! What it never does: walk over the map; what a loss takes away is asked of `links`.
//!
//! petgraph's `articulation_points` takes 1.9 to 2.1 times as long (`cargo bench --bench network`) and tells no pieces.

use crate::ground::Ground;
use crate::links::{Links, Lost, NONE, Walk};
use crate::steps::Steps;

/// The depth-first forest of the links.
#[derive(Debug)]
pub struct ArticulationPoints {
    /// By node: when it was entered; the last entered under it; the earliest entered that hangs on what is under it.
    entered: Vec<u32>,
    last: Vec<u32>,
    low: Vec<u32>,
    /// By node: when the root of its tree was entered, and the node above it.
    root: Vec<u32>,
    above: Vec<u32>,
    /// By node: where the nodes directly under it begin in `under`, in the order in which they were entered.
    first: Vec<u32>,
    under: Vec<u32>,
}

impl ArticulationPoints {
    /// The forest of these links.
    pub fn new(links: &Links) -> Self {
        let count = links.nodes();
        let nothing = || vec![NONE; count];
        let mut articulation = Self {
            entered: nothing(),
            last: nothing(),
            low: nothing(),
            root: nothing(),
            above: nothing(),
            first: vec![0; count + 1],
            under: Vec::new(),
        };
        let mut order = Vec::with_capacity(count);
        for root in 0..count as u32 {
            if articulation.entered[root as usize] == NONE {
                articulation.grow(links, root, &mut order);
            }
        }
        articulation.sort_children(&order);
        articulation
    }

    fn enter(&mut self, node: u32, root: u32, order: &mut Vec<u32>) {
        let time = order.len() as u32;
        order.push(node);
        (self.entered[node as usize], self.low[node as usize], self.root[node as usize]) = (time, time, root);
    }

    fn grow(&mut self, links: &Links, root: u32, order: &mut Vec<u32>) {
        let began = order.len() as u32;
        self.enter(root, began, order);
        let mut stack: Vec<(u32, usize)> = vec![(root, 0)];
        while let Some((node, place)) = stack.last_mut() {
            let here = *node;
            let Some(other) = links.of(here).get(*place).copied() else {
                stack.pop();
                self.last[here as usize] = order.len() as u32 - 1;
                if let Some((above, _)) = stack.last() {
                    self.low[*above as usize] = self.low[*above as usize].min(self.low[here as usize]);
                }
                continue;
            };
            *place += 1;
            if self.entered[other as usize] == NONE {
                self.above[other as usize] = here;
                self.enter(other, began, order);
                stack.push((other, 0));
            } else if other != self.above[here as usize] {
                self.low[here as usize] = self.low[here as usize].min(self.entered[other as usize]);
            }
        }
    }

    fn sort_children(&mut self, order: &[u32]) {
        for node in order {
            let above = self.above[*node as usize];
            if above != NONE {
                self.first[above as usize + 1] += 1;
            }
        }
        for place in 1..self.first.len() {
            self.first[place] += self.first[place - 1];
        }
        let mut next = self.first.clone();
        self.under = vec![NONE; order.len()];
        for node in order {
            let above = self.above[*node as usize];
            if above != NONE {
                self.under[next[above as usize] as usize] = *node;
                next[above as usize] += 1;
            }
        }
    }

    fn is_under(&self, node: u32, above: u32) -> bool {
        let time = self.entered[node as usize];
        self.entered[above as usize] <= time && time <= self.last[above as usize]
    }

    /// Whether what hangs on a node below another has no way past that other one.
    fn hangs_on(&self, below: u32, node: u32) -> bool {
        self.low[below as usize] >= self.entered[node as usize]
    }

    fn children(&self, node: u32) -> &[u32] {
        &self.under[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }

    /// Whether the loss of a node parts others.
    fn is_joint(&self, node: u32) -> bool {
        let parted = self.children(node).iter().filter(|child| self.hangs_on(**child, node)).count();
        parted > usize::from(self.above[node as usize] == NONE)
    }

    fn piece_without_node(&self, node: u32, lost: u32) -> u32 {
        let root = self.root[node as usize];
        if node == lost || !self.is_under(node, lost) {
            return root;
        }
        let time = self.entered[node as usize];
        let children = self.children(lost);
        let place = children.partition_point(|child| self.entered[*child as usize] <= time);
        let Some(child) = place.checked_sub(1).and_then(|place| children.get(place)) else { return root };
        if self.hangs_on(*child, lost) { self.entered[*child as usize] } else { root }
    }

    /// The lower of two nodes whose link is the only thing that holds two pieces together.
    fn lower_of_bridge(&self, a: u32, b: u32) -> Option<u32> {
        let lower = match (self.above[a as usize] == b, self.above[b as usize] == a) {
            (true, _) => a,
            (_, true) => b,
            _ => return None,
        };
        (self.low[lower as usize] == self.entered[lower as usize]).then_some(lower)
    }
}

/// Into which pieces the roads fall when something is lost.
#[derive(Debug)]
pub enum Pieces {
    /// As they are.
    Whole,
    /// A node is lost.
    Node(u32),
    /// The link above this node is lost.
    Under(u32),
    /// By node: its piece.
    Labelled(Vec<u32>),
}

impl Pieces {
    /// What becomes of the roads without something.
    pub fn without(
        ground: Ground<'_>,
        links: &Links,
        articulation: &ArticulationPoints,
        walk: &mut Walk,
        lost: Lost,
    ) -> Self {
        if let Lost::Square(square) = lost {
            let node = links.node(square);
            if node != NONE {
                return if articulation.is_joint(node) { Self::Node(node) } else { Self::Whole };
            }
            if !ground.is_clear(square) {
                return Self::Whole;
            }
        }
        let gone = links.gone_with(ground, walk, lost);
        match gone[..] {
            [] => Self::Whole,
            [(a, b), (c, d)] if (a, b) == (d, c) => articulation.lower_of_bridge(a, b).map_or(Self::Whole, Self::Under),
            _ if gone.iter().all(|(a, b)| links.go_round(*a, *b, &gone)) => Self::Whole,
            _ => Self::Labelled(links.labelled(&gone)),
        }
    }

    /// The piece of a node; of the lost one itself any.
    pub fn of(&self, articulation: &ArticulationPoints, node: u32) -> u32 {
        match self {
            Self::Node(lost) => articulation.piece_without_node(node, *lost),
            Self::Under(lower) if articulation.is_under(node, *lower) => articulation.entered[*lower as usize],
            Self::Whole | Self::Under(_) => articulation.root[node as usize],
            Self::Labelled(labels) => labels[node as usize],
        }
    }

    /// Whether they are as they were.
    pub fn are_whole(&self) -> bool {
        matches!(self, Self::Whole)
    }
}
