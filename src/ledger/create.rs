//! Making a campaign file: beside, in one transaction, then renamed.

use std::fs::File;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use tempfile::TempPath;

use crate::campaign::{Breach, Campaign};

use super::Ledger;
use super::append::{Position, append, keep};
use super::entry::StoredEvent;
use super::error::LedgerError;
use super::import::{self, CAMPAIGN_IMPORTED};
use super::open::mark;
use super::project::project;
use super::record::{Draft, OperationKind};
use super::schema::{APPLICATION_ID, migrate};
use super::trouble::{AtPath, Trouble};
use super::write::must_be_sound;

/// Names of files that are being made: these two with random letters between, and what SQLite puts behind.
const PREFIX: &str = ".railhead-";
const SUFFIX: &str = ".new";
/// Nobody takes so long to make a file, which is a matter of seconds.
const LONG_AGO: Duration = Duration::from_hours(1);

impl Ledger {
    /// Makes a campaign file: operation 1 with the imported campaign. Made beside and renamed.
    ///
    /// # Errors
    /// When the file exists or cannot be written, or the campaign is not sound.
    pub fn create(path: &Path, draft: &Draft, campaign: &Campaign) -> Result<(), LedgerError> {
        must_be_sound(None, campaign)?;
        must_have_every_transfer(campaign)?;
        let beside = beside(path)?;
        fill(&beside, |conn| import(conn, draft, campaign)).at(path)?;
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
pub(super) fn beside(target: &Path) -> Result<Unfinished, LedgerError> {
    // A dangling link is in the way too.
    if target.symlink_metadata().is_ok() {
        return Err(LedgerError::Exists { path: target.to_owned() });
    }
    beside_as(target, target)
}

/// An empty file beside the target, which errors call `shown`.
pub(super) fn beside_as(target: &Path, shown: &Path) -> Result<Unfinished, LedgerError> {
    if !folder(target).is_dir() {
        let what = format!("there is no folder `{}`", folder(target).display());
        return Err(io(shown, std::io::Error::new(std::io::ErrorKind::NotFound, what)));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    readable_as_usual(&mut builder);
    let made = builder.tempfile_in(folder(target)).map_err(|source| io(shown, source))?;
    // What cannot be looked at or taken away is in nobody's way.
    drop(sweep(&made));
    Ok(Unfinished(Some(made.into_temp_path())))
}

/// A file that is being made. Unless it gets its name it is removed when dropped, and what SQLite has left beside it.
pub(super) struct Unfinished(Option<TempPath>);

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
            let mut name = made.as_os_str().to_owned();
            name.push(end);
            drop(std::fs::remove_file(name));
        }
    }
}

/// Takes away what processes that were killed have left beside: files of this kind that were last written long before
/// this one was made. A file that another process is making now is younger than that.
fn sweep(made: &tempfile::NamedTempFile) -> std::io::Result<()> {
    let now = made.as_file().metadata()?.modified()?;
    for entry in std::fs::read_dir(folder(made.path()))? {
        let entry = entry?;
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.contains(SUFFIX));
        let about = entry.metadata()?;
        let age = now.duration_since(about.modified()?).unwrap_or_default();
        if is_ours && about.is_file() && age > LONG_AGO {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

// A temporary file is its owner's alone; a campaign is a file as any other, as the process's mask has it.
#[cfg(unix)]
fn readable_as_usual(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn readable_as_usual(_: &mut tempfile::Builder<'_, '_>) {}

/// Gives a finished file its name, unless something else has taken it.
pub(super) fn put_in_place(made: Unfinished, target: &Path) -> Result<(), LedgerError> {
    let made = flushed(made).map_err(|source| io(target, source))?;
    made.persist_noclobber(target).map_err(|error| match error.error.kind() {
        std::io::ErrorKind::AlreadyExists => LedgerError::Exists { path: target.to_owned() },
        _ => io(target, error.error),
    })?;
    flush_folder(target);
    Ok(())
}

/// The file, all of it on the disk.
pub(super) fn flushed(made: Unfinished) -> Result<TempPath, std::io::Error> {
    File::open(&*made)?.sync_all()?;
    made.finished()
}

/// Lets the name of a file itself outlive a power failure; not every file system lets a folder be flushed.
pub(super) fn flush_folder(target: &Path) {
    drop(File::open(folder(target)).and_then(|folder| folder.sync_all()));
}

fn folder(target: &Path) -> PathBuf {
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or_else(|| Path::new(".")).to_owned()
}

fn io(path: &Path, source: std::io::Error) -> LedgerError {
    LedgerError::Io { path: path.to_owned(), source }
}

/// Makes a campaign file of an empty one: its tables, and what is then written to them.
pub(super) fn fill(file: &Path, write: impl FnOnce(&Connection) -> Result<(), Trouble>) -> Result<(), Trouble> {
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

fn import(conn: &Connection, draft: &Draft, campaign: &Campaign) -> Result<(), Trouble> {
    let content = keep(conn, &import::pack(campaign)?)?;
    let event = StoredEvent {
        place: 0,
        kind: CAMPAIGN_IMPORTED.to_owned(),
        version: import::VERSION,
        subject: campaign.name.clone(),
        payload: serde_json::json!({ "content": content }).to_string(),
    };
    let position = Position { number: 1, parent: None, kind: OperationKind::Do, bound: campaign.bound };
    append(conn, &position, draft, vec![event])?;
    project(conn, None, campaign)
}
