//! `dumps.csv`, `railheads.csv` and `stocks.csv`.

pub(crate) mod air;
pub(crate) mod convoys;
pub(crate) mod held;
pub(crate) mod news;
pub(crate) mod opening;
pub(crate) mod strikes;

use std::collections::BTreeMap;

use campaign::{Campaign, Dump, Location, Railhead, is_boundary};
use domain::{AccountId, Commodity, Echelon, Square};

use super::draft::{Atlas, CampaignDraft, must_be_formation, railway, side, square_in};
use crate::columns;
use crate::stocks::held::Held;
use crate::text::csv_file::{CsvRow, CsvTable};
use crate::text::files::Files;
use crate::text::layout::Layout;
use crate::text::log::did_you_mean;

/// The most of anything in one place.
const MOST: u32 = 1_000_000;

/// Reads dumps, and what they hold.
pub(super) fn dumps(draft: &mut CampaignDraft, files: &Files, held: &mut Vec<Held>) {
    let Some(table) = accounts(draft, files, &columns::DUMPS) else { return };
    for row in table.rows() {
        let before = draft.log.count();
        let Some(id) = account_id(draft, &row) else { continue };
        let CampaignDraft { campaign, log, has_frame, spoiled, formation_lines, .. } = &mut *draft;
        let owner = row.needed("owner");
        must_be_formation(campaign, formation_lines, &row, "owner", "give the formation that owns the dump");
        let level: Option<Echelon> = row.one_of_needed("level");
        let (source, closed) = (row.yes("source"), row.yes("closed"));
        let atlas = Atlas::new(campaign, spoiled, *has_frame);
        let stands = stands((campaign, *has_frame), &atlas, &row);
        for (column, commodity) in [("log", Commodity::Log), ("pol", Commodity::Pol)] {
            if let Some(quantity) = row.number(column, MOST) {
                held.push(Held { account: id.into(), commodity, quantity });
            }
        }
        let captured_fuel = row.number("captured_pol", MOST).filter(|units| *units > 0);
        let (Some(owner), Some(level), Some((place, square))) = (owner, level, stands) else { continue };
        let name = row.given("name").unwrap_or(id).to_owned();
        let (id, owner, note) = (AccountId::from(id), owner.into(), row.text("note").to_owned());
        if log.count() == before {
            campaign.captured_fuel.extend(captured_fuel.map(|units| (id.clone(), units)));
            campaign.dumps.insert(id.clone(), Dump { id, owner, level, name, place, square, source, closed, note });
        }
    }
}

/// A table of accounts; their ids are taken down, whatever else is wrong with them.
fn accounts(draft: &mut CampaignDraft, files: &Files, layout: &Layout) -> Option<CsvTable> {
    let table = draft.table(files, layout);
    match (&table, &mut draft.accounts) {
        (Some(table), Some(accounts)) => {
            let ids = table.rows().map(|row| row.word("id")).chain(table.lost("id").map(|(id, _)| id));
            accounts.extend(ids.map(str::to_owned));
            let spots = table.rows().map(|row| ((layout.file, row.word("id").to_owned()), row.spot()));
            draft.lines.stands.extend(spots);
        }
        (None, accounts) if files.contains_key(layout.file) => *accounts = None,
        _ => {}
    }
    table
}

/// The id of an account, where it is given and free.
fn account_id<'a>(draft: &mut CampaignDraft, row: &CsvRow<'a>) -> Option<&'a str> {
    let id = row.id()?;
    let campaign = &draft.campaign;
    let what = if is_boundary(id) {
        "a boundary account"
    } else if draft.has_formation(id) {
        "a formation"
    } else if campaign.dumps.contains_key(id) {
        "a dump"
    } else if campaign.railheads.contains_key(id) {
        "a railhead"
    } else {
        return Some(id);
    };
    row.fault("id", format!("there is already {what} `{id}`"), "give it another id");
    None
}

/// The name of the place where something stands, and the square.
pub(super) fn stands(
    (campaign, has_frame): (&Campaign, bool),
    atlas: &Atlas<'_>,
    row: &CsvRow<'_>,
) -> Option<(Option<String>, Square)> {
    let found = atlas.find(row, "place");
    let square = square_in(campaign, has_frame, row, "square");
    let is_nowhere = row.given("place").or(row.given("square")).is_none();
    if is_nowhere && !row.lacks_columns(&["place", "square"]) {
        row.log().fault(
            row.at_first(&["place", "square"]),
            format!("`{}` has no location", row.word("id")),
            "give `place` or `square`",
        );
    }
    let place = match &found {
        Some((Location::Place(name), _)) => Some(name.clone()),
        _ => None,
    };
    square.or(found.map(|(_, square)| square)).map(|square| (place, square))
}

