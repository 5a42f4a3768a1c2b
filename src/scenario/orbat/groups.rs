//! `groups.csv`: battle groups, and whence each of their parts came.

use std::collections::BTreeMap;

use campaign::BattleGroup;
use domain::Bound;

use crate::columns;
use crate::draft::{CampaignDraft, formation};
use crate::text::csv_file::CsvRow;
use crate::text::files::Files;

/// Reads the battle groups; formations have been read.
pub(crate) fn groups(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::GROUPS) else { return };
    for row in table.rows() {
        let before = draft.log.count();
        let group = formation(draft, &row, "group");
        let raised_from = formation(draft, &row, "raised_from");
        let since: Option<Bound> = row.needed("since").and_then(|_| row.parsed("since"));
        let part = row.given("part").and_then(|_| formation(draft, &row, "part"));
        let from = row.given("part").and_then(|_| formation(draft, &row, "came_from"));
        let (Some(group), Some(raised_from), Some(since)) = (group, raised_from, since) else { continue };
        let is_known = [Some(&group), Some(&raised_from), part.as_ref(), from.as_ref()];
        for named in is_known.into_iter().flatten() {
            same_side(draft, &row, group.as_str(), named.as_str());
        }
        must_be_upper(draft, &row, group.as_str());
        if draft.log.count() > before {
            continue;
        }
        let made = BattleGroup { since, raised_from, parts: BTreeMap::new() };
        let kept = draft.campaign.groups.entry(group.clone()).or_insert_with(|| made.clone());
        if (kept.since, &kept.raised_from) != (made.since, &made.raised_from) {
            let message = format!("`{group}` has a different `since` or `raised_from` in a row above");
            row.fault("since", message, "give the same ones in every row of a group");
        } else if let Some((part, from)) = part.zip(from)
            && kept.parts.insert(part.clone(), from).is_some()
        {
            row.fault("part", format!("`{part}` is listed twice as a part of `{group}`"), "remove one of them");
        }
    }
}

fn same_side(draft: &mut CampaignDraft, row: &CsvRow<'_>, group: &str, named: &str) {
    let side = |id: &str| draft.campaign.formations.get(id).map(|f| f.side);
    let column = ["part", "raised_from", "came_from"].into_iter().find(|column| row.word(column) == named);
    if let (Some(own), Some(other)) = (side(group), side(named))
        && own != other
    {
        let message = format!("`{group}` belongs to side `{own}`, but `{named}` to side `{other}`");
        draft.log.fault(row.at(column.unwrap_or("group")), message, "a battle group belongs to one side");
    }
}

fn must_be_upper(draft: &mut CampaignDraft, row: &CsvRow<'_>, group: &str) {
    let Some(formation) = draft.campaign.formations.get(group) else { return };
    if formation.leaf.is_some() {
        let hint = "a battle group is a formation with its parts under it";
        row.fault("group", format!("`{group}` is a leaf"), hint);
    }
}
