//! Air leaves of the order of battle in battles: who can fly, when they come, what drives them off. Worked by hand.
//!
//! A fighter regiment stands at `home` (0107), the first division in 0302 and the enemy's infantry beside it in 0402 with an
//! anti-aircraft company of class L.

use campaign::{Airfield, Campaign};
use domain::*;
use serde_json::json;

use super::field::{Field, formation, leaf, six};

const LINE: &str = "battle new 0402 --by 1rd --air iap";

fn with_fighters() -> Campaign {
    let mut campaign = six();
    let mut air = leaf(formation("su.1a.iap", Some("su.1a"), "SU", Echelon::Battalion, Arm::Air, 13), (1, 7), 3, None);
    air.mobility = Some(Mobility::Air);
    let mut guns =
        leaf(formation("ax.9id.aa", Some("ax.9id"), "AX", Echelon::Battalion, Arm::Antiair, 14), (4, 2), 1, None);
    guns.leaf.as_mut().unwrap().bases[0].role = Role::AntiAir;
    for leaf in [air, guns] {
        campaign.formations.insert(leaf);
    }
    let field = Airfield {
        id: "home".into(),
        place: None,
        square: Square::new(1, 7),
        side: SideId::new("SU").unwrap(),
        landings: None,
        used_for: String::new(),
        note: String::new(),
    };
    campaign.airfields.insert(field.id.clone(), field);
    campaign
}

fn field() -> Field {
    let field = Field::of(&with_fighters());
    field.done("unit set 9id.i1 square=0402");
    field.done("setting set offroad_km 60");
    field
}

/// The engagement that a line draws.
fn drawn(field: &Field, line: &str) -> toml::Table {
    let file = field.json(line)["file"].as_str().unwrap().to_owned();
    std::fs::read_to_string(field.dir.path().join(file)).unwrap().parse().unwrap()
}

fn refused(field: &Field, line: &str) -> String {
    let ran = field.run(line);
    assert_eq!(ran.code, 1, "{line}: {}{}", ran.out, ran.err);
    ran.err
}

fn markers(field: &Field) -> serde_json::Value {
    field.json("unit show iap")["bases"][0]["markers"].clone()
}

/// The only anti-aircraft die is the first of the battle: L at a low flyer, L too, marks on 4 once and on 6 twice.
#[test]
fn aircraft_fly_once_a_day_and_bring_home_the_markers_that_drove_them_off() {
    for (face, took) in [(3, 0), (4, 1), (6, 2)] {
        let field = field();
        let battle = drawn(&field, LINE);
        let aircraft = battle["attacker"]["air"].as_array().unwrap();
        assert_eq!(aircraft.len(), 1);
        assert_eq!(aircraft[0]["id"].as_str(), Some("su.1a.iap"));
        assert_eq!(aircraft[0]["kind"].as_str(), Some("fighter"));
        assert!(aircraft[0].get("arrives").is_none(), "in the first move, which is not written");
        // Whoever else throws throws threes, however many are asked for.
        let resolve = |threes| format!("battle resolve 1am-0402 --dice \"{face}{}\" --post", " 3".repeat(threes));
        assert!((0..200).any(|threes| field.run(&resolve(threes)).code == 0));
        assert_eq!(markers(&field), json!(took), "{face}");
        assert!(field.done("battle show 1am-0402").contains("flew"));
        field.done("bound close");
        field.done("unit set 1rd state=organised");
        let why = refused(&field, LINE);
        assert!(
            why.contains("IAP (`su.1a.iap`) cannot fly: it has flown 1 of its 1 today (setting `air_sorties`)"),
            "{why}"
        );
        field.done("setting set air_sorties 2");
        field.done(LINE);
        assert_eq!(field.json("verify")["ok"], json!(true));
    }
}

#[test]
fn who_cannot_fly_is_refused_and_the_umpire_may_let_him() {
    let field = field();
    let why = refused(&field, "battle new 0402 --by 1rd --air 1rd");
    assert!(why.contains("1RD (`su.1a.1rd`) has no aircraft"), "{why}");
    assert!(why.contains("`--air` takes leaves of mobility `air`, or a formation above them"), "{why}");
    field.done("ground set 0107 --side AX");
    let why = refused(&field, LINE);
    assert!(why.contains("IAP (`su.1a.iap`) cannot fly: it is not at an open airfield of its side"), "{why}");
    field.done(&format!("{LINE} --dry-run --override \"from a meadow\""));
    field.done("ground set 0107 --side SU");
    field.done("unit set iap markers=3");
    let why = refused(&field, LINE);
    assert!(why.contains("IAP (`su.1a.iap`) cannot fly: none of its aircraft is armed and free of markers"), "{why}");
    field.done("unit set iap markers=0");
    field.done("unit set iap state=disorganised");
    let why = refused(&field, LINE);
    assert!(why.contains("IAP (`su.1a.iap`) cannot fly: it is disorganised"), "{why}");
    field.done("unit set iap state=organised");
    field.done("bound weather flying=none");
    let why = refused(&field, LINE);
    assert!(why.contains("IAP (`su.1a.iap`) cannot fly: the weather of this bound stops all flying"), "{why}");
}

/// NQM Squared, section 4: reactive air a move later; NQM Free: eight hours those of an army.
#[test]
fn the_defenders_aircraft_come_when_they_have_been_called() {
    for (rules, arrives) in [("nqm-squared", 2), ("nqm-free", 7)] {
        let field = field();
        let battle = drawn(&field, &format!("battle new 0302 --attacker AX --air iap --rules {rules}"));
        assert_eq!(battle["defender"]["air"][0]["arrives"].as_integer(), Some(arrives), "{rules}");
    }
}
