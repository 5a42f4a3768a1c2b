//! Under `detail = simple`, where stocks are not counted: house rules that do nothing there say so, and a forecast goes by lines
//! and chains alone. On the line of `shortage.rs`.

use serde_json::{Value, json};

use super::field::Field;
use super::roads::bites;
use super::shortage::line_with;

/// The line, its stocks not counted.
fn line() -> Field {
    line_with("1505", &[("campaign.toml", "detail = \"full\"", "detail = \"simple\"")])
}

#[test]
fn rules_of_counted_stocks_say_that_they_do_nothing() {
    let field = line();
    assert_eq!(bites(&field, ""), []);
    let idle = vec!["does nothing under `detail = simple`: stocks are not counted".to_owned()];
    for rule in ["rail_capacity", "news_delay", "rail_priority", "ground_trains", "consumption", "calibre_ammunition"] {
        field.done(&format!("setting set {rule} on -q"));
        for words in ["", "--side SU", "--side AX", "td"] {
            assert_eq!(bites(&field, words), [(rule.to_owned(), idle.clone())], "{rule} {words}");
        }
        let sheet = field.done("supply status --by unit");
        assert!(sheet.contains(&format!("house rule `{rule}` (since D1 am):")), "{sheet}");
        field.done(&format!("setting set {rule} off -q"));
    }
    assert_eq!(bites(&field, ""), []);
    // Where stocks are counted it has nothing to say of a railway that carries all, and of stocks that were just reported.
    field.done("setting set detail full -q");
    for rule in ["rail_capacity", "news_delay"] {
        field.done(&format!("setting set {rule} on -q"));
    }
    assert_eq!(bites(&field, ""), []);
}

/// Unit, commodity, when it has none left, and when it is out.
fn rows(forecast: &Value) -> Vec<(&str, &str, &Value, &Value)> {
    let rows = forecast["units"].as_array().unwrap().iter();
    rows.map(|row| (row["id"].as_str().unwrap(), row["commodity"].as_str().unwrap(), &row["dry"], &row["out"]["label"]))
        .collect()
}

/// The bridge bears until the first night is over: from the second morning on all who stand behind it are cut off from the
/// source: both corps, their divisions, and the army, which has no HQ and stands with its first battalion in 1202; so are the
/// tanks from the army's bowser. Nobody runs dry, whatever he uses.
#[test]
fn a_forecast_says_who_will_be_cut_off_and_of_no_one_that_he_runs_dry() {
    let field = line();
    let forecast = field.json("supply forecast --bounds 9 --log all --pol all");
    let in_supply = |row: &(&str, &str, &Value, &Value)| (row.2, row.3) == (&Value::Null, &Value::Null);
    assert!(rows(&forecast).iter().all(in_supply), "{forecast}");
    assert!(field.done("supply forecast --log all --pol all").contains("no formation runs dry or out"));
    let nothing = |key: &str| forecast["units"].as_array().unwrap().iter().all(|row| row[key].is_null());
    assert!(["holds", "days", "left"].into_iter().all(nothing), "nothing is counted: {forecast}");
    field.done("crossing open bridge --until 1n -q");
    let forecast = field.json("supply forecast --bounds 4");
    let told = rows(&forecast);
    let (none, morning) = (Value::Null, json!("D2 am"));
    let out: Vec<_> = told.iter().filter(|row| !in_supply(row)).collect();
    let expected: Vec<_> = [
        ("a", "log"),
        ("a.c1", "log"),
        ("a.c1.td", "log"),
        ("a.c1.td", "pol"),
        ("a.c1.rd", "log"),
        ("a.c2", "log"),
        ("a.c2.r1", "log"),
        ("a.c2.r2", "log"),
    ]
    .iter()
    .map(|(unit, commodity)| (*unit, *commodity, &none, &morning))
    .collect();
    assert_eq!(out, expected.iter().collect::<Vec<_>>());
    assert!(rows(&field.json("supply forecast --bounds 3")).iter().all(in_supply), "the bridge bears until then");
}
