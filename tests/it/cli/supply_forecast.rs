//! `supply forecast`: who runs dry when, worked out by hand on the line of `shortage.rs`; kept, and beside what happened.

use std::collections::BTreeSet;

use serde_json::Value;

use super::field::Field;
use super::json::{examples, keys_of};
use super::shortage::line;

/// Who runs dry or out of what: unit, commodity, bound of none left, bound of out.
fn troubles(answer: &Value) -> Vec<(String, String, Option<String>, Option<String>)> {
    let label = |value: &Value| value["label"].as_str().map(str::to_owned);
    let row = |unit: &Value| {
        let text = |key: &str| unit[key].as_str().unwrap().to_owned();
        (text("id"), text("commodity"), label(&unit["dry"]), label(&unit["out"]))
    };
    let all = answer["units"].as_array().unwrap().iter().map(row);
    all.filter(|(_, _, dry, out)| dry.is_some() || out.is_some()).collect()
}

fn trouble(
    id: &str,
    commodity: &str,
    dry: &str,
    out: Option<&str>,
) -> (String, String, Option<String>, Option<String>) {
    (id.to_owned(), commodity.to_owned(), Some(dry.to_owned()), out.map(str::to_owned))
}

#[test]
fn nobody_runs_dry_who_neither_fights_nor_marches() {
    let field = line();
    assert_eq!(troubles(&field.json("supply forecast --bounds 9")), []);
    assert!(field.done("supply forecast").contains("no formation runs dry or out"));
}

#[test]
fn two_of_each_last_two_nights() {
    // Everybody holds 2 and uses 1 a night: none is left when the second night is closed. Corps dumps hold some, so
    // nobody is out.
    let field = line();
    let answer = field.json("supply forecast --bounds 9 --log all --pol all");
    let dry = |id: &str, commodity: &str| trouble(id, commodity, "D2 night", None);
    let foreseen = [
        dry("a.c1.td", "log"),
        dry("a.c1.td", "pol"),
        dry("a.c1.rd", "log"),
        dry("a.c2.r1", "log"),
        dry("a.c2.r2", "log"),
    ];
    assert_eq!(troubles(&answer), foreseen);
    // Six bounds end with that night.
    assert_eq!(troubles(&field.json("supply forecast --log all --pol all")), foreseen);
    assert_eq!(troubles(&field.json("supply forecast --bounds 5 --log all --pol all")), []);
}

#[test]
fn where_no_level_holds_any_whoever_has_none_left_is_out_in_the_next_bound() {
    let field = line();
    for dump in ["d-a", "d-c1", "head"] {
        field.done(&format!("supply stocktake {dump} pol=0 --reason counted -q"));
    }
    let answer = field.json("supply forecast --bounds 7 --log none --pol all");
    assert_eq!(troubles(&answer), [trouble("a.c1.td", "pol", "D2 night", Some("D3 am"))]);
}

#[test]
fn who_is_ordered_to_move_burns_and_no_one_else() {
    let field = line();
    field.done("order td move 1402 -q");
    let answer = field.json("supply forecast");
    assert_eq!(troubles(&answer), [trouble("a.c1.td", "pol", "D2 night", None)]);
    // The enemy's eyes see nothing of it; and a look ahead changes nothing.
    assert_eq!(field.json("supply forecast --side AX")["units"].as_array().unwrap().len(), 0);
    assert_eq!(field.json("order list").as_array().unwrap().len(), 1);
    // Two POL at one a day last two days; nobody fights.
    let status = field.json("supply status td");
    assert_eq!((&status["units"][0]["pol"]["days"], &status["units"][0]["log"]["days"]), (&2.into(), &Value::Null));
}

/// A forecast of the tanks' march is kept; then they march on one day only.
fn kept() -> (Field, u64) {
    let field = line();
    field.done("order td move 1402 -q");
    field.done("supply forecast --keep --reason \"before the thaw\" -q");
    let log = field.json("op log");
    let op = log.as_array().unwrap().last().unwrap()["op"].as_u64().unwrap();
    field.done("bound march -q");
    for _ in 0..6 {
        field.done("bound close -q");
    }
    (field, op)
}

#[test]
fn a_forecast_is_kept_and_laid_beside_what_happened() {
    let (field, op) = kept();
    let answer = field.json(&format!("supply forecast --against {op}"));
    let tanks = answer["units"].as_array().unwrap().iter().find(|u| u["id"] == "a.c1.td" && u["commodity"] == "pol");
    let tanks = tanks.unwrap();
    // One day's march took one of two POL: the other is still there.
    assert_eq!(tanks["foreseen_dry"]["label"], "D2 night");
    assert_eq!((&tanks["dry"], &tanks["verdict"]), (&Value::Null, &"did not happen".into()));
    assert_eq!(answer["closed"], 6);
    let others: Vec<&Value> = answer["units"].as_array().unwrap().iter().filter(|unit| *unit != tanks).collect();
    assert!(others.len() > 3 && others.iter().all(|unit| unit["verdict"] == "as foreseen"));
    insta::assert_snapshot!("against", field.done(&format!("supply forecast --against {op}")));
    // Nothing but the log knows it, and undo takes it back with all that came after.
    let refused = field.run("supply forecast --against 1");
    assert_eq!(refused.code, 2, "{}", refused.err);
    insta::assert_snapshot!("refused_against", refused.err);
    assert!(field.done(&format!("op show {op}")).contains("D1 am to D2 night"));
    field.done("verify -q");
}

#[test]
fn review_names_who_has_none_left_after_tonight() {
    let field = line();
    field.done("supply stocktake a.c1.td.pol pol=1 --reason counted -q");
    field.done("order td move 1402 -q");
    let review = field.done("review --format csv");
    let row: Vec<&str> = review.lines().filter(|line| line.starts_with("runs dry")).collect();
    insta::assert_snapshot!("runs_dry", row.join("\n"));
}

#[test]
fn a_forecast_in_words() {
    let field = line();
    field.done("order td move 1402 -q");
    insta::assert_snapshot!("forecast", field.done("supply forecast --log all --bounds 7"));
    insta::assert_snapshot!("forecast_kept", field.done("supply forecast --keep"));
    let refused = field.run("supply forecast --bounds 0");
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert_eq!(field.run("supply forecast --pol some").code, 2);
}

#[test]
fn the_keys_are_those_of_the_help() {
    let field = line();
    for dump in ["d-a", "d-c1", "head"] {
        field.done(&format!("supply stocktake {dump} pol=0 --reason counted -q"));
    }
    let examples = examples().into_iter().filter(|(command, _)| command == "railhead supply forecast");
    let promised: BTreeSet<String> = examples.flat_map(|(_, example)| keys_of(&example)).collect();
    let mut given = keys_of(&field.json("supply forecast --pol all --log all --bounds 9"));
    // The example shows a bound where one is out only as nothing.
    given.retain(|key| !key.starts_with(".units.out."));
    assert_eq!(given, promised);
}
