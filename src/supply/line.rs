//! Lines of supply: from a formation by the dumps of its superiors to a fed railhead or source depot.

use std::collections::BTreeMap;

use crate::campaign::{Dump, Formation};
use crate::domain::{AccountId, Square};

use super::bound::Bound;
use super::muster::Muster;
use super::rail::{RailWay, Rails};
use super::search::{Cost, Rules, Search, Sense};
use super::view::{CLEAR, HELD, Item, Reach, View};

const BACK: Rules = Rules { sense: Sense::Back, clearing: false, squares_only: false };
const CLEARING: Rules = Rules { sense: Sense::Onward, clearing: true, squares_only: false };

/// One leg of a line: from a square to a dump, railhead or source depot.
#[derive(Debug, Clone)]
pub(super) struct Way {
    pub(super) to: AccountId,
    pub(super) squares: Vec<usize>,
    pub(super) minutes: u64,
}

/// Where lines end: a railhead with its railway, or a source depot.
#[derive(Debug, Clone)]
pub(super) struct End {
    pub(super) account: AccountId,
    pub(super) square: Square,
    pub(super) rail: Option<RailWay>,
    pub(super) cost: Cost,
}

/// The dumps of one level, and how each goes on.
struct Stage<'a> {
    dumps: Vec<&'a Dump>,
    next: usize,
    onward: Vec<Option<Cost>>,
}

/// The number of the stage that stands for the railheads and source depots.
const RAIL: usize = 0;

/// Every line of one side.
pub(super) struct Lines<'a> {
    stages: Vec<Stage<'a>>,
    by_dumps: BTreeMap<Vec<AccountId>, usize>,
    pub(super) ends: Vec<End>,
    /// The first leg from a square towards a stage, where a clear way leads there.
    legs: BTreeMap<(usize, Square), Way>,
    /// The squares from which no clear way leads towards a stage though a line begins or goes on there.
    cut: Vec<(usize, Square)>,
    mends: BTreeMap<(usize, Square), Option<Mend>>,
    /// By the number of stages to the railheads: what must be put right at least.
    bounds: BTreeMap<usize, Bound>,
}

/// What must be put right for a line, leg by leg, and where it first fails.
#[derive(Debug, Clone)]
pub(super) struct Mend {
    pub(super) cost: Cost,
    pub(super) items: Vec<Item>,
    /// The ends of the leg of each item.
    pub(super) legs: Vec<(Square, Square)>,
}

/// Every end of a side's lines: its railheads, fed or not, and its source depots, by id.
pub(super) fn ends(view: &View<'_>, muster: &Muster<'_>, rails: &Rails<'_>) -> Vec<End> {
    let mut ends: Vec<End> = rails
        .to_sources(view)
        .into_iter()
        .map(|rail| End { account: rail.railhead.clone(), square: rail.square, cost: rail.cost, rail: Some(rail) })
        .collect();
    let own = |dump: &&Dump| muster.campaign.account_side(dump.id.as_str()) == Some(view.side);
    for depot in muster.campaign.dumps.values().filter(|d| d.source).filter(own) {
        ends.push(End { account: depot.id.clone(), square: depot.square, rail: None, cost: Cost::NOTHING });
    }
    ends.sort_by(|a, b| a.account.cmp(&b.account));
    ends
}

