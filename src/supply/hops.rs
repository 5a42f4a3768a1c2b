//! How long the hops of bowser chains are, measured by the shortest clear ways and remembered.
//!
//! Where to look next: `fuel_chain`, which makes chains of them.

use std::collections::BTreeMap;

use crate::domain::{AccountId, Square};

use super::cost::Cost;
use super::search::{Rules, Search, Sense};
use super::view::View;

const HOP: Rules = Rules { sense: Sense::Onward, clearing: false, squares_only: true };

/// How many squares a hop is measured at most.
const FARTHEST: u64 = 4_000;

/// Distances between squares by the shortest clear way, remembered.
#[derive(Default)]
pub(super) struct Distances {
    /// By the two squares and how many squares were asked for at most.
    known: BTreeMap<(Square, Square, u64), Option<u32>>,
}

/// What distances are asked for.
pub(super) struct Hops<'s, 'v, 'a> {
    pub(super) view: &'v View<'a>,
    pub(super) search: &'s mut Search,
    pub(super) distances: &'s mut Distances,
    /// How long a hop may be, in metres.
    pub(super) limit: u32,
    /// Whether hops that are too long are measured too.
    pub(super) far: bool,
}

impl Hops<'_, '_, '_> {
    /// Metres from one square to another; none where no clear way leads there, or only one that is not asked for.
    pub(super) fn between(&mut self, from: Square, to: Square) -> Option<u32> {
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
        let squares = if may { self.search.squares_between(self.view, start, end, most.min(FARTHEST)) } else { None };
        let metres = squares.map(|squares| squares as u32 * network.square_m);
        self.distances.known.insert((from, to, most), metres);
        metres
    }

    pub(super) fn reaches(&mut self, from: Square, to: Square) -> bool {
        from == to || self.between(from, to).is_some_and(|metres| metres <= self.limit)
    }

    /// The ends to which a chain may go from a square: all in reach; of those out of reach the nearest.
    pub(super) fn ends<'e>(&mut self, from: Square, ends: &'e [(AccountId, Square)]) -> Vec<&'e (AccountId, Square)> {
        if !self.far {
            return ends.iter().filter(|(_, square)| self.between(from, *square).is_some()).collect();
        }
        let targets: Vec<(usize, Cost)> =
            ends.iter().map(|(_, square)| (self.view.network.index(*square), Cost::NOTHING)).collect();
        let (view, start) = (self.view, self.view.network.index(from));
        let nearest = if targets.is_empty() || !view.leads_to_any(from, &squares(ends)) {
            None
        } else {
            let places = view.network.places(&targets.iter().map(|(square, _)| *square).collect::<Vec<_>>());
            let near = |square: usize| {
                let at = view.network.place(square);
                let steps = places.iter().map(|place| at.steps_to(*place)).min();
                Cost::of_steps(steps.unwrap_or(0), 0)
            };
            self.search.run_to(view, HOP, start, &targets, Cost::UNREACHED, near)
        };
        // Without any way to an end the chain still says to which one it would go.
        let place = nearest.map_or(0, |(place, _)| place);
        ends.get(place).into_iter().collect()
    }
}

fn squares(ends: &[(AccountId, Square)]) -> Vec<Square> {
    ends.iter().map(|(_, square)| *square).collect()
}

/// Whether one square is within the limit of another by the shortest clear way.
pub(super) fn is_within(
    view: &View<'_>,
    search: &mut Search,
    distances: &mut Distances,
    from: Square,
    to: Square,
    limit: u32,
) -> bool {
    Hops { view, search, distances, limit, far: false }.reaches(from, to)
}

/// How long a hop is in metres by the shortest clear way, however far over the limit; none where there is none.
pub(super) fn length(
    view: &View<'_>,
    search: &mut Search,
    distances: &mut Distances,
    from: Square,
    to: Square,
    limit: u32,
) -> Option<u32> {
    Hops { view, search, distances, limit, far: true }.between(from, to)
}
