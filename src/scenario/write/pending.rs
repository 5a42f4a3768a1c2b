//! `pending.csv`: orders and claims that wait.

use crate::campaign::{Campaign, Deed};

use super::Sheet;

pub(super) fn pending(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["what", "id", "bound", "deed", "way", "rate", "how", "square", "captor"], 3);
    let text = str::to_owned;
    for order in &campaign.orders {
        let (mut way, mut rate, mut how) = (String::new(), String::new(), Vec::new());
        match &order.deed {
            Deed::Move(march) => {
                way = march.way.iter().map(|s| campaign.frame.reference(*s)).collect::<Vec<_>>().join(" ");
                rate = march.rate.to_string();
                let flags = [(march.close_up, "close_up"), (march.split, "split"), (march.alone, "alone")];
                how.extend(flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word));
            }
            Deed::DigIn { fortify: true } => how.push("fortify"),
            Deed::DigIn { fortify: false } | Deed::Reorganise => {}
        }
        let (unit, bound, deed) = (order.unit.to_string(), order.bound.to_string(), text(order.deed.word()));
        sheet.rows.push(vec![text("order"), unit, bound, deed, way, rate, how.join(" "), String::new(), String::new()]);
    }
    for claim in campaign.claims.values() {
        let mut row = vec![text("claim"), claim.what.to_string(), claim.bound.to_string()];
        row.extend(vec![String::new(); 4]);
        row.extend([campaign.frame.reference(claim.square), claim.by.to_string()]);
        sheet.rows.push(row);
    }
    sheet
}
