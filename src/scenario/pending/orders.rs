//! Of `pending.csv` the orders of supply, read: to open a dump (`subject`, for `to`, in `square`, of the level in `how`,
//! called `text`), to send vehicles (with `text`, loading `commodity` at `subject`, to `to` or `square`, by `way`).

use campaign::{DumpOrder, Load, SendOrder};
use domain::{AccountId, Echelon, FormationId};

use crate::draft::{CampaignDraft, formation, must_be_vehicle, square_in};
use crate::stocks::convoys::{account, goal_in, squares};
use crate::text::csv_file::CsvRow;

/// An order to open a dump.
pub(crate) fn open_dump(draft: &mut CampaignDraft, row: &CsvRow<'_>, level: Option<&str>) -> Option<DumpOrder> {
    let dump = row.needed("subject");
    if let Some(dump) = dump {
        row.is_id(dump);
    }
    let owner = formation(draft, row, "to");
    let level = level.map(str::parse::<Echelon>).transpose();
    if let Err(unknown) = &level {
        row.fault("how", unknown.to_string(), "for a dump to open, `how` gives the level that it serves");
    }
    let at = square_in(&draft.campaign, draft.has_frame, row, "square");
    let name = row.given("text").map(str::to_owned);
    Some(DumpOrder { dump: AccountId::from(dump?), owner: owner?, at, level: level.ok()?, name })
}

/// An order to send vehicles.
pub(crate) fn send(draft: &mut CampaignDraft, row: &CsvRow<'_>, stays: bool) -> Option<SendOrder> {
    let mut with: Vec<FormationId> = row.word("text").split_whitespace().map(FormationId::from).collect();
    with.sort();
    with.dedup();
    let first = row.word("id");
    for id in std::iter::once(first).chain(with.iter().map(FormationId::as_str)) {
        let column = if id == first { "id" } else { "text" };
        must_be_vehicle(draft, row, column, id);
    }
    let load: Option<Load> = row.parsed("commodity");
    let from = row.given("subject");
    if from.is_some() && row.given("commodity").is_none() {
        let hint = "give the load in `commodity`: `2log`, or leave `subject` empty";
        row.fault("subject", "`subject` says where to load, but no load is given", hint);
    }
    let from = from.and_then(|id| account(draft, row, "subject", id));
    let to = goal_in(draft, row, "to", "square");
    let via = squares(draft, row, "way");
    with.retain(|id| id.as_str() != first);
    Some(SendOrder { with, load, from, to: to?, via: via?, stays })
}
