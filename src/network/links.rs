//! Which roads a lorry reaches from one another at one go.
//!
//! What it is: an undirected graph of the clear squares with roads, with an edge wherever a lorry goes from one to the
//! other by road or by one stretch across country; and what is gone of it when something is lost.
//! What it decides: nothing. Where to look next: `articulation`, which reads from it into which pieces it falls.
//! What it never does: know of formations or dumps. `groups` links less, as it need not stand a loss.

use petgraph::unionfind::UnionFind;

use crate::ground::Ground;
use crate::lattice::DIRECTIONS;
use crate::steps::Steps;

/// No node.
pub const NONE: u32 = u32::MAX;

/// How many nodes a search for a way round looks at before all pieces are worked out anew.
const NEARBY: usize = 300;

/// What is taken as lost: lorries pass it no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    /// A square.
    Square(usize),
    /// The step between two squares.
    Step(usize, usize),
}

impl Lost {
    fn bars(self, from: usize, to: usize) -> bool {
        match self {
            Self::Square(square) => to == square,
            Self::Step(a, b) => (a, b) == (from, to) || (b, a) == (from, to),
        }
    }

    /// Where it is.
    fn squares(self) -> [usize; 2] {
        match self {
            Self::Square(square) => [square, square],
            Self::Step(a, b) => [a, b],
        }
    }
}

/// Where lorries that start from a square, or arrive there, come onto roads.
#[derive(Debug, Clone, Default)]
pub struct Onto {
    /// The square itself, and those reached from it across country.
    pub squares: Vec<usize>,
    /// The nodes reached.
    pub nodes: Vec<u32>,
}

/// The clear squares with roads, and their links.
#[derive(Debug)]
pub struct Links {
    /// By square: its node.
    node: Vec<u32>,
    /// By node: its square.
    square: Vec<u32>,
    /// By node: where its links begin in `to`; one more than there are nodes.
    first: Vec<u32>,
    to: Vec<u32>,
}

/// Room for walking across country from one square, kept between walks.
#[derive(Debug)]
pub struct Walk {
    seen: Vec<u32>,
    round: u32,
    edge: Vec<usize>,
    next: Vec<usize>,
}

impl Walk {
    /// Room to walk over a network.
    pub fn new(ground: Ground<'_>) -> Self {
        Self { seen: vec![0; ground.network.len()], round: 0, edge: Vec::new(), next: Vec::new() }
    }

    /// Walks from a square by one stretch at most, not past a road; tells of every square that it comes to.
    fn walk(&mut self, ground: Ground<'_>, start: usize, lost: Option<Lost>, mut tell: impl FnMut(usize)) {
        let network = ground.network;
        self.round += 1;
        self.seen[start] = self.round;
        self.edge.clear();
        self.edge.push(start);
        for gone in 0..=network.stretch {
            self.next.clear();
            for place in 0..self.edge.len() {
                let square = self.edge[place];
                for direction in 0..DIRECTIONS {
                    let Some(beside) = network.neighbour(square, direction) else { continue };
                    let by_road = gone == 0 && network.by_road(square, direction);
                    let goes = ground.goes(square, direction);
                    let may = goes && (by_road || gone < network.stretch) && ground.is_clear(beside);
                    let barred = || lost.is_some_and(|lost| lost.bars(square, beside));
                    if !may || self.seen[beside] == self.round || barred() {
                        continue;
                    }
                    self.seen[beside] = self.round;
                    tell(beside);
                    if !network.on_road(beside) {
                        self.next.push(beside);
                    }
                }
            }
            std::mem::swap(&mut self.edge, &mut self.next);
        }
    }
}

impl Links {
    /// The links of the roads on this ground.
    pub fn new(ground: Ground<'_>, walk: &mut Walk) -> Self {
        let network = ground.network;
        let mut links = Self { node: vec![NONE; network.len()], square: Vec::new(), first: vec![0], to: Vec::new() };
        for square in network.roads().filter(|square| ground.is_clear(*square)) {
            links.node[square] = links.square.len() as u32;
            links.square.push(square as u32);
        }
        for number in 0..links.square.len() {
            let start = links.square[number] as usize;
            let Self { node, to, .. } = &mut links;
            walk.walk(ground, start, None, |square| to.extend(Some(node[square]).filter(|other| *other != NONE)));
            links.first.push(links.to.len() as u32);
        }
        links
    }

