//! War Times Journal "1943": cases worked out by hand from its page, and its odds against plain enumeration.
//!
//! A case is a mechanic with its input and dice, and what its answer holds (`expect`, key by key) or why it is refused
//! (`error`, a part of the message).

use std::collections::BTreeMap;

use dice::Dice;
use domain::RuleSystemId;
use rules::{self, RuleSystem};
use serde_json::{Value, json};

use super::cases::{self, differences};

fn wtj() -> &'static dyn RuleSystem {
    rules::system(RuleSystemId::WarTimesJournal1943)
}

fn throw(mechanic: &str, input: &Value, script: &str) -> Result<Value, String> {
    cases::answer(RuleSystemId::WarTimesJournal1943, mechanic, input, script)
}

/// What is wrong with a case.
fn judge(case: &Value) -> Vec<String> {
    let answer = throw(case["mechanic"].as_str().unwrap(), &case["input"], case["dice"].as_str().unwrap_or(""));
    match (answer, case.get("error").and_then(Value::as_str)) {
        (Err(error), Some(part)) if error.contains(part) => Vec::new(),
        (Err(error), _) => vec![format!("  refused: {error}")],
        (Ok(answer), Some(_)) => vec![format!("  not refused: {answer}")],
        (Ok(answer), None) => {
            let mut lines = Vec::new();
            differences("", &case["expect"], &answer, &mut lines);
            lines
        }
    }
}

#[test]
fn every_case_comes_out_as_worked_out_by_hand() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/war_times_journal");
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let page: toml::Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let page = serde_json::to_value(page).unwrap();
        for case in page["case"].as_array().unwrap() {
            assert!(case["section"].is_string() && (case["expect"].is_object() || case["error"].is_string()), "{case}");
            seen += 1;
            let lines = judge(case);
            if !lines.is_empty() {
                wrong.push(format!("{}: {}\n{}", path.display(), case["about"], lines.join("\n")));
            }
        }
    }
    assert!(seen > 80, "{seen}");
    assert!(wrong.is_empty(), "{} cases\n{}", wrong.len(), wrong.join("\n"));
}

/// A factor of the group's own is a fraction above nought and at most 1, of hundredths at the finest.
#[test]
fn a_factor_is_a_fraction_of_at_most_one() {
    for (factor, fits) in [
        ("1/2", true),
        ("1/1", true),
        ("1/100", true),
        ("100 / 100", true),
        ("0/1", false),
        ("3/2", false),
        ("1/101", false),
        ("1/0", false),
        ("half", false),
    ] {
        let house = json!({ "move_yards": { "rough_factor": factor } });
        let thrown = throw("move", &json!({ "rate": "walk", "stretches": [], "house": house }), "");
        assert_eq!(thrown.is_ok(), fits, "{factor}: {thrown:?}");
    }
}

/// Every way in which so many dice fall, thrown through `roll`, against `odds`. Dice that nobody throws any more are
/// left lying: then both count the same.
fn odds_agree(mechanic: &str, input: &Value, dice: u32, project: impl Fn(&Value) -> Value) {
    let all = 6_u32.pow(dice);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for code in 0..all {
        let faces: Vec<String> = (0..dice).map(|place| (code / 6_u32.pow(place) % 6 + 1).to_string()).collect();
        let rolled = wtj().roll(mechanic, input, &mut Dice::scripted(&faces.join(" "))).unwrap();
        *counts.entry(project(&serde_json::to_value(&rolled).unwrap()).to_string()).or_default() += 1;
    }
    let chances = serde_json::to_value(wtj().odds(mechanic, input).unwrap()).unwrap();
    let outcomes = chances["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.len(), counts.len(), "{mechanic} {input}: {outcomes:?} {counts:?}");
    for outcome in outcomes {
        let mut keys = outcome.clone();
        let probability = keys.as_object_mut().unwrap().remove("probability").unwrap().as_f64().unwrap();
        let plain = f64::from(counts[&keys.to_string()]) / f64::from(all);
        assert!((probability - plain).abs() < 1e-12, "{mechanic} {input}: {keys} {probability} {plain}");
    }
}

/// The answer without all but these keys.
fn only(keys: &'static [&'static str]) -> impl Fn(&Value) -> Value {
    move |answer| keys.iter().map(|key| ((*key).to_owned(), answer[*key].clone())).collect()
}

#[test]
fn odds_of_one_throw_agree_with_enumeration() {
    odds_agree("command", &json!({ "grade": "C", "test": "assault", "hq": 1 }), 1, only(&["passed"]));
    odds_agree("rally", &json!({ "grade": "V" }), 1, only(&["cleared"]));
    odds_agree("morale", &json!({ "grade": "G", "modifier_total": -2 }), 1, only(&["effect"]));
    odds_agree("small-arms", &json!({ "modifiers": ["mg", "packed"], "yards": 50 }), 1, only(&["result"]));
    odds_agree("air-superiority", &json!({ "theatre": "africa", "year": 1943 }), 2, only(&["superiority"]));
    odds_agree("barrage", &json!({ "mode": "on_call" }), 3, only(&["result", "on_try"]));
    odds_agree("dangerous", &json!({ "path": ["stream", "marsh", "stream"] }), 4, only(&["immobilised_in"]));
    let tank = json!({ "target": "tank", "gun_class": 5, "armour": 6, "hit": ["moved", "short"] });
    odds_agree("direct", &tank, 3, only(&["result"]));
    odds_agree("move", &json!({ "rate": "walk", "stretches": [] }), 0, |answer| {
        only(&["allowance", "moved", "left", "arrived", "stationary"])(answer)
    });
}

