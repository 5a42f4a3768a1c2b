//! Who draws POL by whose bowsers (model page, "Who draws" and "Fuel-bowser chain"), worked out by hand.
//!
//! A road of good quality runs along row 5 of a map of twelve by twelve squares of 3 km; nobody goes off it, and a hop is 9 km:
//! three squares. The army's depot, where the fuel is, is a source.

use campaign::*;
use domain::*;
use supply::{Assessment, SupplyState, assess};

use crate::squares::{empty, formation, ground, leaf, road, sq};
use crate::units::side;

use SupplyState::{Cut, DumpEmpty, InSupply, NoVehicle, NotRequired};

fn set(campaign: &mut Campaign, name: Setting, value: &str) {
    name.check(value).unwrap();
    campaign.settings.set(name, value);
}

/// The road, and the army `su` with its depot on the square of this column.
fn field(depot: u16) -> Campaign {
    let mut campaign = empty();
    set(&mut campaign, Setting::Detail, "simple");
    set(&mut campaign, Setting::OffroadKm, "0");
    set(&mut campaign, Setting::BowserKm, "9");
    for square in campaign.frame.clone().squares() {
        ground(&mut campaign).set_control(square, Some(side("SU")));
    }
    let way: Vec<Square> = (0..12).map(|col| sq(col, 5)).collect();
    road(&mut campaign, RoadQuality::Good, &way);
    group(&mut campaign, "su", Echelon::Army);
    let (place, note, closed, source) = (None, String::new(), false, true);
    let (owner, square, level, name) = ("su".into(), sq(depot, 5), Echelon::Army, "Depot".to_owned());
    let dump = Dump { id: "depot".into(), owner, level, name, place, square, source, closed, note };
    campaign.dumps.insert("depot".into(), dump);
    campaign
}

fn group(campaign: &mut Campaign, id: &str, echelon: Echelon) {
    formation(campaign, id, "SU");
    campaign.formations.get_mut(id).unwrap().echelon = echelon;
}

/// A leaf of this kind on the road: `hq`, `log`, `pol`, `tank` or `foot`.
fn put(campaign: &mut Campaign, id: &str, kind: &str, col: u16) {
    let (arm, mobility) = match kind {
        "hq" => (Arm::Hq, Mobility::Foot),
        "tank" => (Arm::Armour, Mobility::Armoured),
        "foot" => (Arm::Infantry, Mobility::Foot),
        _ => (Arm::Logistic, Mobility::Motorised),
    };
    leaf(campaign, id, "SU", arm, mobility, sq(col, 5));
    let carries = [("log", Commodity::Log), ("pol", Commodity::Pol)].into_iter().find(|(name, _)| *name == kind);
    campaign.formations.get_mut(id).unwrap().leaf.as_mut().unwrap().carries = carries.map(|(_, carries)| carries);
}

fn lose(campaign: &mut Campaign, id: &str) {
    campaign.formations.get_mut(id).unwrap().leaf.as_mut().unwrap().state = LeafState::Destroyed;
}

fn of(campaign: &Campaign, id: &str) -> Assessment {
    let sheet = assess(campaign, &[side("SU")], usize::MAX);
    sheet.into_iter().find(|a| a.unit.as_str() == id).unwrap()
}

/// The stops of a chain, from the HQ on.
fn stops(of: &Assessment) -> Vec<&str> {
    of.pol.links.iter().map(|link| link.to.as_str()).collect()
}

/// The fuel in this column, and an armoured division without bowsers, its HQ in column 0.
fn division(depot: u16) -> Campaign {
    let mut campaign = field(depot);
    group(&mut campaign, "su.d", Echelon::Division);
    for (id, kind) in [("su.d.hq", "hq"), ("su.d.log", "log"), ("su.d.tank", "tank")] {
        put(&mut campaign, id, kind, 0);
    }
    campaign
}

/// The same with its bowsers in these columns: how it must stand with POL, and by which stops.
fn with_bowsers(depot: u16, bowsers: &[u16], state: SupplyState, way: &[&str]) -> Assessment {
    let mut campaign = division(depot);
    for (number, col) in bowsers.iter().enumerate() {
        put(&mut campaign, &format!("su.d.pol{number}"), "pol", *col);
    }
    let division = of(&campaign, "su.d");
    assert_eq!((division.pol.state, stops(&division)), (state, way.to_vec()), "fuel in {depot}, bowsers {bowsers:?}");
    division
}

