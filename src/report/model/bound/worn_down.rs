//! What each side lost without a battle, in sentences.

use std::collections::BTreeSet;

use campaign::{Battle, Campaign, Event};
use domain::{FormationId, LeafState, SideId, few};
use ops::query;

use super::came_and_went::CameAndWent;

/// So many leaves that lost strength are named.
const NAMED: usize = 3;

/// The SP that each side lost by these events, those of these battles and of those whose end is told apart; of one side where
/// one reads. `after` is the campaign after them, `how` says by what.
pub(crate) fn worn_down<'a>(
    after: &Campaign,
    events: &(impl Iterator<Item = &'a Event> + Clone),
    (battles, ended): (&[&Battle], &CameAndWent),
    (reader, how): (Option<SideId>, &str),
) -> Vec<String> {
    let told = |side: SideId| ended.sp_lost.get(&side).copied().unwrap_or_default();
    let lost = |side: SideId| -> u32 {
        let own = |id: &FormationId| after.formations.get(id).is_some_and(|formation| formation.side == side);
        let (lost, _) = query::strength_lost_and_given(after, events.clone(), own);
        lost.saturating_sub(query::lost_in_battles(battles, own)).saturating_sub(told(side))
    };
    let sides = after.sides.iter().filter(|side| reader.is_none_or(|reader| reader == side.id));
    let lost = sides.map(|side| (side, lost(side.id))).filter(|(_, lost)| *lost > 0);
    lost.map(|(side, lost)| {
        let by = if battles.is_empty() { losers(after, events.clone(), ended, side.id) } else { String::new() };
        let more = if told(side.id) > 0 { "more " } else { "" };
        format!("{}: {lost} {more}SP lost {how}{by}", side.name)
    })
    .collect()
}

/// Which leaves of a side lost strength by these events, in brackets. Beside battles that cannot be told: they are known by unit.
fn losers<'a>(after: &Campaign, events: impl Iterator<Item = &'a Event>, ended: &CameAndWent, side: SideId) -> String {
    let changes = query::strength_changes(after, events);
    let lost = changes.iter().filter(|change| change.lost > 0 && !ended.lost.contains(&change.leaf));
    let lost = lost.filter_map(|change| after.formations.get(&change.leaf));
    let own = lost.filter(|leaf| leaf.side == side);
    let names: BTreeSet<&str> = own.map(|leaf| after.name_of(leaf.id.as_str())).collect();
    let names: Vec<&str> = names.into_iter().collect();
    if names.is_empty() { String::new() } else { format!(" ({})", few(&names, NAMED, ", ")) }
}

/// The SP that a march cost by reorganising, a sentence a side; `after` is the campaign after these events.
pub(crate) fn worn_by_reorganising(after: &Campaign, events: &[Event]) -> Vec<String> {
    worn_down(after, &of_reorganising(events), (&[], &CameAndWent::default()), (None, "by reorganising"))
}

/// The events of a march but for what befell those who were overrun, who are told by themselves.
fn of_reorganising(events: &[Event]) -> impl Iterator<Item = &Event> + Clone {
    let is_overrun = |state: LeafState| state.is_lost() && state != LeafState::Merged;
    let overrun = events.iter().filter_map(move |event| match event {
        Event::LeafStateChanged { leaf, after, .. } if is_overrun(*after) => Some(leaf),
        _ => None,
    });
    let overrun: BTreeSet<&FormationId> = overrun.collect();
    events.iter().filter(move |event| match event {
        Event::LeafStateChanged { leaf, .. } | Event::StrengthChanged { leaf, .. } => !overrun.contains(leaf),
        _ => true,
    })
}