#[test]
fn odds_of_area_fire_agree_with_enumeration() {
    let men = json!({ "kind": "personnel", "bases": 4, "damage": 1 });
    odds_agree("area", &men, 4, only(&["bases", "damage"]));
    let tanks = json!({ "kind": "tank", "bases": 3, "modifiers": ["heavy_battery"] });
    odds_agree("area", &tanks, 3, |answer| {
        let results = answer["results"].as_array().unwrap();
        let many = |mark: &str| results.iter().filter(|result| *result == mark).count();
        json!({ "K": many("K"), "D": many("D"), "I": many("I") })
    });
}

#[test]
fn odds_of_an_assault_agree_with_enumeration() {
    let keys = &["A", "D", "loser", "swept", "ground"];
    let input = json!({ "A_bases": 5, "D_bases": 3, "A_modifier_total": 1 });
    odds_agree("assault", &input, 6, only(keys));
}

#[test]
fn odds_of_the_losers_check_agree_with_enumeration() {
    let check = json!({ "grade": "G", "other_modifiers": ["unsupported"], "original": 3 });
    let input = json!({ "A_bases": 2, "D_bases": 9, "D_modifier_total": -3, "loser_check": check });
    let chances = serde_json::to_value(wtj().odds("assault", &input).unwrap()).unwrap();
    let outcomes = chances["outcomes"].as_array().unwrap();
    let of = |holds: &dyn Fn(&Value) -> bool| -> f64 {
        outcomes.iter().filter(|o| holds(o)).map(|o| o["probability"].as_f64().unwrap()).sum()
    };
    assert!((of(&|_| true) - 1.0).abs() < 1e-12);
    // A check is made wherever a loser is left, and only there.
    assert!(of(&|o| o["effect"].is_string() != (!o["loser"].is_null() && o[o["loser"].as_str().unwrap()] != 0)) == 0.0);
    // Unsupported and swept green troops pass on 4 to 6, weak ones besides on 5 and 6.
    let swept = of(&|o| o["swept"] == true && o["effect"].is_string());
    let passed = of(&|o| o["swept"] == true && o["effect"] == "pass");
    let share = passed / swept;
    assert!(swept > 0.0 && (1.0 / 3.0 - 1e-12..0.5 + 1e-12).contains(&share), "{share}");
}

#[test]
fn an_engagement_has_no_odds() {
    let error = wtj().odds("engage", &json!({ "A": [], "D": [] })).unwrap_err().to_string();
    assert_eq!(error, "`engage` has no exact odds: its throws depend on each other");
}

#[test]
fn a_key_that_is_wanting_is_named() {
    let error = wtj().roll("rally", &json!({}), &mut Dice::scripted("")).unwrap_err();
    assert_eq!(error.to_string(), "`rally` needs `grade`: it has no default");
    assert_eq!(error.hint(), "give `--grade`");
}

/// Engagements of all kinds of units with seeded dice: nothing is won back, and what is left fits the strength home.
#[test]
fn engagements_keep_their_books() {
    const KINDS: [&str; 6] = ["personnel", "mg", "gun", "vehicle", "tank", "hq"];
    const GRADES: [&str; 6] = ["E", "V", "R", "C", "M", "G"];
    const COVERS: [&str; 4] = ["open", "soft_cover", "hard_cover", "entrenched"];
    const PLANS: [&str; 3] = ["assault", "maneuver", "support"];
    for seed in 0..400_u64 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut pick = |of: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % of
        };
        let mut side = |name: &str| -> Vec<Value> {
            (0..=pick(5))
                .map(|place| {
                    let bases = 1 + pick(7);
                    json!({ "id": format!("{name}{place}"), "kind": KINDS[pick(6) as usize], "bases": bases,
                        "original": bases + pick(3), "grade": GRADES[pick(6) as usize],
                        "cover": COVERS[pick(4) as usize], "prone": pick(2) == 0, "assault_weapons": pick(3) == 0,
                        "demoralised": pick(5) == 0, "plan": PLANS[pick(3) as usize] })
                })
                .collect()
        };
        let input = json!({ "A": side("a"), "D": side("d"), "dangerous": ["marsh", "woods"],
            "barrage": { "gun_class": 8 }, "rear_blocked": seed % 2 == 0, "A_rear_blocked": seed % 3 == 0 });
        let rolled = wtj().roll("engage", &input, &mut Dice::seeded(seed, 0)).unwrap();
        let answer = serde_json::to_value(&rolled).unwrap();
        for side in ["A", "D"] {
            for unit in input[side].as_array().unwrap() {
                let home = &answer[side][unit["id"].as_str().unwrap()];
                let number = |key: &str| home[key].as_u64().unwrap();
                assert!(number("bases") + number("captured") <= unit["bases"].as_u64().unwrap(), "{seed} {home}");
                assert_eq!(number("bases") == 0, number("sp") == 0, "{seed} {home}");
                let gone = home["morale"] == "lost" || home["morale"] == "captured";
                assert_eq!(number("bases") == 0, gone, "{seed} {home}");
                assert!(side == "D" || answer["advances"] != unit["id"] || home["withdraw"] == 0, "{seed} {home}");
                let way = side == "D" && !answer["advances"].is_null() && number("bases") > 0;
                assert!(!way || number("withdraw") == 1, "{seed} {home}");
            }
        }
    }
}
