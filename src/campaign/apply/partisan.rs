//! Events of partisans.

use crate::{Campaign, Partisans};
use domain::{Bound, SideId, Square};

use super::{Refusal, replace, square_on_map};

/// Where partisans of a square and side stand in the list, or would.
fn place(campaign: &Campaign, square: Square, against: SideId) -> Result<usize, usize> {
    campaign.partisans.binary_search_by_key(&(square, against), |there| (there.square, there.against))
}

/// Partisans came, changed, or are gone.
pub(super) fn change(
    campaign: &mut Campaign,
    (square, against): (Square, SideId),
    before: Option<&Partisans>,
    after: Option<&Partisans>,
) -> Result<(), Refusal> {
    square_on_map(campaign, square)?;
    let found = place(campaign, square, against);
    let mut kept = found.ok().map(|place| &campaign.partisans[place]);
    replace(&format!("partisans in {}", campaign.frame.reference(square)), &mut kept, &before, &after)?;
    match (found, after) {
        (Ok(place), Some(after)) => campaign.partisans[place] = after.clone(),
        (Ok(place), None) => drop(campaign.partisans.remove(place)),
        (Err(place), Some(after)) => campaign.partisans.insert(place, after.clone()),
        (Err(_), None) => {}
    }
    Ok(())
}

/// A die was thrown for partisans.
pub(super) fn thrown(
    campaign: &mut Campaign,
    (square, against): (Square, SideId),
    before: Option<Bound>,
    after: Option<Bound>,
) -> Result<(), Refusal> {
    square_on_map(campaign, square)?;
    let subject = format!("partisans in {}", campaign.frame.reference(square));
    let mut kept = place(campaign, square, against).ok().and_then(|place| campaign.partisans[place].raid);
    replace(&subject, &mut kept, &before, &after)?;
    if let Ok(place) = place(campaign, square, against) {
        campaign.partisans[place].raid = after;
    }
    Ok(())
}
