//! The staff officer's list as it is read: what is alike in one line, what needs no action left out.

use std::collections::BTreeSet;

use campaign::Campaign;
use domain::{Said, counted, few};

use super::line::{Met, OfAll, Together};
use super::{FindingRow, ReviewReport};
use crate::model::ReadAs;
use crate::words::finding::of_kind;
use crate::words::means::leaf_named;
use crate::words::square::battle_called;
use crate::{Cell, Column, Offered, Report, Table};

/// How many findings that are alike are told a line each, at most.
const TOLD_APART: usize = 2;
/// How many are named in one line.
const NAMED: usize = 3;
/// The kinds that are told of a whole side.
const OUT: [&str; 2] = ["out_of_log", "out_of_pol"];
/// What stands for the command of the line before.
const AS_ABOVE: &str = "as above";

/// The command of a line, and whether it only shows something.
type Settled = (String, bool);

/// What stands in a line.
struct Cells {
    what: String,
    /// By what it is told from others that are settled alike.
    of: String,
    square: Option<String>,
    since: Option<String>,
    settled: Option<Settled>,
}

impl FindingRow {
    /// What it is of, by name.
    fn name(&self) -> String {
        self.called.clone().unwrap_or_else(|| format!("`{}`", self.subject))
    }

    fn cells(&self) -> Cells {
        let text = match (&self.line.met, &self.line.text) {
            (Some(met), _) => Met::text(&[met]),
            (None, Some(text)) => format!("{} {text}", self.name()),
            (None, None) => format!("{} {}", self.name(), self.text),
        };
        let since = self.since.as_ref().map(|bound| bound.label.clone());
        let name = self.called.as_ref().unwrap_or(&self.subject);
        let of = if self.line.met.is_some() { text.clone() } else { format!("{name}, {}", of_kind(self.kind)) };
        Cells { what: text, of, square: self.square.clone(), since, settled: self.settled() }
    }

    fn settled(&self) -> Option<Settled> {
        self.command.clone().map(|command| (command, self.is_reading))
    }

    /// One line for all that met around one square.
    fn cells_around(&self, alike: &[&Self]) -> Cells {
        let all: Vec<&Met> = alike.iter().filter_map(|row| row.line.met.as_ref()).collect();
        let what = Met::text(&all);
        Cells { of: what.clone(), what, ..self.cells() }
    }

    /// One line for many that are alike.
    fn cells_of_many(&self, together: &Together, alike: &[&Self], read_as: &ReadAs) -> Cells {
        let since = alike.iter().filter_map(|row| row.since.as_ref()).min_by_key(|since| (since.day, since.phase));
        let names = if !together.named {
            String::new()
        } else if self.kind == "idle_vehicle" || OUT.contains(&self.kind) && says_more(alike) {
            format!(": {}", by_army(alike))
        } else {
            let names: Vec<String> = alike.iter().map(|row| row.name()).collect();
            format!(": {}", few(&names, NAMED, ", "))
        };
        let of = format!("{}: {} {}", together.whose, alike.len(), together.what);
        // What is for many only shows them.
        let all = together.command.as_ref().map(|command| match command {
            OfAll::Read(command) => (format!("{command}{}", read_as.words()), true),
            OfAll::OfSide(command) => (format!("{command}{}", read_as.words_but_side()), true),
        });
        let since = since.map(|bound| bound.label.clone());
        Cells { what: format!("{of}{names}"), of, square: None, since, settled: all.or_else(|| self.settled()) }
    }

    /// Whether it is no query: it comes when the next bound opens.
    fn is_due(&self) -> bool {
        self.kind == "arrival" && !self.line.needs_action
    }

