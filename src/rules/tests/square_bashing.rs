//! Square Bashing: odds against every throw and against arithmetic by hand, refusals, what always holds.

use std::collections::BTreeMap;

use dice::Dice;
use domain::RuleSystemId;
use proptest::prelude::*;
use rules::mechanic::{Chances, Mean, MechanicError, What};
use rules::{RuleSystem, system};
use serde_json::{Map, Value, json};

fn rules() -> &'static dyn RuleSystem {
    system(RuleSystemId::SquareBashing)
}

fn roll(mechanic: &str, input: &Value, dice: &mut Dice<'_>) -> Result<Value, MechanicError> {
    rules().roll(mechanic, input, dice).map(|rolled| serde_json::to_value(rolled).unwrap())
}

/// The halves of a square of an answer.
fn sum(halves: &Value) -> u64 {
    halves.as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum()
}

/// The halves of those of an engagement who are still with their square.
fn left(square: &Value) -> u64 {
    let there = square.as_object().unwrap().values().filter(|unit| unit["morale"] != "rout");
    there.map(|unit| unit["halves"].as_u64().unwrap()).sum()
}

fn length(list: &Value) -> usize {
    list.as_array().unwrap().len()
}

/// What `odds` tells apart, made from an answer of `roll`.
fn kept(mechanic: &str, answer: &Value, entered: u64) -> Value {
    let some = |keys: &[&str]| -> Value {
        Value::Object(keys.iter().map(|key| ((*key).to_owned(), answer[*key].clone())).collect::<Map<_, _>>())
    };
    match mechanic {
        "saves" => some(&["lost"]),
        "shoot" | "retire" => some(&["casualties"]),
        "deviation" => some(&["deviation"]),
        "exit" => some(&["leaves"]),
        "clock" => some(&["clock", "ends"]),
        "asset" => some(&["sixes", "arrives"]),
        "map-in" => some(&["halves_now"]),
        "map-out" => some(&["sp", "markers", "morale"]),
        "reinforce" => json!({ "arrivals": length(&answer["arrived"]) }),
        "hc" => json!({ "markers": length(&answer["placed"]), "attempts": answer["attempts"] }),
        "barrage" => {
            json!({ "casualties": entered - answer["halves"].as_object().unwrap().values().map(sum).sum::<u64>() })
        }
        "gas-drift" => json!({
            "outcome": answer["outcome"],
            "casualties": entered - answer["halves"].as_object().unwrap().values().map(sum).sum::<u64>(),
        }),
        "morale" => json!({
            "result": answer["result"],
            "position": answer["position"],
            "routed": length(&answer["routed"]),
            "left": sum(&answer["halves"]),
        }),
        "assault" => json!({
            "result": answer["result"],
            "target_position": answer["target_position"],
            "assaulter_left": sum(&answer["assaulter_halves"]),
            "target_left": sum(&answer["target_halves"]),
        }),
        _ => json!({
            "result": answer["result"],
            "A_morale": answer["A_morale"],
            "T_morale": answer["T_morale"],
            "A_left": left(&answer["A"]),
            "T_left": left(&answer["T"]),
        }),
    }
}

fn by_outcome(chances: &Chances) -> BTreeMap<String, f64> {
    let each = chances.outcomes.iter().map(|chance| match &chance.what {
        What::Answer(keys) => (keys.to_string(), chance.probability),
        other => panic!("{other:?}"),
    });
    each.collect()
}

/// Goes through every script of faces that a mechanic wants, and counts what comes of each in throws of `most` dice.
fn enumerate(mechanic: &str, input: &Value, entered: u64, most: u32) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    let mut open = vec![String::new()];
    while let Some(script) = open.pop() {
        let used = script.split_whitespace().count() as u32;
        match roll(mechanic, input, &mut Dice::scripted(&script)) {
            Ok(answer) => {
                *counts.entry(kept(mechanic, &answer, entered).to_string()).or_insert(0) += 6_u64.pow(most - used);
            }
            Err(MechanicError::Dice(_)) => {
                assert!(used < most, "{mechanic} wants more than {most} dice");
                open.extend((1..=6).map(|face| format!("{script} {face}")));
            }
            Err(error) => panic!("{mechanic}: {error}"),
        }
    }
    counts
}

fn unit(id: &str, kind: &str, now: u16) -> Value {
    json!({ "id": id, "type": kind, "halves_now": now })
}

