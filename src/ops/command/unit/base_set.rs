//! `unit set LEAF#N`: the umpire's corrections of one base of a leaf that has several.

use campaign::{BaseMarks, Event};
use domain::{FormationId, command};

use super::strength::{MarkerCount, StrengthWord};
use crate::command::keys::Keys;
use crate::command::unit::values::{is_out, must_have_strength, set_base, yes};
use crate::{Changeset, OpError, pick};

/// What one base has of its own; all else is the leaf's.
const KEYS: &[&str] = &["sp", "markers", "ammo", "mounted"];

/// The words for a leaf and for the number of a base, where a unit is given so: `su.63rd.1#2`.
pub(crate) fn named(unit: &str) -> Option<(&str, &str)> {
    unit.rsplit_once('#')
}

/// Corrects one base.
pub(crate) fn decide(
    changes: &mut Changeset,
    leaf: &str,
    number: &str,
    set: &[(String, String)],
) -> Result<(), OpError> {
    let keys = Keys::new("unit set LEAF#N", set, KEYS)?;
    let leaf = pick::unit(changes.now(), leaf)?.id.clone();
    let base = base(changes, &leaf, number)?;
    let strength = keys.get("sp").map(StrengthWord::parse).transpose()?;
    let markers = keys.get("markers").map(MarkerCount::parse).transpose()?;
    must_have_strength(changes, &leaf, strength)?;
    set_base(changes, &leaf, base, strength, markers)?;
    if let Some(out) = keys.get("ammo").map(is_out).transpose()? {
        set_ammunition(changes, &leaf, base, out)?;
    }
    let Some(mounted) = yes(&keys, "mounted")? else { return Ok(()) };
    changes.base_marks(&leaf, |number, marks| if number == base { BaseMarks { mounted, ..marks } } else { marks })
}

fn set_ammunition(changes: &mut Changeset, leaf: &FormationId, base: u16, out: bool) -> Result<(), OpError> {
    let before = changes.leaf(leaf)?.bases[usize::from(base)].out_of_ammo;
    if before == out {
        return Ok(());
    }
    changes.happen(Event::AmmunitionChanged { leaf: leaf.clone(), base, before, after: out })
}

/// Which base of a leaf is meant, from 0.
fn base(changes: &Changeset, leaf: &FormationId, number: &str) -> Result<u16, OpError> {
    let formation = changes.formation(leaf)?;
    let Some(bases) = formation.leaf.as_ref().map(|leaf| leaf.bases.len()) else {
        let message = format!("{} has subordinates and no bases of its own", formation.named());
        return Err(OpError::not_now(message, command!("`railhead orbat {leaf} --bases` lists what is under it")));
    };
    let found = number.parse::<u16>().ok().filter(|number| (1..=bases).contains(&usize::from(*number)));
    found.map(|number| number - 1).ok_or_else(|| {
        let message = format!("{} has no base `{number}`", formation.named());
        OpError::not_now(message, format!("its bases are `{leaf}#1` to `{leaf}#{bases}`"))
    })
}
