//! Loading: the campaign as it stands, from the tables.
//!
//! What it decides: what a row may say; anything else is damage, named by table and column.
//! What it never does: join tables. Where two belong together, both are read in the order of their common key.
//! Where to look next: `reader` for how a row is read; [`super::project`] for the way there.

mod figures;
mod forces;
mod ground;
mod reader;
mod rest;

use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension};

use campaign::{Campaign, MapFrame, Setting, Settings};
use domain::Bound;

use crate::file::storage_error::{Result, StorageError};
use crate::parallel;
use figures::Figures;
use forces::Span;
use rest::rest;

/// From how many squares on it is worth reading in several threads.
const LARGE: usize = 4_000;

/// The campaign as it stands in the file at `path`, seen by this connection within a transaction.
pub(super) fn load(conn: &Connection, path: &Path) -> Result<Campaign> {
    let figures = Figures::read(conn)?;
    let frame = figures.frame()?;
    if frame.len() >= LARGE { load_apart(conn, path, &figures, &frame) } else { load_by(conn, &figures, &frame) }
}

/// The same in this thread alone.
pub(super) fn load_here(conn: &Connection) -> Result<Campaign> {
    let figures = Figures::read(conn)?;
    load_by(conn, &figures, &figures.frame()?)
}

fn load_by(conn: &Connection, figures: &Figures, frame: &MapFrame) -> Result<Campaign> {
    let mut campaign = rest(conn, figures, frame)?;
    campaign.formations = forces::formations(conn, &Span::default())?.into_iter().collect();
    forces::marks(conn, &mut campaign.formations)?;
    campaign.ground = Arc::new(ground::ground(conn, frame)?);
    Ok(campaign)
}

/// The same in four threads.
///
/// On a campaign of the size of Uranus loading is most of what a reading command takes, and most of loading is handing
/// over values one by one: these are divided about evenly.
fn load_apart(conn: &Connection, path: &Path, figures: &Figures, frame: &MapFrame) -> Result<Campaign> {
    parallel::see_as_memory(conn, true)?;
    let stamp = parallel::stamp(conn)?;
    let [first, second, third] = Span::thirds(conn)?;
    let read_ground = |conn: &Connection| ground::ground(conn, frame);
    let campaign = std::thread::scope(|scope| {
        parallel::spare(scope);
        let ground = parallel::spawn_through(scope, path, &stamp, read_ground);
        let others = [second, third].map(|span| {
            let read = move |conn: &Connection| forces::formations(conn, &span);
            (parallel::spawn_through(scope, path, &stamp, read.clone()), read)
        });
        // This connection knows the tables already: it reads what is small beside its share of what is large.
        let mut list = forces::formations(conn, &first)?;
        let mut campaign = rest(conn, figures, frame)?;
        for (other, read) in others {
            list.extend(parallel::join(other, || read(conn))?);
        }
        campaign.formations = list.into_iter().collect();
        forces::marks(conn, &mut campaign.formations)?;
        campaign.ground = Arc::new(parallel::join(ground, || read_ground(conn))?);
        Ok::<_, StorageError>(campaign)
    })?;
    parallel::see_as_memory(conn, false)?;
    Ok(campaign)
}

/// The running bound alone.
pub(super) fn running_bound(conn: &Connection) -> Result<Bound> {
    Figures::read(conn)?.parse("bound")
}

/// The value of a numeric setting alone.
pub(super) fn setting(conn: &Connection, setting: Setting) -> Result<u32> {
    let sql = "SELECT value FROM setting WHERE name = ?1";
    let value: Option<String> = conn.query_row(sql, [setting.as_str()], |row| row.get(0)).optional()?;
    let mut settings = Settings::default();
    if let Some(value) = value {
        settings.set(setting, &value);
    }
    Ok(settings.number(setting))
}
