//! `replacements.csv`: SP that come into the pools of formations and sides, by bound.

use campaign::{Pool, Replacement};
use domain::{Arm, Bound, FormationId};

use crate::columns;
use crate::draft::CampaignDraft;
use crate::text::csv_file::CsvRow;
use crate::text::files::Files;
use crate::text::log::did_you_mean;

/// The most SP of one entry.
const MOST: u32 = 9_999;

/// Reads the replacements; formations have been read.
pub(crate) fn replacements(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::REPLACEMENTS) else { return };
    for row in table.rows() {
        let before = draft.log.count();
        let pool = pool(draft, &row);
        let bound: Option<Bound> = row.needed("bound").and_then(|_| row.parsed("bound"));
        let arm: Option<Arm> = row.one_of("arm");
        let sp = row.needed("sp").and_then(|_| row.number("sp", MOST)).map(|sp| sp as u16);
        let given = row.number("given", MOST).unwrap_or_default() as u16;
        if sp == Some(0) {
            row.fault("sp", "an entry of 0 SP brings nothing", "leave it out");
        } else if sp.is_some_and(|sp| given > sp) {
            let message = format!("{given} SP given out of {}", sp.unwrap_or_default());
            row.fault("given", message, "give out no more than arrive");
        }
        let (Some(pool), Some(bound), Some(sp)) = (pool, bound, sp) else { continue };
        if given > 0 && bound > draft.campaign.bound {
            let message = format!("{given} SP given out of what arrives on {bound}");
            row.fault("given", message, format!("the running bound is {}", draft.campaign.bound));
        }
        if draft.log.count() == before {
            let note = row.text("note").to_owned();
            draft.campaign.replacements.push(Replacement { pool, bound, arm, sp, given, note });
        }
    }
}

/// Whose pool a row is about: that of a side by its id, else that of a formation.
fn pool(draft: &mut CampaignDraft, row: &CsvRow<'_>) -> Option<Pool> {
    let id = row.needed("pool")?;
    if let Some(side) = draft.campaign.sides.iter().find(|side| side.id.as_str() == id) {
        return Some(Pool::Side(side.id));
    }
    let lines = &draft.formation_lines;
    if !draft.has_sides && !lines.contains_key(id) {
        return None;
    }
    if !lines.is_empty() && !lines.contains_key(id) && !draft.campaign.formations.contains_key(id) {
        let hint = did_you_mean(id, lines.keys().map(String::as_str), "give the id of a side or of a formation");
        row.fault("pool", format!("there is no side or formation `{id}`"), hint);
        return None;
    }
    Some(Pool::Formation(FormationId::from(id)))
}
