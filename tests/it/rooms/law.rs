//! What is refused in one source file.

use super::source::{Named, Source};
use super::{IMPURE_MACROS, IMPURE_PATHS, NAMED_ONLY_IN, PURE, ROOMS};

/// Everything in a file that the rooms do not allow, as lines to print.
pub(super) fn breaches(source: &Source) -> Vec<String> {
    let at = |line: usize, what: String| format!("src/{}:{line}: {what}", source.file);
    let mut found = Vec::new();
    for path in source.paths() {
        let refused = refused_use(source, &path).or_else(|| refused_impurity(source, &path));
        found.extend(refused.map(|what| at(path.line, what)));
    }
    for token in &source.tokens {
        let home = NAMED_ONLY_IN.iter().find(|(name, _)| *name == token.text);
        let away = home.filter(|(_, home)| !source.file.starts_with(home));
        found.extend(away.map(|(name, home)| at(token.line, format!("`{name}` is named only in `src/{home}`"))));
    }
    if PURE.contains(&source.room()) {
        let prints = source.macros().filter(|(name, _)| IMPURE_MACROS.contains(name));
        found.extend(prints.map(|(name, line)| at(line, format!("`{}` does not print: `{name}!`", source.room()))));
    }
    found
}

/// Whether a file calls `todo!` or `unimplemented!`.
pub(super) fn is_unfinished(source: &Source) -> bool {
    source.macros().any(|(name, _)| ["todo", "unimplemented"].contains(&name))
}

fn refused_use(source: &Source, path: &Named) -> Option<String> {
    if path.segments[0] != "crate" {
        return None;
    }
    let room = source.room();
    let Some(used) = path.segments.get(1).filter(|used| *used != "*") else {
        return (room != "lib").then(|| "names the crate itself: name the room".to_owned());
    };
    if !allowed(room).contains(&used.as_str()) && used != room && room != "lib" {
        return Some(format!("`{room}` may not use `{used}`"));
    }
    let draws = source.file.starts_with("report/render/");
    if draws && !["report", "domain"].contains(&used.as_str()) {
        return Some(format!("a renderer knows only the report, not `{used}`"));
    }
    refused_rule_system(source, path)
}

fn allowed(room: &str) -> &'static [&'static str] {
    if room == "main" {
        return &["cli"];
    }
    ROOMS.iter().find(|(name, _)| *name == room).map_or(&[], |(_, uses)| *uses)
}

/// The folders of `rules/` are the rule systems, and none of them knows another.
fn refused_rule_system(source: &Source, path: &Named) -> Option<String> {
    let systems = ["nqm_squared", "nqm_free", "brigadier_general_commands", "war_times_journal", "square_bashing"];
    let own = source.file.strip_prefix("rules/")?.split('/').next().filter(|own| systems.contains(own))?;
    let used = path.segments.get(2).filter(|_| path.segments[1] == "rules")?;
    let other = systems.contains(&used.as_str()) && used != own;
    other.then(|| format!("rule system `{own}` may not use rule system `{used}`"))
}

