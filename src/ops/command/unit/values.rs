//! The values of `unit set`, for leaves and single bases alike.

use domain::{FormationId, LeafState, command};

use crate::command::keys::Keys;
use crate::command::unit::strength::{MarkerCount, StrengthWord};
use crate::{Changeset, OpError};

/// Refuses SP for a leaf that is destroyed.
pub(crate) fn must_have_strength(
    changes: &Changeset,
    leaf: &FormationId,
    strength: Option<StrengthWord>,
) -> Result<(), OpError> {
    let is_lost = changes.leaf(leaf)?.state == LeafState::Destroyed;
    if is_lost && strength.is_some_and(|s| s != StrengthWord::Points(0)) {
        return Err(OpError::NotNow {
            message: format!("{} is destroyed and has no SP", changes.now().named(leaf)),
            at: leaf.to_string(),
            hint: command!("bring it back with `railhead unit set {leaf} state=organised sp=N`"),
        });
    }
    Ok(())
}

/// Markers that go down go first, those that go up last, so that there are never more than SP between.
pub(crate) fn set_base(
    changes: &mut Changeset,
    leaf: &FormationId,
    base: u16,
    strength: Option<StrengthWord>,
    markers: Option<MarkerCount>,
) -> Result<(), OpError> {
    let Some(now) = changes.leaf(leaf)?.bases.get(usize::from(base)).cloned() else { return Ok(()) };
    let sp = strength.map_or(now.sp, |strength| strength.of(now.sp_full));
    let wanted = markers.map_or(now.markers, |markers| markers.0);
    if wanted < now.markers {
        changes.markers(leaf, base, wanted)?;
    }
    changes.strength(leaf, base, sp)?;
    changes.markers(leaf, base, wanted)
}

/// Whether a value of `ammo` says that none is left.
pub(crate) fn is_out(word: &str) -> Result<bool, OpError> {
    match word.to_lowercase().as_str() {
        "out" | "no" => Ok(true),
        "full" | "in" | "yes" => Ok(false),
        _ => Err(OpError::bad_value("ammo", word, "`full` or `out`")),
    }
}

/// The value of a key that says whether something is so.
pub(crate) fn yes(keys: &Keys<'_>, key: &str) -> Result<Option<bool>, OpError> {
    keys.get(key)
        .map(|word| match word.to_lowercase().as_str() {
            "yes" | "true" => Ok(true),
            "no" | "false" => Ok(false),
            _ => Err(OpError::bad_value(key, word, "`yes` or `no`")),
        })
        .transpose()
}
