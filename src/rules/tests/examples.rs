//! The examples of the rule pages (`src/rules/tests/data/examples.json`): one of each mechanic, with its dice and answer.

use dice::Dice;
use domain::RuleSystemId;
use serde_json::Value;

/// Every example of the systems that throw mechanics; what its page expects must be in the answer, key by key.
#[test]
fn every_example_of_the_rule_pages_comes_out_as_it_says() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/examples.json")).unwrap();
    let examples: Vec<Value> = serde_json::from_str(&text).unwrap();
    let mut wrong = Vec::new();
    for example in &examples {
        let id: RuleSystemId = example["system"].as_str().unwrap().parse().unwrap();
        let system = rules::system(id);
        let named = example["mechanic"].as_str().unwrap();
        let mechanic = named.split_once('.').map_or(named, |(_, name)| name).replace('_', "-");
        let faces: Vec<String> = example["dice"].as_array().unwrap().iter().map(ToString::to_string).collect();
        let mut dice = Dice::scripted(&faces.join(" "));
        let answer = match system.roll(&mechanic, &example["input"], &mut dice) {
            Ok(rolled) => serde_json::to_value(&rolled).unwrap(),
            Err(error) => {
                wrong.push(format!("{named}: {error}"));
                continue;
            }
        };
        let used = dice.finish().map(|throws| throws.iter().map(|throw| throw.faces.len()).sum::<usize>());
        for (key, expected) in example["expect"].as_object().unwrap() {
            let found =
                if key == "dice_used" { Value::from(used.clone().unwrap_or(usize::MAX)) } else { answer[key].clone() };
            if found != *expected {
                wrong.push(format!("{named}: {key} should be {expected}, and is {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
