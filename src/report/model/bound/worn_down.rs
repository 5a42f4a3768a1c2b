//! What each side lost without a battle, in sentences.

use campaign::{Campaign, Event};
use domain::{FormationId, SideId};

/// The SP that each side lost by these events, which belong to no battle; of one side where one reads.
pub(crate) fn worn_down(campaign: &Campaign, events: &[Event], reader: Option<SideId>) -> Vec<String> {
    let lost = |side: SideId| -> u32 {
        let own = |id: &FormationId| campaign.formations.get(id).is_some_and(|formation| formation.side == side);
        let of = events.iter().map(|event| match event {
            Event::StrengthChanged { leaf, before, after, .. } if own(leaf) => before.saturating_sub(*after),
            _ => 0,
        });
        of.map(u32::from).sum()
    };
    let sides = campaign.sides.iter().filter(|side| reader.is_none_or(|reader| reader == side.id));
    let told = sides.map(|side| (side, lost(side.id))).filter(|(_, lost)| *lost > 0);
    told.map(|(side, lost)| format!("{}: {lost} SP lost by reorganising", side.name)).collect()
}
