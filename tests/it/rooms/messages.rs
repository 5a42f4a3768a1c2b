//! Every message has a test that shows it: reads `src/` for texts, and the tests for what they expect.
//!
//! What it decides: what a message is (a text of two words or more in a file that refuses or finds fault), and what
//! shows it (one line of a test or snapshot with all its fixed parts in order).
//! What it never does: tell whether the test is a good one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::texts::texts;
use super::{root, sources};

/// Where messages are written, by the beginning of the path in `src/`.
const WRITTEN_IN: &[&str] = &[
    "campaign/apply",
    "campaign/event.rs",
    "campaign/invariant.rs",
    "campaign/march/",
    "campaign/rules/setting.rs",
    "campaign/survey/",
    "cli/",
    "dice/",
    "domain/",
    "ledger/",
    "ops/",
    "report/model/supply/chain.rs",
    "report/model/supply/house_rule.rs",
    "report/model/supply/maker.rs",
    "report/model/supply/sheet.rs",
    "report/model/supply/trace.rs",
    "report/model/supply/unit.rs",
    "report/words/",
    "rules/classes.rs",
    "rules/mechanic/",
    "rules/pairs.rs",
    "scenario/",
    "supply/chain/mend.rs",
    "supply/line",
    "supply/standing/fed_through.rs",
    "supply/standing/mend.rs",
];

/// Files among these whose texts are no messages, each with the reason.
const NO_MESSAGES: &[(&str, &str)] = &[
    ("cli/commands/demo.rs", "the story that `demo` tells, and that its files are compiled in"),
    ("ops/command/unit/set_keys.rs", "what the help of `unit set` says of every key"),
    ("scenario/edit/guess.rs", "what spreadsheets call the columns of an order of battle"),
    ("scenario/columns", "what the page COLUMNS.md of a new folder says of every column"),
    ("scenario/write", "the text of the files of a folder"),
];

/// Messages that no test shows, each with the reason.
const NOT_SHOWN: &[(&str, &str)] = &[
    ("no campaign is open", "without one every page of the board leads to the new campaigns"),
    ("choose one on the page `/new`", "part of the one before"),
    ("no battle came of it", "a drawing that is not refused has drawn one"),
    ("this prints no document", "the board asks for no words but those of documents"),
    ("take `--format csv`", "no table has a million rows, nor a cell of 32,767 letters"),
    ("SQLite did not accept its settings: {what}", "SQLite as it is compiled in does what it must"),
    ("journal_mode {journal}, synchronous {synchronous}, foreign_keys {foreign_keys}", "part of the one before"),
    (
        "{breaches} are in the log itself: `railhead verify` names them",
        "a log that folds gives a sound campaign; verify asks",
    ),
    ("`{tables}` is not a stamp", "a stamp that is none does not fit either, which is asked first"),
    (
        "migrations/schema.txt is older than the last migration: \
         `UPDATE_DOCS=1 cargo test -p railhead-ledger written_down`",
        "it is said to a programmer who has forgotten it",
    ),
    (" at path ", "what `tempfile` says; it is left out"),
    ("no such column", "what SQLite says; it is shown in its own words"),
    ("its log ends with operation {}, not {}", "SQLite copies what it sees; the copy is asked all the same"),
    ("an event cannot be written as JSON: {e}", "every event can; serde asks"),
    ("cannot be written as JSON: {0}", "every report can; serde asks"),
    ("the campaign cannot be written as JSON: {what}", "every campaign can; serde asks"),
    ("the engagement cannot be written: {error}", "every engagement can; toml asks"),
    ("\"CHOICE=yes ...\"|ask", "the name of a value in the help"),
    ("move {now}: who stays out of the assault: {}", "what an answer is kept under in the file of a table"),
    ("invalid digit found in string", "what Rust says of a number; it is said in other words"),
    ("number too large to fit in target type", "what Rust says of a number; it is said in other words"),
    (" is not in 0..=4294967295", "what clap says of a number; it is said in other words"),
    ("restore the crossing", "a way goes only over what can be restored; the search asks"),
    (
        "dump open depot-{owner} --owner {owner} --at {at} --source",
        "the command of a mend that is shown in words: to open a source where a side has none",
    ),
    ("this build writes no PNG", "that of the tests does"),
    ("this build writes no moving picture", "that of the tests does"),
    ("write `--html FILE`, which prints well, or build it with the feature `pdf`", "that of the tests writes PDF"),
    ("write `--html FILE`, or build it with the feature `png`", "part of the one before"),
    ("write `--svg FILE`, or build it with the feature `png`", "part of the one before"),
    ("`export` needs a folder or a file to write", "clap asks for one of them first"),
    ("it is stopped by {}", "a march alone meets nobody before its first step; the match asks"),
    ("{cannot}: there is no way", "over water that nothing bridges there is always a way to be named; the search asks"),
];

