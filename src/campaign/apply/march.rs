//! Events of marches, orders and claims.

use std::sync::Arc;

use domain::{AccountId, Bound, Echelon, FormationId, SideId, Square};

use super::{Applied, Change, Refusal, formation, leaf_mut, replace, replace_entry, square_on_map};
use crate::march::{BOUND_MINUTES, Marched};
use crate::{Campaign, Claim, Crossing, Event, Order};

/// A leaf has marched.
pub(super) fn march_leaf(campaign: &mut Campaign, event: &Event) -> Applied {
    let Event::LeafMarched { leaf: id, from, way, before, after, posture_before, posture_after } = event else {
        return Ok(());
    };
    let mut at = *from;
    for next in way {
        square_on_map(campaign, *next)?;
        if at.steps_to(*next) != 1 {
            return Err(Refusal::NoNeighbours(at, *next));
        }
        at = *next;
    }
    check(campaign, id, at, after)?;
    let leaf = leaf_mut(campaign, id)?;
    if !leaf.state.is_on_map() {
        return Err(Refusal::NoSquare(campaign.named(id)));
    }
    let (mut square, mut marched, mut posture) = (leaf.square, leaf.march, leaf.posture);
    replace(id.as_str(), &mut square, &Some(*from), &Some(at))?;
    replace(id.as_str(), &mut marched, before, after)?;
    replace(id.as_str(), &mut posture, posture_before, posture_after)?;
    (leaf.square, leaf.march, leaf.posture) = (square, marched, posture);
    // Casemates stay where they are.
    leaf.casemated &= way.is_empty();
    Ok(())
}

/// What a leaf keeps of its marches has changed.
pub(super) fn keep(campaign: &mut Campaign, id: &FormationId, before: &Marched, after: &Marched) -> Applied {
    if let Some(square) = leaf_mut(campaign, id)?.square {
        check(campaign, id, square, after)?;
    }
    replace(id.as_str(), &mut leaf_mut(campaign, id)?.march, before, after)
}

/// Refuses more minutes than a bound has, and a next square that is not a neighbour.
pub(super) fn check(campaign: &Campaign, id: &FormationId, at: Square, after: &Marched) -> Applied {
    if after.minutes > BOUND_MINUTES {
        return Err(Refusal::TooLong { leaf: campaign.named(id), minutes: after.minutes });
    }
    let Some(towards) = after.towards else { return Ok(()) };
    square_on_map(campaign, towards.square)?;
    if at.steps_to(towards.square) == 1 { Ok(()) } else { Err(Refusal::NoNeighbours(at, towards.square)) }
}

/// Squares have passed to a side.
pub(super) fn take_ground(campaign: &mut Campaign, side: SideId, squares: &[(Square, Option<SideId>)]) -> Applied {
    for (square, before) in squares {
        square_on_map(campaign, *square)?;
        let mut control = campaign.ground.control(*square);
        replace(&square.to_string(), &mut control, before, &Some(side))?;
    }
    let ground = Arc::make_mut(&mut campaign.ground);
    for (square, _) in squares {
        ground.set_control(*square, Some(side));
    }
    Ok(())
}

/// A unit's order for a bound was given, changed, carried out or cancelled.
pub(super) fn order(
    campaign: &mut Campaign,
    unit: &FormationId,
    bound: Bound,
    (before, after): Change<'_, Order>,
) -> Applied {
    formation(campaign, unit)?;
    if let Some(order) = after {
        order.action.squares().into_iter().try_for_each(|square| square_on_map(campaign, square))?;
        order.action.formations().into_iter().try_for_each(|id| formation(campaign, id).map(|_| ()))?;
        let is_there = |id: &AccountId| campaign.dumps.contains_key(id) || campaign.railheads.contains_key(id);
        if let Some(gone) = order.action.accounts().into_iter().find(|id| !is_there(id)) {
            return Err(Refusal::NoAccount(gone.clone()));
        }
    }
    let mut kept = campaign.orders.get(unit.as_str(), bound);
    replace(unit.as_str(), &mut kept, &before, &after)?;
    match after {
        Some(order) if order.unit == *unit && order.bound == bound => campaign.orders.put(order.clone()),
        Some(order) => return Err(Refusal::Taken(order.unit.to_string())),
        None => campaign.orders.remove(unit.as_str(), bound),
    }
    Ok(())
}

/// Something overrun has come to wait for the umpire, or waits no longer.
pub(super) fn claim(campaign: &mut Campaign, what: &AccountId, (before, after): Change<'_, Claim>) -> Applied {
    let is_store = campaign.dumps.contains_key(what) || campaign.railheads.contains_key(what);
    if !is_store && !campaign.formations.contains_key(what) {
        return Err(Refusal::NoAccount(what.clone()));
    }
    if let Some(claim) = after {
        square_on_map(campaign, claim.square)?;
        formation(campaign, &claim.by)?;
    }
    replace_entry(&mut campaign.claims, what, (before, after))
}

/// A dump has another owner.
pub(super) fn hand_over(
    campaign: &mut Campaign,
    id: &AccountId,
    before: &(FormationId, Echelon),
    after: &(FormationId, Echelon),
) -> Applied {
    formation(campaign, &after.0)?;
    let dump = campaign.dumps.get_mut(id).ok_or_else(|| Refusal::NoDump(id.clone()))?;
    let mut owner = (dump.owner.clone(), dump.level);
    replace(id.as_str(), &mut owner, before, after)?;
    // A depot that stood for a railway is only a heap of stock to somebody else.
    dump.source = false;
    (dump.owner, dump.level) = owner;
    Ok(())
}

/// A crossing has been built.
pub(super) fn build(campaign: &mut Campaign, crossing: &Crossing) -> Applied {
    if campaign.crossings.contains_key(&crossing.id) {
        return Err(Refusal::Taken(crossing.id.to_string()));
    }
    let squares = crossing.side.map(domain::SquareSide::squares);
    if let Some((a, b)) = squares {
        square_on_map(campaign, a)?;
        square_on_map(campaign, b)?;
    }
    campaign.crossings.insert(crossing.id.clone(), crossing.clone());
    Ok(())
}
