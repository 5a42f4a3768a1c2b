//! What a player reads: which commands show him anything, and that he reads nothing that is the umpire's.

use std::fmt::Write as _;

use report::Table;

use crate::desk::{Answer, Desk, Reading, Refusal};

/// A page that is what one command prints: its part of the address, its title, the words of the command.
pub(crate) const LOOKUPS: &[(&str, &str, &[&str])] = &[
    ("units", "Order of battle", &["orbat", "--depth=divisions"]),
    ("sheet", "Supply", &["supply", "status"]),
    ("stocks", "Stocks", &["supply", "stocks"]),
    ("report", "Bound report", &["bound", "report"]),
    ("enemy", "The enemy as sighted", &["intel", "show"]),
    ("status", "Status", &["status"]),
    ("battles", "All battles", &["battle", "list"]),
];

/// The orders that stand, which no page of his lists by itself.
const ORDERS: &[&str] = &["order", "list"];

/// What a reader sees, as text: when it changes he is told.
pub(crate) fn seen(desk: &mut dyn Desk, reading: &Reading) -> Option<String> {
    let situation = desk.situation(reading).ok()?;
    let mut seen = format!("{situation:?}");
    // What became of his orders changes with those that stand.
    for words in LOOKUPS.iter().map(|(_, _, words)| words).chain([&ORDERS]) {
        let answer = run(desk, reading, words, None);
        let _ = write!(seen, "{:?}{}", answer.tables, answer.text);
    }
    Some(seen)
}

/// Does a command that reads, with the eyes of a player, of a thing or of all; one that cannot read so is not done.
pub(crate) fn run(desk: &mut dyn Desk, reading: &Reading, words: &[&str], of: Option<&str>) -> Answer {
    let reads = desk.commands().iter().any(|command| {
        command.begins(words) && command.has("side") && (reading.commander.is_none() || command.has("commander"))
    });
    if !reads {
        return Answer { refusal: Some(Refusal::new("this cannot be shown to a player")), ..Answer::default() };
    }
    let mut typed: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    typed.extend(reading.flags());
    // What is looked for is never taken for a flag.
    typed.extend(of.into_iter().flat_map(|of| ["--", of]).map(str::to_owned));
    let mut answer = desk.run(&typed);
    without_commands(&mut answer);
    answer
}

/// Takes the commands out of what somebody reads who does none, and the ids by which they name things; what is said beside is for
/// who types them.
fn without_commands(of: &mut Answer) {
    of.tables = std::mem::take(&mut of.tables).into_iter().map(Table::without_commands).collect();
    of.tables.iter_mut().for_each(without_ids);
    of.said.clear();
}

/// Takes out the column of ids that stands beside one of names.
fn without_ids(table: &mut Table) {
    if let Some(at) = table.columns.iter().position(|column| column.name == "id").filter(|at| *at > 0) {
        table.drop_column(at);
    }
}
