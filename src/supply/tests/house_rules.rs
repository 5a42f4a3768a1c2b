//! House rules as tables of cases, on ground made for them: every figure is worked out by hand.
//!
//! A lorry takes 20 minutes for a square of good road. A LOG weighs 60 t, a POL 50 t, a train 450 t.

use std::collections::{BTreeMap, BTreeSet};

use campaign::*;
use domain::*;
use supply::*;

use crate::squares::{empty, formation, ground, leaf, road, sq};
use crate::units::side;

/// Sets these settings, `name=value` with spaces between.
fn set(campaign: &mut Campaign, words: &str) {
    for (name, value) in words.split_whitespace().map(|word| word.split_once('=').unwrap()) {
        let setting: Setting = name.parse().unwrap();
        setting.check(value).unwrap();
        campaign.settings.set(setting, value);
    }
}

fn of<'a>(campaign: &'a mut Campaign, id: &str) -> &'a mut Formation {
    campaign.formations.get_mut(id).unwrap()
}

fn railhead(id: &str, at: Square, (log_a_day, pol_a_day): (u32, u32), source: bool) -> Railhead {
    Railhead {
        id: id.into(),
        place: None,
        square: at,
        line: "West line".to_owned(),
        side: side("SU"),
        source,
        log_a_day,
        pol_a_day,
        serves: None,
        priority: 0,
        closed: false,
        note: String::new(),
    }
}

fn dump(campaign: &mut Campaign, id: &str, owner: &str, level: Echelon, at: Square, source: bool) {
    let (place, note, closed) = (None, String::new(), false);
    let (name, owner) = (id.to_owned(), owner.into());
    let dump = Dump { id: id.into(), owner, level, name, place, square: at, source, closed, note };
    campaign.dumps.insert(id.into(), dump);
}

/// A line of five squares: a source of 10 LOG and 4 POL a day, `mid` that has 6 and 4, `rear` that has 4 and 2.
fn west_line() -> Campaign {
    let mut campaign = empty();
    campaign.settings.set(Setting::Detail, "full");
    for square in campaign.frame.clone().squares() {
        ground(&mut campaign).set_control(square, Some(side("SU")));
    }
    let path = (0..5).map(|col| sq(col, 5)).collect();
    let users = BTreeSet::from([side("SU")]);
    campaign.railways.push(Railway { name: "West line".to_owned(), gauge: 1520, users, path, ..Railway::default() });
    for head in [
        railhead("source", sq(0, 5), (10, 4), true),
        railhead("mid", sq(2, 5), (6, 4), false),
        railhead("rear", sq(4, 5), (4, 2), false),
    ] {
        campaign.railheads.insert(head.id.clone(), head);
    }
    campaign
}

/// Puts the running bound into ground of this name.
fn in_ground(campaign: &mut Campaign, factors: GroundFactors) {
    let word = String::new;
    campaign.weather = vec![Weather {
        date: campaign.start,
        phase: None,
        weather: word(),
        ground: factors.name.clone(),
        flying: word(),
        visibility: word(),
        light: word(),
    }];
    campaign.ground_factors = vec![factors];
}

/// What comes in a day: of `mid`, `rear` and the source.
fn comes(campaign: &Campaign) -> [(u32, u32); 3] {
    let arrivals = trains(campaign, side("SU"));
    ["mid", "rear", "source"].map(|id| {
        let arrival = arrivals.iter().find(|arrival| arrival.railhead.as_str() == id).unwrap();
        (arrival.comes.log, arrival.comes.pol)
    })
}

/// Trains run from the source in column 0 to column 1; the two lengths after that are cut, and the last is whole.
#[test]
fn where_a_line_is_cut_is_said() {
    let mut campaign = west_line();
    let cuts = [1, 2].map(|col| sq(col, 5).side_to(sq(col + 1, 5)).unwrap());
    campaign.railways[0].cuts.extend(cuts);
    let why = why_no_train(&campaign, side("SU"), sq(4, 5));
    assert!(why.starts_with("West line is cut from 0105 to 0305 "), "{why}");
}