/// An armoured division, its HQ in column 0, with the fuel and its bowsers along the road.
///
/// A hop is three squares. Whatever lies beside the HQ, who has bowsers goes by one: HQ to bowser, bowser to fuel.
#[test]
fn a_chain_of_who_has_bowsers_begins_with_one() {
    for (depot, bowsers, state, way) in [
        // The fuel is beside the HQ, and the bowser too: it goes by the bowser all the same.
        (1, &[1][..], InSupply, &["su.d.pol0", "depot"][..]),
        // On one square with both.
        (0, &[0], InSupply, &["su.d.pol0", "depot"]),
        // The bowser stands four squares off, one too many, and the fuel beside the HQ: no bowser, no chain.
        (1, &[4], Cut, &["su.d.pol0", "depot"]),
        // Three squares to the bowser hold, and two back to the fuel.
        (1, &[3], InSupply, &["su.d.pol0", "depot"]),
        // The nearer of two will do; the farther alone would not.
        (1, &[9, 2], InSupply, &["su.d.pol1", "depot"]),
        // From bowser to bowser: 3, 3 and 3 squares.
        (9, &[3, 6], InSupply, &["su.d.pol0", "su.d.pol1", "depot"]),
    ] {
        let division = with_bowsers(depot, bowsers, state, way);
        assert_eq!(division.log.state, InSupply);
    }
}

/// The same division with two bowsers, of which the chain by the first is not the best. A hop is three squares.
#[test]
fn of_two_bowsers_the_chain_goes_by_the_better() {
    for (depot, bowsers, state, way) in [
        // The shorter longest hop: 2 and 2 squares, and not 3 and 1.
        (4, [3, 2], InSupply, &["su.d.pol1", "depot"][..]),
        // That counts before the number of hops: 2, 2 and 1, and not 2 and 3.
        (5, [4, 2], InSupply, &["su.d.pol1", "su.d.pol0", "depot"]),
        // Of equally long ones fewer hops: 3 and 3, and not 3, 1 and 2.
        (6, [4, 3], InSupply, &["su.d.pol1", "depot"]),
        // Where none holds, fewer hops too long, here one: 1, 3 and 4, and not 4 and 4.
        (8, [4, 1], Cut, &["su.d.pol1", "su.d.pol0", "depot"]),
        // That counts before their length: of 0 and 8 one is too long, of 4 and 4 both.
        (8, [4, 0], Cut, &["su.d.pol1", "depot"]),
    ] {
        with_bowsers(depot, &bowsers, state, way);
    }
}

/// The division's bowser in column 2, the army's depot in column 3 and another in column 5: the hop to the other is longer. In
/// `full` the chain goes to where there is fuel.
#[test]
fn the_chain_goes_to_where_fuel_is_before_it_goes_to_the_nearest() {
    for (detail, holds, to) in [("simple", "other", "depot"), ("full", "depot", "depot"), ("full", "other", "other")] {
        let mut campaign = division(3);
        set(&mut campaign, Setting::Detail, detail);
        let other = Dump { id: "other".into(), square: sq(5, 5), ..campaign.dumps["depot"].clone() };
        campaign.dumps.insert("other".into(), other);
        put(&mut campaign, "su.d.pol", "pol", 2);
        book(&mut campaign, holds, Commodity::Pol);
        assert_eq!(stops(&of(&campaign, "su.d")), ["su.d.pol", to], "{detail}, fuel in {holds}");
    }
}

/// The bowser stands in column 3, the fuel in column 1 and the HQ in column 0: its line is clear, but nobody comes to the bowser
/// as long as the enemy controls column 2.
#[test]
fn what_bars_a_hop_is_named_and_no_bowser_sent() {
    let mut campaign = division(1);
    put(&mut campaign, "su.d.pol", "pol", 3);
    ground(&mut campaign).set_control(sq(2, 5), Some(side("AX")));
    let division = of(&campaign, "su.d");
    assert_eq!((division.log.state, division.pol.state), (InSupply, Cut));
    let texts: Vec<String> = division.mend.iter().map(|item| item.what.text(&campaign)).collect();
    assert_eq!(texts, ["take 0205: enemy-controlled, unoccupied"]);
}

