//! Cases worked out by hand from the movement table (km/h to contact, assault, road: foot 1, 0.5, 2; armoured 3, 1, 6;
//! motorised 3, 0.5, 9) on squares of 3 km, with six moving hours.

use campaign::march::{Arrival, Manner, Marched, Passed, Stop, Towards, contacts};
use campaign::{Campaign, GroundFactors};
use domain::*;

use super::*;
use crate::squares::*;
use crate::units::side;

/// A battalion `ax.1` in 0505.
fn battalion(mobility: Mobility) -> Campaign {
    let mut campaign = empty();
    leaf(&mut campaign, "ax.1", "AX", Arm::Infantry, mobility, sq(5, 5));
    campaign
}

/// Eastward along row 5.
fn east(count: u16) -> Vec<Square> {
    (5..=5 + count).map(|col| sq(col, 5)).collect()
}

#[test]
fn foot_goes_two_squares_to_contact_in_a_bound_and_uses_all_of_it() {
    let account = run(&battalion(Mobility::Foot), &[("ax.1", order(&[sq(8, 5)], Manner::Contact))]);
    let march = of(&account, "ax.1");
    assert_eq!(march.way, [sq(6, 5), sq(7, 5)]);
    assert_eq!((march.after.minutes, march.after.towards, march.stop.clone()), (360, None, Some(Stop::Hours)));
    assert_eq!((march.left.len(), march.left_minutes), (1, 180));
    assert_eq!((&march.entered[..], &march.left[..]), (&[180, 360][..], &[(sq(8, 5), 180)][..]));
    assert_eq!(march.after.came, Some(Arrival { bound: Bound::FIRST, minute: 360 }));
    let taken: Vec<Square> = account.taken[0].1.iter().map(|(square, _)| *square).collect();
    assert_eq!((account.taken[0].0, taken), (side("AX"), vec![sq(6, 5), sq(7, 5)]));
}

// Minutes for one square: hours at the rate, halves for poor roads, six hours for lorries off the road in marsh.
#[test]
fn a_step_takes_what_the_table_says() {
    let cases = [
        (Mobility::Foot, Manner::Road, Some(RoadQuality::Good), Terrain::Open, 90),
        (Mobility::Foot, Manner::Contact, Some(RoadQuality::Good), Terrain::Open, 180),
        (Mobility::Foot, Manner::Contact, None, Terrain::Close, 360),
        (Mobility::Armoured, Manner::Road, Some(RoadQuality::Poor), Terrain::Close, 45),
        (Mobility::Armoured, Manner::Contact, Some(RoadQuality::Poor), Terrain::Open, 90),
        (Mobility::Armoured, Manner::Assault, None, Terrain::Open, 180),
        (Mobility::Motorised, Manner::Road, Some(RoadQuality::Good), Terrain::Marsh, 20),
        (Mobility::Motorised, Manner::Road, None, Terrain::Marsh, 360),
        (Mobility::Cavalry, Manner::Contact, None, Terrain::Open, 90),
        (Mobility::LightRecce, Manner::Contact, None, Terrain::Town, 36),
    ];
    for (mobility, manner, road_is, terrain, expected) in cases {
        let mut campaign = battalion(mobility);
        ground(&mut campaign).set_terrain(sq(6, 5), terrain);
        if let Some(quality) = road_is {
            road(&mut campaign, quality, &east(1));
        }
        let account = run(&campaign, &[("ax.1", order(&[sq(6, 5)], manner))]);
        let march = of(&account, "ax.1");
        assert_eq!((march.after.minutes, &march.stop), (expected, &None), "{mobility} {manner} {terrain}");
    }
}