/// Every mechanic with an input that wants few dice, the halves that enter, and the most dice.
fn small_throws() -> Vec<(&'static str, Value, u64, u32)> {
    let infantry = unit("i", "infantry", 6);
    let mg = unit("m", "mg", 2);
    vec![
        ("saves", json!({ "units": [infantry, mg], "hits": 5 }), 8, 5),
        ("shoot", json!({ "shooters": [{ "id": "g", "type": "artillery" }], "target": { "units": [infantry] } }), 6, 6),
        ("retire", json!({ "target": { "units": [infantry, unit("c", "artillery", 1)] } }), 7, 4),
        ("morale", json!({ "units": [infantry, mg], "barrage": 3 }), 8, 3),
        ("morale", json!({ "units": [infantry], "barrage": 3 }), 6, 5),
        (
            "morale",
            json!({ "units": [{ "id": "r", "type": "infantry", "quality": "reservist", "halves_now": 2 }, mg],
                    "barrage": 3, "rear_off_table": true }),
            4,
            6,
        ),
        ("deviation", json!({ "quality": "good" }), 0, 1),
        (
            "barrage",
            json!({ "kind": "rolling", "quality": "poor", "squares": [[2, 2]],
                    "occupied": [{ "at": [3, 2], "units": [infantry] }, { "at": [2, 2], "units": [mg] }] }),
            8,
            7,
        ),
        (
            "gas-drift",
            json!({ "squares": [[2, 2], [2, 3]], "occupied": [{ "at": [3, 2], "units": [infantry] }, { "at": [2, 3], "units": [mg] }] }),
            8,
            3,
        ),
        ("exit", json!({ "unit": { "id": "u", "type": "mg", "quality": "reservist" } }), 0, 1),
        ("exit", json!({ "unit": { "id": "u", "type": "mg" }, "road_free": true }), 0, 0),
        ("reinforce", json!({ "mode": "A", "waiting": 4 }), 0, 4),
        ("reinforce", json!({ "mode": "C", "waiting": 9 }), 0, 2),
        ("clock", json!({ "clock": 4 }), 0, 1),
        ("hc", json!({ "quality": "good", "wants": ["hold_the_line", "morale_bonus"] }), 0, 4),
        ("asset", json!({}), 0, 5),
        ("map-in", json!({ "type": "infantry", "sp": 3, "markers": 1 }), 0, 0),
        ("map-out", json!({ "type": "mg", "before": { "sp": 3 }, "halves_now": 1 }), 0, 0),
        ("engage", json!({ "A": { "units": [unit("a", "mg", 1)] }, "T": { "units": [unit("t", "mg", 2)] } }), 3, 6),
    ]
}

#[test]
fn odds_agree_with_every_throw_there_is() {
    for (mechanic, input, entered, most) in small_throws() {
        let counts = enumerate(mechanic, &input, entered, most);
        let all = 6_u64.pow(most);
        assert_eq!(counts.values().sum::<u64>(), all, "{mechanic}");
        let odds = by_outcome(&rules().odds(mechanic, &input).unwrap());
        assert_eq!(counts.keys().collect::<Vec<_>>(), odds.keys().collect::<Vec<_>>(), "{mechanic}");
        for (outcome, count) in &counts {
            let exact = *count as f64 / all as f64;
            assert!((odds[outcome] - exact).abs() < 1e-12, "{mechanic} {outcome}: {} and {exact}", odds[outcome]);
        }
    }
}

/// A reservist throws one less, a professional one more, and both want 3. A clock loses 3.5. A good higher command has four
/// attempts, each good on 4 and more: one marker in 15 of 16, of two 0, 1 and 2 in 1, 4 and 11 of 16. Who waits comes on 6.
#[test]
fn means_of_small_throws_by_hand() {
    let exit = |kind: &str, quality: &str| json!({ "unit": { "id": "u", "type": kind, "quality": quality } });
    let wants = |wants: &[&str]| json!({ "quality": "good", "wants": wants });
    for (mechanic, input, wanted) in [
        ("exit", exit("mg", "reservist"), 3.0 / 6.0),
        ("exit", exit("infantry", "professional"), 5.0 / 6.0),
        ("exit", json!({ "unit": { "id": "u", "type": "mg" }, "road_free": true }), 1.0),
        ("clock", json!({ "clock": 21 }), 17.5),
        ("clock", json!({ "clock": 1 }), -2.5),
        ("hc", wants(&["hold_the_line"]), 15.0 / 16.0),
        ("hc", wants(&["hold_the_line", "morale_bonus"]), 26.0 / 16.0),
        ("reinforce", json!({ "mode": "A", "waiting": 3 }), 3.0 / 6.0),
        ("reinforce", json!({ "mode": "C", "waiting": 9 }), 1.0 + 2.0 / 6.0),
    ] {
        let odds = rules().odds(mechanic, &input).unwrap();
        assert!(matches!(odds.mean, Mean::One(mean) if (mean - wanted).abs() < 1e-12), "{mechanic} {input}: {odds:?}");
    }
}

