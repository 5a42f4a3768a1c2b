//! Step 6 of closing a bound: the trains of the day are unloaded when a morning opens.

use campaign::{Event, Setting};
use dice::Dice;
use domain::{AccountId, Commodity, Detail, Phase, SideId};
use supply::{TrainLoad, shift_text, shifted_by_priority, trains};

use super::strikes;
use crate::{Changeset, OpError};

/// Books what the trains of the day bring, and tells what does not come. Under `simple` nothing is counted.
///
/// # Interpretation
/// The day's trains are there when its morning opens, so that vehicles sent in its first bound can load; those of the
/// first day are in the opening stocks.
pub(super) fn arrive(changes: &mut Changeset, dice: &mut Dice<'_>) -> Result<(), OpError> {
    if changes.now().settings.detail() != Detail::Full || changes.now().bound.phase != Phase::Am {
        return Ok(());
    }
    let sides: Vec<SideId> = changes.now().sides.iter().map(|side| side.id).collect();
    let of_side = |side: SideId| trains(changes.now(), side).into_iter().map(move |arrival| (side, arrival));
    sides.into_iter().flat_map(of_side).collect::<Vec<_>>().iter().try_for_each(|(side, arrival)| {
        let through = strikes::through(changes, *side, arrival, dice)?;
        let mut left = TrainLoad::default();
        for commodity in [Commodity::Log, Commodity::Pol] {
            let room = changes.now().room_under_limit(arrival.railhead.as_str()).unwrap_or(u32::MAX);
            let comes = through.of(commodity);
            left = left.with(commodity, comes.saturating_sub(room));
            if let quantity @ 1.. = comes.min(room) {
                let from = arrival.source.as_ref().filter(|source| **source != arrival.railhead);
                let reason = from.map_or("trains of the day".to_owned(), |from| {
                    format!("trains of the day by {}", changes.now().account_name(from.as_str()))
                });
                changes.transfer("rail", arrival.railhead.as_str(), commodity, quantity, &reason)?;
            }
        }
        full(changes, &arrival.railhead, left)?;
        let Some(text) = arrival.shortage_text(&changes.now().frame) else { return Ok(()) };
        changes.happen(Event::RailheadRemarked { railhead: arrival.railhead.clone(), text })
    })?;
    by_priority(changes)
}

/// Tells whose trains went to others by the house rule `rail_priority`.
fn by_priority(changes: &mut Changeset) -> Result<(), OpError> {
    let rule = Setting::RailPriority;
    if !changes.now().settings.is_on(rule) {
        return Ok(());
    }
    let sides: Vec<SideId> = changes.now().sides.iter().map(|side| side.id).collect();
    let shifted: Vec<_> = sides.into_iter().flat_map(|side| shifted_by_priority(changes.now(), side)).collect();
    shifted.into_iter().try_for_each(|(railhead, more, less)| {
        let text = format!("{} (house rule `{rule}`)", shift_text(more, less));
        changes.happen(Event::RailheadRemarked { railhead, text })
    })
}

/// Tells what is not unloaded because a railhead holds no more (house rule `limit_railhead`): it stays with the source.
fn full(changes: &mut Changeset, railhead: &AccountId, left: TrainLoad) -> Result<(), OpError> {
    let Some((setting, limit)) = changes.now().limit_of(railhead.as_str()).filter(|_| !left.is_empty()) else {
        return Ok(());
    };
    let text = format!("{} of the day are not unloaded: it holds {limit} and no more (`{setting}`)", left.text());
    changes.happen(Event::RailheadRemarked { railhead: railhead.clone(), text })
}
