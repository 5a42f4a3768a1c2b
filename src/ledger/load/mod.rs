//! Loading: the campaign as it stands, from the tables.
//!
//! What it decides: what a row may say; anything else is damage, named by table and column.
//! What it never does: join tables. Where two belong together, both are read in the order of their common key.
//! Where to look next: `reader` for how a row is read; [`super::project`] for the way there.

mod apart;
mod bounds;
mod calendar;
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

use crate::campaign::{Campaign, Formation, Ground, MapFrame, Setting, Settings};
use crate::domain::{Bound, FormationId};

use super::trouble::Trouble;
use calendar::Figures;

/// From how many squares on it is worth reading in several threads.
const LARGE: usize = 4_000;

/// The campaign as it stands in the file at `path`, seen by this connection within a transaction.
pub(super) fn load(conn: &Connection, path: &Path) -> Result<Campaign, Trouble> {
    let figures = Figures::read(conn)?;
    let frame = figures.frame()?;
    let stamp = apart::stamp(conn)?;
    std::thread::scope(|scope| {
        let is_large = frame.len() >= LARGE;
        // The longest first.
        let leaves = is_large.then(|| apart::spawn(scope, path, &stamp, forces::leaves)).flatten();
        let bare = is_large.then(|| apart::spawn(scope, path, &stamp, forces::bare)).flatten();
        let ground = is_large.then(|| apart::spawn(scope, path, &stamp, |conn| ground::ground(conn, &frame))).flatten();
        let leaves = || apart::join(leaves, || forces::leaves(conn));
        let bare = || apart::join(bare, || forces::bare(conn));
        let formations = || forces::formations(conn, bare, leaves);
        let ground = || apart::join(ground, || ground::ground(conn, &frame));
        assemble(conn, &figures, &frame, formations, ground)
    })
}

fn assemble(
    conn: &Connection,
    figures: &Figures,
    frame: &MapFrame,
    formations: impl FnOnce() -> Result<BTreeMap<FormationId, Formation>, Trouble>,
    ground: impl FnOnce() -> Result<Ground, Trouble>,
) -> Result<Campaign, Trouble> {
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
        ground_factors: calendar::factors(conn)?,
        places: drawings::places(conn)?,
        roads: drawings::roads(conn)?,
        railways: drawings::railways(conn)?,
        rivers: drawings::rivers(conn)?,
        crossings: drawings::crossings(conn)?,
        dumps: stock::dumps(conn)?,
        railheads: stock::railheads(conn)?,
        stock: stock::book(conn)?,
        weather: calendar::weather(conn)?,
        grades: forces::grades(conn)?,
        supply: bounds::supply(conn)?,
        notes: bounds::notes(conn)?,
        orders: march::orders(conn)?,
        claims: march::claims(conn)?,
        papers: calendar::papers(conn)?,
        // Last: what is read apart.
        formations: formations()?,
        ground: Arc::new(ground()?),
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