/// `mid` wants 6 x 60 + 4 x 50 = 560 t, two trains; `rear` 340 t, one. They go by id, the source last, unless a priority
/// says otherwise; the source gives 10 LOG and 4 POL to all three together.
#[test]
fn trains_share_a_line_and_a_source() {
    for (settings, expected) in [
        ("", [(6, 4), (4, 2), (10, 4)]),
        ("line_trains=1", [(6, 4), (4, 2), (10, 4)]),
        // Eight trains: what is short is the source, whose last 4 LOG go to `rear`.
        ("rail_capacity=on", [(6, 4), (4, 0), (0, 0)]),
        ("rail_capacity=on line_trains=3", [(6, 4), (4, 0), (0, 0)]),
        ("rail_capacity=on line_trains=2", [(6, 4), (0, 0), (0, 0)]),
        // One train is loaded with what is further behind, unit by unit: 5 x 60 + 3 x 50 = 450 t.
        ("rail_capacity=on line_trains=1", [(5, 3), (0, 0), (0, 0)]),
        ("rail_capacity=on line_trains=0", [(0, 0), (0, 0), (0, 0)]),
        // A train of 60 t takes one LOG.
        ("rail_capacity=on line_trains=1 train_tons=60", [(1, 0), (0, 0), (0, 0)]),
        // `rear` first: it leaves 6 LOG and 2 POL, and one train of two, on which 5 LOG find room with the 2 POL: 400 t.
        ("rail_capacity=on rail_priority=on line_trains=2", [(5, 2), (4, 2), (0, 0)]),
        // With eight trains `mid` has those 6 and 2 whole.
        ("rail_capacity=on rail_priority=on", [(6, 2), (4, 2), (0, 0)]),
        // A priority counts where trains are scarce, and only then.
        ("rail_priority=on", [(6, 4), (4, 2), (10, 4)]),
    ] {
        let mut campaign = west_line();
        campaign.railheads.get_mut("rear").unwrap().priority = 1;
        set(&mut campaign, settings);
        assert_eq!(comes(&campaign), expected, "{settings}");
    }
}

/// What `mid` and `rear` lack is what the source no longer has, where it has none of something; else it is trains.
#[test]
fn why_trains_bring_less_is_told() {
    let source = || Some(Shortage::Source("source".into()));
    let line = || Some(Shortage::Line("West line".to_owned()));
    for (settings, expected) in [
        ("", [None, None]),
        ("rail_capacity=on", [None, source()]),
        // Of 4 LOG and no POL nothing comes: there are no trains, and no POL.
        ("rail_capacity=on line_trains=2", [None, source()]),
        ("rail_capacity=on line_trains=1", [line(), line()]),
    ] {
        let mut campaign = west_line();
        set(&mut campaign, settings);
        let arrivals = trains(&campaign, side("SU"));
        let of = |id: &str| arrivals.iter().find(|a| a.railhead.as_str() == id).unwrap().shortage.clone();
        assert_eq!([of("mid"), of("rear")], expected, "{settings}");
    }
}

/// The first priority goes before the second, both before none, and equal ones by id.
#[test]
fn priorities_of_trains() {
    for ([mid, rear], expected) in [
        ([0, 0], [(5, 3), (0, 0)]),
        ([1, 1], [(5, 3), (0, 0)]),
        ([2, 1], [(0, 0), (4, 2)]),
        ([1, 2], [(5, 3), (0, 0)]),
        ([0, 9], [(0, 0), (4, 2)]),
        ([9, 0], [(5, 3), (0, 0)]),
    ] {
        let mut campaign = west_line();
        set(&mut campaign, "rail_capacity=on rail_priority=on line_trains=1");
        campaign.railheads.get_mut("mid").unwrap().priority = mid;
        campaign.railheads.get_mut("rear").unwrap().priority = rear;
        assert_eq!(comes(&campaign)[..2], expected, "{mid} {rear}");
    }
}

