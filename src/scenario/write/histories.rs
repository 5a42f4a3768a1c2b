//! `supply_history.csv` and `notes.csv`.

use campaign::Campaign;

use super::{Sheet, or_empty};

pub(super) fn supply(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["formation", "commodity", "bound", "state"], 4);
    for row in campaign.supply.history() {
        sheet.rows.push(vec![
            row.formation.to_string(),
            row.commodity.to_string(),
            row.bound.to_string(),
            or_empty(row.state),
        ]);
    }
    sheet
}

pub(super) fn notes(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["bound", "text"], 2);
    sheet.rows.extend(campaign.notes.iter().map(|note| vec![note.bound.to_string(), note.text.clone()]));
    sheet
}
