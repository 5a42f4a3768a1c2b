//! The pages of the NQM systems, section by section and ruling by ruling (`src/rules/tests/data/pages.toml`).
//!
//! What it decides: that every section has cases, that every ruling is one named place in the code, one entry of the
//! system's page in `docs/rules/` and a test, and that the list is what the page says, where the page is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::entries::{self, Entry};

struct Section {
    title: String,
    elsewhere: bool,
    rulings: Vec<String>,
}

struct Page {
    file: String,
    cases: String,
    sections: Vec<Section>,
}

/// Where the repository begins.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

fn text(table: &Table, key: &str) -> String {
    table.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn tables<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    table[key].as_array().expect("a list").iter().map(|entry| entry.as_table().expect("a table"))
}

fn pages() -> Vec<Page> {
    let list: Table = read("src/rules/tests/data/pages.toml").parse().unwrap();
    let section = |table: &Table| Section {
        title: text(table, "title"),
        elsewhere: table.contains_key("elsewhere"),
        rulings: table["rulings"].as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect(),
    };
    let page = |table: &Table| Page {
        file: text(table, "file"),
        cases: text(table, "cases"),
        sections: tables(table, "section").map(section).collect(),
    };
    tables(&list, "page").map(page).collect()
}

/// The sections of a page that a case names: `8, firefight; 9, way out`, `4 and 6, arrivals`, `Artillery, markers`.
fn named<'p>(page: &'p Page, case: &str) -> Vec<&'p str> {
    let words = case.split(';').filter_map(|part| part.split(',').next()).flat_map(|head| head.split(" and "));
    let heads: Vec<String> = words.map(|word| word.trim().to_lowercase()).collect();
    let has = |section: &&Section| {
        let title = section.title.to_lowercase();
        let number = title.split_once(". ").map(|(number, _)| number);
        heads.iter().any(|head| number.map_or_else(|| title.contains(head.as_str()), |number| number == head))
    };
    page.sections.iter().filter(has).map(|section| section.title.as_str()).collect()
}

#[test]
fn every_section_of_the_pages_has_cases() {
    for page in pages() {
        let mut covered: BTreeSet<&str> = BTreeSet::new();
        let mut files: Vec<PathBuf> = fs::read_dir(root().join("src/rules/tests/data").join(&page.cases))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        for file in files {
            let cases: Table = read(&file).parse().unwrap();
            for case in tables(&cases, "case") {
                let section = text(case, "section");
                let found = named(&page, &section);
                assert!(!found.is_empty(), "{}: `{section}` is no section of {}", file.display(), page.file);
                covered.extend(found);
            }
        }
        for section in &page.sections {
            let has = covered.contains(section.title.as_str());
            assert!(has != section.elsewhere, "{}: {}: cases {has}, elsewhere {has}", page.file, section.title);
        }
    }
}

/// The entries of the page of a system, then those of supply, where some of its rulings stand.
fn entries_of(page: &Page) -> Vec<Entry> {
    let system = page.file.trim_end_matches(".md");
    [system, "supply"].iter().flat_map(|name| entries::entries(&entries::page(root(), name))).collect()
}

fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The first file and the word after it of a cell: where a ruling is in the code.
fn is_in_the_code(cell: &str) -> bool {
    let words = quoted(cell);
    let [file, name, ..] = words.as_slice() else { return false };
    let known = [root().join(file), root().join("src/rules").join(file), root().join("src/supply").join(file)];
    let source = known.iter().find(|path| path.is_file()).map(fs::read_to_string);
    let word = name.rsplit("::").next().unwrap_or(name);
    source.is_some_and(|text| text.unwrap().contains(&format!(" {word}")))
}

/// A file of cases, or the name of a function (`tests/it/docs.rs` looks whether it is there).
fn is_a_test(name: &str, cases: &str) -> bool {
    root().join("src/rules/tests/data").join(cases).join(format!("{name}.toml")).is_file()
        || name.matches('_').count() > 1
}

#[test]
fn every_ruling_is_a_place_in_the_code_an_entry_and_a_test() {
    for page in pages() {
        let entries = entries_of(&page);
        for ruling in page.sections.iter().flat_map(|section| &section.rulings).filter(|row| !row.starts_with('=')) {
            let entry = entries.iter().find(|entry| entry.name == *ruling);
            let entry = entry.unwrap_or_else(|| panic!("docs/rules/{} has no entry `{ruling}`", page.file));
            let (place, test) = (entry.part("Code: ", " Test: "), entry.part("Test: ", "\n"));
            assert!(is_in_the_code(place), "`{ruling}`: {place}");
            assert!(quoted(test).iter().any(|name| is_a_test(name, &page.cases)), "`{ruling}`: {test} is no test");
        }
    }
}

/// The page itself, where the shared folder lies beside the repository or above it.
fn shared(file: &str) -> Option<String> {
    let found = root().ancestors().skip(1).map(|above| above.join("shared/rules").join(file)).find(|p| p.is_file());
    found.map(|path| fs::read_to_string(path).unwrap())
}

#[test]
fn the_list_of_sections_and_rulings_is_that_of_the_pages() {
    for page in pages() {
        let Some(text) = shared(&page.file) else { continue };
        let found: Vec<(&str, usize)> = text
            .split("\n## ")
            .skip(1)
            .map(|section| (section.lines().next().unwrap_or_default(), section.matches("**R**").count()))
            .collect();
        let listed: Vec<(&str, usize)> = page.sections.iter().map(|s| (s.title.as_str(), s.rulings.len())).collect();
        assert_eq!(found, listed, "{}: sections with the number of their rulings", page.file);
    }
}