/// In snow of 75 % a line of four trains carries three, of three two, of two one, of one none. Without `rail_capacity`
/// the source gives what is wanted: of a single train `mid` has 5 and 3.
#[test]
fn snow_and_frost_take_their_share_of_the_trains() {
    for (settings, percent, expected) in [
        ("line_trains=4", 75, [(6, 4), (4, 2), (10, 4)]),
        ("ground_trains=on line_trains=4", 75, [(6, 4), (4, 2), (0, 0)]),
        ("ground_trains=on line_trains=3", 75, [(6, 4), (0, 0), (0, 0)]),
        ("ground_trains=on line_trains=2", 75, [(5, 3), (0, 0), (0, 0)]),
        ("ground_trains=on line_trains=1", 75, [(0, 0), (0, 0), (0, 0)]),
        ("ground_trains=on line_trains=1", 100, [(6, 4), (4, 2), (10, 4)]),
        ("ground_trains=on rail_capacity=on line_trains=4", 75, [(6, 4), (4, 0), (0, 0)]),
        ("ground_trains=on line_trains=8", 0, [(0, 0), (0, 0), (0, 0)]),
    ] {
        let mut campaign = west_line();
        let supply = SupplyGround { trains: percent, ..SupplyGround::PLAIN };
        in_ground(&mut campaign, GroundFactors { name: "snow".to_owned(), supply, ..GroundFactors::none() });
        set(&mut campaign, settings);
        assert_eq!(comes(&campaign), expected, "{settings}, {percent} %");
    }
}

/// What the ground costs lorries is what it costs everybody times their own percentage, halves up; 0 bars them.
#[test]
fn mud_snow_and_frost_cost_lorries_more() {
    let factors = |[good, poor, open, close, marsh]: [u32; 5], [lorries_good, lorries_poor, lorries_off]: [u32; 3]| {
        let supply = SupplyGround { lorries_good, lorries_poor, lorries_off, ..SupplyGround::PLAIN };
        GroundFactors { name: "mud".to_owned(), good, poor, open, close, marsh, thaw: false, supply }
    };
    let mud = "lorries in `mud`: take 200 % of the time on poor roads, cannot go off the road";
    let snow = "lorries in `mud`: take 110 % of the time on good roads, take 150 % of the time on poor roads, \
                take 200 % of the time off the road";
    for (everybody, lorries, expected, bars, said) in [
        ([100; 5], [100; 3], [100; 5], false, None),
        ([100, 150, 200, 200, 300], [100, 200, 0], [100, 300, 0, 0, 0], true, Some(mud)),
        // 125 x 110 % = 137.5, 125 x 150 % = 187.5.
        ([125; 5], [110, 150, 200], [138, 188, 250, 250, 250], false, Some(snow)),
        // Frozen ground is quicker than dry for everybody, and for lorries as slow as dry.
        ([100, 80, 80, 100, 50], [100, 125, 125], [100, 100, 100, 125, 63], false, None),
    ] {
        let made = factors(everybody, lorries);
        let now = made.clone().for_lorries();
        assert_eq!([now.good, now.poor, now.open, now.close, now.marsh], expected, "{everybody:?} {lorries:?}");
        assert_eq!(made.bars_lorries(), bars);
        if let Some(said) = said {
            assert_eq!(made.lorries_text().as_deref(), Some(said));
        }
        assert_eq!(made.supply.is_plain(), made.lorries_text().is_none());
    }
}

