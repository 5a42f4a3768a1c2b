//! Which railheads are fed, and what stops the trains of those that are not.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::campaign::{Railhead, Railway};
use crate::domain::{AccountId, Square, SquareSide};

use super::cost::Cost;
use super::gate::{BARRED, RESTORABLE};
use super::view::{CLEAR, HELD, Item, View};

/// How a railhead stands to its source.
#[derive(Debug, Clone)]
pub(super) struct RailWay {
    pub(super) railhead: AccountId,
    pub(super) square: Square,
    pub(super) source: Option<AccountId>,
    /// From the railhead to the source.
    pub(super) path: Vec<Square>,
    /// What must be put right before trains run.
    pub(super) items: Vec<Item>,
    pub(super) cost: Cost,
}

/// A length of railway: to which square, of which line, over which side.
struct Length<'a> {
    to: usize,
    railway: &'a Railway,
    side: SquareSide,
    /// What a train finds at the river that it crosses, as things are.
    bridge: u8,
}

/// The railways that a side can use: what does not change when something is put right.
pub(super) struct Rails<'a> {
    squares: Vec<Square>,
    lengths: Vec<Vec<Length<'a>>>,
    /// The railheads of the side, by id, and their squares.
    railheads: Vec<(&'a Railhead, usize)>,
}

/// The best way to a square as far as it has been thought of: its cost, the square before, the source.
#[derive(Clone, Copy)]
struct Reached {
    cost: Cost,
    before: Option<usize>,
    source: usize,
}

impl<'a> Rails<'a> {
    /// The railways of the view's side.
    pub(super) fn new(view: &View<'a>) -> Self {
        let railways = || view.campaign.railways.iter().filter(|r| r.users.contains(&view.side));
        let railheads = || view.campaign.railheads.values().filter(|r| r.side == view.side);
        let mut squares: Vec<Square> = railways().flat_map(|r| r.path.iter().copied()).collect();
        squares.extend(railheads().map(|r| r.square));
        squares.sort_unstable();
        squares.dedup();
        let lengths = squares.iter().map(|_| Vec::new()).collect();
        let mut rails = Self { squares, lengths, railheads: Vec::new() };
        for railway in railways() {
            for pair in railway.path.windows(2) {
                let Some(side) = pair[0].side_to(pair[1]) else { continue };
                let (Some(a), Some(b)) = (rails.number(pair[0]), rails.number(pair[1])) else { continue };
                let bridge = view.rail_bridge(side);
                rails.lengths[a].push(Length { to: b, railway, side, bridge });
                rails.lengths[b].push(Length { to: a, railway, side, bridge });
            }
        }
        for railhead in railheads() {
            rails.railheads.extend(rails.number(railhead.square).map(|number| (railhead, number)));
        }
        rails
    }

    fn number(&self, square: Square) -> Option<usize> {
        self.squares.binary_search(&square).ok()
    }

    /// Whether putting these things right can make a difference to a train.
    pub(super) fn are_touched_by(&self, items: &[Item]) -> bool {
        let passes = |square: &Square| self.number(*square).is_some();
        items.iter().any(|item| match item {
            Item::Win(square) | Item::Take(square) => passes(square),
            Item::Crossing(side) => passes(&side.squares().0) && passes(&side.squares().1),
            Item::Rail(_) => true,
        })
    }

