//! The head of a file, read without SQLite.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use crate::error::LedgerError;
use crate::file::schema::APPLICATION_ID;

/// Refuses what is not a campaign file.
pub(crate) fn look(path: &Path) -> Result<(), LedgerError> {
    let io = |source: std::io::Error| match source.kind() {
        ErrorKind::NotFound => LedgerError::Missing { path: path.to_owned() },
        _ => LedgerError::Io { path: path.to_owned(), source },
    };
    let other = |why| Err(LedgerError::NotACampaign { path: path.to_owned(), why });
    let about = std::fs::metadata(path).map_err(io)?;
    if about.is_dir() {
        return other("it is a folder");
    }
    if !about.is_file() {
        return other("it is a pipe or device");
    }
    let mut head = [0_u8; 100];
    match File::open(path).map_err(io)?.read_exact(&mut head) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return other("it is too short"),
        result => result.map_err(io)?,
    }
    if !head.starts_with(b"SQLite format 3\0") {
        return other("it is not an SQLite database");
    }
    if head[68..72] != APPLICATION_ID.to_be_bytes() {
        return other("it is the database of another program");
    }
    Ok(())
}
