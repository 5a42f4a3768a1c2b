//! Lines of supply: from a formation by the dumps of its superiors to a fed railhead or source depot.

use std::collections::BTreeMap;

use crate::campaign::{Dump, Formation};
use crate::domain::{AccountId, Square};

use super::muster::Muster;
use super::rail::{RailWay, railways};
use super::search::{Cost, Rules, Search, Sense};
use super::view::{CLEAR, HELD, Item, View};

const BACK: Rules = Rules { sense: Sense::Back, clearing: false, squares_only: false };
const CLEARING: Rules = Rules { sense: Sense::Onward, clearing: true, squares_only: false };
const ONWARD: Rules = Rules { sense: Sense::Onward, clearing: false, squares_only: false };

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
    mends: BTreeMap<(usize, Square), Option<Mend>>,
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
pub(super) fn ends(view: &View<'_>, muster: &Muster<'_>) -> Vec<End> {
    let mut ends: Vec<End> = railways(view)
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
        search: &mut Search,
        formations: &[&'a Formation],
    ) -> Self {
        let rail = Stage { dumps: Vec::new(), next: RAIL, onward: Vec::new() };
        let mut lines = Self {
            stages: vec![rail],
            by_dumps: BTreeMap::new(),
            ends: ends(view, muster),
            legs: BTreeMap::new(),
            mends: BTreeMap::new(),
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

    /// The stage of a dump's own line: a dump of army level or above goes to the railheads.
    pub(super) fn is_dump_open(&self, dump: &Dump) -> bool {
        self.legs.contains_key(&(RAIL, dump.square))
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
        if stage == RAIL {
            starts.extend(
                view.campaign.dumps.values().filter(|d| d.level >= crate::domain::Echelon::Army).map(|d| d.square),
            );
        }
        let targets = self.targets(stage);
        let network = view.network;
        let open = targets.iter().enumerate().filter_map(|(rank, (_, square, cost))| {
            cost.map(|c| (network.index(*square), Cost::of_minutes(c.minutes()).ranked(rank)))
        });
        let sources: Vec<_> = open.collect();
        let wanted: Vec<usize> = starts.iter().map(|s| network.index(*s)).collect();
        search.run(view, BACK, &sources, &wanted, |_| Cost::NOTHING);
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
        let targets: Vec<(Square, Mend)> = if stage == RAIL {
            self.ends.iter().map(|end| (end.square, rail_mend(end))).collect()
        } else {
            let dumps: Vec<Square> = self.stages[stage].dumps.iter().map(|d| d.square).collect();
            let next = self.stages[stage].next;
            dumps.into_iter().filter_map(|d| self.mend(view, search, next, d).map(|mend| (d, mend))).collect()
        };
        let found = cheapest(view, search, square, targets);
        self.mends.insert((stage, square), found.clone());
        found
    }
}

fn rail_mend(end: &End) -> Mend {
    let items = end.rail.as_ref().map(|r| r.items.clone()).unwrap_or_default();
    let last = end.rail.as_ref().and_then(|r| r.path.last().copied()).unwrap_or(end.square);
    let legs = vec![(end.square, last); items.len()];
    Mend { cost: end.cost, items, legs }
}

fn cheapest(view: &View<'_>, search: &mut Search, from: Square, targets: Vec<(Square, Mend)>) -> Option<Mend> {
    let network = view.network;
    let wanted: Vec<usize> = targets.iter().map(|(square, _)| network.index(*square)).collect();
    search.run(view, CLEARING, &[(network.index(from), Cost::NOTHING)], &wanted, |_| Cost::NOTHING);
    let reached = targets.into_iter().filter_map(|(square, mend)| {
        let cost = search.cost_at(network.index(square))?.plus(mend.cost);
        Some((cost, square, mend))
    });
    let (cost, to, onward) = reached.min_by_key(|(cost, ..)| *cost)?;
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

/// Whether a line from a square through these levels of dumps is open, traced afresh.
pub(super) fn is_open(
    view: &View<'_>,
    muster: &Muster<'_>,
    search: &mut Search,
    from: Square,
    stages: &[Vec<&Dump>],
) -> bool {
    let mut starts = vec![from];
    for dumps in stages {
        let to: Vec<Square> = dumps.iter().map(|d| d.square).collect();
        starts = reachable(view, search, &starts, &to);
    }
    let fed: Vec<Square> = ends(view, muster).iter().filter(|e| e.cost.is_clear()).map(|e| e.square).collect();
    !reachable(view, search, &starts, &fed).is_empty()
}

/// Those of some squares to which a clear way leads from one of the starts.
pub(super) fn reachable(view: &View<'_>, search: &mut Search, starts: &[Square], to: &[Square]) -> Vec<Square> {
    let index = |square: &Square| view.network.index(*square);
    let sources: Vec<_> = starts.iter().map(|s| (index(s), Cost::NOTHING)).collect();
    let wanted: Vec<usize> = to.iter().map(index).collect();
    if sources.is_empty() || wanted.is_empty() {
        return Vec::new();
    }
    search.run(view, ONWARD, &sources, &wanted, |_| Cost::NOTHING);
    to.iter().filter(|s| search.cost_at(index(s)).is_some()).copied().collect()
}
