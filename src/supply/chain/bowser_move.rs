//! Which bowser that is on the map mends a chain by marching: of all that its levels have, the one that goes the fewest
//! squares and breaks nobody else's chain.
//!
//! What it decides: which squares come into question, and which move of one bowser is the least.
//! What it never does: give a new bowser, or put right what is in the way; that is `chain_mend`.

use std::collections::BTreeMap;
use std::rc::Rc;

use campaign::{Formation, Setting};
use domain::{AccountId, Commodity, FormationId, Square};
use network::{Enough, Extent, LorrySearch, Rules, Sense};

use super::fuel_chain::{Link, Placing, chain_that_holds};
use super::hops::{Distances, Hops};
use crate::chain::mended::{Mended, Served};
use crate::ground::view::View;
use crate::standing::hierarchy::SupplyHierarchy;

/// How many squares are tried for one bowser: where the nearest of those in reach of both ends do not do, none does.
const TRIES: usize = 6;
/// How many are tried for all of them.
const TRIED: usize = 12;

/// How far a bowser would go, which, and where to.
pub(crate) type Try = (u64, FormationId, Square);

/// A chain to be mended, and what has been done for it so far.
pub(crate) struct Moving<'a, 'm> {
    pub(crate) ground: &'m mut Mended<'a>,
    /// The view with what was in the way put right; none where nothing was.
    pub(crate) cleared: Option<&'m View<'a>>,
    pub(crate) hierarchy: &'m SupplyHierarchy<'a>,
    pub(crate) search: &'m mut LorrySearch,
    pub(crate) formation: &'a Formation,
    pub(crate) placing: Placing,
    /// The bowsers that stay where they are put: they have been moved for this chain.
    pub(crate) sent: Vec<FormationId>,
}

