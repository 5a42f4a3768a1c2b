//! House rules of roads and weather as a user runs them: figures worked out by hand on a strip of road.
//!
//! A lorry takes 20 minutes a square on the good road of the strip, a wagon 90; a bound has 6 hours for supply vehicles.

mod ground;
mod news;
mod news_sheets;
mod raids;
mod strikes;
mod trucks;

use campaign::{Campaign, GroundFactors, Weather};
use serde_json::Value;

use super::convoys::deeds;
use super::field::Field;

/// The weather of the first day has this ground.
pub(super) fn in_ground(campaign: &mut Campaign, ground: GroundFactors) {
    let word = String::new;
    campaign.weather = vec![Weather {
        date: campaign.start,
        phase: None,
        weather: "rain".to_owned(),
        ground: ground.name.clone(),
        flying: word(),
        visibility: word(),
        light: word(),
    }];
    campaign.ground_factors = vec![ground];
}

/// What the report of a close tells of a formation or vehicle, a line each.
pub(super) fn told_of(report: &Value, name: &str) -> Vec<String> {
    deeds(report).into_iter().filter(|line| line.starts_with(name)).collect()
}

/// What the supply sheet says of house rules: the rule and what it does.
pub(super) fn bites(field: &Field, words: &str) -> Vec<(String, Vec<String>)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let sheet = field.json(&format!("supply status {words}"));
    let rules = sheet["house_rules"].as_array().cloned().unwrap_or_default();
    rules.iter().map(|r| (text(&r["rule"]), r["bites"].as_array().unwrap().iter().map(text).collect())).collect()
}

/// Exports the campaign, makes one of the export, and exports that: both folders are the same.
pub(super) fn comes_back(field: &Field) {
    field.done("export first");
    let other = Field::empty();
    let dir = field.dir.path();
    other.done(&format!("new {} again.railhead", dir.join("first").display()));
    other.done("export second");
    let names = |dir: &std::path::Path| {
        let mut names: Vec<_> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let (first, second) = (dir.join("first"), other.dir.path().join("second"));
    assert_eq!(names(&first), names(&second));
    for name in names(&first) {
        let read = |dir: &std::path::Path| std::fs::read_to_string(dir.join(&name)).unwrap();
        assert_eq!(read(&first), read(&second), "{}", name.display());
    }
}

/// The tables hold what the log says.
pub(super) fn sound(field: &Field) {
    assert_eq!(field.json("verify")["ok"], serde_json::json!(true));
}
