//! Square Bashing: a thousand engagements of a bound, a thousand battles of a campaign, and every single mechanic, by the
//! program and worked plainly from its page: the whole answers agree.
//!
//! Of battles of a campaign what every base and unit brings home, whose the ground is, and the house parameters named:
//! `campaign` and `rework_field`. Covered besides: section 5.2 whole, with every key of the input of `engage` and what is usual where it is left out, all types
//! of units, and house parameters set otherwise; the house parameters that an answer names; sections 3.2 to 4.8 and 6.3 of
//! single throws, barrages over the whole table too. Not covered: what is refused, odds, distances and the turn in its
//! steps, which are played at the table.
//!
//! Where the page is silent, the program's reading is taken (most stand in `docs/rules/square-bashing.md`):
//! * 5.2: an empty square opposite is one enemy face less; before an empty square nobody enters but infantry and cavalry.
//! * 5.2, 3: whether the rear is barred before an assault goes by the enemy faces as they are told.
//! * 6.3: a routed base has lost the halves that it lost before, and bears one marker more. Where the group has more than
//!   two halves for an SP, a base bears no more markers than SP. Off the table two halves are an SP only where an SP has
//!   two: other houses are not drawn at the edge of the table.
//! * 6.4: who goes off the map with RETIRE or RUN is so booked, its state is `off_map`.
//! * 5.1: defenders who come later, and who holds his fire, are in their square; guns that hold it fire no barrage; which
//!   square supports is counted from the battle, whether it is assaulted itself is not known.
//! * 5.1: command left alone goes back one square when the enemy enters; a barrage without guns is of average quality.
//! * 6.5: who lives and has no way back has leaned on `no_withdraw_survivors`, whatever that says.

mod bound;
mod campaign;
mod small;
mod square;

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