impl<'a> Moving<'a, '_> {
    /// The move of one bowser that restores the chain; none where no move of a single one does.
    pub(crate) fn least(&mut self) -> Option<Try> {
        let tries = self.tries(|_| true, Self::nearest);
        self.first_that_does(tries)
    }

    /// The same of the bowsers at a hop to which no clear way leads: they go across whatever ground there is.
    pub(crate) fn least_across(&mut self, hop: &Link) -> Option<Try> {
        let tries = self.tries(|id| *id == *hop.from || *id == *hop.to, Self::nearest_across);
        self.first_that_does(tries)
    }

    fn first_that_does(&mut self, tries: Vec<Try>) -> Option<Try> {
        tries.into_iter().find(|(_, bowser, to)| self.does(bowser, *to))
    }

    /// The square nearest to its HQ on which one bowser more would restore the chain; or nearest to another square, and
    /// within a hop of that.
    pub(crate) fn place_for_another(&mut self, beside: Option<Square>) -> Option<Square> {
        let near = beside.or_else(|| self.hq(self.formation))?;
        let levels = self.levels();
        let mut squares = self.closing(&levels, self.formation, None);
        if let Some(square) = beside {
            let within = self.circle(square, false);
            squares.retain(|square| within.binary_search(square).is_ok());
        }
        let network = self.ground.view.network;
        let from = network.index(near);
        squares.sort_by_key(|square| (network.steps(from, *square), *square));
        let places: Vec<Square> = squares.into_iter().take(TRIED).map(|square| network.square(square)).collect();
        { places }.into_iter().find(|square| {
            let mut placing = self.placing.clone();
            placing.given.push((self.formation.id.clone(), *square));
            self.holds(&placing)
        })
    }

    /// The move of one of its bowsers to within a hop of a square that breaks no chain that goes by it; `must_hold` says
    /// whether its own does now.
    pub(crate) fn least_towards(&mut self, square: Square, must_hold: bool) -> Option<Try> {
        let near = self.circle(square, false);
        let mut tries = Vec::new();
        for bowser in self.hierarchy.vehicles(self.formation, Commodity::Pol) {
            if self.may_go(bowser) {
                tries.extend(self.nearest(bowser, &near));
            }
        }
        tries.sort();
        tries.into_iter().take(TRIED).find(|(_, bowser, to)| {
            let mut placing = self.placing.clone();
            placing.moved.insert(bowser.clone(), *to);
            let whole = !must_hold || self.holds(&placing);
            whole && !breaks_another(self.ground, self.hierarchy, self.search, self.formation, &placing)
        })
    }

    /// Whether the chain holds with a bowser there, and every other that goes by it still does.
    fn does(&mut self, bowser: &FormationId, to: Square) -> bool {
        let mut placing = self.placing.clone();
        placing.moved.insert(bowser.clone(), to);
        self.holds(&placing) && !breaks_another(self.ground, self.hierarchy, self.search, self.formation, &placing)
    }

    fn holds(&mut self, placing: &Placing) -> bool {
        let Self { ground: Mended { view, ends, distances, .. }, hierarchy, search, formation, cleared, .. } = self;
        let mut anew = Distances::default();
        let mut hops = Hops::new(view, search, distances).on(*cleared, &mut anew);
        chain_that_holds(&mut hops, hierarchy, formation, ends, placing).is_some()
    }

    /// The formation and those above it that have bowsers, with these.
    fn levels(&self) -> Vec<(&'a Formation, Vec<&'a Formation>)> {
        let levels = std::iter::once(self.formation).chain(self.hierarchy.superiors(self.formation));
        let levels = levels.map(|level| (level, self.hierarchy.vehicles(level, Commodity::Pol)));
        levels.filter(|(_, bowsers)| !bowsers.is_empty()).collect()
    }

    /// The nearest squares on which one of these bowsers would close the gap between what is reached from the HQ and what
    /// reaches fuel, each with how far it must go.
    fn tries(
        &mut self,
        of: impl Fn(&str) -> bool,
        nearest: fn(&mut Self, &Formation, &[usize]) -> Vec<Try>,
    ) -> Vec<Try> {
        let levels = self.levels();
        let mut asked = Vec::new();
        for (level, bowsers) in &levels {
            for bowser in bowsers.iter().filter(|bowser| of(bowser.id.as_str())) {
                let Some(at) = self.stands(bowser).filter(|_| self.may_go(bowser)) else { continue };
                let squares = self.closing(&levels, level, Some(bowser));
                let network = self.ground.view.network;
                let start = network.index(at);
                let least = squares.iter().map(|square| network.steps(start, *square)).min();
                asked.extend(least.map(|steps| (steps, *bowser, squares)));
            }
        }
        asked.sort_unstable_by_key(|(steps, bowser, _)| (*steps, &bowser.id));
        let mut found: Vec<Try> = Vec::new();
        for (steps, bowser, squares) in asked {
            // Whoever is farther even as the crow flies than all that are tried is not asked for a way.
            if found.get(TRIED - 1).is_some_and(|(far, ..)| steps > *far) {
                break;
            }
            found.extend(nearest(self, bowser, &squares));
            found.sort();
            found.truncate(TRIED);
        }
        found
    }

    /// Whether it stands free: not on a journey, and not moved for this chain already.
    fn may_go(&self, bowser: &Formation) -> bool {
        self.hierarchy.campaign.convoy_of(bowser.id.as_str()).is_none() && !self.sent.contains(&bowser.id)
    }

    fn closing(
        &mut self,
        levels: &[(&'a Formation, Vec<&'a Formation>)],
        level: &'a Formation,
        bowser: Option<&Formation>,
    ) -> Vec<usize> {
        let Some(hq) = self.hq(self.formation) else { return Vec::new() };
        let is_it = |b: &&&Formation| bowser.is_some_and(|bowser| bowser.id == b.id);
        let others: Vec<Square> = levels
            .iter()
            .flat_map(|(_, bowsers)| bowsers)
            .filter(|b| !is_it(b))
            .filter_map(|b| self.stands(b))
            .chain(self.placing.given.iter().map(|(_, square)| *square))
            .collect();
        let from = self.reached(vec![hq], &others, false);
        let ends = self.ends_near(&from, &others);
        let onward = self.reached(ends, &others, true);
        let mut squares = from;
        squares.retain(|square| onward.binary_search(square).is_ok());
        if level.id != self.formation.id {
            let beside =
                levels.iter().find(|(l, _)| l.id == level.id).map_or(&[][..], |(_, bowsers)| bowsers.as_slice());
            if let Some(hq) = self.hq(level) {
                let near = self.circle(hq, false);
                let others = beside.iter().filter(|b| !is_it(b)).filter_map(|b| self.stands(b));
                if !others.map(|at| self.ground.view.network.index(at)).any(|at| near.binary_search(&at).is_ok()) {
                    squares.retain(|square| near.binary_search(square).is_ok());
                }
            }
        }
        squares
    }

    /// The ends within a hop, as the crow flies, of what is reached from the HQ or of a bowser: no other closes a gap.
    fn ends_near(&self, from: &[usize], others: &[Square]) -> Vec<Square> {
        let network = self.ground.view.network;
        let hop = self.hierarchy.campaign.settings.number(Setting::BowserKm) * 1_000 / network.square_m;
        let Some(extent) = Extent::of(&network.places(from)) else { return Vec::new() };
        let is_near = |end: &Square| {
            extent.steps_from(network.place(network.index(*end))) <= u64::from(hop)
                || others.iter().any(|other| other.steps_to(*end) <= hop)
        };
        self.ground.ends.iter().map(|(_, square)| *square).filter(is_near).collect()
    }

    fn stands(&self, bowser: &Formation) -> Option<Square> {
        self.placing.moved.get(&bowser.id).copied().or_else(|| bowser.stands_on())
    }

    fn hq(&self, formation: &'a Formation) -> Option<Square> {
        self.placing.named.get(&formation.id).copied().or_else(|| self.hierarchy.hq(formation))
    }

    /// The squares within a hop of some, and of those of the others that are within a hop of these, and so on.
    fn reached(&mut self, from: Vec<Square>, others: &[Square], back: bool) -> Vec<usize> {
        let (mut squares, mut next) = (Vec::new(), from);
        let mut left = others.to_vec();
        while let Some(square) = next.pop() {
            let circle = self.circle(square, back);
            let network = self.ground.view.network;
            let is_in = |other: &mut Square| circle.binary_search(&network.index(*other)).is_ok();
            next.extend(left.extract_if(.., is_in));
            squares.extend_from_slice(&circle);
        }
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// The squares within a hop of one (`back`: from which it is within a hop).
    fn circle(&mut self, square: Square, back: bool) -> Rc<[usize]> {
        let network = self.ground.view.network;
        let hop = self.hierarchy.campaign.settings.number(Setting::BowserKm) * 1_000 / network.square_m;
        let rules =
            Rules { sense: if back { Sense::Back } else { Sense::Onward }, clearing: false, squares_only: true };
        let index = network.index(square);
        if let Some(view) = self.cleared {
            return self.search.within(view.ground(), rules, index, u64::from(hop)).into();
        }
        let Self { ground, search, .. } = self;
        let view = &ground.view;
        let new = || search.within(view.ground(), rules, index, u64::from(hop)).into();
        Rc::clone(ground.circles.entry((square, back)).or_insert_with(new))
    }

    /// The nearest of some squares to a bowser by clear ways, and how far each is.
    fn nearest(&mut self, bowser: &Formation, squares: &[usize]) -> Vec<Try> {
        const DRIVE: Rules = Rules { sense: Sense::Onward, clearing: false, squares_only: true };
        let Some(at) = self.stands(bowser).filter(|_| !squares.is_empty()) else { return Vec::new() };
        let view = self.cleared.unwrap_or(&self.ground.view);
        let start = view.network.index(at);
        let mut wanted: Vec<(u32, usize)> =
            squares.iter().map(|square| (view.network.steps(start, *square) as u32, *square)).collect();
        // As the crow flies first; who must go further than there and as far round again is not sent.
        if wanted.len() > 2 * TRIES {
            wanted.select_nth_unstable(2 * TRIES);
            wanted.truncate(2 * TRIES);
        }
        wanted.sort_unstable();
        let most = wanted.last().map_or(0, |(steps, _)| u64::from(*steps) * 2 + 20);
        let from = view.reach(start, Sense::Onward);
        let is_led_to = |square: &usize| from.leads_to(&view.reach(*square, Sense::Back), *square);
        let wanted: Vec<usize> = wanted.into_iter().map(|(_, square)| square).filter(is_led_to).collect();
        self.search.run_near(view.ground(), DRIVE, start, &wanted, Enough { found: TRIES, squares: most });
        let far = |square: &usize| Some((self.search.cost_at(*square)?.squares(), *square));
        let mut found: Vec<(u64, usize)> = wanted.iter().filter_map(far).collect();
        found.sort_unstable();
        found.truncate(TRIES);
        let one = |(far, square): (u64, usize)| (far, bowser.id.clone(), view.network.square(square));
        found.into_iter().filter(|(far, _)| *far > 0).map(one).collect()
    }

    /// The nearest of some squares to a bowser as the crow walks.
    fn nearest_across(&mut self, bowser: &Formation, squares: &[usize]) -> Vec<Try> {
        let Some(at) = self.stands(bowser) else { return Vec::new() };
        let network = self.ground.view.network;
        let start = network.index(at);
        let mut found: Vec<(u64, usize)> =
            squares.iter().map(|square| (network.steps(start, *square), *square)).collect();
        found.sort_unstable();
        let found = found.into_iter().filter(|(far, _)| *far > 0).take(TRIES);
        found.map(|(far, square)| (far, bowser.id.clone(), network.square(square))).collect()
    }
}