// Open ground to contact: a lorry takes 60 minutes, and an hour more for a river that it fords.
#[test]
fn rivers_cost_an_hour_or_bar() {
    let (a, b) = (sq(5, 5), sq(6, 5));
    let cases = [
        ("minor without a road", RiverClass::Minor, false, None, false, Some(120)),
        ("minor on a road", RiverClass::Minor, true, None, false, Some(60)),
        ("minor on a road, its bridge down", RiverClass::Minor, true, Some(("vehicles", false)), false, Some(120)),
        ("medium on a road", RiverClass::Medium, true, None, false, Some(120)),
        ("medium, a bridge", RiverClass::Medium, false, Some(("foot vehicles", true)), false, Some(60)),
        ("medium, a footbridge", RiverClass::Medium, false, Some(("foot", true)), false, Some(120)),
        ("medium in thaw", RiverClass::Medium, false, None, true, None),
        ("major", RiverClass::Major, true, None, false, None),
        ("major, a bridge", RiverClass::Major, true, Some(("vehicles", true)), false, Some(60)),
        ("major, a footbridge", RiverClass::Major, true, Some(("foot", true)), false, None),
        ("lake side", RiverClass::Lake, false, None, false, None),
    ];
    for (what, class, by_road, bridge, thaw, expected) in cases {
        let mut campaign = battalion(Mobility::Motorised);
        // The river runs round 0505: there is no other way out.
        for next in campaign.frame.neighbours(a).collect::<Vec<_>>() {
            river(&mut campaign, if next == b { class } else { RiverClass::Lake }, a, next);
        }
        if by_road {
            road(&mut campaign, RoadQuality::Good, &[a, b]);
        }
        if let Some((carries, open)) = bridge {
            let state = if open { CrossingState::Open } else { CrossingState::Destroyed };
            crossing(&mut campaign, a, b, carries, state);
        }
        campaign.ground_factors = vec![GroundFactors { name: "thaw".into(), thaw, ..GroundFactors::none() }];
        campaign.weather = vec![weather(&campaign, "thaw")];
        let account = run(&campaign, &[("ax.1", order(&[b], Manner::Contact))]);
        let march = of(&account, "ax.1");
        let found = march.stop.is_none().then_some(march.after.minutes);
        assert_eq!(found, expected, "{what}: {:?}", march.stop);
        assert_eq!(expected.is_none(), march.stop == Some(Stop::NoWay), "{what}");
    }
}

// Tanks on open ground: an hour a square. With 310 of 360 minutes used, 50 are left: ten short of a square.
#[test]
fn what_is_left_of_the_hours_is_kept_on_the_way_to_the_next_square() {
    let mut campaign = battalion(Mobility::Armoured);
    let own = campaign.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap();
    own.march = Marched { minutes: 310, today: true, towards: None, came: None, passed: None };
    let orders = [("ax.1", order(&[sq(7, 5)], Manner::Contact))];
    let account = run(&campaign, &orders);
    let march = of(&account, "ax.1");
    let towards = Some(Towards { square: sq(6, 5), minutes: 50 });
    assert_eq!((march.way.len(), march.after.minutes, march.after.towards), (0, 360, towards));
    assert_eq!((march.left.len(), march.left_minutes), (2, 70));
    let mut next = after(&campaign, &account);
    next.bound = next.bound.next();
    let own = next.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap();
    own.march = own.march.after_close(Bound::FIRST, 6);
    let onward = run(&next, &orders);
    assert_eq!((of(&onward, "ax.1").after.minutes, of(&onward, "ax.1").way.len()), (70, 2));
    let elsewhere = run(&next, &[("ax.1", order(&[sq(5, 6)], Manner::Contact))]);
    assert_eq!(of(&elsewhere, "ax.1").after.minutes, 60, "what was marched elsewhere is lost");
}

// Foot makes two squares a bound. The way turns at 0605: without knowing that it is past, the second bound would begin
// with the way back.
#[test]
fn a_march_given_anew_does_not_go_back_to_way_points_that_are_passed() {
    let campaign = battalion(Mobility::Foot);
    let way = |points: &[Square]| [("ax.1", order(points, Manner::Contact))];
    let round = way(&[sq(6, 5), sq(6, 8)]);
    let first = run(&campaign, &round);
    let march = of(&first, "ax.1");
    assert_eq!(march.way, [sq(6, 5), sq(6, 6)]);
    assert_eq!((march.passed, march.after.passed), (0, Some(Passed { square: sq(6, 5), count: 1 })));
    let mut next = after(&campaign, &first);
    next.bound = next.bound.next();
    let own = next.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap();
    own.march = own.march.after_close(Bound::FIRST, 6);
    let onward = run(&next, &round);
    let march = of(&onward, "ax.1");
    assert_eq!((march.passed, march.way.as_slice()), (1, [sq(6, 7), sq(6, 8)].as_slice()));
    assert_eq!((march.stop.clone(), march.after.passed), (None, None), "it has come where it was to");
    let other = run(&next, &way(&[sq(6, 7), sq(6, 5), sq(6, 8)]));
    assert_eq!((of(&other, "ax.1").passed, of(&other, "ax.1").way[1]), (0, sq(6, 6)), "another way leads back");
    let still = |minutes: u16| {
        let mut here = next.clone();
        here.formations.get_mut("ax.1").unwrap().leaf.as_mut().unwrap().march.minutes = minutes;
        of(&run(&here, &way(&[sq(9, 9)])), "ax.1").after.passed
    };
    assert_eq!(still(360), Some(Passed { square: sq(6, 5), count: 1 }), "who does not march keeps what it has");
    assert_eq!(still(0), None, "a march without way points");
}

