//! Where mines lie.

use serde::Serialize;

use campaign::{Campaign, Minefield};

use crate::model::{BoundView, NamedSide};
use crate::{Cell, Column, Report, Table};

/// All minefields, by square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct MinesList(Vec<MinesRow>);

/// The mines of a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MinesRow {
    /// The square.
    pub square: String,
    /// The side that laid them.
    pub side: NamedSide,
    /// Whether a way leads through them.
    pub gapped: bool,
    /// Whether they lie there now: not while they are being laid.
    pub lies: bool,
    /// The bound from which they lie.
    pub from: Option<BoundView>,
    /// What is to be known of them.
    pub note: String,
}

impl MinesList {
    /// The minefields of a campaign.
    pub fn new(campaign: &Campaign) -> Self {
        let row = |field: &Minefield| MinesRow {
            square: campaign.frame.reference(field.square),
            side: NamedSide::new(campaign, field.side),
            gapped: field.gapped,
            lies: field.lies(campaign.bound),
            from: field.from.map(|from| BoundView::new(campaign, from)),
            note: field.note.clone(),
        };
        Self(campaign.minefields.iter().map(row).collect())
    }
}

impl Report for MinesList {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("square"),
            Column::text("of"),
            Column::text("now"),
            Column::text("from"),
            Column::text("note").wrapping(),
        ];
        let mut table = Table::new("", columns);
        for row in &self.0 {
            table.row([
                Cell::new(&row.square),
                Cell::from(&row.side),
                Cell::new(match (row.lies, row.gapped) {
                    (false, _) => "being laid",
                    (true, true) => "gapped",
                    (true, false) => "mined",
                }),
                Cell::maybe(row.from.as_ref().map(|from| &from.label)),
                Cell::new(&row.note),
            ]);
        }
        if self.0.is_empty() {
            table.note("no minefields");
        }
        vec![table]
    }
}
