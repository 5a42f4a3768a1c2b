//! Dispersed leaves gather at the logistics area of their division (NQM Squared, section 9, "Dispersed").

use std::collections::BTreeMap;

use campaign::{Campaign, Event, Formation, Tree};
use dice::Dice;
use domain::{Commodity, Echelon, FormationId, LeafState, Posture, Square, SupplyState};

use super::care::Care;
use super::record::BoundSheet;
use super::reorganise::convert;
use crate::{Changeset, OpError};

/// Brings dispersed leaves back, their markers taken off first.
pub(super) fn gather(changes: &mut Changeset, sheet: &BoundSheet, dice: &mut Dice<'_>) -> Result<(), OpError> {
    for (unit, leaves) in scattered(changes.now()) {
        // They gather where their division has its rear, and are cared for there.
        convert(changes, &unit, &leaves, Care::OF_ALL, dice)?;
        for id in leaves {
            if changes.leaf(&id)?.state == LeafState::Dispersed {
                bring_back(changes, sheet, &id)?;
            }
        }
    }
    Ok(())
}

/// The dispersed leaves by unit, by side and tree.
fn scattered(campaign: &Campaign) -> Vec<(FormationId, Vec<FormationId>)> {
    let tree = Tree::new(campaign);
    let is_scattered = |f: &&Formation| f.leaf.as_ref().is_some_and(|leaf| leaf.state == LeafState::Dispersed);
    if !campaign.formations.values().any(|f| is_scattered(&f)) {
        return Vec::new();
    }
    let mut found: Vec<(FormationId, Vec<FormationId>)> = Vec::new();
    let mut numbers: BTreeMap<&FormationId, usize> = BTreeMap::new();
    for leaf in tree.all().into_iter().filter(is_scattered) {
        let unit = &tree.unit_of(leaf).id;
        let number = *numbers.entry(unit).or_insert_with(|| {
            found.push((unit.clone(), Vec::new()));
            found.len() - 1
        });
        found[number].1.push(leaf.id.clone());
    }
    found
}

fn bring_back(changes: &mut Changeset, sheet: &BoundSheet, id: &FormationId) -> Result<(), OpError> {
    let leaf = changes.formation(id)?;
    let tree = Tree::new(changes.now());
    let Some(division) = division(&tree, leaf) else {
        return remark(changes, id, "stays dispersed: it stands under no formation with a logistics area");
    };
    let division_id = division.id.clone();
    let Some(square) = area(changes, &tree, leaf, division) else {
        return remark(changes, id, "stays dispersed: the logistics area of its division is lost or held by the enemy");
    };
    let fed = sheet.get(&division_id).is_some_and(|assessment| !assessment.log.out);
    changes.place(id, Some(square))?;
    changes.posture(id, Posture::Open)?;
    changes.bare_state(id, if fed { LeafState::Organised } else { LeafState::Disorganised })?;
    changes.take_ground(id)
}

fn remark(changes: &mut Changeset, id: &FormationId, text: &str) -> Result<(), OpError> {
    changes.happen(Event::Remarked { formation: id.clone(), text: text.to_owned() })
}

/// The division of a leaf, or what stands in its place: the nearest formation above it that draws supply.
fn division<'a>(tree: &Tree<'a>, leaf: &Formation) -> Option<&'a Formation> {
    let above = tree.superiors(leaf);
    let division = above.iter().find(|f| f.echelon == Echelon::Division && tree.is_supply_formation(f));
    division.or_else(|| above.iter().find(|f| tree.is_supply_formation(f))).copied()
}

/// Where it gathers: at the LOG vehicle or dump of its division; if that is lost, the night after at its corps' dump.
///
/// # Interpretation
/// The night after: the division had no LOG vehicle left in a bound of an earlier day already.
fn area(changes: &Changeset, tree: &Tree<'_>, leaf: &Formation, division: &Formation) -> Option<Square> {
    let campaign = changes.now();
    let free = |square: &Square| changes.enemy_on(*square, leaf.side).is_none();
    let dumps = |owner: &FormationId| {
        let owner = owner.clone();
        campaign.dumps.values().filter(move |d| d.owner == owner && !d.closed).map(|d| d.square)
    };
    let children = tree.children(&division.id).iter();
    let standing =
        |f: &&&Formation| f.vehicle_of() == Some(Commodity::Log) && campaign.convoy_of(f.id.as_str()).is_none();
    let vehicles = children.filter(standing).filter_map(|f| f.stands_on());
    if let Some(square) = vehicles.chain(dumps(&division.id)).find(free) {
        return Some(square);
    }
    let record = campaign.supply.get(division.id.as_str())?;
    let lost_before = record.log.state == SupplyState::NoVehicle && record.log.since.day < campaign.bound.day;
    if !lost_before {
        return None;
    }
    tree.superiors(division).iter().flat_map(|f| dumps(&f.id)).find(free)
}
