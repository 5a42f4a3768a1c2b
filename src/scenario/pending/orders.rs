//! Of `pending.csv` the orders of supply, read: to open a dump (`subject`, for `to`, in `square`, of the level in `how`,
//! called `text`), to send vehicles (with `text`, loading `commodity` at `subject`, to `to` or `square`, by `way`).

use campaign::{DumpOrder, Load, SendOrder};
use domain::{AccountId, Echelon, FormationId};

use crate::draft::{CampaignDraft, formation, square_in};
use crate::stocks::convoys::{account, goal_in, squares};
use crate::text::csv_file::CsvRow;
use crate::text::log::did_you_mean;

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

fn must_be_vehicle(draft: &mut CampaignDraft, row: &CsvRow<'_>, column: &str, id: &str) {
    let is_vehicle = draft.campaign.formation(id).map(|f| f.vehicle_of().is_some());
    // A row of `orbat.csv` with faults is not held against what names it.
    if is_vehicle == Some(false) || (is_vehicle.is_none() && !draft.formation_lines.contains_key(id)) {
        let vehicles = draft.campaign.formations.values().filter(|f| f.vehicle_of().is_some());
        let hint =
            did_you_mean(id, vehicles.map(|f| f.id.as_str()), "a vehicle is a logistic leaf that carries something");
        row.fault(column, format!("there is not a supply vehicle `{id}`"), hint);
    }
}
