//! What will bite on the first morning of a new campaign, as warnings of `check`.

use std::collections::BTreeMap;

use campaign::Campaign;
use domain::FormationId;
use ops::query::{Cause, FirstMorning, Ways};

use super::check::FaultRow;
use crate::words::cause;

/// A warning for each cause, with all formations that suffer from it by name; `lines` says where in the
/// `file` of the order of battle they stand.
pub fn morning_warnings(
    campaign: &Campaign,
    morning: &FirstMorning,
    file: &str,
    lines: &BTreeMap<String, u64>,
) -> Vec<FaultRow> {
    let row = |units: &[&FormationId], message: String, hint: String| {
        let line = units.first().and_then(|id| lines.get(id.as_str())).copied().unwrap_or_default();
        FaultRow { file: file.to_owned(), line, column: 0, message, hint, header: None, meant: None }
    };
    let mut rows = Vec::new();
    let without: Vec<&FormationId> = morning.without_bowser.iter().collect();
    if !without.is_empty() {
        let message = format!(
            "{}: most of the troops are armoured or motorised and burn POL, but no bowser is in their chain of command",
            names(campaign, &without)
        );
        let hint = "put a leaf of arm `logistic` that carries `pol` directly under each, or under a superior";
        rows.push(row(&without, message, hint.to_owned()));
    }
    for of in &morning.causes {
        let units: Vec<&FormationId> = of.units.iter().map(|unit| &unit.unit).collect();
        let what = cause::sentence(campaign, of);
        let message = format!("{}: no {} on the first morning. {what}", names(campaign, &units), lacking(of));
        let hint = of
            .mend
            .first()
            .map_or(String::new(), |mend| cause::mend(campaign, &mend.what, Ways::new(campaign, []).of(&mend.what)));
        rows.push(row(&units, message, hint));
    }
    rows
}

/// What formations are without.
fn lacking(of: &Cause) -> &'static str {
    match (of.units.iter().any(|unit| unit.log), of.units.iter().any(|unit| unit.pol)) {
        (true, true) => "LOG or POL",
        (false, true) => "POL",
        _ => "LOG",
    }
}

/// Formations by name; by id too where several have the name.
fn names(campaign: &Campaign, units: &[&FormationId]) -> String {
    let name = |id: &&FormationId| match campaign.formations.get(*id) {
        Some(formation) if campaign.formations.values().filter(|other| other.name == formation.name).count() > 1 => {
            format!("{} (`{id}`)", formation.name)
        }
        Some(formation) => formation.name.clone(),
        None => format!("`{id}`"),
    };
    units.iter().map(name).collect::<Vec<_>>().join(", ")
}
