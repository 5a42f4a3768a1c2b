//! What `supply plan` makes of small shortages, worked out by hand.
//!
//! A good road runs along row 5 of squares of 3 km: 20 minutes a square by lorry, and nobody goes off it. Vehicles have six
//! hours a bound. The army `su` stands in column 0 with its dump `depot`, its division `su.d` further on with its dump `d.d`.

use campaign::march::Manner;
use campaign::{Action, Campaign, Convoy, Dump, Errand, Goal, MarchOrder, Order, Orders, Setting, StockBook};
use domain::*;
use supply::network;
use supply::plan::{Asked, ConvoyPlan, Lack, Only, Urgency, Want, bring, plan, weigh};

use crate::squares::{empty, formation, ground, leaf, road, sq};
use crate::units::side;

pub(crate) fn put(campaign: &mut Campaign, id: &str, (arm, mobility): (Arm, Mobility), col: u16) {
    leaf(campaign, id, "SU", arm, mobility, sq(col, 5));
}

/// A vehicle that carries so many units of LOG or POL.
pub(crate) fn vehicle(campaign: &mut Campaign, id: &str, carries: Commodity, capacity: u32, col: u16) {
    put(campaign, id, (Arm::Logistic, Mobility::Motorised), col);
    let leaf = campaign.formations.get_mut(id).unwrap().leaf.as_mut().unwrap();
    (leaf.carries, leaf.capacity) = (Some(carries), capacity);
}

pub(crate) fn dump(campaign: &mut Campaign, id: &str, owner: &str, source: bool, col: u16) {
    let level = campaign.formations[owner].echelon;
    let (place, note, closed, name) = (None, String::new(), false, id.to_owned());
    let dump =
        Dump { id: id.into(), owner: owner.into(), level, name, place, square: sq(col, 5), source, closed, note };
    campaign.dumps.insert(id.into(), dump);
}

pub(crate) fn army(campaign: &mut Campaign, id: &str) {
    formation(campaign, id, "SU");
    campaign.formations.get_mut(id).unwrap().echelon = Echelon::Army;
    put(campaign, &format!("{id}.hq"), (Arm::Hq, Mobility::Foot), 0);
}

/// The army with a lorry for three LOG, and the division in column 6 with one for one.
pub(crate) fn field() -> Campaign {
    let mut campaign = empty();
    campaign.settings.set(Setting::Detail, "full");
    campaign.settings.set(Setting::OffroadKm, "0");
    for square in campaign.frame.clone().squares() {
        ground(&mut campaign).set_control(square, Some(side("SU")));
    }
    let way: Vec<Square> = (0..12).map(|col| sq(col, 5)).collect();
    road(&mut campaign, RoadQuality::Good, &way);
    army(&mut campaign, "su");
    vehicle(&mut campaign, "su.log", Commodity::Log, 3, 0);
    dump(&mut campaign, "depot", "su", false, 0);
    formation(&mut campaign, "su.d", "SU");
    put(&mut campaign, "su.d.hq", (Arm::Hq, Mobility::Foot), 6);
    put(&mut campaign, "su.d.i", (Arm::Infantry, Mobility::Foot), 6);
    vehicle(&mut campaign, "su.d.log", Commodity::Log, 1, 6);
    dump(&mut campaign, "d.d", "su.d", false, 6);
    holds(&mut campaign, &[("depot", 5)]);
    campaign
}

/// So many LOG, in place of all that was there.
pub(crate) fn holds(campaign: &mut Campaign, stock: &[(&str, i64)]) {
    let rows = stock.iter().map(|(account, units)| ((*account).into(), Commodity::Log, *units));
    campaign.stock = StockBook::from_balances(rows, 1);
}

pub(crate) fn set(campaign: &mut Campaign, name: Setting, value: &str) {
    name.check(value).unwrap();
    campaign.settings.set(name, value);
}

