//! The folder of a campaign as it stands, in one canonical form.

mod head;
mod map;
mod orbat;
mod pending;
mod sheet;

use campaign::{Battle, Campaign, Convoy, Goal, Location, SeenCrossing, StrikeTarget, is_boundary};
use domain::{Commodity, RailState, SquareSide};

use crate::columns;
use crate::text::files::Files;
use sheet::Sheet;

/// The files of a folder that gives this campaign.
pub fn write(campaign: &Campaign) -> Files {
    let mut files = Files::new();
    files.insert("campaign.toml".to_owned(), head::head(campaign).into_bytes());
    let sheet = |layout| Sheet::new(campaign, layout);
    let sheets = [
        map::places(campaign),
        map::roads(campaign),
        map::rails(campaign),
        map::rivers(campaign),
        map::crossings(campaign),
        map::terrain(campaign),
        map::control(campaign),
        dumps(campaign),
        railheads(campaign),
        stocks(campaign),
        sheet(&columns::WEATHER).records(&campaign.weather),
        sheet(&columns::GRADES).records(&campaign.grades),
        sheet(&columns::SUPPLY_HISTORY).records(campaign.supply.history()),
        sheet(&columns::NOTES).records(&campaign.notes),
        sheet(&columns::BATTLES).records(over(campaign)),
        battle_units(campaign),
        pending::pending(campaign),
        convoys(campaign),
        driven(campaign),
        sheet(&columns::PARTISANS).records(&campaign.partisans),
        sheet(&columns::MINEFIELDS).records(&campaign.minefields),
        strikes(campaign),
        news(campaign),
        sightings(campaign),
        known(campaign),
        groups(campaign),
        sheet(&columns::REPLACEMENTS).records(&campaign.replacements),
        airfields(campaign),
        wings(campaign),
        sheet(&columns::AIRLIFT).records(&campaign.flights),
    ];
    files.extend(sheets.into_iter().filter_map(|sheet| sheet.file(false)));
    files.extend(orbat::orbat(campaign).file(true));
    for (name, text) in &campaign.papers {
        files.insert(name.clone(), text.clone().into_bytes());
    }
    files
}

fn location(campaign: &Campaign, location: &Location) -> String {
    match location {
        Location::Place(name) => name.clone(),
        Location::At(at) => at.to_string(),
        Location::Square(square) => campaign.frame.reference(*square),
    }
}

fn points(campaign: &Campaign, points: &[Location]) -> String {
    points.iter().map(|p| location(campaign, p)).collect::<Vec<_>>().join(" > ")
}

fn length(campaign: &Campaign, side: SquareSide, between: &str) -> String {
    let (a, b) = side.squares();
    format!("{}{between}{}", campaign.frame.reference(a), campaign.frame.reference(b))
}

/// Battles that are over. Open ones wait in `pending.csv`.
fn over(campaign: &Campaign) -> impl Iterator<Item = &Battle> {
    campaign.battles.values().filter(|battle| !battle.is_open())
}

fn battle_units(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::BATTLE_UNITS);
    for battle in over(campaign) {
        for unit in battle.fought.iter().flat_map(|fought| &fought.units) {
            sheet.row().set("battle", &battle.id).with(unit);
        }
    }
    sheet
}

/// The square of what may stand at a place with a name: then that says it.
fn square_unless(campaign: &Campaign, place: Option<&String>, square: domain::Square) -> String {
    place.map_or_else(|| campaign.frame.reference(square), |_| String::new())
}

fn dumps(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::DUMPS);
    for dump in campaign.dumps.values() {
        let held = |c| Some(campaign.stock.balance(dump.id.as_str(), c)).filter(|units| *units > 0);
        sheet
            .row()
            .with(dump)
            .set("square", square_unless(campaign, dump.place.as_ref(), dump.square))
            .maybe("log", held(Commodity::Log))
            .maybe("pol", held(Commodity::Pol))
            .maybe("captured_pol", campaign.captured_fuel.get(&dump.id));
    }
    sheet
}

