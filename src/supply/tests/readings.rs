//! What is read off a chain of supply: what is tight, what is on its way, who stands where in the graph. The field is that of
//! `planning`, its `depot` a source: the division `su.d` lies six squares of 20 minutes from it.

use campaign::{Airfield, Campaign, Convoy, Errand, Flight, Goal, Setting, Take, Wing};
use domain::*;
use supply::*;

use crate::planning::{army, dump, field, holds, home, hours, leaf_of, lose, put, set, vehicle};
use crate::squares::{ground, leaf, sq};
use crate::units::side;

fn depot() -> Campaign {
    let mut campaign = field();
    campaign.dumps.get_mut("depot").unwrap().source = true;
    campaign
}

fn tight(campaign: &Campaign, of: &str) -> Vec<Bottleneck> {
    let sheet = assess(campaign, &[side("SU")], usize::MAX);
    let of = sheet.iter().find(|a| a.unit.as_str() == of).unwrap();
    bottlenecks(&network(campaign), campaign, &sheet, of)
}

// Two hours there and two back: in 18 hours a day a lorry for one LOG goes four and a half times.
#[test]
fn what_is_tight_is_told_the_least_share_first() {
    let campaign = depot();
    let found = tight(&campaign, "su.d");
    let whats: Vec<Tight> = found.iter().map(|b| b.what.clone()).collect();
    let carried = Tight::Vehicles { from: "depot".to_owned(), hours: 40 };
    assert_eq!(whats, [Tight::OwnStock(0), carried, Tight::Stock { holds: 5, rail: None }]);
    let figures: Vec<_> = found.iter().map(|b| (b.has, b.wants, b.short(), b.lacks())).collect();
    let of = |has, short, lacks| (Some(has), Some(10), short, lacks);
    assert_eq!(figures, [of(0, 10, 1), of(45, 0, 0), of(50, 0, 0)]);
    assert!(found.iter().all(|b| b.shared == ["su.d".into()]));
    let (from, to) = ("depot".to_owned(), "d.d".to_owned());
    let means = Means::Transfer { units: 1, commodity: Commodity::Log, from, to };
    assert_eq!(found[0].mends.iter().map(|m| &m.means).collect::<Vec<_>>(), [&means]);
}

// It has no dump, and its one lorry no room: `su.d.log` is taken, so that the next one is called `su.d.log2`.
#[test]
fn who_has_no_room_is_given_a_vehicle_and_what_is_short_with_it() {
    let mut campaign = depot();
    campaign.dumps.remove("d.d");
    leaf_of(&mut campaign, "su.d.log").capacity = 0;
    let found = tight(&campaign, "su.d");
    let own = found.iter().find(|b| b.what == Tight::OwnStock(0)).unwrap();
    let lorry = NewLeaf { id: "su.d.log2".into(), to: "su.d".into(), carries: Some(Commodity::Log), square: sq(6, 5) };
    let to = lorry.id.to_string();
    let filled = Means::Receive { units: 1, commodity: Commodity::Log, to, by_rail: false };
    let means: Vec<_> = own.mends.iter().map(|m| &m.means).collect();
    assert_eq!(means, [&Means::Mend(Mend::Give(lorry)), &filled]);
}

#[test]
fn what_a_convoy_brings_is_not_asked_for_again() {
    let mut campaign = depot();
    holds(&mut campaign, &[("depot", 5), ("su.log", 1)]);
    let convoy = Convoy { errand: Errand::Deliver, to: Goal::Account("d.d".into()), ..home(&campaign, "su.log") };
    campaign.convoys.insert("su.log".into(), convoy);
    let own = tight(&campaign, "su.d").remove(0);
    let coming: Vec<_> = own.coming.iter().map(|c| (c.convoy.as_str(), c.units, c.arrives)).collect();
    assert_eq!((coming, own.short(), own.lacks()), (vec![("su.log", 1, Some(Bound::FIRST))], 10, 0));
    assert!(own.mends.is_empty());
}

