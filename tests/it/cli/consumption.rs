//! The house rule `consumption`: what is used goes by what was done. Cases worked out by hand on the line of `shortage.rs`.
//!
//! A LOG is 60 t, a POL 50 t. Shares: attack 100 %, defence 75, march 40, dug in 30, rest 25; POL 100, 50, 100, 0.

use serde_json::Value;

use super::field::Field;
use super::shortage::line;

/// What an account holds of a commodity.
pub(super) fn held(field: &Field, account: &str, commodity: &str) -> i64 {
    let stocks = field.json("supply stocks");
    let rows = stocks["accounts"].as_array().unwrap().iter();
    let mut rows = rows.filter(|row| row["account"] == account && row["commodity"] == commodity);
    rows.next().map_or(0, |row| row["quantity"].as_i64().unwrap())
}

/// What the sheet says of a rule.
pub(super) fn bites(field: &Field, rule: &str) -> Vec<String> {
    let sheet = field.json("supply status");
    let rules = sheet["house_rules"].as_array().cloned().unwrap_or_default();
    let bites = rules.iter().filter(|there| there["rule"] == rule).filter_map(|there| there["bites"].as_array());
    bites.flatten().map(|bite| bite.as_str().unwrap().to_owned()).collect()
}

fn said(field: &Field) -> Vec<String> {
    bites(field, "consumption")
}

/// What the last operation decided.
fn last_op(field: &Field) -> String {
    let log = field.json("op log");
    let op = log.as_array().unwrap().last().unwrap()["op"].as_u64().unwrap();
    field.done(&format!("op show {op}"))
}

pub(super) fn close(field: &Field, bounds: usize) {
    for _ in 0..bounds {
        field.done("bound close -q");
    }
}

/// The first day: Fourth Division attacks, the tanks march, half of Rifle Division is dug in, Third Division rests.
fn a_day() -> Field {
    let field = line();
    field.done("setting set consumption on -q");
    field.done(
        "unit new a.c1.rd.b2 --parent a.c1.rd arm=infantry echelon=battalion mobility=foot where=1202 sp_full=3 \
         weapon_men=l role=fighting -q",
    );
    field.done("unit set a.c1.rd.b2 posture=dug_in -q");
    field.done("unit set ax.b square=1503 -q");
    field.done("move td 1402 -q");
    field.done("battle new 1503 -q");
    field.done("battle record 1503 --end broken_off --moves 1 --post -q");
    field
}

#[test]
fn everybody_uses_what_his_day_was() {
    let field = a_day();
    let before = field.json("supply status");
    close(&field, 2);
    assert_eq!(said(&field), [""; 0], "nothing is used before the night");
    let report = field.done("bound close --format json");
    assert!(report.contains("1 LOG expended from Fourth lorries: used up (house rule `consumption`)"), "{report}");
    // Attack: a whole LOG of two. March: 40 %, and a POL. (25 + 30) / 2 = 27.5 %: 16.5 t of 60. Rest: 25 %.
    assert_eq!((held(&field, "a.c2.r2.log", "log"), held(&field, "a.c1.td.log", "log")), (1, 2));
    assert_eq!((held(&field, "a.c1.td.pol", "pol"), held(&field, "a.c1.rd.log", "log")), (1, 2));
    assert_eq!(said(&field), ["used of the next LOG: a.c1.td 40 %, a.c1.rd 27 %, a.c2.r1 25 %"]);
    let kept = last_op(&field).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(kept.contains("a.c1.rd 0 kg of the next LOG") && kept.contains("16500 kg"), "{kept}");
    assert!(field.done("verify").starts_with("sound"));
    assert!(!field.done("supply airlift").contains("consumed"), "no flight brought it");
    for _ in 0..3 {
        field.done("undo -q");
    }
    assert_eq!(field.json("supply status"), before);
    assert!(field.done("verify").starts_with("sound"));
}