/// The enemy controls the square in which the bowser itself stands: it need not be won, the bowser drives out of it.
#[test]
fn a_bowser_that_can_drive_out_is_moved_and_no_square_taken() {
    let mut campaign = division(1);
    put(&mut campaign, "su.d.pol", "pol", 3);
    ground(&mut campaign).set_control(sq(3, 5), Some(side("AX")));
    let division = of(&campaign, "su.d");
    assert_eq!((division.log.state, division.pol.state), (InSupply, Cut));
    let texts: Vec<String> = division.mend.iter().map(|item| item.what.text(&campaign)).collect();
    assert_eq!(texts, ["move Die su.d.pol \"ü\" from 0305 to 0205"]);
}

/// The same division beside the fuel when its only bowser is lost, when it never had one, and when its superior has some.
#[test]
fn who_never_had_a_bowser_goes_without_one() {
    for (what, state, way) in [
        ("lost", NoVehicle, &[][..]),
        ("never had", InSupply, &["depot"]),
        // Its army has one: it may go by that, and need not.
        ("never had, its army has", InSupply, &["depot"]),
    ] {
        let mut campaign = division(1);
        put(&mut campaign, "su.hq", "hq", 1);
        match what {
            "lost" => {
                put(&mut campaign, "su.d.pol", "pol", 0);
                lose(&mut campaign, "su.d.pol");
            }
            "never had" => {}
            _ => put(&mut campaign, "su.pol", "pol", 3),
        }
        let division = of(&campaign, "su.d");
        assert_eq!((division.pol.state, stops(&division)), (state, way.to_vec()), "{what}");
    }
}

/// An army of foot with bowsers, and a battalion of tanks directly under it.
///
/// The army needs no POL; the battalion draws by the army's bowsers while one is within three squares of it and the army's own
/// chain holds: from its HQ to a bowser, and on to the depot.
fn army(hq: u16, bowser: u16, depot: u16, tank: u16) -> Campaign {
    let mut campaign = field(depot);
    put(&mut campaign, "su.hq", "hq", hq);
    put(&mut campaign, "su.log", "log", hq);
    put(&mut campaign, "su.pol", "pol", bowser);
    put(&mut campaign, "su.tank", "tank", tank);
    for number in 0..2 {
        put(&mut campaign, &format!("su.foot{number}"), "foot", hq);
    }
    campaign
}

#[test]
fn who_is_under_one_that_needs_no_pol_asks_for_its_chain() {
    for (hq, bowser, depot, tank, state) in [
        // The bowser two squares from the tanks, three from the HQ, one from the fuel.
        (3, 6, 7, 8, InSupply),
        // Beside the tanks and the fuel, but four squares from the HQ: the army's chain does not hold.
        (2, 6, 7, 8, Cut),
        // Four squares from the fuel.
        (3, 6, 10, 8, Cut),
        // The chain holds, and the tanks are four squares from the bowser.
        (3, 6, 7, 10, Cut),
        // Beside the HQ, the tanks and the fuel at once.
        (5, 5, 5, 5, InSupply),
    ] {
        let campaign = army(hq, bowser, depot, tank);
        let case = format!("HQ {hq}, bowser {bowser}, fuel {depot}, tanks {tank}");
        assert_eq!(of(&campaign, "su").pol.state, NotRequired, "{case}");
        assert_eq!(of(&campaign, "su.tank").pol.state, state, "{case}");
        assert_eq!(of(&campaign, "su.foot0").pol.state, NotRequired, "{case}");
    }
}

/// When the army has lost its only bowser, or its HQ.
#[test]
fn what_the_superior_has_lost_they_want_too() {
    let mut campaign = army(5, 5, 5, 5);
    lose(&mut campaign, "su.pol");
    assert_eq!(of(&campaign, "su.tank").pol.state, NoVehicle);
    let mut campaign = army(5, 5, 5, 5);
    lose(&mut campaign, "su.hq");
    assert_eq!(of(&campaign, "su.tank").pol.state, Cut);
}