pub(crate) fn leaf_of<'a>(campaign: &'a mut Campaign, id: &str) -> &'a mut campaign::Leaf {
    campaign.formations.get_mut(id).unwrap().leaf.as_mut().unwrap()
}

pub(crate) fn lose(campaign: &mut Campaign, id: &str) {
    leaf_of(campaign, id).state = LeafState::Destroyed;
}

fn log(bounds: u32) -> Asked {
    Asked { only: Some(Only::Log), bounds }
}

fn planned(campaign: &Campaign, asked: Asked) -> ConvoyPlan {
    plan(&network(campaign), campaign, &[side("SU")], asked).remove(0)
}

/// Of each trip: the vehicle, where it loads, how much it brings where, after how many minutes, in which bound.
fn trips(plan: &ConvoyPlan) -> Vec<String> {
    let told = plan.trips.iter().map(|trip| {
        let from = trip.from.as_ref().map_or("-", |(account, _)| account.as_str());
        let (minutes, arrives) = (trip.minutes.unwrap(), trip.arrives.unwrap());
        format!("{} {from} {} {} {minutes} {arrives}", trip.vehicles[0], trip.load.units(), trip.to)
    });
    told.collect()
}

fn wants(plan: &ConvoyPlan) -> Vec<String> {
    plan.wants
        .iter()
        .map(|want| format!("{} {} {} by {}", want.place.id(), want.urgency, want.units, want.by))
        .collect()
}

fn lacks(plan: &ConvoyPlan) -> Vec<(u32, Lack)> {
    plan.unmet.iter().map(|unmet| (unmet.units, unmet.why.clone())).collect()
}

// The level of a division is two LOG, and a superior keeps one for each: the army holds five. Its lorry loads where it
// stands and drives six squares, 120 minutes; the division's own would drive them twice.
#[test]
fn a_division_is_filled_by_the_lorry_that_takes_the_least_time() {
    let campaign = field();
    let plan = planned(&campaign, log(3));
    assert_eq!(wants(&plan), ["d.d level 2 by D1 night"]);
    assert_eq!((trips(&plan), lacks(&plan)), (vec!["su.log depot 2 d.d 120 D1 am".to_owned()], vec![]));
    let trip = &plan.trips[0];
    assert_eq!(trip.way, (0..7).map(|col| sq(col, 5)).collect::<Vec<_>>());
    assert_eq!((trip.at, trip.goal, trip.starts), (sq(0, 5), sq(6, 5), Bound::FIRST));
    let met = &trip.meets[0];
    assert_eq!((trip.meets.len(), met.want, met.units, met.in_time), (1, 0, 2, true));
    let proof = plan.proof.clone().unwrap();
    assert!(proof.is_optimal());
    let met: u32 = proof.met.iter().map(|(met, _)| met).sum();
    assert_eq!((proof.minutes, met, plan.vehicles), ((120, 120), 2, 2));
    let less = |met, minutes| supply::plan::Proof { met: vec![met], minutes };
    assert!(less((2, 2), (9, 9)).is_optimal());
    assert!(!less((1, 2), (9, 9)).is_optimal() && !less((2, 2), (9, 8)).is_optimal());
}

type Change = fn(&mut Campaign);

/// What is otherwise than in the field, the trips that are made, and what is not met.
type Case = (&'static str, Change, Vec<&'static str>, Vec<(u32, Lack)>);