// Division of tanks and lorries: to contact off the road both make 3 km/h; in marsh lorries set the pace (six hours),
// on a good road tanks do (30 minutes), and alone a lorry would take 20.
#[test]
fn a_formation_keeps_the_pace_of_its_slowest_fighting_leaf() {
    let mut campaign = empty();
    formation(&mut campaign, "ax", "AX");
    leaf(&mut campaign, "ax.t", "AX", Arm::Armour, Mobility::Armoured, sq(5, 5));
    leaf(&mut campaign, "ax.m", "AX", Arm::Motorised, Mobility::Motorised, sq(5, 5));
    leaf(&mut campaign, "ax.log", "AX", Arm::Logistic, Mobility::HorseDrawn, sq(5, 5));
    road(&mut campaign, RoadQuality::Good, &east(1));
    let minutes = |order: MarchOrderOf| {
        let account = run(&campaign, &[("ax", order)]);
        ["ax.t", "ax.m", "ax.log"].map(|id| of(&account, id).after.minutes)
    };
    assert_eq!(minutes(order(&[sq(6, 5)], Manner::Road)), [30, 30, 90]);
    let split = MarchOrderOf { split: true, ..order(&[sq(6, 5)], Manner::Road) };
    assert_eq!(minutes(split), [30, 20, 90]);
}

type MarchOrderOf = campaign::MarchOrder;

#[test]
fn leaves_keep_their_places_and_end_on_the_square_itself_where_theirs_is_water() {
    let mut campaign = empty();
    formation(&mut campaign, "ax", "AX");
    leaf(&mut campaign, "ax.hq", "AX", Arm::Hq, Mobility::Motorised, sq(2, 2));
    leaf(&mut campaign, "ax.1", "AX", Arm::Motorised, Mobility::Motorised, sq(2, 1));
    leaf(&mut campaign, "ax.2", "AX", Arm::Motorised, Mobility::Motorised, sq(3, 2));
    ground(&mut campaign).set_terrain(sq(5, 1), Terrain::Lake);
    let account = run(&campaign, &[("ax", order(&[sq(5, 2)], Manner::Contact))]);
    assert_eq!(of(&account, "ax.hq").at(), sq(5, 2));
    assert_eq!((of(&account, "ax.1").at(), of(&account, "ax.1").out_of_place), (sq(5, 2), true));
    assert_eq!((of(&account, "ax.2").at(), of(&account, "ax.2").out_of_place), (sq(6, 2), false));
    let close = MarchOrderOf { close_up: true, ..order(&[sq(5, 2)], Manner::Contact) };
    let account = run(&campaign, &[("ax", close)]);
    assert!(account.leaves.iter().all(|leaf| leaf.at() == sq(5, 2) && !leaf.out_of_place));
    let alone = MarchOrderOf { alone: true, ..order(&[sq(5, 2)], Manner::Contact) };
    let account = run(&campaign, &[("ax", alone)]);
    assert_eq!(account.leaves.iter().map(|leaf| leaf.leaf.as_str()).collect::<Vec<_>>(), ["ax.hq"]);
}

/// Lorries `ax.1` in 0505 and an enemy `su.1` on foot in `at`.
fn facing(at: Square) -> Campaign {
    let mut campaign = battalion(Mobility::Motorised);
    leaf(&mut campaign, "su.1", "SU", Arm::Infantry, Mobility::Foot, at);
    campaign
}

#[test]
fn a_march_ends_in_the_first_square_in_contact() {
    // Row 5 is the only way: rows 4 and 6 are lake.
    let mut campaign = facing(sq(9, 5));
    for col in 0..SIZE {
        ground(&mut campaign).set_terrain(sq(col, 4), Terrain::Lake);
        ground(&mut campaign).set_terrain(sq(col, 6), Terrain::Lake);
    }
    let account = run(&campaign, &[("ax.1", order(&[sq(10, 5)], Manner::Contact))]);
    let march = of(&account, "ax.1");
    assert_eq!((march.at(), march.after.minutes), (sq(8, 5), 180));
    assert_eq!(march.stop, Some(Stop::Contact("su.1".into())));
    let met = after(&campaign, &account);
    let [contact] = contacts(&met).try_into().unwrap();
    assert_eq!(contact.since(), Some(Arrival { bound: Bound::FIRST, minute: 180 }));
    assert_eq!(contact.last().map(|party| (party.side, party.minutes_left)), Some((side("AX"), 180)));
    let account = run(&met, &[("ax.1", order(&[sq(9, 5)], Manner::Contact))]);
    assert_eq!(of(&account, "ax.1").stop, Some(Stop::Held(sq(9, 5), "su.1".into())));
    assert!(!of(&account, "ax.1").has_marched());
}

