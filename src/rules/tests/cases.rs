//! Cases: situation, dice, decisions, expected, section. Expected values are worked out by hand from the rules page.
//!
//! A case is a battle (`attacker`, `defender`), a mechanic (`mechanic`, `input`), or a setup that is refused
//! (`violations`). What it expects is compared key by key; every die must be used.

use std::path::{Path, PathBuf};

use dice::Dice;
use domain::RuleSystemId;
use rules::decision::Decisions;
use rules::{self, Engagement};
use serde_json::Value as Json;
use toml::{Table, Value};

use super::sketch;

fn cases(system: &str) -> Vec<(PathBuf, Table)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(system);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let page: Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for case in page["case"].as_array().expect("a list of cases") {
            cases.push((file.clone(), case.as_table().unwrap().clone()));
        }
    }
    cases
}

fn text<'a>(case: &'a Table, key: &str) -> &'a str {
    case.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Every value that is expected and not there, as lines.
pub(super) fn differences(at: &str, expected: &Json, found: &Json, lines: &mut Vec<String>) {
    match (expected, found) {
        (Json::Object(expected), _) => {
            for (key, value) in expected {
                differences(&format!("{at}.{key}"), value, found.get(key).unwrap_or(&Json::Null), lines);
            }
        }
        _ if expected == found || expected == "none" && found.is_null() => {}
        _ => lines.push(format!("  {at}: expected {expected}, found {found}")),
    }
}

/// What a mechanic of a system answers to dice as written, all of them used.
pub(super) fn answer(system: RuleSystemId, mechanic: &str, input: &Json, script: &str) -> Result<Json, String> {
    let mut dice = Dice::scripted(script);
    let rolled = rules::system(system).roll(mechanic, input, &mut dice).map_err(|error| error.to_string())?;
    dice.finish().map_err(|error| error.to_string())?;
    Ok(serde_json::to_value(&rolled).unwrap())
}

fn by_id(list: &mut Json) {
    let all = std::mem::take(list);
    let rows = all.as_array().unwrap().iter().map(|row| (row["id"].as_str().unwrap().to_owned(), row.clone()));
    *list = Json::Object(rows.collect());
}

/// What came of a case, as one document.
fn result(case: &Table, rules: &str) -> Result<Json, String> {
    let id: RuleSystemId = rules.parse().unwrap();
    let mut dice = Dice::scripted(text(case, "dice"));
    let mut found = if case.contains_key("mechanic") {
        let input = serde_json::to_value(case.get("input").cloned().unwrap_or(Value::Table(Table::new()))).unwrap();
        let rolled = rules::system(id).roll(text(case, "mechanic"), &input, &mut dice);
        serde_json::to_value(rolled.map_err(|error| error.to_string())?).unwrap()
    } else {
        match sketch::engagement(case, rules) {
            Ok(engagement) => battle(&engagement, text(case, "decide"), &mut dice)?,
            Err(violations) => {
                let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
                serde_json::json!({ "violations": lines })
            }
        }
    };
    let throws = dice.finish().map_err(|error| error.to_string())?;
    found["throws"] = throws.iter().map(|t| format!("{}: {} {:?}", t.thrower, t.purpose, t.faces)).collect();
    Ok(found)
}

fn battle(engagement: &Engagement, decide: &str, dice: &mut Dice<'_>) -> Result<Json, String> {
    let mut decisions = Decisions::new(decide).map_err(|error| error.to_string())?;
    let outcome = rules::fight(engagement, dice, &mut decisions);
    let log: Vec<String> = dice.log().iter().map(|t| format!("{}: {} {:?}", t.thrower, t.purpose, t.faces)).collect();
    let outcome = outcome.map_err(|error| format!("{error}\n  {}", log.join("\n  ")))?;
    let unused = decisions.unused();
    if !unused.is_empty() {
        return Err(format!("decisions that answered nothing: {unused:?}"));
    }
    let mut found = serde_json::to_value(&outcome).unwrap();
    by_id(&mut found["bases"]);
    by_id(&mut found["units"]);
    Ok(found)
}

fn run(system: &str, rules: &str) {
    let mut wrong = Vec::new();
    let cases = cases(system);
    assert!(!cases.is_empty());
    for (file, case) in cases {
        let name = format!("{}: {}", file.file_name().unwrap().to_string_lossy(), text(&case, "about"));
        assert!(!text(&case, "section").is_empty(), "{name}: no section");
        match result(&case, rules) {
            Err(error) => wrong.push(format!("{name}\n  {error}")),
            Ok(found) => {
                let mut lines = Vec::new();
                let expected = serde_json::to_value(&case["expect"]).unwrap();
                differences("", &expected, &found, &mut lines);
                if !lines.is_empty() {
                    let throws =
                        found["throws"].as_array().unwrap().iter().map(|t| format!("    {}", t.as_str().unwrap()));
                    let throws: Vec<String> = throws.collect();
                    wrong.push(format!("{name}\n{}\n{}", lines.join("\n"), throws.join("\n")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} cases\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn nqm_squared() {
    run("nqm_squared", "nqm-squared");
}

#[test]
fn nqm_free() {
    run("nqm_free", "nqm-free");
}

#[test]
fn war_times_journal_battles() {
    run("war_times_journal_battles", "wtj-1943");
}

#[test]
fn square_bashing() {
    run("square_bashing", "square-bashing");
}

#[test]
fn brigadier_general_commands_battles() {
    run("brigadier_general_commands_battles", "brigadier-general-commands");
}
