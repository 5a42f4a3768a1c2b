//! Night resupply (model page, "Resupply"): POL for the day's marches, LOG for those who want it.
//!
//! Where the house rule `consumption` holds, LOG and POL go by what everybody did in the day: `consumption`.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Base, BaseMarks, Campaign, Event, Formation, Tree};
use domain::{Commodity, Detail, FormationId, LeafState, Mobility, SupplyState};
use supply::{Assessment, hours_text, is_by_deed, is_lean_night, overextended, portions_of_day, wants_fire_units};

use super::consumption::{put_off, use_up};
use super::record::BoundSheet;
use super::reorganise::Exhausted;
use crate::command::bound::consumption::account;
use crate::{Changeset, OpError};

/// Who is fed through each supply formation: its leaves on the map.
fn fed(campaign: &Campaign) -> BTreeMap<FormationId, Vec<FormationId>> {
    let tree = Tree::new(campaign);
    let mut found: BTreeMap<FormationId, Vec<FormationId>> = BTreeMap::new();
    // Whoever stands under the same superior, and is lent to nobody, is fed through the same.
    let mut of_superior: BTreeMap<&FormationId, Option<&Formation>> = BTreeMap::new();
    for leaf in tree.all().into_iter().filter(|f| f.is_on_map()) {
        let feeder = match (&leaf.parent, &leaf.support) {
            (Some(parent), None) => *of_superior.entry(parent).or_insert_with(|| tree.feeder(leaf)),
            _ => tree.feeder(leaf),
        };
        if let Some(feeder) = feeder {
            found.entry(feeder.id.clone()).or_default().push(leaf.id.clone());
        }
    }
    found
}

/// The formations of a sheet that draw for themselves.
fn drawing(sheet: &BoundSheet) -> impl Iterator<Item = &Assessment> {
    sheet.iter().filter(|assessment| assessment.fed_by.is_none())
}

/// Expends the POL of the day's marches; under `simple` nothing is counted.
///
/// # Interpretation
/// A formation burns for the leaves that are fed through it: what draws for itself burns its own.
pub(super) fn fuel(changes: &mut Changeset, sheet: &BoundSheet) -> Result<(), OpError> {
    if changes.now().settings.detail() != Detail::Full {
        return Ok(());
    }
    if is_by_deed(changes.now()) {
        return fuel_by_deed(changes, sheet);
    }
    let fed = fed(changes.now());
    for assessment in drawing(sheet).filter(|a| a.pol.required) {
        let leaves = fed.get(&assessment.unit).map_or(&[][..], Vec::as_slice);
        if !most_marched(changes.now(), leaves) {
            continue;
        }
        if let Some(from) = account(changes.now(), &assessment.pol.accounts, Commodity::Pol) {
            changes.transfer(from, "consumed", Commodity::Pol, 1, "the day's marches")?;
        } else {
            let text = "has marched and has no POL left".to_owned();
            changes.happen(Event::Remarked { formation: assessment.unit.clone(), text })?;
        }
    }
    Ok(())
}

/// Expends the POL of the day by what everybody did (house rule `consumption`).
fn fuel_by_deed(changes: &mut Changeset, sheet: &BoundSheet) -> Result<(), OpError> {
    let portions = portions_of_day(changes.now());
    for assessment in drawing(sheet).filter(|a| a.pol.required) {
        let unit = &assessment.unit;
        let Some(portion) = portions.get(&(unit.clone(), Commodity::Pol)).filter(|p| p.a_day > 0) else { continue };
        let from = &assessment.pol.accounts;
        if account(changes.now(), from, Commodity::Pol).is_some() {
            use_up(changes, unit, from, Commodity::Pol, *portion)?;
        } else {
            let text = "has burned POL in the day and has none left".to_owned();
            changes.happen(Event::Remarked { formation: unit.clone(), text })?;
        }
    }
    Ok(())
}

/// Whether more than half of the fighting leaves that burn POL marched in the day.
fn most_marched(campaign: &Campaign, leaves: &[FormationId]) -> bool {
    let burns = |f: &&Formation| f.is_fighting_leaf() && f.mobility.is_some_and(Mobility::needs_pol);
    let thirsty: Vec<&Formation> = leaves.iter().filter_map(|id| campaign.formations.get(id)).filter(burns).collect();
    let marched = thirsty.iter().filter(|f| f.leaf.as_ref().is_some_and(|leaf| leaf.march.today)).count();
    marched * 2 > thirsty.len()
}

/// What a formation wants refilled.
#[derive(Default)]
struct Wants {
    empty: Vec<FormationId>,
    fatigue: Vec<FormationId>,
}

