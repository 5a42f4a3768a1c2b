//! What `find` found.

use serde::Serialize;

use campaign::Campaign;
use ops::query::{Hit, ThingKind};

use super::NamedSide;
use crate::{Cell, Column, Report, Table};

/// How many a table shows where not all are asked for.
const LISTED: usize = 20;

/// Everything that answers to the words, the best answers first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct HitList {
    rows: Vec<HitRow>,
    /// Whether a table shows all.
    #[serde(skip)]
    all: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct HitRow {
    kind: ThingKind,
    id: String,
    name: String,
    side: Option<NamedSide>,
    square: Option<String>,
    superior: Option<String>,
}

impl HitList {
    /// What was found, of which a table shows the best so many, or all.
    pub fn new(campaign: &Campaign, hits: &[Hit<'_>], all: bool) -> Self {
        let row = |hit: &Hit<'_>| HitRow {
            kind: hit.kind,
            id: hit.id.to_owned(),
            name: hit.name.to_owned(),
            side: hit.side.map(|side| NamedSide::new(campaign, side)),
            square: hit.square.map(|square| campaign.frame.reference(square)),
            superior: hit.superior.map(str::to_owned),
        };
        Self { rows: hits.iter().map(row).collect(), all }
    }

    /// Whether a row answers by the name of its superior alone, which is found itself: `HQ, 22nd Panzer Division`.
    fn is_of_one_found(&self, row: &HitRow) -> bool {
        let above = row.superior.as_ref().filter(|above| row.name != **above && row.name.contains(above.as_str()));
        above.is_some_and(|above| self.rows.iter().any(|other| other.name == *above && other.side == row.side))
    }
}

impl Report for HitList {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("name").wrapping(),
            Column::text("what"),
            Column::text("square"),
            Column::text("side"),
            Column::text("under").wrapping(),
            Column::text("id"),
        ];
        let mut table = Table::new("", columns);
        let (parts, found): (Vec<&HitRow>, Vec<_>) =
            self.rows.iter().partition(|row| !self.all && self.is_of_one_found(row));
        for row in found.iter().take(if self.all { usize::MAX } else { LISTED }) {
            table.row([
                Cell::new(&row.name),
                Cell::new(row.kind),
                Cell::maybe(row.square.as_ref()),
                NamedSide::cell(row.side.as_ref()),
                Cell::maybe(row.superior.as_ref()),
                Cell::new(if row.id == row.name { "" } else { &row.id }),
            ]);
        }
        let more = found.len() - table.rows.len();
        if more > 0 {
            table.note(format!("{more} more: `--all` lists them, more words find fewer"));
        }
        if !parts.is_empty() {
            table.note(format!("{} under those found, named after them: `--all` lists them", parts.len()));
        }
        vec![table]
    }
}
