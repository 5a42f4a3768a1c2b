//! What a player reads: which commands show him anything, and that he reads nothing that is the umpire's.

use std::fmt::Write as _;

use ops::View;
use report::Table;
use report::model::BoundView;

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

/// What neither side minds that the other sees: the bound and its weather.
pub(crate) fn public(campaign: &View) -> (BoundView, Option<String>) {
    let weather = || Some(campaign.weather_in(campaign.bound)?.words());
    (BoundView::new(campaign, campaign.bound), weather())
}

/// What a reader sees, as text: when it changes he is told. Who reads with nobody's eyes sees what neither side minds.
pub(crate) fn seen(desk: &mut dyn Desk, reading: &Reading) -> Option<String> {
    if reading.side.is_none() && reading.commander.is_none() {
        return desk.look(reading).ok().map(|campaign| format!("{:?}", public(&campaign)));
    }
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
    let reads = desk.commands().iter().find(|command| {
        command.begins(words) && command.has("side") && (reading.commander.is_none() || command.has("commander"))
    });
    let Some(command) = reads else {
        return Answer { refusal: Some(Refusal::new("this cannot be shown to a player")), ..Answer::default() };
    };
    // What is told of a bound that was closed is told as of then, and is asked for by its name.
    let at = reading.at.clone().filter(|_| command.has("as_of"));
    let mut typed: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    typed.extend(Reading { at, ..reading.clone() }.flags());
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
