//! The single mechanics of the page worked plainly (3.2 to 4.8, 6.3), and inputs for them as a seed draws them.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::super::drawing::Draw;
use super::bound::Bound;
use super::square::{Cover, NO_COVER, Unit, is_empty, placed, retiring_hits, volley};
use super::{DEFENCES, QUALITIES, TERRAINS, TYPES, flags, units};

pub(super) const MECHANICS: &[&str] = &[
    "saves",
    "shoot",
    "assault",
    "retire",
    "morale",
    "deviation",
    "barrage",
    "gas-drift",
    "exit",
    "reinforce",
    "clock",
    "hc",
    "asset",
    "map-in",
    "map-out",
];

const SKILLS: &[&str] = &["poor", "average", "good"];
const MARKERS: &[&str] = &["fighting_bonus", "morale_bonus", "hold_the_line"];
const RULES: &[&str] = &["2*halves_now > halves_full", "2*halves_now >= halves_full", "halves_now == halves_full"];

/// Units of which nothing is said that only a campaign knows; the first lives.
fn troops(draw: &mut Draw, name: &str, first: &[&str]) -> Json {
    let mut all = units(draw, name, first, 2);
    for unit in all.as_array_mut().unwrap() {
        let unit = unit.as_object_mut().unwrap();
        unit.remove("sp");
        unit.remove("markers");
    }
    if all[0]["halves_now"] == 0 {
        all[0].as_object_mut().unwrap().remove("halves_now");
    }
    all
}

fn put(input: &mut Json, more: &Json) {
    for (key, value) in more.as_object().unwrap() {
        input[key] = value.clone();
    }
}

fn ground(draw: &mut Draw) -> Json {
    json!({ "terrain": draw.of(TERRAINS), "defence": draw.of(DEFENCES) })
}

/// An input for this mechanic.
pub(super) fn drawn(draw: &mut Draw, mechanic: &str) -> Json {
    match mechanic {
        "saves" => {
            let (role, gas) = (draw.of(&["target", "assaulter"]), draw.once_in(5));
            let mut input = json!({ "units": troops(draw, "u", TYPES), "hits": draw.below(15), "role": role,
                "owner_k": 1 + draw.below(2), "gas": gas, "assaulted": !gas && draw.once_in(3) });
            put(&mut input, &ground(draw));
            input
        }
        "shoot" => drawn_shoot(draw),
        "assault" => drawn_assault(draw),
        "retire" => {
            let mut target = json!({ "units": troops(draw, "u", &["infantry", "mg", "cavalry_mounted"]) });
            put(&mut target, &ground(draw));
            json!({ "target": target })
        }
        "morale" => drawn_morale(draw),
        "deviation" => json!({ "quality": draw.of(SKILLS) }),
        "barrage" => {
            let kind = draw.of(&["suppression", "point", "rolling", "gas"]);
            let mut input = json!({ "kind": kind, "quality": draw.of(SKILLS) });
            put(&mut input, &drawn_table(draw));
            input
        }
        "gas-drift" => drawn_table(draw),
        "exit" => json!({ "unit": { "id": "u", "type": draw.of(TYPES), "quality": draw.of(QUALITIES) },
            "road_free": draw.once_in(5) }),
        "reinforce" => json!({ "mode": draw.of(&["A", "B", "C"]), "waiting": draw.below(6) }),
        "clock" => json!({ "clock": draw.below(22) }),
        "hc" => {
            let wants: Vec<Json> = (0..draw.below(5)).map(|_| json!(draw.of(MARKERS))).collect();
            let mut input = json!({ "quality": draw.of(SKILLS), "wants": wants });
            if draw.once_in(3) {
                let attempts = json!({ "poor": draw.below(3), "good": 6 });
                input["house"] = json!({ "hc_success": 2 + draw.below(4), "hc_attempts": attempts });
            }
            input
        }
        "asset" => {
            let mut input = if draw.once_in(2) { json!({}) } else { json!({ "asset_dice": draw.below(9) }) };
            if draw.once_in(3) {
                input["house"] = json!({ "asset_success": 5, "asset_units_per_six": 2, "asset_dice": 4 });
            }
            input
        }
        "map-in" => {
            let full = 1 + draw.below(3);
            let sp = draw.below(full + 1);
            let kind = draw.of(&TYPES[..13]);
            json!({ "type": kind, "sp": sp, "markers": draw.below(sp + 1), "sp_full": full })
        }
        _ => drawn_map_out(draw),
    }
}

