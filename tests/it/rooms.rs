//! What Cargo cannot hold of the rooms (`docs/ARCHITECTURE.md`, "Rooms"): which room may name which library, that the page
//! tells the dependencies as they are, that no renderer knows a campaign and no rule system another, that files are short.
//!
//! Where to look next: the manifests in `src/*/Cargo.toml`, by which Cargo holds who may use whom; `.clippy.toml`, which
//! keeps files and clocks out of the pure rooms.

mod messages;
mod texts;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Libraries that only these rooms may name.
const NAMED_ONLY_IN: &[(&str, &[&str])] = &[
    ("anstream", &["cli"]),
    ("axum", &["board"]),
    ("calamine", &["scenario"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("color_quant", &["paper"]),
    ("gif", &["paper"]),
    ("indicatif", &["cli"]),
    ("maud", &["board"]),
    ("microlp", &["supply"]),
    ("open", &["cli"]),
    ("petgraph", &["network", "supply"]),
    ("png", &["paper"]),
    ("qrcode", &["board"]),
    ("rand", &["dice"]),
    ("rand_chacha", &["dice"]),
    ("refinery", &["ledger"]),
    ("refinery-core", &["ledger"]),
    ("resvg", &["paper"]),
    ("rusqlite", &["ledger"]),
    ("rust_xlsxwriter", &["paper", "scenario"]),
    ("tabled", &["report"]),
    ("textwrap", &["report"]),
    ("tokio", &["board"]),
    ("ttf-parser", &["paper"]),
    ("typst", &["paper"]),
    ("typst-layout", &["paper"]),
    ("typst-pdf", &["paper"]),
    ("zip", &["scenario"]),
];

/// Parts of a room that know less than the room does: below which folder what is not named.
const KNOW_LESS: &[(&str, &[&str])] = &[
    ("report/render", &["campaign::", "supply::", "rules::", "ops::"]),
    ("rules/brigadier_general_commands", &["war_times_journal", "square_bashing", "nqm_squared", "nqm_free"]),
    ("rules/nqm_free", &["brigadier_general_commands", "war_times_journal", "square_bashing", "nqm_squared"]),
    ("rules/nqm_squared", &["brigadier_general_commands", "war_times_journal", "square_bashing", "nqm_free"]),
    ("rules/square_bashing", &["brigadier_general_commands", "war_times_journal", "nqm_squared", "nqm_free"]),
    ("rules/war_times_journal", &["brigadier_general_commands", "square_bashing", "nqm_squared", "nqm_free"]),
];

/// How long a file may be without standing in [`LONG_FILES`].
const LONGEST: usize = 400;

/// Files that may be longer, each with the reason.
const LONG_FILES: &[(&str, &str)] = &[
    ("campaign/apply.rs", "one arm for every event: the one place where a campaign changes"),
    ("campaign/event.rs", "one variant for every event"),
    ("campaign/rules/setting.rs", "a table, a setting a row, and its words"),
    ("cli/commands/supply.rs", "the words and the help of one command with a dozen of its own"),
    ("report/model/log/change.rs", "one arm for every event, in words"),
];

/// A Rust file of `src/`, by its path there.
struct Source {
    file: String,
    text: String,
}

#[test]
fn the_page_tells_what_each_room_may_use() {
    let page = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).expect("docs/ARCHITECTURE.md");
    for (room, manifest) in manifests() {
        let of_ours = dependencies(&manifest, "dependencies").filter_map(|name| name.strip_prefix("railhead-"));
        let mut uses: Vec<&str> = of_ours.collect();
        let (line, told) = page
            .lines()
            .find_map(|line| Some((line, line.strip_prefix(&format!("{room:<8} -> "))?)))
            .unwrap_or_else(|| panic!("docs/ARCHITECTURE.md does not tell what `{room}` uses"));
        let mut told: Vec<&str> = if told == "nothing of ours" { Vec::new() } else { told.split(", ").collect() };
        told.sort_unstable();
        uses.sort_unstable();
        assert_eq!(uses, told, "`src/{room}/Cargo.toml` and docs/ARCHITECTURE.md: {line}");
    }
}

#[test]
fn a_library_is_named_where_its_work_is() {
    for (room, manifest) in manifests() {
        for library in dependencies(&manifest, "dependencies") {
            let home = NAMED_ONLY_IN.iter().find(|(name, _)| *name == library);
            let may = home.is_none_or(|(_, rooms)| rooms.contains(&room.as_str()));
            assert!(may, "`src/{room}/Cargo.toml` names `{library}`, which is only for {:?}", home.map(|(_, r)| *r));
        }
    }
}

#[test]
fn a_renderer_knows_no_campaign_and_a_rule_system_no_other() {
    for source in sources() {
        let knows = |(folder, _): &&(&str, _)| source.file.starts_with(&format!("{folder}/"));
        for unknown in KNOW_LESS.iter().filter(knows).flat_map(|(_, unknown)| *unknown) {
            let names = |line: &&str| line.contains(unknown) && !line.trim_start().starts_with("//");
            let outside_tests = source.text.lines().take_while(|line| *line != "#[cfg(test)]");
            let found = { outside_tests }.find(names);
            assert_eq!(found, None, "src/{} names {unknown}", source.file);
        }
    }
}

#[test]
fn files_are_short() {
    let lines = |source: &Source| source.text.lines().count();
    let long: BTreeMap<String, usize> =
        sources().iter().filter(|s| lines(s) > LONGEST).map(|s| (s.file.clone(), lines(s))).collect();
    let excused = |file: &str| LONG_FILES.iter().any(|(long, _)| *long == file);
    let offenders: Vec<_> = long.iter().filter(|(file, _)| !excused(file)).collect();
    assert!(offenders.is_empty(), "longer than {LONGEST} lines and not excused in LONG_FILES: {offenders:?}");
    let needless: Vec<_> = LONG_FILES.iter().filter(|(file, _)| !long.contains_key(*file)).collect();
    assert!(needless.is_empty(), "excused in LONG_FILES without need: {needless:?}");
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The manifest of every room, by its name.
fn manifests() -> Vec<(String, toml::Table)> {
    let entries = fs::read_dir(root().join("src")).expect("src").map(|entry| entry.expect("an entry").path());
    let mut rooms: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    rooms.sort();
    assert!(rooms.len() >= 10, "the rooms were not found");
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path.join("Cargo.toml")).expect("a manifest");
        (name(path).to_owned(), text.parse().expect("a manifest in TOML"))
    };
    rooms.iter().map(read).collect()
}

fn dependencies<'t>(manifest: &'t toml::Table, kind: &str) -> impl Iterator<Item = &'t str> {
    manifest.get(kind).and_then(toml::Value::as_table).into_iter().flatten().map(|(name, _)| name.as_str())
}

/// Every file of `src/` that is more than tests.
fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    read_folder(&root().join("src"), "", &mut sources);
    assert!(sources.len() > 10, "the sources were not found");
    let for_tests = ["/tests.rs", "/tests/", "/sketch.rs"];
    sources.retain(|source| !for_tests.iter().any(|part| source.file.contains(part)));
    sources
}

fn read_folder(folder: &Path, below: &str, sources: &mut Vec<Source>) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        let file = format!("{below}{}", name(&path));
        if path.is_dir() {
            read_folder(&path, &format!("{file}/"), sources);
        } else if path.extension().is_some_and(|e| e == "rs") {
            sources.push(Source { file, text: fs::read_to_string(&path).expect("a text") });
        }
    }
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8")
}
