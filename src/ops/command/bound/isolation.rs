//! What being out of LOG for long does to a formation, step by step (house rule `isolation`).
//!
//! What it decides: who loses from the HQ die and who SP, at the close of a night. That nobody reorganises is for
//! `reorganise`, which asks too.

use std::collections::BTreeMap;

use campaign::{Campaign, Event, Formation, Tree, isolated};
use dice::{Call, Dice};
use domain::{FormationId, counted};

use crate::{Changeset, OpError};

/// The leaves fed through each formation that is out for long, with the bounds.
fn sufferers(campaign: &Campaign) -> Vec<(FormationId, u32, Vec<FormationId>)> {
    let tree = Tree::new(campaign);
    let mut found: BTreeMap<FormationId, Vec<FormationId>> = BTreeMap::new();
    for leaf in tree.all().into_iter().filter(|f| f.is_on_map()) {
        if let Some(feeder) = tree.feeder(leaf).filter(|feeder| isolated(campaign, &feeder.id) > 0) {
            found.entry(feeder.id.clone()).or_default().push(leaf.id.clone());
        }
    }
    found.into_iter().map(|(feeder, leaves)| (feeder.clone(), isolated(campaign, &feeder), leaves)).collect()
}

/// HQ dice fall, and hunger takes SP, of all that are out for so long.
///
/// # Interpretation
/// A night costs each unit one from its HQ die, down to 1; later each fighting leaf throws, and loses one SP on a 1, never
/// its last.
pub(super) fn suffer(changes: &mut Changeset, dice: &mut Dice<'_>) -> Result<(), OpError> {
    for (formation, bounds, leaves) in sufferers(changes.now()) {
        let steps = steps(changes.now(), bounds);
        if steps.dice {
            let long = counted(bounds as usize, "bound");
            let text = format!("has been out of LOG for {long}: its HQ dice fall (house rule `isolation`)");
            fall(changes, &formation, text, &leaves)?;
        }
        if steps.losses {
            starve(changes, dice, &formation, &leaves)?;
        }
    }
    Ok(())
}

/// Which steps have begun.
struct Steps {
    dice: bool,
    losses: bool,
}

fn steps(campaign: &Campaign, bounds: u32) -> Steps {
    use campaign::Setting::{IsolationDice, IsolationLoss};
    let from = |setting| bounds >= campaign.settings.number(setting);
    Steps { dice: from(IsolationDice), losses: from(IsolationLoss) }
}

/// Each unit among the leaves loses one from its HQ die.
fn fall(changes: &mut Changeset, formation: &FormationId, text: String, leaves: &[FormationId]) -> Result<(), OpError> {
    let campaign = changes.now();
    let tree = Tree::new(campaign);
    let fighting = leaves.iter().filter_map(|id| campaign.formations.get(id)).filter(|f| f.is_fighting_leaf());
    let units: BTreeMap<FormationId, (Option<u8>, u8)> = fighting
        .map(|leaf| tree.unit_of(leaf))
        .map(|unit| (unit.id.clone(), (unit.hq_die, tree.hq_die(unit))))
        .filter(|(_, (_, shows))| *shows > 1)
        .collect();
    if units.is_empty() {
        return Ok(());
    }
    changes.happen(Event::Remarked { formation: formation.clone(), text })?;
    units.into_iter().try_for_each(|(formation, (before, shows))| {
        changes.happen(Event::HqDieChanged { formation, before, after: Some(shows - 1) })
    })
}

/// Each fighting leaf throws for hunger.
fn starve(
    changes: &mut Changeset,
    dice: &mut Dice<'_>,
    formation: &FormationId,
    leaves: &[FormationId],
) -> Result<(), OpError> {
    let fights = |id: &&FormationId| changes.now().formations.get(*id).is_some_and(Formation::is_fighting_leaf);
    let leaves: Vec<FormationId> = leaves.iter().filter(fights).cloned().collect();
    if leaves.is_empty() {
        return Ok(());
    }
    let faces = dice.throw(&Call::new(formation.as_str(), HUNGER), leaves.len())?;
    let mut lost = 0;
    for (leaf, _) in leaves.iter().zip(&faces).filter(|(_, face)| **face == 1) {
        lost += u32::from(lose_one(changes, leaf)?);
    }
    let effect = format!("{lost} SP lost (house rule `isolation`)");
    dice.note_effect(effect.clone());
    changes.happen(Event::DiceThrown { thrower: formation.clone(), purpose: HUNGER.to_owned(), faces, effect })
}

