//! `unit merge LEAF INTO`: what is left of one leaf fills up another of its kind in its square.
//!
//! What it decides: which leaves may merge, and what comes over with the SP.

use campaign::{Base, BaseMarks, Event, Formation, Tree};
use domain::{FormationId, LeafState, Mobility, command};

use super::split::{must_be_at_rest, refused};
use crate::{Changeset, DecisionContext, OpError};

/// Puts as much of a leaf into another as that has room for.
///
/// # Interpretation
/// The rules merge bases of one unit, of the same arm, mobility and classes, as they reorganise, where one has room for
/// all (NQM Squared, section 11). Here what has no room stays behind. Of one unit, organised and without the enemy in
/// their square is the rule that the umpire may set aside.
pub(crate) fn merge(
    context: &DecisionContext<'_>,
    changes: &mut Changeset,
    id: &FormationId,
    into: &FormationId,
) -> Result<(), OpError> {
    let (leaf, other) = (changes.formation(id)?, changes.formation(into)?);
    must_be_alike(changes, leaf, other)?;
    [leaf, other].into_iter().try_for_each(|each| must_be_at_rest(changes.now(), each))?;
    by_rule(context, changes, leaf, other)?;
    let moved = shares(&changes.leaf(id)?.bases, &changes.leaf(into)?.bases);
    if moved.is_empty() {
        return Err(no_room(leaf, other));
    }
    moved.iter().try_for_each(|share| carry(changes, id, into, share))?;
    if changes.leaf(id)?.sp() == 0 { empty(changes, id) } else { Ok(()) }
}

/// Refuses two that cannot be one whatever the umpire says.
fn must_be_alike(changes: &Changeset, leaf: &Formation, other: &Formation) -> Result<(), OpError> {
    if leaf.id == other.id {
        return Err(refused(leaf, "cannot be merged into itself", "name the leaf it is to fill up"));
    }
    for each in [leaf, other] {
        let Some(own) = &each.leaf else {
            return Err(refused(each, "has subordinates: only a leaf can merge into a leaf", "name one of them"));
        };
        if !each.can_fight() {
            return Err(refused(
                each,
                &format!("is of arm {} and does not fight: only fighting leaves merge", each.arm),
                "",
            ));
        }
        if !own.state.is_on_map() {
            return Err(refused(each, &format!("is {}", own.state), "both must be on the map"));
        }
    }
    if leaf.side != other.side {
        return Err(refused(leaf, &format!("and {} are of different sides", other.named()), ""));
    }
    if (leaf.arm, leaf.mobility) != (other.arm, other.mobility) {
        let kind = |f: &Formation| match (f.mobility.map_or("", Mobility::as_str), f.arm.as_str()) {
            (mobility, arm) if mobility.starts_with(arm) => arm.to_owned(),
            (mobility, arm) => format!("{mobility} {arm}"),
        };
        let message =
            format!("is {}, {} is {}: only leaves of the same kind merge", kind(leaf), other.named(), kind(other));
        return Err(refused(leaf, &message, ""));
    }
    let at = |f: &Formation| f.stands_on().map(|square| changes.now().frame.reference(square)).unwrap_or_default();
    if leaf.stands_on() != other.stands_on() {
        let hint = command!("`railhead move {} {}` brings them together", leaf.id, at(other));
        return Err(refused(leaf, &format!("stands in {}, {} in {}", at(leaf), other.named(), at(other)), hint));
    }
    Ok(())
}

/// Refuses by the rules of reorganising, which the umpire may set aside.
fn by_rule(
    context: &DecisionContext<'_>,
    changes: &Changeset,
    leaf: &Formation,
    other: &Formation,
) -> Result<(), OpError> {
    let tree = Tree::new(changes.now());
    let (unit, other_unit) = (tree.unit_of(leaf), tree.unit_of(other));
    if unit.id != other_unit.id {
        let message = format!(
            "{} belongs to {}, {} to {}: only leaves of the same unit merge",
            leaf.named(),
            unit.named(),
            other.named(),
            other_unit.named()
        );
        context.rule(message, leaf.id.as_str())?;
    }
    for each in [leaf, other] {
        let state = each.leaf.as_ref().map_or(LeafState::Organised, |leaf| leaf.state);
        if state.is_disorganised() {
            context.rule(format!("{} is {state}, and only organised leaves merge", each.named()), each.id.as_str())?;
        }
    }
    if let Some(enemy) = leaf.stands_on().and_then(|square| changes.enemy_on(square, leaf.side)) {
        context.rule(
            format!("{} cannot merge: the enemy's {} is in the square", leaf.named(), enemy.named()),
            leaf.id.as_str(),
        )?;
    }
    Ok(())
}

