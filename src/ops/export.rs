//! `export`: the campaign as it stands, in the files of a campaign folder. Written beside and renamed.

use std::io::ErrorKind;
use std::path::Path;

use campaign::Campaign;
use ledger::whole_file;
use scenario::{self, Files};

use crate::OpError;

/// Writes a campaign folder and gives the names of its files. An existing folder must be empty.
///
/// # Errors
/// When the folder holds something already, or cannot be written.
pub fn export(campaign: &Campaign, folder: &Path) -> Result<Vec<String>, OpError> {
    let files = scenario::write(campaign);
    write_folder(folder, &files)?;
    Ok(files.into_keys().collect())
}

/// Writes the campaign as one workbook, and gives the names of the files in it. An existing file is refused.
///
/// # Errors
/// When the file exists or cannot be written, or a field is too long for a cell.
pub fn export_workbook(campaign: &Campaign, file: &Path) -> Result<Vec<String>, OpError> {
    let files = scenario::write(campaign);
    let book = scenario::write_workbook(&files)
        .map_err(|error| OpError::File { path: file.to_owned(), source: std::io::Error::other(error.to_string()) })?;
    write_new(file, &book)?;
    Ok(files.into_keys().collect())
}

/// Writes a file that is not there yet, whole or not at all.
///
/// # Errors
/// When it exists or cannot be written.
pub fn write_new(file: &Path, bytes: &[u8]) -> Result<(), OpError> {
    let path = file.to_owned();
    whole_file::write_new(file, bytes).map_err(|source| match source.kind() {
        ErrorKind::AlreadyExists => OpError::Exists { path },
        _ => OpError::File { path, source },
    })
}

/// Writes a folder beside and renames it. An existing one must be empty.
///
/// # Errors
/// When the folder holds something already, or cannot be written.
pub fn write_folder(folder: &Path, files: &Files) -> Result<(), OpError> {
    let path = folder.to_owned();
    if is_taken(folder) {
        return Err(OpError::Exists { path });
    }
    whole_file::write_folder(folder, files).map_err(|source| match source.kind() {
        // Somebody has put something there meanwhile.
        ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists => OpError::Exists { path },
        _ => OpError::File { path, source },
    })
}

fn is_taken(folder: &Path) -> bool {
    folder.is_file() || std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}
