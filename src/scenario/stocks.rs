//! Dumps, railheads and opening stocks.

use crate::campaign::{Campaign, Dump, Event, Formation, Railhead, Transfer, Tree, apply, is_boundary};
use crate::domain::{AccountId, Commodity, Detail, Echelon, FormationId, Square, nearest};

use super::Files;
use super::csv_file::{Findings, Row, rows};

const DUMPS: &[&str] = &["id", "owner", "level", "place", "square", "name", "source", "log", "pol", "note"];
const RAILHEADS: &[&str] = &["id", "place", "square", "line", "side", "source", "log_a_day", "pol_a_day", "note"];
const STOCKS: &[&str] = &["account", "commodity", "quantity"];

/// What a formation without others under it holds at the start of a `full` campaign, of LOG and of POL.
const OPENING: u32 = 2;

/// Stock to be booked: account, commodity, quantity, and the row that says so.
type Opening = (AccountId, Commodity, u32, Row);

/// Reads the files of stocks into the campaign.
pub(super) fn read(files: &Files, campaign: &mut Campaign, found: &mut Findings) {
    let mut opening = Vec::new();
    read_dumps(files, campaign, &mut opening, found);
    read_railheads(files, campaign, found);
    for row in rows(files, "stocks.csv", STOCKS, STOCKS, found) {
        let commodity = row.word("commodity", None::<Commodity>, found);
        let quantity = row.number("quantity", None, found);
        let (Some(commodity), Some(quantity)) = (commodity, quantity) else { continue };
        opening.push((AccountId::from(row.get("account")), commodity, quantity, row));
    }
    if !found.faults.is_empty() {
        return;
    }
    let given: Vec<(AccountId, Commodity)> = opening.iter().map(|(a, c, ..)| (a.clone(), *c)).collect();
    for (account, commodity, quantity, row) in opening {
        if let Err(refusal) = open(campaign, account, commodity, quantity) {
            let column = if row.file == "stocks.csv" { "account" } else { "id" };
            found.fault(row.file, row.at(column), refusal.to_string(), "");
        }
    }
    if campaign.settings.detail() == Detail::Full && campaign.stock.made() == given.len() as u64 {
        open_full(campaign, &given, found);
    }
}

fn open(
    campaign: &mut Campaign,
    to: AccountId,
    commodity: Commodity,
    quantity: u32,
) -> Result<(), crate::campaign::Refusal> {
    if quantity == 0 {
        return Ok(());
    }
    let transfer = Transfer {
        number: campaign.stock.made() + 1,
        from: "opening".into(),
        to,
        commodity,
        quantity,
        bound: campaign.bound,
        reason: "opening stock".to_owned(),
    };
    apply(campaign, &Event::StockTransferred { transfer })
}

/// Gives every supply formation with no other under it its opening stock, unless the folder gave it some.
fn open_full(campaign: &mut Campaign, given: &[(AccountId, Commodity)], found: &mut Findings) {
    let mut wanted: Vec<(AccountId, Commodity)> = Vec::new();
    {
        let tree = Tree::new(campaign);
        let draws = |f: &&Formation| tree.is_supply_formation(f);
        for formation in tree.all().into_iter().filter(draws) {
            let others = tree.with_all_under(formation).into_iter().skip(1).any(|f| tree.is_supply_formation(f));
            if others {
                continue;
            }
            for commodity in [Commodity::Log, Commodity::Pol] {
                if commodity == Commodity::Pol && !tree.needs_pol(formation) {
                    continue;
                }
                let accounts = accounts(campaign, &tree, formation, commodity);
                if accounts.iter().any(|a| given.contains(&(a.clone(), commodity))) {
                    continue;
                }
                wanted.extend(accounts.into_iter().next().map(|a| (a, commodity)));
            }
        }
    }
    for (account, commodity) in wanted {
        if let Err(refusal) = open(campaign, account.clone(), commodity, OPENING) {
            found.fault("orbat.csv", (0, 0), format!("opening stock of `{account}`: {refusal}"), "");
        }
    }
}

/// The accounts of a formation: its own dumps, then its vehicles.
fn accounts(campaign: &Campaign, tree: &Tree<'_>, formation: &Formation, commodity: Commodity) -> Vec<AccountId> {
    let dumps = campaign.dumps.values().filter(|d| d.owner == formation.id).map(|d| d.id.clone());
    let vehicles = tree.children(formation.id.as_str()).iter().filter(|f| f.vehicle_of() == Some(commodity));
    dumps.chain(vehicles.map(|f| AccountId::from(f.id.as_str()))).collect()
}

