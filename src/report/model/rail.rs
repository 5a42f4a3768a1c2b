//! The railways of a campaign, with their cuts and railheads.

use serde::Serialize;

use crate::campaign::{Campaign, Railway};
use crate::domain::SideId;
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
}

impl RailList {
    /// The railways of a campaign.
    pub fn new(campaign: &Campaign) -> Self {
        Self(campaign.railways.iter().map(|railway| RailRow::new(campaign, railway)).collect())
    }
}

impl RailRow {
    fn new(campaign: &Campaign, railway: &Railway) -> Self {
        let reference = |square| campaign.frame.reference(square);
        let heads = campaign.railheads.values().filter(|head| head.line == railway.name);
        Self {
            line: railway.name.clone(),
            gauge: railway.gauge,
            users: railway.users.iter().copied().collect(),
            squares: railway.path.len(),
            ends: railway.path.first().zip(railway.path.last()).map(|(a, b)| [reference(*a), reference(*b)]),
            cuts: railway.cuts.iter().map(|side| joined(*side, &campaign.frame)).collect(),
            railheads: heads.map(|head| head.id.to_string()).collect(),
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
            Column::text("cut").wrapping(),
            Column::number("gauge").optional(),
            Column::number("squares").optional(),
        ];
        let mut table = Table::new("", columns);
        for row in &self.0 {
            let users: Vec<String> = row.users.iter().map(ToString::to_string).collect();
            let cut = if row.cuts.is_empty() { Cell::new("-") } else { Cell::emphasised(row.cuts.join(" ")) };
            table.row([
                Cell::new(&row.line),
                Cell::new(users.join(" ")),
                Cell::maybe(row.ends.as_ref().map(|ends| ends.join("-"))),
                Cell::new(row.railheads.join(" ")),
                cut,
                Cell::new(row.gauge),
                Cell::new(row.squares),
            ]);
        }
        vec![table]
    }
}
