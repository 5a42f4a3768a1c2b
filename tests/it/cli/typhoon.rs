//! The history of Typhoon: the script as it is built in is played, and places, formations and supply are where the timeline has them.
//!
//! Expected are the rows of `tests/data/typhoon-1941`: `timeline.csv` holds date, formation and place of every event of the
//! data's timeline; `held.csv` who holds which place as a bound closes, `near.csv` how near a formation is to its event,
//! `fed.csv` who has LOG. Where the model is slower `docs/rules/history-typhoon.md` says so.

use std::collections::BTreeMap;
use std::path::PathBuf;

use scenario::built_in;
use serde_json::Value;

use crate::histories::{commands, files, played};

/// The rows of a table of the data, their cells without quotes.
fn table(name: &str) -> Vec<Vec<String>> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests/data/typhoon-1941", name].iter().collect();
    let mut reader = csv::Reader::from_path(folder).unwrap();
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

const TYPHOON: &str = "typhoon-1941";

#[test]
fn typhoon_plays_to_its_end_and_comes_back() {
    let field = played(TYPHOON);
    assert_eq!(commands(TYPHOON).iter().filter(|c| c[..2] == ["bound", "close"]).count(), 48);
    assert!(field.done("verify").contains("breaches 0"));
    let export = |name: &str| {
        field.done(&format!("--campaign typhoon-1941.railhead export {name}"));
        files(&field.dir.path().join(name))
    };
    let end = export("end");
    field.done("new ./end again.railhead -q");
    field.done("--campaign again.railhead export again");
    assert!(files(&field.dir.path().join("again")) == end, "the end, read again");
    field.done("--campaign typhoon-1941.railhead undo");
    assert!(export("start") == built_in("typhoon-1941").unwrap(), "all taken back");
}

#[test]
fn places_of_typhoon_are_in_the_hands_that_the_timeline_has() {
    let field = played(TYPHOON);
    for row in table("held.csv") {
        let told = field.json(&format!("ground show {} --as-of {}", row[0], row[1]));
        assert_eq!(told["control"], &*row[2], "{row:?}");
    }
}

/// Column and row of a reference.
fn square(text: &str) -> (u32, u32) {
    (text[..2].parse().unwrap(), text[2..4].parse().unwrap())
}

#[test]
fn formations_of_typhoon_are_at_their_events() {
    let field = played(TYPHOON);
    let mut sheets: BTreeMap<String, Value> = BTreeMap::new();
    for row in table("near.csv") {
        let [unit, bound, place, squares] = [0, 1, 2, 3].map(|at| row[at].as_str());
        let sheet = sheets.entry(bound.to_owned()).or_insert_with(|| field.json(&format!("orbat --as-of {bound}")));
        let told = field.done(&format!("ground show {place}"));
        let at = told.split_whitespace().find(|word| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit()));
        let (col, line) = square(at.unwrap_or_else(|| panic!("{place} has a square: {told}")));
        let under = |id: &str| id == unit || id.starts_with(&format!("{unit}."));
        let leaves =
            sheet.as_array().unwrap().iter().filter(|leaf| {
                leaf["leaf"] == true && leaf["state"] != "destroyed" && under(leaf["id"].as_str().unwrap())
            });
        let way = leaves.filter_map(|leaf| leaf["square"].as_str()).map(|stands| {
            let (c, l) = square(stands);
            c.abs_diff(col) + l.abs_diff(line)
        });
        let nearest = way.min().unwrap_or_else(|| panic!("{unit} is on the map at {bound}"));
        assert!(nearest <= squares.parse().unwrap(), "{row:?}: {nearest} squares off");
    }
}

#[test]
fn who_is_in_touch_with_his_own_rear_has_log() {
    let field = played(TYPHOON);
    let mut sheets: BTreeMap<String, Value> = BTreeMap::new();
    for row in table("fed.csv") {
        let [unit, bound, state] = [0, 1, 2].map(|at| row[at].as_str());
        let sheet =
            sheets.entry(bound.to_owned()).or_insert_with(|| field.json(&format!("supply status --as-of {bound}")));
        let found = sheet["units"].as_array().unwrap().iter().find(|found| found["id"] == unit);
        let found = found.unwrap_or_else(|| panic!("{unit} is on the sheet of {bound}"));
        assert_eq!(found["log"]["state"], state, "{row:?}");
    }
}

/// What the umpire books and what is fought bears a day and a place of the timeline; the first day's two battles its day.
#[test]
fn bookings_and_battles_of_typhoon_name_their_event() {
    let told: Vec<(String, String)> =
        table("timeline.csv").into_iter().map(|row| (row[0].clone(), row[3].clone())).collect();
    for command in commands(TYPHOON) {
        let is_told = matches!([command[0].as_str(), command[1].as_str()], ["unit", "set"] | ["battle", "resolve"]);
        if !is_told {
            continue;
        }
        let at =
            command.iter().position(|word| word == "--reason").unwrap_or_else(|| panic!("{command:?} has a reason"));
        let reason = &command[at + 1];
        if reason.starts_with("10 October") {
            continue;
        }
        let (day, rest) = reason.split_once(" Oct, ").unwrap_or_else(|| panic!("{reason} begins with a day"));
        let place = rest.split(": ").next().unwrap();
        let date = format!("1941-10-{day:0>2}");
        assert!(told.iter().any(|(on, of)| *on == date && of.starts_with(place)), "{reason}: no such event");
    }
}
