//! Why a line or chain fails, and the least that would mend it.

use crate::campaign::Formation;
use crate::domain::{AccountId, Commodity, FormationId, Square, SquareSide, Traffic};

use super::assessment::{Cut, CutKind, MendItem};
use super::fuel_chain::{Chain, Distances, Link, Placing, chain};
use super::line::{self, Mend, items_on};
use super::muster::Muster;
use super::search::{Cost, Rules, Search, Sense};
use super::view::{Item, View};

/// What is needed to ask whether something would help.
pub(super) struct Desk<'a, 'v> {
    pub(super) view: &'v View<'a>,
    pub(super) muster: &'v Muster<'a>,
    pub(super) search: &'v mut Search,
}

impl<'a> Desk<'a, '_> {
    /// The view as it would be with these things put right.
    pub(super) fn with<'i>(&self, items: impl IntoIterator<Item = &'i Item>) -> View<'a> {
        let mut view = self.view.clone();
        items.into_iter().for_each(|item| view.put_right(*item));
        view
    }

    /// Strikes out of a mend what the rest makes needless.
    pub(super) fn prune(&mut self, mend: &mut Mend, from: Square, formation: &'a Formation) {
        let stages = self.muster.stages(formation);
        let mut place = 0;
        while place < mend.items.len() {
            let rest = mend.items.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, item)| item);
            let view = self.with(rest);
            if line::is_open(&view, self.muster, self.search, from, &stages) {
                mend.items.remove(place);
                mend.legs.remove(place);
            } else {
                place += 1;
            }
        }
    }

    /// The nearest square from which the line would be open as things are; ties by reference.
    pub(super) fn nearest_open(&mut self, from: Square, formation: &'a Formation) -> Option<Square> {
        let stages = self.muster.stages(formation);
        let frame = &self.view.campaign.frame;
        let mut squares: Vec<Square> = frame.squares().filter(|s| self.view.is_clear(frame.index(*s))).collect();
        squares.sort_by_key(|s| (s.steps_to(from), *s));
        // Beyond a day's march of anything the answer would help nobody.
        squares.truncate(2_000);
        squares.into_iter().find(|s| line::is_open(self.view, self.muster, self.search, *s, &stages))
    }
}

/// Says what one thing is that must be put right.
pub(super) fn describe(view: &View<'_>, item: Item) -> MendItem {
    let reference = |square: &Square| view.campaign.frame.reference(*square);
    match item {
        Item::Win(square) => {
            let holders = view.holders(square);
            let kind = if view.is_contested(square) { CutKind::Contested } else { CutKind::EnemyUnit };
            let names: Vec<String> = holders.iter().map(|id| name(view, id)).collect();
            let text = match kind {
                CutKind::Contested => format!("drive the enemy out of {}, where both sides stand", reference(&square)),
                _ => format!("win {} from the enemy", reference(&square)),
            };
            MendItem { kind, square, by: holders.into_iter().next(), names, text }
        }
        Item::Take(square) => MendItem {
            kind: CutKind::EnemyControl,
            square,
            by: None,
            names: Vec::new(),
            text: format!("take {}, which the enemy controls though nobody holds it", reference(&square)),
        },
        Item::Crossing(side) => restore(view, side),
        Item::Rail(side) => {
            let (a, b) = side.squares();
            let text = format!("repair the railway between {} and {}", reference(&a), reference(&b));
            MendItem { kind: CutKind::RailCut, square: a, by: None, names: Vec::new(), text }
        }
    }
}

fn restore(view: &View<'_>, side: SquareSide) -> MendItem {
    let (a, b) = side.squares();
    let traffic = |t: Traffic| view.crossing_to_restore(side, t);
    let crossing = traffic(Traffic::Vehicles).or_else(|| traffic(Traffic::Rail));
    let reference = |square: Square| view.campaign.frame.reference(square);
    let between = format!("between {} and {}", reference(a), reference(b));
    let text = crossing.map_or_else(
        || format!("restore the crossing {between}"),
        |c| match c.state {
            crate::domain::CrossingState::Destroyed => format!("rebuild the {} `{}` {between}", c.kind, c.id),
            _ => format!("open the {} `{}` {between}, which is closed", c.kind, c.id),
        },
    );
    MendItem { kind: CutKind::NoCrossing, square: a, by: None, names: Vec::new(), text }
}

