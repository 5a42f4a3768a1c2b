//! Stock and what moves it: accounts, airfields and wings, what was overrun, forecasts that are kept.

use campaign::{
    Airfield, Campaign, Event, Flight, ForeseenRow, KeptForecast, Load, LogUse, Partisans, PolUse, Railhead, Setting,
    StockBook, StockNews, Wing, apply, can_carry,
};
use domain::{Arm, Bound, Commodity, FormationId, Mobility, Square};
use scenario::read;

use crate::march::weather;
use crate::squares::{empty, ground, leaf, sq};
use crate::tiny::tiny;
use crate::units::side;

fn bound(text: &str) -> Bound {
    text.parse().unwrap()
}

#[test]
fn bowsers_carry_pol_and_lorries_all_else() {
    use Commodity::{Log, Pol};
    for (vehicle, commodity, carries) in [(Log, Log, true), (Log, Pol, false), (Pol, Pol, true), (Pol, Log, false)] {
        assert_eq!(can_carry(vehicle, commodity), carries, "{vehicle} {commodity}");
    }
}

#[test]
fn books_are_equal_in_balances_and_in_how_many_transfers_made_them() {
    let book = |log: i64, made| {
        let rows = [("ax.d", log), ("opening", -log)].map(|(account, log)| (account.into(), Commodity::Log, log));
        StockBook::from_balances(rows, made)
    };
    assert_eq!((book(5, 7).made(), book(5, 7).balance("ax.d", Commodity::Log)), (7, 5));
    assert!(book(5, 7) == book(5, 7));
    assert!(book(5, 7) != book(5, 8), "another number of transfers");
    assert!(book(5, 7) != book(6, 7), "other balances");
}

#[test]
fn a_railhead_without_a_priority_is_written_without_one() {
    let campaign = read(&tiny(), &[]).campaign.unwrap();
    let written = |priority| {
        let head = Railhead { priority, ..campaign.railheads["farm"].clone() };
        serde_json::to_value(head).unwrap().get("priority").cloned()
    };
    assert_eq!((written(0), written(2)), (None, Some(2.into())));
}

fn field(campaign: &mut Campaign, id: &str, of: &str, square: Square) {
    let (side, text) = (side(of), String::new);
    ground(campaign).set_control(square, Some(side));
    let (place, landings) = (None, None);
    let field = Airfield { id: id.into(), place, square, side, landings, used_for: text(), note: text() };
    campaign.airfields.insert(id.into(), field);
}

// A leaf may stand two squares away from its airfield.
#[test]
fn a_wing_belongs_to_the_nearest_open_airfield_of_its_side() {
    let mut campaign = empty();
    leaf(&mut campaign, "ax.w", "AX", Arm::Air, Mobility::Air, sq(5, 5));
    let of = |campaign: &Campaign| campaign.field_of(&"ax.w".into()).map(|field| field.id.to_string());
    assert_eq!(of(&campaign), None);
    field(&mut campaign, "far", "AX", sq(5, 8));
    field(&mut campaign, "enemy", "SU", sq(5, 5));
    assert_eq!(of(&campaign), None, "three squares away, and the enemy's");
    field(&mut campaign, "c", "AX", sq(7, 5));
    assert_eq!(of(&campaign).as_deref(), Some("c"));
    field(&mut campaign, "b", "AX", sq(6, 4));
    assert_eq!(of(&campaign).as_deref(), Some("b"), "two squares away as well, and first by id");
    field(&mut campaign, "z", "AX", sq(5, 4));
    assert_eq!(of(&campaign).as_deref(), Some("z"), "one square away");
    leaf(&mut campaign, "su.1", "SU", Arm::Infantry, Mobility::Foot, sq(5, 4));
    assert_eq!(of(&campaign).as_deref(), Some("b"), "the enemy stands on it");
    ground(&mut campaign).set_control(sq(6, 4), Some(side("SU")));
    assert_eq!(of(&campaign).as_deref(), Some("c"), "the enemy controls it");
}

// Ten aircraft are left after one was lost: of four sorties today three count against them.
#[test]
fn a_wing_has_left_what_it_has_not_flown_today() {
    let mut campaign = empty();
    campaign.bound = bound("2pm");
    campaign.wings.insert("ax.w".into(), Wing { sorties: 10, load_kg: 1 });
    let flight = |wing: &str, at: &str, sorties, lost| Flight {
        bound: bound(at),
        wing: wing.into(),
        from: None,
        at: None,
        to: None,
        commodity: Commodity::Log,
        sorties,
        landed: 0,
        lost,
        kg: 0,
        kg_lost: 0,
    };
    campaign.flights = vec![flight("ax.w", "1pm", 9, 0), flight("ax.v", "2am", 5, 0), flight("ax.w", "2am", 4, 1)];
    campaign.settings.set(Setting::AirLimited, "50");
    let date = campaign.start.succ_opt().unwrap();
    for (flying, left) in [("", 7), ("good", 7), ("limited", 2), ("none", 0)] {
        let mut today = weather(&campaign, "");
        (today.date, today.flying) = (date, flying.to_owned());
        campaign.weather = vec![today];
        assert_eq!(campaign.sorties_left(&"ax.w".into()), left, "{flying}");
    }
    assert_eq!(campaign.sorties_left(&"ax.x".into()), 0, "no such wing");
}