#[test]
fn what_fails_comes_first_and_says_why() {
    let why = |change: fn(&mut Campaign)| {
        let mut campaign = depot();
        change(&mut campaign);
        let first = tight(&campaign, "su.d").remove(0);
        (first.kind == BottleneckKind::Broken, first.what)
    };
    let broken = |why| (true, Tight::Fails { why, with_the_line: false });
    let cut = |kind| broken(Failing::Cut { at: sq(3, 5), kind, from_beside: false });
    assert_eq!(why(|c| lose(c, "su.d.log")), broken(Failing::NoVehicle));
    assert_eq!(why(|c| leaf(c, "ax.1", "AX", Arm::Infantry, Mobility::Foot, sq(3, 5))), cut(CutKind::EnemyUnit));
    assert_eq!(why(|c| ground(c).set_control(sq(3, 5), Some(side("AX")))), cut(CutKind::EnemyControl));
}

// A hop may be 18 km: six squares. The tanks' division goes by its own bowser, two squares from its HQ, and on to the depot,
// four more. The army burns POL for its tanks too and goes to the same depot, but feeds nobody itself.
#[test]
fn hops_are_told_with_all_who_fight_and_go_by_the_same() {
    let mut campaign = depot();
    set(&mut campaign, Setting::Detail, "simple");
    set(&mut campaign, Setting::BowserKm, "18");
    for (id, col) in [("su.pol", 0), ("su.d.pol", 4)] {
        vehicle(&mut campaign, id, Commodity::Pol, 1, col);
    }
    for id in ["su.d.t1", "su.d.t2"] {
        put(&mut campaign, id, (Arm::Armour, Mobility::Armoured), 6);
    }
    let hops = |of: &str| {
        let hops = tight(&campaign, of).into_iter().filter(|b| b.kind == BottleneckKind::Hop);
        hops.map(|b| (b.what, b.at, b.has, b.wants, b.shared)).collect::<Vec<_>>()
    };
    let hop = |km: i64, from: &str, at: &str, shared: &[&str]| {
        (
            Tight::Hop(from.to_owned()),
            at.to_owned(),
            Some(180),
            Some(km * 10),
            shared.iter().map(|id| (*id).into()).collect::<Vec<_>>(),
        )
    };
    let wanted = [hop(12, "su.d.pol", "depot", &["su.d"]), hop(6, "su.d", "su.d.pol", &["su.d"])];
    let found = hops("su.d");
    assert_eq!(found, wanted);
    let army = hops("su");
    assert!(!army.is_empty() && army.iter().all(|hop| hop.4.contains(&"su".into())), "{army:#?}");
    assert!(army.iter().any(|hop| hop.1 == "depot"), "{army:#?}");
}

// The division's lorry is sent to fetch: six squares there and six back, 120 minutes each; then it is home.
#[test]
fn convoys_are_there_when_their_minutes_are_used_up() {
    let outlook_of = |change: fn(&mut Campaign)| {
        let mut campaign = depot();
        let take = Some(Take { from: "depot".into(), load: "1log".parse().unwrap() });
        let to = Goal::Account("d.d".into());
        let convoy = Convoy { errand: Errand::Load, take, to, ..home(&campaign, "su.d.log") };
        campaign.convoys.insert("su.d.log".into(), convoy);
        change(&mut campaign);
        let found = outlook(&campaign).remove(0);
        let told = |bound: Option<Bound>| bound.map_or_else(|| "-".to_owned(), |bound| bound.to_string());
        let when = [found.loads, found.arrives, found.home].map(told).join(", ");
        (when, found.squares, found.way.len())
    };
    let told = |when: &str, squares, way| (when.to_owned(), squares, way);
    assert_eq!(outlook_of(|_| ()), told("D1 am, D1 am, D1 am", 6, 12));
    assert_eq!(outlook_of(|c| hours(c, "2")), told("D1 am, D1 pm, D1 pm", 6, 12));
    // It has used ten minutes on the way to the next square, and has ten less to go.
    assert_eq!(
        outlook_of(|c| {
            hours(c, "2");
            let march = &mut leaf_of(c, "su.d.log").march;
            let towards = campaign::march::Towards { square: sq(5, 5), minutes: 10 };
            (march.minutes, march.towards) = (10, Some(towards));
        }),
        told("D1 am, D1 pm, D1 pm", 6, 12)
    );
    // Who stays out is not home.
    assert_eq!(outlook_of(|c| c.convoys.get_mut("su.d.log").unwrap().stays = true), told("D1 am, D1 am, -", 6, 12));
    // A battalion's own vehicle drives by day alone: an hour in each bound, and none by night.
    assert_eq!(
        outlook_of(|c| {
            hours(c, "1");
            c.formations.get_mut("su.d").unwrap().echelon = Echelon::Battalion;
        }),
        told("D1 pm, D2 pm, D2 pm", 6, 12)
    );
}

