//! `new`: a campaign file from a folder or from a built-in campaign.

use std::path::{Path, PathBuf};

use campaign::Campaign;
use ledger::Ledger;
use scenario::{self, Fault, Folder, FolderReading};

use domain::command;

use crate::{ChangeContext, Near, OpError};

/// A campaign file that was made.
#[derive(Debug)]
pub struct CreatedCampaign {
    /// The file.
    pub file: PathBuf,
    /// The campaign.
    pub campaign: Campaign,
    /// What is odd but legal in the folder.
    pub warnings: Vec<Fault>,
    /// How files were read that are not written as the program writes them, a sentence each.
    pub notes: Vec<String>,
    /// Files in the folder that do not belong to a campaign, by name: not read and not kept.
    pub left_out: Vec<String>,
}

/// Makes a campaign file. `file` gives its path from the campaign's name; `source` is as the organiser wrote it.
///
/// # Errors
/// When there is no such folder or built-in campaign, it has faults, or the file exists or cannot be written.
pub fn new_campaign(
    source: &str,
    folder: &Path,
    file: impl FnOnce(&str) -> PathBuf,
    settings: &[(String, String)],
    change_context: &ChangeContext,
) -> Result<CreatedCampaign, OpError> {
    let files = source_files(source, folder)?;
    let reading = read_folder(&files, settings);
    let Some(campaign) = reading.campaign.filter(|_| reading.faults.is_empty()) else {
        return Err(OpError::Faults { source_name: source.to_owned(), faults: reading.faults });
    };
    let file = file(&campaign.name);
    if file.exists() {
        return Err(OpError::Exists { path: file });
    }
    let request = serde_json::json!({"v": 1, "command": "new", "source": source, "set": settings});
    let mut draft = change_context.draft(request, None);
    draft.inputs.extend(files.files.into_iter().map(|(name, bytes)| (name, bytes.into())));
    Ledger::create(&file, &draft, &campaign)?;
    Ok(CreatedCampaign { file, campaign, warnings: reading.warnings, notes: reading.notes, left_out: files.others })
}

/// Reads a folder, and asks the rules about its house parameters.
pub fn read_folder(folder: &Folder, settings: &[(String, String)]) -> FolderReading {
    let mut reading = scenario::read_folder(folder, settings);
    let Some(campaign) = reading.campaign.as_ref().or(reading.sketch.as_ref()) else { return reading };
    let wrong = campaign.house.systems().filter_map(|rules| {
        let message = rules::system(rules).check_house(&campaign.house.of(rules)?).err()?;
        let hint = "docs/rules/ lists the house parameters of each system";
        Some(Fault::at("campaign.toml", (0, 0), format!("`house.{rules}`: {message}"), hint))
    });
    let wrong: Vec<Fault> = wrong.collect();
    reading.faults.splice(0..0, wrong);
    reading
}

/// The files of a folder; where there is none of that name, of the built-in campaign.
///
/// # Errors
/// When there is neither, or the folder cannot be read.
pub fn source_files(source: &str, folder: &Path) -> Result<Folder, OpError> {
    if folder.is_dir() {
        return scenario::load_folder(folder).map_err(|error| OpError::File { path: folder.to_owned(), source: error });
    }
    if folder.is_file() && scenario::is_workbook(&folder.to_string_lossy()) {
        let read = scenario::load_workbook(folder);
        let read = read.map_err(|error| OpError::File { path: folder.to_owned(), source: error })?;
        return read.map_err(|fault| OpError::Faults { source_name: source.to_owned(), faults: vec![fault] });
    }
    if folder.is_file() {
        return Err(OpError::Words {
            message: format!("`{source}` is a file, not a campaign folder"),
            hint: command!("`railhead verify --campaign {source}` proves a campaign file"),
        });
    }
    scenario::built_in(source).map(Folder::from).ok_or_else(|| {
        let names: Vec<String> = scenario::built_in_names().into_iter().map(|(name, _)| name).collect();
        let begins = |name: &&String| !source.is_empty() && name.starts_with(&source.to_lowercase());
        let near = domain::nearest(source, names.iter().map(String::as_str)).map(str::to_owned);
        let near = near.or_else(|| names.iter().find(begins).cloned());
        OpError::Unknown {
            what: "campaign folder or built-in campaign",
            given: source.to_owned(),
            near: near.map(Near::from).into_iter().collect(),
        }
    })
}
