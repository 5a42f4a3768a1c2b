//! The quickest way of a march: of equally quick ways the one with the fewest squares, then the lowest references.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use network::{DIRECTIONS, Search, Steps};

use super::field::MarchField;
use super::pace::Pace;
use crate::march::manner::Manner;

/// A way that is sought.
#[derive(Debug, Clone, Copy)]
pub(super) struct RouteQuery<'a> {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) pace: &'a Pace,
    pub(super) manner: Manner,
    /// The side of the leaf, as its bit.
    pub(super) side: u16,
}

/// A way that was found: the squares after the first, and the minutes that it takes.
pub(super) type RouteWay = Option<(Rc<[u32]>, u32)>;

/// Minutes in the high bits, squares in the low ones: comparing two costs is comparing two numbers.
const MINUTE: u64 = 1 << 20;
/// Beyond what any way can cost.
pub(super) const NO_LIMIT: u32 = u32::MAX;

/// From, to, pace and manner, and whether enemies are in the way.
type Key = (usize, usize, (u8, bool), Manner, u16);

/// Seeks ways, and keeps what it has found.
pub(super) struct Router {
    search: Search,
    found: BTreeMap<Key, RouteWay>,
    /// Squares from which no way leads to a square, by that square and who goes: kept of the last search that failed.
    sealed: Option<(usize, bool, Vec<bool>)>,
}

impl Router {
    pub(super) fn new(squares: usize) -> Self {
        Self { search: Search::new(squares), found: BTreeMap::new(), sealed: None }
    }

    /// The way of a march as enemies allow it: round them where that takes no more than twice as long as straight on
    /// and a bound more, else straight on until it meets them. None where the ground allows no way, or none within
    /// `limit` minutes.
    pub(super) fn way(&mut self, field: &MarchField<'_>, query: RouteQuery<'_>, limit: u32) -> RouteWay {
        let key = (query.from, query.to, query.pace.key(), query.manner, query.side);
        if let Some(Some(found)) = self.found.get(&key) {
            return Some(found.clone()).filter(|(_, minutes)| *minutes <= limit);
        }
        if let Some((to, by_foot, out)) = &self.sealed
            && (*to, *by_foot) == (query.to, query.pace.key().1)
            && out[query.from]
        {
            return None;
        }
        let straight = self.search(field, query, limit, |_| true);
        let Some((squares, minutes)) = straight else {
            if limit == NO_LIMIT {
                let squares = field.passage().lattice().len();
                let out = (0..squares).map(|square| !self.search.is_reached(square)).collect();
                self.sealed = Some((query.to, query.pace.key().1, out));
            }
            return None;
        };
        let is_free = |square: usize| square == query.to || !field.is_contact(square, query.side);
        let is_clear = squares.iter().all(|square| is_free(*square as usize));
        let found = if is_clear || field.is_held(query.to, query.side) {
            (squares, minutes)
        } else {
            let most = minutes.saturating_mul(2).saturating_add(360);
            self.search(field, query, most, is_free).unwrap_or((squares, minutes))
        };
        self.found.insert(key, Some(found.clone()));
        Some(found).filter(|(_, minutes)| *minutes <= limit)
    }

    /// From the end to the start, over squares that `is_free` lets pass.
    fn search(
        &mut self,
        field: &MarchField<'_>,
        query: RouteQuery<'_>,
        limit: u32,
        is_free: impl Fn(usize) -> bool,
    ) -> RouteWay {
        let lattice = field.passage().lattice();
        let steps = StepsBack { field, query, in_contact: field.is_contact(query.from, query.side), is_free };
        let least = steps.least();
        let most = u64::from(limit).saturating_mul(MINUTE).saturating_add(MINUTE - 1);
        let mut end = most;
        self.search.run(
            &steps,
            [(query.to, 0)],
            |square| lattice.steps(square, query.from) * least,
            |at| {
                if at.least > end {
                    return ControlFlow::Break(());
                }
                if at.node == query.from {
                    end = at.cost;
                }
                ControlFlow::Continue(())
            },
        );
        let total = self.search.cost(query.from).filter(|total| *total <= most)?;
        let steps = &steps;
        let onward =
            |square: usize| lattice.neighbours(square).filter_map(move |next| Some((next, steps.cost(square, next)?)));
        let way = self.search.way_back(query.from, onward, |square| lattice.square(square));
        let way: Rc<[u32]> = way.into_iter().skip(1).map(|square| square as u32).collect();
        Some((way, (total / MINUTE) as u32))
    }
}

/// The steps of a march, walked back from where it ends.
struct StepsBack<'s, F> {
    field: &'s MarchField<'s>,
    query: RouteQuery<'s>,
    in_contact: bool,
    is_free: F,
}

impl<F: Fn(usize) -> bool> StepsBack<'_, F> {
    /// What a step costs as it is marched; none where it cannot be made.
    fn cost(&self, from: usize, to: usize) -> Option<u64> {
        let Self { field, query, in_contact, .. } = self;
        let assault = *in_contact && from == query.from && field.is_contact(to, query.side);
        let manner = if assault { Manner::Assault } else { query.manner };
        field.passage().step(from, to, query.pace, manner).map(|minutes| u64::from(minutes) * MINUTE + 1)
    }

    /// The least that any step costs.
    fn least(&self) -> u64 {
        let assault = self.in_contact.then_some(Manner::Assault);
        let manners = assault.into_iter().chain([self.query.manner]);
        manners.map(|manner| u64::from(self.query.pace.least(manner)) * MINUTE + 1).min().unwrap_or_default()
    }
}

impl<F: Fn(usize) -> bool> Steps for StepsBack<'_, F> {
    fn nodes(&self) -> usize {
        self.field.passage().lattice().len()
    }

    fn places(&self, _: usize) -> usize {
        DIRECTIONS
    }

    fn step(&self, square: usize, direction: usize) -> Option<(usize, u64)> {
        let next = self.field.passage().lattice().neighbour(square, direction)?;
        if next != self.query.from && !(self.is_free)(next) {
            return None;
        }
        Some((next, self.cost(next, square)?))
    }
}
