//! What a campaign answers about itself: worked out by hand, a table of cases a question.

use campaign::{Battle, BattleUnit, Campaign, Event, Fought, Ground, GroundFactors, Minefield, Setting, SupplyGround};
use domain::{BattleEnd, Bound, Commodity, Edge, RoadQuality, RuleSystemId, SquareSide, Terrain};
use scenario::read;

use crate::march::weather;
use crate::squares::{empty, sq};
use crate::tiny::tiny;
use crate::units::side;

fn bound(text: &str) -> Bound {
    text.parse().unwrap()
}

#[test]
fn a_side_is_found_by_its_id() {
    let campaign = read(&tiny(), &[]).campaign.unwrap();
    let found = |id: &str| campaign.side(side(id)).map(|side| side.id);
    assert_eq!((found("AX"), found("SU"), found("ZZ")), (Some(side("AX")), Some(side("SU")), None));
}

fn on_ground(ground: GroundFactors) -> Campaign {
    let mut campaign = empty();
    campaign.weather = vec![weather(&campaign, &ground.name)];
    campaign.ground_factors = vec![ground];
    campaign.settings.set(Setting::GroundLorries, "on");
    campaign
}

// Without figures for lorries the delay of troops counts twice. Poor roads at 250 % add 150: lorries take 400, which is
// 160 % of 250. Open ground at 200 % adds 100: 300, 150 % of 200. Good roads add nothing.
#[test]
fn what_the_ground_does_to_lorries_is_said_and_done() {
    let mud =
        GroundFactors { name: "mud".into(), poor: 250, open: 200, close: 110, marsh: 120, ..GroundFactors::none() };
    let of = |good: u32, poor: u32, off: u32| SupplyGround {
        lorries_good: good,
        lorries_poor: poor,
        lorries_off: off,
        ..SupplyGround::PLAIN
    };
    let cases = [
        (
            SupplyGround::PLAIN,
            Some(
                "lorries in `mud`: take 160 % of the time on poor roads, take 150 % of the time off the road: the \
                 ground's delay for troops counts twice, as no `lorries_*` are given",
            ),
            [100, 400, 300, 165, 180],
        ),
        (of(0, 100, 100), Some("lorries in `mud`: cannot go on good roads"), [0, 250, 200, 110, 120]),
        (
            of(150, 100, 0),
            Some(
                "lorries in `mud`: take 150 % of the time on good roads, cannot go off the road; on top of the ground's \
                 delay for marches",
            ),
            [150, 250, 0, 0, 0],
        ),
    ];
    for (supply, said, figures) in cases {
        let mut campaign = on_ground(GroundFactors { supply, ..mud.clone() });
        assert_eq!(campaign.lorries_text().as_deref(), said);
        let GroundFactors { good, poor, open, close, marsh, .. } = campaign.ground_for_lorries();
        assert_eq!([good, poor, open, close, marsh], figures, "{said:?}");
        campaign.settings.set(Setting::GroundLorries, "off");
        assert_eq!(campaign.lorries_text(), None);
        assert_eq!(campaign.ground_for_lorries().poor, 250);
    }
    let dry = on_ground(GroundFactors { name: "dry".into(), ..GroundFactors::none() });
    assert_eq!(dry.lorries_text(), None);
}

fn battle(fought: Option<Fought>) -> Battle {
    let (id, rules) = ("1am-0101".into(), RuleSystemId::NqmSquared);
    Battle { id, square: sq(1, 1), bound: Bound::FIRST, attacker: side("SU"), rules, facts: Vec::new(), fought }
}

#[test]
fn a_battle_is_declined_that_had_no_moves_and_nobody_in_it() {
    let unit = BattleUnit {
        unit: "su".into(),
        attacked: true,
        engaged: false,
        first: true,
        sp_before: 3,
        sp_lost: 0,
        passed: 0,
        failed: 0,
        sp_whole: 0,
    };
    let fought = |moves, units: &[BattleUnit]| Fought {
        recce: None,
        bases_lost: None,
        end: BattleEnd::OutOfMoves,
        holder: side("AX"),
        moves,
        recorded: false,
        units: units.to_vec(),
    };
    assert!(!battle(None).is_declined());
    for (moves, units, declined) in [
        (0, [].as_slice(), true),
        (1, &[], false),
        (0, std::slice::from_ref(&unit), false),
        (6, std::slice::from_ref(&unit), false),
    ] {
        let fought = fought(moves, units);
        assert_eq!(fought.is_declined(), declined, "{moves}");
        assert_eq!(battle(Some(fought)).is_declined(), declined, "{moves}");
    }
}

#[test]
fn an_event_is_about_what_it_changes() {
    let used = |to: &str| Event::RemainderChanged {
        from: "ax".into(),
        to: to.into(),
        commodity: Commodity::Pol,
        before: 0,
        after: 1,
    };
    let cases = [
        (Event::LeafPlaced { leaf: "ax.1".into(), before: None, after: None }, "ax.1"),
        (Event::ControlChanged { square: sq(3, 14), before: None, after: None }, "003014"),
        (used("consumed"), "ax"),
        (used("ax.d"), "ax.d"),
        (Event::BoundClosed { bound: bound("1pm") }, "D1 pm"),
        (Event::HouseParameterChanged { name: "sb.x".into(), before: None, after: None }, "sb.x"),
    ];
    for (event, subject) in cases {
        assert_eq!(event.subject(), subject);
    }
}

// Three columns: squares go row by row, each with its eastern side before its southern one.
#[test]
fn sides_of_squares_are_numbered_row_by_row() {
    let mut campaign = empty();
    (campaign.frame.columns, campaign.frame.rows) = (3, 2);
    let squares = vec![(Terrain::Open, None); 6];
    let road = (7, None, Some(RoadQuality::Poor));
    let ground = Ground::from_layers(&campaign.frame, squares.clone(), [road]).unwrap();
    for (number, col, row, edge) in [
        (0, 0, 0, Edge::East),
        (1, 0, 0, Edge::South),
        (4, 2, 0, Edge::East),
        (7, 0, 1, Edge::South),
        (11, 2, 1, Edge::South),
    ] {
        let side = SquareSide { square: sq(col, row), edge };
        assert_eq!(ground.side_at(number), side);
        assert_eq!(ground.road(side).is_some(), number == 7, "{number}");
    }
    assert_eq!(Ground::from_layers(&campaign.frame, squares[1..].to_vec(), []), None, "a square is missing");
    assert_eq!(Ground::from_layers(&campaign.frame, squares, [(12, None, None)]), None, "there are twelve sides");
}

#[test]
fn mines_lie_from_the_bound_in_which_they_are_laid() {
    let mut campaign = empty();
    campaign.bound = bound("1pm");
    for (from, lies) in [(None, true), (Some("1am"), true), (Some("1pm"), true), (Some("1n"), false)] {
        let (square, side, note) = (sq(2, 2), side("AX"), String::new());
        campaign.minefields = vec![Minefield { square, side, gapped: false, from: from.map(bound), note }];
        assert_eq!(campaign.mines_in(square).is_some(), lies, "{from:?}");
        assert!(campaign.minefield(square).is_some());
        assert_eq!(campaign.mines_in(sq(2, 3)), None);
    }
}
