//! What one system alone asks, from its table in the engagement.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::engagement::Violation;
use crate::setup::Setup;
use domain::{RuleSystemId, Terrain, nearest};

/// The table of a system, the usual where it is not there.
///
/// # Errors
/// What cannot be read, with the word that may be meant.
pub(crate) fn own<T: DeserializeOwned + Default>(setup: &Setup, id: RuleSystemId) -> Result<T, Violation> {
    let Some(table) = setup.system.get(&id) else { return Ok(T::default()) };
    read(table).map_err(|what| Violation { at: format!("system.{id}"), what })
}

/// A value read as what it should be.
///
/// # Errors
/// What cannot be read, with the word that may be meant.
pub(crate) fn read<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|error| meant(&error.to_string()))
}

/// The words of serde, with the key that may be meant: "unknown field `a`, expected one of `b`, `c`".
fn meant(error: &str) -> String {
    let mut words = error.split('`').skip(1).step_by(2);
    let near = words.next().and_then(|given| nearest(given, words));
    match near {
        Some(near) => format!("{}: did you mean `{near}`?", error.split(", expected").next().unwrap_or(error)),
        None => error.to_owned(),
    }
}

/// What is wrong with ground on which these systems fight no battle.
pub(crate) fn no_ground(setup: &Setup) -> Option<Violation> {
    let lake = setup.terrain == Terrain::Lake;
    lake.then(|| Violation { at: "the battle".to_owned(), what: "there is no battle on a lake".to_owned() })
}

/// What is said of bases that are not in the battle.
pub(crate) fn strangers<T>(setup: &Setup, id: RuleSystemId, bases: &BTreeMap<String, T>) -> Vec<Violation> {
    let units = setup.attacker.units.iter().chain(&setup.defender.units);
    let there: Vec<&str> = units.flat_map(|unit| &unit.bases).map(|base| base.id.as_str()).collect();
    let missing = bases.keys().filter(|base| !there.contains(&base.as_str()));
    let wrong = missing.map(|base| {
        let near = nearest(base, there.iter().copied()).map(|near| format!(": did you mean `{near}`?"));
        Violation {
            at: format!("system.{id}.bases"),
            what: format!("`{base}` is not in the battle{}", near.unwrap_or_default()),
        }
    });
    wrong.collect()
}