/// Reads railheads.
pub(super) fn railheads(draft: &mut CampaignDraft, files: &Files) {
    let Some(table) = accounts(draft, files, &columns::RAILHEADS) else { return };
    for row in table.rows() {
        let before = draft.log.count();
        let Some(id) = account_id(draft, &row) else { continue };
        let CampaignDraft { campaign, log, has_frame, has_sides, has_railways, spoiled, formation_lines, .. } =
            &mut *draft;
        row.needed("side");
        let side = side(campaign, *has_sides, &row, "side");
        let atlas = Atlas::new(campaign, spoiled, *has_frame);
        let stands = stands((campaign, *has_frame), &atlas, &row);
        let line = row.needed("line");
        if let Some(line) = line.filter(|line| !spoiled.has(line)) {
            check_line(campaign, *has_railways, &row, line, stands.as_ref().map(|(_, square)| *square));
        }
        let (source, closed) = (row.yes("source"), row.yes("closed"));
        must_be_formation(campaign, formation_lines, &row, "serves", "give the formation that the trains supply");
        let serves = row.given("serves").map(Into::into);
        let priority = row.number("priority", 99).unwrap_or_default();
        let log_a_day = row.number("log_a_day", MOST).unwrap_or_default();
        let pol_a_day = row.number("pol_a_day", MOST).unwrap_or_default();
        let (Some(side), Some((place, square)), Some(line)) = (side, stands, line) else { continue };
        let (id, line, note) = (AccountId::from(id), line.to_owned(), row.text("note").to_owned());
        if log.count() == before {
            let key = id.clone();
            let railhead = Railhead {
                id,
                place,
                square,
                line,
                side,
                source,
                log_a_day,
                pol_a_day,
                serves,
                priority,
                closed,
                note,
            };
            campaign.railheads.insert(key, railhead);
        }
    }
}

/// Checks that there is such a railway, and that it passes the square.
fn check_line(campaign: &Campaign, is_known: bool, row: &CsvRow<'_>, line: &str, square: Option<Square>) {
    let Some(railway) = railway(campaign, is_known, row, line) else { return };
    let Some(square) = square.filter(|square| !railway.path.is_empty() && !railway.path.contains(square)) else {
        return;
    };
    let message = format!("railway `{line}` does not pass {}", campaign.frame.reference(square));
    let nearest = railway.path.iter().min_by_key(|there| (there.steps_to(square), **there));
    let hint = nearest.map(|there| format!("the nearest square on it is {}", campaign.frame.reference(*there)));
    row.fault("line", message, hint.unwrap_or_default());
}

/// Reads the stocks of other accounts.
pub(super) fn stocks(draft: &mut CampaignDraft, files: &Files, held: &mut Vec<Held>) {
    let Some(table) = draft.table(files, &columns::STOCKS) else { return };
    let CampaignDraft { campaign, has_frame, accounts, formation_lines, .. } = draft;
    // Rows and files with faults are not held against what names them.
    let among_accounts = |id: &str| accounts.as_ref().is_none_or(|accounts| accounts.contains(id));
    let is_named = |id: &str| among_accounts(id) || formation_lines.is_empty() || formation_lines.contains_key(id);
    let mut seen = BTreeMap::new();
    for row in table.rows() {
        let account = row.needed("account");
        let commodity: Option<Commodity> = row.one_of_needed("commodity");
        let quantity = row.needed("quantity").and_then(|_| row.number("quantity", MOST));
        let Some(account) = account else { continue };
        let twice = commodity.and_then(|commodity| seen.insert((account, commodity), row.line()).zip(Some(commodity)));
        if let Some((line, commodity)) = twice {
            let message = format!("`{account}` already has its {commodity} on line {line}");
            row.fault("account", message, "give each account one row for each commodity");
        }
        let vehicle = campaign.formation(account).map(|formation| formation.vehicle_of().is_some());
        if is_boundary(account) {
            let message = format!("`{account}` is a boundary account, and these start empty");
            row.fault("account", message, "list only stock on the map");
        } else if vehicle == Some(false) && *has_frame {
            let message = format!("`{account}` is not a supply vehicle");
            row.fault("account", message, "only dumps, railheads and supply vehicles hold stock");
        } else if vehicle.is_none() && !is_named(account) {
            let vehicles = campaign.formations.values().filter(|f| f.vehicle_of().is_some()).map(|f| f.id.as_str());
            let accounts = campaign.dumps.keys().chain(campaign.railheads.keys()).map(AccountId::as_str);
            let hint = did_you_mean(account, accounts.chain(vehicles), "give a dump, railhead or supply vehicle");
            row.fault("account", format!("there is no account `{account}`"), hint);
        }
        if let (Some(commodity), Some(quantity)) = (commodity, quantity) {
            held.push(Held { account: account.into(), commodity, quantity });
        }
    }
}
