//! From orders to leaves with a way each: who marches, at what pace, where to.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use domain::{FormationId, LeafState, Mobility, Square};

use super::account::Stop;
use super::field::MarchField;
use super::pace::{Pace, set_of};
use super::route::{NO_LIMIT, RouteQuery, Router};
use super::run::Marcher;
use crate::{Formation, MapFrame, MarchOrder, Tree};

/// A unit that is to march.
#[derive(Debug, Clone)]
pub struct Task<'a> {
    /// The unit.
    pub unit: &'a Formation,
    /// Where and how.
    pub order: &'a MarchOrder,
}

/// What else decides who may march.
#[derive(Debug, Clone, Default)]
pub struct Ruling {
    /// Leaves that cannot move because they have no POL, with the formation that is out of it.
    pub out_of_pol: BTreeMap<FormationId, FormationId>,
    /// Whether the umpire sets aside POL, states and moving hours: then all have the hours of the whole bound.
    pub forced: bool,
    /// Units that go by other orders of their own: they do not march with their formation.
    pub held: BTreeSet<FormationId>,
}

/// What all leaves of one task have in common.
struct Column<'p> {
    unit: &'p Formation,
    order: &'p MarchOrder,
    start: Option<Square>,
    /// From where the places of those who can march are measured instead, where the formation's own leaf cannot.
    rest: Option<Square>,
    /// How many squares from the formation's its farthest fighting leaf stands.
    spread: u64,
    end: Square,
    with: u8,
}

/// A way that was found.
#[derive(Default)]
struct Way {
    path: Vec<u32>,
    /// The way points on it, each with the squares entered when it is passed.
    points: Vec<(usize, Square)>,
}

/// Where a leaf belongs when its formation has come from one square to another: in the same place relative to it; none where
/// that is off the map.
pub fn place(frame: &MapFrame, leaf: Square, from: Square, to: Square) -> Option<Square> {
    let shifted = |at: u16, from: u16, to: u16| u16::try_from(i32::from(at) + i32::from(to) - i32::from(from)).ok();
    let (col, row) = shifted(leaf.col, from.col, to.col).zip(shifted(leaf.row, from.row, to.row))?;
    Some(Square::new(col, row)).filter(|square| frame.contains(*square))
}

/// Plans every task: each leaf goes with the nearest superior that has one.
pub(super) struct Planner<'f, 'a> {
    field: &'f MarchField<'a>,
    tree: &'f Tree<'a>,
    ruling: &'f Ruling,
    router: Router,
    paces: BTreeMap<(u8, u8, bool), Option<Rc<Pace>>>,
    /// Vehicles of convoys: they go their own way.
    on_the_road: BTreeSet<&'a str>,
}

impl<'f, 'a> Planner<'f, 'a> {
    pub(super) fn new(field: &'f MarchField<'a>, tree: &'f Tree<'a>, ruling: &'f Ruling) -> Self {
        let router = Router::new(field.campaign().frame.len());
        let convoys = field.campaign().convoys.values();
        let on_the_road = convoys.flat_map(|convoy| &convoy.vehicles).map(FormationId::as_str).collect();
        Self { field, tree, ruling, router, paces: BTreeMap::new(), on_the_road }
    }

