//! The squares and crossings whose loss would cut most formations (model page, "Line of supply").
//!
//! What it is: for one side, everything on its open lines that some of them cannot do without.
//! What it decides: what is lost with a square (lorries and trains pass it no more; who starts there still may) or with a
//! crossing; which formations have no open line then. Only what lies on a formation's line can cut it, and whether it
//! does is read from the pieces into which the roads fall: [`Links`], [`ArticulationPoints`].
//! What it never does: guess. A test takes each square in turn and traces anew.
//! Where to look next: `sets`, for what cuts only when several are lost together.

mod sets;

use std::collections::BTreeMap;

use campaign::{Campaign, Crossing, Dump, Formation};
use domain::{FormationId, SideId, Square, SquareSide, Traffic};
use network::{
    ArticulationPoints, BARRED, FREE, Links, LorrySearch, Lost, Network, Onto, Pieces, RESTORABLE, Walk, gate_of,
};

use super::critical_point::{CriticalKind, CriticalPoint, together};
use crate::ground::crossings::Crossings;
use crate::ground::lay::blocked_gate;
use crate::ground::view::View;
use crate::line::{LineTracer, depots};
use crate::rail::Rails;
use crate::rail::tracks::{RailLoss, Tracks};
use crate::standing::hierarchy::SupplyHierarchy;

pub use sets::LeastSet;

/// What matters most to the supply of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CriticalNet {
    /// The side whose supply it is.
    pub side: SideId,
    /// The formations whose line is open.
    pub open: Vec<FormationId>,
    /// What they cannot do without: what cuts most first, then what most lines go over, then by square.
    pub points: Vec<CriticalPoint>,
    /// The least sets of several things that cut whole corps, those of the fewest first.
    pub sets: Vec<LeastSet>,
}

/// What the supply of these sides cannot do without.
pub fn critical(campaign: &Campaign, sides: &[SideId]) -> Vec<CriticalNet> {
    critical_on(&crate::ground::lay::network(campaign), campaign, sides)
}

/// The same, over a network that was built before.
pub fn critical_on(network: &Network, campaign: &Campaign, sides: &[SideId]) -> Vec<CriticalNet> {
    let crossings = Crossings::new(campaign, network);
    let hierarchy = SupplyHierarchy::new(campaign);
    let one = |side: SideId| {
        let view = View::new(campaign, network, side, &crossings);
        Net::new(&view, &hierarchy, &crossings).read()
    };
    std::thread::scope(|scope| {
        let runs: Vec<_> = sides.iter().map(|side| scope.spawn(|| one(*side))).collect();
        runs.into_iter().filter_map(|run| run.join().ok()).collect()
    })
}

/// Something that may be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Square(usize),
    Crossing(SquareSide),
}

/// Formations that stand on one square and go by the same dumps: what cuts one cuts all.
struct Start<'a> {
    square: usize,
    stages: Vec<Vec<&'a Dump>>,
    units: Vec<&'a Formation>,
}

struct Net<'a, 'v> {
    view: &'v View<'a>,
    hierarchy: &'v SupplyHierarchy<'a>,
    crossings: &'v Crossings<'a>,
    rails: Rails<'a>,
    tracks: Tracks,
    /// The squares of source depots.
    depots: Vec<usize>,
    starts: Vec<Start<'a>>,
    /// What lies on the line of each start, and whether lorries go there or only trains.
    users: BTreeMap<Thing, (Vec<usize>, bool)>,
    links: Links,
    articulation: ArticulationPoints,
    /// By square: how lorries come onto roads from there and arrive there, as things are.
    anchors: BTreeMap<usize, [Onto; 2]>,
    /// The squares near which the loss of one may keep lorries from a dump, an end or a start.
    touchy: Vec<bool>,
}

/// What is lost, in every way in which that matters.
struct Loss {
    lorries: Option<Lost>,
    /// The squares where lines can end then.
    ends: Vec<usize>,
}

