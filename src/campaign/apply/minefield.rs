//! Events of minefields.

use crate::{Campaign, Minefield};
use domain::Square;

use super::{Applied, Change, replace_row, square_on_map};

/// Mines of a square came, changed, or are gone.
pub(super) fn change(campaign: &mut Campaign, square: Square, (before, after): Change<'_, Minefield>) -> Applied {
    square_on_map(campaign, square)?;
    let found = campaign.minefields.binary_search_by_key(&square, |field| field.square);
    let subject = format!("mines in {}", campaign.frame.reference(square));
    replace_row(&subject, &mut campaign.minefields, found, (before, after))
}
