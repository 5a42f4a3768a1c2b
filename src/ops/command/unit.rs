//! `unit command`, `attach`, `detach`, `rename`, `replace`.

pub(crate) mod base_set;
pub(crate) mod grade;
pub(crate) mod leaf_merge;
pub(crate) mod merge;
pub(crate) mod new;
pub(crate) mod replacement_entry;
pub(crate) mod replacements;
pub(crate) mod set;
pub(crate) mod set_keys;
pub(crate) mod size;
pub(crate) mod split;
pub(crate) mod strength;
pub(crate) mod values;

use serde::{Deserialize, Serialize};

use campaign::{Event, Formation, Support, Tree, UnitKey};
use domain::{FormationId, SupportKind, command};

use crate::command::unit::set::set_key;
use crate::{Changeset, OpError, pick};

/// A unit is put under another superior.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitCommand {
    /// The unit, as given.
    pub unit: String,
    /// The superior, as given; the id of the side puts the unit directly under it.
    pub superior: String,
}

impl UnitCommand {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.unit)?;
        let (id, before) = (unit.id.clone(), unit.parent.clone());
        let own_side = pick::side_before_units(changes.now(), &self.superior) == Some(unit.side);
        let after = if own_side { None } else { Some(pick::unit(changes.now(), &self.superior)?.id.clone()) };
        if before == after {
            let under = match (&after, unit.side) {
                (Some(superior), _) => changes.now().named(superior),
                (None, side) => changes.now().side_name(side),
            };
            return Err(OpError::NotNow {
                message: format!("{} is already under {under}", unit.named()),
                at: id.to_string(),
                hint: command!("name another superior; `railhead unit show {id}` shows those above it"),
            });
        }
        changes.happen(Event::SuperiorChanged { formation: id, before: before.clone(), after })?;
        let now = changes.now();
        let is_shell =
            |group: &FormationId| now.groups.contains_key(group) && Tree::new(now).children(group).is_empty();
        let Some(shell) = before.filter(is_shell) else { return Ok(()) };
        let text = "is a battle group with nothing left under it, and can be dissolved".to_owned();
        changes.happen(Event::Remarked { formation: shell, text })
    }
}

/// A unit is lent to another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitAttach {
    /// The unit, as given.
    pub unit: String,
    /// To which unit, as given.
    pub to: String,
    /// How, as given.
    pub kind: String,
}

impl UnitAttach {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.unit)?;
        let (id, before) = (unit.id.clone(), unit.support.clone());
        let to = pick::unit(changes.now(), &self.to)?.id.clone();
        if id == to {
            return Err(OpError::not_now(
                format!("{} cannot be attached to itself", unit.named()),
                "name the unit that it supports",
            ));
        }
        let kind: SupportKind = self.kind.replace('-', "_").parse()?;
        let after = Some(Support { to, kind });
        if before == after {
            return Ok(());
        }
        changes.happen(Event::SupportChanged { formation: id, before, after })
    }
}

/// A unit that was lent goes back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitDetach {
    /// The unit, as given.
    pub unit: String,
}

impl UnitDetach {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.unit)?;
        let (id, before) = (unit.id.clone(), unit.support.clone());
        if before.is_none() {
            let hint = command!("`railhead unit command {id} SUPERIOR` puts it under another superior");
            return Err(OpError::not_now(format!("{} is not attached to any unit", unit.named()), hint));
        }
        changes.happen(Event::SupportChanged { formation: id, before, after: None })
    }
}

/// A unit gets another name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitRename {
    /// The unit, as given.
    pub unit: String,
    /// Its new name.
    pub name: String,
}

impl UnitRename {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let id = pick::unit(changes.now(), &self.unit)?.id.clone();
        set_key(changes, &id, UnitKey::Name, &self.name)
    }
}

/// Lost SP are given back: each leaf filled before the next, the weakest first, ties by id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitReplace {
    /// The unit, as given.
    pub unit: String,
    /// How many SP.
    pub sp: u32,
    /// Out of whose pool, as given; none for SP from nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

impl UnitReplace {
    pub(super) fn decide(&self, changes: &mut Changeset) -> Result<(), OpError> {
        let unit = pick::unit(changes.now(), &self.unit)?;
        let id = unit.id.clone();
        let tree = Tree::new(changes.now());
        let weakest = weakest(tree.leaves(unit));
        let lost: u32 = weakest.iter().map(|(_, _, lost)| lost).sum();
        if self.sp == 0 || self.sp > lost {
            let message = format!("{} has lost {lost} SP that can be replaced, not {}", unit.named(), self.sp);
            let hint = match lost {
                0 => command!("`railhead unit show {id}` shows its SP; leaves that are lost get none back"),
                _ => format!("give a number from 1 to {lost}").into(),
            };
            return Err(OpError::NotNow { message, at: id.to_string(), hint });
        }
        if let Some(from) = &self.from {
            let leaves: Vec<_> = weakest.into_iter().map(|(_, leaf, lost)| (leaf, lost)).collect();
            return replacements::book(changes, &id, &leaves, self.sp, from);
        }
        fill_weakest(changes, &weakest, self.sp)
    }
}

/// Of leaves that have lost SP and are not lost: the SP left, the leaf, the SP lost; the weakest first, ties by id.
pub(super) fn weakest<'a>(leaves: impl IntoIterator<Item = &'a Formation>) -> Vec<(u32, FormationId, u32)> {
    let mut weakest: Vec<_> = leaves
        .into_iter()
        .filter_map(|f| Some((f, f.leaf.as_ref()?)))
        .filter(|(_, leaf)| !leaf.state.is_lost() && leaf.sp() < leaf.sp_full())
        .map(|(f, leaf)| (leaf.sp(), f.id.clone(), leaf.sp_full() - leaf.sp()))
        .collect();
    weakest.sort();
    weakest
}

/// Gives so many SP back, one leaf after another up to its full SP.
pub(super) fn fill_weakest(
    changes: &mut Changeset,
    weakest: &[(u32, FormationId, u32)],
    sp: u32,
) -> Result<(), OpError> {
    let mut left = sp;
    weakest.iter().try_for_each(|(_, leaf, lost)| {
        let sp = left.min(*lost);
        left -= sp;
        fill(changes, leaf, sp)
    })
}

/// Fills the bases of a leaf, the weakest first, as far as there are SP.
fn fill(changes: &mut Changeset, leaf: &FormationId, sp: u32) -> Result<(), OpError> {
    let shares = replacements::shares(&changes.leaf(leaf)?.bases, sp);
    shares.into_iter().try_for_each(|(base, _, after)| changes.strength(leaf, base, after))
}