/// One damaged light tank each, two dice each. A pool hits 0, 1, 2 times in 4, 4, 1 of 9; a hit takes the half in 1 of 3:
/// the half is gone in 4/9 * 1/3 + 1/9 * 5/9 = 17/81, on both sides alike.
#[test]
fn odds_of_an_assault_by_hand() {
    let input = json!({ "assaulter": { "units": [unit("a", "tank_light", 1)] },
                        "target": { "units": [unit("t", "tank_light", 1)] } });
    let chances = rules().odds("assault", &input).unwrap();
    let odds = by_outcome(&chances);
    let outcome = |result: &str, place: &str, assaulter: u8, target: u8| {
        let keys =
            json!({ "result": result, "target_position": place, "assaulter_left": assaulter, "target_left": target });
        odds[&keys.to_string()]
    };
    let near = |found: f64, ways: f64, of: f64| assert!((found - ways / of).abs() < 1e-12, "{found}, {ways} of {of}");
    near(outcome("ASSAULT_WON", "destroyed", 1, 0), 17.0 * 64.0, 6561.0);
    near(outcome("ASSAULT_REPULSED", "destroyed", 0, 0), 17.0 * 17.0, 6561.0);
    // Who is thrown back with his half takes three hits more: it lives in 8 of 27.
    near(outcome("ASSAULT_REPULSED", "hold", 1, 1), 64.0 * 64.0 * 8.0, 6561.0 * 27.0);
    near(outcome("ASSAULT_REPULSED", "hold", 0, 1), 17.0 * 64.0 * 27.0 + 64.0 * 64.0 * 19.0, 6561.0 * 27.0);
    assert_eq!(odds.len(), 4);
    assert!(matches!(chances.mean, Mean::One(mean) if (mean - 1088.0 / 6561.0).abs() < 1e-12));
}

/// Throws beside odds, outcome by outcome, within five standard deviations.
fn agrees(mechanic: &str, input: &Value) {
    const THROWS: u32 = 20_000;
    let odds = by_outcome(&rules().odds(mechanic, input).unwrap());
    assert!((odds.values().sum::<f64>() - 1.0).abs() < 1e-9);
    let mut dice = Dice::seeded(1916, 0).unlogged();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..THROWS {
        let answer = roll(mechanic, input, &mut dice).unwrap();
        *seen.entry(kept(mechanic, &answer, 0).to_string()).or_default() += 1;
    }
    assert!(seen.keys().all(|outcome| odds.contains_key(outcome)), "{mechanic}: an outcome that odds do not know");
    for (outcome, p) in odds.iter().filter(|(_, p)| **p > 0.001) {
        let (n, found) = (f64::from(THROWS), f64::from(seen.get(outcome).copied().unwrap_or(0)));
        assert!((found - n * p).abs() < 5.0 * (n * p * (1.0 - p)).sqrt(), "{mechanic} {outcome}: {found}, {p} by odds");
    }
}

