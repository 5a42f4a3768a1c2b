//! Squares in which fighting leaves of both sides stood, and only those of one stand now: they are held by whom they are
//! left to, who entered them once (model page, Control).
//!
//! What it decides: whose such a square is, and that a march which leaves it leaves behind what does not fight.
//! What it never does: touch a square that was not contested, or in which nobody stands any more.

use std::collections::{BTreeMap, BTreeSet};

use campaign::Campaign;
use domain::{SideId, Square};

use super::overrun;
use crate::{Changeset, OpError};

/// Gives contested squares that are so no more to who stands in them; after a march he overruns what was left there.
pub(crate) fn settle(before: &Campaign, changes: &mut Changeset, marched: bool) -> Result<(), OpError> {
    let contested: Vec<Square> =
        holders(before).into_iter().filter(|(_, sides)| sides.len() > 1).map(|(square, _)| square).collect();
    if contested.is_empty() {
        return Ok(());
    }
    let now = holders(changes.now());
    for square in contested {
        let Some(side) = now.get(&square).filter(|sides| sides.len() == 1).and_then(|sides| sides.first()) else {
            continue;
        };
        changes.control(square, Some(*side))?;
        if marched {
            overrun::what_is_left(changes, square)?;
        }
    }
    Ok(())
}

/// Whose fighting leaves stand in each square.
fn holders(campaign: &Campaign) -> BTreeMap<Square, BTreeSet<SideId>> {
    let mut held: BTreeMap<Square, BTreeSet<SideId>> = BTreeMap::new();
    let standing = campaign.formations.values().filter(|f| f.is_fighting_leaf());
    for (square, side) in standing.filter_map(|f| Some((f.stands_on()?, f.side))) {
        held.entry(square).or_default().insert(side);
    }
    held
}