fn drawn_shoot(draw: &mut Draw) -> Json {
    let mut target = json!({ "units": troops(draw, "t", TYPES) });
    put(&mut target, &ground(draw));
    let mut input = json!({ "shooters": troops(draw, "s", TYPES), "target": target, "range": 1 + draw.below(5) });
    flags(draw, &mut input, &[("barrage_in_way", 8)]);
    input["house"] = json!({ "shoot_bonus": draw.of(&["in_square", "in_square", "shooting"]),
        "at_strength_rule": draw.of(RULES) });
    input
}

fn drawn_assault(draw: &mut Draw) -> Json {
    let first = ["infantry", "infantry", "cavalry_mounted", "tank_heavy", "ac"];
    let mut from =
        json!({ "units": troops(draw, "a", &first), "support": draw.below(4), "terrain": draw.of(TERRAINS) });
    flags(draw, &mut from, &[("hill", 6), ("wtf", 4), ("fighting_bonus", 4), ("shock", 5)]);
    let mut at = json!({ "units": troops(draw, "t", &first), "support": draw.below(6) });
    put(&mut at, &ground(draw));
    flags(draw, &mut at, &[("hill", 6), ("wtf", 4)]);
    for square in [&mut from, &mut at] {
        if draw.once_in(4) {
            square["barrage"] = json!(draw.below(5));
        }
    }
    let extra: Vec<usize> = (0..draw.below(4)).map(|_| draw.below(4)).collect();
    json!({ "assaulter": from, "target": at, "facing": draw.of(&["front", "front", "flank", "rear"]),
        "extra_assaulters": extra, "can_withdraw": !draw.once_in(4),
        "house": { "at_strength_rule": draw.of(RULES) } })
}

fn drawn_morale(draw: &mut Draw) -> Json {
    let mut input = json!({ "units": troops(draw, "u", &["infantry", "infantry", "mg", "tank_light"]),
        "barrage": draw.below(6), "enemy_faces": draw.below(5) });
    put(&mut input, &ground(draw));
    let names = [("rear_blocked", 4), ("rear_off_table", 4), ("morale_bonus", 6), ("hold_the_line", 8)];
    flags(draw, &mut input, &names);
    if draw.once_in(3) {
        put(&mut input, &json!({ "rear_units": draw.below(4), "house": { "square_capacity": 1 + draw.below(4) } }));
    }
    input
}

/// Squares, some of them off the table, and who stands where.
fn drawn_table(draw: &mut Draw) -> Json {
    let (rows, columns) = if draw.once_in(3) { (4, 3) } else { (6, 8) };
    let squares: Vec<[usize; 2]> =
        (0..=draw.below(5)).map(|_| [draw.below(rows + 2), draw.below(columns) + 1]).collect();
    let mut held = BTreeMap::new();
    for at in &squares {
        for row in at[0].saturating_sub(1)..at[0] + 3 {
            if (1..=rows).contains(&row) && draw.once_in(2) {
                let mut square = json!({ "at": [row, at[1]], "units": troops(draw, "u", TYPES) });
                put(&mut square, &ground(draw));
                held.insert([row, at[1]], square);
            }
        }
    }
    let occupied: Vec<Json> = held.into_values().collect();
    let mut input = json!({ "squares": squares, "occupied": occupied });
    if rows == 4 {
        put(&mut input, &json!({ "rows": 4, "columns": 3 }));
    }
    input
}

fn drawn_map_out(draw: &mut Draw) -> Json {
    let kind = draw.of(&TYPES[..13]);
    let sp = 1 + draw.below(3);
    let markers = draw.below(sp + 1);
    let line = kind == "infantry" || kind.starts_with("cavalry");
    let entered = if line { 2 * sp - markers } else { (sp - markers).clamp(1, 2) };
    json!({ "type": kind, "before": { "sp": sp, "markers": markers }, "halves_now": draw.below(entered + 1),
        "routed": draw.once_in(3), "morale": draw.of(&["ok", "steady", "retire", "run"]) })
}

