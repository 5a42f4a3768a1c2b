//! House rule `truck_attrition`: supply vehicles break down on the way.
//!
//! What it decides: which kilometres count, and what a die costs. A vehicle counts what it drives in convoys and on
//! marches by order, by the `wear` of the ground of the bound; when a bound closes it throws a die for every
//! `truck_die_km` that have come together.
//! What it never does: say what becomes of the load: that is [`Changeset::strength`], as for any other loss.

use campaign::{Event, Setting};
use dice::{Call, Dice};
use domain::{FormationId, LeafState};

use crate::{Changeset, OpError};

/// What the dice are for.
const WEAR: &str = "wear (house rule `truck_attrition`)";

/// Counts so many squares that a leaf has driven; nothing where it is not a supply vehicle or the rule is off.
pub(crate) fn count(changes: &mut Changeset, leaf: &FormationId, squares: usize) -> Result<(), OpError> {
    let now = changes.now();
    let counts = now.settings.is_on(Setting::TruckAttrition) && changes.formation(leaf)?.vehicle_of().is_some();
    if !counts || squares == 0 {
        return Ok(());
    }
    let wear = u64::from(now.ground_now().supply.wear);
    let metres = squares as u64 * u64::from(now.frame.square_m) * wear / 100;
    let before = now.driven.get(leaf).copied().unwrap_or_default();
    let after = before.saturating_add(u32::try_from(metres).unwrap_or(u32::MAX));
    change(changes, leaf, after)
}

/// Throws the dice that have fallen due, by id; a vehicle that is no longer on the map has nothing to throw.
pub(super) fn break_down(changes: &mut Changeset, dice: &mut Dice<'_>) -> Result<(), OpError> {
    if !changes.now().settings.is_on(Setting::TruckAttrition) {
        return Ok(());
    }
    let each = changes.now().settings.number(Setting::TruckDieKm) * 1_000;
    let driven: Vec<(FormationId, u32)> =
        changes.now().driven.iter().map(|(id, metres)| (id.clone(), *metres)).collect();
    for (vehicle, metres) in driven {
        if !changes.formation(&vehicle)?.is_on_map() {
            change(changes, &vehicle, 0)?;
        } else if metres >= each {
            change(changes, &vehicle, metres % each)?;
            throw(changes, &vehicle, metres / each, dice)?;
        }
    }
    Ok(())
}

fn throw(changes: &mut Changeset, vehicle: &FormationId, count: u32, dice: &mut Dice<'_>) -> Result<(), OpError> {
    let faces = dice.throw(&Call::new(vehicle.as_str(), WEAR), count as usize)?;
    let lost: u32 = faces.iter().map(|face| u32::from(*face == 1)).sum();
    let lost = lost.min(changes.leaf(vehicle)?.sp());
    let effect = if lost == 0 { "it runs on".to_owned() } else { format!("{lost} SP lost") };
    dice.note_effect(&effect);
    let (thrower, purpose) = (vehicle.clone(), WEAR.to_owned());
    changes.happen(Event::DiceThrown { thrower, purpose, faces, effect })?;
    lose(changes, vehicle, lost)
}

/// A supply vehicle loses so many SP, its share of the load with them; with the last it is destroyed.
pub(super) fn lose(changes: &mut Changeset, vehicle: &FormationId, lost: u32) -> Result<(), OpError> {
    for _ in 0..lost {
        let bases = &changes.leaf(vehicle)?.bases;
        let Some((base, sp)) = (0u16..).zip(bases).find(|(_, base)| base.sp > 0).map(|(n, base)| (n, base.sp)) else {
            break;
        };
        // Markers are doubts about men and vehicles that are still there.
        let markers = changes.leaf(vehicle)?.bases[usize::from(base)].markers;
        changes.markers(vehicle, base, markers.min(sp - 1))?;
        changes.strength(vehicle, base, sp - 1)?;
    }
    if changes.leaf(vehicle)?.sp() == 0 {
        changes.bare_state(vehicle, LeafState::Destroyed)?;
    }
    Ok(())
}