impl<'a, 'v> Net<'a, 'v> {
    fn new(view: &'v View<'a>, hierarchy: &'v SupplyHierarchy<'a>, crossings: &'v Crossings<'a>) -> Self {
        let rails = Rails::new(view);
        let tracks = rails.tracks(view);
        let depots = depots(view, hierarchy).map(|depot| view.network.index(depot.square)).collect();
        let mut walk = Walk::new(view.ground());
        let links = Links::new(view.ground(), &mut walk);
        let articulation = ArticulationPoints::new(&links);
        let mut net = Self {
            view,
            hierarchy,
            crossings,
            rails,
            tracks,
            depots,
            starts: Vec::new(),
            users: BTreeMap::new(),
            links,
            articulation,
            anchors: BTreeMap::new(),
            touchy: vec![false; view.network.len()],
        };
        net.trace();
        net.anchor(&mut walk);
        net
    }

    /// The open lines of the side, and what lies on them.
    fn trace(&mut self) {
        let (view, hierarchy) = (self.view, self.hierarchy);
        let side = hierarchy.tree.all().into_iter().filter(|f| f.side == view.side);
        let drawing: Vec<&'a Formation> =
            side.filter(|f| hierarchy.tree.is_supply_formation(f) && hierarchy.is_present(f)).collect();
        let mut search = LorrySearch::new(view.network);
        let mut lines = LineTracer::trace(view, hierarchy, &self.rails, &mut search, &drawing);
        let mut known: BTreeMap<(usize, Square), usize> = BTreeMap::new();
        for formation in drawing {
            let Some(square) = hierarchy.tree.square(formation) else { continue };
            let stage = lines.stage_of(hierarchy, formation);
            if let Some(number) = known.get(&(stage, square)) {
                self.starts[*number].units.push(formation);
                continue;
            }
            let Some(ways) = lines.open_line(stage, square) else { continue };
            let number = self.starts.len();
            known.insert((stage, square), number);
            let (square, stages) = (view.network.index(square), hierarchy.stages(formation));
            self.starts.push(Start { square, stages, units: vec![formation] });
            for way in &ways {
                self.uses(number, &way.squares, true);
            }
            let end = ways.last().and_then(|way| lines.end(&way.to));
            if let Some(rail) = end.and_then(|end| end.rail.as_ref()) {
                let path: Vec<usize> = rail.path.iter().map(|square| view.network.index(*square)).collect();
                self.uses(number, &path, false);
            }
        }
    }

    fn uses(&mut self, start: usize, way: &[usize], by_lorry: bool) {
        let network = self.view.network;
        let mut things: Vec<Thing> = way.iter().map(|square| Thing::Square(*square)).collect();
        let sides = way.windows(2).filter_map(|pair| network.square(pair[0]).side_to(network.square(pair[1])));
        things.extend(sides.filter(|side| self.crossings.by_side.contains_key(side)).map(Thing::Crossing));
        for thing in things {
            let (starts, driven) = self.users.entry(thing).or_default();
            *driven |= by_lorry;
            if starts.last() != Some(&start) {
                starts.push(start);
            }
        }
    }

    fn anchor(&mut self, walk: &mut Walk) {
        let network = self.view.network;
        let mut squares: Vec<usize> = self.starts.iter().map(|start| start.square).collect();
        let dumps = self.starts.iter().flat_map(|start| start.stages.iter().flatten());
        squares.extend(dumps.map(|dump| network.index(dump.square)));
        squares.extend(self.ends(RailLoss::default()));
        squares.sort_unstable();
        squares.dedup();
        for square in squares {
            let from = self.links.from(self.view.ground(), walk, square, None);
            let to = self.links.to(self.view.ground(), walk, square, None);
            self.touchy[square] = true;
            if self.links.node(square) == network::NONE {
                for (near, _) in network.around(square, network.stretch + 1) {
                    self.touchy[near] = true;
                }
            }
            self.anchors.insert(square, [from, to]);
        }
    }

    /// The squares where lines can end without what trains have lost.
    fn ends(&self, lost: RailLoss) -> Vec<usize> {
        self.tracks.fed_without(lost).chain(self.depots.iter().copied()).collect()
    }

