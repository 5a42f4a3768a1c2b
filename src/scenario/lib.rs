//! Campaign folders: read, checked, written; and the built-in ones.
//!
//! What it is: the way between files that an organiser writes and a [`campaign::Campaign`].
//! What it decides: what a file may say, and every fault of what it says, with file, line and column.
//! What it never does: keep anything, or know a database.
//! Where to look next: `campaign-format.md` of the design; [`campaign::survey`] for roads and rivers.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod assemble;
mod campaign_file;
mod checks;
mod columns;
mod draft;
pub mod edit;
mod map;
mod orbat;
mod past;
mod pending;
mod start;
mod stocks;
mod text;
mod workbook;
mod write;

use std::io::Read;
use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::text::files::{CAMPAIGN_FILE, COLUMNS_PAGE};

pub use crate::text::csv_writer::CsvWriter;
pub use crate::text::files::{Fault, Files, Folder, FolderReading, Hint, Meant, ZERO_DROPPED};
pub use crate::text::records::{Field, QuoteFault, Record, Records};
pub use orbat::leaf::LEAF_COLUMNS;
pub use start::{MAP_SIZES, start, start_from};
pub use workbook::{WorkbookError, is_workbook, write_workbook};
pub use write::write;

/// The built-in campaigns.
static BUILT_IN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../campaigns");

/// Reads the files of a campaign in a folder into memory. What else lies there is named and never read; folders and
/// hidden files are not even named.
///
/// # Errors
/// When the folder cannot be read.
pub fn load_folder(folder: &Path) -> std::io::Result<Folder> {
    let mut loaded = Folder::default();
    let whole = folder.canonicalize()?;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == COLUMNS_PAGE {
            continue;
        }
        if !text::files::is_known(&name) {
            if !name.starts_with('.') && !entry.file_type()?.is_dir() {
                loaded.others.push(name);
            }
            continue;
        }
        let bytes = load_file(&whole, &entry.path(), &name).unwrap_or_else(|(message, hint)| {
            loaded.faults.push(Fault::at(&name, (0, 0), message, hint));
            Vec::new()
        });
        loaded.files.insert(name, bytes);
    }
    loaded.others.sort();
    Ok(loaded)
}

/// Reads a workbook into memory, as the files of a folder; the fault of one that cannot be read.
///
/// # Errors
/// When the file cannot be read from the disk.
pub fn load_workbook(path: &Path) -> std::io::Result<Result<Folder, Fault>> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(text::limits::FILE + 1).read_to_end(&mut bytes)?;
    let read = if bytes.len() as u64 > text::limits::FILE {
        let message = format!("the workbook is larger than {}", text::limits::FILE_WORDS);
        Err((message, "that is the limit for a workbook".to_owned()))
    } else {
        workbook::read_workbook(&name, &bytes)
    };
    Ok(read.map_err(|(message, hint)| Fault::at(name, (0, 0), message, hint)))
}

/// The bytes of a file of a folder, or message and hint of why there are none. A link is followed within the folder, and
/// what it leads to is what is read.
fn load_file(folder: &Path, path: &Path, name: &str) -> Result<Vec<u8>, (String, String)> {
    let is_link = path.is_symlink();
    let told = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound if is_link => {
            (format!("`{name}` is a link to a missing file"), "put the file in its place".to_owned())
        }
        std::io::ErrorKind::PermissionDenied => (
            format!("`{name}` cannot be read: permission denied"),
            format!("give permission to read it; on Unix: `chmod a+r {name}`"),
        ),
        _ => (format!("`{name}` cannot be read: {error}"), "replace it with a readable file".to_owned()),
    };
    let path = path.canonicalize().map_err(told)?;
    if !path.starts_with(folder) {
        let message = format!("`{name}` is a link to a file outside the folder");
        return Err((message, "replace the link with the file itself".to_owned()));
    }
    let kind = std::fs::metadata(&path).map_err(told)?;
    if kind.is_dir() {
        return Err((format!("`{name}` is a folder"), "replace it with a file of that name".to_owned()));
    }
    if !kind.is_file() {
        return Err((format!("`{name}` is not a regular file"), "put a file in its place".to_owned()));
    }
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(text::limits::FILE + 1).read_to_end(&mut bytes));
    read.map_err(told)?;
    if bytes.len() as u64 > text::limits::FILE {
        let message = format!("`{name}` is larger than {}", text::limits::FILE_WORDS);
        return Err((message, "that is the limit for a file of a campaign folder".to_owned()));
    }
    Ok(bytes)
}

/// The files of a built-in campaign.
pub fn built_in(name: &str) -> Option<Files> {
    let folder = BUILT_IN.dirs().find(|folder| folder_name(folder) == name)?;
    let named = |file: &include_dir::File<'_>| {
        let name = file.path().file_name()?.to_str()?.to_owned();
        Some((name, file.contents().to_vec()))
    };
    let files: Files = folder.files().filter_map(named).collect();
    files.contains_key(CAMPAIGN_FILE).then_some(files)
}

/// The built-in campaigns: name and title.
pub fn built_in_names() -> Vec<(String, String)> {
    let mut names: Vec<_> = BUILT_IN
        .dirs()
        .filter_map(|folder| {
            let name = folder_name(folder);
            let text = built_in(name)?.remove(CAMPAIGN_FILE)?;
            Some((name.to_owned(), campaign_file::title(&text)))
        })
        .collect();
    names.sort();
    names
}

fn folder_name<'a>(folder: &'a Dir<'_>) -> &'a str {
    folder.path().file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// Reads and checks the files of a campaign; `settings` (key and value) go before those of the folder.
pub fn read(files: &Files, settings: &[(String, String)]) -> FolderReading {
    read_folder(&files.clone().into(), settings)
}

/// The same, of a folder some of whose files may be there and unreadable.
pub fn read_folder(folder: &Folder, settings: &[(String, String)]) -> FolderReading {
    assemble::read(folder, settings)
}