fn refused_impurity(source: &Source, path: &Named) -> Option<String> {
    let room = source.room();
    let name = path.segments.join("::").replacen("core::", "std::", 1);
    let touches = |impure: &&&str| name == **impure || name.starts_with(&format!("{impure}::"));
    let whole = PURE.contains(&room) && (name == "std" || name == "std::*" || name == "chrono::*");
    let impure = IMPURE_PATHS.iter().find(touches).filter(|_| PURE.contains(&room));
    impure
        .map(|i| format!("`{room}` is pure: no `{i}`"))
        .or_else(|| whole.then(|| format!("`{room}` names all of `{name}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(file: &str, text: &str) -> Vec<String> {
        breaches(&Source::new(file, text))
    }

    #[test]
    fn what_the_table_allows_passes() {
        for (file, text) in [
            ("main.rs", "use railhead::cli::run;"),
            ("lib.rs", "pub mod cli; pub use crate::domain::Bound;"),
            ("campaign/apply.rs", "use crate::domain::{Bound, Square}; use super::{Campaign, tree::x};"),
            ("ops/command/crossing.rs", "use crate::ledger::Ledger; fn f(x: &crate::campaign::Campaign) {}"),
            ("supply/network.rs", "use petgraph::graph::Graph;"),
            ("ledger/mod.rs", "use rusqlite::Connection; use std::fs; use std::time::Duration;"),
            ("rules/nqm_free/fire.rs", "use crate::rules::odds; use super::tables; use super::super::shared::T;"),
            ("report/render/text.rs", "use tabled::Table; use crate::report::Table as T;"),
            ("domain/mod.rs", "//! See [`crate::campaign`].\nconst A: &str = \"crate::ledger rusqlite\";"),
            ("domain/x.rs", "#[cfg(test)] mod tests { use crate::ledger::Ledger; println!(); }"),
        ] {
            assert_eq!(judge(file, text), [""; 0], "{file}: {text}");
        }
    }

    #[test]
    fn a_room_that_uses_another_unasked_is_named_with_file_and_line() {
        for (file, text, what) in [
            ("campaign/x.rs", "\nuse crate::ledger::Ledger;", "campaign/x.rs:2: `campaign` may not use `ledger`"),
            ("campaign/x.rs", "use super::super::ledger::L;", "campaign/x.rs:1: `campaign` may not use `ledger`"),
            ("campaign/mod.rs", "use super::supply;", "campaign/mod.rs:1: `campaign` may not use `supply`"),
            ("domain/x.rs", "fn f() { crate::campaign::apply() }", "domain/x.rs:1: `domain` may not use `campaign`"),
            ("cli/x.rs", "use crate::{ops::a, campaign::B};", "cli/x.rs:1: `cli` may not use `campaign`"),
            ("ledger/x.rs", "use crate::ops;", "ledger/x.rs:1: `ledger` may not use `ops`"),
            ("ops/x.rs", "use railhead::report::R;", "ops/x.rs:1: `ops` may not use `report`"),
            ("rules/odds.rs", "use crate::campaign::C;", "rules/odds.rs:1: `rules` may not use `campaign`"),
            ("main.rs", "use railhead::ledger::Ledger;", "main.rs:1: `main` may not use `ledger`"),
            ("helpers/x.rs", "use crate::domain::B;", "helpers/x.rs:1: `helpers` may not use `domain`"),
            ("ops/x.rs", "use crate as r;", "ops/x.rs:1: names the crate itself: name the room"),
            ("ops/x.rs", "use super::super::*;", "ops/x.rs:1: names the crate itself: name the room"),
            ("ops/x.rs", "use crate::{self as r};", "ops/x.rs:1: names the crate itself: name the room"),
            (
                "report/render/svg.rs",
                "use crate::campaign::C;",
                "report/render/svg.rs:1: a renderer knows only the report, not `campaign`",
            ),
        ] {
            assert_eq!(judge(file, text), [format!("src/{what}")], "{text}");
        }
    }

    #[test]
    fn a_rule_system_knows_no_other() {
        for text in ["use crate::rules::nqm_squared::tables;", "use super::super::nqm_squared::tables;"] {
            let found = judge("rules/nqm_free/fire.rs", text);
            assert_eq!(
                found,
                ["src/rules/nqm_free/fire.rs:1: rule system `nqm_free` may not use rule system `nqm_squared`"]
            );
        }
    }

    #[test]
    fn a_crate_is_named_only_at_home() {
        for (file, text, what) in [
            ("ops/x.rs", "use rusqlite::Connection;", "`rusqlite` is named only in `src/ledger/`"),
            ("supply/line.rs", "fn f(g: petgraph::Graph) {}", "`petgraph` is named only in `src/supply/network.rs`"),
            ("ops/x.rs", "#[derive(clap::Args)] struct A;", "`clap` is named only in `src/cli/`"),
            ("report/render/html.rs", "use tabled as t;", "`tabled` is named only in `src/report/render/text.rs`"),
            ("rules/x.rs", "use rand_chacha::C;", "`rand_chacha` is named only in `src/dice/`"),
        ] {
            assert_eq!(judge(file, text), [format!("src/{file}:1: {what}")], "{text}");
        }
    }

    #[test]
    fn the_pure_rooms_touch_nothing_outside() {
        for (file, text, what) in [
            ("campaign/x.rs", "use std::{fmt, fs};", "`campaign` is pure: no `std::fs`"),
            ("supply/x.rs", "fn f() { std::env::var(\"A\"); }", "`supply` is pure: no `std::env`"),
            ("dice/x.rs", "use ::std::time::Instant;", "`dice` is pure: no `std::time`"),
            ("campaign/x.rs", "use chrono::{NaiveDate, Utc};", "`campaign` is pure: no `chrono::Utc`"),
            ("rules/x.rs", "use std as s;", "`rules` names all of `std`"),
            ("supply/x.rs", "fn f() { println!(\"a\"); }", "`supply` does not print: `println!`"),
            ("domain/x.rs", "fn f() { dbg!(1); }", "`domain` does not print: `dbg!`"),
        ] {
            assert_eq!(judge(file, text), [format!("src/{file}:1: {what}")], "{text}");
        }
    }

    #[test]
    fn what_is_left_to_do_is_seen() {
        let unfinished = |text: &str| is_unfinished(&Source::new("ops/x.rs", text));
        assert!(unfinished("fn f() { todo!() }"));
        assert!(unfinished("fn f() { std::unimplemented!(\"a\") }"));
        assert!(!unfinished("// todo!()\nfn f(todo: u8) -> bool { todo != 0 }"));
        assert!(!unfinished("#[cfg(test)] mod tests { fn f() { todo!() } }"));
    }
}
