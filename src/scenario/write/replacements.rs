//! `replacements.csv`.

use campaign::Campaign;

use super::{Sheet, or_empty};

pub(super) fn replacements(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["pool", "bound", "arm", "sp", "given", "note"], 2);
    for entry in &campaign.replacements {
        sheet.rows.push(vec![
            entry.pool.to_string(),
            entry.bound.to_string(),
            or_empty(entry.arm),
            entry.sp.to_string(),
            or_empty(Some(entry.given).filter(|given| *given > 0)),
            entry.note.clone(),
        ]);
    }
    sheet
}