const TYPES: &[&str] = &[
    "infantry",
    "infantry",
    "infantry",
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
const QUALITIES: &[&str] = &["professional", "regular", "regular", "reservist"];
const TERRAINS: &[&str] = &["open", "open", "woods", "buildings", "hill", "rough_hill"];
const DEFENCES: &[&str] = &["none", "none", "hasty", "trench", "fort"];

/// A unit of any type, as strong as it may be.
fn unit(draw: &mut Draw, id: &str, types: &[&str], per_sp: usize) -> Json {
    let kind = draw.of(types);
    let line = kind == "infantry" || kind.starts_with("cavalry");
    let mut unit = Map::new();
    let mut put = |key: &str, value: Json| unit.insert(key.to_owned(), value);
    put("id", json!(id));
    put("type", json!(kind));
    if !draw.once_in(4) {
        put("quality", json!(draw.of(QUALITIES)));
    }
    let mut full = if line { 3 * per_sp } else { 2 };
    if line && draw.once_in(6) {
        full = if draw.once_in(2) { 8 } else { per_sp * (1 + draw.below(2)) };
        put("halves_full", json!(full));
    }
    if kind != "hc" && !draw.once_in(3) {
        let now = if draw.once_in(20) { 0 } else { 1 + draw.below(full) };
        put("halves_now", json!(now));
        if !line && now > 0 && draw.once_in(2) {
            // Whoever has two halves has two unmarked SP, whoever has one has one or none (6.3, "In").
            let sp = if now == 2 { 2 + draw.below(2) } else { 1 + draw.below(3) };
            let marked = if now == 2 { draw.below(sp - 1) } else { sp - draw.below(2) };
            put("sp", json!(sp));
            put("markers", json!(marked));
        }
    }
    Json::Object(unit)
}

fn units(draw: &mut Draw, name: &str, first: &[&str], per_sp: usize) -> Json {
    let first = unit(draw, &format!("{name}0"), first, per_sp);
    let rest: Vec<Json> = (1..=draw.below(5)).map(|at| unit(draw, &format!("{name}{at}"), TYPES, per_sp)).collect();
    std::iter::once(first).chain(rest).collect()
}

fn flags(draw: &mut Draw, square: &mut Json, names: &[(&str, usize)]) {
    for (name, times) in names {
        if draw.once_in(*times) {
            square[*name] = json!(true);
        }
    }
}

fn ground(draw: &mut Draw, square: &mut Json) {
    if !draw.once_in(4) {
        square["terrain"] = json!(draw.of(TERRAINS));
    }
    if !draw.once_in(4) {
        square["defence"] = json!(draw.of(DEFENCES));
    }
    if draw.once_in(6) {
        square["barrage"] = json!(draw.below(5));
    }
    flags(draw, square, &[("rear_blocked", 5)]);
}

fn square(draw: &mut Draw, name: &str, per_sp: usize) -> Json {
    let mut square = json!({ "units": units(draw, name, &["infantry", "infantry", "mg", "tank_heavy"], per_sp) });
    ground(draw, &mut square);
    flags(draw, &mut square, &[("hill", 8), ("wtf", 5), ("morale_bonus", 6), ("hold_the_line", 8), ("suppressed", 14)]);
    // Off the table a base is lost, two halves: that is an SP where an SP has two.
    flags(draw, &mut square, if per_sp == 2 { &[("rear_off_table", 6)] } else { &[] });
    if !draw.once_in(3) {
        square["enemy_faces"] = json!(draw.below(5));
    }
    if draw.once_in(2) {
        square["support"] = json!(draw.below(6));
    }
    square
}

/// What a group says of its house.
fn house(draw: &mut Draw) -> Json {
    match draw.below(7) {
        0 => json!({ "at_strength_rule": "2*halves_now >= halves_full" }),
        1 => json!({ "at_strength_rule": "halves_now == halves_full", "pursuit_fire": false }),
        2 => json!({ "shoot_bonus": "shooting" }),
        3 => json!({ "no_withdraw_survivors": "destroyed" }),
        4 => json!({ "retire_advance": false, "surrender_square_on_destroy": false }),
        5 => json!({ "surrender_square_on_destroy": false, "no_withdraw_survivors": "destroyed" }),
        _ => json!({ "infantry_halves_per_sp": 1 + draw.below(4) }),
    }
}

/// An engagement of a bound.
fn engagement(draw: &mut Draw) -> Json {
    let house = if draw.once_in(3) { house(draw) } else { json!({}) };
    let per_sp = house["infantry_halves_per_sp"].as_u64().unwrap_or(2) as usize;
    let (mut a, mut t) = (square(draw, "a", per_sp), square(draw, "t", per_sp));
    if a["units"][0]["halves_now"] == 0 {
        a["units"][0].as_object_mut().unwrap().remove("halves_now");
    }
    flags(draw, &mut a, &[("fighting_bonus", 5), ("shock", 7)]);
    if draw.once_in(4) {
        let may = |unit: &&Json| !matches!(unit["type"].as_str().unwrap(), "mg" | "artillery" | "mortar" | "hc");
        let ids: Vec<Json> = a["units"].as_array().unwrap().iter().filter(may).map(|u| u["id"].clone()).collect();
        a["assaulting"] = ids.into_iter().filter(|_| !draw.once_in(3)).collect();
    }
    if draw.once_in(25) {
        t["units"] = json!([]);
    }
    let mut input = json!({ "A": a, "T": t, "house": house });
    if draw.once_in(2) {
        let mut rear = json!({ "units": if draw.once_in(2) { json!([]) } else { units(draw, "r", TYPES, per_sp) } });
        ground(draw, &mut rear);
        flags(draw, &mut rear, if per_sp == 2 { &[("rear_off_table", 5)] } else { &[] });
        if draw.once_in(2) {
            rear["enemy_faces"] = json!(draw.below(4));
        }
        input["rear"] = rear;
    }
    if draw.once_in(3) {
        input["facing"] = json!(draw.of(&["front", "flank", "rear"]));
    }
    if draw.once_in(4) {
        input["extra_assaulters"] = (0..draw.below(4)).map(|_| json!(draw.below(4))).collect();
    }
    if draw.once_in(4) {
        input["target_policy"] = json!(draw.of(&["retire", "retire", "stand"]));
    }
    if draw.once_in(4) {
        input["pursuit_fire"] = json!(draw.once_in(2));
    }
    if draw.once_in(3) {
        let kind = draw.of(&["suppression", "point", "rolling", "gas"]);
        input["barrage"] = json!({ "kind": kind, "quality": draw.of(&["poor", "average", "good"]) });
    }
    input
}

/// What the program answers to these dice, and how many it used.
fn by_program(mechanic: &str, input: &Json, faces: &[u8]) -> (Json, usize) {
    let mut dice = Dice::scripted(&script(faces));
    let rolled = rules::system(RuleSystemId::SquareBashing).roll(mechanic, input, &mut dice);
    let answer = serde_json::to_value(rolled.unwrap_or_else(|error| panic!("{mechanic}: {error}\n{input}"))).unwrap();
    let used = dice.log().iter().map(|throw| throw.faces.len()).sum();
    (answer, used)
}

#[test]
fn an_engagement_by_the_program_and_worked_plainly_agree() {
    let (mut wrong, mut seen) = (Vec::new(), BTreeMap::<String, usize>::new());
    for seed in 0..BOUNDS {
        let input = engagement(&mut Draw::new(seed, 5));
        let faces = Draw::new(seed, 6).faces(400);
        let (program, thrown) = by_program("engage", &input, &faces);
        let bound = Bound::fought(&input, &faces);
        let (used, what) = (bound.used, bound.seen.clone());
        let plain = bound.answer();
        let mut lines = Vec::new();
        unlike("", &plain, &program, &mut lines);
        if used != thrown {
            lines.push(format!("    dice: plain {used}, program {thrown}"));
        }
        let homes = ["A", "T"].into_iter().flat_map(|side| plain[side].as_object().unwrap().values());
        let word = |value: &Json| value.as_str().unwrap_or("none").to_owned();
        let became = homes.map(|home| format!("becomes {} {}", word(&home["morale"]), word(&home["state"])));
        let ended = [format!("result {}", word(&plain["result"])), format!("T back {}", plain["T_withdraw"])];
        for what in what.into_iter().chain(became).chain(ended) {
            *seen.entry(what).or_default() += 1;
        }
        if !lines.is_empty() {
            wrong.push(format!("seed {seed}:\n{}\n{input}\n{:?}", lines.join("\n"), &faces[..used]));
        }
    }
    let first: String = wrong.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {BOUNDS} differ\n{first}", wrong.len());
    let results =
        ["ASSAULT_WON", "ASSAULT_REPULSED", "RETIRED", "OCCUPIED", "none"].map(|word| format!("result {word}"));
    let kinds = ["suppression", "point", "rolling", "gas"];
    let falls = kinds.into_iter().flat_map(|kind| ["A", "T", "rear"].map(|at| format!("{kind} barrage on {at}")));
    let homes = [
        "ok unchanged",
        "steady unchanged",
        "retire disorganised",
        "retire off_map",
        "run broken",
        "rout broken",
        "rout dispersed",
        "captured surrendered",
        "lost destroyed",
    ];
    let morale = ["OK", "STEADY", "RETIRE", "RUN", "blocked", "off the table"];
    let others = ["T back 1", "T back 2", "shot at A", "shot at T", "taken prisoner", "wiped out"];
    let homes = homes.map(|home| format!("becomes {home}"));
    let all = morale.into_iter().chain(others).map(str::to_owned).chain(results).chain(falls).chain(homes);
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
            let faces = Draw::new(seed, 40 + nth as u64).faces(300);
            let (program, thrown) = by_program(mechanic, &input, &faces);
            let (plain, used) = small::worked(mechanic, &input, &faces);
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
    let first: String = wrong.iter().take(8).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} differ\n{first}", wrong.len());
}

