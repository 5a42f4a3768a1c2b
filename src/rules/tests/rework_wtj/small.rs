//! The single mechanics of the page worked plainly (3.1 to 3.14, 5.1, 5.2), and inputs for them as a seed draws them.

use serde_json::{Map, Value as Json, json};

use super::super::drawing::Draw;
use super::close::{is_weak, rounds, shared};
use super::figures::Figures;

pub(super) const MECHANICS: &[&str] = &[
    "command",
    "move",
    "dangerous",
    "gun-setup",
    "small-arms",
    "apply",
    "direct",
    "area",
    "barrage",
    "assault",
    "morale",
    "share",
    "rally",
    "air-superiority",
    "map-in",
    "map-out",
];

const GRADES: &[&str] = &["E", "V", "R", "C", "M", "G"];
const GROUNDS: &[&str] = &["woods", "mud", "stream", "trench", "marsh", "rubble"];
const THEATRES: &[&str] = &["russia", "france", "africa", "china", "field"];
const KINDS: &[&str] = &["personnel", "mg", "gun", "vehicle", "tank", "hq"];
const RATES: &[&str] =
    &["prone", "manhandle", "walk", "rush", "heavy_weapon", "cyclist", "wagon", "cavalry", "wheeled", "tracked"];

fn some_of(draw: &mut Draw, names: &[&str]) -> Json {
    names.iter().filter(|_| draw.once_in(4)).map(|name| json!(name)).collect()
}

fn merge(input: &mut Json, more: &Json) {
    for (key, value) in more.as_object().unwrap() {
        input[key] = value.clone();
    }
}

/// An input for this mechanic.
pub(super) fn drawn(draw: &mut Draw, mechanic: &str) -> Json {
    let grade = draw.of(GRADES);
    let mut flag = |times| draw.once_in(times);
    match mechanic {
        "command" => json!({ "grade": grade, "over_top": flag(3), "pinned": flag(4), "withdrew": flag(4),
            "demoralised": flag(5), "test": draw.of(&["maneuver", "assault", "assault", "prone"]),
            "hq": draw.below(3), "consecutive": draw.below(3) }),
        "move" => drawn_move(draw),
        "dangerous" => {
            let path: Vec<Json> = (0..draw.below(5)).map(|_| json!(draw.of(GROUNDS))).collect();
            json!({ "path": path })
        }
        "gun-setup" => json!({ "in_action": flag(2), "stay_limbered": flag(5), "flak_88": flag(3),
            "gun_class": 1 + draw.below(9), "travel_quarters": draw.below(11),
            "house": { "misc": { "travel_counts_as_moved": draw.once_in(3) } } }),
        "small-arms" => drawn_small_arms(draw),
        "apply" => json!({ "bases": draw.below(6), "damage": draw.below(2),
            "result": draw.of(&["none", "D", "K", "KK", "I"]) }),
        "direct" => drawn_direct(draw),
        "area" => drawn_area(draw),
        "barrage" => match draw.below(4) {
            0 => json!({ "mode": "on_call" }),
            1 => json!({ "mode": "request", "chits_this_turn": draw.below(14) }),
            2 => json!({ "laid_turn": draw.below(9) }),
            _ => json!({ "mode": "request", "boxes": draw.below(5), "laid_turn": draw.below(9) }),
        },
        "assault" => drawn_assault(draw),
        "morale" => json!({ "grade": grade, "modifier_total": draw.below(8) as i64 - 5 }),
        "share" => json!({ "effect": draw.of(&["P", "W", "R", "RS", "SD", "PW"]), "bases": draw.below(10) }),
        "rally" => json!({ "grade": grade }),
        "air-superiority" => json!({ "theatre": draw.of(THEATRES), "year": 1939 + draw.below(7) }),
        "map-in" => {
            let sp = draw.below(5);
            let mut input = json!({ "kind": draw.of(KINDS), "sp": sp, "markers": draw.below(sp + 1) });
            merge(&mut input, &json!({ "house": { "misc": { "bases_per_sp": 1 + draw.below(4) } } }));
            input
        }
        _ => drawn_map_out(draw),
    }
}

