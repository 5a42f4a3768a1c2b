//! House parameters of rule systems that a group has set otherwise than their pages.
//!
//! What it decides: how a parameter is named, `SYSTEM.KEY` or `SYSTEM.TABLE.KEY`; whether there is one of that name the
//! rules say, and not this.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use domain::RuleSystemId;

/// House parameters by name, each as a JSON text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HouseParameters(BTreeMap<String, String>);

impl HouseParameters {
    /// The name of a parameter as it is kept: the system by its id, then keys; none where it is no such name.
    pub fn name(given: &str) -> Option<(RuleSystemId, String)> {
        let (system, keys) = given.split_once('.')?;
        let system: RuleSystemId = system.parse().ok()?;
        let right = !keys.is_empty() && keys.split('.').all(|key| !key.trim().is_empty());
        right.then(|| (system, format!("{system}.{keys}")))
    }

    /// The JSON text of a parameter, where it is set.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets a parameter, or drops it.
    pub fn set(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) => drop(self.0.insert(name.to_owned(), value.to_owned())),
            None => drop(self.0.remove(name)),
        }
    }

    /// Every parameter that is set, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The systems of which a parameter is set.
    pub fn systems(&self) -> impl Iterator<Item = RuleSystemId> {
        RuleSystemId::ALL.iter().copied().filter(|system| self.of(*system).is_some())
    }

    /// The parameters of a system as one object, tables in tables; none where none is set.
    ///
    /// A name that is a table in one place and a figure in another keeps the figure.
    pub fn of(&self, system: RuleSystemId) -> Option<Value> {
        let mut whole = Map::new();
        for (name, value) in &self.0 {
            let Some(keys) = name.strip_prefix(system.as_str()).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.clone()));
            put(&mut whole, keys, value);
        }
        (!whole.is_empty()).then_some(Value::Object(whole))
    }
}

fn put(table: &mut Map<String, Value>, keys: &str, value: Value) {
    match keys.split_once('.') {
        None => drop(table.insert(keys.to_owned(), value)),
        Some((key, rest)) => {
            let inner = table.entry(key).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_go_by_system_and_keys() {
        let name = |given| HouseParameters::name(given);
        assert_eq!(
            name("sb.clock_start"),
            Some((RuleSystemId::SquareBashing, "square-bashing.clock_start".to_owned()))
        );
        assert_eq!((name("clock_start"), name("sb."), name("sb..x"), name("chess.x")), (None, None, None, None));
    }

    #[test]
    fn parameters_of_a_system_are_one_object() {
        let mut house = HouseParameters::default();
        house.set("square-bashing.clock_start", Some("18"));
        house.set("war-times-journal-1943.command.R", Some("[2,3]"));
        house.set("war-times-journal-1943.rally.E", Some("3"));
        let wtj = house.of(RuleSystemId::WarTimesJournal1943);
        assert_eq!(wtj, Some(json!({ "command": { "R": [2, 3] }, "rally": { "E": 3 } })));
        assert_eq!(house.of(RuleSystemId::NqmFree), None);
        let names: Vec<_> = house.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let wanted = ["square-bashing.clock_start 18", "war-times-journal-1943.command.R [2,3]"];
        assert_eq!(names, [wanted.as_slice(), &["war-times-journal-1943.rally.E 3"]].concat());
        house.set("square-bashing.clock_start", None);
        assert_eq!(house.systems().collect::<Vec<_>>(), [RuleSystemId::WarTimesJournal1943]);
    }
}
