//! Events of partisans.

use crate::{Campaign, Partisans};
use domain::{Bound, SideId, Square};

use super::{Applied, Change, replace, replace_row, square_on_map};

/// Where partisans of a square and side stand in the list, or would.
fn place(campaign: &Campaign, square: Square, against: SideId) -> Result<usize, usize> {
    campaign.partisans.binary_search_by_key(&(square, against), |there| (there.square, there.against))
}

/// Partisans came, changed, or are gone.
pub(super) fn change(
    campaign: &mut Campaign,
    (square, against): (Square, SideId),
    (before, after): Change<'_, Partisans>,
) -> Applied {
    square_on_map(campaign, square)?;
    let found = place(campaign, square, against);
    let subject = format!("partisans in {}", campaign.frame.reference(square));
    replace_row(&subject, &mut campaign.partisans, found, (before, after))
}

/// A die was thrown for partisans.
pub(super) fn thrown(
    campaign: &mut Campaign,
    (square, against): (Square, SideId),
    before: Option<Bound>,
    after: Option<Bound>,
) -> Applied {
    square_on_map(campaign, square)?;
    let subject = format!("partisans in {}", campaign.frame.reference(square));
    let mut kept = place(campaign, square, against).ok().and_then(|place| campaign.partisans[place].raid);
    replace(&subject, &mut kept, &before, &after)?;
    if let Ok(place) = place(campaign, square, against) {
        campaign.partisans[place].raid = after;
    }
    Ok(())
}