/// A corps of foot between the army and the tanks: with bowsers of its own it is the nearest that has any, and its chain goes
/// on by the army's; without it is passed by.
#[test]
fn the_nearest_superior_with_bowsers_counts() {
    for (corps, army_bowser, state) in [
        // The corps' bowser beside the tanks and its HQ, the army's two squares on, the fuel one more.
        (Some(8), 5, InSupply),
        // The army's bowser in reach of the tanks, the corps' not.
        (Some(1), 6, Cut),
        // The corps never had one: the army's is three squares from the tanks.
        (None, 6, InSupply),
        (None, 5, Cut),
    ] {
        let mut campaign = field(4);
        put(&mut campaign, "su.hq", "hq", 5);
        put(&mut campaign, "su.log", "log", 5);
        put(&mut campaign, "su.pol", "pol", army_bowser);
        group(&mut campaign, "su.c", Echelon::Corps);
        put(&mut campaign, "su.c.hq", "hq", 8);
        put(&mut campaign, "su.c.log", "log", 8);
        if let Some(col) = corps {
            put(&mut campaign, "su.c.pol", "pol", col);
        }
        put(&mut campaign, "su.c.tank", "tank", 9);
        for number in 0..3 {
            put(&mut campaign, &format!("su.c.foot{number}"), "foot", 8);
        }
        assert_eq!(of(&campaign, "su.c.tank").pol.state, state, "corps {corps:?}, army {army_bowser}");
    }
}

fn book(campaign: &mut Campaign, to: &str, commodity: Commodity) {
    let number = campaign.stock.transfers().len() as u64 + 1;
    let transfer = Transfer {
        number,
        from: "opening".into(),
        to: to.into(),
        commodity,
        quantity: 1,
        bound: Bound::FIRST,
        reason: String::new(),
    };
    apply(campaign, &Event::StockTransferred { transfer }).unwrap();
}

/// In `full` the superior must have POL in reach too: in its own bowser, or in a dump of its own or above to which a clear way
/// leads. Who comes to no vehicle is cut, whatever the dumps hold.
#[test]
fn in_full_the_superior_must_have_pol_in_reach() {
    for (holds, tank, state, out) in [
        (None, 8, DumpEmpty, true),
        (Some("su.pol"), 8, InSupply, false),
        (Some("depot"), 8, InSupply, false),
        (None, 10, Cut, true),
        // Cut off from the bowser, and not from the depot.
        (Some("depot"), 10, Cut, false),
    ] {
        let mut campaign = army(3, 6, 7, tank);
        set(&mut campaign, Setting::Detail, "full");
        if let Some(account) = holds {
            book(&mut campaign, account, Commodity::Pol);
        }
        let tank = of(&campaign, "su.tank").pol;
        assert_eq!((tank.state, tank.out), (state, out), "{holds:?}");
    }
}

/// A superior whose dump is empty feeds nobody, and who comes to none of its LOG vehicles is cut from them besides.
#[test]
fn who_comes_to_no_lorry_is_cut_though_the_dump_is_empty() {
    for (col, state) in [(5, DumpEmpty), (0, Cut)] {
        let mut campaign = army(5, 5, 5, 5);
        set(&mut campaign, Setting::Detail, "full");
        // Nobody drives through column 2.
        ground(&mut campaign).set_control(sq(2, 5), Some(side("AX")));
        put(&mut campaign, "su.far", "foot", col);
        let far = of(&campaign, "su.far");
        assert_eq!((far.log.state, far.log.out), (state, true), "column {col}");
    }
}

/// The army's bowser stands on a square that the enemy controls: its chain may start there, but nobody comes to it. It need not
/// go far; what is said to mend is not a march to where it stands.
#[test]
fn no_mend_sends_anybody_to_where_he_stands() {
    let mut campaign = army(3, 6, 7, 8);
    ground(&mut campaign).set_control(sq(6, 5), Some(side("AX")));
    let tank = of(&campaign, "su.tank");
    assert_eq!(tank.pol.state, Cut);
    let texts: Vec<String> = tank.mend.iter().map(|item| item.what.text(&campaign)).collect();
    assert_eq!(texts, ["take 0605: enemy-controlled, unoccupied"]);
}

