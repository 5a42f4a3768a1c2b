//! Convoys, in words and as a list.

use crate::campaign::{Convoy, Errand, Goal, MapFrame};

/// What a convoy is about, in a few words.
pub(super) fn told(convoy: Option<&Convoy>, frame: &MapFrame) -> String {
    let Some(convoy) = convoy else { return "none".to_owned() };
    let with = match convoy.vehicles.len() {
        0 | 1 => String::new(),
        more => format!(", {more} vehicles"),
    };
    let held = convoy.held_up.as_ref().map(|held| format!("; held up since {}: {}", held.since, held.why));
    format!("{}{with}{}", errand(convoy, frame), held.unwrap_or_default())
}

/// What it is about: `loads 2log at d-5ta for su.5ta.26tk`, `to d-26tk`, `home to 0304`.
pub(super) fn errand(convoy: &Convoy, frame: &MapFrame) -> String {
    let to = goal(&convoy.to, frame);
    match (convoy.errand, &convoy.take) {
        (Errand::Load, Some(take)) => format!("loads {} at {} for {to}", take.load, take.from),
        (Errand::Load | Errand::Deliver, _) => format!("to {to}"),
        (Errand::Home, _) => format!("home to {}", frame.reference(convoy.home)),
    }
}

/// Where it is to come: an id or a square.
pub(super) fn goal(goal: &Goal, frame: &MapFrame) -> String {
    match goal {
        Goal::Account(account) => account.to_string(),
        Goal::Formation(formation) => formation.to_string(),
        Goal::Square(square) => frame.reference(*square),
    }
}