#[test]
fn what_the_enemy_stands_upon_waits_for_the_umpire_unless_it_is_closed_and_empty() {
    for (closed, stock, waits) in [(false, 0, true), (false, 5, true), (true, 5, true), (true, 0, false)] {
        let mut campaign = read(&tiny(), &[]).campaign.unwrap();
        campaign.railheads.clear();
        campaign.formations.get_mut("su.1").unwrap().leaf.as_mut().unwrap().square =
            Some(campaign.dumps["ax.d"].square);
        campaign.dumps.get_mut("ax.d").unwrap().closed = closed;
        campaign.stock = StockBook::from_balances([("ax.d".into(), Commodity::Log, stock)], 1);
        let claims = campaign.set_upon();
        let found: Vec<_> = claims.iter().map(|claim| (claim.what.as_str(), claim.by.as_str())).collect();
        assert_eq!(found, if waits { vec![("ax.d", "su.1")] } else { Vec::new() }, "{closed} {stock}");
        campaign.claims = claims.into_iter().map(|claim| (claim.what.clone(), claim)).collect();
        assert_eq!(campaign.set_upon(), [], "it waits already");
    }
}

#[test]
fn a_formation_is_in_trouble_once_that_runs_dry_or_out() {
    let row = |formation: &str, commodity, dry: Option<&str>, out: Option<&str>| ForeseenRow {
        formation: FormationId::from(formation),
        commodity,
        holds: None,
        a_day: 1,
        fine: None,
        dry: dry.map(bound),
        out: out.map(bound),
        left: None,
    };
    let (log, pol, then) = (Commodity::Log, Commodity::Pol, Some("1n"));
    let forecast = |rows| {
        let (from, pol, log) = (bound("1am"), PolUse::Ordered, LogUse::Contact);
        KeptForecast { from, bounds: 3, side: None, pol, log, rows }
    };
    let rows = [
        row("a", log, then, None),
        row("a", pol, None, then),
        row("b", log, None, None),
        row("c", log, None, then),
        row("d", log, then, then),
    ];
    for (first, trouble) in [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2), (5, 3)] {
        assert_eq!(forecast(rows[..first].to_vec()).in_trouble(), trouble, "the first {first}");
    }
}

#[test]
fn a_house_rule_that_is_off_is_noted() {
    let mut campaign = empty();
    let note = |campaign: &Campaign| campaign.settings.note_if_off(Setting::Partisans);
    assert_eq!(
        note(&campaign).as_deref(),
        Some("this has no effect while the house rule `partisans` is off: `railhead setting set partisans on`")
    );
    campaign.settings.set(Setting::Partisans, "on");
    assert_eq!(note(&campaign), None);
}

/// Partisans of these squares come in this order, the last raids; they lie by square, and go one by one.
#[test]
fn partisans_are_found_by_square_and_side() {
    let mut campaign = read(&tiny(), &[]).campaign.unwrap();
    let about = |square, of: &str| {
        let (against, strength) = (side(of), 2);
        Partisans { square, against, strength, from: None, until: None, raid: None }
    };
    let change = |before: Option<&Partisans>, after: Option<&Partisans>| {
        let there = before.or(after).unwrap();
        let [before, after] = [before, after].map(|there| there.cloned().map(Box::new));
        Event::PartisansChanged { square: there.square, against: there.against, before, after }
    };
    let [a, b, c] = [about(sq(1, 1), "AX"), about(sq(1, 1), "SU"), about(sq(3, 2), "AX")];
    for there in [&c, &a, &b] {
        apply(&mut campaign, &change(None, Some(there))).unwrap();
        assert!(apply(&mut campaign, &change(None, Some(there))).is_err(), "they are there");
    }
    assert_eq!(campaign.partisans, [a.clone(), b.clone(), c.clone()]);
    let (square, against, raid) = (b.square, b.against, Some(bound("1am")));
    let thrown = Event::PartisansThrown { square, against, face: 1, before: None, after: raid };
    apply(&mut campaign, &thrown).unwrap();
    assert_eq!(campaign.partisans, [a.clone(), Partisans { raid, ..b.clone() }, c.clone()]);
    assert!(apply(&mut campaign, &change(Some(&b), None)).is_err(), "they have raided");
    apply(&mut campaign, &change(Some(&a), None)).unwrap();
    assert_eq!(campaign.partisans, [Partisans { raid, ..b }, c]);
}

fn reported(log: &str) -> Vec<StockNews> {
    let stock = if log.is_empty() { Load::default() } else { log.parse().unwrap() };
    vec![StockNews { bound: bound("1am"), stock }]
}

// The railhead goes from 0301 to 0201. What it reported is of what it leaves, where it leaves something; it has nothing
// itself, but for what it left in 0201 before.
#[test]
fn reports_stay_with_what_a_railhead_leaves() {
    for (left, wanted) in [
        (vec![], vec![("farm", "")]),
        (vec!["farm.0301"], vec![("farm", ""), ("farm.0301", "3log")]),
        (vec!["farm.0201"], vec![("farm", "2log"), ("farm.0201", "")]),
        (vec!["farm.0301", "farm.0201"], vec![("farm", "2log"), ("farm.0201", ""), ("farm.0301", "3log")]),
    ] {
        let mut campaign = read(&tiny(), &[]).campaign.unwrap();
        let before = campaign.railheads["farm"].clone();
        for id in &left {
            campaign.railheads.insert((*id).into(), Railhead { id: (*id).into(), ..before.clone() });
        }
        campaign.news.insert("farm".into(), reported("3log"));
        if left.contains(&"farm.0201") {
            campaign.news.insert("farm.0201".into(), reported("2log"));
        }
        let after = Railhead { square: sq(2, 1), ..before.clone() };
        let [before, after] = [before, after].map(|head| Some(Box::new(head)));
        apply(&mut campaign, &Event::RailheadChanged { railhead: "farm".into(), before, after }).unwrap();
        let wanted = wanted.iter().map(|(id, log)| ((*id).into(), reported(log))).collect();
        assert_eq!(campaign.news, wanted, "{left:?}");
    }
}