fn change(changes: &mut Changeset, vehicle: &FormationId, after: u32) -> Result<(), OpError> {
    let before = changes.now().driven.get(vehicle).copied().unwrap_or_default();
    if before == after {
        return Ok(());
    }
    changes.happen(Event::DrivenChanged { vehicle: vehicle.clone(), before, after })
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::{Campaign, GroundFactors, SupplyGround, Weather, sketch};
    use domain::{Arm, Commodity, Echelon};

    /// A lorry of three SP on squares of a kilometre, in ground of this wear; a die for every five kilometres.
    fn lorry(wear: u32) -> Campaign {
        let mut campaign = sketch::blank(2, 2);
        sketch::add_side(&mut campaign, "SU", "Soviet", "red");
        sketch::formation(&mut campaign, "log", "SU", Echelon::Battalion, Some("0000"));
        let lorry = campaign.formations.get_mut("log").unwrap();
        (lorry.arm, lorry.leaf.as_mut().unwrap().carries) = (Arm::Logistic, Some(Commodity::Log));
        let (date, word) = (campaign.start, String::new);
        let ground = "mud".to_owned();
        campaign.weather = vec![Weather {
            date,
            phase: None,
            weather: word(),
            ground: ground.clone(),
            flying: word(),
            visibility: word(),
            light: word(),
        }];
        let supply = SupplyGround { wear, ..SupplyGround::PLAIN };
        campaign.ground_factors = vec![GroundFactors { name: ground, supply, ..GroundFactors::none() }];
        campaign.settings.set(Setting::TruckAttrition, "on");
        campaign.settings.set(Setting::TruckDieKm, "5");
        campaign
    }

    #[test]
    fn what_is_driven_counts_by_the_ground() {
        // Wear in percent, metres before, squares driven, metres after.
        for (wear, before, squares, after) in [
            (100, 0, 4, 4_000),
            (100, 4_000, 4, 8_000),
            (200, 0, 3, 6_000),
            (50, 0, 3, 1_500),
            (0, 700, 3, 700),
            (100, 700, 0, 700),
        ] {
            let mut campaign = lorry(wear);
            if before > 0 {
                campaign.driven.insert("log".into(), before);
            }
            let mut changes = Changeset::new(&campaign);
            count(&mut changes, &"log".into(), squares).unwrap();
            assert_eq!(
                changes.now().driven.get("log").copied().unwrap_or_default(),
                after,
                "{wear} % {before} {squares}"
            );
        }
        let mut still = lorry(100);
        still.settings.set(Setting::TruckAttrition, "off");
        let mut on_foot = lorry(100);
        on_foot.formations.get_mut("log").unwrap().arm = Arm::Infantry;
        for campaign in [still, on_foot] {
            let mut changes = Changeset::new(&campaign);
            count(&mut changes, &"log".into(), 9).unwrap();
            assert!(changes.now().driven.is_empty());
        }
    }

    #[test]
    fn dice_fall_due_every_so_many_kilometres() {
        // Metres driven, faces thrown, SP left of three, metres kept.
        for (driven, faces, sp, kept) in [
            (4_999, "", 3, 4_999),
            (5_000, "2", 3, 0),
            (5_000, "1", 2, 0),
            (12_000, "1 1", 1, 2_000),
            (16_000, "1 6 1", 1, 1_000),
            (20_000, "1 1 1 1", 0, 0),
        ] {
            let mut campaign = lorry(100);
            campaign.driven.insert("log".into(), driven);
            let (mut changes, mut dice) = (Changeset::new(&campaign), Dice::scripted(faces));
            break_down(&mut changes, &mut dice).unwrap();
            dice.finish().unwrap();
            let leaf = changes.leaf(&"log".into()).unwrap();
            assert_eq!((leaf.sp(), leaf.state == LeafState::Destroyed), (sp, sp == 0), "{driven} {faces}");
            assert_eq!(changes.now().driven.get("log").copied().unwrap_or_default(), kept, "{driven} {faces}");
        }
    }
}
