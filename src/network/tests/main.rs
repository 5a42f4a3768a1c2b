//! The network against petgraph: its algorithms run over the same graphs and must find the same.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at what should not be")]

mod across;
mod field;

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::articulation_points::articulation_points;
use petgraph::algo::{astar, bridges, connected_components, dinics, tarjan_scc};
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::{EdgeRef, NodeFiltered};

use across::{Across, split};
use field::Field;
use network::{
    ArticulationPoints, Cost, DisjointWays, Graph, Groups, Limit, Links, LorrySearch, Lost, NONE, Pieces, Rules, Sense,
    Starts, Steps, Walk,
};

const SEEDS: u64 = 12;

fn fields() -> impl Iterator<Item = Field> {
    (0..SEEDS).map(|seed| Field::new(24, seed))
}

#[test]
fn the_search_finds_what_astar_finds() {
    let mut found = 0;
    for field in fields() {
        let (ground, network) = (field.ground(), field.ground().network);
        let mut search = LorrySearch::new(network);
        for place in 0..40 {
            let (from, to) = (place * 13 % network.len(), (place * 89 + 300) % network.len());
            for (sense, clearing) in [(Sense::Onward, false), (Sense::Onward, true), (Sense::Back, false)] {
                let rules = Rules { sense, clearing, squares_only: false };
                let guide = |square: usize| Cost::of_steps(network.steps(square, to), network.fastest());
                let ours = search.run_to((ground, rules), from, &[(to, Cost::NOTHING)], Limit::NONE, guide);
                let levels = network.levels();
                let steps = search.steps(ground, rules, &[to]);
                let theirs = astar(
                    Graph(&steps),
                    (from * levels) as u32,
                    |state| state as usize / levels == to,
                    |edge| *edge.weight(),
                    |state| guide(state as usize / levels).0,
                );
                assert_eq!(ours.target().map(|(_, cost)| cost.0), theirs.map(|(cost, _)| cost), "{from} to {to}");
                found += usize::from(ours.target().is_some());
            }
        }
    }
    assert!(found > 300, "{found} ways were found");
}

#[test]
fn a_way_back_is_a_way_of_the_cost_that_was_found() {
    let rules = Rules { sense: Sense::Back, clearing: false, squares_only: false };
    for field in fields() {
        let (ground, network) = (field.ground(), field.ground().network);
        let mut search = LorrySearch::new(network);
        for place in 0..40 {
            let (from, to) = (place * 13 % network.len(), (place * 89 + 300) % network.len());
            search.run_back(ground, rules, &[(to, Cost::NOTHING)], from);
            let Some(cost) = search.cost_at(from) else { continue };
            let way = search.way(ground, rules, from);
            assert_eq!((way.first(), way.last()), (Some(&from), Some(&to)));
            assert_eq!(way.len() as u64 - 1, cost.squares());
            let minutes = way.windows(2).map(|step| {
                let direction = network.direction(step[0], step[1]).expect("neighbours");
                let ford = if ground.gate(step[0], direction) == network::FORD { 60 } else { 0 };
                u64::from(network.minutes(step[0], direction)) + ford
            });
            assert_eq!(minutes.sum::<u64>(), cost.minutes());
        }
    }
}

#[test]
fn groups_are_the_components_of_the_links() {
    let mut several = 0;
    for field in fields() {
        let ground = field.ground();
        let groups = Groups::new(ground);
        let links = Links::new(ground, &mut Walk::new(ground));
        let mut group_of = BTreeMap::new();
        let components = tarjan_scc(Graph(&links));
        for (number, component) in components.iter().enumerate() {
            let of: BTreeSet<u32> = component.iter().map(|node| groups.of(links.square(*node))).collect();
            assert_eq!(of.len(), 1, "one piece of the links is {of:?}");
            assert!(group_of.insert(of, number).is_none(), "two pieces of the links are one group");
        }
        several += usize::from(components.len() > 1);
    }
    assert!(several > 6, "{several} maps of several pieces");
}

