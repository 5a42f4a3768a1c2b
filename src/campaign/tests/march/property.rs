//! Whatever is ordered on whatever ground.

use proptest::prelude::*;

use campaign::march::{Manner, Ruling, Task, march, minutes, rates};
use campaign::{Campaign, GroundFactors, MarchOrder};
use domain::*;

use super::*;
use crate::squares::*;

const MOBILITIES: [Mobility; 4] = [Mobility::Foot, Mobility::Armoured, Mobility::Motorised, Mobility::Cavalry];
const ARMS: [Arm; 4] = [Arm::Infantry, Arm::Armour, Arm::Logistic, Arm::Hq];

#[derive(Debug, Clone)]
struct Plan {
    terrain: Vec<usize>,
    roads: Vec<usize>,
    rivers: Vec<usize>,
    bridges: Vec<(u16, u16, bool)>,
    leaves: Vec<(bool, usize, usize, u16, u16, u16)>,
    orders: Vec<(usize, u16, u16, usize, bool)>,
}

fn plan() -> impl Strategy<Value = Plan> {
    let squares = usize::from(SIZE * SIZE);
    (
        prop::collection::vec(0..12_usize, squares),
        prop::collection::vec(0..6_usize, squares * 2),
        prop::collection::vec(0..12_usize, squares * 2),
        prop::collection::vec((0..SIZE - 1, 0..SIZE, any::<bool>()), 0..6),
        prop::collection::vec((any::<bool>(), 0..4_usize, 0..4_usize, 0..SIZE, 0..SIZE, 0..400_u16), 2..14),
        prop::collection::vec((0..6_usize, 0..SIZE, 0..SIZE, 0..3_usize, any::<bool>()), 1..6),
    )
        .prop_map(|(terrain, roads, rivers, bridges, leaves, orders)| Plan {
            terrain,
            roads,
            rivers,
            bridges,
            leaves,
            orders,
        })
}

/// The campaign of a plan: two divisions a side, leaves on squares that no leaf of the other side holds.
fn campaign(plan: &Plan) -> Campaign {
    use Terrain::{City, Close, Lake, Marsh, Open, Town};
    let mut campaign = empty();
    let kinds = [Open, Open, Open, Open, Open, Open, Close, Close, Marsh, Town, City, Lake];
    let map = ground(&mut campaign);
    for (index, kind) in plan.terrain.iter().enumerate() {
        map.set_terrain(sq(index as u16 % SIZE, index as u16 / SIZE), kinds[*kind]);
    }
    for index in 0..plan.roads.len() {
        let side = map.side_at(index);
        let (_, other) = side.squares();
        if other.col < SIZE && other.row < SIZE {
            map.set_road(
                side,
                [Some(RoadQuality::Good), Some(RoadQuality::Poor)].get(plan.roads[index]).copied().flatten(),
            );
            let class = RiverClass::ALL.get(plan.rivers[index]).copied();
            map.set_river(side, class.map(|class| campaign::RiverSide { class, river: 0 }));
        }
    }
    for (col, row, open) in &plan.bridges {
        let state = if *open { CrossingState::Open } else { CrossingState::Destroyed };
        crossing(
            &mut campaign,
            sq(*col, *row),
            sq(*col + 1, *row),
            if *open { "vehicles foot" } else { "foot" },
            state,
        );
    }
    for id in ["ax", "ax.a", "ax.b", "su", "su.a", "su.b"] {
        formation(&mut campaign, id, if id.starts_with("ax") { "AX" } else { "SU" });
    }
    let mut held: Vec<(Square, bool)> = Vec::new();
    for (number, (is_ax, arm, mobility, col, row, minutes)) in plan.leaves.iter().enumerate() {
        let at = sq(*col, *row);
        if held.iter().any(|(square, ax)| *square == at && ax != is_ax) || campaign.ground.terrain(at) == Lake {
            continue;
        }
        held.push((at, *is_ax));
        let (side, division) = (if *is_ax { "AX" } else { "SU" }, if number % 3 == 0 { "b" } else { "a" });
        let id = format!("{}.{division}.{number}", side.to_lowercase());
        leaf(&mut campaign, &id, side, ARMS[*arm], MOBILITIES[*mobility], at);
        let own = campaign.formations.get_mut(&id).unwrap().leaf.as_mut().unwrap();
        own.march.minutes = (*minutes).min(360);
    }
    campaign
}

