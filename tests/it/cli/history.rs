//! The history of Uranus: the script as it is built in is played, and supply tells what the timeline tells.
//!
//! Hours are those of `data/campaigns/uranus-1942/timeline.csv`; where the model is slower `docs/RULES.md` says so.

use std::collections::{BTreeMap, BTreeSet};

use railhead::scenario::built_in;
use serde_json::Value;

use super::field::Field;

fn script() -> String {
    let files = built_in("uranus-1942").unwrap();
    String::from_utf8(files["history.txt"].clone()).unwrap()
}

/// Its commands as words.
fn commands() -> Vec<Vec<String>> {
    script().lines().filter_map(shlex::split).filter(|words| !words.is_empty()).collect()
}

fn played() -> Field {
    let field = Field::empty();
    field.done("new uranus-1942");
    field.write("history.txt", &script());
    field.done("run history.txt --quiet");
    field
}

/// LOG and POL of every formation of a sheet.
fn states(field: &Field, bound: &str) -> BTreeMap<String, (String, String)> {
    let sheet = field.json(&format!("supply status --as-of {bound}"));
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let of = |unit: &Value| (word(&unit["id"]), (word(&unit["log"]["state"]), word(&unit["pol"]["state"])));
    sheet["units"].as_array().unwrap().iter().map(of).collect()
}

fn held_by(field: &Field, place: &str, bound: &str) -> String {
    let text = field.done(&format!("ground show {place} --as-of {bound}"));
    text.lines().next().unwrap().rsplit("held by ").next().unwrap().to_owned()
}

fn in_the_pocket(id: &str) -> bool {
    ["ax.a6", "ax.pz4.iv", "ax.pz4.29mot"].iter().any(|top| id == *top || id.starts_with(&format!("{top}.")))
}

/// The mobile corps on which the ring hangs.
const SPEARHEADS: [&str; 4] = ["su.swf.5ta.26tk", "su.swf.21a.4tk", "su.sf.51a.4mk", "su.swf.5ta.1tk"];

#[test]
fn the_history_tells_what_the_timeline_tells() {
    let field = played();
    for (place, before, after) in
        [("Perelazovsky", "1n", "2pm"), ("Abganerovo_station", "2n", "3pm"), ("Berezovsky", "3n", "4pm")]
    {
        assert_eq!(held_by(&field, place, before), "AX", "{place}");
        assert_eq!(held_by(&field, place, after), "SU", "{place}");
    }
    assert_eq!(states(&field, "5am")["ax.a6.li"].0, "in_supply", "one road is left until the link-up of 16:00");
    let fed = ("in_supply".to_owned(), "in_supply".to_owned());
    for day in 2..=12 {
        let states = states(&field, &format!("{day}n"));
        for corps in SPEARHEADS {
            assert_eq!(states[corps], fed, "{corps} on D{day}");
        }
        let pocket = states.iter().filter(|(id, _)| in_the_pocket(id));
        let log: BTreeSet<_> = pocket.filter(|_| day >= 5).map(|(_, (log, _))| log.as_str()).collect();
        assert!(!log.contains("in_supply"), "D{day}: {log:?}");
    }
    assert!(states(&field, "5pm").iter().filter(|(id, _)| in_the_pocket(id)).count() >= 25);
    let end = states(&field, "12n");
    for relief in ["ax.hol", "ax.hol.62id", "ax.hol.294id", "ax.57", "ax.57.6pz", "ax.r3.48.22pz", "ax.r3.i.7id"] {
        assert_eq!(end[relief].0, "in_supply", "{relief}");
    }
    assert!(field.done("verify").contains("breaches 0"));
}

#[test]
fn the_history_goes_out_and_comes_in_again_and_can_be_taken_back() {
    let field = played();
    let export = |name: &str| {
        field.done(&format!("--campaign uranus-1942.railhead export {name}"));
        let files = std::fs::read_dir(field.dir.path().join(name)).unwrap().map(|file| file.unwrap().path());
        files
            .map(|path| (path.file_name().unwrap().to_owned(), std::fs::read(path).unwrap()))
            .collect::<BTreeMap<_, _>>()
    };
    let end = export("end");
    assert_eq!(String::from_utf8(end["history.txt".as_ref() as &std::ffi::OsStr].clone()).unwrap(), script());
    field.done("undo");
    let start = export("start");
    assert!(start != end);
    std::fs::remove_file(field.dir.path().join("uranus-1942.railhead")).unwrap();
    field.done("new ./end uranus-1942.railhead");
    assert!(export("again") == end, "the end, read again");
    std::fs::remove_file(field.dir.path().join("uranus-1942.railhead")).unwrap();
    field.done("new uranus-1942");
    assert!(export("fresh") == start, "all taken back");
}

/// Of a side: moves, those past a rule, and bookings.
fn counts(side: &str) -> [usize; 3] {
    let of = |word: &str| -> Vec<Vec<String>> {
        commands().into_iter().filter(|c| c.join(" ").starts_with(&format!("{word} {side}."))).collect()
    };
    let moves = of("move");
    let past = moves.iter().filter(|c| c.iter().any(|w| w == "--override")).count();
    [moves.len(), past, of("unit set").len()]
}

#[test]
fn the_script_keeps_to_its_rules() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/RULES.md")).unwrap();
    for (name, side) in [("Soviet", "su"), ("Axis", "ax")] {
        let [moves, past, bookings] = counts(side);
        assert!(past * 10 <= moves, "{name}: {past} of {moves}");
        let row = format!("| {name} | {moves} | {past} | {bookings} |");
        assert!(page.contains(&row), "docs/RULES.md should hold {row}");
    }
    for command in commands().iter().filter(|c| c[..2] == ["unit", "set"]) {
        let why = command.iter().position(|w| w == "--reason").map(|at| command[at + 1].as_str());
        assert!(why.is_some_and(|why| why.contains(" Nov")), "{command:?}");
    }
    assert_eq!(commands().iter().filter(|c| c[..2] == ["bound", "close"]).count(), 36);
}

fn squares(field: &Field, unit: &str) -> BTreeMap<String, (i32, i32)> {
    let rows = field.json(&format!("orbat {unit}"));
    let leaves = rows.as_array().unwrap().iter().filter(|row| row["leaf"] == true && row["square"].is_string());
    let place = |row: &Value| {
        let square = row["square"].as_str().unwrap();
        (row["id"].as_str().unwrap().to_owned(), (square[..3].parse().unwrap(), square[3..].parse().unwrap()))
    };
    leaves.map(place).collect()
}

#[test]
fn no_booking_carries_anybody_farther_than_nine_kilometres_or_forward() {
    let field = Field::empty();
    field.done("new uranus-1942");
    for line in script().lines() {
        let words = shlex::split(line).unwrap_or_default();
        let booked = words.first().is_some_and(|w| w == "unit") && words.iter().any(|w| w.starts_with("square="));
        let before = if booked { squares(&field, &words[2]) } else { BTreeMap::new() };
        if !words.is_empty() {
            field.done(&format!("{line} --quiet"));
        }
        if booked {
            assert!(words[2].starts_with("ax."), "only who is beaten is set back: {line}");
            for (leaf, to) in squares(&field, &words[2]) {
                let from = before[&leaf];
                let far = (from.0 - to.0).abs() + (from.1 - to.1).abs();
                assert!(far <= 3, "{leaf} {from:?} to {to:?}: {line}");
            }
        }
    }
}
