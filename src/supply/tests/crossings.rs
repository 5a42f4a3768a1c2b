//! Every crossing of Uranus that a road leads to is used by that road, and its loss is felt.

use std::collections::BTreeSet;

use campaign::{Campaign, Crossing};
use domain::{CrossingState, RiverClass, SquareSide};
use petgraph::algo::dijkstra;

use super::petgraph_check::{Node, open_ground, step};
use crate::uranus;

/// The sides of squares over which a road goes.
fn passed(campaign: &Campaign) -> BTreeSet<SquareSide> {
    let steps = campaign.roads.iter().flat_map(|road| road.path.windows(2));
    steps.filter_map(|step| step[0].side_to(step[1])).collect()
}

/// Whether nobody gets over a side without a crossing.
fn is_great_river(campaign: &Campaign, side: SquareSide) -> bool {
    let river = campaign.ground.river(side);
    river.is_some_and(|river| river.class != RiverClass::Minor)
}

/// Whether a road comes within two squares of a crossing.
fn is_led_to(campaign: &Campaign, side: SquareSide) -> bool {
    let (one, other) = side.squares();
    let mut squares = campaign.roads.iter().flat_map(|road| &road.path);
    squares.any(|square| square.reach_to(one) <= 2 || square.reach_to(other) <= 2)
}

/// The crossings for vehicles to which a road leads.
fn led_to(campaign: &Campaign) -> Vec<(&Crossing, SquareSide)> {
    let with_side = campaign.crossings.values().filter(|c| c.carries.vehicles).filter_map(|c| Some((c, c.side?)));
    with_side.filter(|(_, side)| is_led_to(campaign, *side)).collect()
}

#[test]
fn a_road_that_leads_to_a_crossing_uses_it() {
    let campaign = uranus();
    let passed = passed(&campaign);
    let led_to = led_to(&campaign);
    assert_eq!(led_to.len(), 36, "every crossing of Uranus but the railway bridge of Rychkovsky");
    let unused: Vec<&str> =
        led_to.iter().filter(|(_, side)| !passed.contains(side)).map(|(c, _)| c.id.as_str()).collect();
    assert_eq!(unused, [""; 0]);
    let bridged: BTreeSet<SquareSide> = led_to.iter().map(|(_, side)| *side).collect();
    let great = passed.iter().filter(|side| is_great_river(&campaign, **side));
    let by_itself: Vec<&SquareSide> = great.filter(|side| !bridged.contains(side)).collect();
    assert!(by_itself.is_empty(), "roads that are bridges by themselves: {by_itself:?}");
}

#[test]
fn where_a_crossing_is_destroyed_the_way_between_its_squares_takes_longer_or_is_gone() {
    let campaign = uranus();
    let mut ground = open_ground(&campaign);
    for (crossing, side) in led_to(&campaign) {
        let (a, b) = side.squares();
        let with = |state| {
            let mut campaign = campaign.clone();
            campaign.crossings.get_mut(&crossing.id).expect("the crossing").state = state;
            campaign
        };
        let before = step(&with(CrossingState::Open), a, b).expect("an open crossing");
        let lost = with(CrossingState::Destroyed);
        let levels: Vec<(Node, Node, u32)> = ground
            .all_edges()
            .filter(|(from, to, _)| (from.0, to.0) == (a, b) || (from.0, to.0) == (b, a))
            .map(|(from, to, cost)| (from, to, *cost))
            .collect();
        for (from, to, _) in &levels {
            ground.remove_edge(*from, *to);
            if let Some(cost) = step(&lost, from.0, to.0) {
                ground.add_edge(*from, *to, cost);
            }
        }
        let reached = dijkstra(&ground, (a, 0), None, |(_, _, cost)| *cost);
        let after = reached.iter().filter(|((square, _), _)| *square == b).map(|(_, cost)| *cost).min();
        assert!(after.is_none_or(|after| after > before), "`{}`: {before} minutes, then {after:?}", crossing.id);
        for (from, to, cost) in levels {
            ground.add_edge(from, to, cost);
        }
    }
}
