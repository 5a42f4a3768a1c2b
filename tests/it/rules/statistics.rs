//! Dice against odds: the mean of many seeded throws of every mechanic agrees with its exact distribution.

use railhead::dice::Dice;
use railhead::domain::RuleSystemId;
use railhead::rules::mechanic::{Mean, Rolled};
use railhead::rules::pairs::Side;
use railhead::rules::{RuleSystem, system};
use serde_json::{Value, json};

const THROWS: u32 = 20_000;

/// The figure of a throw whose mean the odds give.
fn figure(rolled: &Rolled) -> f64 {
    let yes = |b: bool| f64::from(u8::from(b));
    match rolled {
        Rolled::Firefight(roll) => f64::from(roll.casualties),
        Rolled::Recce(roll) => f64::from(roll.margin),
        Rolled::Sighting(roll) => yes(roll.range.is_none()),
        Rolled::Assault(roll) => f64::from(roll.casualties.attacker) - f64::from(roll.casualties.defender),
        Rolled::BreakTest(roll) => yes(roll.passed),
        Rolled::Test(roll) => yes(roll.passed),
        Rolled::Reorganise(roll) => f64::from(roll.sp_lost),
        Rolled::Contest(roll) => yes(roll.winner == Some(Side::Attacker)),
        Rolled::Face(roll) => f64::from(roll.hours),
        Rolled::Answer(answer) => unreachable!("{answer:?} has keys of its own"),
    }
}

fn agrees(system: &dyn RuleSystem, mechanic: &str, input: &Value) {
    let mut dice = Dice::seeded(1942, 0).unlogged();
    let figures: Vec<f64> = (0..THROWS).map(|_| figure(&system.roll(mechanic, input, &mut dice).unwrap())).collect();
    let n = f64::from(THROWS);
    let mean = figures.iter().sum::<f64>() / n;
    let variance = figures.iter().map(|f| (f - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let exact = match system.odds(mechanic, input).unwrap().mean {
        Mean::One(mean) => mean,
        Mean::Sides { attacker, defender } => attacker - defender,
    };
    let error = (variance / n).sqrt().max(1e-9);
    assert!((mean - exact).abs() < 4.0 * error, "{mechanic} {input}: {mean} thrown, {exact} by odds, error {error}");
}

#[test]
fn thrown_means_agree_with_the_odds() {
    for (mechanic, input) in [
        ("firefight", json!({"cu": "5L 3M 2H", "against": "M"})),
        ("recce", json!({"attacker": "veteran", "defender": "conscript", "ambushed": true})),
        ("assault", json!({"attacker_sp": 6, "defender_sp": 4, "rounds": 3})),
        ("break-test", json!({"grade": "conscript"})),
        ("reorganise", json!({"casualties": 5})),
        ("tank-terror", json!({})),
        ("dispute", json!({})),
    ] {
        agrees(system(RuleSystemId::NqmSquared).unwrap(), mechanic, &input);
    }
    for (mechanic, input) in [
        ("firefight", json!({"cu": "4L 2M", "against": "M", "range": "contact"})),
        ("recce", json!({"attacker": "regular", "defender": "conscript"})),
        (
            "assault",
            json!({"attacker_sp": 9, "defender_sp": 9, "attacker": "elite", "defender": "veteran", "rounds": 4}),
        ),
        ("break-test", json!({"grade": "veteran"})),
        ("reorganise", json!({"casualties": 3})),
        ("break-out", json!({})),
        ("infantry-bridgehead", json!({})),
        ("vehicle-bridge", json!({})),
    ] {
        agrees(system(RuleSystemId::NqmFree).unwrap(), mechanic, &input);
    }
}

#[test]
fn every_mechanic_has_odds() {
    for id in [RuleSystemId::NqmSquared, RuleSystemId::NqmFree] {
        let system = system(id).unwrap();
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
