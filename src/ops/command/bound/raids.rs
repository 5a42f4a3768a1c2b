//! House rule `partisans`: they raid as a bound opens.
//!
//! What it decides: for which squares a die is thrown, and what a raid costs. Quiet are squares that the side does not
//! control, and those in or beside which one of its fighting leaves stands. A raid bars the square to lorries for the bound
//! ([`Campaign::raided`]), cuts the first open length of railway there, and costs every supply vehicle there 1 SP.

use campaign::{Campaign, Event, Partisans, Setting};
use dice::{Call, Dice};
use domain::{FormationId, RailState, SideId, Square, SquareSide};

use super::wear;
use crate::{Changeset, OpError};

/// Throws for every square where partisans are about, by square and side.
pub(super) fn raid(changes: &mut Changeset, dice: &mut Dice<'_>) -> Result<(), OpError> {
    if !changes.now().settings.is_on(Setting::Partisans) {
        return Ok(());
    }
    let now = changes.now();
    let may = |p: &&Partisans| p.are_about(now.bound) && is_open_to_raids(now, p);
    let about: Vec<Partisans> = now.partisans.iter().filter(may).cloned().collect();
    about.into_iter().try_for_each(|partisans| throw(changes, &partisans, dice))
}

fn is_open_to_raids(campaign: &Campaign, partisans: &Partisans) -> bool {
    let Partisans { square, against, .. } = *partisans;
    campaign.ground.control(square) == Some(against) && !campaign.has_garrison(square, against)
}

fn throw(changes: &mut Changeset, partisans: &Partisans, dice: &mut Dice<'_>) -> Result<(), OpError> {
    let Partisans { square, against, strength, raid: before, .. } = *partisans;
    let at = changes.now().frame.reference(square);
    let face = dice.one(&Call::new(&at, "raid of partisans"))?;
    let raids = face <= strength;
    dice.note_effect(if raids { "they raid" } else { "they are quiet" });
    let after = if raids { Some(changes.now().bound) } else { before };
    changes.happen(Event::PartisansThrown { square, against, face, before, after })?;
    if !raids {
        return Ok(());
    }
    if let Some((line, side)) = rail(changes.now(), square, against) {
        let (before, after) = (RailState::Open, RailState::Cut);
        changes.happen(Event::RailChanged { line, side, before, after })?;
    }
    vehicles(changes.now(), square, against).iter().try_for_each(|vehicle| wear::lose(changes, vehicle, 1))
}

/// The first open length of railway at a square that trains of a side use, by line and path.
fn rail(campaign: &Campaign, square: Square, side: SideId) -> Option<(String, SquareSide)> {
    let touches = |length: &SquareSide| {
        let (a, b) = length.squares();
        a == square || b == square
    };
    campaign.railways.iter().find_map(|railway| {
        let open = |length: &SquareSide| !railway.cuts.contains(length) && railway.is_used_by(*length, side);
        railway.lengths().find(|length| touches(length) && open(length)).map(|length| (railway.name.clone(), length))
    })
}

/// The supply vehicles of a side on a square, by id.
fn vehicles(campaign: &Campaign, square: Square, side: SideId) -> Vec<FormationId> {
    let there = campaign.formations.values().filter(|f| f.side == side && f.stands_on() == Some(square));
    there.filter(|f| f.vehicle_of().is_some()).map(|f| f.id.clone()).collect()
}