/// Files of `ops` and `cli` with texts that name a command and are no hints, each with the reason.
const NO_HINTS: &[(&str, &str)] = &[
    ("cli/commands/export.rs", "what is said when it is done"),
    ("cli/commands/files.rs", "what is said when it is done"),
    ("cli/commands/new.rs", "what is said when it is done"),
    ("cli/commands/op_script.rs", "what is said when it is done"),
    ("cli/commands/supply_plan.rs", "what is said when it is done"),
    ("ops/battle/draw/admit.rs", "which rule forbids it"),
    ("ops/battle/file.rs", "the head of a file"),
    ("ops/battle/post/refight.rs", "which rule forbids it"),
    ("ops/battle/record", "a fault of a form"),
    ("ops/command/setting.rs", "a note under what was done"),
    ("ops/query/battle", "a fault of a form, and which rule forbids it"),
    ("ops/query/supply/forecast.rs", "what a value takes"),
];

/// What a message is: two words of plain text, in one line, and no SQL.
fn is_message(text: &str) -> bool {
    const SQL: &[&str] =
        &["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "PRAGMA ", "FROM ", "ROLLBACK ", "RELEASE ", "VACUUM "];
    let plain = parts(text).concat();
    let is_word = |word: &&str| word.chars().filter(char::is_ascii_lowercase).count() > 1;
    !text.contains('\n') && !SQL.iter().any(|sql| text.contains(sql)) && plain.split(' ').filter(is_word).count() > 1
}

/// The fixed parts of a text, without what is put into it.
fn parts(text: &str) -> Vec<String> {
    let text = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let mut parts = Vec::new();
    for piece in text.split('{') {
        let fixed = if parts.is_empty() { piece } else { piece.split_once('}').map_or("", |(_, after)| after) };
        parts.push(fixed.replace('\u{1}', "{").replace('\u{2}', "}"));
    }
    parts
}

/// Whether one line of the tests has all the fixed parts of a message, in order.
fn is_shown(message: &str, tests: &str) -> bool {
    let parts: Vec<String> = parts(message).into_iter().filter(|part| !part.trim().is_empty()).collect();
    let Some(longest) = parts.iter().max_by_key(|part| part.len()) else { return true };
    let line = |at: usize| {
        let start = tests[..at].rfind('\n').map_or(0, |end| end + 1);
        &tests[start..at + tests[at..].find('\n').unwrap_or(tests.len() - at)]
    };
    let has_all =
        |line: &str| parts.iter().try_fold(line, |rest, part| Some(&rest[rest.find(part)? + part.len()..])).is_some();
    tests.match_indices(longest.as_str()).any(|(at, _)| has_all(line(at)))
}

/// All that the tests say, with their texts as they are meant; the settings are compared with `docs/rules/settings.md`.
fn tests() -> String {
    let mut all = crate::entries::all(root());
    let is_said = |path: &Path| {
        let end = path.extension().is_some_and(|end| ["rs", "in", "snap", "toml"].iter().any(|said| end == *said));
        end && !path.ends_with("messages.rs")
    };
    read(&root().join("tests"), &mut |path, text| {
        all.push_str(&if is_said(path) { meant(text) } else { String::new() });
    });
    let below = |path: &Path| path.strip_prefix(root()).unwrap().to_owned();
    read(&root().join("src"), &mut |path, text| {
        let tests = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
        let of_tests = path.ends_with("tests.rs") || below(path).components().any(|part| part.as_os_str() == "tests");
        let start = if of_tests && is_said(path) { 0 } else { tests };
        all.push_str(&meant(&text[start..]));
    });
    all
}

/// A source with its strings as they are meant: continued lines joined, quotes without their backslashes.
fn meant(text: &str) -> String {
    let mut joined = String::new();
    for piece in text.split("\\\n") {
        joined.push_str(if joined.is_empty() { piece } else { piece.trim_start() });
    }
    joined.replace("\\\"", "\"").replace("\\n", "\n")
}

fn read(folder: &Path, seen: &mut dyn FnMut(&Path, &str)) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            read(&path, seen);
        } else if let Ok(text) = fs::read_to_string(&path) {
            seen(&path, &text);
        }
    }
}

