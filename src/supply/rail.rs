//! Which railheads are fed, and what stops the trains of those that are not.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::campaign::Railway;
use crate::domain::{AccountId, Square};

use super::network::{BARRED, RESTORABLE};
use super::search::Cost;
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

type Lines<'a> = BTreeMap<Square, Vec<(Square, &'a Railway)>>;

fn lines<'a>(view: &View<'a>) -> Lines<'a> {
    let mut lines = Lines::new();
    for railway in view.campaign.railways.iter().filter(|r| r.users.contains(&view.side)) {
        for pair in railway.path.windows(2) {
            lines.entry(pair[0]).or_default().push((pair[1], railway));
            lines.entry(pair[1]).or_default().push((pair[0], railway));
        }
    }
    lines
}

/// Every railhead of the view's side that has a source, or could have one, by id.
///
/// A railway runs over squares of its own side, without an enemy fighting leaf, to a source of its side.
pub(super) fn railways(view: &View<'_>) -> Vec<RailWay> {
    let lines = lines(view);
    let mut best: BTreeMap<Square, (Cost, Option<Square>, AccountId)> = BTreeMap::new();
    let mut heap = BinaryHeap::new();
    for source in view.campaign.railheads.values().filter(|r| r.source && r.side == view.side) {
        let cost = Cost::of_bar(view.rail_bar(source.square));
        if best.get(&source.square).is_none_or(|(before, ..)| cost < *before) {
            best.insert(source.square, (cost, None, source.id.clone()));
            heap.push(Reverse((cost, source.square)));
        }
    }
    while let Some(Reverse((cost, square))) = heap.pop() {
        let Some((_, _, source)) = best.get(&square).filter(|(c, ..)| *c == cost).cloned() else { continue };
        for (next, railway) in lines.get(&square).into_iter().flatten() {
            let Some(gate) = square.side_to(*next).map(|side| view.rail_gate(railway, side)) else { continue };
            if gate == BARRED {
                continue;
            }
            let mut total = cost.plus(Cost::of_bar(view.rail_bar(*next))).plus(Cost::A_SQUARE);
            if gate == RESTORABLE {
                total = total.plus(Cost::RESTORING);
            }
            if best.get(next).is_none_or(|(before, ..)| total < *before) {
                best.insert(*next, (total, Some(square), source.clone()));
                heap.push(Reverse((total, *next)));
            }
        }
    }
    let of_side = view.campaign.railheads.values().filter(|r| r.side == view.side);
    of_side
        .filter_map(|railhead| {
            let (cost, _, source) = best.get(&railhead.square)?.clone();
            let mut path = vec![railhead.square];
            while let Some((_, Some(next), _)) = path.last().and_then(|s| best.get(s)) {
                path.push(*next);
            }
            let items = items(view, &lines, &path);
            let square = railhead.square;
            Some(RailWay { railhead: railhead.id.clone(), square, source: Some(source), path, items, cost })
        })
        .collect()
}

fn items(view: &View<'_>, lines: &Lines<'_>, path: &[Square]) -> Vec<Item> {
    let mut items = Vec::new();
    for (place, square) in path.iter().enumerate() {
        match view.rail_bar(*square) {
            CLEAR => {}
            HELD => items.push(Item::Win(*square)),
            _ => items.push(Item::Take(*square)),
        }
        let Some(next) = path.get(place + 1) else { continue };
        let Some(side) = square.side_to(*next) else { continue };
        let over = lines.get(square).into_iter().flatten().filter(|(to, _)| to == next).map(|(_, railway)| railway);
        let Some(railway) = over.min_by_key(|r| view.rail_gate(r, side)) else { continue };
        if view.is_rail_cut(railway, side) {
            items.push(Item::Rail(side));
        }
        if view.rail_bridge(side) == RESTORABLE {
            items.push(Item::Crossing(side));
        }
    }
    items
}