const HUNGER: &str = "hunger";

/// A leaf loses one SP, from the base with most; whether it did.
fn lose_one(changes: &mut Changeset, id: &FormationId) -> Result<bool, OpError> {
    let leaf = changes.leaf(id)?;
    let strongest = (0u16..).zip(&leaf.bases).max_by_key(|(place, base)| (base.sp, std::cmp::Reverse(*place)));
    let Some((place, sp, markers)) = strongest.map(|(place, base)| (place, base.sp, base.markers)) else {
        return Ok(false);
    };
    if leaf.sp() <= 1 || sp == 0 {
        return Ok(false);
    }
    changes.markers(id, place, markers.min(sp - 1))?;
    changes.strength(id, place, sp - 1)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::{Setting, sketch};
    use domain::Echelon;

    #[test]
    fn steps_begin_at_their_bounds() {
        // (dice from, losses from), bounds out, whether dice fall, whether SP are lost.
        for (from, bounds, dice, losses) in [
            (None, 11, false, false),
            (None, 12, true, false),
            (None, 17, true, false),
            (None, 18, true, true),
            (None, 300, true, true),
            (Some(("3", "6")), 2, false, false),
            (Some(("3", "6")), 5, true, false),
            (Some(("3", "6")), 6, true, true),
            // Each step has a bound of its own: hunger may come before the dice fall.
            (Some(("9", "1")), 1, false, true),
        ] {
            let mut campaign = sketch::blank(2, 2);
            if let Some((dice, losses)) = from {
                campaign.settings.set(Setting::IsolationDice, dice);
                campaign.settings.set(Setting::IsolationLoss, losses);
            }
            let steps = steps(&campaign, bounds);
            assert_eq!((steps.dice, steps.losses), (dice, losses), "{from:?}, {bounds} bounds");
        }
    }

    #[test]
    fn hunger_takes_from_the_strongest_base_and_never_the_last_sp() {
        // (SP, markers) of each base before and after; whether it lost one.
        type Bases = &'static [(u16, u16)];
        let cases: [(Bases, Bases, bool); 6] = [
            (&[(3, 0)], &[(2, 0)], true),
            (&[(1, 0)], &[(1, 0)], false),
            (&[(2, 0), (3, 0)], &[(2, 0), (2, 0)], true),
            (&[(2, 0), (2, 0)], &[(1, 0), (2, 0)], true),
            (&[(1, 0), (1, 0)], &[(0, 0), (1, 0)], true),
            // Markers are of SP that are there.
            (&[(3, 3)], &[(2, 2)], true),
        ];
        for (before, after, lost) in cases {
            let mut campaign = sketch::blank(2, 2);
            sketch::add_side(&mut campaign, "SU", "Soviet", "red");
            sketch::formation(&mut campaign, "b", "SU", Echelon::Battalion, Some("0000"));
            let leaf = campaign.formations.get_mut("b").unwrap().leaf.as_mut().unwrap();
            let base = |(sp, markers): &(u16, u16)| campaign::Base { sp: *sp, markers: *markers, ..sketch::base() };
            leaf.bases = before.iter().map(base).collect();
            let mut changes = Changeset::new(&campaign);
            assert_eq!(lose_one(&mut changes, &"b".into()).unwrap(), lost, "{before:?}");
            let left: Vec<_> = changes.leaf(&"b".into()).unwrap().bases.iter().map(|b| (b.sp, b.markers)).collect();
            assert_eq!(left, after, "{before:?}");
        }
    }
}
