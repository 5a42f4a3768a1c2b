//! What became of orders that are no marches.

use serde::Serialize;

use campaign::Campaign;
use campaign::march::ActionAccount;
use domain::{FormationId, counted};

use crate::{Cell, Column, Table};

/// What became of an order that is no march.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ActionRow {
    /// The unit.
    pub unit: FormationId,
    /// Its name.
    pub name: String,
    /// What it was to do: `dig-in`, `fortify`, `reorganise`, `open-dump`, `send`.
    #[serde(rename = "deed")]
    pub action: &'static str,
    /// Whether any of it was done; else the order stands.
    pub done: bool,
    /// How many of its leaves did it.
    pub did: usize,
    /// How many were to.
    pub leaves: usize,
    /// What hindered the others, or what is to be known of it though it was done, in words.
    pub reason: Option<String>,
    /// Whether the unit still has an order for the bound.
    #[serde(skip)]
    stands: bool,
}

impl ActionRow {
    pub(crate) fn new(after: &Campaign, account: &ActionAccount) -> Self {
        let ActionAccount { unit, action, done, leaves, why } = account;
        let name = after.formations.get(unit).map(|unit| unit.name.clone()).unwrap_or_default();
        let (done, did) = (*done > 0, *done);
        let stands = after.orders.get(unit.as_str(), after.bound).is_some();
        Self { unit: unit.clone(), name, action, done, did, leaves: *leaves, reason: why.clone(), stands }
    }

    /// What came of it: `done by 3 of 5 leaves; 2 leaves dug in already`.
    fn told(&self) -> String {
        let reason = self.reason.as_deref().unwrap_or_default();
        match (self.done, self.did == self.leaves) {
            (true, true) if reason.is_empty() => format!("done by {}", counted(self.leaves, "leaf")),
            (true, true) => format!("done by {}; {reason}", counted(self.leaves, "leaf")),
            (true, false) => format!("done by {} of {}; {reason}", self.did, counted(self.leaves, "leaf")),
            (false, _) if self.stands => format!("not done, the order stands: {reason}"),
            (false, _) => format!("not done, the order is dropped: {reason}"),
        }
    }

    /// The orders that are no marches.
    pub(crate) fn table(rows: &[Self]) -> Option<Table> {
        let columns = vec![
            Column::text("unit").wrapping(),
            Column::text("id").wrapping().optional(),
            Column::text("order"),
            Column::text("came to").wrapping(),
        ];
        let mut table = Table::new("other orders", columns);
        for row in rows {
            table.row([Cell::new(&row.name), Cell::new(&row.unit), Cell::new(row.action), Cell::new(row.told())]);
        }
        (!table.rows.is_empty()).then_some(table)
    }
}
