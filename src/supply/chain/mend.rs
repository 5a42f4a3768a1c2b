//! The least that mends a fuel-bowser chain: what must be put right on the way of a hop, which bowser moves, which is
//! given, which HQ is named.
//!
//! What it decides: the steps, found one after another by tracing the chain anew after each, and struck out again where
//! the rest makes them needless.

use campaign::{Formation, Setting};
use domain::{Commodity, FormationId, Square};
use network::{Cost, Limit, LorrySearch, LowerBound, Rules, Sense};

use super::bowser_move::{Moving, breaks_another};
use super::fuel_chain::{FuelChain, Link, bowsers, chain, chain_that_holds};
use super::hops::{Distances, Hops};
use crate::chain::mended::Mended;
use crate::chain::step::{MendStep, placing};
use crate::ground::near::nearest_leading_to;
use crate::ground::view::{Item, View};
use crate::line::items_on;
use crate::standing::hierarchy::SupplyHierarchy;

/// A formation that is fuelled by another and has POL to march with.
pub(crate) struct MayComeBack<'f> {
    pub(crate) formation: &'f Formation,
    /// How many squares at most.
    pub(crate) most: u64,
    /// Where the lorries stand that feed it: it goes nowhere where they no longer come to it.
    pub(crate) lorries: &'f [Square],
}

/// The mending of one formation's chain.
pub(crate) struct Mending<'a, 'm> {
    pub(crate) ground: &'m mut Mended<'a>,
    pub(crate) hierarchy: &'m SupplyHierarchy<'a>,
    pub(crate) search: &'m mut LorrySearch,
    pub(crate) formation: &'a Formation,
    /// How many of the steps are of the line, and not of the chain.
    pub(crate) of_line: usize,
}

/// The least that mends the chain of a formation on this ground, beside what was done before; none where nothing does.
pub(crate) fn mend_chain<'a>(
    ground: &mut Mended<'a>,
    hierarchy: &SupplyHierarchy<'a>,
    search: &mut LorrySearch,
    formation: &'a Formation,
    before: Vec<MendStep>,
) -> Option<Vec<MendStep>> {
    let (of_line, mut steps) = (before.len(), before);
    let mut mending = Mending { ground, hierarchy, search, formation, of_line };
    let mut chain = mending.traced(&steps);
    // Each round does one thing; a chain that needs more than twelve is past mending.
    for _ in 0..12 {
        if chain.holds() {
            break;
        }
        let more = mending.next(&steps, &chain);
        if more.is_empty() {
            break;
        }
        steps.extend(more);
        chain = mending.traced(&steps);
    }
    if !chain.holds() {
        return None;
    }
    mending.strike_out(&mut steps);
    Some(steps.split_off(of_line))
}

/// Whether the chain of a formation holds on this ground with these things done.
pub(crate) fn holds_with<'a>(
    ground: &mut Mended<'a>,
    hierarchy: &SupplyHierarchy<'a>,
    search: &mut LorrySearch,
    formation: &'a Formation,
    steps: &[MendStep],
) -> bool {
    Mending { ground, hierarchy, search, formation, of_line: 0 }.holds(steps)
}

/// The squares of the shortest clear way from one to another, both among them; none where there is none.
pub(crate) fn shortest(view: &View<'_>, search: &mut LorrySearch, from: Square, to: Square) -> Vec<Square> {
    const HOP: Rules = Rules { sense: Sense::Onward, clearing: false, squares_only: true };
    if !view.leads_to_any(from, &[to]) {
        return Vec::new();
    }
    let network = view.network;
    let (start, end) = (network.index(from), network.index(to));
    let near = |square: usize| Cost::of_steps(network.steps(square, end), 0);
    let found = search.run_to((view.ground(), HOP), start, &[(end, Cost::NOTHING)], Limit::NONE, near).target();
    let way = found.map(|_| search.way(view.ground(), HOP, end)).unwrap_or_default();
    way.into_iter().map(|square| network.square(square)).collect()
}

