//! Superiors: that they exist, are of the same side and make no circle.

use std::collections::{BTreeMap, BTreeSet};

use campaign::Side;
use campaign::size_limits::DEPTH;

use crate::draft::side_called;
use crate::orbat::rows::Rows;
use crate::text::csv_file::CsvRow;
use crate::text::log::{Log, did_you_mean, id_of_name};

/// Checks the superiors of every row; whether some stand in a circle, so that it cannot be said who is above whom.
///
/// `lines` holds the ids of every row, those too of which no more could be read.
pub(crate) fn check(rows: &Rows<'_>, sides: &[Side], lines: &BTreeMap<String, u64>, log: &Log) -> bool {
    let by_id: BTreeMap<&str, &CsvRow<'_>> = rows.formations.iter().map(|(id, row)| (*id, row)).collect();
    for (id, row) in &rows.formations {
        let Some(parent) = row.given("parent") else { continue };
        let Some(superior) = by_id.get(parent) else {
            if lines.contains_key(parent) {
                continue;
            }
            let named = rows.formations.iter().map(|(id, row)| (*id, row.word("name")));
            let hint = id_of_name(parent, named).unwrap_or_else(|| {
                did_you_mean(parent, by_id.keys().copied(), "give the id of a formation, or nothing")
            });
            row.fault("parent", format!("there is no formation `{parent}`"), hint);
            continue;
        };
        let (own, other) = (row.word("side"), superior.word("side"));
        let both = side_called(sides, own).zip(side_called(sides, other));
        if both.is_some_and(|(own, other)| own != other) {
            let message = format!("`{id}` belongs to side `{own}`, but `{parent}` to side `{other}`");
            row.fault("parent", message, "a superior must belong to the same side");
        }
    }
    let before = log.count();
    circles(rows, &by_id, log);
    let in_circles = log.count() > before;
    if !in_circles {
        depth(rows, &by_id);
    }
    in_circles
}

/// Finds fault with the first that has too many above it; those of a template stand a level lower.
fn depth(rows: &Rows<'_>, by_id: &BTreeMap<&str, &CsvRow<'_>>) {
    let mut levels: BTreeMap<&str, usize> = BTreeMap::new();
    for (id, row) in &rows.formations {
        let mut way: Vec<&str> = Vec::new();
        let mut next = Some(*id);
        while let Some(here) = next.filter(|here| !levels.contains_key(here)) {
            way.push(here);
            next = by_id.get(here).and_then(|row| row.given("parent"));
        }
        let mut level = next.map_or(0, |above| levels[above]);
        for here in way.into_iter().rev() {
            level += 1;
            levels.insert(here, level);
        }
        let lowest = levels[id] + usize::from(row.given("template").is_some());
        if lowest > DEPTH {
            let message = format!("`{id}` is at level {lowest} of the order of battle");
            row.fault("parent", message, format!("the limit is {DEPTH} levels"));
            return;
        }
    }
}

/// Finds circles, and names each once: at its row that comes first.
fn circles(rows: &Rows<'_>, by_id: &BTreeMap<&str, &CsvRow<'_>>, log: &Log) {
    let mut done: BTreeSet<&str> = BTreeSet::new();
    for (id, row) in &rows.formations {
        let mut way: Vec<&str> = Vec::new();
        let mut on_way: BTreeSet<&str> = BTreeSet::new();
        let mut next = Some(*id);
        while let Some(here) = next.filter(|here| !done.contains(here)) {
            if !on_way.insert(here) {
                let start = way.iter().position(|there| *there == here).unwrap_or_default();
                let circle: Vec<_> = way[start..].iter().map(|there| format!("`{there}`")).collect();
                let at = by_id.get(here).copied().unwrap_or(row);
                let message = format!("`{here}` stands under itself: {}", circle.join(" under "));
                log.fault(at.at("parent"), message, "give one of them another superior, or none");
                break;
            }
            way.push(here);
            next = by_id.get(here).and_then(|row| row.given("parent"));
        }
        done.extend(way);
    }
}
