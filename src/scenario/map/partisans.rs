//! `partisans.csv`: partisans by square and side.

use campaign::Partisans;
use domain::Bound;

use crate::columns;
use crate::draft::{CampaignDraft, side, square_in};
use crate::text::files::Files;

/// Reads partisans.
pub(crate) fn partisans(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::PARTISANS) else { return };
    for row in table.rows() {
        let CampaignDraft { campaign, log, has_frame, has_sides, .. } = &mut *draft;
        let count = log.count();
        for column in columns::PARTISANS.headers(true) {
            row.needed(column);
        }
        let square = square_in(campaign, *has_frame, &row, "square");
        let against = side(campaign, *has_sides, &row, "against");
        let strength = row.number("strength", 6);
        let dated = |column: &str| row.parsed::<Bound>(column);
        let (from, until, raid) = (dated("from"), dated("until"), dated("raid"));
        let (Some(square), Some(against), Some(strength @ 1..)) = (square, against, strength) else { continue };
        if log.count() > count {
            continue;
        }
        let strength = strength as u8;
        let there = Partisans { square, against, strength, from, until, raid };
        let place = campaign.partisans.binary_search_by_key(&(square, against), |p| (p.square, p.against));
        if let Err(place) = place {
            campaign.partisans.insert(place, there);
        } else {
            let at = campaign.frame.reference(square);
            let message = format!("the partisans in {at} against `{against}` are listed twice");
            row.fault("square", message, "remove one of them");
        }
    }
}