/// Which setting limits an account, by its level, and what room is left: all commodities count together.
#[test]
fn limits_of_dumps_and_railheads() {
    let levels = [
        ("d-reg", Echelon::Regiment, Some("limit_division")),
        ("d-div", Echelon::Division, Some("limit_division")),
        ("d-corps", Echelon::Corps, Some("limit_corps")),
        ("d-army", Echelon::Army, Some("limit_army")),
        ("d-group", Echelon::ArmyGroup, Some("limit_army")),
        ("mid", Echelon::Army, Some("limit_railhead")),
        ("depot", Echelon::Army, None),
        ("source", Echelon::Army, None),
        ("su.log", Echelon::Army, None),
    ];
    let mut campaign = west_line();
    formation(&mut campaign, "su", "SU");
    leaf(&mut campaign, "su.log", "SU", Arm::Logistic, Mobility::Motorised, sq(1, 1));
    for (id, level, _) in levels.iter().filter(|(id, ..)| id.starts_with('d')) {
        dump(&mut campaign, id, "su", *level, sq(1, 1), *id == "depot");
    }
    for (id, ..) in levels {
        assert_eq!(campaign.limit_of(id), None, "no limit is set for {id}");
    }
    set(&mut campaign, "limit_division=4 limit_corps=5 limit_army=6 limit_railhead=7");
    for (id, _, setting) in levels {
        let limit = match setting {
            Some("limit_division") => 4,
            Some("limit_corps") => 5,
            Some("limit_army") => 6,
            _ => 7,
        };
        let expected = setting.map(|name| (name.parse().unwrap(), limit));
        assert_eq!((campaign.limit_of(id), campaign.room_under_limit(id)), (expected, setting.map(|_| limit)), "{id}");
    }
    let brought = [(Commodity::Log, 2, 3), (Commodity::FuH, 1, 2), (Commodity::Pol, 5, 0)];
    for (number, (commodity, quantity, room)) in (1..).zip(brought) {
        let (from, to, reason) = ("rail".into(), "d-corps".into(), String::new());
        let transfer = Transfer { number, from, to, commodity, quantity, bound: Bound::FIRST, reason };
        apply(&mut campaign, &Event::StockTransferred { transfer }).unwrap();
        assert_eq!(campaign.room_under_limit("d-corps"), Some(room), "{commodity}");
    }
    assert_eq!(campaign.held_in_all("d-corps"), 8);
    set(&mut campaign, "detail=simple");
    assert_eq!(campaign.limit_of("d-corps"), None, "nothing is counted");
}

/// Whose fire units a battery wants: a corps or higher formation must be the first above it that is no artillery.
#[test]
fn artillery_of_corps_and_armies_by_calibre() {
    let (regiment, division, corps, army) = (Echelon::Regiment, Echelon::Division, Echelon::Corps, Echelon::Army);
    let (guns, foot) = (Arm::Artillery, Arm::Infantry);
    for (above, arm, calibres, expected) in [
        (vec![(corps, foot)], guns, vec![Some(152)], Some(Commodity::FuH)),
        (vec![(army, foot)], guns, vec![Some(105)], Some(Commodity::FuM)),
        (vec![(army, foot)], guns, vec![Some(203)], Some(Commodity::FuVh)),
        (vec![(division, foot)], guns, vec![Some(152)], None),
        (vec![(corps, foot), (division, foot)], guns, vec![Some(152)], None),
        // A regiment or division of artillery is a name for guns of the corps or army above it.
        (vec![(corps, foot), (regiment, guns)], guns, vec![Some(122)], Some(Commodity::FuH)),
        (vec![(army, foot), (division, guns), (regiment, guns)], guns, vec![Some(76)], Some(Commodity::FuM)),
        (vec![(division, foot), (regiment, guns)], guns, vec![Some(122)], None),
        // An artillery corps is a corps.
        (vec![(corps, guns)], guns, vec![Some(203)], Some(Commodity::FuVh)),
        // The heaviest gun says of which class; without a calibre it is LOG; others than artillery have none.
        (vec![(corps, foot)], guns, vec![Some(105), Some(152), None], Some(Commodity::FuH)),
        (vec![(corps, foot)], guns, vec![None], None),
        (vec![(corps, foot)], foot, vec![Some(120)], None),
    ] {
        let mut campaign = empty();
        let mut id = "su".to_owned();
        for (echelon, arm) in &above {
            formation(&mut campaign, &id, "SU");
            let made = of(&mut campaign, &id);
            (made.echelon, made.arm) = (*echelon, *arm);
            id.push_str(".x");
        }
        leaf(&mut campaign, &id, "SU", arm, Mobility::Motorised, sq(1, 1));
        let bases = &mut of(&mut campaign, &id).leaf.as_mut().unwrap().bases;
        let base = bases[0].clone();
        *bases = calibres.iter().map(|calibre| Base { calibre_mm: *calibre, ..base.clone() }).collect();
        let battery = campaign.formation(&id).unwrap();
        assert_eq!(Tree::new(&campaign).fire_units_of(battery), expected, "{above:?} {arm} {calibres:?}");
    }
}

