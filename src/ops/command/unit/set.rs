//! `unit set`: the umpire's corrections of one leaf, or of every leaf under a formation.
//!
//! Keys are carried out in a fixed order: square, state, strength and markers, ammunition, posture, HQ die, marks, what of
//! a formation the umpire may set as he likes, arrival, entry. A fighting leaf that ends on a square gives it to its side
//! unless an enemy fighting leaf is there.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use campaign::{BaseMarks, Event, Formation, Location, Tree, UnitKey, UnitMarks};
use domain::{FormationId, LatLon, LeafState, Posture, Square, Terrain, command};

use super::base_set;
use super::set_keys::unit_set_keys;
use super::strength::{MarkerCount, StrengthWord};
use crate::command::keys::{Keys, optional};
use crate::command::unit::values::{is_out, must_have_strength, set_base, yes};
use crate::{Changeset, OpError, pick};

/// Every key of `unit set`.
static KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| unit_set_keys().map(|key| key.key).collect());

/// A unit is corrected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitSet {
    /// The unit, as given.
    pub unit: String,
    /// What is to be so: keys and values.
    pub set: Vec<(String, String)>,
}

impl UnitSet {
    pub(crate) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        if let Some((leaf, number)) = base_set::named(&self.unit) {
            return base_set::decide(changes, leaf, number, &self.set);
        }
        let keys = Keys::new("unit set", &self.set, &KEYS)?;
        let unit = pick::unit(changes.now(), &self.unit)?.id.clone();
        let leaves = leaves_of(changes, &unit)?;
        let state = keys.parsed::<LeafState>("state")?;
        if let Some(word) = keys.get("square") {
            let square = pick::square(changes.now(), word)?;
            set_down(changes, &unit, square, state)?;
        }
        if let Some(state) = state {
            leaves.iter().try_for_each(|leaf| set_state(changes, leaf, state))?;
        }
        set_strength(changes, &unit, &leaves, &keys)?;
        set_bearing(changes, &leaves, &keys)?;
        set_of_formation(changes, &unit, &keys)?;
        set_arrival(changes, &unit, &leaves, &keys)?;
        leaves.iter().try_for_each(|leaf| changes.take_ground(leaf))
    }
}

/// The leaves at or under a unit.
pub(crate) fn leaves_of(changes: &Changeset, unit: &FormationId) -> Result<Vec<FormationId>, OpError> {
    let formation = changes.formation(unit)?;
    Ok(Tree::new(changes.now()).leaves(formation).into_iter().map(|f| f.id.clone()).collect())
}

/// Sets the leaves of a unit down by their places relative to its square: on the square itself where that place is
/// off the map or a lake, and where a leaf or the unit has no place yet.
fn set_down(changes: &mut Changeset, unit: &FormationId, to: Square, state: Option<LeafState>) -> Result<(), OpError> {
    let formation = changes.formation(unit)?;
    let tree = Tree::new(changes.now());
    let from = tree.square(formation);
    let comes = |leaf: &&Formation| leaf.is_on_map() || state.is_some_and(LeafState::is_on_map);
    let leaves: Vec<&Formation> = tree.leaves(formation).into_iter().filter(comes).collect();
    if leaves.is_empty() {
        return Err(OpError::NotNow {
            message: format!("{} has nothing on the map", formation.named()),
            at: unit.to_string(),
            hint: command!("bring it on with `railhead unit set {unit} state=organised square=SQUARE`"),
        });
    }
    let moves: Vec<_> = leaves.iter().map(|leaf| (leaf.id.clone(), new_square(changes, leaf, from, to))).collect();
    moves.into_iter().try_for_each(|(leaf, square)| changes.place(&leaf, Some(square)))
}

fn new_square(changes: &Changeset, leaf: &Formation, from: Option<Square>, to: Square) -> Square {
    let (Some(from), Some(at)) = (from, leaf.stands_on()) else { return to };
    let shifted = |base: u16, from: u16, to: u16| u16::try_from(i32::from(base) + i32::from(to) - i32::from(from)).ok();
    let (Some(col), Some(row)) = (shifted(at.col, from.col, to.col), shifted(at.row, from.row, to.row)) else {
        return to;
    };
    let square = Square::new(col, row);
    let stands = changes.now().frame.contains(square) && changes.now().ground.terrain(square) != Terrain::Lake;
    if stands { square } else { to }
}

