//! A march that takes the long way, in a sentence.

use campaign::Campaign;
use campaign::march::{Bars, Detour, DetourBar, LeafMarch};
use domain::counted;
use serde::Serialize;

use super::{MarchReport, UnitMarch};

/// The long way of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DetourRow {
    /// How many squares it goes.
    pub squares: u32,
    /// How many lie between its ends.
    pub straight: u32,
    /// What bars the shorter way, in words.
    pub why: String,
    /// How many leaves take it, and the name of the one that goes farthest, where that with the command does not.
    #[serde(skip)]
    leaves: Option<(usize, String)>,
}

impl DetourRow {
    /// Why a leaf takes the long way; none where it does not.
    pub(super) fn of(campaign: &Campaign, bars: &Bars<'_>, leaf: &LeafMarch) -> Option<Self> {
        let Detour { squares, straight, bar } = bars.detour(leaf)?;
        let mobility = campaign.formations.get(&leaf.leaf)?.mobility?;
        let why = match bar {
            None => "the ground is quicker that way".to_owned(),
            Some(DetourBar::Ground(at, beyond, obstacle)) => obstacle.text(campaign, (at, beyond), mobility),
            Some(DetourBar::Enemy(at)) => {
                format!("on the shorter way it would meet the enemy in {}", campaign.square_named(at))
            }
        };
        Some(Self { squares, straight, why, leaves: None })
    }

    /// Why a unit takes the long way: the leaf that leads it, else those that do; none where nobody does.
    pub(super) fn of_unit<'l>(
        campaign: &Campaign,
        bars: &Bars<'_>,
        lead: Option<&LeafMarch>,
        leaves: impl Iterator<Item = &'l LeafMarch>,
    ) -> Option<Self> {
        if let Some(row) = lead.and_then(|lead| Self::of(campaign, bars, lead)) {
            return Some(row);
        }
        let rows: Vec<(&LeafMarch, Self)> =
            leaves.filter_map(|leaf| Some((leaf, Self::of(campaign, bars, leaf)?))).collect();
        let count = rows.len();
        let (farthest, row) = rows.into_iter().rev().max_by_key(|(_, row)| row.squares - row.straight)?;
        Some(Self { leaves: Some((count, campaign.name_of(farthest.leaf.as_str()).to_owned())), ..row })
    }

    /// The same in a sentence about a unit: `it`, or its name.
    pub(super) fn text(&self, unit: &str) -> String {
        let Self { squares, straight, why, leaves } = self;
        let more = squares - straight;
        let way = format!("{} instead of {straight}, {more} more: {why}", counted(*squares as usize, "square"));
        let of = if unit == "it" { String::new() } else { format!("{unit}: ") };
        match leaves {
            None => format!("{unit} takes the long way, {way}"),
            Some((1, name)) => format!("{of}{name} takes the long way, {way}"),
            Some((count, name)) => format!("{of}{count} of its leaves take the long way, {name} {way}"),
        }
    }
}

impl MarchReport {
    /// How the march of a unit that takes the long way is kept back, with the command for it; empty where nothing was ordered.
    pub(super) fn otherwise(&self, unit: &UnitMarch) -> String {
        match (self.operation, self.dry_run) {
            (Some(_), false) => "; to order it by waypoints, take the march back: `railhead undo`".to_owned(),
            // Of one unit it may be a march that nobody has ordered yet.
            (_, true) if self.units.len() > 1 => format!("; to keep it back: `railhead order cancel {}`", unit.id),
            _ => String::new(),
        }
    }
}

/// The long way that a march takes which is only looked at, in a sentence; none where it takes none.
pub(super) fn detour(campaign: &Campaign, lead: Option<&LeafMarch>, others: &[LeafMarch]) -> Option<String> {
    let passage = campaign::march::Passage::new(campaign);
    let row = DetourRow::of_unit(campaign, &Bars::new(campaign, &passage), lead, others.iter())?;
    Some(row.text("it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_said_to_go_the_long_way_itself_or_by_those_of_it_that_do() {
        let of = |leaves: Option<(usize, &str)>| DetourRow {
            squares: 6,
            straight: 2,
            why: "Don bars the way".to_owned(),
            leaves: leaves.map(|(count, name)| (count, name.to_owned())),
        };
        let way = "6 squares instead of 2, 4 more: Don bars the way";
        for (leaves, unit, told) in [
            (None, "it", format!("it takes the long way, {way}")),
            (None, "1st Division", format!("1st Division takes the long way, {way}")),
            (Some((1, "Guns")), "it", format!("Guns takes the long way, {way}")),
            (Some((1, "Guns")), "1st Division", format!("1st Division: Guns takes the long way, {way}")),
            (Some((3, "Guns")), "1st Division", format!("1st Division: 3 of its leaves take the long way, Guns {way}")),
        ] {
            assert_eq!(of(leaves).text(unit), told);
        }
    }
}