fn name(view: &View<'_>, id: &FormationId) -> String {
    let leaf = view.campaign.formations.get(id);
    let of = leaf.and_then(|f| f.parent.as_ref()).and_then(|p| view.campaign.formations.get(p));
    let leaf = leaf.map_or_else(|| id.to_string(), |f| f.name.clone());
    of.map_or_else(
        || leaf.clone(),
        |f| if leaf.contains(&f.name) { leaf.clone() } else { format!("{leaf}, {}", f.name) },
    )
}

/// Where a line is cut, by its mend: the first obstacle from the formation.
pub(super) fn cut_of(view: &View<'_>, mend: &Mend) -> Option<Cut> {
    let (item, leg) = (mend.items.first()?, mend.legs.first()?);
    let described = describe(view, *item);
    Some(Cut { leg: *leg, at: described.square, kind: described.kind, by: described.by, names: described.names })
}

/// The least that mends a chain: which bowser to where, or what must be put right on the way of a hop.
pub(super) fn mend_chain<'a>(
    desk: &mut Desk<'a, '_>,
    formation: &'a Formation,
    broken: &Chain,
    ends: &[(AccountId, Square)],
) -> Vec<MendItem> {
    let mut mending = ChainMending { placing: Placing::default(), items: Vec::new(), told: Vec::new() };
    let mut view = desk.view.clone();
    let mut chain = broken.clone();
    // Each round puts one thing right; a chain of more than twelve is past mending.
    for _ in 0..12 {
        if chain.holds() || !mending.step(&mut view, desk, formation, &chain, ends) {
            break;
        }
        chain = traced(&view, desk, formation, ends, &mending.placing);
    }
    mending.told
}

fn traced<'a>(
    view: &View<'_>,
    desk: &mut Desk<'a, '_>,
    formation: &'a Formation,
    ends: &[(AccountId, Square)],
    placing: &Placing,
) -> Chain {
    let nodes = nodes(desk.muster, formation, ends, placing);
    chain(view, desk.muster, desk.search, &mut Distances::default(), formation, ends, &nodes, placing)
}