/// Changes the state of a leaf, with what belongs to it: a destroyed one has no SP and no markers, one not yet
/// arrived has no square, a lost vehicle has no cargo.
pub(crate) fn set_state(changes: &mut Changeset, leaf: &FormationId, state: LeafState) -> Result<(), OpError> {
    if state.is_on_map() && changes.leaf(leaf)?.square.is_none() {
        return Err(OpError::NotNow {
            message: format!("{} is off the map and has no square", changes.now().named(leaf)),
            at: leaf.to_string(),
            hint: command!("say where: `railhead unit set {leaf} state={state} square=SQUARE`"),
        });
    }
    if state.is_lost() && changes.formation(leaf)?.vehicle_of().is_some() {
        changes.lose_cargo(leaf.as_str(), "destroyed", &format!("{leaf} is {state}"))?;
    }
    if state == LeafState::Destroyed {
        for base in 0..changes.leaf(leaf)?.bases.len() as u16 {
            changes.markers(leaf, base, 0)?;
            changes.strength(leaf, base, 0)?;
        }
    }
    changes.bare_state(leaf, state)?;
    if state == LeafState::OffMap { changes.place(leaf, None) } else { Ok(()) }
}

fn set_strength(
    changes: &mut Changeset,
    unit: &FormationId,
    leaves: &[FormationId],
    keys: &Keys<'_>,
) -> Result<(), OpError> {
    let strength = keys.get("sp").map(StrengthWord::parse).transpose()?;
    let markers = keys.get("markers").map(MarkerCount::parse).transpose()?;
    if strength.is_none() && markers.is_none() {
        return Ok(());
    }
    let targets = strength_targets(changes, unit, leaves, strength, markers)?;
    for leaf in &targets {
        must_have_strength(changes, leaf, strength)?;
        for base in 0..changes.leaf(leaf)?.bases.len() as u16 {
            set_base(changes, leaf, base, strength, markers)?;
        }
    }
    Ok(())
}

/// Whose strength is meant: the leaf itself, or every fighting leaf of a formation.
fn strength_targets(
    changes: &Changeset,
    unit: &FormationId,
    leaves: &[FormationId],
    strength: Option<StrengthWord>,
    markers: Option<MarkerCount>,
) -> Result<Vec<FormationId>, OpError> {
    let formation = changes.formation(unit)?;
    if let Some(leaf) = &formation.leaf {
        let plain = matches!(strength, Some(StrengthWord::Points(1..))) || matches!(markers, Some(MarkerCount(1..)));
        if leaf.bases.len() > 1 && plain {
            let message =
                format!("{} has {} bases: a plain number does not say which", formation.named(), leaf.bases.len());
            let hint = format!("give a share of full SP, `sp=60%`, or name the base: `{unit}#1`");
            return Err(OpError::not_now(message, hint));
        }
        return Ok(vec![unit.clone()]);
    }
    if matches!(strength, Some(StrengthWord::Points(_))) {
        let message = format!("{} has subordinates: a plain number of SP does not say whose", formation.named());
        return Err(OpError::not_now(message, "give a share of full SP, `sp=60%`, or name a leaf"));
    }
    let fighting = |id: &&FormationId| changes.formation(id).is_ok_and(Formation::is_fighting_leaf);
    Ok(leaves.iter().filter(fighting).cloned().collect())
}

fn set_bearing(changes: &mut Changeset, leaves: &[FormationId], keys: &Keys<'_>) -> Result<(), OpError> {
    if let Some(word) = keys.get("ammo") {
        let out = is_out(word)?;
        leaves.iter().try_for_each(|leaf| changes.ammunition(leaf, out))?;
    }
    if let Some(mounted) = yes(keys, "mounted")? {
        leaves.iter().try_for_each(|leaf| changes.base_marks(leaf, |_, marks| BaseMarks { mounted, ..marks }))?;
    }
    if let Some(posture) = keys.parsed::<Posture>("posture")? {
        leaves.iter().try_for_each(|leaf| changes.posture(leaf, posture))?;
    }
    Ok(())
}

/// What is the whole unit's, and not one battalion's: to set it there would change nothing.
const OF_THE_UNIT: [&str; 5] = ["hq_die", "fought", "met_tanks", "orders", "fanatical"];

/// Refuses on a battalion what is its regiment's or brigade's.
fn must_be_the_unit(changes: &Changeset, id: &FormationId, keys: &Keys<'_>) -> Result<(), OpError> {
    let formation = changes.formation(id)?;
    let tree = Tree::new(changes.now());
    let unit = tree.unit_of(formation);
    let key = OF_THE_UNIT.into_iter().find_map(|key| Some((key, keys.get(key)?)));
    let Some((key, word)) = key.filter(|_| formation.leaf.is_some() && unit.id != *id) else { return Ok(()) };
    let message = format!("`{key}` is its unit's, and {} is a part of {}", formation.named(), unit.named());
    Err(OpError::Words { message, hint: command!("`railhead unit set {} {key}={word}` sets it", unit.id) })
}