#[test]
fn odds_agree_with_throws_of_a_whole_assault_and_engagement() {
    let attackers = json!([unit("a1", "infantry", 6), unit("a2", "infantry", 5), unit("m", "mg", 2)]);
    let defenders = json!([unit("t", "infantry", 6), unit("g", "artillery", 2)]);
    agrees(
        "assault",
        &json!({ "assaulter": { "units": attackers, "support": 1 },
                               "target": { "units": defenders, "defence": "hasty" }, "can_withdraw": false }),
    );
    agrees(
        "engage",
        &json!({ "A": { "units": [unit("a", "infantry", 5)] },
                              "T": { "units": [unit("t", "infantry", 3)], "enemy_faces": 3 },
                              "barrage": { "kind": "gas", "quality": "average" } }),
    );
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let refused = |mechanic: &str, input: Value| {
        let error = roll(mechanic, &input, &mut Dice::seeded(1, 0)).unwrap_err();
        assert_eq!(rules().odds(mechanic, &input).unwrap_err(), error);
        error.to_string()
    };
    let infantry = json!([{ "id": "i", "type": "infantry" }]);
    let expected = [
        ("saves", json!({ "units": [{ "id": "i", "type": "infantri" }], "hits": 1 }), "unknown variant `infantri`"),
        ("saves", json!({ "units": [{ "id": "i", "typ": "infantry" }], "hits": 1 }), "unknown field `typ`"),
        ("saves", json!({ "units": infantry, "hits": 1, "owner": 2 }), "takes no `owner`"),
        ("saves", json!({ "units": infantry, "hits": 1, "owner_k": 3 }), "`owner_k` of `saves` cannot be `3`: 1 or 2"),
        ("saves", json!({ "units": infantry }), "`saves` needs `hits`"),
        ("saves", json!({ "units": infantry, "hits": 1001 }), "at most 1000"),
        (
            "saves",
            json!({ "units": [{ "id": "i", "type": "mg", "halves_now": 3 }], "hits": 1 }),
            "it has 3 halves of 2",
        ),
        (
            "saves",
            json!({ "units": [{ "id": "i", "type": "mg", "halves_full": 0 }], "hits": 1 }),
            "`halves_full` is from 1",
        ),
        ("saves", json!({ "units": [infantry[0], infantry[0]], "hits": 1 }), "two units of the square have this `id`"),
        ("saves", json!({ "units": [{ "id": "i", "type": "mg", "sp": 3 }], "hits": 1 }), "only `engage` takes `sp`"),
        ("shoot", json!({ "shooters": infantry, "target": { "units": infantry }, "range": 0 }), "1 or more"),
        (
            "assault",
            json!({ "assaulter": { "units": [{ "id": "m", "type": "mg" }] }, "target": { "units": infantry } }),
            "must assault",
        ),
        (
            "assault",
            json!({ "assaulter": { "units": infantry, "assaulting": ["x"] }, "target": { "units": infantry } }),
            "cannot be `x`",
        ),
        ("assault", json!({ "assaulter": { "units": infantry }, "target": { "units": [] } }), "needs halves left"),
        ("retire", json!({ "target": { "units": infantry, "rear_blocked": true } }), "nobody retires"),
        ("morale", json!({ "units": infantry, "enemy_faces": 5 }), "four faces"),
        ("barrage", json!({ "kind": "smoke", "quality": "good", "squares": [] }), "unknown variant `smoke`"),
        (
            "barrage",
            json!({ "kind": "gas", "quality": "good", "squares": [], "occupied": [{ "at": [7, 1], "units": [] }] }),
            "the table is 6 by 8",
        ),
        ("map-in", json!({ "type": "infantry", "sp": 4, "sp_full": 4 }), "1 to 3 SP"),
        ("map-in", json!({ "type": "infantry", "sp": 2, "markers": 3 }), "cannot have more markers than SP"),
        ("map-out", json!({ "type": "infantry", "before": { "sp": 2 }, "halves_now": 5 }), "it entered with 4"),
        ("hc", json!({ "quality": "good", "wants": [], "house": { "hc_success": 7 } }), "from 1 to 6"),
        ("hc", json!({ "quality": "good", "wants": [], "house": { "hc_sucess": 4 } }), "unknown field `hc_sucess`"),
        ("engage", json!({ "A": { "units": infantry }, "T": { "units": infantry, "shock": true } }), "only `A` has"),
    ];
    for (mechanic, input, words) in expected {
        let said = refused(mechanic, input);
        assert!(said.contains(words), "{mechanic}: {said}");
    }
    let missing = rules().odds("saves", &json!({ "units": infantry })).unwrap_err();
    assert_eq!(missing.hint(), "give `hits` in the object of `--input`");
    let unknown = rules().roll("firefight", &json!({}), &mut Dice::seeded(1, 0)).unwrap_err();
    assert_eq!(unknown.to_string(), "`square-bashing` has no mechanic `firefight`");
}