/// Two causes at once: from the army's bowser it is four squares to the fuel, and from the tanks eight to the bowser. One
/// bowser more between bowser and fuel mends the first, another near the tanks the second.
#[test]
fn who_is_fed_is_told_all_that_he_wants() {
    let campaign = army(0, 3, 7, 11);
    let tank = of(&campaign, "su.tank");
    assert_eq!(tank.pol.state, Cut);
    let mut mended = campaign;
    for (number, item) in tank.mend.iter().enumerate() {
        let at = item.what.square();
        match item.by() {
            Some(bowser) => mended.formations.get_mut(bowser).unwrap().leaf.as_mut().unwrap().square = Some(at),
            None => put(&mut mended, &format!("su.given{number}"), "pol", at.col),
        }
    }
    assert_eq!(tank.mend.len(), 2, "{:?}", tank.mend);
    assert_eq!(of(&mended, "su.tank").pol.state, InSupply, "{:?}", tank.mend);
}

/// The army's HQ in column 3, its bowser in 6 and the fuel in 7; where stocks are counted the depot holds one POL, so that the
/// tanks have some to march with. From column 10 they come back one square, from 11 two; a second bowser in column 7 goes one
/// to 0805 and leaves them there. A bowser in column 3 is eight squares from 11: five back are too far, so that another comes
/// to them. Who has no POL does not march.
#[test]
fn who_is_fuelled_by_another_comes_back_where_bowsers_would_go_farther() {
    for (chain, second, tank, detail, what) in [
        ([3, 6, 7], None, 10, "full", "bring Die su.tank \"ü\" back to 0905"),
        ([3, 6, 7], None, 11, "full", "bring Die su.tank \"ü\" back to 0905"),
        ([3, 6, 7], Some(7), 11, "full", "move Die su.pol1 \"ü\" from 0705 to 0805"),
        ([3, 6, 7], Some(0), 11, "full", "bring Die su.tank \"ü\" back to 0905"),
        ([1, 3, 4], None, 11, "full", "give Die su \"ü\" a bowser at 1105"),
        ([3, 6, 7], None, 10, "simple", "give Die su \"ü\" a bowser at 1005"),
    ] {
        let [hq, bowser, depot] = chain;
        let mut campaign = army(hq, bowser, depot, tank);
        set(&mut campaign, Setting::Detail, detail);
        if let Some(col) = second {
            put(&mut campaign, "su.pol1", "pol", col);
        }
        if detail == "full" {
            book(&mut campaign, "depot", Commodity::Pol);
        }
        let case = format!("{chain:?} {second:?} {tank} {detail}");
        let of_tank = of(&campaign, "su.tank");
        assert_eq!(of_tank.pol.state, Cut, "{case}");
        let texts: Vec<String> = of_tank.mend.iter().map(|item| item.what.text(&campaign)).collect();
        assert_eq!(texts.first().map(String::as_str), Some(what), "{case}: {texts:?}");
        if let supply::Mend::BringBack(unit, square) = &of_tank.mend[0].what {
            assert_eq!(texts.len(), 1, "{case}: {texts:?}");
            campaign.formations.get_mut(unit.as_str()).unwrap().leaf.as_mut().unwrap().square = Some(*square);
            assert_eq!(of(&campaign, "su.tank").pol.state, InSupply, "{case}");
        }
    }
}

/// The tanks draw LOG by their corps and POL by the army's bowser, one square from the fuel. The army's HQ stands off the road,
/// from where nobody comes to its bowser: two squares down it is on the road, and two squares from that.
#[test]
fn an_hq_from_which_no_way_leads_comes_out_for_those_whom_it_fuels() {
    let mut campaign = army(8, 6, 7, 8);
    group(&mut campaign, "su.c", Echelon::Corps);
    put(&mut campaign, "su.c.hq", "hq", 8);
    put(&mut campaign, "su.c.log", "log", 8);
    put(&mut campaign, "su.c.tank", "tank", 8);
    put(&mut campaign, "su.c.foot0", "foot", 8);
    put(&mut campaign, "su.c.foot1", "foot", 8);
    assert_eq!(of(&campaign, "su.c.tank").pol.state, InSupply);
    campaign.formations.get_mut("su.hq").unwrap().leaf.as_mut().unwrap().square = Some(sq(8, 3));
    let tank = of(&campaign, "su.c.tank");
    assert_eq!((tank.log.state, tank.pol.state), (InSupply, Cut));
    let texts: Vec<String> = tank.mend.iter().map(|item| item.what.text(&campaign)).collect();
    assert_eq!(texts, ["bring Die su.hq \"ü\" to 0805"]);
}

