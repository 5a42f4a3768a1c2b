//! `export`: the campaign as it stands, in the files of a campaign folder. Written beside and renamed.

use std::path::{Path, PathBuf};

use crate::campaign::Campaign;
use crate::ops::OpError;
use crate::scenario::{self, Files};

/// Writes a campaign folder and gives the names of its files. An existing folder must be empty.
///
/// # Errors
/// When the folder holds something already, or cannot be written.
pub fn export(campaign: &Campaign, folder: &Path) -> Result<Vec<String>, OpError> {
    if is_taken(folder) {
        return Err(OpError::Exists { path: folder.to_owned() });
    }
    let files = scenario::write(campaign);
    write_folder(folder, &files)?;
    Ok(files.into_keys().collect())
}

/// Writes a folder beside and renames it. An existing one must be empty.
///
/// # Errors
/// When the folder holds something already, or cannot be written.
pub fn write_folder(folder: &Path, files: &Files) -> Result<(), OpError> {
    if is_taken(folder) {
        return Err(OpError::Exists { path: folder.to_owned() });
    }
    let beside = beside(folder);
    write_all(&beside, files).map_err(at(folder))?;
    if folder.exists() {
        std::fs::remove_dir(folder).map_err(at(folder))?;
    }
    std::fs::rename(&beside, folder).map_err(at(folder))
}

fn is_taken(folder: &Path) -> bool {
    folder.is_file() || std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

fn beside(folder: &Path) -> PathBuf {
    let name = folder.file_name().map_or_else(|| "export".into(), |name| name.to_string_lossy().into_owned());
    folder.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

fn write_all(folder: &Path, files: &Files) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    files.iter().try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes))
}

fn at(path: &Path) -> impl FnOnce(std::io::Error) -> OpError {
    let path = path.to_owned();
    |source| OpError::File { path, source }
}
