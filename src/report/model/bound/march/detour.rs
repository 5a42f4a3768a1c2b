//! A march that takes the long way, in a sentence.

use campaign::Campaign;
use campaign::march::{Bars, Detour, DetourBar, LeafMarch};
use domain::counted;
use serde::Serialize;

/// The long way of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DetourRow {
    /// How many squares it goes.
    pub squares: u32,
    /// How many lie between its ends.
    pub straight: u32,
    /// What bars the shorter way, in words.
    pub why: String,
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
        Some(Self { squares, straight, why })
    }

    /// The same in a sentence.
    pub(super) fn text(&self) -> String {
        let Self { squares, straight, why } = self;
        format!("takes the long way, {} instead of {straight}: {why}", counted(*squares as usize, "square"))
    }
}

/// The long way that a march takes which is only looked at, in a sentence; none where it takes none.
pub(super) fn detour(campaign: &Campaign, lead: Option<&LeafMarch>) -> Option<String> {
    let passage = campaign::march::Passage::new(campaign);
    let row = DetourRow::of(campaign, &Bars::new(campaign, &passage), lead?)?;
    Some(format!("it {}", row.text()))
}