fn set_of_formation(changes: &mut Changeset, unit: &FormationId, keys: &Keys<'_>) -> Result<(), OpError> {
    must_be_the_unit(changes, unit, keys)?;
    if let Some(word) = keys.get("hq_die") {
        let formation = changes.formation(unit)?;
        let full = Tree::new(changes.now()).grade(formation).map_or(6, domain::Grade::full_hq_die);
        let wanted = || OpError::bad_value("hq_die", word, format!("a number from 0 to {full}, or `full`"));
        let after = match word.to_lowercase().as_str() {
            "full" => None,
            number => Some(number.parse::<u8>().ok().filter(|n| *n <= full).ok_or_else(wanted)?),
        }
        .filter(|n| *n != full);
        let before = formation.hq_die;
        if before != after {
            changes.happen(Event::HqDieChanged { formation: unit.clone(), before, after })?;
        }
    }
    set_marks(changes, unit, keys)?;
    // Who comes by rail is set with when and where it comes.
    for key in UnitKey::ALL.iter().filter(|key| **key != UnitKey::ByRail) {
        if let Some(word) = keys.get(key.as_str()) {
            set_key(changes, unit, *key, optional(word).unwrap_or_default())?;
        }
    }
    Ok(())
}

/// What battles have left on a unit, and what the umpire says of its orders.
fn set_marks(changes: &mut Changeset, unit: &FormationId, keys: &Keys<'_>) -> Result<(), OpError> {
    let before = changes.formation(unit)?.marks;
    let after = UnitMarks {
        fought: yes(keys, "fought")?.unwrap_or(before.fought),
        met_tanks: yes(keys, "met_tanks")?.unwrap_or(before.met_tanks),
        without_orders: yes(keys, "orders")?.map_or(before.without_orders, |orders| !orders),
        fanatical: yes(keys, "fanatical")?.unwrap_or(before.fanatical),
        ..before
    };
    changes.marks(unit, after)
}

/// Sets what of a formation the umpire may set as he likes; empty is none.
pub(crate) fn set_key(changes: &mut Changeset, unit: &FormationId, key: UnitKey, word: &str) -> Result<(), OpError> {
    let (spec, word) = (key.spec(), word.trim());
    let mut formation = changes.formation(unit)?.clone();
    let before = (spec.get)(&formation);
    (spec.set)(&mut formation, word).map_err(|wanted| OpError::bad_value(key.as_str(), word, wanted))?;
    let after = (spec.get)(&formation);
    if before == after {
        return Ok(());
    }
    changes.happen(Event::FormationSet { formation: unit.clone(), key, before, after })
}

fn set_arrival(
    changes: &mut Changeset,
    unit: &FormationId,
    leaves: &[FormationId],
    keys: &Keys<'_>,
) -> Result<(), OpError> {
    let (arrives, entry, by_rail) = (keys.get("arrives"), keys.get("entry"), keys.get(UnitKey::ByRail.as_str()));
    if arrives.is_none() && entry.is_none() && by_rail.is_none() {
        return Ok(());
    }
    let waits = |id: &&FormationId| changes.leaf(id).is_ok_and(|leaf| leaf.state == LeafState::OffMap);
    let waiting: Vec<FormationId> = leaves.iter().filter(waits).cloned().collect();
    if waiting.is_empty() {
        return Err(OpError::NotNow {
            message: format!("{} has already arrived", changes.now().named(unit)),
            at: unit.to_string(),
            hint: command!("take it off the map first: `railhead unit set {unit} state=off_map arrives=BOUND`"),
        });
    }
    for leaf in &waiting {
        if let Some(word) = by_rail {
            set_key(changes, leaf, UnitKey::ByRail, optional(word).unwrap_or_default())?;
        }
        if let Some(word) = arrives {
            let after = optional(word).map(|word| pick::bound(changes.now(), word)).transpose()?;
            let before = changes.leaf(leaf)?.arrives;
            if before != after {
                changes.happen(Event::ArrivalChanged { leaf: leaf.clone(), before, after })?;
            }
        }
        if let Some(word) = entry {
            let after = optional(word).map(|word| location(changes, word)).transpose()?;
            let before = changes.leaf(leaf)?.entry.clone();
            if before != after {
                changes.happen(Event::EntryChanged { leaf: leaf.clone(), before, after })?;
            }
        }
    }
    Ok(())
}

/// Where a word says that something is: a place, a square, or `lat lon`.
pub(crate) fn location(changes: &Changeset, given: &str) -> Result<Location, OpError> {
    if let Some((name, _)) = pick::place_name(changes.now(), given)? {
        return Ok(Location::Place(name.to_owned()));
    }
    match LatLon::parse(given) {
        Some(at) => Ok(Location::At(at)),
        None => Ok(Location::Square(pick::square(changes.now(), given)?)),
    }
}
