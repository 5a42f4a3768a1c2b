//! An answer: the keys of the page, the house parameters that it leaned on, the same in words.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::mechanic::Answer;
use crate::mechanic::rolled::Rolled;

/// The house parameters that an answer leaned on, by the names of the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct WtjUsedHouseRules(BTreeSet<&'static str>);

impl WtjUsedHouseRules {
    pub(super) fn on(names: &[&'static str]) -> Self {
        Self(names.iter().copied().collect())
    }

    pub(super) fn add(&mut self, name: &'static str) {
        self.0.insert(name);
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.iter().copied()
    }
}

/// An answer with these keys, a JSON object.
pub(super) fn answer(mut keys: Value, used_house_rules: &WtjUsedHouseRules, mut words: Vec<String>) -> Rolled {
    keys["house"] = Value::from(!used_house_rules.0.is_empty());
    keys["house_parameters"] = used_house_rules.0.iter().copied().map(Value::from).collect();
    if !used_house_rules.0.is_empty() {
        let names: Vec<&str> = used_house_rules.0.iter().copied().collect();
        words.push(format!("by house parameters: {}", names.join(", ")));
    }
    Rolled::Answer(Answer { keys, words })
}

/// A number with its noun.
pub(super) fn many(count: impl Into<i64>, noun: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
