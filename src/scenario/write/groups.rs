//! `groups.csv`.

use campaign::Campaign;

use super::Sheet;

pub(super) fn groups(campaign: &Campaign) -> Sheet {
    let mut sheet = Sheet::new(&["group", "since", "raised_from", "part", "came_from"], 3);
    for (id, group) in &campaign.groups {
        let row = |part: String, from: String| {
            vec![id.to_string(), group.since.to_string(), group.raised_from.to_string(), part, from]
        };
        // A group all of whose parts are remembered elsewhere is one still.
        if group.parts.is_empty() {
            sheet.rows.push(row(String::new(), String::new()));
        }
        sheet.rows.extend(group.parts.iter().map(|(part, from)| row(part.to_string(), from.to_string())));
    }
    sheet
}
