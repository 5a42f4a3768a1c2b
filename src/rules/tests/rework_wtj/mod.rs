//! War Times Journal 1943: a thousand bounds for one square (`engage`), a thousand battles of a campaign, and every single
//! mechanic, by the program and worked plainly from its page: the whole answers agree.
//!
//! Of battles of a campaign what every base and unit brings home, whose the ground is, and the house figures named: `campaign`
//! and `rework_field`. Covered besides: section 4.2 whole, with every key of the input of `engage` and what is usual where it is left out, all kinds
//! of units, and house figures set otherwise; the house figures that an answer names; sections 3.1 to 3.14, 5.1 and 5.2
//! of single throws. Not covered: what is refused, odds, digging, facing, horses and lanes, which are played at the table
//! and throw nothing.
//!
//! Where the page is silent, the program's reading is taken (most stand in `docs/rules/war-times-journal.md`):
//! * 4.2: "in contact before others" is contact with whoever fires; a base that is stuck neither fires nor is fired at;
//!   who has no bases left by the barrage is met by nobody; vehicles are soft under a barrage.
//! * 4.2, "Ground": of the assault are the troops that fought in it; who enters can move; who is to take the square and
//!   has nobody to enter does not take it.
//! * 4.2, step 5: who was immobilised, and no more, was not damaged.
//! * 3.11: the first unit loses bases until nothing of it is left, each as a K; of who is gone nobody is pinned or demoralised.
//! * 3.12: the letter on the left takes the first bases; the damage of a pool stays.
//! * 5.1, 5.2: where the group has other bases for an SP than two, SP are rounded up and markers make up the rest.
//! * 5.1: a base of which every SP is marked has one base at least, whatever a group has for an SP; who comes later than
//!   the first move, and guns that hold their fire, have no part.
//! * 5.3: who was demoralised from the start and did not rally is at run; pinned is noted of the steady alone.

mod bound;
mod campaign;
mod close;
mod figures;
mod small;

use std::collections::BTreeMap;

use dice::Dice;
use domain::RuleSystemId;
use rules::decision::Doctrine;
use rules::{self, Engagement};
use serde_json::{Map, Value as Json, json};

use super::drawing::{Draw, script, unlike};
use super::{rework_field, sketch};
use bound::Bound;

const BOUNDS: u64 = 1_000;

const GRADES: &[&str] = &["E", "V", "R", "C", "M", "G"];
const COVERS: &[&str] = &["open", "open", "soft_cover", "hard_cover", "entrenched"];

fn flags(draw: &mut Draw, unit: &mut Map<String, Json>, names: &[(&str, usize)]) {
    for (name, times) in names {
        if draw.once_in(*times) {
            unit.insert((*name).to_owned(), json!(true));
        }
    }
}

