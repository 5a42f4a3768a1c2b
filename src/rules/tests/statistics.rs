//! Dice against odds: the mean of many seeded throws of every mechanic agrees with its exact distribution.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use dice::Dice;
use domain::RuleSystemId;
use rules::mechanic::{Chances, Mean, Rolled};
use rules::pairs::BattleSide;
use rules::{RuleSystem, system};

const THROWS: u32 = 20_000;

/// The figures of a throw whose means the odds give, the mean itself first.
fn figures(rolled: &Rolled) -> Vec<f64> {
    let yes = |b: bool| f64::from(u8::from(b));
    match rolled {
        Rolled::Firefight(roll) => vec![f64::from(roll.casualties), f64::from(roll.out_of_ammo)],
        Rolled::Recce(roll) => vec![f64::from(roll.margin)],
        Rolled::Sighting(roll) => vec![yes(roll.range.is_none())],
        Rolled::Assault(roll) => vec![f64::from(roll.casualties.attacker), f64::from(roll.casualties.defender)],
        Rolled::BreakTest(roll) => vec![yes(roll.passed)],
        Rolled::Test(roll) => vec![yes(roll.passed)],
        Rolled::Reorganise(roll) => vec![f64::from(roll.sp_lost)],
        Rolled::Contest(roll) => vec![yes(roll.winner == Some(BattleSide::Attacker))],
        Rolled::Face(roll) => vec![f64::from(roll.hours)],
        Rolled::Answer(answer) => unreachable!("{answer:?} has keys of its own"),
    }
}

/// The same figures by the odds.
fn expected(chances: &Chances) -> Vec<f64> {
    let mut means = match chances.mean {
        Mean::One(mean) => vec![mean],
        Mean::Sides { attacker, defender } => vec![attacker, defender],
    };
    let counts = chances.out_of_ammo.iter();
    means.extend(counts.map(|counts| counts.iter().map(|c| f64::from(c.count) * c.probability).sum::<f64>()));
    means
}

fn agrees(system: &dyn RuleSystem, mechanic: &str, input: &Value) {
    let mut dice = Dice::seeded(1942, 0).unlogged();
    let thrown: Vec<Vec<f64>> =
        (0..THROWS).map(|_| figures(&system.roll(mechanic, input, &mut dice).unwrap())).collect();
    let n = f64::from(THROWS);
    for (place, exact) in expected(&system.odds(mechanic, input).unwrap()).into_iter().enumerate() {
        let mean = thrown.iter().map(|figures| figures[place]).sum::<f64>() / n;
        let variance = thrown.iter().map(|figures| (figures[place] - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let error = (variance / n).sqrt().max(1e-9);
        assert!(
            (mean - exact).abs() < 4.0 * error,
            "{mechanic} {input}: {mean} thrown, {exact} by odds, error {error}"
        );
    }
}

/// Every mechanic of a system with inputs; none may be left out.
fn all_agree(id: RuleSystemId, inputs: &[(&str, Value)]) {
    let system = system(id);
    let tried: BTreeSet<&str> = inputs.iter().map(|(mechanic, _)| *mechanic).collect();
    let there: BTreeSet<&str> = system.mechanics().iter().map(|mechanic| mechanic.name).collect();
    assert_eq!(tried, there, "left: mechanics thrown here; right: those of {id}");
    for (mechanic, input) in inputs {
        agrees(system, mechanic, input);
    }
}

#[test]
fn thrown_means_agree_with_the_odds_of_squared() {
    all_agree(
        RuleSystemId::NqmSquared,
        &[
            ("firefight", json!({"cu": "5L 3M 2H", "against": "M"})),
            ("firefight", json!({"cu": "VL 2VH", "against": "VH"})),
            ("recce", json!({"attacker": "veteran", "defender": "conscript", "ambushed": true})),
            ("recce", json!({"attacker": "green", "defender": "elite"})),
            ("assault", json!({"attacker_sp": 6, "defender_sp": 4, "rounds": 3})),
            ("assault", json!({"attacker_sp": 1, "defender_sp": 9})),
            ("break-test", json!({"grade": "conscript"})),
            ("break-test", json!({"grade": "regular"})),
            ("break-test", json!({"grade": "elite"})),
            ("reorganise", json!({"casualties": 5})),
            ("reorganise", json!({"casualties": 4})),
            ("tank-terror", json!({})),
            ("dispute", json!({})),
        ],
    );
}

#[test]
fn thrown_means_agree_with_the_odds_of_free() {
    let long = json!({"attacker_sp": 9, "defender_sp": 9, "attacker": "elite", "defender": "veteran", "rounds": 4});
    all_agree(
        RuleSystemId::NqmFree,
        &[
            ("firefight", json!({"cu": "4L 2M", "against": "M", "range": "contact"})),
            ("firefight", json!({"cu": "4L 2M", "against": "L", "range": "effective", "ambush": true})),
            ("recce", json!({"attacker": "regular", "defender": "conscript"})),
            ("recce", json!({"attacker": "elite", "defender": "green", "ambushed": true})),
            ("assault", long),
            ("assault", json!({"attacker_sp": 4, "defender_sp": 6, "attacker": "militia", "defender": "veteran"})),
            ("break-test", json!({"grade": "veteran"})),
            ("break-test", json!({"grade": "militia"})),
            ("break-test", json!({"grade": "elite"})),
            ("reorganise", json!({"casualties": 3})),
            ("tank-terror", json!({})),
            ("break-out", json!({})),
            ("infantry-bridgehead", json!({})),
            ("vehicle-bridge", json!({})),
            ("dispute", json!({})),
        ],
    );
}

#[test]
fn every_mechanic_has_odds() {
    for id in [RuleSystemId::NqmSquared, RuleSystemId::NqmFree] {
        let system = system(id);
        let input = json!({"cu": "2L", "against": "M", "attacker": "regular", "defender": "regular", "attacker_sp": 3,
            "defender_sp": 3, "grade": "regular", "casualties": 3});
        for mechanic in system.mechanics() {
            let keys = input.as_object().unwrap().iter().filter(|(key, _)| mechanic.keys.contains(&key.as_str()));
            let input = Value::Object(keys.map(|(key, value)| (key.clone(), value.clone())).collect());
            let odds = system.odds(mechanic.name, &input).unwrap();
            let sum: f64 = odds.outcomes.iter().map(|chance| chance.probability).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{} of {id}: {sum}", mechanic.name);
        }
    }
}