/// SP that go from one base to another, by their numbers.
struct Share {
    from: u16,
    to: u16,
    sp: u16,
}

/// What goes where: base by base in order, each into those of its kind that have room.
fn shares(from: &[Base], to: &[Base]) -> Vec<Share> {
    let kind = |base: &Base| (base.role, base.weapon_men, base.weapon_armour, base.armour, base.calibre_mm);
    let mut room: Vec<u16> = to.iter().map(|base| base.sp_full - base.sp).collect();
    let mut found = Vec::new();
    for (place, base) in from.iter().enumerate() {
        let mut left = base.sp;
        for there in (0..to.len()).filter(|there| kind(&to[*there]) == kind(base)) {
            let sp = left.min(room[there]);
            if sp > 0 {
                found.push(Share { from: place as u16, to: there as u16, sp });
                left -= sp;
                room[there] -= sp;
            }
        }
    }
    found
}

fn no_room(leaf: &Formation, into: &Formation) -> OpError {
    let full = into.leaf.as_ref().map(|leaf| (leaf.sp(), leaf.sp_full())).unwrap_or_default();
    if full.0 == full.1 {
        return refused(
            into,
            &format!("has its full {} SP: there is no room", full.1),
            command!("try the other way round: `railhead unit merge {} {}`", into.id, leaf.id),
        );
    }
    refused(
        into,
        &format!("has no base of the role, weapons, armour and calibre of {} with room for its SP", leaf.named()),
        command!("`railhead unit show` shows them"),
    )
}

/// SP come over with the markers that no longer find SP under them; a base is out of ammunition where one of the two
/// was, has no more combat units than the one that had fewer, and takes those at the medical post along with the last SP.
fn carry(changes: &mut Changeset, id: &FormationId, into: &FormationId, share: &Share) -> Result<(), OpError> {
    let base = |changes: &Changeset, id: &FormationId, number: u16| {
        changes.leaf(id).map(|leaf| leaf.bases[usize::from(number)].clone())
    };
    let (from, to) = (base(changes, id, share.from)?, base(changes, into, share.to)?);
    let left = from.sp - share.sp;
    let markers = from.markers.saturating_sub(left);
    changes.markers(id, share.from, from.markers - markers)?;
    changes.strength(id, share.from, left)?;
    changes.strength(into, share.to, to.sp + share.sp)?;
    changes.markers(into, share.to, to.markers + markers)?;
    if from.out_of_ammo && !to.out_of_ammo {
        let (leaf, base) = (into.clone(), share.to);
        changes.happen(Event::AmmunitionChanged { leaf, base, before: false, after: true })?;
    }
    let fewer = match (from.marks.cu_thirds, to.marks.cu_thirds) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let at_post = if left == 0 { from.marks.at_post } else { 0 };
    changes.base_marks(into, |number, marks| {
        if number == share.to {
            BaseMarks { cu_thirds: fewer, at_post: marks.at_post + at_post, ..marks }
        } else {
            marks
        }
    })?;
    changes.base_marks(id, |number, marks| {
        if number == share.from { BaseMarks { at_post: marks.at_post - at_post, ..marks } } else { marks }
    })
}

/// Nothing is left of a leaf: it is `merged`, and neither ordered nor at work any more.
fn empty(changes: &mut Changeset, id: &FormationId) -> Result<(), OpError> {
    changes.bare_state(id, LeafState::Merged)?;
    changes.rail_job(id, None)?;
    let orders: Vec<_> = changes.now().orders.iter().filter(|order| order.unit == *id).cloned().collect();
    orders.into_iter().try_for_each(|order| {
        let (unit, bound) = (order.unit.clone(), order.bound);
        changes.happen(Event::OrderChanged { unit, bound, before: Some(Box::new(order)), after: None })
    })
}