/// A unit of any kind, with whatever the page lets one say of it.
fn unit(draw: &mut Draw, id: &str, kinds: &[&str]) -> Json {
    let kind = draw.of(kinds);
    let bases = 1 + draw.below(if kind == "personnel" { 11 } else { 4 });
    let mut unit = Map::new();
    let mut put = |key: &str, value: Json| unit.insert(key.to_owned(), value);
    put("id", json!(id));
    put("kind", json!(kind));
    put("grade", json!(draw.of(GRADES)));
    put("bases", json!(bases));
    if draw.once_in(2) {
        put("original", json!(bases + draw.below(4)));
    }
    if kind == "personnel" {
        put("damage", json!(draw.below(2)));
        if draw.once_in(3) {
            put("sp", json!(bases.div_ceil(2)));
            put("markers", json!(bases % 2));
        }
    } else if draw.once_in(3) {
        put("damaged_bases", json!(draw.below(bases + 1)));
    }
    if draw.once_in(3) {
        put("plan", json!(draw.of(&["assault", "maneuver", "support"])));
    }
    if !draw.once_in(4) {
        put("cover", json!(draw.of(COVERS)));
    }
    if matches!(kind, "gun" | "tank" | "vehicle") && draw.once_in(2) {
        put("gun_class", json!(3 + draw.below(7)));
    }
    if matches!(kind, "tank" | "vehicle") && !draw.once_in(6) {
        let armours = ["soft", "armoured_car", "tank_light", "tank_medium", "tank_heavy"];
        put("armour", json!(draw.of(if kind == "tank" { &armours[2..] } else { &armours[..2] })));
    }
    if draw.once_in(5) {
        put("size", json!(draw.of(&["small", "large"])));
    }
    if draw.once_in(8) {
        put("consecutive", json!(draw.below(3)));
    }
    if draw.once_in(3) {
        let trouble = [("pinned", 3), ("withdrew", 5), ("demoralised", 5), ("unsupported", 2), ("hq_lost", 2)];
        flags(draw, &mut unit, &trouble);
    }
    if draw.once_in(6) {
        for (key, value) in [("unsupported", json!(true)), ("hq_lost", json!(true)), ("original", json!(2 * bases))] {
            unit.insert(key.to_owned(), value);
        }
    }
    let others = [("over_top", 9), ("assault_weapons", 4), ("packed", 8), ("scenario_defender", 6)];
    flags(draw, &mut unit, &others);
    flags(draw, &mut unit, if kind == "gun" { &[("limbered", 4)] } else { &[] });
    flags(draw, &mut unit, if matches!(kind, "tank" | "vehicle") { &[] } else { &[("prone", 4)] });
    Json::Object(unit)
}

/// One figure of one table, set otherwise.
fn house(draw: &mut Draw) -> Json {
    let by = draw.below(3) as i64 - 1;
    match draw.below(12) {
        0 => json!({ "command": { "R": [2 + by, 3], "G": [4, 5 + by] } }),
        1 => json!({ "small_arms": { "mg": by, "close": 1 + by, "entrenched": -2 } }),
        2 => json!({ "small_arms": { "D": 3, "K": 5 + by, "KK": 7 } }),
        3 => json!({ "direct": { "hit_on": 6 + by, "moved": -1, "hard_cover": -3 } }),
        4 => json!({ "kill_tank": { "K": 6, "D": 5, "I": 3 + by }, "armour_class": { "tank_medium": 5 + by } }),
        5 => json!({ "kill_personnel": { "big_gun": 2, "K": 5 + by, "hard_cover": -2 } }),
        6 => json!({ "area": { "personnel": { "D": 4 + by }, "tank": { "K": 7 }, "prone": -2 } }),
        7 => json!({ "assault": { "tanks": 1 + by, "ratio2": 2, "elite": 0, "entrenched": 3 } }),
        8 => json!({ "morale": { "R": ["P", "W", "PW", "SD"], "weak": -1 + by } }),
        9 => json!({ "morale": { "E": ["-", "-", "P", "RS"], "hard_cover": 1 + by, "unsupported": -2 } }),
        10 => json!({ "rally": { "R": 3 + by, "M": 4 }, "immobilise": { "woods": 6 + by } }),
        _ => json!({ "misc": { "bases_per_sp": 1 + draw.below(4) } }),
    }
}

fn side(draw: &mut Draw, name: &str, kinds: &[&str]) -> Json {
    let first = unit(draw, &format!("{name}0"), &["personnel", "personnel", "personnel", "tank", "mg"]);
    let rest: Vec<Json> = (1..=draw.below(5)).map(|at| unit(draw, &format!("{name}{at}"), kinds)).collect();
    std::iter::once(first).chain(rest).collect()
}

