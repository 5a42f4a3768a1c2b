//! What waits: orders not yet carried out, and claims for the umpire.

use serde::Serialize;

use crate::campaign::{Campaign, Deed};
use crate::domain::{FormationId, SideId};
use crate::report::{Cell, Column, Report, Table};

use super::BoundView;

/// Orders, by bound and unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct OrderList(Vec<OrderRow>);

/// An order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OrderRow {
    /// The unit.
    pub unit: FormationId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// For which bound.
    pub bound: BoundView,
    /// What it is to do: `move`, `dig-in`, `reorganise`.
    pub deed: &'static str,
    /// The squares by which it marches.
    pub way: Vec<String>,
    /// In what manner it marches.
    pub rate: Option<&'static str>,
    /// How: `close_up`, `split`, `alone`, `fortify`.
    pub how: Vec<&'static str>,
}

impl OrderList {
    /// The orders of a campaign, or of one side.
    pub fn new(campaign: &Campaign, side: Option<SideId>) -> Self {
        let rows = campaign.orders.iter().filter_map(|order| {
            let unit = campaign.formations.get(&order.unit)?;
            let (mut way, mut rate, mut how) = (Vec::new(), None, Vec::new());
            match &order.deed {
                Deed::Move(march) => {
                    way.extend(march.way.iter().map(|square| campaign.frame.reference(*square)));
                    rate = Some(march.rate.as_str());
                    let flags = [(march.close_up, "close_up"), (march.split, "split"), (march.alone, "alone")];
                    how.extend(flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word));
                }
                Deed::DigIn { fortify: true } => how.push("fortify"),
                Deed::DigIn { fortify: false } | Deed::Reorganise => {}
            }
            let (name, deed) = (unit.name.clone(), order.deed.word());
            let bound = BoundView::new(campaign, order.bound);
            Some(OrderRow { unit: unit.id.clone(), name, side: unit.side, bound, deed, way, rate, how })
        });
        Self(rows.filter(|row| side.is_none_or(|side| side == row.side)).collect())
    }
}

impl Report for OrderList {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("bound"),
            Column::text("unit"),
            Column::text("name").wrapping().optional(),
            Column::text("is to"),
            Column::text("by").wrapping(),
            Column::text("how").wrapping(),
        ];
        let mut table = Table::new("orders", columns);
        for row in &self.0 {
            let how: Vec<&str> = row.rate.into_iter().chain(row.how.iter().copied()).collect();
            table.row([
                Cell::new(&row.bound.label),
                Cell::new(&row.unit),
                Cell::new(&row.name),
                Cell::new(row.deed),
                Cell::new(row.way.join(" ")),
                Cell::new(how.join(", ")),
            ]);
        }
        if self.0.is_empty() {
            table = Table::new("no orders wait to be carried out", Vec::new());
        }
        vec![table]
    }
}

/// What was overrun and waits for the umpire, by id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ClaimList(Vec<ClaimRow>);

/// A claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClaimRow {
    /// The dump, railhead or leaf.
    pub id: String,
    /// `dump`, `railhead` or `leaf`.
    pub kind: &'static str,
    /// Where it was overrun.
    pub square: String,
    /// By which leaf.
    pub by: FormationId,
    /// In which bound.
    pub bound: BoundView,
}

impl ClaimList {
    /// The claims of a campaign.
    pub fn new(campaign: &Campaign) -> Self {
        let rows = campaign.claims.values().map(|claim| ClaimRow {
            id: claim.what.to_string(),
            kind: match &claim.what {
                what if campaign.dumps.contains_key(what) => "dump",
                what if campaign.railheads.contains_key(what) => "railhead",
                _ => "leaf",
            },
            square: campaign.frame.reference(claim.square),
            by: claim.by.clone(),
            bound: BoundView::new(campaign, claim.bound),
        });
        Self(rows.collect())
    }
}

impl Report for ClaimList {
    fn tables(&self) -> Vec<Table> {
        let columns = ["overrun", "kind", "in", "by", "bound"].map(Column::text).to_vec();
        let mut table = Table::new("waiting for the umpire", columns);
        for row in &self.0 {
            table.row([row.id.as_str(), row.kind, &row.square, row.by.as_str(), &row.bound.label]);
        }
        if self.0.is_empty() {
            table = Table::new("nothing waits for the umpire", Vec::new());
        } else {
            table.note("`railhead supply claim ID captured|destroyed|spared` settles one");
        }
        vec![table]
    }
}
