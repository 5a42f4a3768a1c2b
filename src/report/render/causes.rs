//! The supply status sheet on a page: by cause as text that fills its width, or by formation as a table.
//!
//! What it decides: how much of a cause its lines have room for. What it never does: look anything up.

use domain::shown;

use super::page::{Format, Page};
use super::wrap::sentence;
use crate::model::CausePage;
use crate::model::SupplySheet;
use crate::model::causes::{CauseEntry, CauseGroup};
use crate::{Report, Table};

/// How many lines a cause takes at most; who suffers has one, however long the rest is.
const LINES: usize = 6;

impl Report for SupplySheet {
    fn tables(&self) -> Vec<Table> {
        vec![self.table()]
    }

    fn page_tables(&self) -> Vec<Table> {
        vec![self.by_cause().map_or_else(|| self.table(), |sheet| Self::cause_table(&sheet))]
    }

    fn drawing(&self, page: Page) -> Option<String> {
        match page.format {
            Format::Table => self.by_cause().map(|sheet| text(&sheet, page)),
            Format::Markdown | Format::Csv | Format::Json => None,
        }
    }
}

fn text(sheet: &CausePage, page: Page) -> String {
    let width = page.width;
    let mut text = shown(&sentence("", &sheet.title, 2, Some(width))).into_owned();
    for side in &sheet.sides {
        text.push('\n');
        text.push_str(&shown(&sentence("", &side.of.told, 2, Some(width))));
        for (number, cause) in (1..).zip(&side.causes) {
            // The first stands under its heading.
            text.push_str(if number > 1 { "\n" } else { "" });
            text.push_str(&entry(number, cause, page));
        }
        side.of.in_vain.iter().for_each(|of| text.push_str(&shown(&sentence("", &of.told(), 2, Some(width)))));
    }
    if !sheet.notes.is_empty() {
        text.push('\n');
    }
    sheet.notes.iter().for_each(|note| text.push_str(&shown(&sentence("", note, 2, Some(width)))));
    text
}

fn entry(number: usize, cause: &CauseEntry, page: Page) -> String {
    let width = page.width;
    let head = format!("{number}. ");
    let indent = head.len();
    let blank = " ".repeat(indent);
    let what = sentence(&head, &cause.what, indent, Some(width));
    let mend = sentence(&blank, &format!("Mend: {}", &*cause.mend), indent, Some(width));
    let room = LINES.saturating_sub(what.lines().count() + mend.lines().count()).max(1);
    let lines = |names: &str| sentence(&blank, &format!("{}{names}.", cause.count), indent, Some(width));
    let who = names(&cause.groups, |names| lines(names).lines().count() <= room);
    format!("{}{}", strong(&shown(&what), page.colour), shown(&format!("{}{mend}", lines(&who))))
}

/// Lines that must not be overlooked, where there is colour.
fn strong(lines: &str, colour: bool) -> String {
    if !colour {
        return lines.to_owned();
    }
    lines.lines().flat_map(|line| ["\u{1b}[1m", line, "\u{1b}[22m\n"]).collect()
}

/// Who suffers: each by name where all fit; else by corps and army, the smallest by name as long as they fit; else as many
/// of these as fit.
fn names(groups: &[CauseGroup], fits: impl Fn(&str) -> bool) -> String {
    let each = |group: &CauseGroup| {
        let own = group.suffers.then(|| group.name.clone());
        own.into_iter().chain(group.under.iter().cloned()).collect::<Vec<_>>()
    };
    let all = groups.iter().flat_map(each).collect::<Vec<_>>().join(", ");
    if fits(&all) {
        return all;
    }
    let mut told: Vec<String> = groups.iter().map(short).collect();
    let mut smallest: Vec<usize> = (0..groups.len()).collect();
    smallest.sort_by_key(|place| groups[*place].size());
    for place in smallest {
        let before = std::mem::replace(&mut told[place], in_full(&groups[place]));
        if !fits(&told.join("; ")) {
            told[place] = before;
        }
    }
    let first = |some: usize| {
        let left: usize = groups[some..].iter().map(CauseGroup::size).sum();
        let more = if left == 0 { String::new() } else { format!("; and {left} more") };
        format!("{}{more}", told[..some].join("; "))
    };
    (1..=told.len()).rev().map(first).find(|text| fits(text)).unwrap_or_else(|| first(told.len().min(1)))
}

/// A corps with each of its own by name.
fn in_full(group: &CauseGroup) -> String {
    let under = group.under.join(", ");
    match (group.suffers, group.under.is_empty()) {
        (true, true) => group.name.clone(),
        (true, false) => format!("{} with {under}", group.name),
        (false, _) => format!("{under} of {}", group.name),
    }
}

/// A corps with how many of its own.
fn short(group: &CauseGroup) -> String {
    match (group.suffers, group.under.as_slice()) {
        (true, []) => group.name.clone(),
        (true, under) => format!("{} with {} under it", group.name, under.len()),
        (false, [one]) => one.clone(),
        (false, under) => format!("{} of {}", under.len(), group.name),
    }
}

impl CauseGroup {
    /// How many suffer.
    fn size(&self) -> usize {
        usize::from(self.suffers) + self.under.len()
    }
}
