//! The examples of the help: who and what they name is there in Uranus as it begins, so that a newcomer can try them.

use serde_json::Value;

use super::field::Field;

const PAGE: &str = include_str!("../../../docs/CLI.md");

/// Commands that name formations, dumps, crossings and squares, and can be tried without doing them.
const TRIED: [&str; 12] = [
    "crossing ",
    "dig-in ",
    "move ",
    "order ",
    "rail ",
    "supply send ",
    "unit attach ",
    "unit command ",
    "unit new ",
    "unit replace ",
    "unit set ",
    "unit split ",
];

/// What other examples make first: a group, orders, engineers at work, replacements.
const MADE_BEFORE: [&str; 1] = ["order cancel "];

#[test]
fn who_is_named_in_an_example_is_there() {
    let field = Field::playing("uranus-1942");
    field.done("setting set detail full");
    let below = PAGE.split("Examples:\n").skip(1).flat_map(|text| text.lines().take_while(|line| !line.is_empty()));
    let examples: Vec<&str> = below.filter_map(|line| line.strip_prefix("  railhead ")).collect();
    let mut tried: Vec<&str> = examples
        .into_iter()
        .filter(|line| {
            TRIED.iter().any(|of| line.starts_with(of)) && !MADE_BEFORE.iter().any(|of| line.starts_with(of))
        })
        // One that goes on in the next line is left out.
        .filter(|line| line.matches('"').count() % 2 == 0)
        .filter(|line| !line.contains("--dry-run") && !line.contains(" list") && !line.contains(" show"))
        .collect();
    tried.sort_unstable();
    tried.dedup();
    assert!(tried.len() > 30, "{tried:?}");
    let unknown = tried.into_iter().filter_map(|line| {
        let ran = field.run(&format!("{line} --dry-run --format json"));
        let fault: Value = serde_json::from_str(&ran.err).unwrap_or_default();
        (fault["error"]["kind"] == "unknown").then(|| format!("{line}\n{}", ran.err))
    });
    let unknown: Vec<String> = unknown.collect();
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}