/// Whether a chain of another formation that holds as things are would not with bowsers placed so.
pub(crate) fn breaks_another<'a>(
    ground: &mut Mended<'a>,
    hierarchy: &SupplyHierarchy<'a>,
    search: &mut LorrySearch,
    but: &Formation,
    placing: &Placing,
) -> bool {
    let Mended { view, ends, distances, served, .. } = ground;
    let by = placing.moved.keys().filter_map(|bowser| served.get(bowser)).flatten();
    // Where an HQ goes, that touches every chain that begins with it or passes its level.
    let passes = |f: &&&'a Formation| {
        let mut levels = std::iter::once(**f).chain(hierarchy.superiors(f));
        !placing.named.is_empty() && levels.any(|level| placing.named.contains_key(&level.id))
    };
    let by = by.chain(served.values().flatten().filter(passes));
    let others: BTreeMap<&FormationId, &'a Formation> =
        by.map(|f| (&f.id, *f)).filter(|(id, _)| **id != but.id).collect();
    let mut hops = Hops::new(view, search, distances);
    others.values().any(|other| chain_that_holds(&mut hops, hierarchy, other, ends, placing).is_none())
}

/// By which bowsers chains go that hold as things are: with distances remembered, for they are traced for the sheet too.
pub(crate) fn served<'a>(
    view: &View<'a>,
    hierarchy: &SupplyHierarchy<'a>,
    search: &mut LorrySearch,
    distances: &mut Distances,
    ends: &[(AccountId, Square)],
) -> Served<'a> {
    let draws = |f: &&'a Formation| {
        f.side == view.side
            && hierarchy.tree.is_supply_formation(f)
            && hierarchy.is_present(f)
            && hierarchy.tree.needs_pol(f)
    };
    let (mut served, mut hops) = (Served::new(), Hops::new(view, search, distances));
    for formation in hierarchy.tree.all().into_iter().filter(draws) {
        let links = chain_that_holds(&mut hops, hierarchy, formation, ends, &Placing::default());
        for link in links.unwrap_or_default() {
            let bowser = hierarchy.campaign.formation(&link.to).filter(|f| f.vehicle_of() == Some(Commodity::Pol));
            if let Some(bowser) = bowser {
                served.entry(bowser.id.clone()).or_default().push(formation);
            }
        }
    }
    served
}