    fn read(self) -> CriticalNet {
        let mut walk = Walk::new(self.view.ground());
        let whole = self.ends(RailLoss::default());
        let mut points = Vec::new();
        for (thing, (users, driven)) in &self.users {
            let Some(loss) = self.loss(*thing, &whole) else { continue };
            let pieces = loss.lorries.map_or(Pieces::Whole, |lost| {
                Pieces::without(self.view.ground(), &self.links, &self.articulation, &mut walk, lost)
            });
            if pieces.are_whole() && loss.ends == whole && !self.touches(&loss) {
                continue;
            }
            let (cut, round): (Vec<usize>, Vec<usize>) =
                users.iter().partition(|start| self.is_cut(&mut walk, &self.starts[**start], &loss, &pieces));
            if !cut.is_empty() {
                points.push(self.point(*thing, &cut, &round, *driven));
            }
        }
        let mut open: Vec<&Formation> = self.starts.iter().flat_map(|start| start.units.iter().copied()).collect();
        open.sort_by_key(|f| f.order);
        let open = open.into_iter().map(|f| f.id.clone()).collect();
        let sets = self.least_sets(&mut walk, &points);
        CriticalNet { side: self.view.side, open, points: together(self.view, points), sets }
    }

    /// What a loss means; none where it means nothing.
    fn loss(&self, thing: Thing, whole: &[usize]) -> Option<Loss> {
        let network = self.view.network;
        match thing {
            Thing::Square(square) => {
                let is_passed = self.rails.pass(network.square(square));
                let lost = RailLoss { square: Some(square), rails: None };
                let ends = if is_passed { self.ends(lost) } else { whole.to_vec() };
                Some(Loss { lorries: Some(Lost::Square(square)), ends })
            }
            Thing::Crossing(side) => {
                let crossing = self.the_crossing(side)?;
                let (a, b) = side.squares();
                let [a, b] = [a, b].map(|square| network.index(square));
                let is_passed = crossing.carries.carries(Traffic::Rail) && self.is_the_only(side, Traffic::Rail);
                let lost = RailLoss { square: None, rails: Some([a, b]) };
                let ends = if is_passed { self.ends(lost) } else { whole.to_vec() };
                let lorries = self.shuts_lorries_out(side).then_some(Lost::Step(a, b));
                Some(Loss { lorries, ends })
            }
        }
    }