#[test]
fn what_is_on_its_way_is_told_until_it_is_on_its_way_home() {
    for (errand, from, commodity, units) in [
        (Errand::Load, Some("depot"), Commodity::Log, 1),
        (Errand::Deliver, None, Commodity::Log, 2),
        (Errand::Home, None, Commodity::Log, 0),
    ] {
        let mut campaign = depot();
        if errand != Errand::Load {
            holds(&mut campaign, &[("depot", 5), ("su.log", 2)]);
        }
        let take = Some(Take { from: "depot".into(), load: "1log".parse().unwrap() });
        let convoy = Convoy { errand, take, to: Goal::Account("d.d".into()), ..home(&campaign, "su.log") };
        campaign.convoys.insert("su.log".into(), convoy);
        let told: Vec<_> = underway(&campaign)
            .into_iter()
            .map(|u| (u.convoy, u.from, u.account, u.owner, u.commodity, u.units, u.arrives))
            .collect();
        let one = ("su.log".into(), from.map(Into::into), Some("d.d".into()), Some("su.d".into()), commodity, units, {
            Some(Bound::FIRST)
        });
        assert_eq!(told, if units == 0 { vec![] } else { vec![one] }, "{errand:?}");
    }
}

#[test]
fn only_what_draws_and_is_there_has_stock_of_its_own() {
    let mut campaign = field();
    holds(&mut campaign, &[("depot", 5), ("d.d", 1), ("su.d.log", 1)]);
    army(&mut campaign, "sv");
    vehicle(&mut campaign, "sv.log", Commodity::Log, 1, 0);
    for id in ["sv.log", "sv.hq"] {
        lose(&mut campaign, id);
    }
    let held: Vec<_> = own_stocks(&campaign).into_iter().map(|(id, held)| (id.to_string(), held)).collect();
    assert_eq!(held, [("su".to_owned(), [5, 0]), ("su.d".to_owned(), [2, 0])], "`sv` is lost");
}

// The enemy stands beside the division's infantry, and it expends LOG; nobody burns POL.
#[test]
fn who_is_in_contact_expends() {
    let mut campaign = field();
    assert_eq!(present_use(&campaign), PresentUse::default());
    leaf(&mut campaign, "ax.1", "AX", Arm::Infantry, Mobility::Foot, sq(7, 5));
    let used = present_use(&campaign);
    assert_eq!(used.log, [("su.d".into(), vec!["su.d.i".into()])].into());
    let a_day = |id: &str, commodity| used.a_day(&id.into(), commodity);
    let (log, pol) = (Commodity::Log, Commodity::Pol);
    assert_eq!((a_day("su.d", log), a_day("su.d", pol), a_day("su", log)), (1, 0, 0));
}

#[test]
fn guns_of_the_army_that_have_fired_want_fire_units_and_others_log() {
    for (rule, arm, has_fired, wants) in [
        ("on", Arm::Artillery, true, true),
        ("on", Arm::Artillery, false, false),
        ("on", Arm::Infantry, true, false),
        ("off", Arm::Artillery, true, false),
    ] {
        let mut campaign = field();
        set(&mut campaign, Setting::CalibreAmmunition, rule);
        put(&mut campaign, "su.g", (arm, Mobility::Motorised), 1);
        let base = &mut leaf_of(&mut campaign, "su.g").bases[0];
        (base.calibre_mm, base.out_of_ammo) = (Some(152), has_fired);
        let tree = campaign::Tree::new(&campaign);
        assert_eq!(wants_fire_units(&tree, &"su.g".into()), wants, "{rule} {arm} {has_fired}");
        let wanting = fire_wants(&campaign);
        let told: Vec<_> = wanting
            .iter()
            .map(|w| (w.leaf.as_str(), w.commodity, w.bases, w.first.as_ref().map(AccountId::as_str)))
            .collect();
        assert_eq!(told, if wants { vec![("su.g", Commodity::FuH, 1, Some("depot"))] } else { vec![] }, "{rule} {arm}");
    }
}

