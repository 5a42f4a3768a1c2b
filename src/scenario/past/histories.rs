//! `supply_history.csv` and `notes.csv`: how formations have stood with supply, and what was noted of bounds.

use std::collections::BTreeMap;

use campaign::{NoteRow, Standing, SupplyBook, SupplyRecord, SupplyRow};
use domain::{Bound, Commodity, FormationId, SupplyState};

use crate::columns;
use crate::draft::{A_FORMATION, CampaignDraft, must_be_formation};
use crate::text::csv_file::CsvRow;
use crate::text::files::Files;
use crate::text::log::Spot;

/// A state with the bound in which it began.
type Run = (SupplyState, Bound);

/// Reads the history of supply; the last rows of a formation, with its bounds out, are its record.
pub(crate) fn supply(draft: &mut CampaignDraft, files: &Files) {
    let mut history = Vec::new();
    let mut last: BTreeMap<FormationId, [Option<Run>; 2]> = BTreeMap::new();
    let mut spots = BTreeMap::new();
    if let Some(table) = draft.table(files, &columns::SUPPLY_HISTORY) {
        for row in table.rows() {
            let Some(read) = supply_row(draft, &row) else { continue };
            spots.insert(read.formation.clone(), row.at("commodity"));
            let runs = last.entry(read.formation.clone()).or_default();
            runs[usize::from(read.commodity == Commodity::Pol)] = read.state.map(|state| (state, read.bound));
            history.push(read);
        }
    }
    let mut now = BTreeMap::new();
    let mut out = std::mem::take(&mut draft.bounds_out);
    for (formation, runs) in last {
        let (log_out, pol_out) = out.remove(&formation).map_or((0, 0), |(log, pol, _)| (log, pol));
        match runs {
            [Some(log), Some(pol)] => {
                let standing = |(state, since): Run, bounds_out| Standing { state, since, bounds_out };
                let record = SupplyRecord { log: standing(log, log_out), pol: standing(pol, pol_out) };
                now.insert(formation, record);
            }
            [None, None] => {}
            _ => {
                let spot = spots.get(&formation).copied().unwrap_or(Spot::file(columns::SUPPLY_HISTORY.file));
                let message = format!("`{formation}` has a state for only one of LOG and POL");
                draft.log.fault(spot, message, "give both or neither");
            }
        }
    }
    for (formation, (_, _, spot)) in out {
        let message =
            format!("`{formation}` has bounds out of supply, but no state in `{}`", columns::SUPPLY_HISTORY.file);
        draft.log.fault(spot, message, "give its states, or remove its bounds out");
    }
    draft.campaign.supply = SupplyBook::from_parts(now, history);
}

fn supply_row(draft: &mut CampaignDraft, row: &CsvRow<'_>) -> Option<SupplyRow> {
    let CampaignDraft { campaign, log, formation_lines, .. } = draft;
    let formation = row.needed("formation");
    let commodity: Option<Commodity> = row.one_of_needed("commodity");
    let bound = row.needed("bound").and_then(|_| row.parsed::<Bound>("bound"));
    let before = log.count();
    let state = row.one_of("state");
    if let Some(other) = commodity.filter(|c| c.is_fire()) {
        row.fault("commodity", format!("there is no supply state for `{other}`"), "write `log` or `pol`");
    }
    let formation = formation?;
    must_be_formation(campaign, formation_lines, row, "formation", A_FORMATION);
    let (commodity, bound) = (commodity?, bound?);
    (log.count() == before).then(|| SupplyRow { formation: formation.into(), commodity, bound, state })
}

/// Reads the notes of bounds.
pub(crate) fn notes(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::NOTES) else { return };
    let CampaignDraft { campaign, .. } = draft;
    for row in table.rows() {
        let bound = row.needed("bound").and_then(|_| row.parsed::<Bound>("bound"));
        if let (Some(bound), Some(_)) = (bound, row.needed("text")) {
            campaign.notes.push(NoteRow { bound, text: row.text("text").to_owned() });
        }
    }
}
