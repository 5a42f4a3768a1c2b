//! Which roads hang together: groups of squares that lorries can drive between.

use std::sync::Arc;

use petgraph::unionfind::UnionFind;

use crate::ground::Ground;
use crate::lattice::DIRECTIONS;
use crate::nearest_road::{Near, NearestRoad};

/// Which squares with roads a lorry reaches from one another: by road, or by a stretch across country.
///
/// A stretch from road to road goes by squares of which each belongs to its nearest road; two roads whose realms touch
/// are in reach of each other when the way through both realms is no longer than the stretch. So one pass over
/// neighbours finds every link that a walk from every road would.
#[derive(Debug, Clone)]
pub struct Groups {
    sets: Arc<UnionFind<u32>>,
    /// What has been brought together since: each group that has become part of another, in the order of time.
    merged: Vec<(u32, u32)>,
}

impl Groups {
    /// The groups of the roads on this ground.
    pub fn new(ground: Ground<'_>) -> Self {
        let network = ground.network;
        let mut sets = UnionFind::new(network.len());
        let passes = |square: usize| ground.is_clear(square);
        link(ground, network.roads(), NearestRoad::new(0..network.len()), passes, |a, b| {
            sets.union(a, b);
        });
        Self { sets: Arc::new(sets), merged: Vec::new() }
    }

    /// Links what a change at these squares brings into reach; nothing may have been closed by it.
    pub fn opened(&mut self, ground: Ground<'_>, changed: &[usize]) {
        let network = ground.network;
        let near = Near::new(network, changed);
        let roads = near.squares().filter(|square| network.on_road(*square));
        let passes = |square: usize| near.contains(square) && ground.is_clear(square);
        link(ground, roads, NearestRoad::new(near.strip()), passes, |a, b| {
            let (a, b) = (self.of(a as usize), self.of(b as usize));
            if a != b {
                self.merged.push((a, b));
            }
        });
    }

    /// The group of a square with a road.
    pub fn of(&self, index: usize) -> u32 {
        let group = self.sets.find(index as u32);
        self.merged.iter().fold(group, |group, (part, whole)| if group == *part { *whole } else { group })
    }
}

/// Finds what lies in reach of one another over squares that `passes` lets through, and has `union` told of it.
fn link(
    ground: Ground<'_>,
    roads: impl Iterator<Item = usize>,
    mut nearest_road: NearestRoad,
    passes: impl Fn(usize) -> bool,
    mut union: impl FnMut(u32, u32),
) {
    let network = ground.network;
    let mut edge: Vec<usize> = roads.filter(|square| passes(*square)).collect();
    for square in &edge {
        nearest_road.set(*square, (*square as u32, 0));
    }
    let mut settled = edge.clone();
    for steps in 1..=network.stretch / 2 {
        let mut next = Vec::new();
        for square in edge {
            let Some((road, _)) = nearest_road.of(square) else { continue };
            for direction in 0..DIRECTIONS {
                let Some(beside) = network.neighbour(square, direction) else { continue };
                if nearest_road.of(beside).is_none() && ground.goes(square, direction) && passes(beside) {
                    nearest_road.set(beside, (road, steps));
                    next.push(beside);
                }
            }
        }
        settled.extend(&next);
        edge = next;
    }
    for square in settled {
        let Some((road, steps)) = nearest_road.of(square) else { continue };
        for direction in [2, 3] {
            let Some(beside) = network.neighbour(square, direction) else { continue };
            let Some((other, more)) = nearest_road.of(beside) else { continue };
            let near = network.by_road(square, direction) || steps + 1 + more <= network.stretch;
            if road != other && near && ground.goes(square, direction) {
                union(road, other);
            }
        }
    }
}
