//! Loading: the campaign as it stands, from the tables.
//!
//! What it decides: what a row may say; anything else is damage, named by table and column.
//! What it never does: join tables. Where two belong together, both are read in the order of their common key.
//! Where to look next: `reader` for how a row is read; [`super::project`] for the way there.

mod battles;
mod bounds;
mod calendar;
mod convoys;
mod drawings;
mod forces;
mod ground;
mod march;
mod reader;
mod stock;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension};

use crate::campaign::{Campaign, MapFrame, Setting, Settings};
use crate::domain::Bound;

use super::apart;
use super::trouble::Trouble;
use calendar::Figures;

/// From how many squares on it is worth reading in several threads.
const LARGE: usize = 4_000;

/// The campaign as it stands in the file at `path`, seen by this connection within a transaction.
pub(super) fn load(conn: &Connection, path: &Path) -> Result<Campaign, Trouble> {
    let figures = Figures::read(conn)?;
    let frame = figures.frame()?;
    if frame.len() >= LARGE { load_apart(conn, path, &figures, &frame) } else { load_by(conn, &figures, &frame) }
}

/// The same in this thread alone.
pub(super) fn load_here(conn: &Connection) -> Result<Campaign, Trouble> {
    let figures = Figures::read(conn)?;
    load_by(conn, &figures, &figures.frame()?)
}

fn load_by(conn: &Connection, figures: &Figures, frame: &MapFrame) -> Result<Campaign, Trouble> {
    let mut campaign = rest(conn, figures, frame)?;
    campaign.formations = forces::formations(forces::bare(conn)?, forces::leaves(conn)?, forces::bases(conn)?)?;
    battles::marks(conn, &mut campaign.formations)?;
    campaign.ground = Arc::new(ground::ground(conn, frame)?);
    Ok(campaign)
}

/// The same in four threads.
///
/// On a campaign of the size of Uranus loading is most of what a reading command takes, and most of loading is handing
/// over values one by one: these are divided about evenly.
fn load_apart(conn: &Connection, path: &Path, figures: &Figures, frame: &MapFrame) -> Result<Campaign, Trouble> {
    let read_rest = |conn: &Connection| Ok((forces::bases(conn)?, rest(conn, figures, frame)?));
    let read_ground = |conn: &Connection| ground::ground(conn, frame);
    let stamp = apart::stamp(conn)?;
    std::thread::scope(|scope| {
        let rest = apart::spawn(scope, path, &stamp, read_rest);
        let ground = apart::spawn(scope, path, &stamp, read_ground);
        let leaves = apart::spawn(scope, path, &stamp, forces::leaves);
        let bare = forces::bare(conn)?;
        let leaves = apart::join(leaves, || forces::leaves(conn))?;
        let (bases, mut campaign) = apart::join(rest, || read_rest(conn))?;
        campaign.formations = forces::formations(bare, leaves, bases)?;
        battles::marks(conn, &mut campaign.formations)?;
        campaign.ground = Arc::new(apart::join(ground, || read_ground(conn))?);
        Ok(campaign)
    })
}

/// The campaign but for its order of battle and its ground.
fn rest(conn: &Connection, figures: &Figures, frame: &MapFrame) -> Result<Campaign, Trouble> {
    Ok(Campaign {
        name: figures.text("name")?.to_owned(),
        title: figures.text("title")?.to_owned(),
        start: figures.parse("start")?,
        days: figures.parse("days")?,
        bound: figures.parse("bound")?,
        scale: figures.parse("scale")?,
        rules: figures.parse("rules")?,
        settings: calendar::settings(conn)?,
        sides: calendar::sides(conn)?,
        frame: frame.clone(),
        ground: Arc::default(),
        ground_factors: calendar::factors(conn)?,
        house: calendar::house(conn)?,
        places: drawings::places(conn)?,
        roads: drawings::roads(conn)?,
        railways: drawings::railways(conn)?,
        rivers: drawings::rivers(conn)?,
        crossings: drawings::crossings(conn)?,
        formations: BTreeMap::new(),
        dumps: stock::dumps(conn)?,
        railheads: stock::railheads(conn)?,
        stock: stock::book(conn)?,
        weather: calendar::weather(conn)?,
        grades: forces::grades(conn)?,
        supply: bounds::supply(conn)?,
        notes: bounds::notes(conn)?,
        orders: march::orders(conn)?,
        claims: march::claims(conn)?,
        convoys: convoys::convoys(conn)?,
        spoils: convoys::spoils(conn)?,
        battles: battles::battles(conn)?,
        papers: calendar::papers(conn)?,
    })
}

/// The running bound alone.
pub(super) fn running_bound(conn: &Connection) -> Result<Bound, Trouble> {
    Figures::read(conn)?.parse("bound")
}

/// The value of a numeric setting alone.
pub(super) fn setting(conn: &Connection, setting: Setting) -> Result<u32, Trouble> {
    let sql = "SELECT value FROM setting WHERE name = ?1";
    let value: Option<String> = conn.query_row(sql, [setting.as_str()], |row| row.get(0)).optional()?;
    let mut settings = Settings::default();
    if let Some(value) = value {
        settings.set(setting, &value);
    }
    Ok(settings.number(setting))
}
