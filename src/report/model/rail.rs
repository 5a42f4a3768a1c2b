//! The railways of a campaign, with their cuts and railheads.

use serde::Serialize;

use crate::campaign::{Campaign, Railway};
use crate::domain::{AccountId, SideId};
use crate::report::{Cell, Column, Report, Table};

use super::change::joined;

/// Every railway, as the organiser wrote them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct RailList(Vec<RailRow>);

/// A railway.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RailRow {
    /// Its name.
    pub line: String,
    /// Its gauge in millimetres.
    pub gauge: u16,
    /// The sides that can use it.
    pub users: Vec<SideId>,
    /// How many squares it passes.
    pub squares: usize,
    /// Its first and last square.
    pub ends: Option<[String; 2]>,
    /// The lengths over which no train can run: `058052-059052`.
    pub cuts: Vec<String>,
    /// The railheads on it.
    pub railheads: Vec<String>,
    /// Those of them that trains reach from a source of their side.
    pub fed: Vec<String>,
}

impl RailList {
    /// The railways of a campaign, with the railheads that are fed.
    pub fn new(campaign: &Campaign, fed: &[AccountId]) -> Self {
        Self(campaign.railways.iter().map(|railway| RailRow::new(campaign, railway, fed)).collect())
    }
}

impl RailRow {
    fn new(campaign: &Campaign, railway: &Railway, fed: &[AccountId]) -> Self {
        let reference = |square| campaign.frame.reference(square);
        let heads = || campaign.railheads.values().filter(|head| head.line == railway.name);
        Self {
            line: railway.name.clone(),
            gauge: railway.gauge,
            users: railway.users.iter().copied().collect(),
            squares: railway.path.len(),
            ends: railway.path.first().zip(railway.path.last()).map(|(a, b)| [reference(*a), reference(*b)]),
            cuts: railway.cuts.iter().map(|side| joined(*side, &campaign.frame)).collect(),
            railheads: heads().map(|head| head.id.to_string()).collect(),
            fed: heads().filter(|head| fed.contains(&head.id)).map(|head| head.id.to_string()).collect(),
        }
    }
}

impl Report for RailList {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("line").wrapping(),
            Column::text("users"),
            Column::text("from-to"),
            Column::text("railheads").wrapping(),
            Column::text("not fed").wrapping(),
            Column::text("cut").wrapping(),
            Column::number("gauge").optional(),
            Column::number("squares").optional(),
        ];
        let mut table = Table::new("", columns);
        for row in &self.0 {
            let users: Vec<String> = row.users.iter().map(ToString::to_string).collect();
            let unfed: Vec<&str> =
                row.railheads.iter().filter(|head| !row.fed.contains(head)).map(String::as_str).collect();
            let cut = if row.cuts.is_empty() { Cell::new("-") } else { Cell::emphasised(row.cuts.join(" ")) };
            table.row([
                Cell::new(&row.line),
                Cell::new(users.join(" ")),
                Cell::maybe(row.ends.as_ref().map(|ends| ends.join("-"))),
                Cell::new(row.railheads.join(" ")),
                if unfed.is_empty() { Cell::new("-") } else { Cell::emphasised(unfed.join(" ")) },
                cut,
                Cell::new(row.gauge),
                Cell::new(row.squares),
            ]);
        }
        vec![table]
    }
}