#[test]
fn too_many_ways_to_count_are_refused_and_many_dice_are_not() {
    let squares: Vec<[u8; 2]> = (1..=8).map(|column| [3, column]).collect();
    let occupied: Vec<Value> =
        (1..=8).map(|column| json!({ "at": [3, column], "units": [unit("a", "infantry", 6)] })).collect();
    let barrage = json!({ "kind": "point", "quality": "good", "squares": squares, "occupied": occupied });
    let error = rules().odds("barrage", &barrage).unwrap_err();
    assert!(error.to_string().contains("more than 2,000,000 ways"), "{error}");
    let Mean::One(mean) = rules().odds("reinforce", &json!({ "mode": "A", "waiting": 600 })).unwrap().mean else {
        panic!("one mean");
    };
    assert!((mean - 100.0).abs() < 1e-9);
}

const KINDS: &[&str] = &[
    "infantry",
    "cavalry_mounted",
    "cavalry_dismounted",
    "mg",
    "artillery",
    "mortar",
    "tank_light",
    "tank_heavy",
    "ac",
    "ac_light",
    "hc",
];
const QUALITIES: &[&str] = &["professional", "regular", "reservist"];
const TERRAINS: &[&str] = &["open", "woods", "buildings", "hill", "rough_hill"];
const DEFENCES: &[&str] = &["none", "hasty", "trench", "fort"];

prop_compose! {
    fn units()(rows in prop::collection::vec((0..KINDS.len(), 0..3_usize, 0..=2_u16), 1..6)) -> Value {
        let unit = |(at, (kind, quality, now)): (usize, &(usize, usize, u16))| {
            json!({ "id": format!("u{at}"), "type": KINDS[*kind], "quality": QUALITIES[*quality], "halves_now": now })
        };
        rows.iter().enumerate().map(unit).collect()
    }
}

prop_compose! {
    fn square()(units in units(), terrain in 0..TERRAINS.len(), defence in 0..DEFENCES.len(), faces in 0..=4_u8,
                barrage in 0..3_u8, blocked in any::<bool>(), off in any::<bool>(), suppressed in any::<bool>()) -> Value {
        json!({ "units": units, "terrain": TERRAINS[terrain], "defence": DEFENCES[defence], "enemy_faces": faces,
                "barrage": barrage, "rear_blocked": blocked, "rear_off_table": off, "suppressed": suppressed })
    }
}

proptest! {
    /// Whatever is engaged: nobody gains, every unit but higher command comes home, the same dice give the same.
    #[test]
    fn an_engagement_always_ends(a in square(), t in square(), rear in units(), kind in 0..4_usize, seed in any::<u64>(),
                                 retires in any::<bool>()) {
        let kind = ["suppression", "point", "rolling", "gas"][kind];
        let policy = if retires { "retire" } else { "stand" };
        let input = json!({ "A": a, "T": t, "rear": { "units": rear }, "target_policy": policy,
                            "barrage": { "kind": kind, "quality": "average" } });
        let is_there = a["units"].as_array().unwrap().iter().any(|u| u["type"] != "hc" && u["halves_now"] != 0);
        let mut dice = Dice::seeded(seed, 0);
        let answer = roll("engage", &input, &mut dice);
        prop_assert_eq!(answer.is_ok(), is_there);
        let Ok(answer) = answer else { return Ok(()) };
        for (name, entered) in [("A", &a["units"]), ("T", &t["units"]), ("rear", &rear)] {
            for unit in entered.as_array().unwrap() {
                let home = &answer[name][unit["id"].as_str().unwrap()];
                prop_assert_eq!(home.is_null(), unit["type"] == "hc");
                if !home.is_null() {
                    prop_assert!(home["halves"].as_u64() <= unit["halves_now"].as_u64());
                    prop_assert!(home["markers"].as_u64() <= home["sp"].as_u64());
                    prop_assert_eq!(home["morale"] == "lost", home["halves"] == 0);
                }
            }
        }
        prop_assert!(answer["T_withdraw"].as_u64() <= Some(2));
        let faces: Vec<String> = dice.log().iter().flat_map(|t| &t.faces).map(ToString::to_string).collect();
        let mut again = Dice::scripted(&faces.join(" "));
        prop_assert_eq!(roll("engage", &input, &mut again).unwrap(), answer);
        prop_assert!(again.finish().is_ok());
    }
}
