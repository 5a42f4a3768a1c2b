//! The help of the whole program is one page, `docs/CLI.md`, and that page is up to date.

use std::path::Path;

#[test]
fn manual_page_is_up_to_date() {
    let page = cli::manual();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/CLI.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/CLI.md is out of date: `UPDATE_DOCS=1 cargo test --test it manual` regenerates it");
}

#[test]
fn every_command_has_help_with_an_example() {
    let page = cli::manual();
    for section in page.split("\n## ").skip(1) {
        let is_group = section.contains("\nCommands:\n");
        assert!(is_group || section.contains("Examples:\n"), "no example: {section}");
    }
}