fn cases() -> Vec<Case> {
    let short = |units, why: Lack| vec![(units, why)];
    let depot = || vec!["depot".into()];
    vec![
        (
            "each for one: both are sent",
            |c| leaf_of(c, "su.log").capacity = 1,
            vec!["su.d.log depot 1 d.d 240 D1 am", "su.log depot 1 d.d 120 D1 am"],
            vec![],
        ),
        (
            "each for one, and three are wanted",
            |c| {
                leaf_of(c, "su.log").capacity = 1;
                set(c, Setting::TargetLog, "3");
            },
            vec!["su.d.log depot 1 d.d 240 D1 am", "su.log depot 1 d.d 120 D1 am"],
            short(1, Lack::AllSent(vec!["su.d.log".into(), "su.log".into()])),
        ),
        (
            "the depot holds one",
            |c| holds(c, &[("depot", 1)]),
            vec!["su.log depot 1 d.d 120 D1 am"],
            short(1, Lack::AllGiven(depot())),
        ),
        (
            "nothing anywhere: the army wants its reserve too, and nobody is above it",
            |c| holds(c, &[]),
            vec![],
            vec![(2, Lack::NoStock(depot())), (1, Lack::NoStock(vec![]))],
        ),
        ("the army's lorry has two on it", |c| holds(c, &[("su.log", 2)]), vec!["su.log - 2 d.d 120 D1 am"], vec![]),
        (
            "the division's own has one on it: it counts as held, and the lorry stays",
            |c| holds(c, &[("depot", 5), ("su.d.log", 1)]),
            vec!["su.log depot 1 d.d 120 D1 am"],
            vec![],
        ),
        ("only the division's own", |c| lose(c, "su.log"), vec!["su.d.log depot 1 d.d 240 D1 am"], {
            short(1, Lack::AllSent(vec!["su.d.log".into()]))
        }),
        (
            "both are on the way home",
            |c| {
                for id in ["su.log", "su.d.log"] {
                    let convoy = home(c, id);
                    c.convoys.insert(id.into(), convoy);
                }
            },
            vec![],
            short(2, Lack::NoVehicle(vec!["su.d.log".into(), "su.log".into()])),
        ),
        (
            "the division's dump takes one more",
            |c| set(c, Setting::LimitDivision, "1"),
            vec!["su.log depot 1 d.d 120 D1 am"],
            vec![],
        ),
        (
            "two hours from home are 120 minutes",
            |c| set(c, Setting::TruckReach, "2"),
            vec!["su.log depot 2 d.d 120 D1 am"],
            vec![],
        ),
        (
            "one hour from home is not",
            |c| set(c, Setting::TruckReach, "1"),
            vec![],
            short(2, Lack::OutOfReach("su.d.log".into(), 120)),
        ),
        (
            "an hour of driving a bound: three bounds are 180 minutes",
            |c| hours(c, "1"),
            vec!["su.log depot 2 d.d 120 D1 pm"],
            vec![],
        ),
        (
            "no driving at all but by night, for an hour: 120 minutes end the night after",
            |c| {
                hours(c, "0");
                set(c, Setting::SupplyHoursNight, "1");
            },
            vec![],
            short(2, Lack::TooFar("su.log".into(), Some("depot".into()), 120, "2n".parse().unwrap())),
        ),
        // A second army stands there too, with a lorry and a dump.
        ("the stock of another army is not for them", |c| other_army(c, false), vec![], {
            vec![(2, Lack::NoStock(depot())), (1, Lack::NoStock(vec![]))]
        }),
        (
            "a source depot is for all, the army too, whose lorry goes to the division",
            |c| other_army(c, true),
            vec!["su.log other 2 d.d 120 D1 am"],
            short(1, Lack::AllSent(vec!["su.log".into()])),
        ),
    ]
}

pub(crate) fn hours(campaign: &mut Campaign, hours: &str) {
    for setting in [Setting::SupplyHoursAm, Setting::SupplyHoursPm, Setting::SupplyHoursNight] {
        set(campaign, setting, hours);
    }
}

pub(crate) fn home(campaign: &Campaign, id: &str) -> Convoy {
    let square = campaign.formations[id].stands_on().unwrap();
    Convoy {
        vehicles: vec![id.into()],
        errand: Errand::Home,
        take: None,
        to: Goal::Square(square),
        via: Vec::new(),
        stays: false,
        home: square,
        seat: None,
        starts: Bound::FIRST,
        way: Vec::new(),
        held_up: None,
    }
}

