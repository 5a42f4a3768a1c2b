//! Lines of supply beside an independent search: petgraph over a graph of squares and stretches made here.

use campaign::march::{FORDING_MINUTES, Manner, minutes, rates, way};
use campaign::{Campaign, Formation, Setting};
use domain::{Mobility, RiverClass, SideId, Square, Terrain};
use petgraph::algo::dijkstra;
use petgraph::graphmap::DiGraphMap;
use supply::{SupplyState, assess};

use crate::disturb::disturbed;
use crate::starts::sides;
use crate::uranus;

/// A square, and how many squares across country a lorry has gone when it comes there.
pub(super) type Node = (Square, u32);

fn is_clear(campaign: &Campaign, held: &std::collections::BTreeSet<Square>, side: SideId, square: Square) -> bool {
    campaign.ground.control(square).is_none_or(|by| by == side) && !held.contains(&square)
}

fn has_road(campaign: &Campaign, square: Square) -> bool {
    let mut sides = campaign.frame.neighbours(square).filter_map(|next| square.side_to(next));
    sides.any(|side| way(campaign, side).is_some())
}

/// Minutes of a lorry's step, by the words of the model page; none where it cannot go.
pub(super) fn step(campaign: &Campaign, from: Square, to: Square) -> Option<u32> {
    let side = from.side_to(to)?;
    let road = way(campaign, side);
    let terrain = campaign.ground.terrain(to);
    if terrain == Terrain::Lake && road.is_none() {
        return None;
    }
    let there: Vec<_> = campaign.crossings_at(side).filter(|c| c.carries.vehicles).collect();
    let open = there.iter().any(|crossing| crossing.is_open(campaign.bound));
    let ford = match campaign.ground.river(side).map(|river| river.class) {
        None => 0,
        Some(_) if open => 0,
        Some(RiverClass::Minor) if road.is_some() && there.is_empty() => 0,
        Some(RiverClass::Minor) => FORDING_MINUTES,
        Some(_) => return None,
    };
    let lorry = rates(Mobility::Motorised)?;
    let factors = campaign.ground_now();
    Some(ford + minutes(campaign.frame.square_m, lorry, Manner::Road, (road, terrain), &factors))
}

fn graph(campaign: &Campaign, side: SideId) -> DiGraphMap<Node, u32> {
    let enemies = campaign.formations.values().filter(|f| f.side != side && f.is_fighting_leaf());
    let held: std::collections::BTreeSet<Square> = enemies.filter_map(Formation::stands_on).collect();
    ground(campaign, |square| is_clear(campaign, &held, side, square))
}

/// The ground as it is where nobody bars it.
pub(super) fn open_ground(campaign: &Campaign) -> DiGraphMap<Node, u32> {
    ground(campaign, |_| true)
}

fn ground(campaign: &Campaign, passes: impl Fn(Square) -> bool) -> DiGraphMap<Node, u32> {
    let stretch = campaign.settings.number(Setting::OffroadKm) * 1_000 / campaign.frame.square_m;
    let mut graph = DiGraphMap::new();
    for from in campaign.frame.squares() {
        for to in campaign.frame.neighbours(from).filter(|to| passes(*to)) {
            let Some(cost) = step(campaign, from, to) else { continue };
            let by_road = from.side_to(to).is_some_and(|side| way(campaign, side).is_some());
            for gone in 0..=stretch {
                if by_road {
                    graph.add_edge((from, gone), (to, 0), cost);
                } else if gone < stretch {
                    let level = if has_road(campaign, to) { 0 } else { gone + 1 };
                    graph.add_edge((from, gone), (to, level), cost);
                }
            }
        }
    }
    graph
}

/// Every leg of an open line takes no longer, and no less, than petgraph's quickest way to its end.
fn check(campaign: &Campaign) -> usize {
    let mut legs = 0;
    for side in sides(campaign) {
        let graph = graph(campaign, side);
        let found = assess(campaign, &[side], 0);
        for assessment in found.iter().filter(|a| a.log.state == SupplyState::InSupply).step_by(7) {
            for leg in &assessment.log.legs {
                let (first, last) = (leg.path[0], leg.path[leg.path.len() - 1]);
                let reached = dijkstra(&graph, (first, 0), None, |(_, _, cost)| *cost);
                let quickest = if first == last {
                    Some(0)
                } else {
                    reached.iter().filter(|((square, _), _)| *square == last).map(|(_, cost)| *cost).min()
                };
                assert_eq!(quickest.map(u64::from), Some(leg.minutes), "`{}` to `{}`", assessment.unit, leg.to);
                legs += 1;
            }
        }
    }
    legs
}

#[test]
fn open_legs_are_quickest_ways_by_an_independent_search() {
    let start = uranus();
    assert!(check(&start) > 30);
    for seed in [3, 14, 15, 92] {
        assert!(check(&disturbed(&start, seed)) > 10);
    }
}
