//! Making a campaign file: beside, in one transaction, then renamed.

use std::fs::File;
use std::ops::Deref;
use std::path::Path;

use rusqlite::Connection;
use tempfile::TempPath;

use campaign::{Breach, Campaign};

use super::import::{self, CAMPAIGN_IMPORTED};
use super::schema::{APPLICATION_ID, migrate};
use super::waiting::mark;
use super::whole_file::{builder, flush, folder_of, sweep, unnamed, with_end};
use crate::error::LedgerError;
use crate::file::storage_error::{AtPath, Result};
use crate::handle::Ledger;
use crate::log::append::{LogPosition, append, keep};
use crate::log::entry::StoredEvent;
use crate::log::record::{OperationDraft, OperationKind};
use crate::project::project;
use crate::write::must_be_sound;

impl Ledger {
    /// Makes a campaign file: operation 1 with the imported campaign. Made beside and renamed.
    ///
    /// # Errors
    /// When the file exists or cannot be written, or the campaign is not sound.
    pub fn create(path: &Path, draft: &OperationDraft, campaign: &Campaign) -> Result<(), LedgerError> {
        let mut campaign = campaign.clone();
        campaign.take_first_look();
        let campaign = &campaign;
        must_be_sound(None, campaign)?;
        must_have_every_transfer(campaign)?;
        let beside = beside(path)?;
        fill(&beside, |conn| import(conn, draft, campaign)).being_made(&beside, path)?;
        put_in_place(beside, path)
    }
}

fn must_have_every_transfer(campaign: &Campaign) -> Result<(), LedgerError> {
    let (held, made) = (campaign.stock.transfers().len() as u64, campaign.stock.made());
    if held == made {
        return Ok(());
    }
    let (expected, found) = (made.to_string(), held.to_string());
    Err(LedgerError::Unsound { breaches: vec![Breach { kind: "transfers", at: "import".into(), expected, found }] })
}

/// An empty file beside the target, which is removed when dropped; the target must not exist.
pub(crate) fn beside(target: &Path) -> Result<Unfinished, LedgerError> {
    // A dangling link is in the way too.
    if target.symlink_metadata().is_ok() {
        return Err(LedgerError::Exists { path: target.to_owned() });
    }
    beside_as(target, target)
}

/// An empty file beside the target, which errors call `shown`.
pub(crate) fn beside_as(target: &Path, shown: &Path) -> Result<Unfinished, LedgerError> {
    if !folder_of(target).is_dir() {
        let what = format!("there is no folder `{}`", folder_of(target).display());
        return Err(io(shown, std::io::Error::new(std::io::ErrorKind::NotFound, what)));
    }
    let made = builder(0o666).tempfile_in(folder_of(target)).map_err(|error| io(shown, unnamed(error)))?;
    sweep(&folder_of(target), made.path());
    Ok(Unfinished(Some(made.into_temp_path())))
}

/// A file that is being made. Unless it gets its name it is removed when dropped, and what SQLite has left beside it.
pub(crate) struct Unfinished(Option<TempPath>);

impl Unfinished {
    /// The file, which from now on is somebody else's to remove.
    fn finished(mut self) -> Result<TempPath, std::io::Error> {
        self.0.take().ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }
}

impl Deref for Unfinished {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.as_deref().unwrap_or_else(|| Path::new(""))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let Some(made) = &self.0 else { return };
        for end in ["-journal", "-wal", "-shm"] {
            drop(std::fs::remove_file(with_end(made, end)));
        }
    }
}

/// Gives a finished file its name, unless something else has taken it.
pub(crate) fn put_in_place(made: Unfinished, target: &Path) -> Result<(), LedgerError> {
    let made = flushed(made).map_err(|source| io(target, source))?;
    made.persist_noclobber(target).map_err(|error| match error.error.kind() {
        std::io::ErrorKind::AlreadyExists => LedgerError::Exists { path: target.to_owned() },
        _ => io(target, error.error),
    })?;
    flush(&folder_of(target));
    Ok(())
}

/// The file, all of it on the disk.
pub(crate) fn flushed(made: Unfinished) -> Result<TempPath, std::io::Error> {
    File::open(&*made)?.sync_all()?;
    made.finished()
}

fn io(path: &Path, source: std::io::Error) -> LedgerError {
    LedgerError::Io { path: path.to_owned(), source }
}

/// Makes a campaign file of an empty one: its tables, and what is then written to them.
pub(crate) fn fill(file: &Path, write: impl FnOnce(&Connection) -> Result<()>) -> Result<()> {
    let mut conn = Connection::open(file)?;
    conn.set_prepared_statement_cache_capacity(128);
    // Nobody sees this file before it is finished and flushed, so a journal on disk would guard nothing.
    conn.pragma_update(None, "journal_mode", "memory")?;
    conn.pragma_update(None, "synchronous", "off")?;
    conn.pragma_update(None, "foreign_keys", false)?;
    conn.pragma_update(None, "application_id", APPLICATION_ID)?;
    let transaction = conn.transaction()?;
    migrate(&transaction)?;
    transaction.commit()?;
    conn.pragma_update(None, "foreign_keys", true)?;
    let transaction = conn.transaction()?;
    write(&transaction)?;
    mark(&transaction, 0)?;
    transaction.commit()?;
    // The mode is kept in the file; closing takes away the two files beside it.
    conn.pragma_update(None, "journal_mode", "wal")?;
    conn.close().map_err(|(_, error)| error.into())
}

fn import(conn: &Connection, draft: &OperationDraft, campaign: &Campaign) -> Result<()> {
    let packed = import::pack(campaign)?.into();
    keep(conn, &packed)?;
    let event = StoredEvent {
        place: 0,
        kind: CAMPAIGN_IMPORTED.to_owned(),
        version: import::VERSION,
        subject: campaign.name.clone(),
        payload: serde_json::json!({ "content": packed.hash() }).to_string(),
    };
    let position = LogPosition { number: 1, parent: None, kind: OperationKind::Do, bound: campaign.bound };
    append(conn, &position, draft, vec![event])?;
    project(conn, None, campaign)
}