#[test]
fn every_message_is_shown_by_a_test() {
    let tests = tests();
    let mut unshown = BTreeSet::new();
    let is_in = |file: &str| WRITTEN_IN.iter().any(|start| file.starts_with(start));
    let is_out = |file: &str| NO_MESSAGES.iter().any(|(start, _)| file.starts_with(start));
    for source in sources().iter().filter(|source| is_in(&source.file) && !is_out(&source.file)) {
        let unseen = texts(&source.text).into_iter().filter(|of| is_message(&of.says) && !is_shown(&of.says, &tests));
        unshown.extend(unseen.map(|of| (of.says, format!("{}:{}", source.file, of.line))));
    }
    let excused = |text: &str| NOT_SHOWN.iter().any(|(there, _)| *there == text);
    let lacking: Vec<String> =
        unshown.iter().filter(|(text, _)| !excused(text)).map(|(text, at)| format!("{at}: {text}")).collect();
    assert!(lacking.is_empty(), "no test shows these messages:\n{}", lacking.join("\n"));
    let needless: Vec<_> =
        NOT_SHOWN.iter().filter(|(text, _)| unshown.iter().all(|(there, _)| there != text)).collect();
    assert!(needless.is_empty(), "excused in NOT_SHOWN without need: {needless:?}");
}

#[test]
fn a_hint_that_names_a_command_says_so() {
    let is_in = |file: &str| ["ops/", "cli/"].iter().any(|room| file.starts_with(room));
    let names = |text: &str| text.contains("`railhead ") && !text.contains('\n');
    let mut bare = Vec::new();
    for source in sources().iter().filter(|source| is_in(&source.file)) {
        let found = texts(&source.text).into_iter().filter(|of| names(&of.says) && !of.is_said);
        bare.extend(found.map(|of| format!("{}:{}: {}", source.file, of.line, of.says)));
    }
    let needless: Vec<_> = NO_HINTS.iter().filter(|(file, _)| !bare.iter().any(|at| at.starts_with(file))).collect();
    assert!(needless.is_empty(), "excused in NO_HINTS without need: {needless:?}");
    bare.retain(|at| !NO_HINTS.iter().any(|(file, _)| at.starts_with(file)));
    assert!(bare.is_empty(), "players would read these: make them of `command!`\n{}", bare.join("\n"));
}

#[test]
fn a_message_is_shown_by_one_line_with_all_of_it() {
    assert!(is_message("`{id}` stands nowhere") && is_message("give it another id"));
    assert!(!is_message("SELECT number FROM event") && !is_message("two\nlines") && !is_message("{a} {b}"));
    assert_eq!(parts("`{id}` has {} of {{x}}"), ["`", "` has ", " of {x}"]);
    let tests = "a: `b` has 3 of it\nb: `c` has none\n";
    assert!(is_shown("`{id}` has {} of it", tests) && is_shown("`{}` has none", tests));
    assert!(
        !is_shown("`{}` has {} of them", tests)
            && !is_shown("none of it", tests)
            && !is_shown("of it, `{}` has", tests)
    );
}
