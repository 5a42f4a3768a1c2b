//! The yardstick: one full flood of `petgraph::algo::dijkstra` over the squares of a map.

use campaign::Campaign;
use campaign::march::{Manner, minutes, rates, way};
use domain::{Mobility, Terrain};
use petgraph::graph::{Graph, NodeIndex};

/// The squares of a map as petgraph would have them: an edge for each step to a neighbour, weighted by its minutes.
pub(crate) fn graph(campaign: &Campaign) -> Graph<(), u32> {
    let frame = &campaign.frame;
    let mut graph = Graph::with_capacity(frame.len(), frame.len() * 4);
    for _ in 0..frame.len() {
        graph.add_node(());
    }
    let lorry = rates(Mobility::Motorised).expect("lorries march");
    let factors = campaign.ground_now();
    for square in frame.squares() {
        for next in frame.neighbours(square) {
            let Some(side) = square.side_to(next) else { continue };
            let terrain = campaign.ground.terrain(next);
            if terrain == Terrain::Lake {
                continue;
            }
            let step = minutes(frame.square_m, lorry, Manner::Road, (way(campaign, side), terrain), &factors);
            graph.add_edge(NodeIndex::new(frame.index(square)), NodeIndex::new(frame.index(next)), step);
        }
    }
    graph
}

/// One flood from the north-western corner: how many squares it reached.
pub(crate) fn flood(graph: &Graph<(), u32>) -> usize {
    petgraph::algo::dijkstra(graph, NodeIndex::new(0), None, |edge| *edge.weight()).len()
}
