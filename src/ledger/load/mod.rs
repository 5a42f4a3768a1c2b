//! Loading: the campaign as it stands, from the tables.
//!
//! What it decides: what a row may say; anything else is damage, named by table and column.
//! What it never does: join tables. Where two belong together, both are read in the order of their common key.
//! Where to look next: `reader` for how a row is read; [`super::project`] for the way there.

mod calendar;
mod drawings;
mod forces;
mod ground;
mod reader;
mod stock;

use rusqlite::{Connection, OptionalExtension};

use crate::campaign::{Campaign, Setting, Settings};
use crate::domain::Bound;

use super::trouble::Trouble;
use calendar::Figures;

/// The campaign as it stands. Within a transaction, or it may be of several moments.
pub(super) fn load(conn: &Connection) -> Result<Campaign, Trouble> {
    let figures = Figures::read(conn)?;
    let frame = figures.frame()?;
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
        ground: std::sync::Arc::new(ground::ground(conn, &frame)?),
        frame,
        ground_factors: calendar::factors(conn)?,
        places: drawings::places(conn)?,
        roads: drawings::roads(conn)?,
        railways: drawings::railways(conn)?,
        rivers: drawings::rivers(conn)?,
        crossings: drawings::crossings(conn)?,
        formations: forces::formations(conn)?,
        dumps: stock::dumps(conn)?,
        railheads: stock::railheads(conn)?,
        stock: stock::book(conn)?,
        weather: calendar::weather(conn)?,
        grades: forces::grades(conn)?,
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
    value.iter().for_each(|value| settings.set(setting, value));
    Ok(settings.number(setting))
}