/// A bound for one square.
fn engagement(draw: &mut Draw) -> Json {
    let kinds = ["personnel", "personnel", "personnel", "mg", "gun", "vehicle", "tank", "hq"];
    let mut input = json!({ "A": side(draw, "a", &kinds) });
    input["D"] = match draw.below(40) {
        0 => json!([]),
        1..=3 => json!([unit(draw, "d", &["gun", "hq", "tank", "vehicle"])]),
        _ => side(draw, "d", &kinds),
    };
    if draw.once_in(3) {
        input["barrage"] = if draw.once_in(4) { json!({}) } else { json!({ "gun_class": 3 + draw.below(7) }) };
    }
    if draw.once_in(2) {
        let types = ["woods", "mud", "stream", "trench", "marsh", "rubble"];
        input["dangerous"] = (0..=draw.below(3)).map(|_| json!(draw.of(&types))).collect();
    }
    if draw.once_in(8) {
        input["hq_hits_A"] = json!(draw.below(3));
    }
    for key in ["rear_blocked", "A_rear_blocked"] {
        if draw.once_in(4) {
            input[key] = json!(true);
        }
    }
    if draw.once_in(4) {
        input["house"] = house(draw);
    }
    input
}

/// What the program answers to these dice, and how many it used.
fn by_program(mechanic: &str, input: &Json, faces: &[u8]) -> (Json, usize) {
    let mut dice = Dice::scripted(&script(faces));
    let rolled = rules::system(RuleSystemId::WarTimesJournal1943).roll(mechanic, input, &mut dice);
    let answer = serde_json::to_value(rolled.unwrap_or_else(|error| panic!("{mechanic}: {error}\n{input}"))).unwrap();
    let used = dice.log().iter().map(|throw| throw.faces.len()).sum();
    (answer, used)
}

#[test]
fn a_bound_by_the_program_and_worked_plainly_agree() {
    let (mut wrong, mut seen) = (Vec::new(), BTreeMap::<String, usize>::new());
    for seed in 0..BOUNDS {
        let input = engagement(&mut Draw::new(seed, 3));
        let faces = Draw::new(seed, 4).faces(400);
        let (program, thrown) = by_program("engage", &input, &faces);
        let bound = Bound::fought(&input, &faces);
        let (used, what) = (bound.used, bound.seen.clone());
        let plain = bound.answer();
        let mut lines = Vec::new();
        unlike("", &plain, &program, &mut lines);
        if used != thrown {
            lines.push(format!("    dice: plain {used}, program {thrown}"));
        }
        let homes = ["A", "D"].into_iter().flat_map(|side| plain[side].as_object().unwrap().values());
        let became = homes.map(|home| format!("becomes {}", home["morale"].as_str().unwrap()));
        for what in what.into_iter().chain(became) {
            *seen.entry(what).or_default() += 1;
        }
        if !lines.is_empty() {
            wrong.push(format!("seed {seed}:\n{}\n{input}\n{:?}", lines.join("\n"), &faces[..used]));
        }
    }
    let first: String = wrong.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {BOUNDS} differ\n{first}", wrong.len());
    let becomes = ["captured", "lost", "retire", "rout", "run", "steady"].map(|word| format!("becomes {word}"));
    let effects = ["-", "P", "W", "R", "RS", "SD"].map(|letters| format!("morale: {letters}"));
    let small_arms = ["none", "D", "K", "KK"].map(|result| format!("small arms: {result}"));
    let direct = ["miss", "none", "D", "K"].map(|result| format!("kill_personnel: {result}"));
    let armour = ["miss", "none", "I", "D", "K"].map(|result| format!("kill_tank: {result}"));
    let shelled = ["personnel: D", "personnel: K", "soft: D", "soft: K", "tank: D", "tank: I"];
    let steps = ["rallied", "not rallied", "assault", "maneuver", "stays out", "stuck", "decided", "tie", "swept"];
    let ground = ["taken by assault", "entered", "captured with the square"];
    let shelled = shelled.map(|result| format!("shelled {result}"));
    let others = steps.into_iter().chain(ground).map(str::to_owned);
    let all = others.chain(becomes).chain(effects).chain(small_arms).chain(direct).chain(armour).chain(shelled);
    for what in all {
        assert!(seen.get(&what).is_some_and(|count| *count >= 5), "{what} does not happen: {seen:?}");
    }
}

