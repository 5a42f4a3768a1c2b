//! The steps of the making of a campaign, and which files belong to each.

use super::query;

/// A step of the making of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Start,
    Map,
    Orbat,
    Supply,
    Check,
}

/// The steps: what they are called, their address, the file without which they are not done.
pub(super) const STEPS: [(Step, &str, &str, &[&str]); 5] = [
    (Step::Start, "Start", "/new", &[]),
    (Step::Map, "Map", "/new/map", &["roads.csv", "places.csv"]),
    (Step::Orbat, "Orbat", "/new/orbat", &["orbat.csv"]),
    (Step::Supply, "Supply", "/new/supply", &["railheads.csv", "dumps.csv"]),
    (Step::Check, "Check, make", "/new/check", &[]),
];

impl Step {
    /// By which a form says that one goes on there.
    pub(super) fn word(self) -> &'static str {
        STEPS.iter().find(|(of, ..)| *of == self).map_or("", |(_, _, address, _)| address.trim_start_matches("/new/"))
    }

    /// To which step a file belongs.
    pub(super) fn of_file(file: &str) -> Self {
        match page_of(file) {
            "map" => Self::Map,
            "orbat" => Self::Orbat,
            "supply" => Self::Supply,
            _ => Self::Start,
        }
    }
}

/// The tables of a step, in the order in which they are filled in.
const MAP: [&str; 8] =
    ["places.csv", "roads.csv", "rail.csv", "rivers.csv", "crossings.csv", "terrain.csv", "front.csv", "control.csv"];
const SUPPLY: [&str; 9] = [
    "railheads.csv",
    "dumps.csv",
    "stocks.csv",
    "weather.csv",
    "replacements.csv",
    "airfields.csv",
    "wings.csv",
    "minefields.csv",
    "partisans.csv",
];
const ORBAT: [&str; 2] = ["orbat.csv", "templates.csv"];

/// The page on which a file stands: the last part of its address.
pub(super) fn page_of(file: &str) -> &'static str {
    match file {
        _ if MAP.contains(&file) => "map",
        _ if SUPPLY.contains(&file) => "supply",
        _ if ORBAT.contains(&file) => "orbat",
        _ => "start",
    }
}

/// The tables of a step.
pub(super) fn tables(step: Step) -> &'static [&'static str] {
    match step {
        Step::Map => &MAP,
        Step::Supply => &SUPPLY,
        Step::Orbat => &ORBAT,
        Step::Start | Step::Check => &[],
    }
}

/// The address of a step of a folder.
pub(super) fn address(step: Step, name: &str) -> String {
    let found = STEPS.iter().find(|(of, ..)| *of == step).map_or("/new", |(_, _, address, _)| address);
    format!("{found}?{}", query(&[("of", name)]))
}
