//! Advice that can be followed: every command that a report prints, run alone as printed on the campaign as it stands, is
//! accepted.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use scenario::built_in;

use super::field::Field;

/// Reports that give advice.
const REPORTS: [&str; 9] = [
    "status",
    "review",
    "review --all",
    "contact",
    "bound show",
    "supply status",
    "supply status --by unit",
    "supply critical",
    "supply plan",
];

/// The commands in a text: what stands between backticks and begins with the program's name. What the reader is to fill in
/// is written in capitals or as dots.
fn commands(text: &str) -> BTreeSet<String> {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let quoted = joined.split('`').skip(1).step_by(2);
    let of_ours = quoted.filter_map(|quoted| quoted.strip_prefix("railhead "));
    let is_to_fill_in =
        |word: &str| word == "..." || word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    of_ours.filter(|line| !line.split(' ').any(is_to_fill_in)).map(str::to_owned).collect()
}

/// Whoever fails on the sheet: the trace of each gives its mends.
fn traces(field: &Field) -> Vec<String> {
    let sheet = field.json("supply status");
    let units = sheet["units"].as_array().unwrap();
    let failing = units.iter().filter(|unit| unit["mend"].as_array().is_some_and(|mend| !mend.is_empty()));
    failing.map(|unit| format!("supply trace {}", unit["id"].as_str().unwrap())).collect()
}

/// The commands that are printed now and refused, with the report that prints them and what is said.
fn refused(field: &Field) -> (usize, Vec<String>) {
    let mut printed = BTreeSet::new();
    for report in REPORTS.iter().map(|report| (*report).to_owned()).chain(traces(field)) {
        let ran = field.run_on(10_000, &report, "");
        printed.extend(commands(&(ran.out + &ran.err)).into_iter().map(|command| (command, report.clone())));
    }
    let tried: BTreeSet<&String> = printed.iter().map(|(command, _)| command).collect();
    let refusal = |command: &&String| {
        let ran = field.run(&format!("{command} --dry-run"));
        let ran = if ran.err.contains("--dry-run") && ran.code == 2 { field.run(command) } else { ran };
        let by = printed.iter().find(|(printed, _)| printed == *command).map_or("", |(_, report)| report);
        (ran.code != 0).then(|| format!("{by}: {command}\n{}", ran.err))
    };
    (tried.len(), tried.iter().filter_map(refusal).collect())
}

/// Plays the history of a campaign and looks at it each so many bounds.
fn through(name: &str, every: usize) {
    let field = Field::empty();
    field.done(&format!("new {name}"));
    let script = built_in(name).unwrap().remove("history.txt").unwrap_or_default();
    let script = String::from_utf8(script).unwrap();
    let lines: Vec<&str> = script.lines().collect();
    let bounds = lines.split_inclusive(|line| line.starts_with("bound close")).map(|lines| lines.join("\n"));
    let (mut wrong, mut count) = (String::new(), 0);
    for (number, bound) in bounds.chain([String::new()]).enumerate() {
        if number % every == 0 {
            let (tried, refused) = refused(&field);
            count += tried;
            for refused in refused {
                writeln!(wrong, "{name}, bound {number}, {refused}").unwrap();
            }
        }
        field.write("bound.txt", &bound);
        field.done("run bound.txt --quiet");
    }
    assert!(wrong.is_empty(), "of {count} commands:\n{wrong}");
    assert!(count > 0, "no advice at all");
}

#[test]
fn advice_is_accepted_as_printed() {
    through("first-bound", 1);
    through("uranus-1942", 9);
}

#[test]
#[ignore = "every bound of every history: a quarter of an hour; see CONTRIBUTING.md"]
fn advice_of_every_bound_is_accepted_as_printed() {
    for name in ["first-bound", "brody-1941", "typhoon-1941", "uranus-1942"] {
        through(name, 1);
    }
}
