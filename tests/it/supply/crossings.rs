//! Every crossing of Uranus that a road leads to is used by that road, and its loss is felt.

use std::collections::BTreeSet;

use petgraph::algo::dijkstra;
use railhead::campaign::{Campaign, Crossing};
use railhead::domain::{CrossingState, RiverClass, SquareSide};

use super::petgraph_check::{Node, open_ground, step};
use super::uranus;

/// The sides of great rivers over which a road goes.
fn forded(campaign: &Campaign) -> BTreeSet<SquareSide> {
    let steps = campaign.roads.iter().flat_map(|road| road.path.windows(2).filter_map(|p| p[0].side_to(p[1])));
    let great = |side: &SquareSide| {
        let river = campaign.ground.river(*side);
        river.is_some_and(|river| matches!(river.class, RiverClass::Major | RiverClass::Medium))
    };
    steps.filter(great).collect()
}

fn near(a: SquareSide, b: SquareSide) -> bool {
    let (a, b) = (a.squares(), b.squares());
    [a.0, a.1].iter().any(|x| [b.0, b.1].iter().any(|y| x.reach_to(*y) <= 2))
}

/// The crossings for vehicles to which a road leads: one that goes over the same river within two squares of them.
fn led_to(campaign: &Campaign) -> Vec<(&Crossing, SquareSide)> {
    let forded = forded(campaign);
    let river = |side| campaign.ground.river(side).map(|river| river.river);
    let with_side = campaign.crossings.values().filter(|c| c.carries.vehicles).filter_map(|c| Some((c, c.side?)));
    with_side.filter(|(_, side)| forded.iter().any(|at| river(*at) == river(*side) && near(*at, *side))).collect()
}

#[test]
fn a_road_that_leads_to_a_crossing_uses_it() {
    let campaign = uranus();
    let forded = forded(&campaign);
    let led_to = led_to(&campaign);
    assert!(led_to.len() >= 20, "{} crossings", led_to.len());
    let unused: Vec<&str> =
        led_to.iter().filter(|(_, side)| !forded.contains(side)).map(|(c, _)| c.id.as_str()).collect();
    assert_eq!(unused, [""; 0]);
    let bridged: BTreeSet<SquareSide> = campaign.crossings.values().filter_map(|c| c.side).collect();
    let by_itself: Vec<&SquareSide> = forded.difference(&bridged).collect();
    assert!(by_itself.is_empty(), "roads that are bridges by themselves: {by_itself:?}");
}

#[test]
fn where_a_crossing_is_destroyed_the_way_between_its_squares_takes_longer_or_is_gone() {
    let campaign = uranus();
    let mut ground = open_ground(&campaign);
    for (crossing, side) in led_to(&campaign) {
        let (a, b) = side.squares();
        let mut lost = campaign.clone();
        let there = lost.crossings.get_mut(&crossing.id).expect("the crossing");
        if !crossing.is_open(campaign.bound) {
            continue;
        }
        let before = step(&campaign, a, b).expect("an open crossing");
        there.state = CrossingState::Destroyed;
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