// From contact at 0605 with 0705: back out as usual (60 minutes), or one square on within contact at the assault rate
// (0.5 km/h: six hours).
#[test]
fn who_begins_in_contact_goes_out_of_it_as_usual_or_one_square_on_in_assault() {
    let mut campaign = facing(sq(6, 5));
    leaf(&mut campaign, "su.2", "SU", Arm::Infantry, Mobility::Foot, sq(7, 6));
    ground(&mut campaign).set_terrain(sq(6, 6), Terrain::Open);
    let back = run(&campaign, &[("ax.1", order(&[sq(4, 5)], Manner::Contact))]);
    assert_eq!((of(&back, "ax.1").at(), of(&back, "ax.1").after.minutes), (sq(4, 5), 60));
    // 0506 lies beside nothing; 0606 beside both.
    for lake in [sq(5, 6), sq(4, 5), sq(5, 4)] {
        ground(&mut campaign).set_terrain(lake, Terrain::Lake);
    }
    ground(&mut campaign).set_terrain(sq(5, 4), Terrain::Open);
    let on = run(&campaign, &[("ax.1", order(&[sq(5, 4)], Manner::Contact))]);
    assert_eq!(of(&on, "ax.1").after.minutes, 60, "0504 is out of contact");
    leaf(&mut campaign, "su.3", "SU", Arm::Infantry, Mobility::Foot, sq(5, 3));
    let on = run(&campaign, &[("ax.1", order(&[sq(5, 4)], Manner::Contact))]);
    assert_eq!(of(&on, "ax.1").after.minutes, 360, "0504 is in contact too");
    assert_eq!(of(&on, "ax.1").stop, None);
}

#[test]
fn troops_beyond_a_closed_major_river_are_not_in_contact() {
    let mut campaign = facing(sq(6, 5));
    assert_eq!(contacts(&campaign).len(), 1);
    river(&mut campaign, RiverClass::Major, sq(5, 5), sq(6, 5));
    assert_eq!(contacts(&campaign), []);
    crossing(&mut campaign, sq(5, 5), sq(6, 5), "foot", CrossingState::Open);
    assert_eq!(contacts(&campaign).len(), 1);
}

// Both start at minute 0 at an hour a square, in columns 5 and 9: after an hour they stand in 6 and 8. `ax.1`, the lower
// id, enters 7 first, and there both are in contact: `su.1`, an hour on its way, halts in 8.
#[test]
fn two_who_march_at_each_other_stop_each_other() {
    let mut campaign = facing(sq(9, 5));
    campaign.formations.get_mut("su.1").unwrap().mobility = Some(Mobility::Motorised);
    for col in 0..SIZE {
        ground(&mut campaign).set_terrain(sq(col, 4), Terrain::Lake);
        ground(&mut campaign).set_terrain(sq(col, 6), Terrain::Lake);
    }
    let orders = [("su.1", order(&[sq(2, 5)], Manner::Contact)), ("ax.1", order(&[sq(11, 5)], Manner::Contact))];
    let account = run(&campaign, &orders);
    assert_eq!((of(&account, "ax.1").at(), of(&account, "ax.1").after.minutes), (sq(7, 5), 120));
    assert_eq!((of(&account, "su.1").at(), of(&account, "su.1").after.minutes), (sq(8, 5), 120));
    assert_eq!(of(&account, "su.1").stop, Some(Stop::Contact("ax.1".into())));
}

