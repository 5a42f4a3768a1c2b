//! Figures by bound, what is due, and what a dry run would do to supply.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::field::Field;

/// The row of a side in a bound of `stats`.
fn row<'v>(stats: &'v Value, bound: usize, side: &str) -> &'v Value {
    let sides = stats[bound]["sides"].as_array().unwrap();
    sides.iter().find(|row| row["side"] == side).unwrap()
}

/// Of the side SU 12 SP stand on the map (1, 3, 4, 1 and 3), of which 2 are lost in the first bound and 1 is given back in the
/// second. The dump is filled from outside with 4 LOG, of which 1 is lost.
#[test]
fn figures_are_those_of_the_books() {
    let field = Field::new();
    for line in [
        "setting set detail full",
        "supply stocktake d-1a log=5 --reason count",
        "supply receive d-1a 4 log --from rail",
        "unit set 1rd.b1 sp=1",
        "bound close",
        "unit set 1rd.b1 sp=2",
    ] {
        field.done(line);
    }
    let stats = field.json("stats");
    assert_eq!(stats.as_array().unwrap().len(), 2);
    assert_eq!((&stats[0]["bound"]["label"], &stats[0]["closed"]), (&json!("D1 am"), &json!(true)));
    assert_eq!((&stats[1]["bound"]["label"], &stats[1]["closed"]), (&json!("D1 pm"), &json!(false)));
    let of = |bound, keys: &[&str]| -> Vec<Value> {
        let row = row(&stats, bound, "SU");
        keys.iter().map(|key| row[*key].clone()).collect()
    };
    let keys = ["sp", "sp_full", "leaves", "sp_lost", "sp_given", "battles"];
    assert_eq!(of(0, &keys), [10, 12, 5, 2, 0, 0].map(Value::from));
    assert_eq!(of(1, &keys), [11, 12, 5, 0, 1, 0].map(Value::from));
    assert_eq!(row(&stats, 0, "SU")["log"]["brought"], json!(4));
    let stocks = field.json("supply stocks");
    let own =
        stocks["accounts"].as_array().unwrap().iter().filter(|row| row["side"] == "SU" && row["commodity"] == "log");
    let held: i64 = own.map(|row| row["quantity"].as_i64().unwrap()).sum();
    assert_eq!(row(&stats, 1, "SU")["log"]["on_hand"], json!(held));
    let sheet = field.json("supply status --side SU");
    let units = sheet["units"].as_array().unwrap();
    let fails = units.iter().filter(|unit| unit["log"]["state"] != "in_supply").count();
    assert_eq!(
        (&row(&stats, 1, "SU")["draw"], &row(&stats, 1, "SU")["log_fails"]),
        (&json!(units.len()), &json!(fails))
    );

    let own = field.json("stats --side AX");
    assert!(own[0]["sides"].as_array().unwrap().iter().all(|row| row["side"] == "AX"), "{own}");
    let then = field.json("stats --as-of 1am");
    assert_eq!((then.as_array().unwrap().len(), &then[0]), (1, &stats[0]));
    let page = field.done("stats strength");
    assert!(page.contains("D1 am         SU    10") && page.contains("D1 pm so far  SU    11"), "{page}");
    assert_eq!(field.done("stats --format csv").lines().count(), 1 + 4);
}

#[test]
fn stocks_that_are_not_counted_have_no_figures() {
    let field = Field::new();
    assert_eq!(row(&field.json("stats"), 0, "SU")["log"], Value::Null);
    assert!(!field.done("stats supply").contains("brought"), "{}", field.done("stats supply"));
}

/// Who falls out is who the sheet has in supply before, and not after.
#[test]
fn a_dry_run_tells_who_falls_out_of_supply_and_who_comes_in() {
    let field = Field::empty();
    field.done("new first-bound -q");
    let holding = || -> BTreeSet<(String, String)> {
        let sheet = field.json("supply status");
        let units = sheet["units"].as_array().unwrap().clone();
        let holds =
            |unit: &Value, what: &str| ["in_supply", "not_required"].contains(&unit[what]["state"].as_str().unwrap());
        let of = |unit: &Value| {
            ["log", "pol"]
                .map(|what| holds(unit, what).then(|| (unit["id"].as_str().unwrap().to_owned(), what.to_owned())))
        };
        units.iter().flat_map(of).flatten().collect()
    };
    let told = |line: &str, list: &str| -> BTreeSet<(String, String)> {
        let effect = field.json(line)["supply"][list].as_array().cloned().unwrap_or_default();
        let of =
            |row: &Value| (row["unit"].as_str().unwrap().to_owned(), row["commodity"].as_str().unwrap().to_owned());
        effect.iter().map(of).collect()
    };
    let before = holding();
    let out = told("crossing destroy brod --dry-run", "falls_out");
    let said = field.done("crossing destroy brod --dry-run");
    field.done("crossing destroy brod");
    let after = holding();
    assert!(!out.is_empty());
    assert_eq!(out, before.difference(&after).cloned().collect());
    assert!(said.contains("supply: ") && said.contains("40th Panzer Division"), "{said}");
    assert_eq!(told("undo --dry-run", "comes_in"), BTreeSet::new(), "a step back tells its own");
    assert_eq!(told("bound note quiet --dry-run", "falls_out"), BTreeSet::new());
    assert!(field.json("bound note quiet --dry-run").get("supply").is_none());
}

#[test]
fn what_is_due_is_dated() {
    let field = Field::new();
    field.done("crossing open ford --until 1pm");
    field.done("unit set 2rd.b1 state=off_map");
    field.done("unit set 2rd.b1 arrives=2am entry=0406");
    let due = field.json("status")["due"].clone();
    let rows: Vec<_> =
        due.as_array().unwrap().iter().map(|row| (row["bound"]["label"].clone(), row["kind"].clone())).collect();
    assert_eq!(rows, [(json!("D1 pm"), json!("crossing_closes")), (json!("D2 am"), json!("arrival"))], "{due}");
    assert_eq!((&due[1]["subject"], &due[1]["square"]), (&json!("su.1a.2rd"), &json!("0406")));
    let page = field.done("status");
    assert!(page.contains("due") && page.contains("D1 pm: the ford Old ford closes after it"), "{page}");
    assert!(!page.contains("D2 am:"), "only this bound and the next: {page}");
}

#[test]
fn the_whole_map_is_told_square_by_square() {
    let field = Field::new();
    let rows = field.json("map --whole")["sheet"]["window"]["rows"].as_array().unwrap().clone();
    let squares: Vec<&Value> = rows.iter().flat_map(|row| row[1].as_array().unwrap()).collect();
    assert_eq!((rows.len(), squares.len()), (10, 100));
    assert!(
        squares.iter().any(|square| square["square"] == "0909")
            && squares.iter().any(|square| square["square"] == "0000")
    );
    assert_eq!(field.run("map --whole --at 0404").code, 2);
}