fn other_army(campaign: &mut Campaign, source: bool) {
    army(campaign, "sv");
    vehicle(campaign, "sv.log", Commodity::Log, 3, 0);
    dump(campaign, "other", "sv", source, 0);
    holds(campaign, &[("other", 9)]);
}

#[test]
fn who_drives_and_what_is_not_met_goes_by_what_there_is() {
    for (what, change, driven, lack) in cases() {
        let mut campaign = field();
        change(&mut campaign);
        let plan = planned(&campaign, log(3));
        assert_eq!((trips(&plan), lacks(&plan)), (driven.iter().map(|d| (*d).to_owned()).collect(), lack), "{what}");
        assert!(plan.proof.unwrap().is_optimal(), "{what}");
    }
}

// Only the division's own is left, and has no room for any.
#[test]
fn a_lorry_without_room_does_not_count() {
    let mut campaign = field();
    lose(&mut campaign, "su.log");
    leaf_of(&mut campaign, "su.d.log").capacity = 0;
    assert_eq!(lacks(&planned(&campaign, log(3))), [(2, Lack::NoVehicle(vec![]))]);
}

// The army's lorry has two fire units on it, which nobody wants: the LOG comes by the division's own, one of two.
#[test]
fn a_lorry_with_fire_units_on_it_brings_no_log() {
    let mut campaign = field();
    set(&mut campaign, Setting::CalibreAmmunition, "on");
    let rows = [("depot", Commodity::Log, 5), ("su.log", Commodity::FuM, 2)];
    campaign.stock = StockBook::from_balances(rows.map(|(account, what, units)| (account.into(), what, units)), 1);
    let plan = planned(&campaign, Asked { only: None, bounds: 3 });
    assert_eq!(trips(&plan), ["su.d.log depot 1 d.d 240 D1 am"]);
    assert_eq!(lacks(&plan), [(1, Lack::AllSent(vec!["su.d.log".into()]))]);
}

// Without a dump the division's only lorry, for two, must stay to take what the army's has on it, one; if it drove for the one
// of the depot, nobody would be there. Either way it gets one of two, and the army's is the quicker.
#[test]
fn a_lorry_that_drives_off_takes_nothing_from_others() {
    let mut campaign = field();
    campaign.dumps.remove("d.d");
    leaf_of(&mut campaign, "su.d.log").capacity = 2;
    holds(&mut campaign, &[("depot", 1), ("su.log", 1)]);
    let plan = planned(&campaign, log(3));
    assert_eq!((trips(&plan), lacks(&plan)), (vec!["su.log - 1 su.d 120 D1 am".to_owned()], vec![(1, Lack::NoRoom)]));
}

#[test]
fn foot_wants_no_fuel_though_it_has_a_bowser() {
    let mut campaign = field();
    vehicle(&mut campaign, "su.d.pol", Commodity::Pol, 1, 6);
    assert_eq!(wants(&planned(&campaign, Asked { only: Some(Only::Pol), bounds: 3 })), [""; 0]);
}

// The army's guns have fired and draw one fire unit from its depot tonight: of two one is left for the corps, of one none.
#[test]
fn what_guns_draw_tonight_is_not_given_away() {
    for (units, driven) in [(2, &["su.log depot 1 d.d 120 D1 am"][..]), (1, &[])] {
        let mut campaign = field();
        set(&mut campaign, Setting::CalibreAmmunition, "on");
        set(&mut campaign, Setting::TargetFu, "1");
        campaign.formations.get_mut("su.d").unwrap().echelon = Echelon::Corps;
        for (id, col) in [("su.g", 0), ("su.d.g", 6)] {
            put(&mut campaign, id, (Arm::Artillery, Mobility::Foot), col);
        }
        leaf_of(&mut campaign, "su.g").bases[0].out_of_ammo = true;
        campaign.stock = StockBook::from_balances([("depot".into(), Commodity::FuM, units)], 1);
        assert_eq!(trips(&planned(&campaign, Asked { only: Some(Only::Fu), bounds: 3 })), driven, "{units}");
    }
}