impl<'a> Mending<'a, '_> {
    /// What brings a bowser of the formation within a hop of a square when other things have been done, if none is there, and
    /// leaves its own chain whole: of those that it has the one that goes the fewest squares, else one more. Who stands there
    /// comes back instead where he may, bowsers that are there would go farther, or none does.
    pub(crate) fn bring_bowser(
        &mut self,
        square: Square,
        stands: Option<&MayComeBack<'_>>,
        before: &[MendStep],
    ) -> Option<MendStep> {
        if self.has_bowser_near(square, before) {
            return None;
        }
        let cleared = self.cleared(before);
        let must_hold = self.holds(before);
        let moved = self.moving(before, cleared.as_ref()).least_towards(square, must_hold);
        let back = stands.and_then(|who| self.back_to_bowsers(who, square, before, cleared.as_ref()));
        if let Some((_, back)) = back.filter(|(squares, _)| moved.as_ref().is_none_or(|(far, ..)| *squares < *far)) {
            return Some(back);
        }
        let moved = moved.map(|(_, bowser, to)| MendStep::Move(bowser, to));
        let fuelling = self.formation;
        let given = |at: Square| MendStep::Give(fuelling.id.clone(), at);
        Some(moved.unwrap_or_else(|| {
            if self.holds(&[before, &[given(square)]].concat()) {
                return given(square);
            }
            // Where it would stand too far from the fuel, it stands a little nearer.
            let place = self.moving(before, cleared.as_ref()).place_for_another(Some(square));
            given(place.unwrap_or(square))
        }))
    }

    fn cleared(&self, steps: &[MendStep]) -> Option<View<'a>> {
        let items: Vec<&Item> = steps.iter().filter_map(MendStep::item).collect();
        (!items.is_empty()).then(|| self.ground.view.with(items))
    }

    /// The chain as it would be with these things done.
    fn traced(&mut self, steps: &[MendStep]) -> FuelChain {
        let (placing, cleared) = (placing(steps), self.cleared(steps));
        let Self { ground: Mended { view, ends, distances, .. }, hierarchy, search, formation, .. } = self;
        let mut anew = Distances::default();
        let mut hops = Hops::new(view, search, distances).on(cleared.as_ref(), &mut anew);
        chain(&mut hops, hierarchy, formation, ends, &placing)
    }

    /// Whether the chain would hold with these things done.
    pub(crate) fn holds(&mut self, steps: &[MendStep]) -> bool {
        let (placing, cleared) = (placing(steps), self.cleared(steps));
        let Self { ground: Mended { view, ends, distances, .. }, hierarchy, search, formation, .. } = self;
        let mut anew = Distances::default();
        let mut hops = Hops::new(view, search, distances).on(cleared.as_ref(), &mut anew);
        chain_that_holds(&mut hops, hierarchy, formation, ends, &placing).is_some()
    }

    /// Strikes out what the rest makes needless, but for what is of the line.
    fn strike_out(&mut self, steps: &mut Vec<MendStep>) {
        let mut place = self.of_line;
        while place < steps.len() && steps.len() > self.of_line + 1 {
            let mut rest = steps.clone();
            rest.remove(place);
            if self.holds(&rest) {
                *steps = rest;
            } else {
                place += 1;
            }
        }
    }

    /// Whether a bowser of the formation is within a hop of a square when these things are done.
    fn has_bowser_near(&mut self, square: Square, steps: &[MendStep]) -> bool {
        let placing = placing(steps);
        let cleared = self.cleared(steps);
        let Self { ground: Mended { view, distances, .. }, hierarchy, search, formation, .. } = self;
        let stands = bowsers(hierarchy, formation, &placing).into_iter().map(|bowser| bowser.square);
        let mut anew = Distances::default();
        let mut hops = Hops::new(view, search, distances).on(cleared.as_ref(), &mut anew);
        { stands }.any(|at| hops.reaches(square, at))
    }

    /// What is to be done next; nothing where nothing helps.
    fn next(&mut self, steps: &[MendStep], chain: &FuelChain) -> Vec<MendStep> {
        if let Some((level, what)) = &chain.lost {
            let formation = self.hierarchy.campaign.formations.get(level);
            let stands = |f| self.hierarchy.hq(f).or_else(|| self.hierarchy.tree.square(f));
            // Of a level of which nothing is left on the map a new one comes to whom it is for.
            let at = formation.and_then(stands).or_else(|| stands(self.formation));
            let step =
                |at| if *what == "HQ" { MendStep::Name(level.clone(), at) } else { MendStep::Give(level.clone(), at) };
            return at.map(step).into_iter().collect();
        }
        let Some(link) = chain.broken().cloned() else { return Vec::new() };
        let cleared = self.cleared(steps);
        let moved = self.moving(steps, cleared.as_ref()).least();
        let moved = moved.map(|(squares, bowser, to)| (squares as usize, vec![MendStep::Move(bowser, to)]));
        if link.metres.is_none() {
            if let Some((_, moved)) = moved {
                return moved;
            }
            let view = cleared.as_ref().unwrap_or(&self.ground.view);
            let items = clear(view, self.search, &link);
            if !items.is_empty() {
                return items.into_iter().map(MendStep::Clear).collect();
            }
            let more = self.across_country(steps, cleared.as_ref(), &link);
            return more.or_else(|| self.come_out(cleared.as_ref(), &link)).into_iter().collect();
        }
        let moved = moved.or_else(|| self.slide(steps, chain));
        // The HQ comes back only where bowsers that are there would go farther, or do not do.
        let farther = |back: &(usize, MendStep)| moved.as_ref().is_none_or(|(squares, _)| back.0 < *squares);
        if let Some((_, back)) = self.hq_back(steps, cleared.as_ref(), &link).filter(farther) {
            return vec![back];
        }
        moved.map_or_else(|| self.give(steps, cleared.as_ref(), &link), |(_, moved)| moved)
    }

    /// Brings the HQ from which no clear way leads to any bowser to where one does.
    fn come_out(&self, cleared: Option<&View<'a>>, hop: &Link) -> Option<MendStep> {
        let id = &self.formation.id;
        if hop.from != id.as_str() {
            return None;
        }
        let bowsers = self.hierarchy.vehicles(self.formation, Commodity::Pol);
        let stand: Vec<Square> = bowsers.into_iter().filter_map(Formation::stands_on).collect();
        let to = nearest_leading_to(cleared.unwrap_or(&self.ground.view), hop.from_square, &stand);
        to.filter(|to| *to != hop.from_square).map(|to| MendStep::Name(id.clone(), to))
    }

    fn moving<'s>(&'s mut self, steps: &[MendStep], cleared: Option<&'s View<'a>>) -> Moving<'a, 's> {
        let sent = |step: &MendStep| if let MendStep::Move(bowser, _) = step { Some(bowser.clone()) } else { None };
        let sent = steps[self.of_line..].iter().filter_map(sent).collect();
        let Self { ground, hierarchy, search, formation, .. } = self;
        Moving { ground, cleared, hierarchy, search, formation, placing: placing(steps), sent }
    }

    /// Where no clear way leads on and none could be cleared: a bowser that is there goes across country, or the formation is
    /// given another.
    fn across_country(&mut self, steps: &[MendStep], cleared: Option<&View<'a>>, hop: &Link) -> Option<MendStep> {
        let formation = self.formation;
        let mut moving = self.moving(steps, cleared);
        let moved = moving.least_across(hop).map(|(_, bowser, to)| MendStep::Move(bowser, to));
        moved.or_else(|| moving.place_for_another(None).map(|square| MendStep::Give(formation.id.clone(), square)))
    }

    /// Bowsers brought up one behind the other, as far as they must: towards the HQ, or back towards the fuel, of one level
    /// or of several, whichever is the fewest squares, and how many; none where no chain holds even so.
    fn slide(&mut self, steps: &[MendStep], chain: &FuelChain) -> Option<(usize, Vec<MendStep>)> {
        let mut tries: Vec<(usize, Vec<MendStep>)> = Vec::new();
        for halts in self.through_levels(steps, chain) {
            tries.extend(self.slides(steps, &halts));
        }
        tries.sort_by_key(|(squares, _)| *squares);
        let mut does = |more: &Vec<MendStep>| {
            let all = [steps, more].concat();
            self.holds(&all) && !self.breaks(&all)
        };
        tries.into_iter().find(|(_, more)| does(more))
    }

    /// The halts of a chain from the HQ by one bowser of the first level, of the first two, and so on, each the nearest
    /// to the one before, to where the chain as it is ends.
    fn through_levels(&self, steps: &[MendStep], chain: &FuelChain) -> Vec<Vec<Halt>> {
        let placing = placing(steps);
        let (Some(first), Some(last)) = (chain.links.first(), chain.links.last()) else { return Vec::new() };
        let end = (last.to.clone(), last.to_square);
        let mut halts = vec![(first.from.clone(), first.from_square)];
        let mut found = Vec::new();
        for level in std::iter::once(self.formation).chain(self.hierarchy.superiors(self.formation)) {
            let at = |f: &&Formation| placing.moved.get(&f.id).copied().or_else(|| f.stands_on());
            let bowsers = self.hierarchy.vehicles(level, Commodity::Pol).into_iter();
            let stands = bowsers.filter_map(|f| Some((f.id.to_string(), at(&f)?)));
            let before = halts.last().map_or(first.from_square, |(_, square)| *square);
            if let Some(nearest) = stands.min_by_key(|(_, square)| square.steps_to(before)) {
                halts.push(nearest);
                found.push([halts.as_slice(), std::slice::from_ref(&end)].concat());
            }
        }
        found
    }

    /// The two ways of bringing up the bowsers among these halts, and how many squares they go.
    fn slides(&mut self, steps: &[MendStep], halts: &[Halt]) -> Vec<(usize, Vec<MendStep>)> {
        let Some((way, at)) = self.whole_way(steps, halts) else { return Vec::new() };
        let hop_m = self.hierarchy.campaign.settings.number(Setting::BowserKm) * 1_000;
        let hop = (hop_m / self.ground.view.network.square_m) as usize;
        let bowsers: Vec<Option<FormationId>> = halts.iter().map(|(id, _)| self.free_bowser(id)).collect();
        let moves = |places: Vec<usize>| {
            let moved = (0..at.len()).filter(|n| places[*n] != at[*n]);
            let step = |n: usize| Some(MendStep::Move(bowsers[n].clone()?, *way.get(places[n])?));
            let squares = (0..at.len()).map(|n| places[n].abs_diff(at[n])).sum();
            Some((squares, moved.map(step).collect::<Option<Vec<MendStep>>>()?))
        };
        [brought_up(&at, hop), brought_back(&at, hop)].into_iter().filter_map(moves).collect()
    }

    fn breaks(&mut self, steps: &[MendStep]) -> bool {
        breaks_another(self.ground, self.hierarchy, self.search, self.formation, &placing(steps))
    }

    /// A bowser that stands free to be sent somewhere.
    fn free_bowser(&self, id: &str) -> Option<FormationId> {
        let campaign = self.hierarchy.campaign;
        let bowser = campaign.formation(id).filter(|f| f.vehicle_of() == Some(Commodity::Pol));
        bowser.filter(|f| campaign.convoy_of(f.id.as_str()).is_none()).map(|f| f.id.clone())
    }

    /// The squares from the first stop to the last, and where among these the halts are; none where no clear way leads
    /// from one to the next.
    fn whole_way(&mut self, steps: &[MendStep], halts: &[Halt]) -> Option<(Vec<Square>, Vec<usize>)> {
        let cleared = self.cleared(steps);
        let view = cleared.as_ref().unwrap_or(&self.ground.view);
        let (mut way, mut at) = (vec![halts.first()?.1], vec![0]);
        for hop in halts.windows(2) {
            let squares = shortest(view, self.search, hop[0].1, hop[1].1);
            if squares.is_empty() {
                return None;
            }
            way.extend(squares.into_iter().skip(1));
            at.push(way.len() - 1);
        }
        Some((way, at))
    }

    /// Gives another bowser as far along a hop that is too long as it may be.
    fn give(&mut self, steps: &[MendStep], cleared: Option<&View<'a>>, link: &Link) -> Vec<MendStep> {
        let view = cleared.unwrap_or(&self.ground.view);
        let way = shortest(view, self.search, link.from_square, link.to_square);
        let hop = link.limit / view.network.square_m;
        let sender = self.hierarchy.campaign.formation(&link.from);
        let level = sender.map(|f| match (f.vehicle_of(), &f.parent) {
            (Some(_), Some(parent)) => parent.clone(),
            _ => f.id.clone(),
        });
        // Where the hop begins with one that has been given, the next goes to whom that went.
        let given = || placing(steps).given.into_iter().find(|(_, square)| *square == link.from_square);
        let level = level.or_else(|| given().map(|(level, _)| level));
        let at = way.get((hop as usize).min(way.len().saturating_sub(1)));
        level.zip(at).map(|(level, at)| MendStep::Give(level, *at)).into_iter().collect()
    }
}