/// What the page answers, and how many dice it wants.
pub(super) fn worked(mechanic: &str, input: &Json, faces: &[u8]) -> (Json, usize) {
    let mut used = 0;
    let mut die = || {
        used += 1;
        i64::from(faces[used - 1])
    };
    let (mut answer, leans): (Json, Vec<&str>) = match mechanic {
        "assault" => return assault(input, faces),
        "morale" => return morale(input, faces),
        "saves" => (saves(input, &mut die), vec![]),
        "shoot" => shoot(input, &mut die),
        "retire" => (retire(input, &mut die), vec![]),
        "deviation" => {
            let fall = ["short", "on_target", "over"][(deviation(input, &mut die) + 1) as usize];
            (json!({ "deviation": fall }), vec![])
        }
        "barrage" => (barrage(input, &mut die), vec![]),
        "gas-drift" => (gas_drift(input, &mut die), vec![]),
        "exit" => (exit(input, &mut die), vec![]),
        "reinforce" => (reinforce(input, &mut die), vec![]),
        "clock" => {
            let clock = input["clock"].as_i64().unwrap() - die();
            (json!({ "clock": clock, "ends": clock <= 0 }), vec![])
        }
        "hc" => (higher_command(input, &mut die), vec!["hc_attempts", "hc_success"]),
        "asset" => asset(input, &mut die),
        "map-in" => map_in(input),
        _ => map_out(input),
    };
    let mut names = leans;
    names.sort_unstable();
    put(&mut answer, &json!({ "house": !names.is_empty(), "house_parameters": names }));
    (answer, used)
}

fn read(square: &Json) -> Vec<Unit<'_>> {
    square["units"].as_array().unwrap().iter().map(|unit| Unit::new(unit, 2)).collect()
}

fn cover(square: &Json) -> Cover<'_> {
    let word = |key: &str, usual| square[key].as_str().unwrap_or(usual);
    Cover { terrain: word("terrain", "open"), defence: word("defence", "none"), assaulted: false }
}

