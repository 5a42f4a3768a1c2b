//! Brigadier General Commands: cases worked out by hand from the page, its tables, odds against plain enumeration.

use std::path::Path;

use dice::Dice;
use domain::RuleSystemId;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rules::mechanic::{Chances, Rolled, What};
use rules::{self, RuleSystem};
use serde_json::{Value, json};

use super::cases::{self, differences};

fn bgc() -> &'static dyn RuleSystem {
    rules::system(RuleSystemId::BrigadierGeneralCommands)
}

fn answer(mechanic: &str, input: &Value, script: &str) -> Result<Value, String> {
    cases::answer(RuleSystemId::BrigadierGeneralCommands, mechanic, input, script)
}

#[test]
fn every_case_comes_out_as_worked_out_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/brigadier_general_commands");
    let mut wrong = Vec::new();
    let mut sections = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let page: toml::Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let page = serde_json::to_value(page).unwrap();
        for case in page["case"].as_array().unwrap() {
            sections.push(case["section"].as_str().unwrap().to_owned());
            let mut lines = Vec::new();
            judge(case, &mut lines);
            if !lines.is_empty() {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                wrong.push(format!("{name}, {}: {}\n{}", case["section"], case["about"], lines.join("\n")));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let wanted = ["1.4", "3.2", "3.3", "3.5", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8", "4.9", "4.10"];
    for section in wanted.into_iter().chain(["4.11", "5.1", "5.2", "6.1", "6.2", "6.3", "6.4", "8.1"]) {
        assert!(sections.iter().any(|there| there.contains(section)), "no case of section {section}");
    }
}

fn judge(case: &Value, lines: &mut Vec<String>) {
    let dice = case["dice"].as_str().unwrap_or_default();
    let found = answer(case["mechanic"].as_str().unwrap(), &case["input"], dice);
    match (case["error"].as_str(), found) {
        (Some(error), Err(found)) if found.contains(error) => {}
        (Some(error), found) => lines.push(format!("  expected the error {error}, found {found:?}")),
        (None, Err(error)) => lines.push(format!("  {error}")),
        (None, Ok(found)) => differences("", &case["expect"], &found, lines),
    }
}

/// Section 4.4: the table of levels, as the page prints it.
#[test]
fn levels_are_those_of_the_table() {
    let rows = [
        ("Recruits", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("Green", [0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10]),
        ("Regular", [0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8]),
        ("Seasoned", [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]),
        ("Elite", [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]),
    ];
    let ladder = ["Double", "Move", "Aim", "Defend", "Shaken", "Hold", "Back", "Rout"];
    for (experience, levels) in rows {
        for (points, level) in (1..).zip(levels) {
            let input = json!({ "order": "Double", "points": points, "experience": experience });
            let found = answer("step", &input, "").unwrap();
            assert_eq!(found["levels"], level, "{experience} {points}");
            assert_eq!(found["order"], ladder[level.min(7)], "{experience} {points}");
        }
    }
}

/// Section 6.3: a battle without losses changes nothing.
#[test]
fn strength_in_and_home_again_is_the_same() {
    for sp in 1..=3_u8 {
        for markers in 0..=sp {
            let mut platoon = answer("map-in", &json!({ "sp": sp, "markers": markers }), "").unwrap();
            platoon["order"] = json!("Aim");
            let input = json!({ "u": platoon["u"], "w": platoon["w"], "k": platoon["k"], "order": "Aim" });
            let home = answer("map-out", &input, "").unwrap();
            assert_eq!((&home["sp"], &home["markers"]), (&json!(sp), &json!(markers)));
            // Without dice the mean is what there is: squads that go in, SP that come home.
            let figure = |mechanic: &str, input: &Value| mean(&bgc().odds(mechanic, input).unwrap());
            assert!((figure("map-out", &input) - f64::from(sp)).abs() < 1e-12);
            let squads = figure("map-in", &json!({ "sp": sp, "markers": markers }));
            assert!((squads - platoon["u"].as_f64().unwrap()).abs() < 1e-12);
        }
    }
}

/// The chances by throwing every way in which so many dice can fall, as far as these keys go.
fn enumerated(mechanic: &str, input: &Value, dice: u32, keys: fn(&Value) -> Value) -> Vec<(Value, f64)> {
    let mut counts: Vec<(Value, u32)> = Vec::new();
    let all = 6_u32.pow(dice);
    for code in 0..all {
        let faces: Vec<String> = (0..dice).map(|place| (code / 6_u32.pow(place) % 6 + 1).to_string()).collect();
        let found = keys(&answer(mechanic, input, &faces.join(" ")).unwrap());
        match counts.iter_mut().find(|(there, _)| *there == found) {
            Some((_, count)) => *count += 1,
            None => counts.push((found, 1)),
        }
    }
    counts.into_iter().map(|(found, count)| (found, f64::from(count) / f64::from(all))).collect()
}

fn without_house(answer: &Value) -> Value {
    let mut keys = answer.as_object().unwrap().clone();
    keys.remove("house");
    keys.remove("house_parameters");
    Value::Object(keys)
}

fn agrees(mechanic: &str, input: &Value, dice: u32, keys: fn(&Value) -> Value) -> Chances {
    let odds = bgc().odds(mechanic, input).unwrap();
    let plain = enumerated(mechanic, input, dice, keys);
    assert_eq!(odds.outcomes.len(), plain.len(), "{mechanic} {input}: {odds:?}");
    let times =
        |there: &Value| odds.outcomes.iter().filter(|c| matches!(&c.what, What::Answer(w) if w == there)).count();
    assert!(plain.iter().all(|(there, _)| times(there) == 1), "{mechanic} {input}: each once: {odds:?}");
    for chance in &odds.outcomes {
        let What::Answer(found) = &chance.what else { panic!("{chance:?}") };
        let (_, p) = plain.iter().find(|(there, _)| there == found).unwrap_or_else(|| panic!("{mechanic}: {found}"));
        assert!((chance.probability - p).abs() < 1e-12, "{mechanic} {input}: {found} {p} {}", chance.probability);
    }
    odds
}

#[test]
fn the_odds_of_fire_agree_with_enumeration() {
    for cover in ["open", "soft", "hard"] {
        for (double, mode) in [(false, "aimed"), (true, "aimed"), (false, "area"), (true, "area")] {
            let input = json!({ "mode": mode, "pool": 5, "cover": cover, "double": double });
            agrees("fire", &input, 5, without_house);
        }
        let input = json!({ "mode": "combined", "aimed_dice": 3, "area_dice": 2, "cover": cover });
        agrees("fire", &input, 5, without_house);
    }
    let blunt = json!({ "mode": "aimed", "pool": 4, "armour": 2, "penetration": 1 });
    agrees("fire", &blunt, 4, without_house);
    let shells = json!({ "mode": "area", "pool": 5, "cover": "soft", "woods": true, "artillery": true });
    agrees("fire", &shells, 5, without_house);
}

/// By hand: 15 dice aimed in the open, the ambush of the text.
#[test]
fn the_odds_of_the_ambush_of_the_text() {
    let odds = bgc().odds("fire", &json!({ "mode": "aimed", "pool": 15 })).unwrap();
    let of = |wanted: Value| {
        let is_it = |what: &What| matches!(what, What::Answer(found) if *found == wanted);
        odds.outcomes.iter().find(|chance| is_it(&chance.what)).map_or(0.0, |chance| chance.probability)
    };
    let nothing = of(json!({ "cover": "open", "kills": 0, "wounds": 0, "points": 0 }));
    assert!((nothing - (2.0_f64 / 3.0).powi(15)).abs() < 1e-12, "{nothing}");
    // Three sixes, three fives, nine others: 15!/(3! 3! 9!) = 100100 ways, each 4^9/6^15.
    let text = of(json!({ "cover": "open", "kills": 2, "wounds": 1, "points": 6 }));
    let expected = 100_100.0 * 4.0_f64.powi(9) / 6.0_f64.powi(15);
    assert!((text - expected).abs() < 1e-12, "{text} {expected}");
    let all: f64 = odds.outcomes.iter().map(|chance| chance.probability).sum();
    assert!((all - 1.0).abs() < 1e-12);
}

#[test]
fn the_odds_of_single_throws_agree_with_enumeration() {
    for kind in ["definite", "possible"] {
        agrees("air", &json!({ "kind": kind }), 1, without_house);
    }
    agrees("air", &json!({ "kind": "remote" }), 2, without_house);
    agrees("air", &json!({ "kind": "liaison" }), 0, without_house);
    agrees("comms", &json!({ "battalions": ["a", "b", "c"] }), 3, without_house);
    agrees("surrender", &json!({ "experience": "Green" }), 1, without_house);
    agrees("surrender", &json!({ "experience": "Elite" }), 1, without_house);
    agrees("medic", &json!({ "u": 1, "w": 3, "k": 0, "level": "platoon" }), 3, without_house);
    agrees("medic", &json!({ "u": 1, "w": 3, "k": 0, "order": "Rout" }), 0, without_house);
    agrees("time", &json!({ "clock": 30 }), 1, without_house);
    agrees("bug-out", &json!({ "u": 2, "w": 2, "k": 0 }), 1, without_house);
    agrees("bug-out", &json!({ "u": 2, "w": 2, "k": 0, "cause": "air" }), 0, without_house);
    agrees("pool", &json!({ "platoons": [{ "u": 3, "weapon": "mmg" }] }), 0, without_house);
    let remote = agrees("air", &json!({ "kind": "remote" }), 2, without_house);
    assert!((mean(&remote) - 3.0 / 36.0).abs() < 1e-12);
}

fn mean(chances: &Chances) -> f64 {
    match chances.mean {
        rules::mechanic::Mean::One(mean) => mean,
        rules::mechanic::Mean::Sides { .. } => f64::NAN,
    }
}

#[test]
fn the_odds_of_a_close_assault_agree_with_enumeration() {
    let losses = |found: &Value| {
        let hits = |key: &str| json!({ "K": found[key]["K"], "W": found[key]["W"] });
        json!({ "winner": found["winner"], "on_attackers": hits("on_attackers"), "on_defenders": hits("on_defenders") })
    };
    for (cover, order) in [("open", "Aim"), ("soft", "Hold"), ("hard", "Move"), ("open", "Double")] {
        let attacker = json!({ "id": "a", "experience": "Regular", "order": "Move", "u": 3, "w": 1, "k": 0 });
        let defender = json!({ "id": "d", "experience": "Green", "order": order, "u": 3, "w": 0, "k": 1, "arm": "mg" });
        let input = json!({ "attackers": [attacker], "defenders": [defender], "cover": cover });
        agrees("close-assault", &input, 5, losses);
    }
}

/// A flat weapon throws its number; the roll of 8.1.
#[test]
fn what_a_roll_comes_to_is_said() {
    let flat = |dice: u32| json!({ "platoons": [{ "u": 1, "flat": dice }] });
    let ambush = json!({ "mode": "aimed", "pool": 15 });
    for (mechanic, input, script, said) in [
        ("pool", flat(1), "", "1 die"),
        ("pool", flat(5), "", "5 dice"),
        ("fire", ambush, "6 6 6 5 5 5 1 1 1 2 2 3 3 4 4", "2 kills, 1 wound, 6 points (open)"),
    ] {
        let rolled = bgc().roll(mechanic, &input, &mut Dice::scripted(script)).unwrap();
        let Rolled::Answer(answer) = rolled else { panic!("{rolled:?}") };
        assert_eq!(answer.words, [said]);
    }
}

#[test]
fn a_turn_has_no_odds_and_says_so() {
    let error = bgc().odds("engage", &json!({ "attackers": [], "defenders": [] })).unwrap_err();
    assert_eq!(error.to_string(), "`engage` has no exact odds: its throws depend on each other");
    assert_eq!(error.hint(), "`roll engage` throws it once; `odds` has its single steps");
}

fn any(rng: &mut ChaCha8Rng, words: &[&str]) -> String {
    words[rng.random_range(0..words.len())].to_owned()
}

fn any_platoon(rng: &mut ChaCha8Rng, id: usize) -> Value {
    let u = rng.random_range(0..=4);
    let w = rng.random_range(0..=4 - u);
    let weapons = ["rifle_bolt", "rifle_lmg", "smg", "mmg", "mortar_heavy", "he_75", "rockets", "tank_heavy", "at_gun"];
    let weapon = any(rng, &weapons);
    let shells = ["mortar_heavy", "he_75", "rockets"].contains(&weapon.as_str());
    let mut platoon = json!({
        "id": format!("p{id}"), "u": u, "w": w, "k": 4 - u - w, "weapon": weapon,
        "arm": any(rng, &["infantry", "cavalry", "mg", "gun", "tank", "hq"]),
        "experience": any(rng, &["Recruits", "Green", "Regular", "Seasoned", "Elite"]),
        "order": any(rng, &["Double", "Move", "Move", "Aim", "Aim", "Defend", "Follow", "Shaken", "Hold", "Back", "Rout"]),
        "cover": any(rng, &["open", "soft", "hard"]), "indirect": shells && rng.random(),
        "defers": rng.random_bool(0.2), "planned": shells && rng.random_bool(0.2), "anti_air": rng.random_bool(0.2),
        "hold_fire": rng.random_bool(0.2), "hidden": rng.random_bool(0.2), "bug_out": rng.random_bool(0.2),
    });
    if rng.random_bool(0.3) {
        platoon["flat"] = json!(any(rng, &["bazooka", "panzerfaust", "piat", "at_rifle"]));
    }
    platoon
}

fn any_turn(rng: &mut ChaCha8Rng) -> Value {
    let side = |rng: &mut ChaCha8Rng| (0..rng.random_range(0..7)).map(|id| any_platoon(rng, id)).collect::<Vec<_>>();
    let air = |rng: &mut ChaCha8Rng| {
        let kind = any(rng, &["definite", "possible", "remote", "liaison"]);
        if rng.random_bool(0.3) { json!([{ "id": "air", "kind": kind }]) } else { json!([]) }
    };
    json!({
        "attackers": side(rng), "defenders": side(rng), "cover": any(rng, &["open", "soft", "hard"]),
        "woods": rng.random::<bool>(), "facing": any(rng, &["front", "flank", "rear"]),
        "rear_blocked": rng.random::<bool>(), "attacker_rear_blocked": rng.random::<bool>(),
        "combine": rng.random::<bool>(), "roll_comms": rng.random::<bool>(), "roll_time": rng.random::<bool>(),
        "medic_level": any(rng, &["none", "platoon", "aid"]), "attacker_air": air(rng), "defender_air": air(rng),
    })
}

/// What holds of every turn: squads stay four, nobody rises from the dead or climbs the ladder, ground has one taker.
#[test]
fn what_always_holds_of_a_turn() {
    let mut rng = ChaCha8Rng::seed_from_u64(1944);
    let (mut assaults, mut advances) = (0, 0);
    for seed in 0..4_000 {
        let input = any_turn(&mut rng);
        let rolled =
            bgc().roll("engage", &input, &mut Dice::seeded(seed, 0)).unwrap_or_else(|e| panic!("{e}\n{input}"));
        let found = serde_json::to_value(&rolled).unwrap();
        for side in ["attackers", "defenders"] {
            for before in input[side].as_array().unwrap() {
                let after = &found[side][before["id"].as_str().unwrap()];
                let figure = |of: &Value, key: &str| of[key].as_u64().unwrap();
                assert_eq!(figure(after, "u") + figure(after, "w") + figure(after, "k"), 4, "{input}");
                assert!(figure(after, "k") >= figure(before, "k"), "{input}");
                assert!(figure(after, "markers") <= figure(after, "sp"), "{input}");
                assert_eq!(figure(after, "sp") == 0, ["lost", "captured"].contains(&after["morale"].as_str().unwrap()));
            }
        }
        let taker = found["advances"].as_str();
        if let Some(id) = taker {
            advances += 1;
            let order = &found["attackers"][id]["order"];
            assert!(order != "Back" && order != "Rout", "{input}");
        }
        if !found["close_assault"].is_null() {
            assaults += 1;
            assert!(taker.is_none() || found["close_assault"]["winner"] == "attacker", "{input}");
        }
    }
    assert!(assaults > 200 && advances > 200, "{assaults} {advances}: the turns are too tame to show anything");
}