fn railheads(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::RAILHEADS);
    for railhead in campaign.railheads.values() {
        let square = square_unless(campaign, railhead.place.as_ref(), railhead.square);
        sheet.row().with(railhead).set("square", square);
    }
    sheet
}

fn airfields(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::AIRFIELDS);
    for field in campaign.airfields.values() {
        sheet.row().with(field).set("square", square_unless(campaign, field.place.as_ref(), field.square));
    }
    sheet
}

fn wings(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::WINGS);
    for (leaf, wing) in &campaign.wings {
        sheet.row().set("leaf", leaf).with(wing);
    }
    sheet
}

fn stocks(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::STOCKS);
    for (account, commodity, quantity) in campaign.stock.balances() {
        let in_dumps = campaign.dumps.contains_key(account) && !commodity.is_fire();
        if !is_boundary(account.as_str()) && !in_dumps {
            sheet.row().set("account", account).set("commodity", commodity).set("quantity", quantity);
        }
    }
    for (account, commodity) in crate::stocks::opening::empty(campaign) {
        sheet.row().set("account", account).set("commodity", commodity).set("quantity", 0);
    }
    sheet
}

fn convoys(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::CONVOYS);
    for convoy in campaign.convoys.values() {
        let Convoy { vehicles, to, .. } = convoy;
        let vehicles: Vec<_> = vehicles.iter().map(ToString::to_string).collect();
        let to = match to {
            Goal::Account(account) => Some(account.as_str()),
            Goal::Formation(formation) => Some(formation.as_str()),
            Goal::Square(_) => None,
        };
        sheet.row().with(convoy).set("vehicles", vehicles.join(" ")).maybe("to", to);
    }
    sheet
}

fn driven(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::DRIVEN);
    for (vehicle, metres) in &campaign.driven {
        sheet.row().set("vehicle", vehicle).set("metres", metres);
    }
    sheet
}

fn strikes(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::STRIKES);
    for strike in &campaign.strikes {
        let header = if matches!(strike.target, StrikeTarget::Square(_)) { "square" } else { "line" };
        sheet.row().with(strike).set(header, strike.target.named(&campaign.frame));
    }
    sheet
}

/// Nothing of accounts that were gone before their reports went with them.
fn news(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::NEWS);
    for (account, reports) in campaign.news.iter().filter(|(id, _)| campaign.account_side(id.as_str()).is_some()) {
        for report in reports {
            sheet.row().set("account", account).with(report);
        }
    }
    sheet
}

/// Nothing where a first look at the campaign tells as much.
fn sightings(campaign: &Campaign) -> Sheet<'_> {
    let intel = if campaign.knows_at_first_look() { None } else { Some(&campaign.intel) };
    Sheet::new(campaign, &columns::SIGHTINGS).records(intel.iter().flat_map(|intel| intel.sightings.values()))
}

fn known(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::KNOWN);
    for ((side, square), control) in &campaign.intel.ground {
        sheet.row().set("side", side).set("square", campaign.frame.reference(*square)).maybe("control", *control);
    }
    for ((side, crossing), seen) in &campaign.intel.crossings {
        let mut row = sheet.row();
        row.set("side", side).set("crossing", crossing);
        if let Some(SeenCrossing { state, from, until }) = seen {
            row.set("state", state).maybe("from", *from).maybe("until", *until);
        }
    }
    for ((side, (line, length)), cut) in &campaign.intel.rails {
        let state = if *cut { RailState::Cut } else { RailState::Open };
        sheet
            .row()
            .set("side", side)
            .set("line", line)
            .set("length", self::length(campaign, *length, "-"))
            .set("state", state);
    }
    sheet
}

fn groups(campaign: &Campaign) -> Sheet<'_> {
    let mut sheet = Sheet::new(campaign, &columns::GROUPS);
    for (id, group) in &campaign.groups {
        // A group all of whose parts are remembered elsewhere is one still.
        if group.parts.is_empty() {
            sheet.row().set("group", id).with(group);
        }
        for (part, from) in &group.parts {
            sheet.row().set("group", id).with(group).set("part", part).set("came_from", from);
        }
    }
    sheet
}
