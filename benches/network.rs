//! What petgraph's algorithms cost over the same graphs, beside our own: `cargo bench --bench network`.
//!
//! What it is: a plain program; each pair is timed by turns in one run, and the figure is the ratio of two medians.
//! What it decides: nothing; the figures that decided something stand in `docs/PERFORMANCE.md`.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]
#![allow(clippy::print_stdout, reason = "a benchmark prints tables")]

#[path = "../src/network/tests/across.rs"]
mod across;
#[path = "../src/network/tests/field.rs"]
mod field;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use petgraph::algo::articulation_points::articulation_points;
use petgraph::algo::{astar, dijkstra, dinics};

use across::{Across, split};
use field::Field;
use network::{
    ArticulationPoints, CLEAR, Cost, DisjointWays, Graph, Ground, Limit, Links, LorrySearch, NONE, Rules, Search,
    Sense, Starts, Steps, Walk,
};

/// Squares to a side: as many in all as the theatre of the other benchmark has.
const SIDE: u16 = 490;
const TURNS: usize = 7;
const RULES: Rules = Rules { sense: Sense::Onward, clearing: true, squares_only: false };
const AS_IT_IS: Rules = Rules { clearing: false, ..RULES };

fn main() {
    // `cargo test --benches` builds and runs this; only `cargo bench` hands it `--bench`.
    if std::env::args().any(|argument| argument == "--bench") {
        measure();
    }
}

fn measure() {
    let field = Field::new(SIDE, 1942);
    let (ground, network) = (field.ground(), field.ground().network);
    println!("| what | ours | petgraph | times as long |\n|---|---:|---:|---:|");

    let mut search = LorrySearch::new(network);
    let levels = network.levels();
    let mut plain = Search::new(network.states());
    let from = network.len() / 2 + usize::from(SIDE) / 2;
    let steps = search.steps(ground, RULES, &[from]);
    row(
        "a flood of all states from one square",
        || plain.run(&steps, [(from * levels, 0)], |_| 0, |_| ControlFlow::Continue(())),
        || dijkstra(Graph(&steps), (from * levels) as u32, None, |edge| *petgraph::visit::EdgeRef::weight(&edge)),
    );

    let towards = |to: usize| move |square: usize| Cost::of_steps(network.steps(square, to), network.fastest());
    let (mut other, mut reach) = (LorrySearch::new(network), LorrySearch::new(network));
    let mut pair = |what: &str, (ground, rules): (Ground<'_>, Rules), ways: &[(usize, usize)]| {
        row(
            what,
            || {
                let target = |&(from, to): &(usize, usize)| {
                    search.run_to((ground, rules), from, &[(to, Cost::NOTHING)], Limit::NONE, towards(to)).target()
                };
                ways.iter().filter_map(target).count()
            },
            || {
                let way = |&(from, to): &(usize, usize)| {
                    let there = other.steps(ground, rules, &[to]);
                    let is_there = |state: u32| state as usize / levels == to;
                    let cost = |edge: network::Step| *petgraph::visit::EdgeRef::weight(&edge);
                    let still = |state: u32| towards(to)(state as usize / levels).0;
                    astar(Graph(&there), (from * levels) as u32, is_there, cost, still)
                };
                ways.iter().filter_map(way).count()
            },
        );
    };
    let off = |from: usize, rows: usize, columns: usize| (from, from + rows * usize::from(SIDE) + columns);
    pair("the way to a square 140 steps off", (ground, RULES), &[off(from, 60, 80)]);
    let open = vec![CLEAR; network.len()];
    let clear = Ground { bars: &open, ..ground };
    pair("the way to a square 140 steps off, no enemy about", (clear, AS_IT_IS), &[off(from, 60, 80)]);
    let mut hops: Vec<(usize, usize)> = (0..2_000).map(|hop| off(97 * hop, hop % 4, 1 + hop % 3)).collect();
    hops.retain(|(from, to)| {
        let steps = Limit { states: 300, ..Limit::NONE };
        reach.run_to((clear, AS_IT_IS), *from, &[(*to, Cost::NOTHING)], steps, towards(*to)).target().is_some()
    });
    hops.truncate(1_000);
    pair(&format!("{} hops of one to six steps, no enemy about", hops.len()), (clear, AS_IT_IS), &hops);

    let links = Links::new(ground, &mut Walk::new(ground));
    row(
        "what holds the roads together: ours tells the pieces too",
        || ArticulationPoints::new(&links),
        || articulation_points(Graph(&links)),
    );

    let nodes = |rows: std::ops::Range<usize>| {
        let squares = rows.flat_map(|row| (0..usize::from(SIDE)).map(move |col| row * usize::from(SIDE) + col));
        squares.map(|square| links.node(square)).filter(|node| *node != NONE).collect::<Vec<u32>>()
    };
    let (starts, ends) = (nodes(200..203)[..8].to_vec(), nodes(300..303));
    let (graph, source, sink) = split(&links, &starts, &ends);
    let across = Across::new(&links, &ends);
    let starts = Starts { on: Vec::new(), onto: starts };
    let mut ways = DisjointWays::new(links.nodes());
    row(
        "whether more than four ways share no node",
        || ways.seek(&across, &starts, 5),
        || dinics(&graph, source, sink).0,
    );
}

fn row<A, B>(what: &str, mut ours: impl FnMut() -> A, mut theirs: impl FnMut() -> B) {
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        one.push(time(&mut ours));
        other.push(time(&mut theirs));
    }
    one.sort_unstable();
    other.sort_unstable();
    let (one, other) = (one[TURNS / 2], other[TURNS / 2]);
    let times = other.as_secs_f64() / one.as_secs_f64();
    println!("| {what} | {:.2} ms | {:.2} ms | {times:.1} |", millis(one), millis(other));
}

fn time<T>(work: &mut impl FnMut() -> T) -> Duration {
    let began = Instant::now();
    black_box(work());
    began.elapsed()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