/// Refills bases and HQ dice of those in LOG supply; in `full` detail one LOG is expended for it.
pub(super) fn refill(changes: &mut Changeset, sheet: &BoundSheet, exhausted: &Exhausted) -> Result<(), OpError> {
    let is_full = changes.now().settings.detail() == Detail::Full;
    let wanting = |f: &Formation| {
        f.hq_die.is_some() || f.leaf.as_ref().is_some_and(|leaf| leaf.bases.iter().any(Base::wants_ammunition))
    };
    let by_deed = is_by_deed(changes.now());
    if !by_deed && !changes.now().formations.values().any(wanting) {
        return Ok(());
    }
    let portions = if by_deed { portions_of_day(changes.now()) } else { BTreeMap::new() };
    let campaign = changes.now().clone();
    let tree = Tree::new(&campaign);
    for (feeder, leaves) in fed(&campaign) {
        let Some(assessment) = sheet.get(&feeder) else { continue };
        let own = &assessment.log.accounts;
        let has_some = if is_full {
            !assessment.log.out && account(changes.now(), own, Commodity::Log).is_some()
        } else {
            assessment.log.state == SupplyState::InSupply
        };
        let wants = wants(&tree, sheet, &leaves);
        let portion = portions.get(&(feeder.clone(), Commodity::Log)).filter(|_| has_some);
        let wants_nothing = wants.empty.is_empty() && wants.fatigue.is_empty();
        if has_some && is_put_off(changes.now(), assessment) {
            portion.map_or(Ok(()), |portion| put_off(changes, &feeder, Commodity::Log, *portion))?;
            if !wants_nothing || portion.is_some() {
                remark_put_off(changes, assessment)?;
            }
            continue;
        }
        portion.map_or(Ok(()), |portion| use_up(changes, &feeder, own, Commodity::Log, *portion))?;
        if !has_some || wants_nothing {
            continue;
        }
        if let Some(from) = account(changes.now(), own, Commodity::Log).filter(|_| is_full && !by_deed) {
            changes.transfer(from, "consumed", Commodity::Log, 1, "night resupply")?;
        }
        wants.empty.iter().try_for_each(|leaf| fill(changes, leaf))?;
        wants.fatigue.iter().try_for_each(|unit| restore(changes, unit, exhausted))?;
    }
    Ok(())
}

/// Whether a formation gets no LOG tonight for the length of its line (house rule `overextension`).
fn is_put_off(campaign: &Campaign, assessment: &Assessment) -> bool {
    is_lean_night(campaign) && overextended(campaign, assessment).is_some()
}

fn remark_put_off(changes: &mut Changeset, assessment: &Assessment) -> Result<(), OpError> {
    let hours = hours_text(overextended(changes.now(), assessment).unwrap_or_default());
    let text = format!("gets its LOG tomorrow night: {hours} hours of lorry driving (house rule `overextension`)");
    changes.happen(Event::Remarked { formation: assessment.unit.clone(), text })
}

/// Which of these leaves are out of ammunition, and which of their units have less than a full HQ die.
fn wants(tree: &Tree<'_>, sheet: &BoundSheet, leaves: &[FormationId]) -> Wants {
    let campaign = tree.campaign();
    let mut wants = Wants::default();
    let mut units = BTreeSet::new();
    for leaf in leaves.iter().filter_map(|id| campaign.formations.get(id)) {
        let cut_off = tree.feeders(leaf).into_iter().filter_map(|f| sheet.get(&f.id)).find(|a| a.fed_by.is_some());
        if cut_off.is_some_and(|assessment| assessment.log.out) {
            continue;
        }
        let is_empty = leaf.leaf.as_ref().is_some_and(|leaf| leaf.bases.iter().any(Base::wants_ammunition));
        if is_empty && !wants_fire_units(tree, &leaf.id) {
            wants.empty.push(leaf.id.clone());
        }
        let unit = tree.unit_of(leaf);
        if unit.hq_die.is_some() && units.insert(unit.id.clone()) {
            wants.fatigue.push(unit.id.clone());
        }
    }
    wants
}

/// The bases of a leaf have ammunition again, and all their combat units where these are counted.
pub(super) fn fill(changes: &mut Changeset, leaf: &FormationId) -> Result<(), OpError> {
    changes.ammunition(leaf, false)?;
    changes.base_marks(leaf, |_, marks| BaseMarks { cu_thirds: None, ..marks })
}

/// The HQ die is full again, and whoever was disorganised for it is so no longer.
fn restore(changes: &mut Changeset, unit: &FormationId, exhausted: &Exhausted) -> Result<(), OpError> {
    let before = changes.formation(unit)?.hq_die;
    if before.is_none() {
        return Ok(());
    }
    changes.happen(Event::HqDieChanged { formation: unit.clone(), before, after: None })?;
    exhausted.get(unit).into_iter().flatten().try_for_each(|leaf| changes.bare_state(leaf, LeafState::Organised))
}
