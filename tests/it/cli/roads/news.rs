//! Stock that a headquarters knows by reports only. A report takes one bound: made as D1 am closes, it is known in D1 night.

use campaign::Setting;
use serde_json::{Value, json};

use super::super::convoys::strip::strip;
use super::super::field::Field;
use super::super::rail::lines;
use super::{bites, comes_back, sound};

pub(super) fn field() -> Field {
    let mut campaign = strip();
    campaign.settings.set(Setting::NewsDelay, "on");
    let field = Field::of(&campaign);
    field.done("supply receive d-su 10 log --from rail");
    field.done("supply receive d-1rd 2 log --from rail");
    field
}

/// What the stocks of a side, or of all, say of an account: how much, and when it was reported.
fn known(field: &Field, account: &str, words: &str) -> (i64, Value) {
    let stocks = field.json(&format!("supply stocks {words}"));
    let rows = stocks["accounts"].as_array().unwrap();
    let row = rows.iter().find(|row| row["account"] == account && row["commodity"] == "log");
    row.map_or((0, Value::Null), |row| (row["quantity"].as_i64().unwrap(), row["reported"]["label"].clone()))
}

fn stock_on_sheet(field: &Field, unit: &str, words: &str) -> Value {
    let sheet = field.json(&format!("supply status {words}"));
    sheet["units"].as_array().unwrap().iter().find(|u| u["id"] == unit).unwrap()["log"]["stock"].clone()
}

/// 10 LOG, reported as D1 am closes; 5 more come in the afternoon and are known the next morning.
#[test]
fn a_higher_headquarters_knows_what_was_reported() {
    let field = field();
    assert_eq!(known(&field, "d-su", "--side SU"), (10, Value::Null), "what was there before is known");
    field.done("bound close");
    field.done("supply receive d-su 5 log --from rail");
    assert_eq!(known(&field, "d-su", "--side SU"), (10, json!("D1 am")));
    assert_eq!(known(&field, "d-su", ""), (15, Value::Null));
    field.done("bound close");
    assert_eq!(known(&field, "d-su", "--side SU"), (10, json!("D1 am")));
    comes_back(&field);
    field.done("bound close");
    assert_eq!(known(&field, "d-su", "--side SU"), (15, json!("D1 pm")));
    sound(&field);
    field.done("undo");
    assert_eq!(known(&field, "d-su", "--side SU"), (10, json!("D1 am")));
    field.done("setting set news_bounds 0");
    assert_eq!(known(&field, "d-su", "--side SU"), (15, json!("D1 pm")));
    field.done("setting set news_delay off");
    assert_eq!(known(&field, "d-su", "--side SU"), (15, Value::Null));
    sound(&field);
}

/// The enemy stands on both ways: the division reports no more, and its 3 LOG of D2 am are not known. When he is gone they
/// are, a bound after the next close.
#[test]
fn who_is_cut_off_does_not_report() {
    let field = field();
    for _ in 0..3 {
        field.done("bound close");
    }
    field.done("unit set ax.i1 square=0605");
    field.done("unit set ax.i2 square=0607");
    field.done("supply receive d-1rd 3 log --from rail");
    for _ in 0..3 {
        field.done("bound close");
    }
    assert_eq!(known(&field, "d-1rd", "--side SU"), (2, json!("D1 night")));
    assert_eq!(known(&field, "d-su", "--side SU"), (10, json!("D2 pm")));
    assert_eq!(
        (stock_on_sheet(&field, "su.1rd", "--side SU"), stock_on_sheet(&field, "su.1rd", "")),
        (json!(2), json!(5))
    );
    let said = bites(&field, "--side SU").into_iter().find(|(rule, _)| rule == "news_delay").unwrap().1;
    assert!(said[0].starts_with("stock as reported D1 night: ") && said[0].contains("d-1rd"), "{said:?}");
    assert!(said[1].starts_with("stock as reported D2 pm: "), "{said:?}");
    assert!(bites(&field, "").iter().all(|(rule, _)| rule != "news_delay"));
    field.done("unit set ax.i1 square=0000");
    field.done("unit set ax.i2 square=0000");
    field.done("ground set 0605 0607 --side SU");
    field.done("bound close");
    assert_eq!(known(&field, "d-1rd", "--side SU"), (2, json!("D1 night")));
    field.done("bound close");
    assert_eq!(known(&field, "d-1rd", "--side SU"), (5, json!("D3 am")));
    sound(&field);
}

