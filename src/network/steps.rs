//! Graphs whose steps are worked out as they are asked for, and how petgraph sees them.
//!
//! What it is: [`Steps`], which every graph of the map implements (squares for a march, squares and stretches across
//! country for a lorry, lengths of railway for a train); and [`Graph`], a copyable view of one, with petgraph's visit
//! traits, so that its algorithms and filters run over flat arrays.
//! What it decides: nothing. Where to look next: `search`, the one search for shortest ways.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use petgraph::Directed;
use petgraph::visit::{
    Data, EdgeRef, GraphBase, GraphProp, GraphRef, IntoEdgeReferences, IntoEdges, IntoNeighbors, IntoNodeIdentifiers,
    IntoNodeReferences, NodeCompactIndexable, NodeCount, NodeIndexable, Visitable,
};

/// A directed graph of nodes numbered from 0, whose steps are worked out as they are asked for.
pub trait Steps {
    /// How many nodes there are.
    fn nodes(&self) -> usize;

    /// In how many places a step may lead on from a node.
    fn places(&self, node: usize) -> usize;

    /// Where the step in one of these places leads to, and its cost; none where none does.
    fn step(&self, node: usize, place: usize) -> Option<(usize, u64)>;

    /// The nodes that make this one idle once one of them is reached at less cost.
    fn betters(&self, node: usize) -> Range<usize> {
        node..node
    }

    /// The steps from a node.
    fn from(&self, node: usize) -> StepsFrom<'_, Self>
    where
        Self: Sized,
    {
        StepsFrom { steps: self, node, places: 0..self.places(node) }
    }
}

/// The steps from a node, each with where it leads to and its cost.
#[derive(Debug)]
pub struct StepsFrom<'s, S> {
    steps: &'s S,
    node: usize,
    places: Range<usize>,
}

impl<S: Steps> Iterator for StepsFrom<'_, S> {
    type Item = (usize, u64);

    #[inline]
    fn next(&mut self) -> Option<(usize, u64)> {
        self.places.find_map(|place| self.steps.step(self.node, place))
    }
}

/// A graph as petgraph's algorithms see it.
#[derive(Debug)]
pub struct Graph<'s, S>(pub &'s S);

impl<S> Clone for Graph<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Graph<'_, S> {}

/// A step, with its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    from: u32,
    to: u32,
    cost: u64,
}

impl EdgeRef for Step {
    type NodeId = u32;
    type EdgeId = (u32, u32);
    type Weight = u64;

    fn source(&self) -> u32 {
        self.from
    }

    fn target(&self) -> u32 {
        self.to
    }

    fn weight(&self) -> &u64 {
        &self.cost
    }

    fn id(&self) -> (u32, u32) {
        (self.from, self.to)
    }
}

/// The edges from a node.
#[derive(Debug)]
pub struct EdgesFrom<'s, S>(StepsFrom<'s, S>);

impl<S: Steps> Iterator for EdgesFrom<'_, S> {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let from = self.0.node as u32;
        self.0.next().map(|(to, cost)| Step { from, to: to as u32, cost })
    }
}

/// The neighbours of a node.
#[derive(Debug)]
pub struct NeighborsOf<'s, S>(StepsFrom<'s, S>);

impl<S: Steps> Iterator for NeighborsOf<'_, S> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.0.next().map(|(to, _)| to as u32)
    }
}

/// Every edge, node by node.
#[derive(Debug)]
pub struct Edges<'s, S> {
    here: EdgesFrom<'s, S>,
    nodes: Range<usize>,
}

impl<S: Steps> Iterator for Edges<'_, S> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            if let Some(edge) = self.here.next() {
                return Some(edge);
            }
            self.here = EdgesFrom(self.here.0.steps.from(self.nodes.next()?));
        }
    }
}

impl<S> GraphBase for Graph<'_, S> {
    type NodeId = u32;
    type EdgeId = (u32, u32);
}

impl<S> GraphRef for Graph<'_, S> {}

impl<S> GraphProp for Graph<'_, S> {
    type EdgeType = Directed;
}

impl<S> Data for Graph<'_, S> {
    type NodeWeight = ();
    type EdgeWeight = u64;
}

impl<S: Steps> NodeCount for Graph<'_, S> {
    fn node_count(&self) -> usize {
        self.0.nodes()
    }
}

impl<S: Steps> NodeIndexable for Graph<'_, S> {
    fn node_bound(&self) -> usize {
        self.0.nodes()
    }

    fn to_index(&self, node: u32) -> usize {
        node as usize
    }

    fn from_index(&self, index: usize) -> u32 {
        index as u32
    }
}

impl<S: Steps> NodeCompactIndexable for Graph<'_, S> {}

impl<S: Steps> Visitable for Graph<'_, S> {
    type Map = FixedBitSet;

    fn visit_map(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.0.nodes())
    }

    fn reset_map(&self, map: &mut FixedBitSet) {
        map.clear();
        map.grow(self.0.nodes());
    }
}

impl<S: Steps> IntoNodeIdentifiers for Graph<'_, S> {
    type NodeIdentifiers = Range<u32>;

    fn node_identifiers(self) -> Range<u32> {
        0..self.0.nodes() as u32
    }
}

impl<S: Steps> IntoNodeReferences for Graph<'_, S> {
    type NodeRef = (u32, ());
    type NodeReferences = std::iter::Map<Range<u32>, fn(u32) -> (u32, ())>;

    fn node_references(self) -> Self::NodeReferences {
        self.node_identifiers().map(|node| (node, ()))
    }
}

impl<'s, S: Steps> IntoNeighbors for Graph<'s, S> {
    type Neighbors = NeighborsOf<'s, S>;

    fn neighbors(self, node: u32) -> NeighborsOf<'s, S> {
        NeighborsOf(self.0.from(node as usize))
    }
}

impl<'s, S: Steps> IntoEdges for Graph<'s, S> {
    type Edges = EdgesFrom<'s, S>;

    fn edges(self, node: u32) -> EdgesFrom<'s, S> {
        EdgesFrom(self.0.from(node as usize))
    }
}

impl<'s, S: Steps> IntoEdgeReferences for Graph<'s, S> {
    type EdgeRef = Step;
    type EdgeReferences = Edges<'s, S>;

    fn edge_references(self) -> Edges<'s, S> {
        let nothing = StepsFrom { steps: self.0, node: 0, places: 0..0 };
        Edges { here: EdgesFrom(nothing), nodes: 0..self.0.nodes() }
    }
}
