//! The fewest things whose loss, together, parts a whole corps from everything that feeds it.
//!
//! What it is: the corps of a side, each with the mesh of roads and railways that `least_set` searches.
//! What it decides: for which corps a set is sought (those that no single point cuts as a whole); where its formations set
//! out; that a crossing is named instead of a square beside it where its loss does as well.
//! What it never does: count dumps; another can be opened.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use campaign::Formation;
use domain::{Echelon, FormationId, SquareSide};
use network::{Lost, NONE, Starts, Walk};

use super::{Net, Thing};
use crate::weak_points::critical_point::{CriticalKind, CriticalPoint};
use crate::weak_points::least_set::{Gone, MOST, Mesh};

/// The fewest things, more than one, whose loss parts a whole corps from everything that feeds it, whatever its dumps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeastSet {
    /// The corps, or what stands in its place.
    pub corps: FormationId,
    /// Its formations whose line is open.
    pub units: Vec<FormationId>,
    /// What must be lost together, by square; of none of them it is said whom it cuts alone.
    pub things: Vec<CriticalPoint>,
}

impl Net<'_, '_> {
    /// The least sets of several things that cut whole corps.
    pub(crate) fn least_sets(&self, walk: &mut Walk, points: &[CriticalPoint]) -> Vec<LeastSet> {
        let tree = &self.hierarchy.tree;
        let mut corps: BTreeMap<u32, (&Formation, Vec<usize>)> = BTreeMap::new();
        for (number, start) in self.starts.iter().enumerate() {
            for unit in &start.units {
                let corps_of = tree.at_level_or_above(unit, Echelon::Corps);
                let (_, starts) = corps.entry(corps_of.order).or_insert((corps_of, Vec::new()));
                if starts.last() != Some(&number) {
                    starts.push(number);
                }
            }
        }
        let mut mesh = self.mesh();
        let sets = corps.into_values().filter_map(|(corps, starts)| {
            let units = self.of_corps(corps, &starts);
            let is_cut_by = |point: &CriticalPoint| units.iter().all(|unit| point.cut.contains(unit));
            if points.iter().any(is_cut_by) {
                return None;
            }
            let things = self.least_set(&mut mesh, walk, &starts)?;
            Some(LeastSet { corps: corps.id.clone(), units, things })
        });
        let mut sets: Vec<LeastSet> = sets.collect();
        sets.sort_by_key(|set| (set.things.len(), Reverse(set.units.len())));
        sets
    }

    /// The formations of a corps among those who start from these, by tree.
    fn of_corps(&self, corps: &Formation, starts: &[usize]) -> Vec<FormationId> {
        let tree = &self.hierarchy.tree;
        let units = starts.iter().flat_map(|start| self.starts[*start].units.iter().copied());
        let mut units: Vec<&Formation> =
            units.filter(|unit| tree.at_level_or_above(unit, Echelon::Corps).id == corps.id).collect();
        units.sort_by_key(|unit| unit.order);
        units.into_iter().map(|unit| unit.id.clone()).collect()
    }

    /// Roads, ends and railways as they are.
    fn mesh(&self) -> Mesh {
        let mut ends: BTreeMap<usize, (Vec<u32>, Vec<usize>, bool)> = BTreeMap::new();
        let of = |square: usize| self.anchors.get(&square).map_or_else(Vec::new, |both| both[1].nodes.clone());
        for (square, tracks) in &self.tracks.heads {
            let (_, there, _) = ends.entry(*square).or_insert_with(|| (of(*square), Vec::new(), false));
            there.extend(tracks);
        }
        for depot in &self.depots {
            ends.entry(*depot).or_insert_with(|| (of(*depot), Vec::new(), false)).2 = true;
        }
        Mesh::new(&self.links, &ends, &self.tracks)
    }

    /// The things of the least set for those who start from these.
    fn least_set(&self, mesh: &mut Mesh, walk: &mut Walk, starts: &[usize]) -> Option<Vec<CriticalPoint>> {
        let from = self.setting_out(mesh, starts)?;
        let squares = mesh.least(&from, &mut Gone::default(), MOST).filter(|set| set.len() > 1)?;
        Some(self.named_by_crossings(mesh, walk, &from, &squares))
    }

    /// Where formations set out; none where one stands at a source depot and nothing can part it from that.
    fn setting_out(&self, mesh: &Mesh, starts: &[usize]) -> Option<Starts> {
        let mut from = Starts::default();
        for start in starts.iter().map(|start| self.starts[*start].square) {
            if self.depots.contains(&start) {
                return None;
            }
            let onto = &self.anchors.get(&start)?[0];
            let own = self.links.node(start);
            if let Some(end) = mesh.end(start) {
                from.onto.extend(mesh.beyond(end));
            }
            if own == NONE {
                from.onto.extend(&onto.nodes);
                from.onto.extend(onto.squares.iter().filter(|square| **square != start).filter_map(|s| mesh.end(*s)));
            } else {
                from.on.push(own);
            }
        }
        for nodes in [&mut from.on, &mut from.onto] {
            nodes.sort_unstable();
            nodes.dedup();
        }
        Some(from)
    }

    /// The things of a set: a crossing instead of a square beside it, where that does as well.
    fn named_by_crossings(
        &self,
        mesh: &mut Mesh,
        walk: &mut Walk,
        from: &Starts,
        squares: &[usize],
    ) -> Vec<CriticalPoint> {
        let (view, network) = (self.view, self.view.network);
        let mut gone = Gone { squares: squares.iter().copied().collect(), steps: Vec::new() };
        let mut things = Vec::new();
        for square in squares {
            let at = network.square(*square);
            let mut sides = view.campaign.frame.neighbours(at).filter_map(|beside| at.side_to(beside));
            let crossing = sides.find(|side| {
                let instead = self.lost_instead(walk, &gone, *square, *side);
                let does = instead.filter(|instead| !mesh.is_open(from, instead));
                does.map(|instead| gone = instead).is_some()
            });
            let driven = self.links.node(*square) != NONE;
            let mut point = self.point(crossing.map_or(Thing::Square(*square), Thing::Crossing), &[], &[], driven);
            // Dumps are not counted here: where one lies is only a place by the road.
            if point.kind == CriticalKind::Dump {
                (point.kind, point.id) = (self.kind_by_roads(*square, driven), None);
            }
            things.push(point);
        }
        things.sort_by_key(|point| (point.square, point.to));
        things
    }

    /// What is lost where the one crossing on a side is, and not the square; none where there is no such crossing.
    fn lost_instead(&self, walk: &mut Walk, gone: &Gone, square: usize, side: SquareSide) -> Option<Gone> {
        if !self.shuts_lorries_out(side) {
            return None;
        }
        let (a, b) = side.squares();
        let lost = Lost::Step(self.view.network.index(a), self.view.network.index(b));
        let mut instead = gone.clone();
        instead.squares.remove(square);
        instead.steps.extend(self.links.gone_with(self.view.ground(), walk, lost));
        Some(instead)
    }
}
