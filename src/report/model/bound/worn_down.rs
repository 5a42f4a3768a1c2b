//! What each side lost without a battle, in sentences.

use campaign::{Battle, Campaign, Event};
use domain::{FormationId, SideId};

/// The SP that each side lost by these events, those of these battles apart; of one side where one reads. `how` says by what.
pub(crate) fn worn_down<'a>(
    campaign: &Campaign,
    events: &(impl Iterator<Item = &'a Event> + Clone),
    battles: &[&Battle],
    (reader, how): (Option<SideId>, &str),
) -> Vec<String> {
    let lost = |side: SideId| -> u32 {
        let own = |id: &FormationId| campaign.formations.get(id).is_some_and(|formation| formation.side == side);
        let of = events.clone().map(|event| match event {
            Event::StrengthChanged { leaf, before, after, .. } if own(leaf) => before.saturating_sub(*after),
            _ => 0,
        });
        let fought = battles.iter().filter_map(|battle| battle.fought.as_ref()).filter(|fought| !fought.is_declined());
        let fought = fought.flat_map(|fought| &fought.units).filter(|unit| own(&unit.unit));
        let in_battle: u32 = fought.map(|unit| u32::from(unit.sp_lost)).sum();
        of.map(u32::from).sum::<u32>().saturating_sub(in_battle)
    };
    let sides = campaign.sides.iter().filter(|side| reader.is_none_or(|reader| reader == side.id));
    let told = sides.map(|side| (side, lost(side.id))).filter(|(_, lost)| *lost > 0);
    told.map(|(side, lost)| format!("{}: {lost} SP lost {how}", side.name)).collect()
}
