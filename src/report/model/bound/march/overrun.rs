//! What was overrun in a march.

use serde::Serialize;

use campaign::march::Booty;
use campaign::{Campaign, Setting};
use domain::FormationId;

use crate::words::means::leaf_named;
use crate::{Cell, Column, Table};

/// Something that was overrun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OverrunRow {
    /// The dump or leaf.
    pub id: String,
    /// Where.
    pub square: String,
    /// By which leaf.
    pub by: FormationId,
    /// What became of it.
    pub became: String,
    /// What it is called, and who overran it.
    #[serde(skip)]
    names: [String; 2],
}

impl OverrunRow {
    pub(super) fn new(after: &Campaign, overrun: &campaign::march::Overrun) -> Self {
        let (id, became) = match &overrun.what {
            Booty::Leaf(leaf) => {
                let state = after.formations.get(leaf).and_then(|f| f.leaf.as_ref()).map(|leaf| leaf.state.to_string());
                (leaf.to_string(), state.unwrap_or_default())
            }
            Booty::Dump(dump) => {
                let owner = after
                    .dumps
                    .get(dump)
                    .map(|dump| format!("captured: dump of {}", after.name_of(dump.owner.as_str())));
                (dump.to_string(), owner.unwrap_or_else(|| "destroyed".to_owned()))
            }
            Booty::Railhead(railhead) => {
                let became = match after.settings.get(Setting::Capture) {
                    "destroyed" => "its stock destroyed",
                    _ => "its stock captured",
                };
                (railhead.to_string(), became.to_owned())
            }
        };
        let waits = after.claims.contains_key(id.as_str());
        let became = if waits { "waits for the umpire".to_owned() } else { became };
        let names = [after.account_name(&id), leaf_named(after, &overrun.by)];
        Self { id, square: after.frame.reference(overrun.square), by: overrun.by.clone(), became, names }
    }

    /// All of them, one a row; none where nothing was overrun.
    pub(super) fn table(rows: &[Self]) -> Option<Table> {
        let columns = ["overrun", "in", "by", "became"].map(|name| Column::text(name).wrapping()).to_vec();
        let mut table = Table::new("overrun", columns);
        for row in rows {
            let [name, by] = &row.names;
            table.row([Cell::new(name), Cell::new(&row.square), Cell::new(by), Cell::new(&row.became)]);
        }
        (!rows.is_empty()).then_some(table)
    }
}
