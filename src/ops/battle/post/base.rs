//! What becomes of one base.

use campaign::{Base, BaseMarks, Event, Leaf, Noted};
use domain::{FormationId, RuleSystemId};
use rules::outcome::{BaseBefore, BaseOutcome};

use crate::{Changeset, OpError};

/// SP, markers, ammunition and marks of one base.
pub(crate) fn base(
    changes: &mut Changeset,
    id: &FormationId,
    number: u16,
    told: &BaseOutcome,
    rules: RuleSystemId,
) -> Result<(), OpError> {
    let Some(now) = base_of(changes.leaf(id)?, number).cloned() else { return Ok(()) };
    // What the battle left as it was drawn is left as it has become since (`--override`); SP are lost from those there are.
    let gained = told.sp.saturating_sub(told.sp_before);
    let left = now.sp.saturating_sub(told.sp_before.saturating_sub(told.sp)).max(1).min(now.sp);
    let sp = if told.sp == 0 { 0 } else { (left + gained).min(now.sp_full) };
    let kept = |same: fn(&BaseBefore, &BaseOutcome) -> bool| told.before.is_some_and(|before| same(&before, told));
    let markers = if kept(|before, told| before.markers == told.markers) { now.markers } else { told.markers }.min(sp);
    let out_of_ammo =
        if kept(|before, told| before.out_of_ammo == told.out_of_ammo) { now.out_of_ammo } else { told.out_of_ammo };
    if markers < now.markers {
        changes.markers(id, number, markers)?;
    }
    changes.strength(id, number, sp)?;
    changes.markers(id, number, markers)?;
    if out_of_ammo != now.out_of_ammo && sp > 0 {
        let (before, after) = (now.out_of_ammo, out_of_ammo);
        changes.happen(Event::AmmunitionChanged { leaf: id.clone(), base: number, before, after })?;
    }
    let at_post = if rules == RuleSystemId::NqmFree { told.at_post } else { 0 };
    // What an earlier battle left is known to this one; a recorded battle leaves nothing noted.
    let noted = (!told.notes.is_empty()).then_some(Noted { bound: changes.now().bound, notes: told.notes });
    let after = BaseMarks { cu_thirds: told.cu_thirds, at_post: now.marks.at_post + at_post, noted, ..now.marks };
    changes.base_marks(id, |base, marks| if base == number { after } else { marks })
}

pub(crate) fn base_of(leaf: &Leaf, number: u16) -> Option<&Base> {
    leaf.bases.get(usize::from(number))
}
