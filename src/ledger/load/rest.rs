//! Reading what is neither the order of battle nor the ground: a line a table, and where two belong together, the rows of
//! the one laid on those of the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use rusqlite::Connection;

use campaign::{
    Battle, Campaign, Convoy, Formations, HouseParameters, Intel, MapFrame, Orders, Pool, Railway, Replacement, River,
    Setting, Settings, Side, StockBook, StockNews, SupplyBook,
};
use domain::{AccountId, BattleId, Bound, Commodity, FormationId, SideId, Source, Take};

use super::figures::Figures;
use super::reader::{Reader, all, each, listed};
use crate::file::storage_error::Result;
use crate::project::{Table, tables};

/// The campaign but for its order of battle and its ground.
pub(super) fn rest(conn: &Connection, figures: &Figures, frame: &MapFrame) -> Result<Campaign> {
    let sides = sides(conn)?;
    let (settings, settings_since) = settings(conn)?;
    Ok(Campaign {
        name: figures.text("name")?.to_owned(),
        title: figures.text("title")?.to_owned(),
        start: figures.parse("start")?,
        days: figures.parse("days")?,
        bound: figures.parse("bound")?,
        scale: figures.parse("scale")?,
        rules: figures.parse("rules")?,
        settings,
        frame: frame.clone(),
        ground: Arc::default(),
        ground_factors: listed::<tables::GroundFactorRows, _>(conn)?,
        house: house(conn)?,
        places: listed::<tables::Places, _>(conn)?,
        roads: listed::<tables::Roads, _>(conn)?,
        railways: railways(conn)?,
        rivers: rivers(conn)?,
        crossings: by_id::<tables::Crossings, campaign::Crossing, _>(conn, |crossing| crossing.id.clone())?,
        formations: Formations::default(),
        dumps: by_id::<tables::Dumps, campaign::Dump, _>(conn, |dump| dump.id.clone())?,
        railheads: by_id::<tables::Railheads, campaign::Railhead, _>(conn, |railhead| railhead.id.clone())?,
        stock: stock(conn)?,
        weather: listed::<tables::Weathers, _>(conn)?,
        grades: listed::<tables::Grades, _>(conn)?,
        supply: SupplyBook::from_parts(
            keyed::<tables::SupplyRecords, _, _>(conn)?,
            listed::<tables::SupplyHistory, _>(conn)?,
        ),
        notes: listed::<tables::Notes, _>(conn)?,
        orders: Orders::from_list(all::<tables::Orders, campaign::Order>(conn)?),
        claims: by_id::<tables::Claims, campaign::Claim, _>(conn, |claim| claim.what.clone())?,
        convoys: convoys(conn)?,
        captured_fuel: keyed::<tables::Spoils, _, _>(conn)?,
        driven: keyed::<tables::Driven, _, _>(conn)?,
        partisans: all::<tables::PartisanRows, _>(conn)?,
        minefields: sorted(all::<tables::Minefields, campaign::Minefield>(conn)?, |field| field.square),
        strikes: sorted(all::<tables::Strikes, campaign::AirStrike>(conn)?, Clone::clone),
        news: news(conn)?,
        rail_jobs: by_id::<tables::RailJobs, campaign::RailJob, _>(conn, |job| job.leaf.clone())?,
        settings_since,
        airfields: by_id::<tables::Airfields, campaign::Airfield, _>(conn, |field| field.id.clone())?,
        wings: keyed::<tables::Wings, _, _>(conn)?,
        flights: listed::<tables::Flights, _>(conn)?,
        remainders: remainders(conn)?,
        battles: battles(conn)?,
        groups: groups(conn)?,
        replacements: replacements(conn, &sides)?,
        intel: intel(conn)?,
        papers: keyed::<tables::Papers, _, _>(conn)?,
        sides,
    })
}

/// The records of a table by what `id` says of each.
fn by_id<T: Table, V: Take, K: Ord>(conn: &Connection, id: impl Fn(&V) -> K) -> Result<BTreeMap<K, V>> {
    Ok(all::<T, V>(conn)?.into_iter().map(|record| (id(&record), record)).collect())
}

/// The records of a table by its key.
fn keyed<T: Table, K: Take + Ord, V: Take>(conn: &Connection) -> Result<BTreeMap<K, V>> {
    Ok(all::<T, (K, V)>(conn)?.into_iter().collect())
}

/// For what is ordered otherwise than its texts are.
fn sorted<V, K: Ord>(mut found: Vec<V>, key: impl Fn(&V) -> K) -> Vec<V> {
    found.sort_by_key(key);
    found
}

/// The settings, and since when they have had their values.
fn settings(conn: &Connection) -> Result<(Settings, BTreeMap<Setting, Bound>)> {
    let (mut settings, mut since) = (Settings::default(), BTreeMap::new());
    for (setting, value, bound) in all::<tables::Settings, (Setting, String, Option<Bound>)>(conn)? {
        settings.set(setting, &value);
        since.extend(bound.map(|bound| (setting, bound)));
    }
    Ok((settings, since))
}

/// House parameters of rule systems.
fn house(conn: &Connection) -> Result<HouseParameters> {
    let mut house = HouseParameters::default();
    for (name, value) in all::<tables::HouseParameters, (String, String)>(conn)? {
        house.set(&name, Some(&value));
    }
    Ok(house)
}

/// The sides, in their order.
fn sides(conn: &Connection) -> Result<Vec<Side>> {
    let rows: Vec<(SideId, usize, String, String)> = all::<tables::Sides, _>(conn)?;
    let rows = sorted(rows, |(_, position, ..)| *position);
    Ok(rows.into_iter().map(|(id, _, name, colour)| Side { id, name, colour }).collect())
}

