//! Where partisans are about.

use serde::Serialize;

use campaign::{Campaign, Partisans};
use domain::Bound;

use crate::model::{BoundView, NamedSide};
use crate::{Cell, Column, Report, Table};

/// All partisans, by square and side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PartisanList(Vec<PartisanRow>);

/// Partisans in a square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartisanRow {
    /// The square.
    pub square: String,
    /// The side that they harm.
    pub against: NamedSide,
    /// Up to which face of a die they raid.
    pub strength: u8,
    /// The first bound in which they may raid.
    pub from: Option<BoundView>,
    /// The last such bound.
    pub until: Option<BoundView>,
    /// The bound of their last raid.
    pub raid: Option<BoundView>,
    /// Whether they bar the square to lorries now.
    pub bars: bool,
}

impl PartisanList {
    /// The partisans of a campaign.
    pub fn new(campaign: &Campaign) -> Self {
        let view = |bound: Option<Bound>| bound.map(|bound| BoundView::new(campaign, bound));
        let row = |there: &Partisans| PartisanRow {
            square: campaign.frame.reference(there.square),
            against: NamedSide::new(campaign, there.against),
            strength: there.strength,
            from: view(there.from),
            until: view(there.until),
            raid: view(there.raid),
            bars: campaign.raided(there.against).contains(&there.square),
        };
        Self(campaign.partisans.iter().map(row).collect())
    }
}

impl Report for PartisanList {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("square"),
            Column::text("against"),
            Column::number("of 6"),
            Column::text("from"),
            Column::text("until"),
            Column::text("last raid"),
            Column::text("now"),
        ];
        let mut table = Table::new("", columns);
        let label = |bound: Option<&BoundView>| bound.map(|bound| bound.label.clone());
        for row in &self.0 {
            table.row([
                Cell::new(&row.square),
                Cell::from(&row.against),
                Cell::new(row.strength.to_string()),
                Cell::maybe(label(row.from.as_ref())),
                Cell::maybe(label(row.until.as_ref())),
                Cell::maybe(label(row.raid.as_ref())),
                Cell::new(if row.bars { "bars it to lorries" } else { "" }),
            ]);
        }
        if self.0.is_empty() {
            table.note("no partisans");
        }
        vec![table]
    }
}