/// Inputs for each single mechanic.
const THROWS: u64 = 250;

#[test]
fn every_mechanic_by_the_program_and_worked_plainly_agree() {
    let mut wrong = Vec::new();
    for (nth, mechanic) in small::MECHANICS.iter().enumerate() {
        for seed in 0..THROWS {
            let input = small::drawn(&mut Draw::new(seed, 10 + nth as u64), mechanic);
            let faces = Draw::new(seed, 40 + nth as u64).faces(40);
            let (program, thrown) = by_program(mechanic, &input, &faces);
            let mut used = 0;
            let mut die = || {
                used += 1;
                i64::from(faces[used - 1])
            };
            let plain = small::worked(mechanic, &input, &mut die);
            let mut lines = Vec::new();
            unlike("", &plain, &program, &mut lines);
            if used != thrown {
                lines.push(format!("    dice: plain {used}, program {thrown}"));
            }
            if !lines.is_empty() {
                wrong.push(format!("{mechanic}, seed {seed}:\n{}\n{input}", lines.join("\n")));
            }
        }
    }
    let first: String = wrong.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} differ\n{first}", wrong.len());
}

/// A battle of a campaign both ways: what differs.
fn fought(text: &str, faces: &[u8], seen: &mut BTreeMap<String, usize>) -> Vec<String> {
    let case: toml::Table = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let setup = sketch::setup(&case, "war-times-journal-1943");
    let engagement = Engagement::new(setup.clone()).unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    let mut dice = Dice::scripted(&script(faces));
    let outcome = rules::fight(&engagement, &mut dice, &mut Doctrine).unwrap();
    let (plain, house, used, what) = campaign::Told::of(&setup).home(faces);
    let became = plain
        .iter()
        .map(|line| line.split(' ').nth(1).unwrap_or(line).to_owned())
        .filter(|word| word.parse::<u8>().is_err());
    for what in what.into_iter().chain(became) {
        *seen.entry(what).or_default() += 1;
    }
    let theirs = rework_field::by_program(&outcome);
    let pairs = plain.iter().zip(&theirs).filter(|(ours, theirs)| ours != theirs);
    let mut lines: Vec<String> = pairs.map(|(a, b)| format!("    plain   {a}\n    program {b}")).collect();
    let thrown: usize = outcome.throws.iter().map(|throw| throw.faces.len()).sum();
    if used != thrown || house != outcome.house {
        lines.push(format!("    plain   {used} dice, {house:?}\n    program {thrown} dice, {:?}", outcome.house));
    }
    lines
}

#[test]
fn a_battle_of_a_campaign_by_the_program_and_worked_plainly_agree() {
    let (mut wrong, mut seen) = (Vec::new(), BTreeMap::new());
    for seed in 0..BOUNDS {
        let text = rework_field::battle(&mut Draw::new(seed, 7), " notes=[pinned,immobilised]", campaign::own);
        let lines = fought(&text, &Draw::new(seed, 8).faces(400), &mut seen);
        if !lines.is_empty() {
            wrong.push(format!("seed {seed}:\n{}\n{text}", lines.join("\n")));
        }
    }
    let first: String = wrong.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {BOUNDS} differ\n{first}", wrong.len());
    let fates =
        ["stands", "retreated", "off_map", "destroyed", "surrendered", "taken", "broken_off", "command makes way"];
    let steps =
        ["taken by assault", "entered", "captured with the square", "stuck", "rallied", "decided", "tie", "swept"];
    for what in fates.iter().chain(&steps) {
        assert!(seen.get(*what).is_some_and(|count| *count >= 5), "{what} does not happen: {seen:?}");
    }
}