    pub(super) fn plan(&mut self, tasks: &[Task<'a>]) -> Vec<Marcher> {
        let held = self.ruling.held.iter().map(FormationId::as_str);
        let ordered: BTreeSet<&str> = tasks.iter().map(|task| task.unit.id.as_str()).chain(held).collect();
        let mut marchers = Vec::new();
        for task in tasks {
            let Some(end) = task.order.way.last().copied() else { continue };
            let leaves = self.leaves_of(task, &ordered);
            let keeps_pace = |leaf: &usize| self.forbids(*leaf).is_none() && self.field.leaves[*leaf].fights;
            let with = leaves.iter().filter(|leaf| keeps_pace(leaf)).fold(0, |set, leaf| set | self.mobility(*leaf));
            let with = if task.order.split { 0 } else { with };
            let start = self.tree.square(task.unit);
            let (rest, spread) = (self.start_of_rest(task, &leaves), self.spread(start, &leaves));
            let column = Column { unit: task.unit, order: task.order, start, rest, spread, end, with };
            marchers.extend(leaves.into_iter().map(|leaf| self.marcher(&column, leaf)));
        }
        marchers.sort_by_key(|marcher| marcher.leaf);
        marchers
    }

    /// The leaves on the map that march with a task.
    fn leaves_of(&self, task: &Task<'a>, ordered: &BTreeSet<&str>) -> Vec<usize> {
        let number = |formation: &&Formation| self.field.number(formation.id.as_str());
        if task.order.alone {
            let goes = |leaf: &&Formation| leaf.id == task.unit.id || !ordered.contains(leaf.id.as_str());
            return self.tree.command_leaf(task.unit).filter(goes).as_ref().and_then(number).into_iter().collect();
        }
        let mut found = Vec::new();
        let mut waiting = vec![task.unit];
        while let Some(next) = waiting.pop() {
            found.extend(number(&next).filter(|_| !self.on_the_road.contains(next.id.as_str())));
            let under = self.tree.children(&next.id).iter().copied();
            waiting.extend(under.filter(|child| !ordered.contains(child.id.as_str())));
        }
        found
    }

    /// From where the place of who goes on is measured while the leaf with which the formation stands can march no more in
    /// the bound: from the first by id that can. Measured from who stays, they would be sent as far again by every further
    /// order.
    fn start_of_rest(&self, task: &Task<'a>, leaves: &[usize]) -> Option<Square> {
        let id = |leaf: &usize| self.field.leaves[*leaf].formation.id.as_str();
        let stands = self.field.number(self.tree.place_leaf(task.unit)?.id.as_str())?;
        if !leaves.contains(&stands) || self.can_go(stands) {
            return None;
        }
        let first = leaves.iter().copied().filter(|leaf| self.can_go(*leaf)).min_by(|a, b| id(a).cmp(id(b)))?;
        Some(self.field.campaign().frame.square_at(self.field.leaves[first].square as usize))
    }

    /// How many squares from the formation's the farthest of its fighting leaves stands.
    fn spread(&self, start: Option<Square>, leaves: &[usize]) -> u64 {
        let Some(start) = start.map(|square| self.field.campaign().frame.index(square)) else { return 0 };
        let fighting = leaves.iter().map(|leaf| &self.field.leaves[*leaf]).filter(|post| post.fights);
        fighting.map(|post| self.steps(start, post.square as usize)).max().unwrap_or_default()
    }

    fn steps(&self, from: usize, to: usize) -> u64 {
        self.field.passage().lattice().steps(from, to)
    }

    /// Whether a leaf may march and has hours left.
    fn can_go(&self, leaf: usize) -> bool {
        self.forbids(leaf).is_none() && Marcher::has_hours(self.field, leaf, self.ruling.forced)
    }

    fn mobility(&self, leaf: usize) -> u8 {
        self.field.leaves[leaf].formation.mobility.map_or(0, set_of)
    }

    /// What forbids a leaf to march at all.
    fn forbids(&self, leaf: usize) -> Option<Stop> {
        let formation = self.field.leaves[leaf].formation;
        if !formation.mobility.is_some_and(Mobility::is_on_the_ground) {
            return Some(Stop::Rate);
        }
        let state = formation.leaf.as_ref().map(|leaf| leaf.state);
        let lame = |state: &LeafState| *state == LeafState::Broken && !self.ruling.forced;
        let lame = state.filter(lame).map(Stop::State);
        let dry = || self.ruling.out_of_pol.get(&formation.id).filter(|_| !self.ruling.forced);
        lame.or_else(|| dry().cloned().map(Stop::Fuel))
    }

    fn marcher(&mut self, column: &Column<'_>, leaf: usize) -> Marcher {
        let post = &self.field.leaves[leaf];
        let from = post.square as usize;
        let stop = self.forbids(leaf);
        let mut marcher = Marcher::new(self.field, leaf, column.unit, column.order.rate, self.ruling.forced);
        let is_vehicle = post.formation.vehicle_of().is_some();
        let pace = post.formation.mobility.and_then(|own| self.pace(own, column.with, is_vehicle));
        let (spot, has_spot) = self.place(column, leaf);
        let (Some(pace), None) = (pace, &stop) else {
            return marcher.halted(stop.unwrap_or(Stop::Rate), spot.unwrap_or(from), !has_spot);
        };
        let end = self.field.campaign().frame.index(column.end);
        let side = self.field.side(leaf);
        let passed = marcher.passed_of(&column.order.way);
        let free = |square: &usize| !self.field.is_held(*square, side);
        let own = spot.filter(|spot| *spot != end).filter(free);
        let query = |to: usize| RouteQuery { from, to, pace: &pace, manner: column.order.rate, side };
        let way = own.and_then(|spot| self.way_to(column, passed, query(spot)));
        let (way, to) = match (way, own) {
            (Some(way), Some(spot)) => (Some(way), spot),
            _ => (self.by_way_points(column, passed, query(end), NO_LIMIT), end),
        };
        let out_of_place = to == end && spot != Some(end);
        match way {
            Some(way) => {
                (marcher.path, marcher.to, marcher.out_of_place) = (way.path, to, out_of_place);
                (marcher.pace, marcher.passed, marcher.points) = (Some(pace), passed, way.points);
                marcher
            }
            None => marcher.halted(Stop::NoWay, to, out_of_place),
        }
    }

    fn pace(&mut self, own: Mobility, with: u8, is_vehicle: bool) -> Option<Rc<Pace>> {
        let (square_m, passage) = (self.field.campaign().frame.square_m, self.field.passage());
        let lorries = passage.lorries().filter(|_| is_vehicle);
        let made = || Pace::new(own, with, square_m, passage.factors(), lorries).map(Rc::new);
        self.paces.entry((own as u8, with, lorries.is_some())).or_insert_with(made).clone()
    }

    /// Where a leaf belongs when its formation has come: its place relative to the formation's square; none where that
    /// is off the map. And whether there is such a place. A vehicle that has driven ahead of all who fight, and is nearer to
    /// the goal than to them, is there already.
    fn place(&self, column: &Column<'_>, leaf: usize) -> (Option<usize>, bool) {
        let frame = &self.field.campaign().frame;
        let post = &self.field.leaves[leaf];
        let (from, end) = (post.square as usize, frame.index(column.end));
        let (Some(start), false) = (column.start, column.order.close_up || column.order.alone) else {
            return (Some(end), true);
        };
        let ahead = self.steps(from, frame.index(start));
        let is_vehicle = post.formation.vehicle_of().is_some();
        if is_vehicle && post.formation.id != column.unit.id && ahead > column.spread && self.steps(from, end) < ahead {
            return (Some(from), true);
        }
        let start = column.rest.filter(|_| self.can_go(leaf)).unwrap_or(start);
        let place = place(frame, frame.square_at(from), start, column.end).map(|square| frame.index(square));
        (place, place.is_some())
    }

    /// The way to a leaf's own place, where that takes not much longer than the formation's way and the way from its
    /// square to the place: beyond, the place is on the wrong bank.
    fn way_to(&mut self, column: &Column<'_>, passed: usize, query: RouteQuery<'_>) -> Option<Way> {
        let frame = &self.field.campaign().frame;
        let end = frame.index(column.end);
        let start = match column.order.way.as_slice() {
            [.., before, _] => frame.index(*before),
            _ => column.start.map_or(query.from, |square| frame.index(square)),
        };
        let lead = RouteQuery { from: start, to: end, ..query };
        let (_, lead) = self.router.way(self.field, lead, NO_LIMIT)?;
        let aside = 2 * self.field.passage().lattice().steps(query.to, end) as u32 * query.pace.across(query.manner);
        self.by_way_points(column, passed, query, lead + aside)
    }

    /// The way by the way points that are not passed to a square; the last leg within `limit` minutes.
    fn by_way_points(&mut self, column: &Column<'_>, passed: usize, query: RouteQuery<'_>, limit: u32) -> Option<Way> {
        let frame = &self.field.campaign().frame;
        let between = &column.order.way[passed..column.order.way.len() - 1];
        let mut found = Way::default();
        let mut at = query.from;
        let stages = between.iter().map(|square| (frame.index(*square), NO_LIMIT)).chain([(query.to, limit)]);
        for (next, limit) in stages {
            let (way, _) = self.router.way(self.field, RouteQuery { from: at, to: next, ..query }, limit)?;
            found.path.extend_from_slice(&way);
            found.points.push((found.path.len(), frame.square_at(next)));
            at = next;
        }
        found.points.pop();
        Some(found)
    }
}