#[test]
fn what_falls_short_of_a_unit_is_carried_until_it_makes_one() {
    let field = line();
    field.done("setting set consumption on -q");
    field.done("setting set log_rested 60 -q");
    close(&field, 3);
    assert_eq!((held(&field, "a.c1.rd.log", "log"), said(&field)[0].contains("a.c1.rd 60 %")), (2, true));
    // 60 + 60 = 120 %: one is booked, and 20 % are carried on.
    close(&field, 3);
    assert_eq!((held(&field, "a.c1.rd.log", "log"), said(&field)[0].contains("a.c1.rd 20 %")), (1, true));
    // What is left, one less 20 %, lasts a day at 60 % a day and no second.
    let rifles = field.json("supply status a.c1.rd");
    assert_eq!((&rifles["units"][0]["log"]["stock"], &rifles["units"][0]["log"]["days"]), (&1.into(), &1.into()));
    let review = field.done("review --format csv");
    assert!(!review.contains("runs dry"), "{review}");
    close(&field, 3);
    let review = field.done("review --format csv");
    assert!(
        review.contains("holds 1 LOG, uses 60 % of a LOG a day, and has used 80 %: none would be left after tonight"),
        "{review}"
    );
    // A new file from an export goes on as this one does.
    field.done("export middle -q");
    assert!(std::fs::read_to_string(field.dir.path().join("middle/pending.csv")).unwrap().contains("remainder"));
    field.done("new middle middle.railhead -q");
    close_in(&field, "line");
    close_in(&field, "middle");
    let sheet = |file: &str| field.json(&format!("supply status --campaign {file}.railhead"));
    assert_eq!(sheet("line"), sheet("middle"));
    let left = sheet("middle")["units"].as_array().unwrap().iter().find(|u| u["id"] == "a.c1.rd").unwrap().clone();
    assert_eq!((&left["log"]["stock"], &left["log"]["state"]), (&0.into(), &"dump_empty".into()));
    assert!(field.done("verify --campaign middle.railhead").starts_with("sound"));
}

fn close_in(field: &Field, file: &str) {
    for _ in 0..3 {
        field.done(&format!("bound close -q --campaign {file}.railhead"));
    }
}

#[test]
fn a_forecast_agrees_with_what_the_nights_take() {
    let field = a_day();
    // The attack of today goes on: a LOG a day, gone after the second night. Nobody is ordered to march.
    let foreseen = field.json("supply forecast --bounds 6");
    let row = |answer: &Value, id: &str, commodity: &str| {
        let mut units = answer["units"].as_array().unwrap().iter();
        units.find(|u| u["id"] == id && u["commodity"] == commodity).cloned().unwrap()
    };
    let fourth = row(&foreseen, "a.c2.r2", "log");
    assert_eq!(
        (&fourth["uses"], &fourth["days"], &fourth["dry"]["label"]),
        (&1.0.into(), &2.into(), &"D2 night".into())
    );
    let third = row(&foreseen, "a.c2.r1", "log");
    assert_eq!((&third["uses"], &third["a_day"], &third["days"]), (&0.25.into(), &1.into(), &8.into()));
    // From the first night on, with nobody fighting or marching any more.
    close(&field, 2);
    for pause in 0..2 {
        let foreseen = field.json("supply forecast --bounds 4 --log none --pol none");
        close(&field, 4 - pause);
        for unit in foreseen["units"].as_array().unwrap() {
            let id = unit["id"].as_str().unwrap();
            let now = field.json(&format!("supply status {id}"));
            let of = unit["commodity"].as_str().unwrap();
            assert_eq!(now["units"][0][of]["stock"], unit["left"], "{id} {of}");
        }
        field.done("undo -q");
    }
}

#[test]
fn who_defends_uses_three_quarters_and_who_has_none_uses_none() {
    let field = line();
    field.done("setting set consumption on -q");
    field.done("unit set ax.b square=1403 -q");
    field.done("battle new 1402 --override \"they come\" -q");
    field.done("battle record 1402 --end broken_off --moves 1 --post -q");
    field.done("supply stocktake a.c1.rd.log log=0 --reason counted -q");
    close(&field, 3);
    assert_eq!(said(&field), ["used of the next LOG: a.c1.td 25 %, a.c2.r1 75 %, a.c2.r2 25 %"]);
    field.done("supply stocktake a.c1.td.pol pol=0 --reason counted -q");
    field.done("setting set pol_rested 10 -q");
    close(&field, 2);
    let report = field.done("bound close --format json");
    assert!(report.contains("has burned POL in the day and has none left"), "{report}");
}

#[test]
fn where_stocks_are_not_counted_it_says_that_it_does_nothing() {
    let field = line();
    field.done("setting set consumption on -q");
    field.done("setting set detail simple -q");
    assert_eq!(said(&field), ["does nothing under `detail = simple`: stocks are not counted"]);
    close(&field, 3);
    assert!(!last_op(&field).contains("of the next LOG"));
    field.done("setting set consumption off -q");
    assert_eq!(said(&field), [""; 0]);
}