// Each of two divisions wants two and has room for two in its dump: both are filled.
#[test]
fn each_dump_has_room_of_its_own() {
    let mut campaign = field();
    set(&mut campaign, Setting::LimitDivision, "2");
    formation(&mut campaign, "su.e", "SU");
    put(&mut campaign, "su.e.hq", (Arm::Hq, Mobility::Foot), 6);
    put(&mut campaign, "su.e.i", (Arm::Infantry, Mobility::Foot), 6);
    vehicle(&mut campaign, "su.e.log", Commodity::Log, 1, 6);
    dump(&mut campaign, "e.d", "su.e", false, 6);
    vehicle(&mut campaign, "su.log2", Commodity::Log, 3, 0);
    holds(&mut campaign, &[("depot", 9)]);
    let plan = planned(&campaign, log(3));
    let mut brought: Vec<_> = plan.trips.iter().map(|trip| (trip.to.clone(), trip.load.units())).collect();
    brought.sort();
    assert_eq!((brought, lacks(&plan)), (vec![("d.d".to_owned(), 2), ("e.d".to_owned(), 2)], vec![]));
}

// Beyond a square that the enemy holds there is no road: nothing is off it.
#[test]
fn what_no_road_leads_to_is_told() {
    let mut campaign = field();
    leaf(&mut campaign, "ax.1", "AX", Arm::Infantry, Mobility::Foot, sq(3, 5));
    let plan = planned(&campaign, log(3));
    let [(2, Lack::NoRoad(from, to, _))] = lacks(&plan)[..] else { panic!("{:?}", lacks(&plan)) };
    assert_eq!((trips(&plan), from, to), (Vec::new(), sq(0, 5), sq(6, 5)));
}

// Without a dump the division wants what its lorries hold, here two of its level of two, by the lorries that stand there.
#[test]
fn who_has_no_dump_wants_it_on_its_lorries() {
    let without_dump = || {
        let mut campaign = field();
        campaign.dumps.remove("d.d");
        campaign
    };
    let mut campaign = without_dump();
    assert_eq!(wants(&planned(&campaign, log(3))), ["su.d level 1 by D1 night"], "its lorry takes one");
    vehicle(&mut campaign, "su.d.log2", Commodity::Log, 1, 6);
    let plan = planned(&campaign, log(3));
    assert_eq!(wants(&plan), ["su.d level 2 by D1 night"]);
    assert_eq!((trips(&plan), lacks(&plan)), (vec!["su.log depot 2 su.d 120 D1 am".to_owned()], vec![]));
    lose(&mut campaign, "su.log");
    let plan = planned(&campaign, log(3));
    let own = ["su.d.log depot 1 su.d 240 D1 am", "su.d.log2 depot 1 su.d 240 D1 am"];
    assert_eq!((trips(&plan), lacks(&plan)), (own.map(str::to_owned).to_vec(), vec![]));
    assert!(plan.trips.iter().all(|trip| trip.goal == sq(6, 5)));
    // The one in column 8 drives 8 squares and 8 back.
    leaf_of(&mut campaign, "su.d.log2").square = Some(sq(8, 5));
    let plan = planned(&campaign, log(3));
    assert_eq!(trips(&plan)[1], "su.d.log2 depot 1 su.d 320 D1 am");
    assert_eq!(plan.trips[1].goal, sq(8, 5));
}

// Who has fired wants one tonight, beside its level; the army has two, which go where they are the most urgent.
#[test]
fn who_has_fired_comes_first() {
    let mut campaign = field();
    leaf_of(&mut campaign, "su.d.i").bases[0].out_of_ammo = true;
    assert_eq!(wants(&planned(&campaign, log(4))), ["d.d resupply 1 by D1 night", "d.d level 2 by D2 am"]);
    holds(&mut campaign, &[("depot", 5), ("d.d", 1)]);
    assert_eq!(wants(&planned(&campaign, log(4))), ["d.d level 2 by D2 am"]);
    holds(&mut campaign, &[("depot", 1)]);
    let plan = planned(&campaign, log(4));
    assert_eq!(plan.trips[0].meets.iter().map(|met| (met.want, met.units)).collect::<Vec<_>>(), [(0, 1)]);
    assert_eq!(lacks(&plan), [(2, Lack::AllGiven(vec!["depot".into()]))]);
}

