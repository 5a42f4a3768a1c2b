//! A side in a report: whoever reads it reads its name, and data keep its id.

use serde::{Serialize, Serializer};

use campaign::Campaign;
use domain::SideId;

use crate::Cell;

/// A side with what it is called; in JSON and CSV it is its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSide {
    /// Its id.
    pub id: SideId,
    name: String,
}

impl NamedSide {
    /// A side of a campaign.
    pub(crate) fn new(campaign: &Campaign, id: SideId) -> Self {
        Self { id, name: campaign.side_name(id) }
    }

    /// The same, called as those whose figures are told.
    pub(crate) fn counted(campaign: &Campaign, id: SideId) -> Self {
        Self { id, name: campaign.counted_name(id) }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cell of a side, or an empty one.
    pub(crate) fn cell(of: Option<&Self>) -> Cell {
        of.map(Cell::from).unwrap_or_default()
    }

    /// The id, by which rows are sorted and told apart.
    pub(crate) fn id(of: Option<&Self>) -> Option<SideId> {
        of.map(|side| side.id)
    }
}

impl Serialize for NamedSide {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.id.serialize(serializer)
    }
}

impl From<&NamedSide> for Cell {
    fn from(side: &NamedSide) -> Self {
        Self::new(&side.name).meaning(side.id.to_string())
    }
}

#[cfg(test)]
mod tests {
    use campaign::sketch::{add_side, blank};

    use super::*;
    use crate::render::flat;
    use crate::{Column, Table};

    #[test]
    fn a_side_is_read_by_its_name_and_kept_by_its_id() {
        let mut campaign = blank(3, 3);
        add_side(&mut campaign, "AX", "Axis powers", "grey");
        let side = NamedSide::new(&campaign, "AX".parse().unwrap());
        assert_eq!(serde_json::to_string(&side).unwrap(), "\"AX\"");
        let mut table = Table::new("", vec![Column::text("side"), Column::text("other")]);
        table.row([NamedSide::cell(Some(&side)), NamedSide::cell(None)]);
        let crate::Row::Cells(cells) = &table.rows[0] else { panic!("{table:?}") };
        assert_eq!((cells[0].text.as_str(), cells[1].text.as_str()), ("Axis powers", ""));
        let data: Vec<&str> = flat(&table)[1].iter().map(|(_, text)| *text).collect();
        assert_eq!(data, ["AX", ""]);
    }
}