/// A battle of a campaign both ways: what differs.
fn fought(text: &str, faces: &[u8], seen: &mut BTreeMap<String, usize>) -> Vec<String> {
    let case: toml::Table = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let setup = sketch::setup(&case, "square-bashing");
    let engagement = Engagement::new(setup.clone()).unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    let mut dice = Dice::scripted(&script(faces));
    let outcome = rules::fight(&engagement, &mut dice, &mut Doctrine).unwrap();
    let plain = campaign::Told::of(&setup).home(faces);
    let became = plain
        .lines
        .iter()
        .map(|line| line.split(' ').nth(1).unwrap_or(line).to_owned())
        .filter(|word| word.parse::<u8>().is_err());
    for what in plain.seen.into_iter().chain(became) {
        *seen.entry(what).or_default() += 1;
    }
    let theirs = rework_field::by_program(&outcome);
    let pairs = plain.lines.iter().zip(&theirs).filter(|(ours, theirs)| ours != theirs);
    let mut lines: Vec<String> = pairs.map(|(a, b)| format!("    plain   {a}\n    program {b}")).collect();
    let (used, thrown): (_, usize) = (plain.used, outcome.throws.iter().map(|throw| throw.faces.len()).sum());
    if used != thrown || plain.house != outcome.house {
        lines.push(format!(
            "    plain   {used} dice, {:?}\n    program {thrown} dice, {:?}",
            plain.house, outcome.house
        ));
    }
    lines
}

#[test]
fn a_battle_of_a_campaign_by_the_program_and_worked_plainly_agree() {
    let (mut wrong, mut seen) = (Vec::new(), BTreeMap::new());
    for seed in 0..BOUNDS {
        let text = rework_field::battle(&mut Draw::new(seed, 9), " notes=[no_move]", campaign::own);
        let lines = fought(&text, &Draw::new(seed, 10).faces(500), &mut seen);
        if !lines.is_empty() {
            wrong.push(format!("seed {seed}:\n{}\n{text}", lines.join("\n")));
        }
    }
    let first: String = wrong.iter().take(4).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {BOUNDS} differ\n{first}", wrong.len());
    let fates = ["stands", "retreated", "off_map", "dispersed", "destroyed", "surrendered", "taken", "broken_off"];
    let kinds = ["suppression", "point", "rolling", "gas"].map(|kind| format!("{kind} barrage on T"));
    let steps =
        ["OK", "STEADY", "RETIRE", "RUN", "blocked", "off the table", "shot at A", "shot at T", "taken prisoner"];
    let others = ["wiped out", "command makes way"];
    for what in fates.iter().chain(&steps).chain(&others).map(|word| (*word).to_owned()).chain(kinds) {
        assert!(seen.get(&what).is_some_and(|count| *count >= 5), "{what} does not happen: {seen:?}");
    }
}
