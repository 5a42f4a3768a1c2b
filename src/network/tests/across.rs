//! The links of the roads as ways through them are sought, ours and petgraph's.

use std::collections::BTreeSet;

use petgraph::graph::{DiGraph, NodeIndex};

use network::{Links, Passing, Steps};

/// The links, as far as some of their nodes.
pub(crate) struct Across<'l> {
    pub(crate) links: &'l Links,
    pub(crate) is_end: Vec<bool>,
    pub(crate) lost: BTreeSet<usize>,
}

impl<'l> Across<'l> {
    pub(crate) fn new(links: &'l Links, ends: &[u32]) -> Self {
        let mut is_end = vec![false; links.nodes()];
        for node in ends {
            is_end[*node as usize] = true;
        }
        Self { links, is_end, lost: BTreeSet::new() }
    }
}

impl Steps for Across<'_> {
    fn nodes(&self) -> usize {
        self.links.nodes()
    }

    fn places(&self, node: usize) -> usize {
        self.links.places(node)
    }

    fn step(&self, node: usize, place: usize) -> Option<(usize, u64)> {
        self.links.step(node, place).filter(|(next, _)| !self.is_lost(*next))
    }
}

impl Passing for Across<'_> {
    fn is_end(&self, node: usize) -> bool {
        self.is_end[node]
    }

    fn is_lost(&self, node: usize) -> bool {
        self.lost.contains(&node)
    }
}

/// The graph that petgraph's maximum flow wants, with its source and its sink: every node split in two by an arc that
/// carries one.
pub(crate) fn split(links: &Links, starts: &[u32], ends: &[u32]) -> (DiGraph<(), usize>, NodeIndex, NodeIndex) {
    let mut graph = DiGraph::new();
    let nodes: Vec<_> = (0..links.nodes()).map(|_| (graph.add_node(()), graph.add_node(()))).collect();
    let (source, sink) = (graph.add_node(()), graph.add_node(()));
    for (node, (into, out)) in nodes.iter().enumerate() {
        graph.add_edge(*into, *out, 1);
        for other in links.of(node as u32) {
            graph.add_edge(*out, nodes[*other as usize].0, 1);
        }
    }
    for node in starts {
        graph.add_edge(source, nodes[*node as usize].0, 1);
    }
    for node in ends {
        graph.add_edge(nodes[*node as usize].1, sink, 1);
    }
    (graph, source, sink)
}
