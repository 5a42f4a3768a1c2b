//! Who of several units could not come so far: a row a unit and reason, with how many of its leaves; of one unit a row for what
//! is directly above its leaves.

use std::collections::BTreeSet;

use campaign::march::{LeafMarch, Stop};
use campaign::{Campaign, Formation};
use domain::few;

use super::{LeafRow, MarchReport};
use crate::gathered::entry;
use crate::model::clock::hours;
use crate::{Cell, Column, Table};

/// So many lines for one reason are told leaf by leaf, at most.
pub(super) const TOLD_APART: usize = 2;

/// Units by name with those of their leaves that are told of.
type LeavesByUnit<'a> = Vec<(&'a str, Vec<&'a LeafRow>)>;

impl MarchReport {
    /// The same by unit, with how many of its leaves: JSON names them.
    pub(super) fn short_by_unit(&self) -> Option<Table> {
        const NAMED: usize = 2;
        let columns = vec![
            Column::text("unit").wrapping(),
            Column::number("leaves"),
            Column::text("in").wrapping(),
            Column::text("wanted").wrapping(),
            Column::number("still to go"),
        ];
        let mut table = Table::new("stopped short", columns);
        let mut reasons: Vec<(&str, LeavesByUnit<'_>)> = Vec::new();
        let is_one = self.units.len() == 1;
        for unit in &self.units {
            for leaf in &unit.marches {
                let Some(reason) = leaf.cause.as_deref() else { continue };
                let units = entry(&mut reasons, reason, |of| *of == reason);
                let named = if is_one { &leaf.of } else { &unit.name };
                entry(units, named.as_str(), |of| of == named).push(leaf);
            }
        }
        for (reason, units) in reasons {
            table.group(reason);
            for (unit, leaves) in units {
                let squares = |of: &dyn Fn(&LeafRow) -> String| {
                    let all: BTreeSet<String> = leaves.iter().map(|leaf| of(leaf)).collect();
                    few(&all.into_iter().collect::<Vec<_>>(), NAMED, ", ")
                };
                let left = leaves.iter().filter(|leaf| leaf.left_squares > 0).map(|leaf| leaf.left_minutes);
                let left = left.clone().min().zip(left.max()).map(|(least, most)| {
                    if least == most { hours(most) } else { format!("{} to {}", hours(least), hours(most)) }
                });
                table.row([
                    Cell::new(unit),
                    Cell::new(leaves.len()),
                    Cell::new(squares(&|leaf| leaf.square.clone())),
                    Cell::new(squares(&|leaf| leaf.to.clone())),
                    Cell::maybe(left),
                ]);
            }
        }
        (!table.rows.is_empty()).then_some(table)
    }
}

/// Why fighting leaves did not set out while only others marched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Torn {
    /// They have no POL.
    Fuel,
    /// They have no moving hours left.
    Hours,
}

impl Torn {
    /// That the train of a unit marches without those who fight.
    pub(super) fn told(self, unit: &str) -> String {
        match self {
            Self::Fuel => {
                format!("{unit}: its HQ and train march on without its fighting units, which have no POL")
            }
            Self::Hours => format!("{unit}: its train marches alone; its fighting units have no moving hours left"),
        }
    }
}

/// Whether fighting leaves stayed for want of POL or hours, and only others marched.
pub(super) fn torn(after: &Campaign, leaves: &[&LeafMarch]) -> Option<Torn> {
    let fights = |leaf: &LeafMarch| after.formations.get(&leaf.leaf).is_some_and(Formation::is_fighting_leaf);
    let mut gone = leaves.iter().filter(|leaf| leaf.has_marched()).peekable();
    gone.peek()?;
    if gone.any(|leaf| fights(leaf)) {
        return None;
    }
    let mut stays = leaves.iter().filter(|leaf| fights(leaf) && !leaf.has_marched());
    stays.find_map(|leaf| match leaf.stop {
        Some(Stop::Fuel(_)) => Some(Torn::Fuel),
        Some(Stop::Hours) => Some(Torn::Hours),
        _ => None,
    })
}