#[test]
fn trains_are_told_by_what_is_in_them() {
    for (log, pol, text) in [(0, 0, ""), (3, 0, "3 LOG"), (0, 1, "1 POL"), (3, 2, "3 LOG and 2 POL")] {
        let load = TrainLoad { log, pol };
        assert_eq!((load.text(), load.is_empty()), (text.to_owned(), text.is_empty()));
        let more = shift_text(load, TrainLoad { log: 1, pol: 0 });
        let both = if text.is_empty() { String::new() } else { format!("{text} more, ") };
        assert_eq!(more, format!("{both}1 LOG less a day than without"));
    }
}

/// An airfield on the square of a column, and the wing `id` on it, which has flown twice today and once yesterday.
fn air(campaign: &mut Campaign, of: &str, id: &str, col: u16) {
    let (place, landings, side) = (None, None, side(of));
    let (used_for, note) = (String::new(), String::new());
    let field: AirfieldId = format!("{id}.field").as_str().into();
    let square = sq(col, 5);
    leaf(campaign, id, of, Arm::Air, Mobility::Air, square);
    ground(campaign).set_control(square, Some(side));
    campaign.airfields.insert(field.clone(), Airfield { id: field, place, square, side, landings, used_for, note });
    campaign.wings.insert(id.into(), Wing { sorties: 9, load_kg: 1 });
}

// A wing of each side; that of SU flew twice from 0105 to 0605 in the day, where the division has its dump, and once the day
// before.
#[test]
fn airfields_and_flights_of_a_side_are_in_its_chain() {
    let mut campaign = depot();
    campaign.bound = "2am".parse().unwrap();
    air(&mut campaign, "SU", "su.w", 1);
    air(&mut campaign, "SU", "su.v", 6);
    leaf_of(&mut campaign, "su.v").state = LeafState::OffMap;
    air(&mut campaign, "AX", "ax.w", 11);
    let flight = |bound: &str, landed, kg| Flight {
        bound: bound.parse().unwrap(),
        wing: "su.w".into(),
        from: Some("su.w.field".into()),
        at: Some("su.v.field".into()),
        to: Some("d.d".into()),
        commodity: Commodity::Log,
        sorties: 9,
        landed,
        lost: 0,
        kg,
        kg_lost: 0,
    };
    campaign.flights = vec![flight("1pm", 5, 500), flight("2am", 1, 100), flight("2am", 2, 300)];
    dump(&mut campaign, "e.e", "su", false, 3);
    let network = network(&campaign);
    let sheet = assess(&campaign, &[side("SU")], usize::MAX);
    let whole = SupplyGraph::whole(&network, &campaign, &[side("SU")], &sheet);
    let fields: Vec<_> = whole.nodes().filter(|n| n.kind == NodeKind::Airfield).map(|n| (n.id, n.is_reached)).collect();
    assert_eq!(fields, [("su.v.field", true), ("su.w.field", true)]);
    let by_air: Vec<String> = whole
        .edges()
        .filter_map(|(from, to, edge)| match edge.route {
            Route::Landing => Some(format!("{} lands for {}", from.id, to.id)),
            Route::Flight { landed, kg, .. } => Some(format!("{} to {}: {landed}, {kg} kg", from.id, to.id)),
            _ => None,
        })
        .collect();
    assert_eq!(by_air, ["su.v.field lands for d.d", "su.w.field to su.v.field: 3, 400 kg"]);
    campaign.wings.clear();
    campaign.flights.clear();
    let whole = SupplyGraph::whole(&network, &campaign, &[side("SU")], &sheet);
    assert!(whole.nodes().all(|node| node.kind != NodeKind::Airfield), "nobody flies");
}

#[test]
fn links_of_chains_and_ends_of_lines_are_known() {
    let mut campaign = depot();
    set(&mut campaign, Setting::Detail, "simple");
    set(&mut campaign, Setting::BowserKm, "18");
    vehicle(&mut campaign, "su.d.pol", Commodity::Pol, 1, 4);
    for id in ["su.d.t1", "su.d.t2"] {
        put(&mut campaign, id, (Arm::Armour, Mobility::Armoured), 6);
    }
    let sheet = assess(&campaign, &[side("SU")], usize::MAX);
    let graph = SupplyGraph::new(&campaign, &sheet);
    assert!(graph.is_link("su.d.pol") && !graph.is_link("su.d.log") && !graph.is_link("nobody"));
    assert!(graph.is_drawn_on("depot") && !graph.is_drawn_on("d.d") && !graph.is_drawn_on("nobody"));
}
