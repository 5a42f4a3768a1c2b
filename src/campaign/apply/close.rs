//! Events of closing a bound: records of supply, postures, minutes, the bound itself.

use chrono::NaiveDate;

use domain::{Bound, FormationId, Phase, Posture};

use super::march::check;
use super::{Refusal, leaf_mut, replace};
use crate::march::Marched;
use crate::{Campaign, NoteRow, SupplyRecord, Weather};

/// A record of supply was written down.
pub(super) fn record(
    campaign: &mut Campaign,
    formation: &FormationId,
    before: Option<&SupplyRecord>,
    after: Option<&SupplyRecord>,
) -> Result<(), Refusal> {
    super::formation(campaign, formation)?;
    let mut kept = campaign.supply.get(formation.as_str());
    replace(formation.as_str(), &mut kept, &before, &after)?;
    campaign.supply.put(formation, after.copied(), campaign.bound);
    Ok(())
}

/// Leaves that marched stand in the open.
pub(super) fn settle(campaign: &mut Campaign, leaves: &[(FormationId, Posture)]) -> Result<(), Refusal> {
    for (id, before) in leaves {
        let mut posture = leaf_mut(campaign, id)?.posture;
        replace(id.as_str(), &mut posture, before, &Posture::Open)?;
    }
    for (id, _) in leaves {
        leaf_mut(campaign, id)?.posture = Posture::Open;
    }
    Ok(())
}

/// What leaves keep of their marches when the hours begin anew.
pub(super) fn begin_anew(campaign: &mut Campaign, leaves: &[(FormationId, Marched, Marched)]) -> Result<(), Refusal> {
    for (id, before, after) in leaves {
        let leaf = leaf_mut(campaign, id)?;
        let (mut march, square) = (leaf.march, leaf.square);
        replace(id.as_str(), &mut march, before, after)?;
        if let Some(square) = square {
            check(campaign, id, square, after)?;
        }
    }
    for (id, _, after) in leaves {
        leaf_mut(campaign, id)?.march = *after;
    }
    Ok(())
}

/// The weather of a bound was entered.
pub(super) fn weather(
    campaign: &mut Campaign,
    date: NaiveDate,
    phase: Phase,
    before: Option<&Weather>,
    after: Option<&Weather>,
) -> Result<(), Refusal> {
    let is_it = |weather: &Weather| weather.date == date && weather.phase == Some(phase);
    if let Some(other) = after.filter(|weather| !is_it(weather)) {
        return Err(Refusal::Taken(other.date.to_string()));
    }
    let place = campaign.weather.iter().position(is_it);
    let mut there = place.and_then(|place| campaign.weather.get(place));
    replace("weather", &mut there, &before, &after)?;
    match (place, after) {
        (Some(place), Some(after)) => campaign.weather[place] = after.clone(),
        (Some(place), None) => drop(campaign.weather.remove(place)),
        (None, Some(after)) => campaign.weather.push(after.clone()),
        (None, None) => {}
    }
    Ok(())
}

/// A note was made of a bound.
pub(super) fn note(campaign: &mut Campaign, bound: Bound, text: &str) {
    campaign.notes.push(NoteRow { bound, text: text.to_owned() });
}

/// A bound was closed: nothing may wait for the umpire, no battle, and no order may be left of it.
pub(super) fn close(campaign: &Campaign, bound: Bound) -> Result<(), Refusal> {
    let mut running = campaign.bound;
    replace("bound", &mut running, &bound, &bound)?;
    if let Some(claim) = campaign.claims.values().next() {
        return Err(Refusal::Stale {
            subject: claim.what.to_string(),
            expected: "no claim".to_owned(),
            found: "a claim".to_owned(),
        });
    }
    if let Some(battle) = campaign.battles.values().find(|battle| battle.is_open()) {
        return Err(Refusal::Stale {
            subject: battle.id.to_string(),
            expected: "no open battle".to_owned(),
            found: "an open battle".to_owned(),
        });
    }
    match campaign.orders.iter().find(|order| order.bound <= bound) {
        None => Ok(()),
        Some(order) => Err(Refusal::Stale {
            subject: order.unit.to_string(),
            expected: "no order".to_owned(),
            found: format!("an order for {bound}"),
        }),
    }
}

/// The next bound was opened.
pub(super) fn open(campaign: &mut Campaign, before: Bound, after: Bound) -> Result<(), Refusal> {
    if after != before.next() {
        return Err(Refusal::Stale {
            subject: "bound".to_owned(),
            expected: before.next().to_string(),
            found: after.to_string(),
        });
    }
    replace("bound", &mut campaign.bound, &before, &after)?;
    // What was captured yesterday is of use today.
    if after.day > before.day {
        campaign.captured_fuel.clear();
    }
    Ok(())
}
