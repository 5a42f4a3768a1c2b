//! What the pages of `docs/` and the README say of the code, where a test can tell.

use std::fs;
use std::path::{Path, PathBuf};

use campaign::{Setting, SettingKind};
use domain::Mobility;

use crate::entries;

/// What pages name although it has not landed yet. Each is taken off when it has.
const STILL_TO_LAND: &[&str] = &[];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages, by their path from the root of the repository.
fn pages() -> Vec<(PathBuf, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("docs/").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    pages.sort();
    pages.extend(entries::files(root()));
    pages.extend(["README.md", "CONTRIBUTING.md"].map(|page| root().join(page)));
    pages.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("a page"))).collect()
}

fn setting_line(setting: Setting) -> String {
    let spec = setting.spec();
    let values = match spec.kind {
        SettingKind::Number(low, high) => format!("{low} to {high}"),
        SettingKind::Switch => "`on`, `off`".to_owned(),
        SettingKind::Word(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
    };
    let unit = if spec.unit.is_empty() { String::new() } else { format!(" {}", spec.unit) };
    format!("- `{setting}`: {}. Default `{}`{unit}; values: {values}.", spec.meaning, spec.default)
}

#[test]
fn the_list_of_settings_is_the_one_of_the_program() {
    let page = entries::page(root(), "settings");
    let found: Vec<_> = page.lines().filter(|line| line.starts_with("- ")).collect();
    let wanted: Vec<_> = Setting::ALL.iter().map(|setting| setting_line(*setting)).collect();
    assert_eq!(found, wanted, "the list in docs/rules/settings.md should read\n{}", wanted.join("\n"));
}

/// The table under "Movement: figures": km an hour by mobility, to contact, in assault, on the road.
#[test]
fn the_movement_table_is_the_one_of_the_program() {
    let page = entries::page(root(), "nqm-squared");
    let section = entries::section(&page, "## Movement: figures");
    let rows = section.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let mut seen = 0;
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        // `cavalry, cycle` is one mobility.
        let word = cells[0].split(',').next().expect("a name");
        let mobility: Mobility = word.replace([' ', '-'], "_").parse().unwrap_or_else(|_| panic!("{word}"));
        let rates = mobility.rates().expect("it marches");
        let metres = |cell: &str| (cell.parse::<f64>().expect("km") * 1_000.0) as u32;
        assert_eq!([cells[1], cells[2], cells[3]].map(metres), [rates.contact, rates.assault, rates.road], "{word}");
        seen += 1;
    }
    assert_eq!(seen, Mobility::ALL.iter().filter(|mobility| mobility.rates().is_some()).count());
}

/// The words of a page in back-ticks that look like paths of the repository.
fn paths_named(text: &str) -> impl Iterator<Item = &str> {
    let folders = ["src/", "tests/", "docs/", "benches/", "migrations/", "campaigns/", ".ci/"];
    let quoted = text.split('`').skip(1).step_by(2);
    let plain = |word: &&str| !word.contains(['<', '*', ' ', '{', '\n']);
    quoted.filter(plain).filter(move |word| folders.iter().any(|folder| word.starts_with(folder)))
}

#[test]
fn every_file_that_a_page_names_is_there() {
    let is_there = |path: &str| root().join(path.split("::").next().unwrap_or(path)).exists();
    let to_land = |path: &str| STILL_TO_LAND.iter().any(|start| path.starts_with(start));
    let mut missing = Vec::new();
    for (page, text) in pages() {
        let lost = paths_named(&text).filter(|path| !is_there(path) && !to_land(path));
        missing.extend(lost.map(|path| format!("{}: {path}", page.strip_prefix(root()).unwrap_or(&page).display())));
    }
    assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
}

#[test]
fn every_page_that_a_page_points_to_is_there() {
    for (page, text) in pages() {
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.is_empty() && !link.contains("://")) {
            let there = page.parent().expect("a folder").join(link);
            assert!(there.exists(), "{} points to {link}", page.display());
        }
    }
}

/// A line is no longer than what an editor shows beside another file.
#[test]
fn the_rules_have_lines_of_readable_length() {
    let mut long = Vec::new();
    for path in entries::files(root()).into_iter().chain([root().join("docs/RULES.md")]) {
        let text = fs::read_to_string(&path).expect("a page");
        let lines = text.lines().enumerate().filter(|(_, line)| line.chars().count() > 120);
        long.extend(lines.map(|(at, _)| format!("{}:{}", path.display(), at + 1)));
    }
    assert!(long.is_empty(), "longer than 120 characters:\n{}", long.join("\n"));
}

#[test]
fn the_index_of_the_rules_has_every_page() {
    let index = fs::read_to_string(root().join("docs/RULES.md")).expect("docs/RULES.md");
    for path in entries::files(root()) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(index.contains(&format!("](rules/{name})")), "docs/RULES.md does not list {name}");
    }
}

/// All that stands in the Rust files under a folder.
fn sources_under(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources_under(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push_str(&fs::read_to_string(&path).expect("a source"));
        }
    }
}

/// A word of three underscores and more is the name of a test, or of something in the code.
#[test]
fn every_test_that_the_rules_name_is_there() {
    let page = entries::all(root());
    let mut sources = String::new();
    for folder in ["src", "tests/it"] {
        sources_under(&root().join(folder), &mut sources);
    }
    let is_name = |word: &&str| {
        let begins = word.starts_with(|c: char| c.is_ascii_lowercase());
        begins
            && word.matches('_').count() > 2
            && word.chars().all(|c| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    let named = page.split('`').skip(1).step_by(2).filter(is_name);
    let missing: Vec<&str> = named.filter(|word| !sources.contains(word)).collect();
    assert!(missing.is_empty(), "docs/rules/ names what is not there: {missing:?}");
}