    /// Whether it stands in one line with another.
    fn is_like(&self, other: &Self) -> bool {
        let met = |row: &Self| row.line.met.as_ref().map(|met| (met.attacked.1.clone(), row.command.clone()));
        let command = |row: &Self| {
            let of_all = row.line.together.as_ref().and_then(|of| of.command.clone());
            (of_all.is_none().then(|| row.command.clone()), of_all)
        };
        let is_together = self.line.together.is_some() && self.line.together == other.line.together;
        self.kind == other.kind
            && (is_together && command(self) == command(other) || met(self).is_some() && met(self) == met(other))
    }
}

/// How many are of each army, those with most first.
fn armies<'a>(alike: &[&'a FindingRow]) -> Vec<(&'a str, usize)> {
    let mut armies: Vec<(&str, usize)> = Vec::new();
    for row in alike {
        match armies.iter_mut().find(|(army, _)| *army == row.line.army) {
            Some((_, count)) => *count += 1,
            None => armies.push((&row.line.army, 1)),
        }
    }
    armies.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    armies
}

/// Whether how many are of each army says more than the first names: of many in several armies.
fn says_more(alike: &[&FindingRow]) -> bool {
    let armies = armies(alike);
    alike.len() > NAMED && armies.len() > 1 && armies.first().is_some_and(|(_, most)| *most > 1)
}

/// How many are of each army, and how many of all others.
fn by_army(alike: &[&FindingRow]) -> String {
    let armies = armies(alike);
    let named = armies.iter().take(NAMED).map(|(army, count)| format!("{count} of {army}"));
    let others: usize = armies.iter().skip(NAMED).map(|(_, count)| count).sum();
    let others = if others > 0 { format!(" and {others} elsewhere") } else { String::new() };
    format!("{}{others}", named.collect::<Vec<_>>().join(", "))
}

/// What a formation, a dump or a railhead is called, and a battle after the place where it is.
pub(super) fn called(campaign: &Campaign, subject: &str) -> Option<String> {
    let of_battle = campaign.battles.get(subject).map(|battle| battle_called(campaign, battle));
    // Many divisions call their columns alike.
    let vehicle = campaign.formation(subject).filter(|formation| formation.vehicle_of().is_some());
    let of_vehicle = vehicle.map(|vehicle| leaf_named(campaign, &vehicle.id));
    of_battle
        .or(of_vehicle)
        .or_else(|| campaign.name_of_account(subject).filter(|name| *name != subject).map(str::to_owned))
}

/// The heading of a kind.
fn heading(kind: &str) -> String {
    match kind {
        "standing_contact" => "standing contact: neither fought nor declined in this bound".to_owned(),
        kind => of_kind(kind),
    }
}

impl ReviewReport {
    /// How much there is, and what is to be done then.
    fn count(&self, lines: usize) -> Said {
        let things = counted(lines, "thing");
        let now = |reader: &str| {
            Said::leading(format!("{things} to query then"), &format!(": `railhead review{reader}` shows the list now"))
        };
        match (lines, self.read_as.is_back(), &self.read_as.reader) {
            (0, true, _) => "nothing to query then".into(),
            (_, true, Some(reader)) => now(&format!(" {reader}")),
            (_, true, None) => now(""),
            (0, false, Some(_)) => "nothing to query".into(),
            (_, false, Some(_)) => format!("{things} to query before the umpire closes the bound").into(),
            (0, false, None) => Said::leading("nothing to query", ": `railhead bound close` closes the bound"),
            (_, false, None) => Said::leading(format!("{things} to query"), " before `railhead bound close`"),
        }
    }

    /// The lines, each with its kind.
    fn lines(&self, listed: &[&FindingRow]) -> Vec<(&'static str, Cells)> {
        let mut told: BTreeSet<usize> = BTreeSet::new();
        let mut lines = Vec::new();
        for (place, row) in listed.iter().enumerate() {
            if told.contains(&place) {
                continue;
            }
            let alike = || listed.iter().enumerate().filter(|(_, other)| !self.one_by_one && row.is_like(other));
            let rows: Vec<&FindingRow> = alike().map(|(_, row)| *row).collect();
            let cells = match &row.line.together {
                Some(together) if rows.len() > TOLD_APART => row.cells_of_many(together, &rows, &self.read_as),
                None if rows.len() > 1 => row.cells_around(&rows),
                _ => {
                    lines.push((row.kind, row.cells()));
                    continue;
                }
            };
            told.extend(alike().map(|(place, _)| place));
            lines.push((row.kind, cells));
        }
        lines
    }
}

