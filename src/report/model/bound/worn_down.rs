//! What each side lost without a battle, in sentences.

use campaign::{Battle, Campaign, Event};
use domain::{FormationId, SideId};
use ops::query;

/// The SP that each side lost by these events, those of these battles apart; of one side where one reads. `after` is the
/// campaign after them, `how` says by what.
pub(crate) fn worn_down<'a>(
    after: &Campaign,
    events: &(impl Iterator<Item = &'a Event> + Clone),
    battles: &[&Battle],
    (reader, how): (Option<SideId>, &str),
) -> Vec<String> {
    let lost = |side: SideId| -> u32 {
        let own = |id: &FormationId| after.formations.get(id).is_some_and(|formation| formation.side == side);
        let (lost, _) = query::strength_lost_and_given(after, events.clone(), own);
        lost.saturating_sub(query::lost_in_battles(battles, own))
    };
    let sides = after.sides.iter().filter(|side| reader.is_none_or(|reader| reader == side.id));
    let told = sides.map(|side| (side, lost(side.id))).filter(|(_, lost)| *lost > 0);
    told.map(|(side, lost)| format!("{}: {lost} SP lost {how}", side.name)).collect()
}
