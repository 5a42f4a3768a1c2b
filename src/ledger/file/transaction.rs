//! Write transactions: waiting for another writer, batches, and the campaign kept between operations.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use campaign::{Campaign, Setting};

use super::soundness;
use super::waiting::{beside, mark, marked};
use crate::error::LedgerError;
use crate::file::storage_error::{AtPath, Result};
use crate::handle::Ledger;
use crate::{load, log};

/// How long a writer waits before it says that it waits.
const SILENT_WAIT: Duration = Duration::from_millis(300);

impl Ledger {
    /// Opens a transaction that holds until [`Ledger::end_batch`]: all of its operations or none.
    ///
    /// # Errors
    /// When another process is writing.
    pub fn begin_batch(&mut self) -> Result<(), LedgerError> {
        if self.batch {
            return Err(LedgerError::Batch("a batch is already open"));
        }
        self.begin()?;
        self.batch = true;
        Ok(())
    }

    /// Ends the batch: keeps what was written in it, or nothing.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn end_batch(&mut self, keep: bool) -> Result<(), LedgerError> {
        if !self.batch {
            return Err(LedgerError::Batch("no batch is open"));
        }
        self.batch = false;
        let ended = self.end(if keep { "COMMIT" } else { "ROLLBACK" });
        if !keep || ended.is_err() {
            self.kept.take();
        }
        ended
    }

    /// A number that is another one whenever another process has written, be it what is no operation.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn written_by_others(&self) -> Result<i64, LedgerError> {
        version_of_file(&self.conn).at(&self.path)
    }

    /// Works within a write transaction (in a batch: a savepoint): all of it or nothing.
    ///
    /// `work` gives the campaign as it leaves it; none where it wrote nothing.
    pub(crate) fn writing<T, E: From<LedgerError>>(
        &mut self,
        work: impl FnOnce(&Self) -> Result<(T, Option<Arc<Campaign>>), E>,
    ) -> Result<T, E> {
        self.start()?;
        match work(self) {
            Ok((value, Some(campaign))) => {
                // Asked before the commit: after it another process may already have written.
                let version = version_of_file(&self.conn).ok();
                self.end(if self.batch { "RELEASE step" } else { "COMMIT" })?;
                self.kept.replace(version.map(|version| (version, campaign)));
                Ok(value)
            }
            Ok((value, None)) => {
                self.abandon();
                Ok(value)
            }
            Err(error) => {
                self.abandon();
                Err(error)
            }
        }
    }

    fn start(&mut self) -> Result<(), LedgerError> {
        if self.batch { self.conn.execute_batch("SAVEPOINT step").at(&self.path) } else { self.begin() }
    }

    fn end(&mut self, how: &str) -> Result<(), LedgerError> {
        if how == "COMMIT" {
            return self.commit();
        }
        let ended = self.conn.execute_batch(how);
        if ended.is_err() {
            self.abandon();
        }
        ended.at(&self.path)
    }

    /// Commits, unless another file stands under the name: what is written to one that nobody finds again is lost.
    fn commit(&mut self) -> Result<(), LedgerError> {
        let committed = self.must_stand(None).and_then(|()| {
            mark(&self.conn, self.mark).at(&self.path)?;
            self.conn.execute_batch("COMMIT").at(&self.path)
        });
        if committed.is_err() {
            self.abandon();
            return committed;
        }
        let operation = log::last_link(&self.conn).map(|last| last.number).ok();
        self.must_stand(operation)
    }

    fn must_stand(&self, operation: Option<u64>) -> Result<(), LedgerError> {
        let stands = self.identity.is_none_or(|identity| identity.stands_at(&self.path));
        // Where it was written, the operation waits beside until the file is closed.
        let waits = operation.is_none() || beside(&self.path, "-wal").exists();
        if stands && waits { Ok(()) } else { Err(LedgerError::Moved { path: self.path.clone(), operation }) }
    }

    // Where even this fails, SQLite has rolled back by itself, or will when the connection closes.
    fn abandon(&mut self) {
        if self.batch {
            drop(self.conn.execute_batch("ROLLBACK TO step; RELEASE step"));
        } else if !self.conn.is_autocommit() {
            drop(self.conn.execute_batch("ROLLBACK"));
        }
    }

    /// The campaign as this connection last left or read it, unless another process has written since.
    pub(crate) fn kept_campaign(&self, conn: &Connection) -> Result<Option<Arc<Campaign>>> {
        let kept = self.kept.borrow();
        let Some((version, campaign)) = kept.as_ref() else { return Ok(None) };
        Ok((version_of_file(conn)? == *version).then(|| Arc::clone(campaign)))
    }

    fn begin(&mut self) -> Result<(), LedgerError> {
        if self.identity.is_none() {
            return Err(LedgerError::ReadOnly { path: self.path.clone() });
        }
        self.look_over()?;
        let wait = Duration::from_secs(u64::from(load::setting(&self.conn, Setting::WriterWait).at(&self.path)?));
        if self.try_begin(wait.min(SILENT_WAIT))? {
            return Ok(());
        }
        self.on_wait.iter().for_each(|say| say());
        if self.try_begin(wait.saturating_sub(SILENT_WAIT))? {
            return Ok(());
        }
        Err(LedgerError::Busy { path: self.path.clone() })
    }

    fn try_begin(&mut self, wait: Duration) -> Result<bool, LedgerError> {
        self.conn.busy_timeout(wait).at(&self.path)?;
        let begun = self.conn.execute_batch("BEGIN IMMEDIATE");
        self.conn.busy_timeout(crate::file::connection::READER_WAIT).at(&self.path)?;
        match begun {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(false),
            begun => {
                begun.at(&self.path)?;
                self.mark = marked(&self.conn).at(&self.path)?;
                Ok(true)
            }
        }
    }

    /// Makes sure, once, that the file is no damaged one: such a file is never written to. Asked is what can be known
    /// by one reading of the file, its pages, its log by its hashes, its tables by their stamp; what takes a fold of the log
    /// is for `verify`.
    fn look_over(&mut self) -> Result<(), LedgerError> {
        if self.looked_over {
            return Ok(());
        }
        if let Some(what) = soundness::damage(&self.conn, &self.file).at(&self.path)? {
            return Err(LedgerError::Damaged { path: self.path.clone(), what });
        }
        self.looked_over = true;
        Ok(())
    }
}

/// Changes whenever another connection has committed, and only then.
pub(crate) fn version_of_file(conn: &Connection) -> Result<i64> {
    Ok(conn.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?)
}