/// How long a formation has been out counts while the rule holds, and from the sixth bound on nobody in it reorganises.
#[test]
fn isolation_counts_bounds_out_of_log() {
    for (rule, bounds_out, isolated_for, rests) in [
        ("isolation=off", 99, 0, true),
        ("isolation=on", 0, 0, true),
        ("isolation=on", 5, 5, true),
        ("isolation=on", 6, 6, false),
        ("isolation=on", 18, 18, false),
        ("isolation=on isolation_rest=7", 6, 6, true),
        ("isolation=on isolation_rest=1", 1, 1, false),
    ] {
        let mut campaign = empty();
        formation(&mut campaign, "su", "SU");
        set(&mut campaign, rule);
        let standing = |state, bounds_out| Standing { state, since: Bound::FIRST, bounds_out };
        let record = SupplyRecord {
            log: standing(SupplyState::Cut, bounds_out),
            // Who has no fuel is not cut off from bread.
            pol: standing(SupplyState::Cut, 50),
        };
        campaign.supply = SupplyBook::from_parts(BTreeMap::from([("su".into(), record)]), Vec::new());
        let (su, other) = ("su".into(), "ax".into());
        assert_eq!((isolated(&campaign, &su), !is_too_hungry_to_rest(&campaign, &su)), (isolated_for, rests), "{rule}");
        assert_eq!(isolated(&campaign, &other), 0, "of whom nothing is recorded");
    }
}

/// A division so many squares of good road from the depot of its army.
fn stretched(squares: u16) -> Campaign {
    let mut campaign = empty();
    set(&mut campaign, "offroad_km=0");
    for square in campaign.frame.clone().squares() {
        ground(&mut campaign).set_control(square, Some(side("SU")));
    }
    let way: Vec<Square> = (0..12).map(|col| sq(col, 5)).collect();
    road(&mut campaign, RoadQuality::Good, &way);
    formation(&mut campaign, "su", "SU");
    of(&mut campaign, "su").echelon = Echelon::Army;
    formation(&mut campaign, "su.d", "SU");
    for (id, arm, mobility, col) in [
        ("su.log", Arm::Logistic, Mobility::Motorised, 0),
        ("su.d.log", Arm::Logistic, Mobility::Motorised, squares),
        ("su.d.hq", Arm::Hq, Mobility::Foot, squares),
        ("su.d.i", Arm::Infantry, Mobility::Foot, squares),
    ] {
        leaf(&mut campaign, id, "SU", arm, mobility, sq(col, 5));
        if arm == Arm::Logistic {
            of(&mut campaign, id).leaf.as_mut().unwrap().carries = Some(Commodity::Log);
        }
    }
    dump(&mut campaign, "depot", "su", Echelon::Army, sq(0, 5), true);
    campaign
}

/// Twenty minutes a square: three squares are an hour, and an hour is not more than one.
#[test]
fn a_line_is_too_long_beyond_its_hours() {
    for (squares, settings, expected) in [
        (3, "overextension=on overextension_hours=1", None),
        (4, "overextension=on overextension_hours=1", Some(80)),
        (9, "overextension=on overextension_hours=3", None),
        (10, "overextension=on overextension_hours=3", Some(200)),
        (11, "overextension=on", None),
        (11, "overextension_hours=1", None),
    ] {
        let mut campaign = stretched(squares);
        set(&mut campaign, settings);
        let sheet = assess(&campaign, &[side("SU")], 0);
        let of = sheet.iter().find(|a| a.unit.as_str() == "su.d").unwrap();
        assert_eq!(of.log.legs.iter().map(|leg| leg.minutes).sum::<u64>(), u64::from(squares) * 20);
        assert_eq!(overextended(&campaign, of), expected, "{squares} squares, {settings}");
    }
    for (minutes, said) in [(0, "0.0"), (80, "1.3"), (200, "3.3"), (219, "3.7"), (1_080, "18.0")] {
        assert_eq!(hours_text(minutes), said);
    }
    for (day, lean) in [(1, false), (2, true), (3, false), (10, true)] {
        let mut campaign = empty();
        campaign.bound.day = day;
        assert_eq!(is_lean_night(&campaign), lean, "day {day}");
    }
}

