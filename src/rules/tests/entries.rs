//! The pages of the rules (`docs/rules/`), entry by entry, for the tests that compare them with the program.
#![allow(dead_code, reason = "each crate of tests that includes this file reads other parts of an entry")]

use std::fs;
use std::path::{Path, PathBuf};

/// An entry of a list: `- **NAME** (BRACKET): TEXT Code: PLACE. Test: TESTS.`, on as many lines as it takes.
pub(crate) struct Entry {
    pub(crate) name: String,
    /// What stands in brackets after the name; empty if nothing does.
    pub(crate) bracket: String,
    pub(crate) text: String,
}

impl Entry {
    /// What follows a label such as `Code:`, up to `end` or to the end of the entry.
    pub(crate) fn part(&self, label: &str, end: &str) -> &str {
        let rest = self.text.split_once(label).map_or("", |(_, rest)| rest);
        rest.split(end).next().unwrap_or_default().trim()
    }
}

/// The files of the pages, in order; `root` is where the repository begins.
pub(crate) fn files(root: &Path) -> Vec<PathBuf> {
    let found = fs::read_dir(root.join("docs/rules")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = found.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    files.sort();
    files
}

/// A page by its name, `supply`, with every entry and paragraph on one line.
pub(crate) fn page(root: &Path, name: &str) -> String {
    let path = root.join("docs/rules").join(name).with_extension("md");
    unwrapped(&fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// All pages, one after the other, as [`page`] gives them.
pub(crate) fn all(root: &Path) -> String {
    files(root).iter().map(|path| unwrapped(&fs::read_to_string(path).unwrap())).collect()
}

/// A line that does not begin anything goes on where the one before it ended.
fn unwrapped(text: &str) -> String {
    let mut page = String::new();
    let mut is_open = false;
    for line in text.lines() {
        let begins = line.is_empty() || ["- ", "* ", "|", "#"].iter().any(|start| line.starts_with(start));
        page.push_str(if is_open && !begins { " " } else { "\n" });
        page.push_str(line.trim());
        is_open = !line.is_empty() && !line.starts_with(['|', '#']);
    }
    page.push('\n');
    page
}

/// What stands under a heading, up to the next one of any level.
pub(crate) fn section<'p>(page: &'p str, heading: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading `{heading}`"));
    rest.split("\n#").next().unwrap_or_default()
}

/// The entries of a page or section that [`page`] gave.
pub(crate) fn entries(page: &str) -> Vec<Entry> {
    page.lines().filter_map(entry).collect()
}

fn entry(line: &str) -> Option<Entry> {
    let (name, rest) = line.strip_prefix("- **")?.split_once("**")?;
    let (bracket, text) = rest.strip_prefix(" (").and_then(|rest| rest.split_once(')')).unwrap_or(("", rest));
    let text = text.trim_start_matches([':', '.']).trim();
    Some(Entry { name: name.to_owned(), bracket: bracket.to_owned(), text: text.to_owned() })
}