fn drawn_move(draw: &mut Draw) -> Json {
    let assault = draw.once_in(4);
    let transfers: &[&str] =
        if assault { &["none", "carrier", "rider"] } else { &["none", "carrier", "rider", "horse"] };
    let stretches: Vec<Json> = (0..draw.below(4))
        .map(|_| json!({ "ground": draw.of(&["open", "road", "rough", "minefield"]), "yards": draw.below(260) }))
        .collect();
    let mut input = json!({ "rate": draw.of(RATES), "assault": assault, "towing": draw.once_in(4),
        "transfer": draw.of(transfers), "stretches": stretches });
    if draw.once_in(4) {
        let figures = json!({ "walk": 120, "tracked": 333, "rough_factor": "2/3", "towing_factor": "4/5",
            "wheeled_rough_factor": "1/3", "assault_bonus": 77 });
        input["house"] = json!({ "move_yards": figures,
            "misc": { "minefield_clear_factor": { "standing": "2/5", "prone": "1/3" } } });
    }
    input
}

fn drawn_small_arms(draw: &mut Draw) -> Json {
    let names = ["mg", "packed", "moved", "pinned", "target_prone", "soft_cover", "hard_cover", "entrenched"];
    let mut input = json!({ "modifiers": some_of(draw, &names) });
    if draw.once_in(2) {
        let bases = 1 + draw.below(9);
        merge(&mut input, &json!({ "bases": bases, "bases_seeing": draw.below(bases + 1) }));
    }
    if draw.once_in(2) {
        let yards = [50, 100, 101, 300, 301, 600, 601, 1_000, 1_001][draw.below(9)];
        merge(&mut input, &json!({ "yards": yards, "firer": draw.of(&["personnel", "lmg", "mg", "assault_weapon"]) }));
    }
    input
}

fn drawn_direct(draw: &mut Draw) -> Json {
    let names = ["moved", "pinned", "target_moving", "small", "large", "soft_cover", "hard_cover"];
    let mut input = json!({ "hit": some_of(draw, &names) });
    if draw.once_in(3) {
        let kill: &[&str] = draw.of(&[&[] as &[&str], &["hard_cover"], &["entrenched"]]);
        merge(&mut input, &json!({ "target": "personnel", "kill": kill }));
    } else {
        merge(&mut input, &json!({ "target": draw.of(&["tank", "vehicle"]), "armour": draw.below(9) }));
    }
    if !draw.once_in(4) {
        input["gun_class"] = json!(1 + draw.below(9));
    }
    if draw.once_in(2) {
        input["yards"] = json!(draw.below(40) * 100 + draw.below(2));
    }
    input
}

fn drawn_area(draw: &mut Draw) -> Json {
    let names = ["heavy_battery", "prone", "soft_cover", "hard_cover", "entrenched"];
    let mut input = json!({ "kind": draw.of(&["personnel", "soft", "tank"]), "bases": 1 + draw.below(7),
        "modifiers": some_of(draw, &names), "cause": draw.of(&["barrage", "mines"]), "damage": draw.below(2) });
    if input["kind"] != "personnel" && draw.once_in(2) {
        merge(&mut input, &json!({ "bases": 1, "passenger_bases": 1 + draw.below(4) }));
    }
    input
}

fn drawn_assault(draw: &mut Draw) -> Json {
    let mut input = json!({ "A_bases": 1 + draw.below(10), "D_bases": 1 + draw.below(10),
        "A_modifier_total": draw.below(7) as i64 - 2, "D_modifier_total": draw.below(7) as i64 - 2 });
    if draw.once_in(2) {
        let names = ["hard_cover", "scenario_defender", "damaged_tank", "unsupported", "hq_lost"];
        input["loser_check"] = json!({ "grade": draw.of(GRADES), "other_modifiers": some_of(draw, &names),
            "original": 10 + draw.below(3) });
    }
    input
}

