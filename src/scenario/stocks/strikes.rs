//! `strikes.csv`: air strikes by bound, side and target.

use campaign::{AirStrike, StrikeTarget};
use domain::Bound;

use crate::columns;
use crate::draft::{CampaignDraft, railway, side, square_in};
use crate::text::files::Files;

/// Reads air strikes; railways have been read.
pub(crate) fn strikes(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::STRIKES) else { return };
    for row in table.rows() {
        let CampaignDraft { campaign, log, has_frame, has_sides, has_railways, .. } = &mut *draft;
        let count = log.count();
        let bound: Option<Bound> = row.needed("bound").and_then(|_| row.parsed("bound"));
        let against = row.needed("against").and_then(|_| side(campaign, *has_sides, &row, "against"));
        let target = match (row.text("square").is_empty(), row.text("line")) {
            (false, "") => square_in(campaign, *has_frame, &row, "square").map(StrikeTarget::Square),
            (true, line) if !line.is_empty() => Some(StrikeTarget::Line(line.to_owned())),
            _ => {
                row.fault("square", "a strike is on either a square or a line", "fill in one of the two");
                None
            }
        };
        let (Some(bound), Some(against), Some(target)) = (bound, against, target) else { continue };
        if let StrikeTarget::Line(line) = &target {
            railway(campaign, *has_railways, &row, line);
        }
        if bound < campaign.bound {
            row.fault("bound", format!("{bound} is over"), format!("the running bound is {}", campaign.bound));
        }
        if log.count() > count {
            continue;
        }
        let strike = AirStrike { bound, against, target };
        if let Err(place) = campaign.strikes.binary_search(&strike) {
            campaign.strikes.insert(place, strike);
        } else {
            row.fault("bound", "these strikes are listed twice", "remove one of them");
        }
    }
}
