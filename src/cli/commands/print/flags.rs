//! What documents take on the command line.

use std::path::PathBuf;

use clap::Args;

use super::pdf::PdfFlags;
use crate::flags::ReadingFlags;

/// Where a document goes, and who reads it.
#[derive(Debug, Args)]
pub(crate) struct Paper {
    /// Writes it as one page of HTML
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    #[command(flatten)]
    pub(super) pdf: PdfFlags,
    #[command(flatten)]
    pub(super) reading: ReadingFlags,
}

/// The same of one unit.
#[derive(Debug, Args)]
pub(crate) struct OfUnit {
    /// Only this unit and what is under it
    pub(super) unit: Option<String>,
    #[command(flatten)]
    pub(super) paper: Paper,
}
