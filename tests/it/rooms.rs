//! Who may use whom (`docs/ARCHITECTURE.md`, "Rooms"): reads `src/` and refuses what the table does not allow.
//!
//! What it decides: the table, which crates are named where, and what the pure rooms never touch.
//! Where to look next: `source`, which reads the files; `law`, which judges one of them.

mod law;
mod messages;
mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use source::Source;

/// Each room, and the rooms that it may use beside itself.
const ROOMS: &[(&str, &[&str])] = &[
    ("cli", &["ops", "report", "scenario", "ledger", "domain"]),
    ("ops", &["ledger", "campaign", "rules", "supply", "scenario", "dice", "domain"]),
    ("report", &["campaign", "supply", "rules", "domain"]),
    ("ledger", &["campaign", "domain"]),
    ("scenario", &["campaign", "domain"]),
    ("supply", &["campaign", "domain"]),
    ("rules", &["dice", "domain"]),
    ("campaign", &["domain"]),
    ("dice", &[]),
    ("domain", &[]),
];

/// Crates that are named only under these paths of `src/`.
const NAMED_ONLY_IN: &[(&str, &str)] = &[
    ("rusqlite", "ledger/"),
    ("refinery", "ledger/"),
    ("petgraph", "supply/network.rs"),
    ("clap", "cli/"),
    ("clap_complete", "cli/"),
    ("clap_mangen", "cli/"),
    ("microlp", "supply/plan/solve.rs"),
    ("tabled", "report/render/text.rs"),
    ("rand", "dice/"),
    ("rand_chacha", "dice/"),
];

/// Rooms that do no I/O, read no clock and print nothing.
const PURE: &[&str] = &["domain", "campaign", "dice", "rules", "supply"];

/// What the pure rooms never name.
const IMPURE_PATHS: &[&str] = &[
    "std::fs",
    "std::env",
    "std::time",
    "std::io",
    "std::net",
    "std::os",
    "std::process",
    "chrono::Utc",
    "chrono::Local",
];

/// The macros that the pure rooms never call.
const IMPURE_MACROS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

/// How long a file may be without standing in [`LONG_FILES`].
const LONGEST: usize = 400;

/// Files that may be longer, each with the reason.
const LONG_FILES: &[(&str, &str)] = &[
    ("campaign/apply.rs", "one arm for every event: the one place where a campaign changes"),
    ("campaign/event.rs", "one variant for every event, each figure with its meaning"),
    ("campaign/setting.rs", "a table, a setting a row, and its words"),
    ("cli/commands/supply.rs", "the words and the help of one command with a dozen of its own"),
    ("report/model/change.rs", "one arm for every event, in words"),
    ("report/model/supply.rs", "the JSON of a formation, field by field, beside the table that shows it"),
    ("scenario/write.rs", "one short function a file of the folder"),
    ("supply/assessment.rs", "the public values of the room and the one place that puts them together"),
];

/// Files that still hold signatures without a body. Each is taken off when its bodies land.
const UNFINISHED: &[&str] = &[];

#[test]
fn no_room_uses_what_it_may_not() {
    let breaches: Vec<String> = sources().iter().flat_map(law::breaches).collect();
    assert!(breaches.is_empty(), "\n{}\n", breaches.join("\n"));
}

#[test]
fn nothing_is_left_to_do() {
    let left: BTreeSet<String> =
        sources().iter().filter(|source| law::is_unfinished(source)).map(|source| source.file.clone()).collect();
    let excused: BTreeSet<String> = UNFINISHED.iter().map(ToString::to_string).collect();
    assert_eq!(left, excused, "left: files with `todo!` or `unimplemented!`; right: the list UNFINISHED");
}

#[test]
fn files_are_short() {
    let long: Vec<(String, usize)> =
        sources().iter().filter(|s| s.lines > LONGEST).map(|s| (s.file.clone(), s.lines)).collect();
    let excused = |file: &str| LONG_FILES.iter().any(|(long, _)| *long == file);
    let offenders: Vec<_> = long.iter().filter(|(file, _)| !excused(file)).collect();
    assert!(offenders.is_empty(), "longer than {LONGEST} lines and not excused in LONG_FILES: {offenders:?}");
    let needless: Vec<_> = LONG_FILES.iter().filter(|(file, _)| long.iter().all(|(there, _)| there != file)).collect();
    assert!(needless.is_empty(), "excused in LONG_FILES without need: {needless:?}");
}

#[test]
fn the_table_in_the_documentation_is_this_one() {
    let page = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).expect("docs/ARCHITECTURE.md");
    for (room, uses) in ROOMS {
        let uses = if uses.is_empty() { "nothing of ours".to_owned() } else { uses.join(", ") };
        let line = format!("{room:<8} -> {uses}");
        assert!(page.lines().any(|there| there == line), "docs/ARCHITECTURE.md lacks the line\n{line}");
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of `src/` that is more than tests.
fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    read_folder(&root().join("src"), "", &mut sources);
    assert!(sources.len() > 10, "the sources were not found");
    let tests: Vec<Vec<String>> = sources.iter().flat_map(Source::test_modules).collect();
    sources.retain(|source| !tests.iter().any(|test| source.module.starts_with(test)));
    sources
}

fn read_folder(folder: &Path, below: &str, sources: &mut Vec<Source>) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(|n| n.to_str()).expect("a name in UTF-8");
        let file = format!("{below}{name}");
        if path.is_dir() {
            read_folder(&path, &format!("{file}/"), sources);
        } else if path.extension().is_some_and(|e| e == "rs") {
            sources.push(Source::new(&file, &fs::read_to_string(&path).expect("a text")));
        }
    }
}