    /// The node of a square; [`NONE`] where no lorry passes it by road.
    pub fn node(&self, square: usize) -> u32 {
        self.node[square]
    }

    /// The square of a node.
    pub fn square(&self, node: u32) -> usize {
        self.square[node as usize] as usize
    }

    /// The nodes that are linked with one.
    pub fn of(&self, node: u32) -> &[u32] {
        let (first, end) = (self.first[node as usize], self.first[node as usize + 1]);
        &self.to[first as usize..end as usize]
    }

    /// Where lorries come onto roads that start from a square.
    pub fn from(&self, ground: Ground<'_>, walk: &mut Walk, square: usize, lost: Option<Lost>) -> Onto {
        let passes = ground.is_clear(square) && lost != Some(Lost::Square(square));
        if passes && ground.network.on_road(square) {
            return Onto { squares: vec![square], nodes: vec![self.node[square]] };
        }
        let mut onto = Onto { squares: vec![square], nodes: Vec::new() };
        walk.walk(ground, square, lost, |beside| {
            onto.squares.push(beside);
            onto.nodes.extend(Some(self.node[beside]).filter(|node| *node != NONE));
        });
        onto
    }

    /// Where lorries leave the roads that arrive at a square: nowhere where it may not be passed.
    pub fn to(&self, ground: Ground<'_>, walk: &mut Walk, square: usize, lost: Option<Lost>) -> Onto {
        if ground.is_clear(square) && lost != Some(Lost::Square(square)) {
            return self.from(ground, walk, square, lost);
        }
        Onto { squares: vec![square], nodes: Vec::new() }
    }

    /// The links that are gone with something that is not a node: a square without a road, or a step.
    pub fn gone_with(&self, ground: Ground<'_>, walk: &mut Walk, lost: Lost) -> Vec<(u32, u32)> {
        let mut near: Vec<u32> = Vec::new();
        for square in lost.squares() {
            near.extend(self.from(ground, walk, square, None).nodes);
        }
        near.sort_unstable();
        near.dedup();
        let mut gone = Vec::new();
        for node in near {
            let mut left = Vec::new();
            let start = self.square(node);
            walk.walk(ground, start, Some(lost), |square| left.push(self.node[square]));
            gone.extend(self.of(node).iter().filter(|other| !left.contains(other)).map(|other| (node, *other)));
        }
        gone
    }

    /// Whether a short way leads from one node to another that uses none of these links.
    pub fn go_round(&self, from: u32, to: u32, gone: &[(u32, u32)]) -> bool {
        let mut seen = vec![from];
        let mut place = 0;
        while place < seen.len() && seen.len() < NEARBY {
            let here = seen[place];
            place += 1;
            for other in self.of(here) {
                if gone.contains(&(here, *other)) || seen.contains(other) {
                    continue;
                }
                if *other == to {
                    return true;
                }
                seen.push(*other);
            }
        }
        false
    }

    /// By node: its piece, when these links are gone.
    pub fn labelled(&self, gone: &[(u32, u32)]) -> Vec<u32> {
        let mut pieces = UnionFind::new(self.nodes());
        for here in 0..self.nodes() as u32 {
            for other in self.of(here).iter().filter(|other| **other > here && !gone.contains(&(here, **other))) {
                pieces.union(here, *other);
            }
        }
        pieces.into_labeling()
    }
}

impl Steps for Links {
    fn nodes(&self) -> usize {
        self.square.len()
    }

    fn places(&self, node: usize) -> usize {
        self.of(node as u32).len()
    }

    fn step(&self, node: usize, place: usize) -> Option<(usize, u64)> {
        self.of(node as u32).get(place).map(|other| (*other as usize, 1))
    }
}
