//! Odds against a plain enumeration: every fall of the dice of every mechanic of the NQM systems, thrown by the same code
//! that `roll` throws by, counted face by face. `benches/rules.rs` does the same with nine dice.

use std::collections::{BTreeMap, BTreeSet};

use dice::Dice;
use domain::RuleSystemId;
use rules::system;
use serde_json::{Value, json};

use super::odometer::Odometer;

/// The outcomes that odds list, without their probability, as text.
fn key(mut outcome: Value) -> String {
    outcome.as_object_mut().unwrap().remove("probability");
    outcome.to_string()
}

/// A throw as the odds would list it: the same keys.
fn same_keys(rolled: &Value, listed: &Value) -> String {
    let keys = listed.as_object().unwrap().keys().filter(|key| *key != "probability");
    Value::Object(keys.map(|key| (key.clone(), rolled[key].clone())).collect()).to_string()
}

fn agrees(id: RuleSystemId, mechanic: &str, input: &Value) {
    let system = system(id);
    let odds = serde_json::to_value(system.odds(mechanic, input).unwrap()).unwrap();
    let listed = odds["outcomes"].as_array().unwrap();
    let mut counted: BTreeMap<String, f64> = BTreeMap::new();
    let mut odometer = Odometer::default();
    loop {
        let rolled = system.roll(mechanic, input, &mut Dice::asked(&mut odometer)).unwrap();
        let weight = 6_f64.powi(-(odometer.taken as i32));
        *counted.entry(same_keys(&serde_json::to_value(&rolled).unwrap(), &listed[0])).or_default() += weight;
        if !odometer.turn() {
            break;
        }
    }
    let exact: BTreeMap<String, f64> =
        listed.iter().map(|outcome| (key(outcome.clone()), outcome["probability"].as_f64().unwrap())).collect();
    let names = |map: &BTreeMap<String, f64>| map.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&exact), names(&counted), "{mechanic} {input} of {id}");
    for (outcome, p) in &exact {
        assert!(
            (p - counted[outcome]).abs() < 1e-12,
            "{mechanic} {input} of {id}: {outcome}: {p}, {}",
            counted[outcome]
        );
    }
}

fn all_agree(id: RuleSystemId, inputs: &[(&str, Value)]) {
    let tried: BTreeSet<&str> = inputs.iter().map(|(mechanic, _)| *mechanic).collect();
    let there: BTreeSet<&str> = system(id).mechanics().iter().map(|mechanic| mechanic.name).collect();
    assert_eq!(tried, there, "left: mechanics enumerated here; right: those of {id}");
    for (mechanic, input) in inputs {
        agrees(id, mechanic, input);
    }
}

#[test]
fn odds_of_squared_agree_with_every_fall_of_the_dice() {
    all_agree(
        RuleSystemId::NqmSquared,
        &[
            ("firefight", json!({"cu": "2L M H VL", "against": "M"})),
            ("recce", json!({"attacker": "veteran", "defender": "conscript", "ambushed": true})),
            ("assault", json!({"attacker_sp": 3, "defender_sp": 2})),
            ("assault", json!({"attacker_sp": 2, "defender_sp": 1, "rounds": 2})),
            ("break-test", json!({"grade": "conscript"})),
            ("break-test", json!({"grade": "elite"})),
            ("reorganise", json!({"casualties": 5})),
            ("reorganise", json!({"casualties": 4})),
            ("tank-terror", json!({})),
            ("dispute", json!({})),
        ],
    );
}

#[test]
fn odds_of_free_agree_with_every_fall_of_the_dice() {
    let even = json!({"attacker_sp": 3, "defender_sp": 2, "attacker": "regular", "defender": "veteran"});
    all_agree(
        RuleSystemId::NqmFree,
        &[
            ("firefight", json!({"cu": "2L M H", "against": "M", "range": "contact", "ambush": true})),
            ("recce", json!({"attacker": "regular", "defender": "conscript"})),
            ("recce", json!({"attacker": "elite", "defender": "green", "ambushed": true})),
            ("assault", even),
            ("assault", json!({"attacker_sp": 4, "defender_sp": 1, "attacker": "elite", "defender": "militia"})),
            ("break-test", json!({"grade": "veteran"})),
            ("reorganise", json!({"casualties": 3})),
            ("tank-terror", json!({})),
            ("break-out", json!({})),
            ("infantry-bridgehead", json!({})),
            ("vehicle-bridge", json!({})),
            ("dispute", json!({})),
        ],
    );
}
