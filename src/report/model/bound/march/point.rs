//! A march way point by way point: how far it is to each, and after how much of the bound it is there.

use serde::Serialize;

use campaign::march::{LeafMarch, MarchAccount, lead};
use campaign::{Campaign, Tree};
use domain::Square;
use ops::query::MarchOutlook;

use super::MarchReport;
use crate::model::FuelChainView;
use crate::model::clock::hours;
use crate::model::supply::measure::km;
use crate::{Cell, Column, Table};

/// A way point of a march, or its end, as the leaf comes to it that leads.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WayPointRow {
    /// The square.
    pub square: String,
    /// How far it is from where the march begins.
    pub km: f64,
    /// After how many minutes of its moving hours, counted from the beginning of the bound; of one that is not reached in
    /// it with what the way there takes beyond.
    pub minutes: u32,
    /// Whether it is reached in the bound.
    pub reached: bool,
    #[serde(skip)]
    name: String,
}

impl WayPointRow {
    /// The way points of a march that is foreseen.
    pub fn foreseen(campaign: &Campaign, outlook: &MarchOutlook, points: &[Square]) -> Vec<Self> {
        outlook.lead.as_ref().map(|lead| Self::all(campaign, lead, points)).unwrap_or_default()
    }

    /// After how much of the bound it is reached, and how far it is: `1:00, 6 km`; that it is not, where it is not.
    pub fn when(&self) -> String {
        let far = format!("{:.0} km", self.km);
        if self.reached { format!("{}, {far}", hours(self.minutes)) } else { format!("{far}, not in this bound") }
    }

    /// Those of these squares that lie on the way of a leaf, one after the other.
    pub(super) fn all(campaign: &Campaign, leaf: &LeafMarch, points: &[Square]) -> Vec<Self> {
        let mut beyond = u32::from(leaf.after.minutes);
        let left = leaf.left.iter().map(|(square, minutes)| {
            beyond += minutes;
            (*square, beyond, false)
        });
        let entered = leaf.way.iter().zip(&leaf.entered).map(|(square, minutes)| (*square, *minutes, true));
        let steps: Vec<(Square, u32, bool)> = entered.chain(left).collect();
        let mut rows = Vec::new();
        let mut from = 0;
        for (place, point) in points.iter().enumerate() {
            let is_last = place + 1 == points.len();
            let on_way = steps.iter().skip(from).position(|(square, ..)| square == point).map(|at| from + at);
            // Who leads may have his place beside the square to which all march.
            let Some(at) = on_way.or_else(|| steps.len().checked_sub(1).filter(|_| is_last)) else { continue };
            let (square, minutes, reached) = steps[at];
            rows.push(Self {
                square: campaign.frame.reference(square),
                km: km((at as u64 + 1) * u64::from(campaign.frame.square_m)),
                minutes,
                reached,
                name: campaign.square_named(square),
            });
            from = at + 1;
        }
        rows
    }

    pub(super) fn table(rows: &[Self]) -> Option<Table> {
        let columns = vec![
            Column::text("by").wrapping(),
            Column::number("km"),
            Column::number("on from there"),
            Column::number("after"),
            Column::text(""),
        ];
        let mut table = Table::new("Way points", columns);
        let mut before = 0.0;
        for row in rows {
            table.row([
                Cell::new(&row.name),
                Cell::new(format!("{:.0}", row.km)),
                Cell::new(format!("{:.0}", row.km - before)),
                Cell::new(hours(row.minutes)),
                if row.reached { Cell::default() } else { Cell::emphasised("not in this bound") },
            ]);
            before = row.km;
        }
        (!rows.is_empty()).then_some(table)
    }
}

impl MarchReport {
    /// The same with the squares by which one unit was to go, as the leaf comes to them that leads.
    #[must_use]
    pub fn with_points(self, after: &Campaign, account: &MarchAccount, points: &[Square]) -> Self {
        let [unit] = self.units.as_slice() else { return self };
        let tree = Tree::new(after);
        let command = after.formations.get(&unit.id).and_then(|unit| tree.command_leaf(unit)).map(|leaf| &leaf.id);
        let lead = lead(account.leaves.iter(), command);
        let points = lead.map(|lead| WayPointRow::all(after, lead, points)).unwrap_or_default();
        Self { points, ..self }
    }

    /// The same with the bowser chain of one unit at the end of its march.
    #[must_use]
    pub fn with_fuel(self, fuel: Option<FuelChainView>) -> Self {
        Self { fuel, ..self }
    }
}

#[cfg(test)]
mod tests {
    use campaign::march::{Manner, Marched};

    use super::*;

    #[test]
    fn each_point_is_told_with_its_way_and_what_lies_beyond_the_bound_with_what_it_takes_more() {
        let campaign = campaign::sketch::blank(12, 12);
        let at = |row: u16| Square::new(3, row);
        let leaf = LeafMarch {
            leaf: domain::FormationId::from("a"),
            unit: domain::FormationId::from("a"),
            manner: Manner::Contact,
            from: at(0),
            to: at(5),
            out_of_place: false,
            passed: 0,
            points: 2,
            way: vec![at(1), at(2), at(3)],
            entered: vec![40, 80, 130],
            before: Marched::default(),
            after: Marched { minutes: 150, ..Marched::default() },
            stop: None,
            left: vec![(at(4), 30), (at(5), 60)],
            left_minutes: 90,
        };
        let found = WayPointRow::all(&campaign, &leaf, &[at(2), at(4), Square::new(9, 9)]);
        let found: Vec<(u32, bool)> = found.iter().map(|row| (row.minutes, row.reached)).collect();
        // 150 used, then 30 and 60 more; the end is where the leaf has its place.
        assert_eq!(found, [(80, true), (180, false), (240, false)]);
    }
}
