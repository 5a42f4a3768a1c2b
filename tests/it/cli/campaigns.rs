//! What pages tell an organiser to type: every command of them, in their order, in an empty folder.

use std::collections::BTreeMap;

use domain::Square;
use scenario::built_in;
use serde_json::Value;

use super::field::Field;
use crate::histories;

/// The `railhead` lines in the code blocks of a section of a page.
fn commands(page: &str, heading: &str) -> Vec<String> {
    let (_, section) = page.split_once(heading).unwrap_or_else(|| panic!("the page has no {heading}"));
    let section = section.split("\n## ").next().unwrap();
    let blocks = section.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(str::lines).map(str::trim);
    lines.filter_map(|line| line.strip_prefix("railhead ")).map(str::to_owned).collect()
}

/// Runs them all; gives back what each said.
fn told(field: &Field, commands: &[String]) -> Vec<String> {
    commands.iter().map(|line| field.done(line)).collect()
}

/// The tutorial after the first bound that its page plays.
pub(super) fn first_bound_played() -> Field {
    let field = Field::empty();
    told(&field, &commands(&page_of("first-bound"), "## Your first bound"));
    field
}

fn page_of(name: &str) -> String {
    String::from_utf8(built_in(name).unwrap()["README.md"].clone()).unwrap()
}

/// Where in the list a command stands, by how it begins.
fn place(commands: &[String], start: &str) -> Vec<usize> {
    commands.iter().enumerate().filter(|(_, c)| c.starts_with(start)).map(|(at, _)| at).collect()
}

fn readme() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap()
}

#[test]
fn the_sheet_of_the_readme_is_what_the_program_prints() {
    let page = readme();
    let (_, shown) = page.split_once("```text\n").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    let field = Field::empty();
    let told = told(&field, &commands(&page, "## What it prints"));
    assert!(shown.contains("Mend: "), "the sheet shows no mend");
    assert_eq!(told.last().unwrap(), shown);
}

#[test]
fn the_tour_of_the_readme_can_be_typed_as_it_stands() {
    let page = readme();
    let commands = commands(&page, "## Five minutes' tour");
    assert!(commands.len() > 25, "the tour has lost its commands");
    let field = Field::empty();
    let told = told(&field, &commands);
    let axis = place(&commands, "supply status --side AX");
    assert!(told[axis[0]].contains("all 3 in LOG, "), "{}", told[axis[0]]);
    assert!(told[axis[1]].contains("Mend: rebuild Brod bridge"), "{}", told[axis[1]]);
    let soviet = place(&commands, "supply status --side SU");
    assert!(told[soviet[0]].contains("is 18 km, "), "{}", told[soviet[0]]);
    assert!(told[soviet[1]].contains("all 3 in LOG, "), "{}", told[soviet[1]]);
    assert!(told[place(&commands, "verify")[0]].contains("breaches 0"));
    for (at, said) in told.iter().enumerate() {
        let wide = said.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{}", commands[at]);
    }
}

#[test]
fn the_first_bound_can_be_played_from_its_page() {
    let commands = commands(&page_of("first-bound"), "## Your first bound");
    assert!(commands.len() > 18, "the page has lost its commands");
    let field = Field::empty();
    let told = told(&field, &commands);
    let battle = place(&commands, "battle resolve")[0];
    assert!(told[battle].contains("taken after 3 moves: Axis holds 0905"), "{}", told[battle]);
    assert!(told.last().unwrap().contains("D1 pm of 8 July 1941 begins"), "{}", told.last().unwrap());
    let stock = field.json("supply stocks");
    let of = |account: &str, commodity: &str| {
        let mut rows = stock["accounts"].as_array().unwrap().iter();
        let row = rows.find(|row| row["account"] == account && row["commodity"] == commodity);
        row.map_or(0, |row| row["quantity"].as_i64().unwrap())
    };
    assert_eq!((of("ax.d", "log"), of("ax.b1", "pol"), of("olshany", "log"), of("olshany", "pol")), (5, 2, 1, 0));
    for line in ["bound close", "bound close", "verify"] {
        field.done(line);
    }
}

