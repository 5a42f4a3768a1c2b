//! Events of closing a bound: records of supply, postures, minutes, the bound itself.

use chrono::NaiveDate;

use domain::{Bound, FormationId, Phase, Posture};

use super::march::check;
use super::{Applied, Change, Refusal, leaf_mut, replace, replace_row, stale};
use crate::march::Marched;
use crate::{Campaign, NoteRow, SupplyRecord, Weather};

/// A record of supply was written down.
pub(super) fn record(
    campaign: &mut Campaign,
    formation: &FormationId,
    (before, after): Change<'_, SupplyRecord>,
) -> Applied {
    super::formation(campaign, formation)?;
    let mut kept = campaign.supply.get(formation.as_str());
    replace(formation.as_str(), &mut kept, &before, &after)?;
    campaign.supply.put(formation, after.copied(), campaign.bound);
    Ok(())
}

/// Leaves that marched stand in the open.
pub(super) fn settle(campaign: &mut Campaign, leaves: &[(FormationId, Posture)]) -> Applied {
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
pub(super) fn begin_anew(campaign: &mut Campaign, leaves: &[(FormationId, Marched, Marched)]) -> Applied {
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
    (before, after): Change<'_, Weather>,
) -> Applied {
    let is_it = |weather: &Weather| weather.date == date && weather.phase == Some(phase);
    if let Some(other) = after.filter(|weather| !is_it(weather)) {
        return Err(Refusal::Taken(other.date.to_string()));
    }
    let place = campaign.weather.iter().position(is_it).ok_or(campaign.weather.len());
    replace_row("weather", &mut campaign.weather, place, (before, after))
}

/// A note was made of a bound.
pub(super) fn note(campaign: &mut Campaign, bound: Bound, text: &str) {
    campaign.notes.push(NoteRow { bound, text: text.to_owned() });
}

/// A bound was closed: nothing may wait for the umpire, no battle, and no order may be left of it.
pub(super) fn close(campaign: &Campaign, bound: Bound) -> Applied {
    let mut running = campaign.bound;
    replace("bound", &mut running, &bound, &bound)?;
    if let Some(claim) = campaign.claims.values().next() {
        return Err(stale(claim.what.as_str(), "no claim", "a claim"));
    }
    if let Some(battle) = campaign.battles.values().find(|battle| battle.is_open()) {
        return Err(stale(battle.id.as_str(), "no open battle", "an open battle"));
    }
    match campaign.orders.iter().find(|order| order.bound <= bound) {
        None => Ok(()),
        Some(order) => Err(stale(order.unit.as_str(), "no order", format!("an order for {bound}"))),
    }
}

/// The next bound was opened.
pub(super) fn open(campaign: &mut Campaign, before: Bound, after: Bound) -> Applied {
    if after != before.next() {
        return Err(stale("bound", before.next().to_string(), after.to_string()));
    }
    replace("bound", &mut campaign.bound, &before, &after)?;
    // What was captured yesterday is of use today.
    if after.day > before.day {
        campaign.captured_fuel.clear();
    }
    Ok(())
}