impl ReviewReport {
    /// How many lines of what is to be queried wait for somebody.
    pub(crate) fn open(&self) -> usize {
        self.lines(&self.findings.iter().filter(|row| row.line.needs_action).collect::<Vec<_>>()).len()
    }
}

/// The command as a cell: where there are buttons, one for it.
fn button((command, is_reading): &Settled, of: &str) -> Cell {
    let name = if *is_reading { "Look" } else { "Preview" };
    let offered = command.strip_prefix("railhead ").map(|command| Offered {
        name,
        of: of.to_owned(),
        command: command.to_owned(),
        attack: None,
    });
    Cell::from(Said::command(command.as_str())).offering(offered.into_iter().collect())
}

/// What is due in the next bound, and needs nothing done.
fn due_table(due: &[&FindingRow]) -> Option<Table> {
    let columns = vec![Column::text("what").wrapping(), Column::text("where"), Column::text("bound")];
    let mut table = Table::new("Due", columns);
    for row in due {
        let bound = row.since.as_ref().map(|bound| bound.label.clone());
        let at = Cell::maybe(row.square.as_deref()).at(row.square.clone());
        table.row([Cell::new(format!("{} {}", row.name(), row.text)), at, Cell::maybe(bound)]);
    }
    (!due.is_empty()).then_some(table)
}

impl ReviewReport {
    /// The list of these findings.
    fn table(&self, found: &[&FindingRow]) -> Table {
        let columns = vec![
            Column::text("what").wrapping(),
            Column::text("where"),
            Column::text("since"),
            Column::text("settled by").wrapping(),
        ];
        // The umpire's commands stand on his own list.
        let shown = if self.read_as.reader.is_none() { columns.len() } else { columns.len() - 1 };
        let columns = columns.into_iter().take(shown).collect();
        let mut table = Table::new(format!("Review of {}", self.bound.label), columns);
        let is_listed = |row: &&FindingRow| self.all || row.line.needs_action || row.is_due();
        let listed: Vec<&FindingRow> = found.iter().copied().filter(is_listed).collect();
        let (mut kind, mut last) = ("", None);
        let lines = self.lines(&listed);
        let count = lines.len();
        for (of, Cells { what, of: told_by, square, since, settled: command }) in lines {
            if kind != of {
                kind = of;
                table.group(heading(kind));
            }
            let is_same = !self.all && command.is_some() && command == last;
            let cell = if is_same {
                Cell::new(AS_ABOVE)
            } else {
                command.as_ref().map(|of| button(of, &told_by)).unwrap_or_default()
            };
            let at = Cell::maybe(square.as_deref()).at(square.clone());
            table.row([Cell::new(what), at, Cell::maybe(since), cell].into_iter().take(shown));
            last = command;
        }
        table.note(self.count(count));
        let others = found.len() - listed.len();
        if others > 0 {
            let need = if others == 1 { "needs" } else { "need" };
            let all = format!(": `railhead review --all{}`", self.read_as.words());
            table.note(Said::leading(format!("{others} more {need} no action"), &all));
        }
        table
    }
}

impl Report for ReviewReport {
    fn tables(&self) -> Vec<Table> {
        let (due, found): (Vec<&FindingRow>, Vec<_>) = self.findings.iter().partition(|row| row.is_due());
        std::iter::once(self.table(&found)).chain(due_table(&due)).collect()
    }

    /// One list, of what is due too.
    fn rows(&self) -> Vec<Table> {
        vec![self.table(&self.findings.iter().collect::<Vec<_>>())]
    }
}