    /// The railheads that are fed.
    pub(super) fn fed(&self, view: &View<'_>) -> Vec<&'a Railhead> {
        let seen = self.reached(view);
        self.railheads.iter().filter(|(_, number)| seen[*number]).map(|(railhead, _)| *railhead).collect()
    }

    /// Whether trains run to a square from one of the sources.
    pub(super) fn run_to(&self, view: &View<'_>, square: Square) -> bool {
        self.number(square).is_some_and(|number| self.reached(view)[number])
    }

    /// Whether a railway that the side can use passes a square.
    pub(super) fn pass(&self, square: Square) -> bool {
        self.number(square).is_some()
    }

    /// The squares of the railheads that would be fed if a square, or the rails over a side, were lost.
    pub(super) fn fed_without(&self, view: &View<'_>, lost: Option<Square>, shut: Option<SquareSide>) -> Vec<Square> {
        let seen = self.reached_without(view, lost, shut);
        self.railheads.iter().filter(|(_, number)| seen[*number]).map(|(railhead, _)| railhead.square).collect()
    }

    fn reached(&self, view: &View<'_>) -> Vec<bool> {
        self.reached_without(view, None, None)
    }

    fn reached_without(&self, view: &View<'_>, lost: Option<Square>, shut: Option<SquareSide>) -> Vec<bool> {
        let runs = |number: usize| {
            view.rail_bar(self.squares[number]) == CLEAR && lost.is_none_or(|lost| lost != self.squares[number])
        };
        let mut seen = vec![false; self.squares.len()];
        let sources = self.railheads.iter().filter(|(railhead, number)| railhead.source && runs(*number));
        let mut waiting: Vec<usize> = sources.map(|(_, number)| *number).collect();
        while let Some(number) = waiting.pop() {
            if std::mem::replace(&mut seen[number], true) {
                continue;
            }
            let open = self.lengths[number].iter().filter(|length| {
                !seen[length.to]
                    && shut.is_none_or(|shut| shut != length.side)
                    && view.rail_gate(length.railway, length.side, length.bridge) < RESTORABLE
                    && runs(length.to)
            });
            waiting.extend(open.map(|length| length.to));
        }
        seen
    }

    /// Every railhead that has a source, or could have one, by id.
    ///
    /// A railway runs over squares of its own side, without an enemy fighting leaf, to a source of its side.
    pub(super) fn to_sources(&self, view: &View<'_>) -> Vec<RailWay> {
        let reached = self.flood(view);
        let way = |(railhead, number): &(&Railhead, usize)| {
            let found = reached[*number]?;
            let mut path = vec![*number];
            while let Some(next) = path.last().and_then(|at| reached[*at]).and_then(|r| r.before) {
                path.push(next);
            }
            Some(RailWay {
                railhead: railhead.id.clone(),
                square: railhead.square,
                source: Some(self.railheads[found.source].0.id.clone()),
                items: self.items(view, &path),
                path: path.into_iter().map(|at| self.squares[at]).collect(),
                cost: found.cost,
            })
        };
        self.railheads.iter().filter_map(way).collect()
    }

    fn flood(&self, view: &View<'_>) -> Vec<Option<Reached>> {
        let mut reached: Vec<Option<Reached>> = vec![None; self.squares.len()];
        let mut heap = BinaryHeap::new();
        for (source, (railhead, number)) in self.railheads.iter().enumerate().filter(|(_, (r, _))| r.source) {
            let cost = Cost::of_bar(view.rail_bar(railhead.square));
            if reached[*number].is_none_or(|before| cost < before.cost) {
                reached[*number] = Some(Reached { cost, before: None, source });
                heap.push(Reverse((cost, railhead.square, *number)));
            }
        }
        while let Some(Reverse((cost, _, number))) = heap.pop() {
            let Some(here) = reached[number].filter(|r| r.cost == cost) else { continue };
            for length in &self.lengths[number] {
                let gate = view.rail_gate(length.railway, length.side, length.bridge);
                if gate == BARRED {
                    continue;
                }
                let next = self.squares[length.to];
                let mut total = cost.plus(Cost::of_bar(view.rail_bar(next))).plus(Cost::A_SQUARE);
                if gate == RESTORABLE {
                    total = total.plus(Cost::RESTORING);
                }
                if reached[length.to].is_none_or(|before| total < before.cost) {
                    reached[length.to] = Some(Reached { cost: total, before: Some(number), source: here.source });
                    heap.push(Reverse((total, next, length.to)));
                }
            }
        }
        reached
    }

    fn items(&self, view: &View<'_>, path: &[usize]) -> Vec<Item> {
        let mut items = Vec::new();
        for (place, number) in path.iter().enumerate() {
            let square = self.squares[*number];
            match view.rail_bar(square) {
                CLEAR => {}
                HELD => items.push(Item::Win(square)),
                _ => items.push(Item::Take(square)),
            }
            let Some(next) = path.get(place + 1) else { continue };
            let over = self.lengths[*number].iter().filter(|length| length.to == *next);
            let Some(length) = over.min_by_key(|length| view.rail_gate(length.railway, length.side, length.bridge))
            else {
                continue;
            };
            if view.is_rail_cut(length.railway, length.side) {
                items.push(Item::Rail(length.side));
            }
            if view.rail_bridge(length.side) == RESTORABLE {
                items.push(Item::Crossing(length.side));
            }
        }
        items
    }
}