/// The division's HQ in column 0, the fuel in column 9, a hop three squares: from the bowser in 3 to the fuel it is six. The
/// other, in column 11, closes that in column 6 and nowhere else. Where the only one stands off the road, three squares
/// below 0205, and the fuel in column 5, 0205 and 0305 would do; it goes to the nearer, across country.
#[test]
fn a_bowser_that_is_there_goes_to_the_square_that_closes_the_chain() {
    for (depot, bowsers, mover, to) in
        [(9, &[sq(3, 5), sq(11, 5)][..], "su.d.pol1", sq(6, 5)), (5, &[sq(2, 8)], "su.d.pol0", sq(2, 5))]
    {
        let mut campaign = division(depot);
        for (number, square) in bowsers.iter().enumerate() {
            let id = format!("su.d.pol{number}");
            put(&mut campaign, &id, "pol", 0);
            campaign.formations.get_mut(&id).unwrap().leaf.as_mut().unwrap().square = Some(*square);
        }
        let division = of(&campaign, "su.d");
        assert_eq!((division.pol.state, division.log.state), (Cut, InSupply));
        let moves: Vec<_> = division.mend.iter().map(|item| (item.by().cloned(), item.what.square())).collect();
        assert_eq!(moves, [(Some(mover.into()), to)], "{:?}", division.mend);
    }
}

/// With roads along every row and column 16 squares are within three of the HQ, where the fuel is too: 4 in its row, 3, 2 and 1
/// in the rows above and below. The bowser in column 6 goes three squares to 0305, and farther to any other.
#[test]
fn of_many_squares_a_bowser_goes_to_the_nearest() {
    let mut campaign = division(0);
    for n in 0..12 {
        let (column, row): (Vec<Square>, Vec<Square>) = (0..12).map(|m| (sq(n, m), sq(m, n))).unzip();
        road(&mut campaign, RoadQuality::Good, &column);
        road(&mut campaign, RoadQuality::Good, &row);
    }
    put(&mut campaign, "su.d.pol", "pol", 6);
    let division = of(&campaign, "su.d");
    let moves: Vec<_> = division.mend.iter().map(|item| (item.by().cloned(), item.what.square())).collect();
    assert_eq!(moves, [(Some("su.d.pol".into()), sq(3, 5))]);
}

/// A division of foot three squares below 0205; the depot is in column 8, and the enemy controls column 4. From 0205 it would
/// have to take 0405; from 0505 its line is open as things are, and it comes there, though it is farther.
#[test]
fn who_stands_off_the_road_comes_to_where_his_line_is_open() {
    let mut campaign = field(8);
    ground(&mut campaign).set_control(sq(4, 5), Some(side("AX")));
    group(&mut campaign, "su.d", Echelon::Division);
    for (id, kind) in [("su.d.hq", "hq"), ("su.d.log", "log"), ("su.d.foot", "foot")] {
        put(&mut campaign, id, kind, 2);
        campaign.formations.get_mut(id).unwrap().leaf.as_mut().unwrap().square = Some(sq(2, 8));
    }
    let mend = of(&campaign, "su.d").mend;
    assert_eq!(mend.iter().map(|item| item.what.square()).collect::<Vec<_>>(), [sq(5, 5)], "{mend:?}");
}

