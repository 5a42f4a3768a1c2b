//! Lines of supply: from a formation by the dumps of its superiors to a fed railhead or source depot.

pub(crate) mod barrier;
pub(crate) mod way;

use std::collections::BTreeMap;

use campaign::{Dump, Formation};
use domain::{AccountId, Square};
use network::{CLEAR, Cost, HELD, Limit, LorrySearch, LowerBound, Reach, Rules, SearchResult, Sense};

use super::rail::{RailWay, Rails};
use crate::ground::near::nearest;
use crate::ground::view::{Item, View};
use crate::line::way::{LineEnd, LineWay};
use crate::standing::hierarchy::SupplyHierarchy;

const BACK: Rules = Rules { sense: Sense::Back, clearing: false, squares_only: false };
const CLEARING: Rules = Rules { sense: Sense::Onward, clearing: true, squares_only: false };

/// How many targets are few: worth asking for each how far it is.
const FEW: usize = 6;

/// The dumps of one level, and how each goes on.
struct Stage<'a> {
    dumps: Vec<&'a Dump>,
    next: usize,
    onward: Vec<Option<Cost>>,
}

/// The number of the stage that stands for the railheads and source depots.
const RAIL: usize = 0;

/// Every line of one side.
pub(super) struct LineTracer<'a> {
    stages: Vec<Stage<'a>>,
    by_dumps: BTreeMap<Vec<AccountId>, usize>,
    pub(super) ends: Vec<LineEnd>,
    /// The first leg from a square towards a stage, where a clear way leads there.
    legs: BTreeMap<(usize, Square), LineWay>,
    /// The squares from which no clear way leads towards a stage though a line begins or goes on there.
    cut: Vec<(usize, Square)>,
    mends: BTreeMap<(usize, Square), Option<LineMend>>,
    /// What must be put right at least on the way to an end, whatever the stages.
    bound: Option<LowerBound>,
}

/// What must be put right for a line, leg by leg, and where it first fails.
#[derive(Debug, Clone)]
pub(super) struct LineMend {
    pub(super) cost: Cost,
    pub(super) items: Vec<Item>,
    /// The ends of the leg of each item.
    pub(super) legs: Vec<(Square, Square)>,
    /// The squares of the way by lorry, from where the line begins to its railhead or source depot.
    pub(super) way: Vec<Square>,
}

/// Every end of a side's lines: its railheads, fed or not, and its source depots, by id.
pub(super) fn ends(view: &View<'_>, hierarchy: &SupplyHierarchy<'_>, rails: &Rails<'_>) -> Vec<LineEnd> {
    let mut ends: Vec<LineEnd> = rails
        .to_sources(view)
        .into_iter()
        .map(|rail| LineEnd { account: rail.railhead.clone(), square: rail.square, cost: rail.cost, rail: Some(rail) })
        .collect();
    for depot in depots(view, hierarchy) {
        ends.push(LineEnd { account: depot.id.clone(), square: depot.square, rail: None, cost: Cost::NOTHING });
    }
    ends.sort_by(|a, b| a.account.cmp(&b.account));
    ends
}