/// Every square that a formation's chain may use.
pub(super) fn nodes<'a>(
    muster: &Muster<'a>,
    formation: &'a Formation,
    ends: &[(AccountId, Square)],
    placing: &Placing,
) -> Vec<Square> {
    let levels = std::iter::once(formation).chain(muster.superiors(formation));
    let mut nodes: Vec<Square> = levels
        .flat_map(|f| {
            let bowsers = muster.vehicles(f, Commodity::Pol).into_iter().filter_map(Formation::stands_on);
            bowsers.chain(muster.hq(f)).collect::<Vec<_>>()
        })
        .collect();
    nodes.extend(ends.iter().map(|(_, square)| *square));
    nodes.extend(placing.moved.values().copied());
    nodes.extend(placing.given.iter().map(|(_, square)| *square));
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

struct ChainMending {
    placing: Placing,
    items: Vec<Item>,
    told: Vec<MendItem>,
}

impl ChainMending {
    fn step<'a>(
        &mut self,
        view: &mut View<'a>,
        desk: &mut Desk<'a, '_>,
        formation: &'a Formation,
        chain: &Chain,
        ends: &[(AccountId, Square)],
    ) -> bool {
        if let Some((level, what)) = &chain.lost {
            return *what == "bowsers" && self.give(desk, level.clone(), None);
        }
        let Some(link) = chain.broken().cloned() else { return false };
        if link.metres.is_none() {
            return self.clear(view, desk, &link);
        }
        self.place(view, desk, formation, &link, ends)
    }

    fn give(&mut self, desk: &Desk<'_, '_>, to: FormationId, at: Option<Square>) -> bool {
        let formation = desk.muster.campaign.formations.get(&to);
        let Some(square) = at.or_else(|| formation.and_then(|f| desk.muster.hq(f))) else { return false };
        let reference = desk.muster.campaign.frame.reference(square);
        let name = formation.map_or_else(|| to.to_string(), |f| f.name.clone());
        self.told.push(MendItem {
            kind: CutKind::NoVehicle,
            square,
            by: None,
            names: Vec::new(),
            text: format!("give {name} (`{to}`) a bowser at {reference}"),
        });
        self.placing.given.push((to, square));
        true
    }

    fn clear<'a>(&mut self, view: &mut View<'a>, desk: &mut Desk<'a, '_>, link: &Link) -> bool {
        const CLEARING: Rules = Rules { sense: Sense::Onward, clearing: true, squares_only: true };
        let network = view.network;
        let (from, to) = (network.index(link.from_square), network.index(link.to_square));
        desk.search.run(view, CLEARING, &[(from, Cost::NOTHING)], &[to], |_| Cost::NOTHING);
        if desk.search.cost_at(to).is_none() {
            return false;
        }
        let items = items_on(view, &desk.search.way(view, CLEARING, to));
        for item in &items {
            self.told.push(describe(view, *item));
            view.put_right(*item);
            self.items.push(*item);
        }
        !items.is_empty()
    }

    /// Moves the bowser at one end of a hop that is too long by as little as will do, or gives another one.
    fn place<'a>(
        &mut self,
        view: &View<'a>,
        desk: &mut Desk<'a, '_>,
        formation: &'a Formation,
        link: &Link,
        ends: &[(AccountId, Square)],
    ) -> bool {
        const HOP: Rules = Rules { sense: Sense::Onward, clearing: false, squares_only: true };
        let network = view.network;
        let (from, to) = (network.index(link.from_square), network.index(link.to_square));
        desk.search.run(view, HOP, &[(from, Cost::NOTHING)], &[to], |_| Cost::NOTHING);
        let way: Vec<Square> = desk.search.way(view, HOP, to).into_iter().map(|s| network.square(s)).collect();
        let mut tries: Vec<(u32, FormationId, Square)> = Vec::new();
        for (end, at) in [(&link.from, link.from_square), (&link.to, link.to_square)] {
            let bowser = desk.muster.campaign.formation(end).filter(|f| f.vehicle_of() == Some(Commodity::Pol));
            let Some(bowser) = bowser else { continue };
            tries.extend(way.iter().map(|square| (square.steps_to(at), bowser.id.clone(), *square)));
        }
        tries.sort();
        for (_, bowser, square) in tries {
            let mut placing = self.placing.clone();
            placing.moved.insert(bowser.clone(), square);
            if traced(view, desk, formation, ends, &placing).holds() {
                self.tell_move(desk, &bowser, square);
                self.placing = placing;
                return true;
            }
        }
        let hop = (link.limit / network.square_m) as usize;
        let level = desk
            .muster
            .campaign
            .formation(&link.from)
            .and_then(|f| if f.vehicle_of().is_some() { f.parent.clone() } else { Some(f.id.clone()) });
        let Some(level) = level else { return false };
        self.give(desk, level, way.get(hop.min(way.len().saturating_sub(1))).copied())
    }

    fn tell_move(&mut self, desk: &Desk<'_, '_>, bowser: &FormationId, square: Square) {
        let campaign = desk.muster.campaign;
        let leaf = campaign.formations.get(bowser);
        let from = leaf.and_then(Formation::stands_on).map(|s| campaign.frame.reference(s)).unwrap_or_default();
        let name = leaf.map_or_else(|| bowser.to_string(), |f| f.name.clone());
        let to = campaign.frame.reference(square);
        self.told.push(MendItem {
            kind: CutKind::HopTooLong,
            square,
            by: Some(bowser.clone()),
            names: Vec::new(),
            text: format!("move {name} (`{bowser}`) from {from} to {to}"),
        });
    }
}