#[test]
fn what_parts_the_roads_is_an_articulation_point_or_a_bridge() {
    let (mut joints, mut cuts) = (0, 0);
    for field in fields() {
        let ground = field.ground();
        let mut walk = Walk::new(ground);
        let links = Links::new(ground, &mut walk);
        let ours = ArticulationPoints::new(&links);
        let points: BTreeSet<u32> = articulation_points(Graph(&links)).into_iter().collect();
        let undirected = undirected(&links);
        let bridges: BTreeSet<(usize, usize)> =
            bridges(&undirected).map(|edge| (edge.source().index(), edge.target().index())).collect();
        for node in 0..links.nodes() as u32 {
            let pieces = Pieces::without(ground, &links, &ours, &mut walk, Lost::Square(links.square(node)));
            assert_eq!(points.contains(&node), !pieces.are_whole(), "node {node}");
            joints += usize::from(!pieces.are_whole());
            let left = NodeFiltered::from_fn(Graph(&links), |other| other != node);
            compare(&links, &ours, &pieces, &tarjan_scc(&left));
            for other in links.of(node).iter().filter(|other| **other > node) {
                let (a, b) = (links.square(node), links.square(*other));
                if ground.network.direction(a, b).is_none() {
                    continue;
                }
                let pieces = Pieces::without(ground, &links, &ours, &mut walk, Lost::Step(a, b));
                let gone = links.gone_with(ground, &mut walk, Lost::Step(a, b));
                let only = gone.len() == 2;
                if only {
                    let is_bridge = bridges.contains(&(node as usize, *other as usize))
                        || bridges.contains(&(*other as usize, node as usize));
                    assert_eq!(is_bridge, !pieces.are_whole(), "{node} to {other}");
                    cuts += usize::from(is_bridge);
                }
            }
        }
        assert_eq!(tarjan_scc(Graph(&links)).len(), connected_components(&undirected));
    }
    assert!(joints > 100 && cuts > 60, "{joints} joints, {cuts} bridges");
}

/// Two nodes are of one piece where petgraph has them in one component.
fn compare(links: &Links, ours: &ArticulationPoints, pieces: &Pieces, components: &[Vec<u32>]) {
    let mut of = BTreeSet::new();
    for component in components {
        let found: BTreeSet<u32> = component.iter().map(|node| pieces.of(ours, *node)).collect();
        assert_eq!(found.len(), 1);
        assert!(of.insert(found), "{} nodes", links.nodes());
    }
}

fn undirected(links: &Links) -> UnGraph<(), ()> {
    let mut graph = UnGraph::default();
    for _ in 0..links.nodes() {
        graph.add_node(());
    }
    for node in 0..links.nodes() as u32 {
        for other in links.of(node).iter().filter(|other| **other > node) {
            graph.add_edge(NodeIndex::new(node as usize), NodeIndex::new(*other as usize), ());
        }
    }
    graph
}

#[test]
fn as_many_ways_share_no_node_as_a_maximum_flow_has() {
    let mut several = 0;
    for field in fields() {
        let ground = field.ground();
        let links = Links::new(ground, &mut Walk::new(ground));
        let row = |row: usize| (0..24).map(|col| links.node(row * 24 + col)).filter(|node| *node != NONE).collect();
        let (starts, ends): (Vec<u32>, Vec<u32>) =
            ((3..6).flat_map::<Vec<u32>, _>(row).collect(), (18..21).flat_map::<Vec<u32>, _>(row).collect());
        let starts = Starts { on: Vec::new(), onto: starts };
        let mut across = Across::new(&links, &ends);
        let mut ways = DisjointWays::new(links.nodes());
        let found = ways.seek(&across, &starts, usize::MAX);
        let (graph, source, sink) = split(&links, &starts.onto, &ends);
        assert_eq!(found, dinics(&graph, source, sink).0, "{} nodes", links.nodes());
        several += usize::from(found > 1);
        across.lost = ways.cut().map(|node| node as usize).collect();
        assert_eq!(across.lost.len(), found, "Menger: as many nodes part them as there are ways");
        assert_eq!(ways.seek(&across, &starts, 1), 0);
    }
    assert!(several >= 4, "{several} maps with several ways");
}