/// Kilograms of LOG and POL in a day for three leaves of a division: two of tanks and one of foot.
#[test]
fn a_day_costs_the_mean_of_what_leaves_did() {
    use DayAction::{Attacked, Defended, DugIn, Marched, Rested};
    let plain = "log_rested=25";
    for (settings, actions, log, pol) in [
        (plain, [Attacked; 3], 60_000, Some(50_000)),
        (plain, [Rested; 3], 15_000, Some(0)),
        // (100 + 75 + 25) / 3 = 66.6 % of 60 t; the tanks (100 + 50) / 2 = 75 % of 50 t.
        (plain, [Attacked, Defended, Rested], 40_000, Some(37_500)),
        // (40 + 40 + 30) / 3 = 36.6 %; both tanks march: a whole POL.
        (plain, [Marched, Marched, DugIn], 22_000, Some(50_000)),
        // Men on foot burn nothing, whatever they do.
        (plain, [DugIn, Rested, Attacked], 31_000, Some(0)),
        ("log_rested=0 pol_rested=10 log_dug_in=300", [Rested, Rested, DugIn], 60_000, Some(5_000)),
        ("log_tons=30 pol_tons=10", [Attacked, Defended, Rested], 20_000, Some(7_500)),
    ] {
        let mut campaign = stretched(3);
        for (id, mobility) in [("su.d.t1", Mobility::Armoured), ("su.d.t2", Mobility::Armoured)] {
            leaf(&mut campaign, id, "SU", Arm::Armour, mobility, sq(3, 5));
        }
        set(&mut campaign, settings);
        let did = |id: &str| match id {
            "su.d.t1" => actions[0],
            "su.d.t2" => actions[1],
            _ => actions[2],
        };
        let used = portions(&campaign, |_, leaf| did(leaf.id.as_str()));
        let of = |commodity| used.get(&("su.d".into(), commodity)).map(|portion| portion.a_day);
        assert_eq!((of(Commodity::Log), of(Commodity::Pol)), (Some(log), pol), "{settings} {actions:?}");
    }
}

/// A LOG is 60 t: how long units last, what a night books, and what is said of it.
#[test]
fn portions_of_a_unit() {
    let portion = |a_day, used| Portion { a_day, used, unit: 60_000 };
    for (of, units, days, tonight, last, a_day) in [
        // A whole LOG a day.
        (portion(60_000, 0), 2, Some(2), 1, false, 1),
        (portion(60_000, 0), 1, Some(1), 1, true, 1),
        // Three quarters: of two units 120 t are 2.6 days; a night books one when 15 t have been used.
        (portion(45_000, 0), 2, Some(2), 0, false, 1),
        (portion(45_000, 15_000), 2, Some(2), 1, false, 1),
        (portion(45_000, 15_000), 1, Some(1), 1, true, 1),
        (portion(45_000, 30_000), 1, Some(0), 1, true, 1),
        // Three LOG a day, as settings of 300 % make it.
        (portion(180_000, 0), 2, Some(0), 3, true, 3),
        // Who uses nothing never runs dry.
        (portion(0, 30_000), 1, None, 0, false, 0),
    ] {
        assert_eq!(of.days(units), days, "{of:?} {units}");
        assert_eq!(
            (of.units_tonight(), of.is_last_day(units), of.units_a_day()),
            (tonight, last, a_day),
            "{of:?} {units}"
        );
    }
    assert_eq!(portion(45_000, 0).text("LOG"), "uses 75 % of a LOG a day");
    assert_eq!(portion(16_500, 30_000).text("LOG"), "uses 27 % of a LOG a day, and has used 50 %");
}
