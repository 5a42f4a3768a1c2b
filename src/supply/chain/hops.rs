//! How long the hops of bowser chains are, measured by the shortest clear ways and remembered.
//!
//! Where to look next: `fuel_chain`, which makes chains of them.

use std::collections::BTreeMap;

use campaign::Setting;
use domain::{AccountId, Square};
use network::{Cost, Limit, LorrySearch, NetworkPlace, Rules, Sense};

use crate::ground::view::View;

const HOP: Rules = Rules { sense: Sense::Onward, clearing: false, squares_only: true };

/// How many squares a hop is measured at most.
const FARTHEST: u64 = 4_000;

/// How many ends are few enough for one search towards all of them.
const FEW: usize = 3;

/// Distances between squares by the shortest clear way, remembered.
#[derive(Default)]
pub(crate) struct Distances {
    /// By the two squares and how many squares were asked for at most.
    known: BTreeMap<(Square, Square, u64), Option<u32>>,
    /// The end nearest to a square, by its place among those of the ground that is measured.
    nearest: BTreeMap<Square, Option<usize>>,
}

/// What distances are asked for.
pub(crate) struct Hops<'s, 'v, 'a> {
    pub(crate) view: &'v View<'a>,
    pub(crate) search: &'s mut LorrySearch,
    pub(crate) distances: &'s mut Distances,
    /// How long a hop may be, in metres.
    pub(crate) limit: u32,
    /// Whether hops that are too long are measured too.
    pub(crate) far: bool,
}

impl<'s, 'v, 'a> Hops<'s, 'v, 'a> {
    /// Hops by this view's clear ways, as long as its campaign lets them be; what is longer is not measured.
    pub(crate) fn new(view: &'v View<'a>, search: &'s mut LorrySearch, distances: &'s mut Distances) -> Self {
        let limit = view.campaign.settings.number(Setting::BowserKm) * 1_000;
        Self { view, search, distances, limit, far: false }
    }

    /// The same where a way was cleared: distances are remembered for the ground as it is, and measured anew.
    pub(crate) fn on(self, cleared: Option<&'v View<'a>>, anew: &'s mut Distances) -> Self {
        match cleared {
            Some(view) => Self { view, distances: anew, ..self },
            None => self,
        }
    }

    /// Metres from one square to another; none where no clear way leads there, or only one that is not asked for.
    pub(crate) fn between(&mut self, from: Square, to: Square) -> Option<u32> {
        let network = self.view.network;
        let near = u64::from(self.limit / network.square_m);
        let most = if self.far { u64::from(u32::MAX / network.square_m) } else { near };
        if u64::from(from.steps_to(to)) > most {
            return None;
        }
        if let Some(known) = self.distances.known.get(&(from, to, most)) {
            return *known;
        }
        let (start, end) = (network.index(from), network.index(to));
        let may = self.view.leads_to_any(from, &[to]);
        let squares =
            if may { self.search.squares_between(self.view.ground(), start, end, most.min(FARTHEST)) } else { None };
        let metres = squares.map(|squares| squares as u32 * network.square_m);
        self.distances.known.insert((from, to, most), metres);
        metres
    }

    pub(crate) fn reaches(&mut self, from: Square, to: Square) -> bool {
        from == to || self.between(from, to).is_some_and(|metres| metres <= self.limit)
    }

    /// The ends to which a chain may go from a square: all in reach; of those out of reach the nearest.
    pub(crate) fn ends<'e>(&mut self, from: Square, ends: &'e [(AccountId, Square)]) -> Vec<&'e (AccountId, Square)> {
        if !self.far {
            return ends.iter().filter(|(_, square)| self.between(from, *square).is_some()).collect();
        }
        // Without any way to an end the chain still says to which one it would go.
        let nearest = self.distances.nearest.get(&from).copied().unwrap_or_else(|| {
            let found = self.nearest_end(from, ends);
            self.distances.nearest.insert(from, found);
            found
        });
        ends.get(nearest.unwrap_or(0)).into_iter().collect()
    }

    /// The end that is nearest by clear ways, by its place; of equally near ones the first.
    fn nearest_end(&mut self, from: Square, ends: &[(AccountId, Square)]) -> Option<usize> {
        let (view, network) = (self.view, self.view.network);
        let start = network.index(from);
        let onward = view.reach(start, Sense::Onward);
        let mut led_to: Vec<(u64, usize, usize)> = Vec::new();
        for (place, (_, square)) in ends.iter().enumerate() {
            let end = network.index(*square);
            if onward.leads_to(&view.reach(end, Sense::Back), end) {
                led_to.push((network.steps(start, end), place, end));
            }
        }
        // What is farther as the crow flies than one of those nearest so is by clear ways is not looked for: a search towards
        // many asks at every square how far each of them is.
        let mut limit = Cost::UNREACHED;
        if led_to.len() > FEW {
            led_to.sort_unstable();
            (_, limit) = self.nearest_of(start, &led_to[..FEW], limit)?;
            led_to.retain(|(steps, ..)| *steps <= limit.squares());
        }
        led_to.sort_unstable_by_key(|(_, place, _)| *place);
        let (nearest, _) = self.nearest_of(start, &led_to, limit)?;
        led_to.get(nearest).map(|(_, place, _)| *place)
    }

    /// The nearest of some squares by clear ways within a limit, by its place among them, and how far it is.
    fn nearest_of(&mut self, start: usize, to: &[(u64, usize, usize)], limit: Cost) -> Option<(usize, Cost)> {
        let (view, network) = (self.view, self.view.network);
        let targets: Vec<(usize, Cost)> = to.iter().map(|(_, _, square)| (*square, Cost::NOTHING)).collect();
        let places: Vec<NetworkPlace> = to.iter().map(|(_, _, square)| network.place(*square)).collect();
        let near = |square: usize| {
            let at = network.place(square);
            let steps = places.iter().map(|place| at.steps_to(*place)).min();
            Cost::of_steps(steps.unwrap_or(0), 0)
        };
        self.search.run_to((view.ground(), HOP), start, &targets, Limit::of(limit), near).target()
    }
}
