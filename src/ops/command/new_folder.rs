//! `init`: a folder to begin a campaign of one's own from.

use std::path::Path;
use std::str::FromStr;

use domain::command;
pub use scenario::MAP_SIZES;

use super::new_campaign::source_files;
use crate::OpError;
use crate::export::write_folder;

/// Columns and rows of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapSize(pub u16, pub u16);

/// What is no size of a map.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("write columns and rows as `40x30`, each from {} to {}", MAP_SIZES.start(), MAP_SIZES.end())]
pub struct BadMapSize;

impl FromStr for MapSize {
    type Err = BadMapSize;

    fn from_str(text: &str) -> Result<Self, BadMapSize> {
        let (columns, rows) = text.split_once(['x', 'X', '*']).ok_or(BadMapSize)?;
        let number = |text: &str| text.trim().parse().ok().filter(|n| MAP_SIZES.contains(n)).ok_or(BadMapSize);
        Ok(Self(number(columns)?, number(rows)?))
    }
}

/// Writes the folder, and gives the names of its files. The folder names the campaign; `from` is another campaign that
/// it begins from, as the organiser wrote it and as a path.
///
/// # Errors
/// When the folder cannot name a campaign, holds something already or cannot be written, or there is no such campaign.
pub fn new_folder(folder: &Path, size: MapSize, from: Option<(&str, &Path)>) -> Result<Vec<String>, OpError> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    must_name_a_campaign(&name)?;
    if scenario::is_workbook(&name) {
        let message = format!("`{name}` is the name of a workbook, and what is written is a folder");
        let hint = command!("give the folder another name; `railhead new` reads a workbook as it is");
        return Err(OpError::Words { message, hint });
    }
    let files = match from {
        None => scenario::start(&name, (size.0, size.1)),
        Some((source, path)) => {
            let there = source_files(source, path)?;
            if !there.faults.is_empty() {
                return Err(OpError::Faults { source_name: source.to_owned(), faults: there.faults });
            }
            scenario::start_from(&name, there.files)
        }
    };
    write_folder(folder, &files)?;
    Ok(files.into_keys().collect())
}

/// That a name can be that of a campaign, and so of its folder and its file.
pub(crate) fn must_name_a_campaign(name: &str) -> Result<(), OpError> {
    if domain::is_file_name(name) {
        return Ok(());
    }
    let message = format!("`{name}` cannot name a campaign");
    let hint = format!("it also names the campaign file: {}", domain::FILE_NAME_LETTERS).into();
    Err(OpError::Words { message, hint })
}