/// The railways, with their cuts and what is to be said of single lengths.
fn railways(conn: &Connection) -> Result<Vec<Railway>> {
    let mut railways: Vec<Railway> = listed::<tables::Railways, _>(conn)?;
    let named = |railways: &mut Vec<Railway>, row: &mut Reader<'_>| {
        let name = row.str()?;
        row.owner(railways.iter().position(|railway| railway.name == name))
    };
    each::<tables::RailwayCuts>(conn, |row| {
        let number = named(&mut railways, row)?;
        railways[number].cuts.insert(Take::take(row)?);
        Ok(())
    })?;
    each::<tables::RailwayTracks>(conn, |row| {
        let number = named(&mut railways, row)?;
        railways[number].tracks.push(Take::take(row)?);
        Ok(())
    })?;
    for railway in &mut railways {
        railway.tracks.sort_unstable_by_key(|track| track.length);
    }
    Ok(railways)
}

/// The rivers and their courses.
fn rivers(conn: &Connection) -> Result<Vec<River>> {
    let mut rivers: Vec<River> = listed::<tables::Rivers, _>(conn)?;
    each::<tables::RiverPoints>(conn, |row| {
        let river = rivers.get_mut(usize::take(row)?);
        let river = row.owner(river)?;
        row.skip(1);
        river.course.push(Take::take(row)?);
        Ok(())
    })?;
    Ok(rivers)
}

/// The convoys on the road, with their vehicles.
fn convoys(conn: &Connection) -> Result<BTreeMap<FormationId, Convoy>> {
    let mut convoys: BTreeMap<FormationId, Convoy> = keyed::<tables::Convoys, _, _>(conn)?;
    each::<tables::Vehicles>(conn, |row| {
        let convoy = convoys.get_mut(row.str()?);
        row.owner(convoy)?.vehicles.push(Take::take(row)?);
        Ok(())
    })?;
    Ok(convoys)
}

/// The balances, and how many transfers made them; not the transfers, of which there may be many.
fn stock(conn: &Connection) -> Result<StockBook> {
    let made: i64 = conn.query_row("SELECT coalesce(max(number), 0) FROM transfer", [], |row| row.get(0))?;
    let balances: Vec<(AccountId, Commodity, i64, bool)> = all::<tables::Balances, _>(conn)?;
    let balances = balances.into_iter().map(|(account, commodity, quantity, _)| (account, commodity, quantity));
    Ok(StockBook::from_balances(balances, made.cast_unsigned()))
}

/// Reports of stock, by account.
fn news(conn: &Connection) -> Result<BTreeMap<AccountId, Vec<StockNews>>> {
    let mut news: BTreeMap<AccountId, Vec<StockNews>> = BTreeMap::new();
    for (account, _, report) in all::<tables::News, (AccountId, usize, StockNews)>(conn)? {
        news.entry(account).or_default().push(report);
    }
    Ok(news)
}

/// What the sides know.
fn intel(conn: &Connection) -> Result<Intel> {
    Ok(Intel {
        sightings: by_id::<tables::Sightings, campaign::Sighting, _>(conn, |sighting| sighting.id.clone())?,
        ground: keyed::<tables::SeenGround, _, _>(conn)?,
        crossings: keyed::<tables::SeenCrossings, _, _>(conn)?,
        rails: keyed::<tables::SeenRailways, _, _>(conn)?,
        reader: None,
    })
}

/// What falls short of a unit.
fn remainders(conn: &Connection) -> Result<campaign::Remainders> {
    let rows = all::<tables::Remainders, (AccountId, AccountId, Commodity, u32)>(conn)?;
    Ok(rows.into_iter().map(|(from, to, commodity, kg)| ((from, to, commodity), kg)).collect())
}

/// Battles, drawn or over.
fn battles(conn: &Connection) -> Result<BTreeMap<BattleId, Battle>> {
    let mut battles = by_id::<tables::Battles, Battle, _>(conn, |battle| battle.id.clone())?;
    each::<tables::Facts>(conn, |row| {
        let battle = battles.get_mut(row.str()?);
        let battle = row.owner(battle)?;
        row.skip(1);
        battle.facts.push(Take::take(row)?);
        Ok(())
    })?;
    each::<tables::BattleUnits>(conn, |row| {
        let fought = battles.get_mut(row.str()?).and_then(|battle| battle.fought.as_mut());
        let fought = row.owner(fought)?;
        row.skip(1);
        fought.units.push(Take::take(row)?);
        Ok(())
    })?;
    Ok(battles)
}

/// What is remembered of battle groups.
fn groups(conn: &Connection) -> Result<BTreeMap<FormationId, campaign::BattleGroup>> {
    let mut groups: BTreeMap<FormationId, campaign::BattleGroup> = keyed::<tables::Groups, _, _>(conn)?;
    each::<tables::GroupParts>(conn, |row| {
        let group = groups.get_mut(row.str()?);
        let (part, from) = Take::take(row)?;
        row.owner(group)?.parts.insert(part, from);
        Ok(())
    })?;
    Ok(groups)
}

/// The entries of the pools, in order; whose pool is one of these sides is the side's, any other a formation's.
fn replacements(conn: &Connection, sides: &[Side]) -> Result<Vec<Replacement>> {
    let mut entries: Vec<Replacement> = listed::<tables::Replacements, _>(conn)?;
    for entry in &mut entries {
        let named = entry.pool.to_string();
        if let Some(side) = sides.iter().find(|side| side.id.as_str() == named) {
            entry.pool = Pool::Side(side.id);
        }
    }
    Ok(entries)
}
