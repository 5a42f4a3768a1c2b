//! `convoys.csv`: supply vehicles on the road, read.

use campaign::{Convoy, Errand, Goal, HeldUp, Load, Take};
use domain::{AccountId, Bound, FormationId, Square};

use crate::columns;
use crate::draft::{CampaignDraft, must_be_vehicle, square, square_in};
use crate::text::csv_file::CsvRow;
use crate::text::files::Files;
use crate::text::log::did_you_mean;

/// Reads what supply vehicles have driven since their last die; formations have been read.
pub(crate) fn driven(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::DRIVEN) else { return };
    for row in table.rows() {
        let metres = row.needed("metres").and_then(|_| row.number("metres", 1_000_000_000));
        let Some(id) = row.needed("vehicle") else { continue };
        if !must_be_vehicle(draft, &row, "vehicle", id) {
            continue;
        }
        if draft.campaign.driven.contains_key(id) {
            row.fault("vehicle", format!("`{id}` is listed twice"), "remove one of them");
        } else if let Some(metres @ 1..) = metres {
            draft.campaign.driven.insert(id.into(), metres);
        }
    }
}

/// Reads convoys; formations, dumps and railheads have been read.
pub(crate) fn convoys(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = draft.table(files, &columns::CONVOYS) else { return };
    for row in table.rows() {
        let before = draft.log.count();
        let convoy = convoy(draft, &row);
        let Some((convoy, lead)) = convoy.and_then(|convoy| convoy.lead().cloned().map(|lead| (convoy, lead))) else {
            continue;
        };
        if draft.log.count() == before {
            draft.campaign.convoys.insert(lead, convoy);
        }
    }
}

fn convoy(draft: &mut CampaignDraft, row: &CsvRow<'_>) -> Option<Convoy> {
    let vehicles = vehicles(draft, row);
    let errand: Option<Errand> = row.one_of_needed("errand");
    row.needed("home");
    row.needed("starts");
    let starts: Option<Bound> = row.parsed("starts");
    let home = square_in(&draft.campaign, draft.has_frame, row, "home");
    let seat = square_in(&draft.campaign, draft.has_frame, row, "seat");
    let take = take(draft, row);
    let to = goal(draft, row);
    let (via, way) = (squares(draft, row, "via"), squares(draft, row, "way"));
    let stays = row.yes("stays");
    let since: Option<Bound> = row.parsed("held_up");
    let held_up = since.map(|since| HeldUp { since, why: row.text("held_up_why").to_owned() });
    let (vehicles, errand, home, starts, to) = (vehicles?, errand?, home?, starts?, to?);
    Some(Convoy { vehicles, errand, take, to, via: via?, stays, home, seat, starts, way: way?, held_up })
}

/// The vehicles of a row, by id: each a supply vehicle, in no other row.
fn vehicles(draft: &mut CampaignDraft, row: &CsvRow<'_>) -> Option<Vec<FormationId>> {
    let mut found: Vec<FormationId> = row.needed("vehicles")?.split_whitespace().map(Into::into).collect();
    found.sort();
    found.dedup();
    for id in &found {
        if !must_be_vehicle(draft, row, "vehicles", id.as_str()) {
            return None;
        }
        if draft.campaign.convoy_of(id.as_str()).is_some() {
            let message = format!("`{id}` is already in a convoy in a row above");
            row.fault("vehicles", message, "a vehicle can be in only one convoy");
            return None;
        }
    }
    Some(found)
}

fn take(draft: &mut CampaignDraft, row: &CsvRow<'_>) -> Option<Take> {
    let load: Option<Load> = row.parsed("load");
    row.go_together(["load", "from"], "give both if the convoy has yet to load, otherwise neither");
    let from = account(draft, row, "from", row.given("from")?)?;
    Some(Take { from, load: load? })
}

/// The dump or railhead that a field names.
pub(crate) fn account(draft: &mut CampaignDraft, row: &CsvRow<'_>, column: &str, id: &str) -> Option<AccountId> {
    let among = |accounts: &std::collections::BTreeSet<String>| accounts.contains(id);
    if draft.accounts.as_ref().is_none_or(among) {
        return Some(AccountId::from(id));
    }
    let accounts = draft.accounts.iter().flatten().map(String::as_str);
    let hint = did_you_mean(id, accounts, "give a dump or railhead");
    row.fault(column, format!("there is no dump or railhead `{id}`"), hint);
    None
}

/// Where a convoy is to come: a dump, a railhead or a formation of `to`, or the square of `to_square`.
fn goal(draft: &mut CampaignDraft, row: &CsvRow<'_>) -> Option<Goal> {
    goal_in(draft, row, "to", "to_square")
}

/// Where vehicles are to come: a dump, a railhead or a formation of one column, or the square of another.
pub(crate) fn goal_in(draft: &mut CampaignDraft, row: &CsvRow<'_>, to: &str, at: &str) -> Option<Goal> {
    match (row.given(to), row.given(at)) {
        (None, Some(_)) => square_in(&draft.campaign, draft.has_frame, row, at).map(Goal::Square),
        (Some(id), None) => {
            if draft.has_formation(id) {
                return Some(Goal::Formation(FormationId::from(id)));
            }
            account(draft, row, to, id).map(Goal::Account)
        }
        _ => {
            let hint = format!("give `{to}` (a dump, railhead or formation) or `{at}`");
            row.fault(to, "a convoy has one destination", hint);
            None
        }
    }
}

pub(crate) fn squares(draft: &mut CampaignDraft, row: &CsvRow<'_>, column: &str) -> Option<Vec<Square>> {
    if !draft.has_frame {
        return None;
    }
    let mut found = Vec::new();
    for word in row.word(column).split_whitespace() {
        match square(&draft.campaign, word) {
            Ok(square) => found.push(square),
            Err((message, hint)) => {
                row.fault(column, message, hint);
                return None;
            }
        }
    }
    Some(found)
}
