//! Whether vehicles can come where they are sent: what lies with the enemy, and where no clear way leads now.
//!
//! What it decides: a stop with the enemy is a rule against the sending; a way that is barred for the moment is only
//! told, for it may be clear when they set out.
//! What it never does: count hours (`convoy_reach`).

use campaign::{Campaign, Convoy, Errand, Tree};
use domain::{SideId, Square};
use supply::Roads;

/// Where a sending loads, and where it unloads.
pub(crate) fn ends(tree: &Tree<'_>, convoy: &Convoy) -> (Option<Square>, Option<Square>) {
    let loads = convoy.take.as_ref().and_then(|take| tree.campaign().account_square(take.from.as_str()));
    let delivering = Convoy { errand: Errand::Deliver, take: None, ..convoy.clone() };
    (loads, delivering.destination(tree))
}

/// Where it leads, in order: where it loads, its way points, where it unloads.
fn stops(tree: &Tree<'_>, convoy: &Convoy) -> Vec<Square> {
    let (loads, unloads) = ends(tree, convoy);
    loads.into_iter().chain(convoy.via.iter().copied()).chain(unloads).collect()
}

/// The rules against a sending whose stops lie with the enemy, in words.
pub(crate) fn can_come(tree: &Tree<'_>, side: SideId, convoy: &Convoy) -> Vec<String> {
    let campaign = tree.campaign();
    let mut stops = stops(tree, convoy);
    stops.sort_unstable();
    stops.dedup();
    let lies = |square: &Square| campaign.lies_with_enemy(side, *square);
    let side = campaign.side_name(side);
    stops.iter().filter_map(lies).map(|why| format!("{why}: no {side} vehicle can get there")).collect()
}

/// Where no clear way leads from stop to stop as things stand, and what bars it, in a sentence.
pub(crate) fn warning(campaign: &Campaign, convoy: &Convoy) -> Option<String> {
    let side = convoy.side(campaign)?;
    let network = supply::network(campaign);
    let mut roads = Roads::new(campaign, &network);
    let mut from = convoy.home;
    for to in stops(&Tree::new(campaign), convoy) {
        if !roads.is_clear(side, from, to) && from != to {
            let [a, b] = [from, to].map(|square| campaign.frame.reference(square));
            let why = roads.why_not(side, from, to);
            return Some(format!("no clear way leads from {a} to {b} now: {why}"));
        }
        from = to;
    }
    None
}
