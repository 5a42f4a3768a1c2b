//! `minefields.csv`: mines by square.

use campaign::Minefield;
use domain::Bound;

use crate::columns;
use crate::draft::{CampaignDraft, side, square_in};
use crate::text::files::Files;

/// Reads minefields.
pub(crate) fn minefields(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::MINEFIELDS) else { return };
    for row in table.rows() {
        let CampaignDraft { campaign, log, has_frame, has_sides, lines, .. } = &mut *draft;
        let count = log.count();
        for column in columns::MINEFIELDS.headers(true) {
            row.needed(column);
        }
        let square = square_in(campaign, *has_frame, &row, "square");
        let side = side(campaign, *has_sides, &row, "side");
        let gapped = row.yes("gapped");
        let from = row.parsed::<Bound>("from");
        let (Some(square), Some(side)) = (square, side) else { continue };
        if log.count() > count {
            continue;
        }
        let field = Minefield { square, side, gapped, from, note: row.text("note").to_owned() };
        if let Err(place) = campaign.minefields.binary_search_by_key(&square, |there| there.square) {
            campaign.minefields.insert(place, field);
            lines.stands.insert((columns::MINEFIELDS.file, campaign.frame.reference(square)), row.spot());
        } else {
            let message = format!("the mines in {} are listed twice", campaign.frame.reference(square));
            row.fault("square", message, "remove one of them");
        }
    }
}