fn orders(plan: &Plan) -> Vec<(&'static str, MarchOrder)> {
    const UNITS: [&str; 6] = ["ax", "ax.a", "ax.b", "su", "su.a", "su.b"];
    let mut found: Vec<(&str, MarchOrder)> = Vec::new();
    for (unit, col, row, manner, split) in &plan.orders {
        if found.iter().all(|(there, _)| *there != UNITS[*unit]) {
            let order = MarchOrder { split: *split, ..order(&[sq(*col, *row)], Manner::ALL[*manner]) };
            found.push((UNITS[*unit], order));
        }
    }
    found
}

/// Whether a step over this side can be made at all, by the rules as they stand on the page.
fn is_passable(campaign: &Campaign, from: Square, to: Square, by_foot: bool) -> bool {
    let side = from.side_to(to).unwrap();
    let open = campaign.crossings.values().any(|c| {
        c.side == Some(side) && c.is_open(campaign.bound) && if by_foot { c.carries.foot } else { c.carries.vehicles }
    });
    let closed = campaign.ground.river(side).is_some_and(|r| matches!(r.class, RiverClass::Major | RiverClass::Lake));
    campaign.ground.terrain(to) != Terrain::Lake && (open || !closed)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn no_march_enters_the_enemys_squares_or_closed_water_or_takes_more_minutes_than_there_are(plan in plan()) {
        let campaign = campaign(&plan);
        let account = run(&campaign, &orders(&plan));
        let still: Vec<(SideId, Square)> = campaign
            .formations
            .values()
            .filter(|f| f.is_fighting_leaf() && account.leaves.iter().all(|l| l.leaf != f.id || l.way.is_empty()))
            .map(|f| (f.side, f.stands_on().unwrap()))
            .collect();
        for leaf in &account.leaves {
            let formation = &campaign.formations[&leaf.leaf];
            let mobility = formation.mobility.unwrap();
            prop_assert!(leaf.after.minutes <= 360, "{leaf:?}");
            prop_assert!(leaf.after.minutes >= leaf.before.minutes);
            let mut at = leaf.from;
            let mut least = 0;
            for next in &leaf.way {
                prop_assert!(is_passable(&campaign, at, *next, matches!(mobility, Mobility::Foot | Mobility::Cavalry)));
                prop_assert!(still.iter().all(|(side, square)| *side == formation.side || square != next), "{leaf:?}");
                let way = campaign::march::way(&campaign, at.side_to(*next).unwrap());
                let into = campaign.ground.terrain(*next);
                let calm = GroundFactors::none();
                least += minutes(3_000, rates(mobility).unwrap(), leaf.manner, (way, into), &calm);
                at = *next;
            }
            let spent = u32::from(leaf.after.minutes - leaf.before.minutes);
            prop_assert!(least <= spent, "{leaf:?}: {least} minutes at its own rate");
        }
        let after = after(&campaign, &account);
        for one in after.formations.values().filter(|f| f.is_fighting_leaf()) {
            let other = after.formations.values().find(|f| {
                f.is_fighting_leaf() && f.side != one.side && f.stands_on() == one.stands_on()
            });
            prop_assert!(other.is_none(), "{} and {:?}", one.id, other.map(|f| &f.id));
        }
        prop_assert_eq!(campaign::breaches(&after), Vec::new());
    }

    #[test]
    fn the_order_of_the_orders_does_not_matter(plan in plan(), turn in 0..6_usize) {
        let campaign = campaign(&plan);
        let orders = orders(&plan);
        let tasks = |turn: usize, back: bool| {
            let mut tasks: Vec<Task<'_>> =
                orders.iter().map(|(id, order)| Task { unit: campaign.formation(id).unwrap(), order }).collect();
            let len = tasks.len();
            tasks.rotate_left(turn % len);
            if back {
                tasks.reverse();
            }
            march(&campaign, &tasks, &Ruling::default())
        };
        let first = tasks(0, false);
        prop_assert_eq!(&first, &tasks(turn, false));
        prop_assert_eq!(&first, &tasks(turn, true));
    }
}
