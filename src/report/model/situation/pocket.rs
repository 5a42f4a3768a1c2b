//! Pockets: ground that one side controls, that hangs together, and to which no source of supply belongs.

use std::collections::BTreeSet;

use serde::Serialize;

use campaign::{Campaign, Formation, Tree};
use domain::{Echelon, SideId, Square};

use super::SituationOf;

/// How many squares a pocket has at least.
const LEAST: usize = 20;

/// A pocket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pocket {
    /// Whose.
    pub side: SideId,
    /// Its squares, in order.
    pub squares: Vec<Square>,
    /// How many divisions have their seat in it.
    pub divisions: usize,
    /// SP of the leaves in it.
    pub sp: u32,
}

/// The parts of the ground of a side that hang together by the sides of squares and hold none of its sources: each in
/// order, those of fewer than 20 squares left out. None where the side has no source at all.
pub fn pockets(
    (columns, rows): (u16, u16),
    control: impl Fn(Square) -> Option<SideId>,
    side: SideId,
    sources: &BTreeSet<Square>,
) -> Vec<Vec<Square>> {
    let squares = || (0..rows).flat_map(|row| (0..columns).map(move |col| Square::new(col, row)));
    let mut waiting: BTreeSet<Square> = squares().filter(|square| control(*square) == Some(side)).collect();
    let mut found = Vec::new();
    while let Some(first) = waiting.pop_first() {
        let part = part_of(first, &mut waiting);
        let is_fed = part.iter().any(|square| sources.contains(square));
        if !is_fed && !sources.is_empty() && part.len() >= LEAST {
            found.push(part.into_iter().collect());
        }
    }
    found
}

/// The squares that hang together with one, taken out of those that are waiting.
fn part_of(first: Square, waiting: &mut BTreeSet<Square>) -> BTreeSet<Square> {
    let mut part = BTreeSet::from([first]);
    let mut next = vec![first];
    while let Some(Square { col, row }) = next.pop() {
        let beside = [
            (col.checked_sub(1), Some(row)),
            (Some(col + 1), Some(row)),
            (Some(col), row.checked_sub(1)),
            (Some(col), Some(row + 1)),
        ];
        for near in beside.into_iter().filter_map(|(col, row)| Some(Square::new(col?, row?))) {
            if waiting.remove(&near) {
                part.insert(near);
                next.push(near);
            }
        }
    }
    part
}

/// The pockets of the sides of which a situation tells.
pub(super) fn of(of: &SituationOf<'_>) -> Vec<Pocket> {
    let campaign = of.campaign;
    let tree = Tree::new(campaign);
    let told = campaign.sides.iter().map(|side| side.id).filter(|side| of.side.is_none_or(|own| own == *side));
    let size = (campaign.frame.columns, campaign.frame.rows);
    let mut found = Vec::new();
    for side in told {
        for squares in pockets(size, |square| campaign.ground.control(square), side, &sources(campaign, side)) {
            found.extend(pocket(campaign, &tree, side, squares));
        }
    }
    found
}

/// Where supply comes to a side from outside the map.
fn sources(campaign: &Campaign, side: SideId) -> BTreeSet<Square> {
    let railheads = campaign.railheads.values().filter(|head| head.side == side && head.source && !head.closed);
    let depots = campaign.dumps.values().filter(|dump| dump.source && !dump.closed);
    let own = depots.filter(|dump| campaign.account_side(dump.id.as_str()) == Some(side));
    railheads.map(|head| head.square).chain(own.map(|dump| dump.square)).collect()
}

/// A pocket of these squares; none where nobody of the side stands in them any more: that is only ground that is cut off.
fn pocket(campaign: &Campaign, tree: &Tree<'_>, side: SideId, squares: Vec<Square>) -> Option<Pocket> {
    let within: BTreeSet<Square> = squares.iter().copied().collect();
    let of_side = || campaign.formations.values().filter(|formation| formation.side == side);
    let divisions = of_side().filter(|f| f.echelon == Echelon::Division && f.leaf.is_none());
    let divisions = divisions.filter(|f| tree.square(f).is_some_and(|square| within.contains(&square))).count();
    let stands = |f: &&Formation| f.stands_on().is_some_and(|square| within.contains(&square));
    let leaves: Vec<&Formation> = of_side().filter(stands).collect();
    let sp = leaves.iter().filter_map(|f| f.leaf.as_ref()).map(campaign::Leaf::sp).sum();
    (!leaves.is_empty()).then_some(Pocket { side, squares, divisions, sp })
}
