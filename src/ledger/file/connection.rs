//! How the connection to a file is set.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::error::LedgerError;
use crate::file::schema::{SCHEMA, last_embedded, version};
use crate::file::storage_error::{AtPath, Result, StorageError};

/// How long a reader waits for the moments in which a file is locked against readers too.
pub(crate) const READER_WAIT: Duration = Duration::from_secs(5);

/// A connection that takes nothing in the file for more than data: see <https://sqlite.org/security.html>.
pub(crate) fn connect(path: impl AsRef<Path>, how: OpenFlags) -> Result<Connection> {
    let conn = Connection::open_with_flags(path, how | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    conn.set_prepared_statement_cache_capacity(128);
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.pragma_update(None, "cell_size_check", true)?;
    Ok(conn)
}

/// The schema of a file, unless it is newer than this program.
pub(crate) fn known_version(conn: &Connection, path: &Path) -> Result<i64, LedgerError> {
    let found = version(conn).map_err(no_history).at(path)?;
    if found > SCHEMA {
        // The programmer has added a migration; whoever has a released program has both of one age.
        debug_assert!(
            found > last_embedded(),
            "migrations/schema.txt is older than the last migration: \
             `UPDATE_DOCS=1 cargo test -p railhead-ledger written_down`"
        );
        return Err(LedgerError::Newer { path: path.to_owned(), found, known: SCHEMA });
    }
    Ok(found)
}

pub(crate) fn no_history(error: rusqlite::Error) -> StorageError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::Unknown) => StorageError::Damaged(format!("it has no schema history ({error})")),
        _ => error.into(),
    }
}
