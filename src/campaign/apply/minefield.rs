//! Events of minefields.

use crate::{Campaign, Minefield};
use domain::Square;

use super::{Refusal, replace, square_on_map};

/// Mines of a square came, changed, or are gone.
pub(super) fn change(
    campaign: &mut Campaign,
    square: Square,
    before: Option<&Minefield>,
    after: Option<&Minefield>,
) -> Result<(), Refusal> {
    square_on_map(campaign, square)?;
    let found = campaign.minefields.binary_search_by_key(&square, |field| field.square);
    let mut kept = found.ok().map(|place| &campaign.minefields[place]);
    replace(&format!("mines in {}", campaign.frame.reference(square)), &mut kept, &before, &after)?;
    match (found, after) {
        (Ok(place), Some(after)) => campaign.minefields[place] = after.clone(),
        (Ok(place), None) => drop(campaign.minefields.remove(place)),
        (Err(place), Some(after)) => campaign.minefields.insert(place, after.clone()),
        (Err(_), None) => {}
    }
    Ok(())
}
