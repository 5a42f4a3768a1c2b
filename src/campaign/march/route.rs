//! The quickest way of a march: of equally quick ways the one with the fewest squares, then the lowest references.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

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
const UNKNOWN: u64 = u64::MAX;
/// Beyond what any way can cost.
pub(super) const NO_LIMIT: u32 = u32::MAX;

/// From, to, pace and manner, and whether enemies are in the way.
type Key = (usize, usize, (u8, bool), Manner, u16);

/// Seeks ways, and keeps what it has found.
pub(super) struct Router {
    best: Vec<u64>,
    seen: Vec<u32>,
    round: u32,
    heap: BinaryHeap<Reverse<(u64, usize)>>,
    found: BTreeMap<Key, RouteWay>,
    /// Squares from which no way leads to a square, by that square and who goes: kept of the last search that failed.
    sealed: Option<(usize, bool, Vec<bool>)>,
}

impl Router {
    pub(super) fn new(squares: usize) -> Self {
        Self {
            best: vec![UNKNOWN; squares],
            seen: vec![0; squares],
            round: 0,
            heap: BinaryHeap::new(),
            found: BTreeMap::new(),
            sealed: None,
        }
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
                let out = self.seen.iter().map(|round| *round != self.round).collect();
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

    /// A* from the end to the start, over squares that `is_free` lets pass.
    fn search(
        &mut self,
        field: &MarchField<'_>,
        query: RouteQuery<'_>,
        limit: u32,
        is_free: impl Fn(usize) -> bool,
    ) -> RouteWay {
        let passage = field.passage();
        let in_contact = field.is_contact(query.from, query.side);
        let step = |from: usize, to: usize| {
            let assault = in_contact && from == query.from && field.is_contact(to, query.side);
            let manner = if assault { Manner::Assault } else { query.manner };
            passage.step(from, to, query.pace, manner).map(|minutes| u64::from(minutes) * MINUTE + 1)
        };
        let least = u64::from(query.pace.least(query.manner)) * MINUTE + 1;
        let still = |square: usize| u64::from(passage.steps(square, query.from)) * least;
        let most = u64::from(limit).saturating_mul(MINUTE).saturating_add(MINUTE - 1);
        self.round += 1;
        self.heap.clear();
        self.set(query.to, 0);
        self.heap.push(Reverse((still(query.to), query.to)));
        let mut end = most;
        while let Some(Reverse((cost, square))) = self.heap.pop() {
            if cost > end {
                break;
            }
            let here = self.get(square);
            if cost > here.saturating_add(still(square)) {
                continue;
            }
            if square == query.from {
                end = here;
                continue;
            }
            for next in passage.neighbours(square) {
                if next != query.from && !is_free(next) {
                    continue;
                }
                let Some(step) = step(next, square) else { continue };
                let there = here + step;
                if there < self.get(next) {
                    self.set(next, there);
                    self.heap.push(Reverse((there + still(next), next)));
                }
            }
        }
        let total = self.get(query.from);
        if total > most {
            return None;
        }
        let mut way = Vec::with_capacity((total % MINUTE) as usize);
        let mut at = query.from;
        while at != query.to {
            let here = self.get(at);
            let next = passage.neighbours(at).find(|next| {
                let there = self.get(*next);
                there < here && step(at, *next).is_some_and(|step| there + step == here)
            })?;
            way.push(next as u32);
            at = next;
        }
        Some((way.into(), (total / MINUTE) as u32))
    }

    fn get(&self, square: usize) -> u64 {
        if self.seen[square] == self.round { self.best[square] } else { UNKNOWN }
    }

    fn set(&mut self, square: usize, cost: u64) {
        self.seen[square] = self.round;
        self.best[square] = cost;
    }
}