    /// The open crossing on a side that can be lost: ice on a whole river cannot.
    fn the_crossing(&self, side: SquareSide) -> Option<&'a Crossing> {
        let open = |c: &&&Crossing| c.is_open(self.view.campaign.bound) && c.side.is_some();
        self.crossings.by_side.get(&side)?.iter().find(open).copied()
    }

    fn is_the_only(&self, side: SquareSide, traffic: Traffic) -> bool {
        let open = |c: &&&Crossing| c.carries.carries(traffic) && c.is_open(self.view.campaign.bound);
        self.crossings.by_side.get(&side).is_some_and(|all| all.iter().filter(open).count() == 1)
    }

    /// Whether no lorry goes over a side once its one open crossing is lost.
    fn shuts_lorries_out(&self, side: SquareSide) -> bool {
        let carries = self.the_crossing(side).is_some_and(|crossing| crossing.carries.vehicles);
        let Some(river) = self.view.campaign.ground.river(side).filter(|_| carries) else { return false };
        let network = self.view.network;
        let factors = self.view.campaign.ground_now();
        self.is_the_only(side, Traffic::Vehicles)
            && network.steps_over(side).into_iter().all(|(square, direction)| {
                match gate_of(network.gates()[square], direction) {
                    FREE if network.by_road(square, direction) => blocked_gate(river.class, &factors) >= RESTORABLE,
                    before => before == BARRED,
                }
            })
    }

    fn touches(&self, loss: &Loss) -> bool {
        match loss.lorries {
            Some(Lost::Square(square)) => self.touchy[square],
            Some(Lost::Step(a, b)) => self.touchy[a] || self.touchy[b],
            None => false,
        }
    }

    /// Whether a start has no open line after a loss.
    fn is_cut(&self, walk: &mut Walk, start: &Start<'_>, loss: &Loss, pieces: &Pieces) -> bool {
        let network = self.view.network;
        let mut open = loss.ends.clone();
        for dumps in start.stages.iter().rev() {
            let leads = |dump: &usize| self.leads_to_any(walk, *dump, &open, loss, pieces);
            open = dumps.iter().map(|dump| network.index(dump.square)).filter(leads).collect();
        }
        !self.leads_to_any(walk, start.square, &open, loss, pieces)
    }

    fn leads_to_any(&self, walk: &mut Walk, from: usize, to: &[usize], loss: &Loss, pieces: &Pieces) -> bool {
        let Some(leaving) = self.onto(walk, from, 0, loss) else { return false };
        let leaving_pieces: Vec<u32> = leaving.nodes.iter().map(|node| pieces.of(&self.articulation, *node)).collect();
        to.iter().any(|square| {
            leaving.squares.contains(square)
                || self.onto(walk, *square, 1, loss).is_some_and(|arriving| {
                    arriving.nodes.iter().any(|node| leaving_pieces.contains(&pieces.of(&self.articulation, *node)))
                })
        })
    }

    /// How lorries come onto roads from an anchor (0), or arrive there (1).
    fn onto(&self, walk: &mut Walk, square: usize, way: usize, loss: &Loss) -> Option<std::borrow::Cow<'_, Onto>> {
        let network = self.view.network;
        let near = |lost: usize| network.steps(lost, square) <= u64::from(network.stretch) + 1;
        let touched = loss.lorries.filter(|lost| match lost {
            Lost::Square(square) => near(*square),
            Lost::Step(a, b) => near(*a) || near(*b),
        });
        if touched.is_none() {
            return self.anchors.get(&square).map(|both| std::borrow::Cow::Borrowed(&both[way]));
        }
        let walked = if way == 0 { Links::from } else { Links::to };
        Some(std::borrow::Cow::Owned(walked(&self.links, self.view.ground(), walk, square, touched)))
    }

    fn point(&self, thing: Thing, cut: &[usize], round: &[usize], driven: bool) -> CriticalPoint {
        let units = |starts: &[usize]| {
            let mut units: Vec<&Formation> =
                starts.iter().flat_map(|start| self.starts[*start].units.iter().copied()).collect();
            units.sort_by_key(|f| f.order);
            units.into_iter().map(|f| f.id.clone()).collect()
        };
        let (kind, id, square, to) = match thing {
            Thing::Crossing(side) => {
                let (a, b) = side.squares();
                (CriticalKind::Crossing, self.the_crossing(side).map(|c| c.id.to_string()), a, Some(b))
            }
            Thing::Square(index) => {
                let (kind, id) = self.kind_of(index, driven);
                (kind, id, self.view.network.square(index), None)
            }
        };
        let crossings = if to.is_some() { id.iter().cloned().collect() } else { Vec::new() };
        let squares = if to.is_some() { Vec::new() } else { vec![square] };
        CriticalPoint { kind, square, to, id, cut: units(cut), round: units(round), squares, crossings }
    }

    fn kind_of(&self, index: usize, driven: bool) -> (CriticalKind, Option<String>) {
        let (campaign, network) = (self.view.campaign, self.view.network);
        let square = network.square(index);
        let railheads = || campaign.railheads.values().filter(|r| r.side == self.view.side && r.square == square);
        let here =
            |dump: &&Dump| dump.square == square && campaign.account_side(dump.id.as_str()) == Some(self.view.side);
        let dumps = || campaign.dumps.values().filter(here);
        let source = railheads().find(|r| r.source).map(|r| r.id.to_string());
        if let Some(id) = source.or_else(|| dumps().find(|d| d.source).map(|d| d.id.to_string())) {
            return (CriticalKind::Source, Some(id));
        }
        if let Some(railhead) = railheads().next() {
            return (CriticalKind::Railhead, Some(railhead.id.to_string()));
        }
        // A dump through which none of these lines goes is only a place by the road.
        let on_lines = |dump: &&Dump| self.starts.iter().any(|s| s.stages.iter().flatten().any(|d| d.id == dump.id));
        if let Some(dump) = dumps().find(on_lines) {
            return (CriticalKind::Dump, Some(dump.id.to_string()));
        }
        (self.kind_by_roads(index, driven), None)
    }

    fn kind_by_roads(&self, index: usize, driven: bool) -> CriticalKind {
        match self.view.network.roads_from(index) {
            _ if !driven => CriticalKind::Rail,
            0 => CriticalKind::Country,
            1 | 2 => CriticalKind::Road,
            _ => CriticalKind::Junction,
        }
    }
}
