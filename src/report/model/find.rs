//! What `find` found.

use serde::Serialize;

use campaign::Campaign;
use ops::query::{Hit, ThingKind};

use super::NamedSide;
use crate::{Cell, Column, Report, Table};

/// Everything that answers to the words, the best answers first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct HitList {
    rows: Vec<HitRow>,
    /// How many a table shows at most.
    #[serde(skip)]
    most: usize,
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
    /// What was found, of which a table shows so many at most.
    pub fn new(campaign: &Campaign, hits: &[Hit<'_>], most: usize) -> Self {
        let row = |hit: &Hit<'_>| HitRow {
            kind: hit.kind,
            id: hit.id.to_owned(),
            name: hit.name.to_owned(),
            side: hit.side.map(|side| NamedSide::new(campaign, side)),
            square: hit.square.map(|square| campaign.frame.reference(square)),
            superior: hit.superior.map(str::to_owned),
        };
        Self { rows: hits.iter().map(row).collect(), most }
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
        for row in self.rows.iter().take(self.most) {
            table.row([
                Cell::new(&row.name),
                Cell::new(row.kind),
                Cell::maybe(row.square.as_ref()),
                NamedSide::cell(row.side.as_ref()),
                Cell::maybe(row.superior.as_ref()),
                Cell::new(if row.id == row.name { "" } else { &row.id }),
            ]);
        }
        let more = self.rows.len().saturating_sub(self.most);
        if more > 0 {
            table.note(format!("{more} more: `--all` lists them, more words find fewer"));
        }
        vec![table]
    }
}
