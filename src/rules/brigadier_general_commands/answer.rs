//! Answers: the keys of the page, the house parameters leaned on, and the same in words.

use serde_json::{Map, Value, json};

use crate::brigadier_general_commands::keys::value;
use crate::brigadier_general_commands::parameters::{BgcUsedHouseRules, Parameter};
use crate::mechanic::Answer;
use crate::mechanic::rolled::Rolled;

/// The answer of a mechanic.
pub(crate) struct BgcAnswer {
    pub(crate) keys: Map<String, Value>,
    words: Vec<String>,
    used_house_rules: BgcUsedHouseRules,
}

impl BgcAnswer {
    /// An answer of these keys, one object.
    pub(crate) fn new(keys: Value, words: impl Into<String>) -> Self {
        let keys = if let Value::Object(keys) = keys { keys } else { Map::new() };
        Self { keys, words: vec![words.into()], used_house_rules: BgcUsedHouseRules::default() }
    }

    /// The same with more words.
    pub(crate) fn with_words(mut self, words: Vec<String>) -> Self {
        self.words.extend(words);
        self
    }

    /// The same, leaning on these house parameters.
    pub(crate) fn leaning(mut self, parameters: impl IntoIterator<Item = Parameter>) -> Self {
        self.used_house_rules.on(parameters);
        self
    }

    /// The same, leaning on what somebody else leaned on.
    pub(crate) fn leaning_with(mut self, used_house_rules: BgcUsedHouseRules) -> Self {
        self.used_house_rules = used_house_rules;
        self
    }

    /// As a system answers.
    pub(crate) fn rolled(mut self) -> Rolled {
        let names = value(&self.used_house_rules);
        if !self.used_house_rules.is_empty() {
            let list: Vec<&str> = names.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            self.words.push(format!("by house figures: {}", list.join(", ")));
        }
        self.keys.insert("house".to_owned(), json!(!self.used_house_rules.is_empty()));
        self.keys.insert("house_parameters".to_owned(), names);
        Rolled::Answer(Answer { keys: Value::Object(self.keys), words: self.words })
    }
}

/// A count with its noun.
pub(crate) fn count(n: u32, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