/// The 2 LOG of the division, which feeds no other that draws for itself, are lost in D1 pm: the umpire's plan wants its target of 2
/// again, that of the side nothing yet.
#[test]
fn plan_and_forecast_go_by_the_reports() {
    let field = field();
    field.done("bound close");
    field.done("supply stocktake d-1rd log=0 --reason burnt");
    let wants = |words: &str| {
        let plan = field.json(&format!("supply plan --only log {words}"));
        let plans = plan["plans"].as_array().unwrap().clone();
        let mut wants = plans.into_iter().flat_map(|plan| plan["wants"].as_array().unwrap().clone());
        wants.find(|want| want["unit"] == "su.1rd").map(|want| want["units"].clone())
    };
    assert_eq!((wants(""), wants("--side SU")), (Some(json!(2)), None));
    assert!(field.done("supply plan --side SU").contains("stock as reported D1 am: "));
    let holds = |words: &str| {
        let forecast = field.json(&format!("supply forecast --bounds 1 {words}"));
        let units = forecast["units"].as_array().unwrap().clone();
        units.into_iter().find(|row| row["id"] == "su.1rd" && row["commodity"] == "log").unwrap()["holds"].clone()
    };
    assert_eq!((holds(""), holds("--side SU")), (json!(0), json!(2)));
    assert!(field.done("supply forecast --side SU").contains("stock as reported D1 am: "));
    sound(&field);
}

/// Reports take two bounds. The 5 LOG of D1 am and the 2 of D1 pm are told where they lay, however the railhead goes.
#[test]
fn what_a_railhead_reported_is_known_where_it_stood() {
    let mut campaign = lines();
    campaign.settings.set(Setting::NewsDelay, "on");
    campaign.settings.set(Setting::NewsBounds, "2");
    let field = Field::of(&campaign);
    field.done("supply receive mid 5 log --from rail");
    field.done("bound close");
    field.done("supply stocktake mid log=2 --reason burnt");
    field.done("bound close");
    let both = |field: &Field| [known(field, "mid", "--side SU"), known(field, "mid.0205", "--side SU")];
    assert_eq!(both(&field), [(5, json!("D1 am")), (0, Value::Null)]);
    field.done("rail advance mid 0405");
    assert_eq!(both(&field), [(0, Value::Null), (5, json!("D1 am"))]);
    assert_eq!((known(&field, "mid", ""), known(&field, "mid.0205", "")), ((0, Value::Null), (2, Value::Null)));
    field.done("bound close");
    field.done("bound close");
    assert_eq!(both(&field), [(0, Value::Null), (2, json!("D1 pm"))]);
    // It comes back: what it finds is its own, and what it leaves was never reported.
    field.done("rail advance mid 0205");
    assert_eq!(both(&field), [(2, json!("D1 pm")), (0, Value::Null)]);
    assert_eq!((known(&field, "mid.0405", "--side SU").0, known(&field, "mid.0405", "").0), (0, 6));
    sound(&field);
    field.done("undo");
    assert_eq!(both(&field), [(0, Value::Null), (2, json!("D1 pm"))]);
}

/// 4 of 10 LOG go into a new dump in D1 pm: until that is reported the old one has them all.
#[test]
fn what_a_new_dump_holds_is_known_when_it_is_reported() {
    let field = field();
    field.done("bound close");
    field.done("dump open d-new --owner su --at 0205");
    field.done("supply transfer d-su d-new 4 log");
    let both = |field: &Field| ["d-su", "d-new"].map(|dump| known(field, dump, "--side SU"));
    assert_eq!(both(&field), [(10, json!("D1 am")), (0, Value::Null)]);
    field.done("bound close");
    assert_eq!(both(&field), [(10, json!("D1 am")), (0, Value::Null)]);
    field.done("bound close");
    assert_eq!(both(&field), [(6, json!("D1 pm")), (4, json!("D1 pm"))]);
    sound(&field);
}

/// 4 LOG were reported of a dump that is given up while the rule is off; the 1 LOG of a new one of its id is known.
#[test]
fn what_was_reported_goes_with_the_account() {
    let field = field();
    field.done("dump open d-x --owner su.1rd --at 0405");
    field.done("supply receive d-x 4 log --from rail");
    field.done("bound close");
    field.done("bound close");
    assert_eq!(known(&field, "d-x", "--side SU"), (4, json!("D1 am")));
    field.done("setting set news_delay off");
    field.done("supply stocktake d-x log=0 --reason count");
    field.done("dump close d-x");
    field.done("bound close");
    field.done("dump open d-x --owner su.1rd --at 0405");
    field.done("supply receive d-x 1 log --from rail");
    field.done("setting set news_delay on");
    assert_eq!(known(&field, "d-x", "--side SU"), (1, Value::Null));
    sound(&field);
}