/// A battle of history: bound, square, attacker, how it ended, who holds the square.
type Battle = (&'static str, &'static str, &'static str, &'static str, &'static str);

/// Radekhov at 05:00, the bunkers before Vladimir-Volynsky, and the counter-attack that is thrown back; the town falls in
/// the evening; Voynitsa, Lutsk (recorded), Leshnev at 09:00, Toporov, Olyka, Ostrog, Stanislavchik, Sitno, Podluzhe
/// (timeline.csv of brody-1941, 23 to 29 June).
const BRODY: [Battle; 15] = [
    ("D1 am", "1415", "AX", "taken", "AX"),
    ("D1 am", "1617", "AX", "taken", "AX"),
    ("D1 am", "2438", "AX", "taken", "AX"),
    ("D1 pm", "1717", "AX", "taken", "AX"),
    ("D1 pm", "2438", "SU", "broken off", "AX"),
    ("D2 pm", "2617", "AX", "taken", "AX"),
    ("D2 pm", "2617", "SU", "taken", "SU"),
    ("D3 pm", "4020", "AX", "taken", "AX"),
    ("D4 am", "3540", "SU", "taken", "SU"),
    ("D4 pm", "2538", "SU", "broken off", "AX"),
    ("D4 pm", "4821", "SU", "taken", "SU"),
    ("D5 pm", "6836", "SU", "broken off", "AX"),
    ("D6 pm", "3140", "SU", "taken", "SU"),
    ("D6 pm", "4143", "SU", "taken", "SU"),
    ("D7 pm", "4936", "AX", "broken off", "SU"),
];

/// Place, bound and who holds it then.
type Held = (&'static str, &'static str, &'static str);

const BRODY_HELD: [Held; 26] = [
    ("Radekhov", "start", "SU"),
    ("Radekhov", "1n", "AX"),
    ("Vladimir-Volynsky", "1am", "SU"),
    ("Vladimir-Volynsky", "1pm", "AX"),
    ("Berestechko", "1am", "SU"),
    ("Berestechko", "1n", "AX"),
    ("Shchurovichi", "1n", "AX"),
    ("Lutsk", "1n", "SU"),
    ("Demidovka", "2pm", "AX"),
    ("Torchin", "2pm", "AX"),
    ("Dubno", "3am", "SU"),
    ("Dubno", "3pm", "AX"),
    ("Lutsk", "3am", "SU"),
    ("Lutsk", "3pm", "AX"),
    ("Leshnev", "3n", "AX"),
    ("Leshnev", "4am", "SU"),
    ("Verba", "5am", "AX"),
    ("Verba", "5pm", "SU"),
    ("Ostrog", "5am", "SU"),
    ("Ostrog", "5pm", "AX"),
    ("Rovno", "5n", "SU"),
    ("Rovno", "6pm", "AX"),
    ("Ptycha", "6pm", "AX"),
    ("Brody", "7n", "SU"),
    ("Brody", "8pm", "AX"),
    ("Lvov", "8pm", "AX"),
];

fn exported(field: &Field, campaign: &str, name: &str) -> BTreeMap<String, Vec<u8>> {
    field.done(&format!("--campaign {campaign} export {name}"));
    histories::files(&field.dir.path().join(name))
}

/// Says what is wrong with a campaign as its history has played it, whose bound `then` begins at the end.
fn plays(field: &Field, name: &str, battles: &[Battle], held: &[Held], then: &str) {
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let list = field.json("battle list");
    let row =
        |row: &Value| [&row["bound"]["label"], &row["square"], &row["attacker"], &row["end"], &row["holder"]].map(word);
    let mut fought: Vec<[String; 5]> = list.as_array().unwrap().iter().map(row).collect();
    fought.sort();
    let wanted: Vec<_> = battles.iter().map(|b| [b.0, b.1, b.2, b.3, b.4].map(str::to_owned)).collect();
    assert_eq!(fought, wanted, "{name}");
    for (place, bound, side) in held {
        let told = field.json(&format!("ground show {place} --as-of {bound}"));
        assert_eq!(told["control"], *side, "{place} at {bound}");
    }
    assert!(field.done("status").contains(then));
    assert!(field.done("verify").contains("breaches 0"));
    let file = format!("{name}.railhead");
    let end = exported(field, &file, "end");
    field.done("new ./end again.railhead -q");
    assert!(exported(field, "again.railhead", "again") == end, "{name}: the end, read again");
    field.done(&format!("--campaign {file} undo"));
    let start = built_in(name).unwrap();
    assert!(exported(field, &file, "start") == start, "{name}: all taken back");
}

/// The rows of a table of the data of Brody, from its timeline.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().skip(1).map(|line| line.split(',').collect())
}

/// Every formation of the timeline stands at its place in its bound, or so many squares from it.
fn stands_where_the_timeline_says(field: &Field) {
    let square = |typed: &Value| {
        let (col, row) = typed.as_str().unwrap().split_at(2);
        Square::new(col.parse().unwrap(), row.parse().unwrap())
    };
    for row in rows(include_str!("../../data/brody-1941/timeline.csv")) {
        let [bound, unit, place, near] = row[..] else { panic!("four fields: {row:?}") };
        let tree = field.json(&format!("orbat {unit} --as-of '{bound}'"));
        let stands = square(&tree[0]["square"]);
        let place = square(&field.json(&format!("ground show '{place}'"))["square"]);
        assert!(stands.steps_to(place) <= near.parse().unwrap(), "{row:?}: it stands in {stands}, and not in {place}");
    }
}

/// Who is surrounded by the timeline is cut off, and who is not has an open line, and an open chain where it burns fuel.
fn supply_tells_what_the_timeline_tells(field: &Field) {
    for row in rows(include_str!("../../data/brody-1941/states.csv")) {
        let [bound, unit, log, pol] = row[..] else { panic!("four fields: {row:?}") };
        let sheet = field.json(&format!("supply status {unit} --as-of '{bound}'"));
        let found = sheet["units"].as_array().unwrap().iter().find(|found| found["id"] == unit).unwrap();
        for (wanted, state) in [(log, &found["log"]["state"]), (pol, &found["pol"]["state"])] {
            let is_so = match wanted {
                "cut" => state == "cut",
                "fed" => state == "in_supply" || state == "dump_empty",
                _ => wanted.is_empty(),
            };
            assert!(is_so, "{row:?}: {state}");
        }
    }
}

#[test]
fn brody_plays_as_it_went() {
    let name = "brody-1941";
    let field = histories::played(name);
    assert!(field.done("new --list").contains(name));
    assert!(field.done(&format!("check {name}")).contains("faults: 0"));
    assert!(!histories::script(name).contains("--override"), "{name} sets rules aside");
    stands_where_the_timeline_says(&field);
    supply_tells_what_the_timeline_tells(&field);
    plays(&field, "brody-1941", &BRODY, &BRODY_HELD, "D9 am");
}