fn read_dumps(files: &Files, campaign: &mut Campaign, opening: &mut Vec<Opening>, found: &mut Findings) {
    for row in rows(files, "dumps.csv", DUMPS, &["id", "owner"], found) {
        let id = free_id(&row, campaign, found);
        let owner = owner(&row, campaign, found);
        let level = row.word("level", owner.as_ref().map(|(_, level)| *level), found);
        let stands = stands(&row, campaign, found);
        let (log, pol) = (row.number("log", Some(0), found), row.number("pol", Some(0), found));
        let source = row.yes("source", found);
        let (Some(id), Some((owner, _)), Some(level), Some((place, square))) = (id, owner, level, stands) else {
            continue;
        };
        let (name, note) = (row.get("name").to_owned(), row.get("note").to_owned());
        campaign.dumps.insert(id.clone(), Dump { id: id.clone(), owner, level, name, place, square, source, note });
        opening.extend(log.map(|n| (id.clone(), Commodity::Log, n, row.clone())));
        opening.extend(pol.map(|n| (id, Commodity::Pol, n, row)));
    }
    opening.retain(|(_, _, quantity, _)| *quantity > 0);
}

fn free_id(row: &Row, campaign: &Campaign, found: &mut Findings) -> Option<AccountId> {
    let id = row.get("id");
    if id.is_empty() {
        found.fault(row.file, row.at("id"), "`id` is empty", "give an id");
        return None;
    }
    let taken = campaign.dumps.contains_key(id)
        || campaign.railheads.contains_key(id)
        || campaign.formation(id).is_some()
        || is_boundary(id);
    if taken {
        found.fault(
            row.file,
            row.at("id"),
            format!("id `{id}` is taken"),
            "accounts and formations share one list of ids",
        );
        return None;
    }
    Some(id.into())
}

fn owner(row: &Row, campaign: &Campaign, found: &mut Findings) -> Option<(FormationId, Echelon)> {
    let owner = row.get("owner");
    let formation = campaign.formation(owner);
    if formation.is_none() {
        let near = nearest(owner, campaign.formations.keys().map(FormationId::as_str));
        let hint = near.map_or_else(|| "it is the id of a formation".to_owned(), |n| format!("did you mean `{n}`?"));
        found.fault(row.file, row.at("owner"), format!("there is no formation `{owner}`"), hint);
    }
    formation.map(|f| (f.id.clone(), f.echelon))
}

fn stands(row: &Row, campaign: &Campaign, found: &mut Findings) -> Option<(Option<String>, Square)> {
    if !row.get("square").is_empty() {
        return super::land::square(row, "square", row.get("square"), campaign, found).map(|s| (None, s));
    }
    let location = super::land::location(row, "place", row.get("place"), campaign, found)?;
    let square = super::land::square_of(&location, campaign)?;
    match location {
        crate::campaign::Location::Place(name) => Some((Some(name), square)),
        _ => Some((None, square)),
    }
}

fn read_railheads(files: &Files, campaign: &mut Campaign, found: &mut Findings) {
    for row in rows(files, "railheads.csv", RAILHEADS, &["id", "line", "side"], found) {
        let id = free_id(&row, campaign, found);
        let side = super::land::side(&row, "side", row.get("side"), campaign, found);
        let stands = stands(&row, campaign, found);
        let (log, pol) = (row.number("log_a_day", Some(0), found), row.number("pol_a_day", Some(0), found));
        let source = row.yes("source", found);
        let line = row.get("line").to_owned();
        let railway = campaign.railways.iter().find(|r| r.name == line);
        if railway.is_none() {
            let near = nearest(&line, campaign.railways.iter().map(|r| r.name.as_str()));
            let hint = near.map_or_else(|| "add it to rail.csv".to_owned(), |n| format!("did you mean `{n}`?"));
            found.fault(row.file, row.at("line"), format!("there is no railway `{line}`"), hint);
        }
        let (Some(id), Some(side), Some((place, square))) = (id, side, stands) else { continue };
        if railway.is_some_and(|r| !r.path.is_empty() && !r.path.contains(&square)) {
            let reference = campaign.frame.reference(square);
            found.fault(row.file, row.at("line"), format!("railway `{line}` does not pass {reference}"), "");
        }
        campaign.railheads.insert(
            id.clone(),
            Railhead {
                id,
                place,
                square,
                line,
                side,
                source,
                log_a_day: log.unwrap_or_default(),
                pol_a_day: pol.unwrap_or_default(),
                note: row.get("note").to_owned(),
            },
        );
    }
}