/// The division has tanks and a bowser; its regiment `su.d.r` is ordered to march in D1 pm, or that of another division.
fn on_the_march(unit: &str) -> Vec<String> {
    let mut campaign = field();
    vehicle(&mut campaign, "su.d.pol", Commodity::Pol, 1, 6);
    for id in ["su.d.r", "su.e", "su.e.r"] {
        formation(&mut campaign, id, "SU");
        let echelon = if id == "su.e" { Echelon::Division } else { Echelon::Regiment };
        campaign.formations.get_mut(id).unwrap().echelon = echelon;
    }
    vehicle(&mut campaign, "su.e.log", Commodity::Log, 1, 6);
    for id in ["su.d.r.1", "su.d.r.2"] {
        put(&mut campaign, id, (Arm::Armour, Mobility::Armoured), 6);
    }
    put(&mut campaign, "su.e.r.1", (Arm::Infantry, Mobility::Foot), 6);
    let order = MarchOrder { way: vec![sq(8, 5)], rate: Manner::Road, close_up: false, split: false, alone: false };
    let order = Order { unit: unit.into(), bound: "1pm".parse().unwrap(), action: Action::Move(order) };
    campaign.orders = Orders::from_list([order]);
    let plan = planned(&campaign, Asked { only: Some(Only::Pol), bounds: 3 });
    wants(&plan).into_iter().filter(|want| want.starts_with("d.d")).collect()
}

#[test]
fn who_is_ordered_to_march_wants_fuel_in_the_bound_before() {
    let marches = ["d.d march 1 by D1 am", "d.d level 2 by D1 night"];
    for (unit, wanted) in [
        ("su.d", &marches[..]),
        ("su", &marches),
        ("su.d.r", &marches),
        ("su.e.r", &marches[1..]),
        ("su.e", &marches[1..]),
    ] {
        assert_eq!(on_the_march(unit), wanted, "{unit}");
    }
}

// What was made up by hand is weighed as it is: one of two comes, and it is said why the other does not.
#[test]
fn trips_made_by_hand_are_weighed() {
    let campaign = field();
    let network = network(&campaign);
    let mut by_hand = planned(&campaign, log(3)).trips;
    by_hand[0].load = "1log".parse().unwrap();
    by_hand[0].meets.clear();
    let plan = weigh(&network, &campaign, side("SU"), log(3), by_hand);
    let met: Vec<_> = plan.trips[0].meets.iter().map(|met| (met.want, met.units, met.in_time)).collect();
    assert_eq!((met, plan.proof, plan.until), (vec![(0, 1, true)], None, "1n".parse().unwrap()));
    assert_eq!(plan.unmet.iter().map(|unmet| unmet.units).collect::<Vec<_>>(), [1]);
}

#[test]
fn one_shortage_alone_is_brought_by_the_first_who_can() {
    let campaign = field();
    let network = network(&campaign);
    let mut want = planned(&campaign, log(3)).wants.remove(0);
    let brought = |want: &Want| bring(&network, &campaign, side("SU"), want, 3);
    let found = brought(&want).unwrap();
    assert_eq!((found.len(), found[0].vehicles[0].as_str(), found[0].minutes), (1, "su.log", Some(120)));
    // Both take four of the five that the depot holds.
    want.units = 9;
    assert_eq!(brought(&want), Err(Lack::AllSent(vec!["su.d.log".into(), "su.log".into()])));
    assert_eq!(want.urgency, Urgency::Level);
}