fn halves(units: &[Unit<'_>]) -> Json {
    let there = units.iter().filter(|unit| unit.kind() != "hc");
    Json::Object(there.map(|unit| (unit.id().to_owned(), json!(unit.now))).collect::<Map<_, _>>())
}

/// Hits placed and thrown for: where they went, and what they cost (4.1, 4.2).
fn take(
    units: &mut [Unit<'_>],
    hits: i64,
    by_owner: i64,
    cover: Cover<'_>,
    die: &mut dyn FnMut() -> i64,
) -> (Json, i64) {
    let (mut shown, mut lost) = (Map::new(), 0);
    for (unit, hits) in placed(units, hits, by_owner, cover).into_iter().enumerate() {
        let save = units[unit].save(cover);
        if units[unit].lives() {
            shown.insert(units[unit].id().to_owned(), json!(hits));
        }
        let failed = (0..hits).filter(|_| die() < save).count() as i64;
        let gone = failed.min(units[unit].now);
        units[unit].now -= gone;
        lost += gone;
    }
    (Json::Object(shown), lost)
}

fn saves(input: &Json, die: &mut dyn FnMut() -> i64) -> Json {
    let mut units = read(input);
    let is = |key: &str| input[key] == true;
    let bare = input["role"] == "assaulter" || is("gas");
    let cover = if bare { NO_COVER } else { Cover { assaulted: is("assaulted"), ..cover(input) } };
    let [hits, by_owner] = ["hits", "owner_k"].map(|key| input[key].as_i64().unwrap());
    let (placed, lost) = take(&mut units, hits, by_owner, cover, die);
    json!({ "placed": placed, "lost": lost, "halves": halves(&units) })
}

fn shoot<'a>(input: &Json, die: &mut dyn FnMut() -> i64) -> (Json, Vec<&'a str>) {
    let shooters: Vec<Unit<'_>> = input["shooters"].as_array().unwrap().iter().map(|unit| Unit::new(unit, 2)).collect();
    let mut target = read(&input["target"]);
    let range = input["range"].as_i64().unwrap();
    let barred = input["barrage_in_way"] == true;
    let rule = input["house"]["at_strength_rule"].as_str().unwrap();
    let pool = if barred { 0 } else { volley(&shooters, &|_| false, range, &input["house"]) };
    let hits = (0..pool).filter(|_| die() == 6).count() as i64;
    let (placed, lost) = take(&mut target, hits, 1, cover(&input["target"]), die);
    let mut leans = Vec::new();
    if !barred && shooters.iter().any(|u| u.shots(range, rule) > 0 && (u.kind() == "mg" || u.is_gun())) {
        leans.push("at_strength_rule");
    }
    if !barred && input["house"]["shoot_bonus"] == "shooting" {
        leans.push("shoot_bonus");
    }
    let halves = halves(&target);
    (json!({ "pool": pool, "hits": hits, "placed": placed, "casualties": lost, "halves": halves }), leans)
}

fn retire(input: &Json, die: &mut dyn FnMut() -> i64) -> Json {
    let mut units = read(&input["target"]);
    let hits = retiring_hits(&units, cover(&input["target"]));
    let (placed, lost) = take(&mut units, hits, 2, cover(&input["target"]), die);
    json!({ "hits": hits, "placed": placed, "casualties": lost, "target_halves": halves(&units) })
}

/// An assault as in an engagement.
fn assault(input: &Json, faces: &[u8]) -> (Json, usize) {
    let mut square = json!({ "A": input["assaulter"], "T": input["target"], "house": input["house"],
        "facing": input["facing"], "extra_assaulters": input["extra_assaulters"] });
    square["T"]["rear_blocked"] = json!(input["can_withdraw"] == false);
    let mut bound = Bound::laid(&square, faces);
    bound.assault(input["can_withdraw"] == true);
    let id = |at: &usize| bound.units[1][*at].id();
    let mut answer = bound.fight.clone();
    let more = json!({ "result": bound.result, "assaulter_halves": halves(&bound.units[0]),
        "target_halves": halves(&bound.units[1]), "captured": bound.captured.iter().map(id).collect::<Vec<_>>(),
        "advances": bound.advances.map(|at| bound.units[0][at].id()),
        "house": !bound.leans.is_empty(), "house_parameters": bound.leans });
    put(&mut answer, &more);
    (answer, bound.used)
}

/// A test as in an engagement; with room for so many units behind (4.6).
fn morale(input: &Json, faces: &[u8]) -> (Json, usize) {
    let square = json!({ "A": input, "T": { "units": [] } });
    let mut bound = Bound::laid(&square, faces);
    bound.test(0, 0, input["enemy_faces"].as_i64().unwrap());
    let units = &bound.units[0];
    let routed: Vec<&str> = bound.routed[0].iter().map(|(at, _)| units[*at].id()).collect();
    let mut answer = json!({ "pool": bound.tested[0], "fails": bound.tested[1], "result": bound.morale[0],
        "routed": routed, "halves": halves(units), "position": bound.position[0] });
    for (at, left) in &bound.routed[0] {
        answer["halves_at_rout"][units[*at].id()] = json!(left);
    }
    let mut leans: Vec<&str> = Vec::new();
    if let Some(room) = input["house"]["square_capacity"].as_u64().filter(|_| bound.position[0] == "withdraw1") {
        leans.push("square_capacity");
        answer["squares_back"] = json!({});
        // The next square has those already who stand there, the ones beyond have nobody.
        let (mut behind, mut full) = (1, input["rear_units"].as_u64().unwrap());
        for unit in units.iter().filter(|unit| unit.lives()) {
            while full >= room {
                (behind, full) = (behind + 1, 0);
            }
            full += 1;
            answer["squares_back"][unit.id()] = json!(behind);
        }
    }
    put(&mut answer, &json!({ "house": !leans.is_empty(), "house_parameters": leans }));
    (answer, bound.used)
}

/// Rows away from the firer.
fn deviation(input: &Json, die: &mut dyn FnMut() -> i64) -> i64 {
    let (short, on_target) = match input["quality"].as_str().unwrap() {
        "poor" => (2, 4),
        "average" => (1, 4),
        _ => (1, 5),
    };
    let face = die();
    i64::from(face > short) + i64::from(face > on_target) - 1
}

type At = [i64; 2];

/// The squares of a list in their order: nearest row first, each from right to left.
fn in_order(input: &Json) -> Vec<At> {
    let at = |square: &Json| [square[0].as_i64().unwrap(), square[1].as_i64().unwrap()];
    let mut squares: Vec<At> = input["squares"].as_array().unwrap().iter().map(at).collect();
    squares.sort_by_key(|[row, column]| (*row, -column));
    squares
}

struct Table<'i> {
    input: &'i Json,
    units: Vec<Vec<Unit<'i>>>,
}

