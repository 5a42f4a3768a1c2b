//! House rule `truck_attrition`: supply vehicles break down on the way.
//!
//! What it decides: which kilometres count, and what a die costs. A vehicle counts what it drives in convoys and on
//! marches by order, by the `wear` of the ground of the bound; when a bound closes it throws a die for every
//! `truck_die_km` that have come together.
//! What it never does: say what becomes of the load: that is [`Work::strength`], as for any other loss.

use crate::campaign::{Event, Setting};
use crate::dice::{Call, Dice};
use crate::domain::{FormationId, LeafState};
use crate::ops::{OpError, Work};

/// What the dice are for.
const WEAR: &str = "wear (house rule `truck_attrition`)";

/// Counts so many squares that a leaf has driven; nothing where it is no supply vehicle or the rule is off.
pub(in crate::ops::command) fn count(work: &mut Work, leaf: &FormationId, squares: usize) -> Result<(), OpError> {
    let now = work.now();
    let counts = now.settings.is_on(Setting::TruckAttrition) && work.formation(leaf)?.vehicle_of().is_some();
    if !counts || squares == 0 {
        return Ok(());
    }
    let wear = u64::from(now.ground_now().supply.wear);
    let metres = squares as u64 * u64::from(now.frame.square_m) * wear / 100;
    let before = now.driven.get(leaf).copied().unwrap_or_default();
    let after = before.saturating_add(u32::try_from(metres).unwrap_or(u32::MAX));
    change(work, leaf, after)
}

/// Throws the dice that have fallen due, by id; a vehicle that is no longer on the map has nothing to throw.
pub(super) fn break_down(work: &mut Work, dice: &mut Dice<'_>) -> Result<(), OpError> {
    if !work.now().settings.is_on(Setting::TruckAttrition) {
        return Ok(());
    }
    let each = work.now().settings.number(Setting::TruckDieKm) * 1_000;
    let driven: Vec<(FormationId, u32)> = work.now().driven.iter().map(|(id, metres)| (id.clone(), *metres)).collect();
    for (vehicle, metres) in driven {
        if !work.formation(&vehicle)?.is_on_map() {
            change(work, &vehicle, 0)?;
        } else if metres >= each {
            change(work, &vehicle, metres % each)?;
            throw(work, &vehicle, metres / each, dice)?;
        }
    }
    Ok(())
}

fn throw(work: &mut Work, vehicle: &FormationId, count: u32, dice: &mut Dice<'_>) -> Result<(), OpError> {
    let faces = dice.throw(&Call::new(vehicle.as_str(), WEAR), count as usize)?;
    let lost: u32 = faces.iter().map(|face| u32::from(*face == 1)).sum();
    let lost = lost.min(work.leaf(vehicle)?.sp());
    let effect = if lost == 0 { "it runs on".to_owned() } else { format!("{lost} SP lost") };
    dice.note_effect(&effect);
    let (thrower, purpose) = (vehicle.clone(), WEAR.to_owned());
    work.happen(Event::DiceThrown { thrower, purpose, faces, effect })?;
    lose(work, vehicle, lost)
}

/// A supply vehicle loses so many SP, its share of the load with them; with the last it is destroyed.
pub(super) fn lose(work: &mut Work, vehicle: &FormationId, lost: u32) -> Result<(), OpError> {
    for _ in 0..lost {
        let bases = &work.leaf(vehicle)?.bases;
        let Some((base, sp)) = (0u16..).zip(bases).find(|(_, base)| base.sp > 0).map(|(n, base)| (n, base.sp)) else {
            break;
        };
        // Markers are doubts about men and vehicles that are still there.
        let markers = work.leaf(vehicle)?.bases[usize::from(base)].markers;
        work.markers(vehicle, base, markers.min(sp - 1))?;
        work.strength(vehicle, base, sp - 1)?;
    }
    if work.leaf(vehicle)?.sp() == 0 {
        work.bare_state(vehicle, LeafState::Destroyed)?;
    }
    Ok(())
}

fn change(work: &mut Work, vehicle: &FormationId, after: u32) -> Result<(), OpError> {
    let before = work.now().driven.get(vehicle).copied().unwrap_or_default();
    if before == after {
        return Ok(());
    }
    work.happen(Event::DrivenChanged { vehicle: vehicle.clone(), before, after })
}