impl<'a> Lines<'a> {
    /// Traces the lines of these formations, all of the view's side.
    pub(super) fn trace(
        view: &View<'_>,
        muster: &Muster<'a>,
        rails: &Rails<'a>,
        search: &mut Search,
        formations: &[&'a Formation],
    ) -> Self {
        let rail = Stage { dumps: Vec::new(), next: RAIL, onward: Vec::new() };
        let mut lines = Self {
            stages: vec![rail],
            by_dumps: BTreeMap::new(),
            ends: ends(view, muster, rails),
            legs: BTreeMap::new(),
            cut: Vec::new(),
            mends: BTreeMap::new(),
            bounds: BTreeMap::new(),
        };
        let mut starts: BTreeMap<usize, Vec<Square>> = BTreeMap::new();
        for formation in formations {
            let stage = lines.stage_of(muster, formation);
            starts.entry(stage).or_default().extend(muster.tree.square(formation));
        }
        for stage in 0..lines.stages.len() {
            lines.flood(view, search, stage, starts.remove(&stage).unwrap_or_default());
        }
        lines
    }

    /// The first stage of a formation's line; made with all that follow it where it is new.
    pub(super) fn stage_of(&mut self, muster: &Muster<'a>, formation: &'a Formation) -> usize {
        let mut next = RAIL;
        let mut key: Vec<AccountId> = Vec::new();
        for dumps in muster.stages(formation).into_iter().rev() {
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
            let open = |end: &End| end.cost.is_clear().then_some(Cost::NOTHING);
            return self.ends.iter().map(|e| (e.account.clone(), e.square, open(e))).collect();
        }
        let Stage { dumps, onward, .. } = &self.stages[stage];
        dumps.iter().zip(onward).map(|(d, cost)| (d.id.clone(), d.square, *cost)).collect()
    }

    fn flood(&mut self, view: &View<'_>, search: &mut Search, stage: usize, mut starts: Vec<Square>) {
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
        search.run(view, BACK, &sources, &wanted);
        for start in starts {
            let Some(cost) = search.cost_at(network.index(start)) else { continue };
            let squares = search.way(view, BACK, network.index(start));
            let to = targets[cost.rank()].0.clone();
            self.legs.insert((stage, start), Way { to, squares, minutes: cost.minutes() });
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
    pub(super) fn open_line(&self, mut stage: usize, mut square: Square) -> Option<Vec<Way>> {
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
    pub(super) fn end(&self, account: &AccountId) -> Option<&End> {
        self.ends.iter().find(|e| e.account == *account)
    }

    /// The least that must be put right for the line from a square (model page, "Why, and what would mend it").
    pub(super) fn mend(&mut self, view: &View<'_>, search: &mut Search, stage: usize, square: Square) -> Option<Mend> {
        if let Some(known) = self.mends.get(&(stage, square)) {
            return known.clone();
        }
        let found = if let Some(open) = self.legs.get(&(stage, square)) {
            Some(Mend { cost: Cost::of_minutes(open.minutes), items: Vec::new(), legs: Vec::new() })
        } else {
            let targets = self.mended_targets(view, search, stage);
            self.bound_for(view, search, stage);
            let bound = self.bounds.get(&self.depth(stage));
            bound.and_then(|bound| cheapest(view, search, bound, square, targets))
        };
        self.mends.insert((stage, square), found.clone());
        found
    }

    /// Where a stage's ways arrive, with what is to be put right from there on.
    fn mended_targets(&mut self, view: &View<'_>, search: &mut Search, stage: usize) -> Vec<(Square, Mend)> {
        if stage == RAIL {
            return self.ends.iter().map(|end| (end.square, rail_mend(end))).collect();
        }
        let dumps: Vec<Square> = self.stages[stage].dumps.iter().map(|d| d.square).collect();
        let next = self.stages[stage].next;
        dumps.into_iter().filter_map(|d| self.mend(view, search, next, d).map(|mend| (d, mend))).collect()
    }

    /// How many stages it is to the railheads.
    fn depth(&self, stage: usize) -> usize {
        if stage == RAIL { 0 } else { 1 + self.depth(self.stages[stage].next) }
    }

    /// Makes the bound for all stages as far from the railheads as this one.
    ///
    /// One for all of them is weaker than one for each, and costs one flood instead of many.
    fn bound_for(&mut self, view: &View<'_>, search: &mut Search, stage: usize) {
        let depth = self.depth(stage);
        if self.bounds.contains_key(&depth) {
            return;
        }
        let alike: Vec<usize> = (0..self.stages.len()).filter(|other| self.depth(*other) == depth).collect();
        let mut targets = Vec::new();
        for other in &alike {
            let of_stage = self.mended_targets(view, search, *other);
            targets.extend(of_stage.into_iter().map(|(square, mend)| (view.network.index(square), mend.cost)));
        }
        let ends: Vec<usize> = targets.iter().map(|(square, _)| *square).collect();
        let cut = self.cut.iter().filter(|(of, _)| alike.contains(of)).map(|(_, square)| view.network.index(*square));
        // The flood goes on until it has come to all of these: it must not wait for one to which nothing leads.
        let starts: Vec<usize> = cut.filter(|start| view.could_lead(*start, &ends)).collect();
        self.bounds.insert(depth, Bound::new(view, &targets, &starts));
    }
}

fn rail_mend(end: &End) -> Mend {
    let items = end.rail.as_ref().map(|r| r.items.clone()).unwrap_or_default();
    let last = end.rail.as_ref().and_then(|r| r.path.last().copied()).unwrap_or(end.square);
    let legs = vec![(end.square, last); items.len()];
    Mend { cost: end.cost, items, legs }
}

fn cheapest(
    view: &View<'_>,
    search: &mut Search,
    bound: &Bound,
    from: Square,
    mut targets: Vec<(Square, Mend)>,
) -> Option<Mend> {
    let network = view.network;
    let ends: Vec<(usize, Cost)> = targets.iter().map(|(square, mend)| (network.index(*square), mend.cost)).collect();
    // How far it still is at least: worth asking for a few dumps, not for every railhead of a side.
    let near = |square: usize| {
        let steps = ends.iter().map(|(end, _)| network.steps(square, *end)).min().unwrap_or(0);
        Cost::of_steps(steps, network.fastest())
    };
    let guide = |square: usize| bound.at(square).plus(if ends.len() <= 6 { near(square) } else { Cost::NOTHING });
    let (place, cost) = search.run_to(view, CLEARING, network.index(from), &ends, Cost::UNREACHED, guide)?;
    let (to, onward) = targets.swap_remove(place);
    let mut items = items_on(view, &search.way(view, CLEARING, network.index(to)));
    let mut legs = vec![(from, to); items.len()];
    for (item, leg) in onward.items.into_iter().zip(onward.legs) {
        // Each counts once, however many legs use it.
        if !items.contains(&item) {
            items.push(item);
            legs.push(leg);
        }
    }
    Some(Mend { cost, items, legs })
}

/// What must be put right along a way, in order.
pub(super) fn items_on(view: &View<'_>, squares: &[usize]) -> Vec<Item> {
    let mut items = Vec::new();
    for pair in squares.windows(2) {
        let (from, to) = (view.network.square(pair[0]), view.network.square(pair[1]));
        let direction = (0..4).find(|d| view.network.neighbour(pair[0], *d) == Some(pair[1])).unwrap_or_default();
        if view.gate(pair[0], direction) == super::network::RESTORABLE {
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

/// The squares of those ends that are fed.
pub(super) fn fed(ends: &[End]) -> Vec<Square> {
    ends.iter().filter(|e| e.cost.is_clear()).map(|e| e.square).collect()
}