impl<'i> Table<'i> {
    fn of(input: &'i Json) -> Self {
        Self { input, units: input["occupied"].as_array().unwrap().iter().map(read).collect() }
    }

    fn has(&self, [row, column]: At) -> bool {
        let [rows, columns] =
            [("rows", 6), ("columns", 8)].map(|(key, usual)| self.input[key].as_i64().unwrap_or(usual));
        (1..=rows).contains(&row) && (1..=columns).contains(&column)
    }

    fn hit(&mut self, at: At, hits: i64, gas: bool, die: &mut dyn FnMut() -> i64) {
        let occupied = self.input["occupied"].as_array().unwrap();
        if let Some(place) = occupied.iter().position(|square| square["at"] == json!(at)) {
            let cover = if gas { NO_COVER } else { cover(&occupied[place]) };
            if !is_empty(&self.units[place]) {
                take(&mut self.units[place], hits, 1, cover, die);
            }
        }
    }

    fn halves(&self) -> Json {
        let occupied = self.input["occupied"].as_array().unwrap().iter().zip(&self.units);
        let key = |square: &Json| format!("{},{}", square["at"][0], square["at"][1]);
        Json::Object(occupied.map(|(square, units)| (key(square), halves(units))).collect::<Map<_, _>>())
    }
}

/// 4.7.
fn barrage(input: &Json, die: &mut dyn FnMut() -> i64) -> Json {
    let mut table = Table::of(input);
    let mut markers: BTreeMap<String, i64> = BTreeMap::new();
    let kind = input["kind"].as_str().unwrap();
    for [aimed, column] in in_order(input) {
        let mut row = aimed + deviation(input, die);
        let (hits, left) = match kind {
            "suppression" => (1, 1),
            "point" => (die(), 3),
            "rolling" => (2, 2),
            _ => (2, 1),
        };
        let mut covered = 0;
        while table.has([row, column]) {
            *markers.entry(format!("{row},{column}")).or_default() += left;
            table.hit([row, column], hits, kind == "gas", die);
            (row, covered) = (row + 1, covered + 1);
            if kind != "rolling" || covered == 3 || !table.has([row, column]) || die() < 3 {
                break;
            }
        }
    }
    json!({ "markers": markers, "halves": table.halves() })
}

fn gas_drift(input: &Json, die: &mut dyn FnMut() -> i64) -> Json {
    let mut table = Table::of(input);
    let (outcome, rows) = match die() {
        1 | 2 => ("gone", None),
        3 => ("forward", Some(1)),
        4 => ("back", Some(-1)),
        _ => ("stays", Some(0)),
    };
    let mut squares = Vec::new();
    for [row, column] in in_order(input) {
        if let Some(at) = rows.map(|rows| [row + rows, column]).filter(|at| table.has(*at)) {
            squares.push(at);
            table.hit(at, 2, true, die);
        }
    }
    json!({ "outcome": outcome, "squares": squares, "halves": table.halves() })
}

/// 3.3.
fn exit(input: &Json, die: &mut dyn FnMut() -> i64) -> Json {
    let need = match input["unit"]["type"].as_str().unwrap() {
        "infantry" | "mg" | "tank_light" | "tank_heavy" => Some(3),
        "cavalry_dismounted" => None,
        _ => Some(5),
    };
    let Some(need) = need.filter(|_| input["road_free"] != true) else {
        return json!({ "leaves": true, "sum": null, "need": null });
    };
    let bonus = match input["unit"]["quality"].as_str().unwrap() {
        "professional" => 1,
        "reservist" => -1,
        _ => 0,
    };
    let sum = die() + bonus;
    json!({ "leaves": sum >= need, "sum": sum, "need": need })
}