/// The depot in column 0, the only bowser three squares from it, the HQ five squares on: no place of that bowser closes both hops,
/// and the HQ comes back two squares. A second bowser in column 11 would have to go five squares, to 0605; one in column 7 goes
/// one, and the HQ stays. An HQ that burns POL does not march while its division has none, so that a bowser must be given; it
/// does where stocks are counted and the bowser that it can come to holds one.
#[test]
fn an_hq_too_far_forward_comes_back_where_bowsers_would_go_farther() {
    let standing = |others: &[u16], mobility: Mobility, detail: &str| {
        let mut campaign = division(0);
        set(&mut campaign, Setting::Detail, detail);
        put(&mut campaign, "su.d.pol0", "pol", 3);
        for (number, col) in (1..).zip(others) {
            put(&mut campaign, &format!("su.d.pol{number}"), "pol", *col);
        }
        let hq = campaign.formations.get_mut("su.d.hq").unwrap();
        (hq.mobility, hq.leaf.as_mut().unwrap().square) = (Some(mobility), Some(sq(8, 5)));
        if detail == "full" {
            book(&mut campaign, "su.d.pol0", Commodity::Pol);
        }
        campaign
    };
    for (others, mobility, detail, what) in [
        (&[][..], Mobility::Foot, "simple", "bring Die su.d.hq \"ü\" back to 0605"),
        (&[11], Mobility::Foot, "simple", "bring Die su.d.hq \"ü\" back to 0605"),
        (&[7], Mobility::Foot, "simple", "move Die su.d.pol1 \"ü\" from 0705 to 0605"),
        (&[], Mobility::Motorised, "simple", "give Die su.d \"ü\" a bowser at 0505"),
        (&[], Mobility::Motorised, "full", "bring Die su.d.hq \"ü\" back to 0605"),
    ] {
        let mut campaign = standing(others, mobility, detail);
        let division = of(&campaign, "su.d");
        let case = format!("{others:?} {mobility:?} {detail}");
        assert_eq!((division.pol.state, division.log.state == Cut), (Cut, false), "{case}");
        let texts: Vec<String> = division.mend.iter().map(|item| item.what.text(&campaign)).collect();
        assert_eq!(texts, [what], "{case}");
        if let supply::Mend::BringBack(hq, square) = &division.mend[0].what {
            campaign.formations.get_mut(hq.as_str()).unwrap().leaf.as_mut().unwrap().square = Some(*square);
            assert_eq!(of(&campaign, "su.d").pol.state, InSupply, "{case}");
        }
    }
}

/// The corps' HQ in column 9 is five squares from its bowser in column 4, and comes back to 0705. The bowser stands
/// three squares from the depot in column 1, and cannot go forward.
#[test]
fn an_hq_above_comes_back_for_those_below() {
    let mut campaign = field(1);
    group(&mut campaign, "su.c", Echelon::Corps);
    for (id, kind, col) in [("su.c.hq", "hq", 9), ("su.c.log", "log", 4), ("su.c.pol", "pol", 4)] {
        put(&mut campaign, id, kind, col);
    }
    group(&mut campaign, "su.c.d", Echelon::Division);
    campaign.formations.get_mut("su.c.d").unwrap().parent = Some("su.c".into());
    for (id, kind, col) in [("su.c.d.hq", "hq", 7), ("su.c.d.log", "log", 7), ("su.c.d.pol", "pol", 7)] {
        put(&mut campaign, id, kind, col);
    }
    put(&mut campaign, "su.c.d.tank", "tank", 7);
    let division = of(&campaign, "su.c.d");
    assert_eq!(division.pol.state, Cut);
    let texts: Vec<String> = division.mend.iter().map(|item| item.what.text(&campaign)).collect();
    assert_eq!(texts, ["bring Die su.c.hq \"ü\" back to 0705"]);
}

/// A division of foot and its train in 0505, the depot in column 0, and 0305 enemy-controlled: that square would have to be taken. A
/// second road leads from the depot by row 7 to column 6: from 0507, two squares off, the line is open as things are, and the
/// division could come back there. Where the enemy controls row 6 from column 4 to 6 too, five squares lead there, which is not near.
#[test]
fn who_stands_near_an_open_road_could_come_back_to_it() {
    for (enemies, back) in [(&[][..], Some(sq(5, 7))), (&[4, 5, 6], None)] {
        let mut campaign = field(0);
        let second: Vec<Square> = (5..=7).map(|row| sq(0, row)).chain((1..=6).map(|col| sq(col, 7))).collect();
        road(&mut campaign, RoadQuality::Good, &second);
        ground(&mut campaign).set_control(sq(3, 5), Some(side("AX")));
        for col in enemies {
            ground(&mut campaign).set_control(sq(*col, 6), Some(side("AX")));
        }
        group(&mut campaign, "su.d", Echelon::Division);
        for (id, kind) in [("su.d.hq", "hq"), ("su.d.log", "log"), ("su.d.foot", "foot")] {
            put(&mut campaign, id, kind, 5);
        }
        let division = of(&campaign, "su.d");
        let texts: Vec<String> = division.mend.iter().map(|item| item.what.text(&campaign)).collect();
        assert_eq!(texts, ["take 0305: enemy-controlled, unoccupied"]);
        assert_eq!(division.log.back, back.map(|square| ("su.d".into(), square)));
    }
}