/// Where a chain halts: the id of a HQ, bowser or end, and its square.
type Halt = (String, Square);

/// The places of halts along a way, each no farther behind the one before it than a hop.
fn brought_up(at: &[usize], hop: usize) -> Vec<usize> {
    let mut places = at.to_vec();
    for n in 1..places.len() {
        places[n] = places[n].min(places[n - 1] + hop);
    }
    places
}

/// The places of halts along a way, each no farther before the one behind it than a hop.
fn brought_back(at: &[usize], hop: usize) -> Vec<usize> {
    let mut places = at.to_vec();
    for n in (1..places.len()).rev() {
        places[n - 1] = places[n - 1].max(places[n].saturating_sub(hop));
    }
    places
}

/// What must be put right so that a clear way leads from one end of a hop to the other.
fn clear(view: &View<'_>, search: &mut LorrySearch, link: &Link) -> Vec<Item> {
    const CLEARING: Rules = Rules { sense: Sense::Onward, clearing: true, squares_only: true };
    let network = view.network;
    let (from, to) = (network.index(link.from_square), network.index(link.to_square));
    // From where no road is in reach nobody comes to one, and from a road nobody comes there.
    if !view.ground().could_lead(from, &[to]) || !view.ground().could_lead(to, &[from]) {
        return Vec::new();
    }
    let target = [(to, Cost::NOTHING)];
    let bound = LowerBound::new(view.ground(), &target, &[from]);
    // However much is put right, nothing leads there: a search would go over all that is led to.
    if !bound.comes_to(from) {
        return Vec::new();
    }
    let guide = |square: usize| bound.at(square).plus(Cost::of_steps(network.steps(square, to), 0));
    let found = search.run_to((view.ground(), CLEARING), from, &target, Limit::NONE, guide).target();
    found.map(|_| items_on(view, &search.way(view.ground(), CLEARING, to))).unwrap_or_default()
}
