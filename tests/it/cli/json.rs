//! The JSON that the help promises: every example can be parsed, and its keys are those that the command really gives.

use std::collections::BTreeSet;

use serde_json::Value;

use super::field::Field;

/// Every example of JSON in the help of the program: the command, and the example.
fn examples() -> Vec<(String, Value)> {
    let page = railhead::cli::manual();
    let mut found = Vec::new();
    for section in page.split("\n## ").skip(1) {
        let command = section.lines().next().unwrap().trim_matches('`').trim().to_owned();
        let lines: Vec<&str> = section.lines().collect();
        let mut at = 0;
        while at < lines.len() {
            let starts = lines[at].starts_with("  {") || lines[at].starts_with("  [{");
            if !starts {
                at += 1;
                continue;
            }
            let mut text = String::new();
            // An example goes on until its brackets are closed, or the indented lines end.
            while at < lines.len() && lines[at].starts_with("  ") && serde_json::from_str::<Value>(&text).is_err() {
                text.push_str(lines[at].trim());
                at += 1;
            }
            let value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("`{command}`: {e}\n{text}"));
            found.push((command.clone(), value));
        }
    }
    found
}

/// The keys of a document, those of nested ones with the way to them.
fn keys(value: &Value, way: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let way = format!("{way}.{key}");
                keys(value, &way, found);
                found.insert(way);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, way, found)),
        _ => {}
    }
}

fn keys_of(value: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    keys(value, "", &mut found);
    found
}

#[test]
fn every_example_of_the_help_is_json() {
    let examples = examples();
    assert!(examples.len() >= 20, "{} examples", examples.len());
}

/// A command that reads, and what to run for its JSON on the small field.
const COMMANDS: &[(&str, &str)] = &[
    ("railhead supply status", "supply status"),
    ("railhead supply stocks", "supply stocks --all"),
    ("railhead op log", "op log"),
    ("railhead verify", "verify"),
    ("railhead unit show", "unit show 1rd.b1"),
    ("railhead unit history", "unit history 1rd.b1"),
    ("railhead crossing list", "crossing list"),
    ("railhead dump list", "dump list"),
    ("railhead rail status", "rail status"),
    ("railhead setting list", "setting list"),
    ("railhead orbat", "orbat"),
    ("railhead ground show", "ground show 0404"),
    ("railhead battle forecast", "battle forecast a.toml --runs 10"),
];

#[test]
fn the_keys_of_an_example_are_those_that_the_command_gives() {
    let field = Field::new();
    field.done("unit set 1rd.b1 sp=2 --reason \"counted\"");
    field.write("a.toml", super::forecast::ENGAGEMENT);
    let examples = examples();
    let mut checked = 0;
    for (command, line) in COMMANDS {
        let Some((_, example)) = examples.iter().find(|(of, _)| of == command) else { continue };
        let real = keys_of(&field.json(line));
        let promised = keys_of(example);
        // What is empty or null on the field shows no keys within.
        let missing: Vec<&String> =
            promised.iter().filter(|key| !real.contains(*key) && key.matches('.').count() == 1).collect();
        assert!(missing.is_empty(), "`{command}` does not give {missing:?}, but {real:?}");
        checked += 1;
    }
    assert!(
        checked >= 6,
        "{checked} commands have an example: {:?}",
        examples.iter().map(|(c, _)| c).collect::<Vec<_>>()
    );
}

/// The promises of the design for the sheet, key by key.
#[test]
fn the_sheet_has_every_key_that_was_promised() {
    let field = Field::new();
    let sheet = field.json("supply status");
    let real = keys_of(&sheet);
    let units = [
        "id",
        "name",
        "side",
        "echelon",
        "square",
        "fed_by",
        "log.state",
        "log.stock",
        "log.source",
        "log.hours",
        "log.km",
        "log.path",
        "log.cut",
        "pol.required",
        "pol.state",
        "pol.stock",
        "pol.links",
        "pol.broken",
        "ammo_out_bases",
        "bounds_out.log",
        "bounds_out.pol",
        "can_attack",
        "can_move",
        "reasons",
        "mend",
    ];
    let promised = ["campaign", "bound.day", "bound.phase", "bound.date", "bound.label", "mode"].map(str::to_owned);
    let promised = promised.into_iter().chain(units.map(|key| format!("units.{key}")));
    let missing: Vec<String> = promised.filter(|key| !real.contains(&format!(".{key}"))).collect();
    assert_eq!(missing, [""; 0]);
}