fn reinforce(input: &Json, die: &mut dyn FnMut() -> i64) -> Json {
    let waiting = input["waiting"].as_i64().unwrap();
    let arrived: Vec<i64> = match input["mode"].as_str().unwrap() {
        "A" => (1..=waiting).filter(|_| die() == 6).collect(),
        "B" => (1..=waiting.min(1)).collect(),
        _ => (1..=waiting.min(3)).filter(|nth| *nth == 1 || die() == 6).collect(),
    };
    json!({ "arrived": arrived })
}

fn higher_command(input: &Json, die: &mut dyn FnMut() -> i64) -> Json {
    let quality = input["quality"].as_str().unwrap();
    let usual = match quality {
        "poor" => 2,
        "average" => 3,
        _ => 4,
    };
    let may = input["house"]["hc_attempts"][quality].as_i64().unwrap_or(usual);
    let success = input["house"]["hc_success"].as_i64().unwrap_or(4);
    let wants = input["wants"].as_array().unwrap();
    let (mut attempts, mut placed) = (0, Vec::new());
    while attempts < may && placed.len() < wants.len() {
        attempts += 1;
        if die() >= success {
            placed.push(wants[placed.len()].clone());
        }
    }
    json!({ "placed": placed, "attempts": attempts })
}

fn asset<'a>(input: &Json, die: &mut dyn FnMut() -> i64) -> (Json, Vec<&'a str>) {
    let house = &input["house"];
    let thrown = input["asset_dice"].as_i64().or(house["asset_dice"].as_i64()).unwrap_or(5);
    let success = house["asset_success"].as_i64().unwrap_or(6);
    let sixes = (0..thrown).filter(|_| die() >= success).count() as i64;
    let mut answer = json!({ "sixes": sixes, "arrives": sixes > 0 });
    let mut leans = vec!["asset_dice", "asset_success"];
    if let Some(each) = house["asset_units_per_six"].as_i64() {
        answer["units"] = json!(each * sixes);
        leans.push("asset_units_per_six");
    }
    (answer, leans)
}

fn is_line(input: &Json) -> bool {
    matches!(input["type"].as_str().unwrap(), "infantry" | "cavalry_mounted" | "cavalry_dismounted")
}

fn map_in<'a>(input: &Json) -> (Json, Vec<&'a str>) {
    let number = |key: &str| input[key].as_i64().unwrap();
    let (sp, markers) = (number("sp"), number("markers"));
    if is_line(input) {
        let answer = json!({ "halves_full": 2 * number("sp_full"), "halves_now": 2 * sp - markers });
        return (answer, vec!["infantry_halves_per_sp"]);
    }
    let now = match (sp, sp - markers) {
        (0, _) => 0,
        (_, 2..) => 2,
        _ => 1,
    };
    (json!({ "halves_full": 2, "halves_now": now }), vec![])
}

fn map_out<'a>(input: &Json) -> (Json, Vec<&'a str>) {
    let before = [&input["before"]["sp"], &input["before"]["markers"]].map(|n| n.as_i64().unwrap());
    let left = input["halves_now"].as_i64().unwrap();
    let line = is_line(input);
    let entered = if line { 2 * before[0] - before[1] } else { (before[0] - before[1]).clamp(1, 2) };
    let [mut sp, mut markers] = match () {
        () if left == entered => before,
        () if left == 0 => [0, 0],
        () if line => [(left + 1) / 2, left % 2],
        () => [before[0], before[1] + 1],
    };
    let mut morale = if input["routed"] == true { "rout" } else { input["morale"].as_str().unwrap() };
    if left == 0 {
        (sp, markers, morale) = (0, 0, "lost");
    }
    markers += i64::from(morale == "rout" && sp > markers);
    let state = match morale {
        "ok" | "steady" => "unchanged",
        "retire" => "disorganised",
        "lost" => "destroyed",
        _ => "broken",
    };
    let leans = if line { vec!["infantry_halves_per_sp"] } else { vec![] };
    (json!({ "sp": sp, "markers": markers, "morale": morale, "state": state }), leans)
}