fn drawn_map_out(draw: &mut Draw) -> Json {
    let kind = draw.of(KINDS);
    let bases = draw.below(7);
    if kind != "personnel" {
        return json!({ "kind": kind, "bases": bases, "damaged_bases": draw.below(bases + 1),
            "immobilised_bases": draw.below(bases + 1) });
    }
    let mut input = json!({ "kind": kind, "bases": bases, "damage": if bases > 0 { draw.below(2) } else { 0 } });
    if draw.once_in(2) {
        let sp = bases.div_ceil(2) + draw.below(2);
        input["before"] = json!({ "sp": sp, "markers": draw.below(sp + 1).min(2 * sp - bases) });
    }
    input
}

/// An answer and the house tables on which it leaned.
type Answer = (Json, Vec<&'static str>);

/// What the page answers.
pub(super) fn worked(mechanic: &str, input: &Json, die: &mut dyn FnMut() -> i64) -> Json {
    let figures = Figures::with(&input["house"]);
    let word = |key: &str| input[key].as_str().unwrap_or_default();
    let number = |key: &str| input[key].as_i64().unwrap_or(0);
    let (mut answer, leans): Answer = match mechanic {
        "command" => command(input, &figures, die),
        "move" => march(input, &figures),
        "dangerous" => dangerous(input, &figures, die),
        "gun-setup" => gun_setup(input, &figures),
        "small-arms" => small_arms(input, &figures, die),
        "apply" => {
            let (bases, damage) = pool(number("bases"), number("damage"), word("result"));
            (json!({ "bases": bases, "damage": damage, "destroyed": bases == 0 }), vec![])
        }
        "direct" => direct(input, &figures, die),
        "area" => area(input, &figures, die),
        "barrage" => barrage(input, die),
        "assault" => assault(input, &figures, die),
        "morale" => {
            let net = die() + number("modifier_total");
            (json!({ "net": net, "effect": told(&figures.effect(word("grade"), net)) }), vec!["wtj.morale"])
        }
        "share" => {
            let parts = shared(word("effect"), number("bases") as usize).into_iter();
            (Json::Object(parts.map(|(l, n)| (l.to_string(), json!(n))).collect::<Map<_, _>>()), vec![])
        }
        "rally" => (json!({ "cleared": die() >= figures.of("rally", word("grade")) }), vec!["wtj.rally"]),
        "air-superiority" => air(input, die),
        "map-in" => map_in(input, &figures),
        _ => map_out(input, &figures),
    };
    let mut names = leans;
    names.sort_unstable();
    answer["house"] = json!(!names.is_empty());
    answer["house_parameters"] = json!(names);
    answer
}

fn told(effect: &str) -> &str {
    if effect == "-" { "pass" } else { effect }
}

/// Men as a pool: the second D removes a base.
fn pool(bases: i64, damage: i64, result: &str) -> (i64, i64) {
    let left = match result {
        "D" => bases - damage,
        "K" => bases - 1,
        "KK" => bases - 2,
        _ => bases,
    };
    let damage = if result == "D" { 1 - damage } else { damage };
    if left <= 0 { (0, 0) } else { (left, damage) }
}

fn command(input: &Json, figures: &Figures, die: &mut dyn FnMut() -> i64) -> Answer {
    let test = input["test"].as_str().unwrap();
    if test == "prone" {
        return (json!({ "sum": null, "need": null, "passed": true }), vec![]);
    }
    let is = |key: &str| input[key] == true;
    let mut sum = die() - input["hq"].as_i64().unwrap() - input["consecutive"].as_i64().unwrap();
    sum -= i64::from(is("over_top"));
    sum -= if is("pinned") || is("withdrew") { 2 } else { 0 };
    sum -= if is("demoralised") { 4 } else { 0 };
    let need = figures.command(input["grade"].as_str().unwrap(), test);
    (json!({ "sum": sum, "need": need, "passed": sum >= need }), vec!["wtj.command"])
}

/// 3.2; a yard that costs `over / under` is paid for one after the other.
fn march(input: &Json, figures: &Figures) -> Answer {
    let (rate, towing) = (input["rate"].as_str().unwrap(), input["towing"] == true);
    let vehicle = matches!(rate, "wheeled" | "tracked");
    let mut allowance = figures.of("move_yards", rate);
    if input["assault"] == true && rate != "rush" {
        allowance += figures.of("move_yards", "assault_bonus");
    }
    if towing {
        let [over, under] = figures.fraction("move_yards", "towing_factor");
        allowance = allowance * over / under;
    }
    allowance = match input["transfer"].as_str().unwrap() {
        "carrier" => allowance / 2,
        "horse" => allowance * 3 / 4,
        "rider" => (allowance - if vehicle { 200 } else { 100 }).max(0),
        _ => allowance,
    };
    // In 3,600ths of a yard, so that every cost here is whole.
    let (mut purse, mut moved, mut arrived, mut mines) = (allowance * 3_600, 0, true, false);
    for stretch in input["stretches"].as_array().unwrap() {
        let ground = stretch["ground"].as_str().unwrap();
        let wheels = matches!(rate, "cyclist" | "wagon" | "wheeled");
        let factor = match ground {
            "rough" if wheels => figures.fraction("move_yards", "wheeled_rough_factor"),
            "rough" => figures.fraction("move_yards", "rough_factor"),
            "minefield" => figures.fraction("clear", if rate == "prone" { "prone" } else { "standing" }),
            _ => [1, 1],
        };
        mines |= ground == "minefield";
        let double = if towing && ground == "rough" { 2 } else { 1 };
        let cost = 3_600 * factor[1] * double / factor[0];
        for _ in 0..stretch["yards"].as_i64().unwrap() {
            if !arrived || purse < cost {
                arrived = false;
            } else {
                purse -= cost;
                moved += 1;
            }
        }
    }
    let stationary = if vehicle { moved < 100 } else { moved == 0 };
    let answer = json!({ "allowance": allowance, "moved": moved, "left": purse / 3_600, "arrived": arrived,
        "stationary": stationary });
    (answer, if mines { vec!["wtj.move_yards", "minefield_clear_factor"] } else { vec!["wtj.move_yards"] })
}

fn dangerous(input: &Json, figures: &Figures, die: &mut dyn FnMut() -> i64) -> Answer {
    let (mut met, mut totals, mut held) = (Vec::new(), Vec::new(), Json::Null);
    for ground in input["path"].as_array().unwrap() {
        if !met.contains(&ground) && held.is_null() {
            met.push(ground);
            let total = die() + die();
            totals.push(total);
            if total <= figures.of("immobilise", ground.as_str().unwrap()) {
                held = ground.clone();
            }
        }
    }
    let leans = if totals.is_empty() { vec![] } else { vec!["wtj.immobilise"] };
    (json!({ "totals": totals, "immobilised_in": held }), leans)
}

/// 3.4: quarter by quarter.
fn gun_setup(input: &Json, figures: &Figures) -> Answer {
    let is = |key: &str| input[key] == true;
    let [limber, unlimber, set_up]: [usize; 3] = match input["gun_class"].as_i64().unwrap() {
        1..=4 => [1, 0, 0],
        5..=6 => [2, 1, 3],
        _ => [4, 2, 4],
    };
    let travel = input["travel_quarters"].as_u64().unwrap() as usize;
    let stays = is("stay_limbered");
    let mut work = String::new();
    if !is("in_action") || travel > 0 || stays {
        work += &"L".repeat(travel + if is("in_action") { limber } else { 0 });
        work += &if stays { String::new() } else { "U".repeat(unlimber) + &"S".repeat(set_up) };
    }
    let quarters: Vec<char> = work.chars().collect();
    let mut turns: Vec<&[char]> = quarters.chunks(4).collect();
    if stays && turns.is_empty() {
        turns.push(&[]);
    }
    let counts = figures.json()["misc"]["travel_counts_as_moved"] == true;
    let fire = |turn: &[char], counts: bool| {
        let at_work = turn.iter().filter(|quarter| **quarter != 'L').count();
        match () {
            () if stays => {
                if is("flak_88") && turn.is_empty() {
                    "fire_moved"
                } else {
                    "no_fire"
                }
            }
            () if turn.len() == 4 => "no_fire",
            () if at_work >= 2 || counts && turn.len() > at_work => "fire_moved",
            () => "fire_full",
        }
    };
    let shown: Vec<Json> = turns
        .iter()
        .map(|turn| {
            let many = |which: char| turn.iter().filter(|quarter| **quarter == which).count();
            json!({ "L": many('L'), "U": many('U'), "S": many('S'), "fire": fire(turn, counts) })
        })
        .collect();
    let leans = turns.iter().any(|turn| fire(turn, counts) != fire(turn, false));
    let then = if stays { Json::Null } else { json!("fire_full") };
    (json!({ "turns": shown, "then": then }), if leans { vec!["travel_counts_as_moved"] } else { vec![] })
}

/// What named modifiers come to, of covers the best only; who is entrenched has nothing of being prone.
fn named(figures: &Figures, table: &str, names: &Json) -> i64 {
    let has = |name: &str| names.as_array().unwrap().contains(&json!(name));
    let best = ["entrenched", "hard_cover", "soft_cover"].into_iter().find(|cover| has(cover));
    let of = |name: &str| match name {
        "entrenched" | "hard_cover" | "soft_cover" if Some(name) != best => 0,
        "prone" | "target_prone" if best == Some("entrenched") => 0,
        _ => figures.of(table, name),
    };
    names.as_array().unwrap().iter().map(|name| of(name.as_str().unwrap())).sum()
}

fn small_arms(input: &Json, figures: &Figures, die: &mut dyn FnMut() -> i64) -> Answer {
    let mut modifiers = named(figures, "small_arms", &input["modifiers"]);
    let yards = input["yards"].as_i64();
    let by_range: Vec<&str> = if yards.is_some() { vec!["wtj.range_yards"] } else { vec![] };
    let nothing = json!({ "net": null, "result": "no_fire" });
    if let (Some(bases), Some(seeing)) = (input["bases"].as_i64(), input["bases_seeing"].as_i64()) {
        if seeing == 0 {
            return (nothing, vec![]);
        }
        modifiers += if seeing * 3 > bases * 2 { 0 } else { figures.of("small_arms", "partial_los") };
    }
    if let Some(yards) = yards {
        let range = |name: &str| figures.of("range_yards", name);
        let (effective, long) = match input["firer"].as_str().unwrap() {
            "personnel" => (range("effective"), range("long")),
            "assault_weapon" => (range("assault_weapon"), 0),
            other => (range(other), 0),
        };
        if yards > effective.max(long) {
            return (nothing, by_range.into_iter().map(|_| "wtj.range_yards").collect());
        }
        if yards <= range("close") {
            modifiers += figures.of("small_arms", "close");
        } else if yards > effective {
            modifiers += figures.of("small_arms", "long");
        }
    }
    let net = die() + modifiers;
    let reaches = |mark: &&str| net >= figures.of("small_arms", mark);
    let result = ["KK", "K", "D"].into_iter().find(reaches).unwrap_or("none");
    let mut leans = vec!["wtj.small_arms"];
    leans.extend(yards.map(|_| "wtj.range_yards"));
    (json!({ "net": net, "result": result }), leans)
}

fn direct(input: &Json, figures: &Figures, die: &mut dyn FnMut() -> i64) -> Answer {
    let class = input["gun_class"].as_i64().unwrap_or(5);
    let mut modifiers = named(figures, "direct", &input["hit"]);
    let mut leans = vec![];
    if let Some(yards) = input["yards"].as_i64() {
        leans.push("wtj.range_yards");
        let within = |name: &str| yards <= class * figures.of("range_yards", name);
        if !within("gun_long_per_class") {
            return (json!({ "hit_total": null, "kill_total": null, "result": "no_fire" }), leans);
        }
        if within("gun_short_per_class") {
            modifiers += figures.of("direct", "short");
        } else if !within("gun_effective_per_class") {
            modifiers += figures.of("direct", "long");
        }
    }
    let hit = die() + die() + modifiers;
    let (table, kill, marks): (&str, i64, &[&str]) = if input["target"] == "personnel" {
        let big = if class >= 7 { figures.of("kill_personnel", "big_gun") } else { 0 };
        ("kill_personnel", die() + big + named(figures, "kill_personnel", &input["kill"]), &["K", "D"])
    } else {
        ("kill_tank", die() + class - input["armour"].as_i64().unwrap(), &["K", "D", "I"])
    };
    leans.extend(["wtj.direct", if table == "kill_tank" { "wtj.kill_tank" } else { "wtj.kill_personnel" }]);
    let result = if hit < figures.of("direct", "hit_on") {
        "miss"
    } else {
        marks.iter().find(|mark| kill >= figures.of(table, mark)).copied().unwrap_or("no_effect")
    };
    (json!({ "hit_total": hit, "kill_total": kill, "result": result }), leans)
}

fn area(input: &Json, figures: &Figures, die: &mut dyn FnMut() -> i64) -> Answer {
    let modifier = if input["cause"] == "mines" { 0 } else { named(figures, "area", &input["modifiers"]) };
    let chart = |row: &str, total: i64| {
        let reaches = |mark: &&str| figures.area(row, mark).is_some_and(|from| total >= from);
        ["K", "D", "I"].into_iter().find(reaches).unwrap_or("none")
    };
    let row = input["kind"].as_str().unwrap();
    let damage = input["damage"].as_i64().unwrap();
    let results: Vec<&str> = (0..input["bases"].as_i64().unwrap()).map(|_| chart(row, die() + modifier)).collect();
    let mut answer = json!({ "results": results });
    if row == "personnel" {
        let start = (input["bases"].as_i64().unwrap(), damage);
        let (bases, damage) = results.iter().fold(start, |(bases, damage), result| pool(bases, damage, result));
        merge(&mut answer, &json!({ "bases": bases, "damage": damage }));
    }
    if let Some(carried) = input["passenger_bases"].as_i64() {
        // Damaged with a damaged carrier, gone with a destroyed one; riders of one that stands still throw each.
        let each = |die: &mut dyn FnMut() -> i64| match results[0] {
            "D" if damage == 1 => "K",
            "I" => chart("personnel", die()),
            other => other,
        };
        let (left, _) = (0..carried).fold((carried, 0), |(bases, hurt), _| pool(bases, hurt, each(die)));
        answer["passengers_left"] = json!(left);
    }
    (answer, vec!["wtj.area"])
}

fn barrage(input: &Json, die: &mut dyn FnMut() -> i64) -> Answer {
    if input["mode"] == "on_call" {
        let on_try = [5, 4, 3].into_iter().position(|need| die() >= need).map(|at| at + 1);
        let result = if on_try.is_some() { "active" } else { "lost" };
        return (json!({ "result": result, "on_try": on_try }), vec![]);
    }
    let mut answer = json!({});
    if let Some(laid) = input["laid_turn"].as_i64() {
        answer["arrives_turn"] = json!(laid + input["boxes"].as_i64().unwrap_or(1) + 1);
    }
    if let Some(chits) = input["chits_this_turn"].as_i64() {
        merge(&mut answer, &json!({ "accepted": chits.min(8), "refused": (chits - 8).max(0) }));
    }
    let mut leans = if input["mode"].is_null() { vec!["barrage_mode"] } else { vec![] };
    if !input["laid_turn"].is_null() && input["boxes"].is_null() {
        leans.push("barrage_boxes");
    }
    (answer, leans)
}

fn assault(input: &Json, figures: &Figures, die: &mut dyn FnMut() -> i64) -> Answer {
    let bases = ["A_bases", "D_bases"].map(|key| input[key].as_u64().unwrap() as usize);
    let modifiers = ["A_modifier_total", "D_modifier_total"].map(|key| input[key].as_i64().unwrap());
    let fought = rounds(bases, modifiers, &mut *die);
    let mut answer = fought.keys.clone();
    let mut leans = vec!["wtj.assault"];
    let check = &input["loser_check"];
    let left = fought.loser.map(|loser| fought.left[loser]).filter(|left| *left > 0);
    if let Some(left) = left.filter(|_| !check.is_null()) {
        let mut modifier = named(figures, "morale", &check["other_modifiers"]);
        if is_weak(check["original"].as_u64().unwrap() as usize, left) {
            modifier += figures.of("morale", "weak");
        }
        modifier += if fought.swept { figures.of("morale", "swept") } else { 0 };
        let net = die() + modifier;
        let effect = figures.effect(check["grade"].as_str().unwrap(), net);
        let keys = json!({ "grade": check["grade"], "modifier": modifier, "net": net, "effect": told(&effect) });
        answer["loser_morale"] = keys;
        leans.push("wtj.morale");
    }
    (answer, leans)
}

/// The table of 3.14.
fn air(input: &Json, die: &mut dyn FnMut() -> i64) -> Answer {
    let x = None;
    let row = match input["theatre"].as_str().unwrap() {
        "russia" => [Some(4), x, Some(4), Some(2), Some(0), Some(-2), Some(-4)],
        "france" => [x, Some(2), x, x, x, Some(-5), Some(-5)],
        "africa" => [x, x, Some(0), Some(-1), Some(-3), Some(-4), Some(-5)],
        "china" => [Some(3), Some(3), Some(3), Some(2), Some(0), Some(-1), Some(-3)],
        _ => [x, x, Some(1), Some(0), Some(-1), Some(-3), Some(-5)],
    };
    let cell = row[input["year"].as_u64().unwrap() as usize - 1939];
    let (axis, allied) = (die() + cell.unwrap_or(0), die());
    let who = match axis - allied {
        0 => "nobody",
        1.. => "axis",
        _ => "allied",
    };
    let leans = if cell.is_none() { vec!["missing cells"] } else { vec![] };
    (json!({ "axis": axis, "allied": allied, "superiority": who }), leans)
}

fn map_in(input: &Json, figures: &Figures) -> Answer {
    let (sp, markers) = (input["sp"].as_i64().unwrap(), input["markers"].as_i64().unwrap());
    if input["kind"] == "personnel" {
        let bases = sp * figures.of("misc", "bases_per_sp") - markers;
        return (json!({ "bases": bases, "damage": 0 }), vec!["bases_per_sp"]);
    }
    (json!({ "bases": sp, "damaged_bases": markers }), vec![])
}

fn map_out(input: &Json, figures: &Figures) -> Answer {
    let bases = input["bases"].as_i64().unwrap();
    if input["kind"] != "personnel" {
        let flags: Vec<&str> = (input["immobilised_bases"] != 0).then_some("immobilised").into_iter().collect();
        let keys = json!({ "sp": bases, "markers": input["damaged_bases"], "flags": flags, "lost": bases == 0 });
        return (keys, vec![]);
    }
    let per_sp = figures.of("misc", "bases_per_sp");
    let before = &input["before"];
    let kept = before.is_object()
        && bases > 0
        && before["sp"].as_i64().unwrap() * per_sp - before["markers"].as_i64().unwrap() == bases;
    let by_formula = (bases + per_sp - 1) / per_sp;
    let (sp, markers) = if kept {
        (before["sp"].clone(), before["markers"].clone())
    } else {
        (json!(by_formula), json!(by_formula * per_sp - bases))
    };
    (json!({ "sp": sp, "markers": markers, "flags": [], "lost": bases == 0 }), vec!["bases_per_sp"])
}