#[test]
fn what_does_not_fight_is_overrun_and_bars_nobody() {
    let mut campaign = battalion(Mobility::Motorised);
    formation(&mut campaign, "su", "SU");
    leaf(&mut campaign, "su.hq", "SU", Arm::Hq, Mobility::Motorised, sq(6, 5));
    leaf(&mut campaign, "su.log", "SU", Arm::Logistic, Mobility::Motorised, sq(6, 5));
    leaf(&mut campaign, "su.air", "SU", Arm::Air, Mobility::Air, sq(7, 5));
    let account = run(&campaign, &[("ax.1", order(&[sq(7, 5)], Manner::Contact))]);
    assert_eq!((of(&account, "ax.1").at(), &of(&account, "ax.1").stop), (sq(7, 5), &None));
    let lost: Vec<String> = account.overruns.iter().map(|overrun| format!("{:?}", overrun.what)).collect();
    assert_eq!(
        lost,
        [r#"Leaf(FormationId("su.hq"))"#, r#"Leaf(FormationId("su.log"))"#, r#"Leaf(FormationId("su.air"))"#]
    );
    // A truck overruns nobody and takes no ground.
    let truck = run(&campaign, &[("su.log", order(&[sq(8, 5)], Manner::Contact))]);
    assert_eq!((truck.taken.len(), truck.overruns.len()), (0, 0));
}

// Straight on by row 5 is four squares, and 0705 lies beside the enemy in 0706; by row 4 it is six squares, an hour each.
#[test]
fn the_way_goes_round_the_enemy_where_that_is_not_much_longer() {
    let mut campaign = battalion(Mobility::Motorised);
    leaf(&mut campaign, "su.1", "SU", Arm::Infantry, Mobility::Foot, sq(7, 6));
    let account = run(&campaign, &[("ax.1", order(&[sq(9, 5)], Manner::Contact))]);
    let march = of(&account, "ax.1");
    assert_eq!((march.at(), &march.stop, march.after.minutes), (sq(9, 5), &None, 360));
    assert!(!march.way.contains(&sq(7, 5)));
    assert_eq!(march.way, [sq(5, 4), sq(6, 4), sq(7, 4), sq(8, 4), sq(8, 5), sq(9, 5)], "the lowest references");
}

#[test]
fn nights_are_for_supply_vehicles() {
    let mut campaign = battalion(Mobility::Motorised);
    leaf(&mut campaign, "ax.log", "AX", Arm::Logistic, Mobility::Motorised, sq(5, 5));
    campaign.formations.get_mut("ax.log").unwrap().leaf.as_mut().unwrap().carries = Some(Commodity::Log);
    campaign.bound = "1n".parse().unwrap();
    let to = || order(&[sq(6, 5)], Manner::Contact);
    let account = run(&campaign, &[("ax.1", to()), ("ax.log", to())]);
    assert_eq!((of(&account, "ax.1").at(), &of(&account, "ax.1").stop), (sq(5, 5), &Some(Stop::Hours)));
    assert_eq!((of(&account, "ax.log").at(), of(&account, "ax.log").after.minutes), (sq(6, 5), 60));
}

// Ice of the second bound alone, on a great river to the east of 0505: closed before, open then, closed after. Ice of the
// whole river carries foot over every side of it, and no lorry.
#[test]
fn ice_and_dated_crossings_carry_within_their_dates() {
    let (a, b) = (sq(5, 5), sq(6, 5));
    for (whole, mobility, passes) in
        [(false, Mobility::Foot, true), (true, Mobility::Foot, true), (true, Mobility::Motorised, false)]
    {
        let mut campaign = battalion(mobility);
        campaign.rivers = vec![campaign::River { name: "River".into(), class: RiverClass::Major, course: Vec::new() }];
        for row in 0..SIZE {
            river(&mut campaign, RiverClass::Major, sq(5, row), sq(6, row));
        }
        crossing(&mut campaign, a, b, "foot", CrossingState::Open);
        let ice = campaign.crossings.values_mut().next().unwrap();
        (ice.kind, ice.from, ice.until) = (CrossingKind::Ice, "1pm".parse().ok(), "1pm".parse().ok());
        ice.side = ice.side.filter(|_| !whole);
        for (bound, within) in [("1am", false), ("1pm", true), ("2am", false)] {
            campaign.bound = bound.parse().unwrap();
            let account = run(&campaign, &[("ax.1", order(&[b], Manner::Contact))]);
            let march = of(&account, "ax.1");
            let expected = if within && passes { b } else { a };
            assert_eq!(march.at(), expected, "{whole} {mobility} {bound}: {:?}", march.stop);
            assert_eq!(march.stop == Some(Stop::NoWay), expected == a, "{bound}");
        }
    }
}

// Mud: open country half as slow again, good roads a quarter, poor roads double. A lorry off the road takes 90 minutes a
// square: four in six hours; on a good road 25: fourteen are 350 minutes, but the map ends after six; on a poor one
// 20 x 3/2 x 2 = 60: six.
#[test]
fn a_march_takes_the_time_of_the_weather() {
    let mud = GroundFactors { name: "mud".into(), open: 150, good: 125, poor: 200, ..GroundFactors::none() };
    for (way, squares, minutes) in
        [(None, 4, 360), (Some(RoadQuality::Good), 6, 150), (Some(RoadQuality::Poor), 6, 360)]
    {
        let mut campaign = battalion(Mobility::Motorised);
        if let Some(quality) = way {
            road(&mut campaign, quality, &east(6));
        }
        campaign.ground_factors = vec![mud.clone()];
        campaign.weather = vec![weather(&campaign, "mud")];
        let account = run(&campaign, &[("ax.1", order(&[sq(11, 5)], Manner::Road))]);
        let march = of(&account, "ax.1");
        assert_eq!((march.way.len(), march.after.minutes), (squares, minutes), "{way:?}");
    }
}

// Ground on which lorries cannot leave the road (house rule `ground_lorries`): there is a road to 0605, and none on.
#[test]
fn ground_that_bars_a_lorry_is_named() {
    use campaign::march::{Bars, Passage};
    let mut campaign = battalion(Mobility::Motorised);
    let lorry = campaign.formations.get_mut("ax.1").unwrap();
    lorry.arm = Arm::Logistic;
    lorry.leaf.as_mut().unwrap().carries = Some(Commodity::Log);
    road(&mut campaign, RoadQuality::Good, &east(1));
    let supply = campaign::SupplyGround { lorries_off: 0, ..campaign::SupplyGround::PLAIN };
    campaign.ground_factors = vec![GroundFactors { name: "mud".into(), supply, ..GroundFactors::none() }];
    campaign.weather = vec![weather(&campaign, "mud")];
    campaign.settings.set(campaign::Setting::GroundLorries, "on");
    let passage = Passage::new(&campaign);
    let bars = Bars::new(&campaign, &passage);
    let leaf = campaign.formation("ax.1").unwrap();
    assert_eq!(bars.of(leaf, sq(6, 5), Manner::Road), None);
    let bar = bars.of(leaf, sq(8, 5), Manner::Road).unwrap();
    assert_eq!(bar.text(&campaign, Mobility::Motorised), "the ground is impassable from 0605 to 0705");
    assert_eq!(bar.reach(&campaign, sq(5, 5)), "it could go as far as 0605, 20 minutes of marching, in D1 am");
}

// AX stood in 0505 before the campaign. SU came up to 0605 in D1 am, a second battalion of AX to 0505 in D1 pm: SU came up to
// AX, and AX came last.
#[test]
fn who_came_up_and_who_came_last_are_two_things() {
    let mut campaign = empty();
    leaf(&mut campaign, "ax.1", "AX", Arm::Infantry, Mobility::Foot, sq(5, 5));
    leaf(&mut campaign, "ax.2", "AX", Arm::Infantry, Mobility::Foot, sq(5, 5));
    leaf(&mut campaign, "su.1", "SU", Arm::Infantry, Mobility::Foot, sq(6, 5));
    let mut came = |id: &str, bound: &str, minute: u16| {
        let leaf = campaign.formations.get_mut(id).unwrap().leaf.as_mut().unwrap();
        leaf.march.came = Some(Arrival { bound: bound.parse().unwrap(), minute });
    };
    came("su.1", "1am", 180);
    came("ax.2", "1pm", 90);
    let [contact] = contacts(&campaign).try_into().unwrap();
    let side_of = |party: Option<&campaign::march::Party>| party.map(|party| party.side);
    assert_eq!((side_of(contact.came_up()), side_of(contact.last())), (Some(side("SU")), Some(side("AX"))));
}

// A river along row 2 parts 0501, the place of `ax.1`, from 0502, its formation's goal, up to a gap in column 11 or 6.
// `ax.hq` goes six squares of an hour, 360 minutes; from its goal to the place it is one square, twice an hour with a ford:
// 240 more. From 0204 to 0501 round column 11 it is 18 squares, 1080 minutes: too far; round column 6 it is 8, 480. To
// `bx`, that is to come to 0501 itself, no way is too long.
#[test]
fn a_place_on_the_wrong_bank_is_given_up_and_its_square_is_not() {
    for (gap, place, out_of_place) in [(11, sq(5, 2), true), (6, sq(5, 1), false)] {
        let mut campaign = empty();
        formation(&mut campaign, "ax", "AX");
        leaf(&mut campaign, "ax.hq", "AX", Arm::Hq, Mobility::Motorised, sq(2, 5));
        leaf(&mut campaign, "ax.1", "AX", Arm::Motorised, Mobility::Motorised, sq(2, 4));
        leaf(&mut campaign, "bx", "AX", Arm::Motorised, Mobility::Motorised, sq(2, 4));
        (0..gap).for_each(|col| river(&mut campaign, RiverClass::Major, sq(col, 1), sq(col, 2)));
        let to = |row| order(&[sq(5, row)], Manner::Contact);
        let account = run(&campaign, &[("ax", to(2)), ("bx", to(1))]);
        let march = of(&account, "ax.1");
        assert_eq!((march.to, march.out_of_place), (place, out_of_place), "{gap}");
        assert_eq!((of(&account, "bx").to, &of(&account, "bx").stop), (sq(5, 1), &Some(Stop::Hours)), "{gap}");
    }
}

// A great river between columns 5 and 6, with a footbridge in row 5 and one for vehicles in row 7: foot goes straight on,
// two squares; lorries two down, over, and two up again.
#[test]
fn each_goes_by_the_bridge_that_carries_it() {
    let mut campaign = battalion(Mobility::Foot);
    leaf(&mut campaign, "ax.2", "AX", Arm::Infantry, Mobility::Motorised, sq(5, 5));
    (0..SIZE).for_each(|row| river(&mut campaign, RiverClass::Major, sq(5, row), sq(6, row)));
    crossing(&mut campaign, sq(5, 5), sq(6, 5), "foot", CrossingState::Open);
    crossing(&mut campaign, sq(5, 7), sq(6, 7), "vehicles", CrossingState::Open);
    let to = || order(&[sq(6, 5)], Manner::Contact);
    let account = run(&campaign, &[("ax.1", to()), ("ax.2", to())]);
    assert_eq!(of(&account, "ax.1").way, [sq(6, 5)]);
    assert_eq!(of(&account, "ax.2").way, [sq(5, 6), sq(5, 7), sq(6, 7), sq(6, 6), sq(6, 5)]);
}

// From 0505 to 0605 lorries go nine squares by the bridge in row 9, and foot the one straight on; by way points it goes as it was
// ordered. From 0701 to 1101 it is four squares; round SU in 0901, and out of contact with it, two down and two up again besides.
#[test]
fn a_long_way_says_what_bars_the_short_one() {
    use campaign::march::{Bars, Detour, DetourBar, Obstacle, Passage};
    let mut campaign = battalion(Mobility::Foot);
    leaf(&mut campaign, "ax.2", "AX", Arm::Infantry, Mobility::Motorised, sq(5, 5));
    (0..SIZE).for_each(|row| river(&mut campaign, RiverClass::Major, sq(5, row), sq(6, row)));
    crossing(&mut campaign, sq(5, 5), sq(6, 5), "foot", CrossingState::Open);
    crossing(&mut campaign, sq(5, 9), sq(6, 9), "vehicles", CrossingState::Open);
    let detour = |campaign: &Campaign, id: &str, way: &[Square]| {
        let account = run(campaign, &[(id, order(way, Manner::Contact))]);
        let passage = Passage::new(campaign);
        Bars::new(campaign, &passage).detour(of(&account, id))
    };
    assert_eq!(detour(&campaign, "ax.1", &[sq(6, 5)]), None);
    let found = detour(&campaign, "ax.2", &[sq(6, 5)]).unwrap();
    let Detour { squares: 9, straight: 1, bar: Some(DetourBar::Ground(at, beyond, obstacle)) } = found else {
        panic!("{found:?}")
    };
    assert_eq!((at, beyond), (sq(5, 5), sq(6, 5)));
    assert!(matches!(obstacle, Obstacle::River { class: RiverClass::Major, crossing: Some(_), .. }), "{obstacle:?}");
    assert_eq!(detour(&campaign, "ax.2", &[sq(5, 9), sq(6, 5)]), None, "so it was ordered");
    leaf(&mut campaign, "ax.3", "AX", Arm::Infantry, Mobility::Foot, sq(7, 1));
    leaf(&mut campaign, "su.1", "SU", Arm::Infantry, Mobility::Foot, sq(9, 1));
    let found = detour(&campaign, "ax.3", &[sq(11, 1)]).unwrap();
    assert_eq!(found, Detour { squares: 8, straight: 4, bar: Some(DetourBar::Enemy(sq(8, 1))) });
}

#[test]
fn alone_goes_the_command_leaf_where_it_has_no_order_of_its_own_and_a_leaf_itself() {
    let mut campaign = empty();
    formation(&mut campaign, "ax", "AX");
    leaf(&mut campaign, "ax.hq", "AX", Arm::Hq, Mobility::Motorised, sq(2, 2));
    leaf(&mut campaign, "ax.1", "AX", Arm::Motorised, Mobility::Motorised, sq(2, 2));
    let alone = |square| MarchOrderOf { alone: true, ..order(&[square], Manner::Contact) };
    let went = |orders: &[(&str, MarchOrderOf)]| {
        let account = run(&campaign, orders);
        account.leaves.iter().map(|leaf| (leaf.leaf.to_string(), leaf.at())).collect::<Vec<_>>()
    };
    let hq = |square| ("ax.hq".to_owned(), square);
    assert_eq!(went(&[("ax.hq", alone(sq(3, 2)))]), [hq(sq(3, 2))]);
    assert_eq!(went(&[("ax", alone(sq(3, 2))), ("ax.hq", alone(sq(2, 3)))]), [hq(sq(2, 3))]);
}

// Tanks go off at an hour a square, foot comes up in three: by then only two of three battalions hold 0705.
#[test]
fn who_stays_holds_the_square_that_one_of_three_has_left() {
    let mut campaign = battalion(Mobility::Foot);
    for (id, mobility) in [("su.1", Mobility::Foot), ("su.2", Mobility::Foot), ("su.3", Mobility::Armoured)] {
        leaf(&mut campaign, id, "SU", Arm::Infantry, mobility, sq(7, 5));
    }
    let orders =
        [("su.3", order(&[sq(9, 5)], Manner::Contact)), ("ax.1", order(&[sq(6, 5), sq(7, 5)], Manner::Contact))];
    let account = run(&campaign, &orders);
    let march = of(&account, "ax.1");
    assert_eq!((march.at(), march.stop.clone()), (sq(6, 5), Some(Stop::Contact("su.1".into()))));
}

// Out of contact with 0405 by road: the road goes round by row 4, six squares of 20 minutes; straight on it would be four
// of an hour. An assault takes six hours a square on any ground, and is of the first square alone, if that is in contact.
#[test]
fn who_goes_out_of_contact_goes_on_by_the_best_way() {
    let mut campaign = facing(sq(4, 5));
    let round = [sq(5, 4), sq(6, 4), sq(7, 4), sq(8, 4), sq(9, 4), sq(9, 5)];
    road(&mut campaign, RoadQuality::Good, &[&[sq(5, 5)], round.as_slice()].concat());
    let account = run(&campaign, &[("ax.1", order(&[sq(9, 5)], Manner::Road))]);
    assert_eq!((of(&account, "ax.1").way.as_slice(), of(&account, "ax.1").after.minutes), (round.as_slice(), 120));
}

// In D1 pm, at a great river along column 5: why the crossing in row 5 serves lorries or foot not.
#[test]
fn why_a_crossing_does_not_serve_is_said() {
    use campaign::march::{Bars, Passage};
    let lorries = "carries only foot";
    for (mobility, carries, state, from, until, why) in [
        (Mobility::Motorised, "foot", CrossingState::Open, None, None, lorries),
        (Mobility::Motorised, "foot", CrossingState::Open, Some("1pm"), Some("1pm"), lorries),
        (Mobility::Foot, "vehicles", CrossingState::Open, None, None, "carries only vehicles"),
        (Mobility::Foot, "foot", CrossingState::Closed, None, None, "is closed"),
        (Mobility::Foot, "foot", CrossingState::Destroyed, Some("1n"), None, "is destroyed"),
        (Mobility::Foot, "foot", CrossingState::Open, Some("1n"), None, "is closed until D1 night opens"),
        (Mobility::Foot, "foot", CrossingState::Open, None, Some("1am"), "is closed by date since D1 am closed"),
    ] {
        let mut campaign = battalion(mobility);
        (0..SIZE).for_each(|row| river(&mut campaign, RiverClass::Major, sq(5, row), sq(6, row)));
        crossing(&mut campaign, sq(5, 5), sq(6, 5), carries, state);
        let bridge = campaign.crossings.values_mut().next().unwrap();
        (bridge.from, bridge.until) = (from.map(|b| b.parse().unwrap()), until.map(|b| b.parse().unwrap()));
        campaign.bound = "1pm".parse().unwrap();
        let passage = Passage::new(&campaign);
        let bars = Bars::new(&campaign, &passage);
        let bar = bars.of(campaign.formation("ax.1").unwrap(), sq(6, 5), Manner::Contact).unwrap();
        let wanted = format!("River (major) bars the way from 0505 to 0605: `c0` {why}");
        assert_eq!(bar.text(&campaign, mobility), wanted);
        assert_eq!(bar.reach(&campaign, sq(5, 5)), "it is already as near as it can get");
    }
}

#[test]
fn a_step_carries_whom_land_and_water_let_pass() {
    use RiverClass::{Major, Medium};
    for (terrain, class, bridge, foot, vehicles) in [
        (Terrain::Open, None, None, true, true),
        (Terrain::Lake, None, None, false, false),
        (Terrain::Open, Some(Medium), None, true, true),
        (Terrain::Open, Some(Major), None, false, false),
        (Terrain::Open, Some(Major), Some("foot"), true, false),
        (Terrain::Open, Some(Major), Some("foot vehicles"), true, true),
        (Terrain::Lake, Some(Major), Some("foot vehicles"), false, false),
    ] {
        let (mut campaign, from, to) = (empty(), sq(5, 5), sq(6, 5));
        ground(&mut campaign).set_terrain(to, terrain);
        if let Some(class) = class {
            river(&mut campaign, class, from, to);
        }
        if let Some(carries) = bridge {
            crossing(&mut campaign, from, to, carries, CrossingState::Open);
        }
        let passage = campaign::march::Passage::new(&campaign);
        let carries = [Traffic::Foot, Traffic::Vehicles].map(|traffic| passage.carries(from, to, traffic));
        assert_eq!(carries, [foot, vehicles], "{terrain} {class:?} {bridge:?}");
    }
}
