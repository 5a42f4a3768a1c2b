//! House rules of trucks and stores in folders: set in the folder, and changed in the middle of a campaign, with what a
//! vehicle has driven and what a dump holds; export, check, new and export again give the same bytes, and go on alike.

use campaign::{Campaign, Setting};
use serde_json::{Value, json};

use super::convoys::strip::strip;
use super::field::Field;
use super::groups::export;

const RULES: [(Setting, &str); 7] = [
    (Setting::TruckReach, "3"),
    (Setting::TruckAttrition, "on"),
    (Setting::TruckDieKm, "40"),
    (Setting::LimitDivision, "3"),
    (Setting::LimitCorps, "30"),
    (Setting::LimitArmy, "40"),
    (Setting::LimitRailhead, "12"),
];

/// A campaign made of the files that another exports, which `check` finds in order.
fn again(field: &Field) -> Field {
    let files = export(field);
    let other = Field::empty();
    let folder = other.dir.path().join("folder");
    std::fs::create_dir(&folder).unwrap();
    for (name, text) in &files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    other.done("check folder");
    other.done("new folder again.railhead -q");
    assert_eq!(export(&other), files);
    other
}

/// Value and bound of each of the rules, as `setting list` has them.
fn rules(field: &Field) -> Vec<(String, Value, Value)> {
    let all = field.json("setting list");
    let rows = all.as_array().unwrap().iter();
    let rows = rows.filter(|row| RULES.iter().any(|(rule, _)| row["key"] == json!(rule.to_string())));
    let rules: Vec<_> = rows
        .map(|row| (row["key"].as_str().unwrap().to_owned(), row["value"].clone(), row["since"]["label"].clone()))
        .collect();
    assert_eq!(rules.len(), RULES.len());
    rules
}

/// What the sheet says of the rules, and what everybody holds.
fn state(field: &Field) -> [Value; 3] {
    ["supply status", "supply stocks", "supply convoys"].map(|line| field.json(line))
}

/// The strip with 10 LOG in its depot.
fn field(campaign: &Campaign) -> Field {
    let field = Field::of(campaign);
    field.done("supply receive d-su 10 log --from rail");
    field
}

/// From the start: they stand in `campaign.toml`, without a date; a rule that is set back to its default is left out.
#[test]
fn rules_of_trucks_and_stores_stand_in_the_folder() {
    let mut campaign = strip();
    assert!(RULES.iter().all(|(rule, _)| !export(&field(&campaign))["campaign.toml"].contains(&rule.to_string())));
    for (rule, value) in RULES {
        campaign.settings.set(rule, value);
    }
    let field = field(&campaign);
    let page = &export(&field)["campaign.toml"];
    for (rule, value) in RULES {
        let wanted = format!("{rule} = {}", if value == "on" { "true" } else { value });
        assert!(page.lines().any(|line| line == wanted), "{rule}: {page}");
    }
    let other = again(&field);
    assert_eq!(rules(&other), rules(&field));
    assert!(rules(&other).iter().all(|(_, _, since)| since.is_null()));
    other.done("setting set truck_reach 0");
    other.done("setting set limit_corps 0");
    let page = &export(&other)["campaign.toml"];
    assert!(!page.lines().any(|line| line.starts_with("truck_reach =") || line.starts_with("limit_corps =")), "{page}");
}

/// In the middle: the rules hold since D1 pm; by hand, a lorry has driven 48 km there and back, one die of 40 km, and 8 km are
/// kept; another is on the road with 2 LOG for a dump that has room for one.
#[test]
fn rules_of_trucks_and_stores_come_through_the_middle_of_a_campaign() {
    let field = field(&strip());
    field.done("bound close");
    for (rule, value) in RULES {
        field.done(&format!("setting set {rule} {value}"));
    }
    field.done("supply send su.log1 --load 2log --to d-1rd --override \"not in the morning\"");
    field.done("bound close --dice 1");
    field.done("supply send su.log2 --load 2log --to d-1rd --override \"not in the morning\"");
    assert!(rules(&field).iter().all(|(_, _, since)| since == "D1 pm"), "{:?}", rules(&field));
    assert_eq!(export(&field)["driven.csv"], "vehicle,metres\nsu.log1,8000\n");
    let other = again(&field);
    assert_eq!((rules(&other), state(&other)), (rules(&field), state(&field)));
    // The one lorry comes home with the LOG for which there is no room, its die of 48 km is a 2.
    for field in [&field, &other] {
        field.done("bound close --dice 2");
    }
    assert_eq!(state(&other), state(&field));
    let held = |account: &str| {
        let stocks = field.json("supply stocks");
        let rows = stocks["accounts"].as_array().unwrap().clone();
        rows.iter()
            .find(|row| row["account"] == account && row["commodity"] == "log")
            .map(|row| row["quantity"].clone())
    };
    assert_eq!((held("d-1rd"), held("su.log2"), held("d-su")), (Some(json!(3)), Some(json!(1)), Some(json!(6))));
    assert_eq!(export(&again(&field)), export(&other));
    for field in [&field, &other] {
        assert_eq!(field.json("verify")["ok"], json!(true));
    }
}
