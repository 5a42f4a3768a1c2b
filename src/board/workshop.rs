//! What the program does where campaigns are made: those that there are, those in the making, and which is open.

use ops::draft::{Draft, Drafts};
use report::model::FaultRow;

use crate::refusal::Refusal;

/// A campaign that comes with the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
}

/// A campaign file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignFile {
    /// Its name.
    pub name: String,
    /// Whether it is the one that is open.
    pub is_open: bool,
}

/// What a campaign file is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MadeFrom<'a> {
    /// The built-in campaign of this name, whatever lies in the folder.
    BuiltIn(&'a str),
    /// The campaign folder of this name.
    Folder(&'a str),
}

/// What `check` says of a folder.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// Every fault.
    pub faults: Vec<FaultRow>,
    /// What is odd but legal, and what will bite in play.
    pub warnings: Vec<FaultRow>,
}

/// Where campaigns are made, in the folder in which the program runs.
pub trait Workshop {
    /// Whether a campaign file is open.
    fn is_open(&self) -> bool;

    /// The campaign files of the folder.
    ///
    /// # Errors
    /// When the folder cannot be read.
    fn campaign_files(&self) -> Result<Vec<CampaignFile>, Refusal>;

    /// The campaigns that come with the program.
    fn built_in(&self) -> Vec<BuiltIn>;

    /// Makes a campaign file under a name that is free, and gives that.
    ///
    /// # Errors
    /// When there is no such campaign, it has faults, or the file cannot be written.
    fn make(&mut self, from: MadeFrom<'_>) -> Result<String, Refusal>;

    /// Opens a campaign file of the folder in the place of the one that is open.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot be opened: the one before stays open.
    fn open(&mut self, file: &str) -> Result<(), Refusal>;

    /// The campaign folders in the making.
    fn drafts(&self) -> &Drafts;

    /// The same, to be changed.
    fn drafts_mut(&mut self) -> &mut Drafts;

    /// What `check` says of one of them.
    fn check(&self, draft: &Draft) -> Checked;
}