impl<'a> LineTracer<'a> {
    /// Traces the lines of these formations, all of the view's side.
    pub(super) fn trace(
        view: &View<'_>,
        hierarchy: &SupplyHierarchy<'a>,
        rails: &Rails<'a>,
        search: &mut LorrySearch,
        formations: &[&'a Formation],
    ) -> Self {
        let rail = Stage { dumps: Vec::new(), next: RAIL, onward: Vec::new() };
        let mut lines = Self {
            stages: vec![rail],
            by_dumps: BTreeMap::new(),
            ends: ends(view, hierarchy, rails),
            legs: BTreeMap::new(),
            cut: Vec::new(),
            mends: BTreeMap::new(),
            bound: None,
        };
        let mut starts: BTreeMap<usize, Vec<Square>> = BTreeMap::new();
        for formation in formations {
            let stage = lines.stage_of(hierarchy, formation);
            starts.entry(stage).or_default().extend(hierarchy.tree.square(formation));
        }
        for stage in 0..lines.stages.len() {
            lines.flood(view, search, stage, starts.remove(&stage).unwrap_or_default());
        }
        lines
    }

    /// The quickest open way from a square to a railhead or source depot, whatever dumps there are.
    pub(super) fn way_to_end(
        view: &View<'_>,
        hierarchy: &SupplyHierarchy<'a>,
        rails: &Rails<'a>,
        search: &mut LorrySearch,
        from: Square,
    ) -> Option<LineWay> {
        let mut lines = Self::trace(view, hierarchy, rails, search, &[]);
        lines.flood(view, search, RAIL, vec![from]);
        lines.legs.remove(&(RAIL, from))
    }

    /// The first stage of a formation's line; made with all that follow it where it is new.
    pub(super) fn stage_of(&mut self, hierarchy: &SupplyHierarchy<'a>, formation: &'a Formation) -> usize {
        let mut next = RAIL;
        let mut key: Vec<AccountId> = Vec::new();
        for dumps in hierarchy.stages(formation).into_iter().rev() {
            key.extend(dumps.iter().map(|d| d.id.clone()));
            next = self.stage(&key, dumps, next);
        }
        next
    }

    fn stage(&mut self, key: &[AccountId], dumps: Vec<&'a Dump>, next: usize) -> usize {
        if let Some(stage) = self.by_dumps.get(key) {
            return *stage;
        }
        let onward = vec![None; dumps.len()];
        self.stages.push(Stage { dumps, next, onward });
        self.by_dumps.insert(key.to_vec(), self.stages.len() - 1);
        self.stages.len() - 1
    }

    /// Where a stage's ways arrive: account, square, and the cost from there on where the line is open.
    fn targets(&self, stage: usize) -> Vec<(AccountId, Square, Option<Cost>)> {
        if stage == RAIL {
            let open = |end: &LineEnd| end.cost.is_clear().then_some(Cost::NOTHING);
            return self.ends.iter().map(|e| (e.account.clone(), e.square, open(e))).collect();
        }
        let Stage { dumps, onward, .. } = &self.stages[stage];
        dumps.iter().zip(onward).map(|(d, cost)| (d.id.clone(), d.square, *cost)).collect()
    }

    fn flood(&mut self, view: &View<'_>, search: &mut LorrySearch, stage: usize, mut starts: Vec<Square>) {
        for later in self.stages.iter().filter(|s| s.next == stage) {
            starts.extend(later.dumps.iter().map(|d| d.square));
        }
        let targets = self.targets(stage);
        let network = view.network;
        let open = targets.iter().enumerate().filter_map(|(rank, (_, square, cost))| {
            cost.map(|c| (network.index(*square), Cost::of_minutes(c.minutes()).ranked(rank)))
        });
        let sources: Vec<_> = open.collect();
        starts.sort_unstable();
        starts.dedup();
        let arriving: Vec<(usize, Reach)> =
            sources.iter().map(|(index, _)| (*index, view.reach(*index, Sense::Back))).collect();
        let (starts, cut): (Vec<Square>, Vec<Square>) = starts.into_iter().partition(|start| {
            let from = view.reach(network.index(*start), Sense::Onward);
            arriving.iter().any(|(index, to)| from.leads_to(to, *index))
        });
        self.cut.extend(cut.into_iter().map(|square| (stage, square)));
        let wanted: Vec<usize> = starts.iter().map(|s| network.index(*s)).collect();
        // A few dumps are sought by all that want them at once; the many ends of a side by each start for itself.
        let at_once = sources.len() <= FEW;
        if at_once {
            search.run(view.ground(), BACK, &sources, &wanted);
        }
        for start in starts {
            if !at_once {
                search.run_back(view.ground(), BACK, &sources, network.index(start));
            }
            let Some(cost) = search.cost_at(network.index(start)) else { continue };
            let squares = search.way(view.ground(), BACK, network.index(start));
            let to = targets[cost.rank()].0.clone();
            self.legs.insert((stage, start), LineWay { to, squares, minutes: cost.minutes() });
        }
        let onward: Vec<(usize, usize, Option<Cost>)> = self
            .stages
            .iter()
            .enumerate()
            .skip(1)
            .filter(|(_, later)| later.next == stage)
            .flat_map(|(number, later)| later.dumps.iter().enumerate().map(move |(place, d)| (number, place, d.square)))
            .map(|(number, place, square)| {
                let cost = self.legs.get(&(stage, square)).map(|way| Cost::of_minutes(way.minutes));
                (number, place, cost)
            })
            .collect();
        for (number, place, cost) in onward {
            self.stages[number].onward[place] = cost;
        }
    }

    /// The legs of an open line, from a square on; none where it is not open.
    pub(super) fn open_line(&self, mut stage: usize, mut square: Square) -> Option<Vec<LineWay>> {
        let mut legs = Vec::new();
        loop {
            let way = self.legs.get(&(stage, square))?;
            legs.push(way.clone());
            if stage == RAIL {
                return Some(legs);
            }
            square = self.stages[stage].dumps.iter().find(|d| d.id == way.to)?.square;
            stage = self.stages[stage].next;
        }
    }

    /// The railhead or source depot of this id.
    pub(super) fn end(&self, account: &AccountId) -> Option<&LineEnd> {
        self.ends.iter().find(|e| e.account == *account)
    }

    /// The railway among what a mend puts right.
    pub(super) fn cut_railway(&self, mend: &LineMend) -> Option<&RailWay> {
        let rails = self.ends.iter().filter_map(|end| Some((end.square, end.rail.as_ref()?)));
        let mended = |(square, rail): &(Square, &RailWay)| {
            let last = rail.path.last().copied().unwrap_or(*square);
            !rail.items.is_empty() && mend.legs.contains(&(*square, last))
        };
        rails.into_iter().find(mended).map(|(_, rail)| rail)
    }

    /// The least that must be put right for the line from a square (model page, "Why, and what would mend it").
    pub(super) fn mend(
        &mut self,
        view: &View<'_>,
        search: &mut LorrySearch,
        stage: usize,
        square: Square,
    ) -> Option<LineMend> {
        if let Some(known) = self.mends.get(&(stage, square)) {
            return known.clone();
        }
        let found = if let Some(open) = self.legs.get(&(stage, square)) {
            // The legs behind it are open too.
            let legs = self.open_line(stage, square).unwrap_or_default();
            let way = legs.iter().flat_map(|leg| &leg.squares).map(|at| view.network.square(*at)).collect();
            Some(LineMend { cost: Cost::of_minutes(open.minutes), items: Vec::new(), legs: Vec::new(), way })
        } else {
            let targets = self.mended_targets(view, search, stage);
            self.cheapest(view, search, square, targets)
        };
        self.mends.insert((stage, square), found.clone());
        found
    }

    /// The nearest clear square to one from which a line can be put right; ties by reference.
    pub(super) fn nearest_with_mend(
        &mut self,
        view: &View<'_>,
        search: &mut LorrySearch,
        stage: usize,
        from: Square,
    ) -> Option<Square> {
        let index = |square| view.network.index(square);
        let targets = self.mended_targets(view, search, stage);
        let ends: Vec<(usize, Cost)> = targets.iter().map(|(at, mend)| (index(*at), mend.cost)).collect();
        // A try takes long where no way leads on, however much is put right: such ground is left out at once.
        let bound = LowerBound::new(view.ground(), &ends, &[index(from)]);
        nearest(view, from, |at| {
            view.is_clear(index(at)) && bound.comes_to(index(at)) && self.mend(view, search, stage, at).is_some()
        })
    }

    /// Where a stage's ways arrive, with what is to be put right from there on.
    fn mended_targets(&mut self, view: &View<'_>, search: &mut LorrySearch, stage: usize) -> Vec<(Square, LineMend)> {
        if stage == RAIL {
            return self.ends.iter().map(|end| (end.square, rail_mend(end))).collect();
        }
        let dumps: Vec<Square> = self.stages[stage].dumps.iter().map(|d| d.square).collect();
        let next = self.stages[stage].next;
        dumps.into_iter().filter_map(|d| self.mend(view, search, next, d).map(|mend| (d, mend))).collect()
    }

    /// The cheapest way from a square to one of some targets, what must be put right there and from there on.
    fn cheapest(
        &mut self,
        view: &View<'_>,
        search: &mut LorrySearch,
        from: Square,
        targets: Vec<(Square, LineMend)>,
    ) -> Option<LineMend> {
        let network = view.network;
        let start = network.index(from);
        let ends: Vec<(usize, Cost)> = targets.iter().map(|(at, mend)| (network.index(*at), mend.cost)).collect();
        let squares: Vec<usize> = ends.iter().map(|(square, _)| *square).collect();
        if !view.ground().could_lead(start, &squares) {
            return None;
        }
        let places: Vec<_> =
            network.places(&squares).into_iter().zip(ends.iter().map(|(_, cost)| cost.marched())).collect();
        let near = |square: usize| {
            let at = network.place(square);
            let each = places
                .iter()
                .map(|(place, onward)| Cost::of_steps(at.steps_to(*place), network.fastest()).plus(*onward));
            each.min().unwrap_or(Cost::NOTHING)
        };
        let bound = self.bound_to_ends(view);
        let guide = |square: usize| bound.at(square).plus(near(square));
        let mut found = search.run_to((view.ground(), CLEARING), start, &ends, Limit::EFFORT, guide);
        if let SearchResult::TooMuch = found {
            // Its own dumps are harder to come to than the ends of its side: what leads to them is worked out.
            let bound = LowerBound::new(view.ground(), &ends, &[start]);
            let guide = |square: usize| bound.at(square).plus(near(square));
            found = search.run_to((view.ground(), CLEARING), start, &ends, Limit::NONE, guide);
        }
        let SearchResult::Target(place, cost) = found else { return None };
        let way = search.way(view.ground(), CLEARING, ends[place].0);
        Some(joined(view, &way, targets.into_iter().nth(place)?, from, cost))
    }

    /// The bound for every line of the side: whatever its stages, it comes to an end at last.
    fn bound_to_ends(&mut self, view: &View<'_>) -> &LowerBound {
        self.bound.get_or_insert_with(|| {
            let ends: Vec<(usize, Cost)> =
                self.ends.iter().map(|end| (view.network.index(end.square), end.cost)).collect();
            let squares: Vec<usize> = ends.iter().map(|(square, _)| *square).collect();
            let cut = self.cut.iter().map(|(_, square)| view.network.index(*square));
            // The flood goes on until it has come to all of these: it must not wait for one to which nothing leads.
            let starts: Vec<usize> = cut.filter(|start| view.ground().could_lead(*start, &squares)).collect();
            LowerBound::new(view.ground(), &ends, &starts)
        })
    }
}

fn rail_mend(end: &LineEnd) -> LineMend {
    let items = end.rail.as_ref().map(|r| r.items.clone()).unwrap_or_default();
    let last = end.rail.as_ref().and_then(|r| r.path.last().copied()).unwrap_or(end.square);
    let legs = vec![(end.square, last); items.len()];
    LineMend { cost: end.cost, items, legs, way: Vec::new() }
}

/// What must be put right on a way, and from its target on.
fn joined(view: &View<'_>, way: &[usize], target: (Square, LineMend), from: Square, cost: Cost) -> LineMend {
    let (to, onward) = target;
    let mut items = items_on(view, way);
    let mut legs = vec![(from, to); items.len()];
    for (item, leg) in onward.items.into_iter().zip(onward.legs) {
        // Each counts once, however many legs use it.
        if !items.contains(&item) {
            items.push(item);
            legs.push(leg);
        }
    }
    let way = way.iter().map(|at| view.network.square(*at)).chain(onward.way).collect();
    LineMend { cost, items, legs, way }
}

/// What must be put right along a way, in order.
pub(super) fn items_on(view: &View<'_>, squares: &[usize]) -> Vec<Item> {
    let mut items = Vec::new();
    for pair in squares.windows(2) {
        let (from, to) = (view.network.square(pair[0]), view.network.square(pair[1]));
        let direction = (0..4).find(|d| view.network.neighbour(pair[0], *d) == Some(pair[1])).unwrap_or_default();
        if view.gate(pair[0], direction) == network::RESTORABLE {
            items.extend(from.side_to(to).map(Item::Crossing));
        }
        match view.bar(pair[1]) {
            CLEAR => {}
            HELD => items.push(Item::Win(to)),
            _ => items.push(Item::Take(to)),
        }
    }
    // A way may come to a square twice, to begin a new stretch across country on a road.
    let mut seen = std::collections::BTreeSet::new();
    items.retain(|item| seen.insert(*item));
    items
}

/// Where a line through these levels of dumps must first arrive to be open, with these ends that are fed.
pub(super) fn arrivals(view: &View<'_>, stages: &[Vec<&Dump>], fed: &[Square]) -> Vec<Square> {
    let mut open = fed.to_vec();
    for dumps in stages.iter().rev() {
        open = dumps.iter().map(|d| d.square).filter(|dump| view.leads_to_any(*dump, &open)).collect();
    }
    open
}

/// The ends that are fed, by id.
pub(super) fn fed(view: &View<'_>, hierarchy: &SupplyHierarchy<'_>, rails: &Rails<'_>) -> Vec<(AccountId, Square)> {
    let railheads = rails.fed(view).into_iter().map(|railhead| (railhead.id.clone(), railhead.square));
    let mut fed: Vec<_> =
        railheads.chain(depots(view, hierarchy).map(|depot| (depot.id.clone(), depot.square))).collect();
    fed.sort();
    fed
}

/// The source depots of the view's side.
pub(super) fn depots<'a>(view: &View<'_>, hierarchy: &SupplyHierarchy<'a>) -> impl Iterator<Item = &'a Dump> {
    let (campaign, side) = (hierarchy.campaign, view.side);
    let sources = campaign.dumps.values().filter(|dump| dump.source && !dump.closed);
    sources.filter(move |dump| campaign.account_side(dump.id.as_str()) == Some(side))
}
