//! Documents as PDF: the file, the paper, and the templates that an organiser changed.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use domain::command;
use ops::query;
use paper::{PaperSize, PdfError, PrintedOn, Templates, document_pdf, template_files};
use report::model::Document;

use crate::command_context::{CommandContext, Completed, Ended};
use crate::failure::{Failure, REFUSED, file_error};
use crate::words::quoted;

/// How large a file of a folder of templates may be.
const LARGEST: u64 = 16_000_000;

/// Where a PDF goes, and how it is made.
#[derive(Debug, Default, Args)]
pub(crate) struct PdfFlags {
    /// Writes it as PDF
    #[arg(long, value_name = "FILE")]
    pub(super) pdf: Option<PathBuf>,
    /// The paper of the PDF
    #[arg(long, value_enum, default_value_t = PaperWord::A4, value_name = "SIZE", requires = "pdf")]
    paper: PaperWord,
    /// Puts large maps and trees on one sheet of twice that size, A3 or tabloid, in the place of two to be joined
    #[arg(long, requires = "pdf")]
    posters: bool,
    /// A folder with templates that stand in the place of those of the program
    #[arg(long, value_name = "DIR", requires = "pdf")]
    templates: Option<PathBuf>,
}

/// A paper by its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum PaperWord {
    /// 210 x 297 mm
    #[default]
    A4,
    /// US letter
    Letter,
}

impl PdfFlags {
    /// That the file is not there yet, and this build can write it: asked before anything is reckoned.
    pub(super) fn may_be_written(&self, ctx: &CommandContext<'_>) -> Result<(), Failure> {
        let Some(file) = &self.pdf else { return Ok(()) };
        ctx.may_be_written(file)?;
        if !paper::WRITES_PDF {
            return Err(Failure::new("refused", REFUSED, PdfError::NotBuilt.to_string())
                .hint("write `--html FILE`, which prints well, or build it with the feature `pdf`"));
        }
        Ok(())
    }

    /// Writes the document to the file that is asked for.
    pub(super) fn write(&self, ctx: &mut CommandContext<'_>, document: &Document) -> Result<(), Failure> {
        let Some(file) = &self.pdf else { return Ok(()) };
        let mut templates = Templates::new();
        if let Some(folder) = &self.templates {
            put_changed(&mut templates, &ctx.context.path(folder), folder)?;
        }
        let size = match self.paper {
            PaperWord::A4 => PaperSize::A4,
            PaperWord::Letter => PaperSize::Letter,
        };
        let paper = PrintedOn { size, posters: self.posters };
        let made = document_pdf(document, paper, &templates).map_err(|error| self.refused(error))?;
        ctx.write_new(file, &made)
    }

    fn refused(&self, error: PdfError) -> Failure {
        let said = error.to_string();
        let PdfError::Template { place, hints, .. } = error else {
            return Failure::new("refused", REFUSED, said);
        };
        let place = self.templates.as_ref().map_or(place.clone(), |folder| folder.join(place).display().to_string());
        let refused = Failure::new("refused", REFUSED, said).at(place);
        let refused = hints.into_iter().fold(refused, Failure::hint);
        refused.hint(command!("`railhead print templates --out DIR` writes those of the program to compare with"))
    }
}

/// The files of a folder in the place of templates of the same name.
fn put_changed(templates: &mut Templates, folder: &Path, shown: &Path) -> Result<(), Failure> {
    let entries = std::fs::read_dir(folder).map_err(file_error(shown.to_owned()))?;
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(file_error(shown.to_owned()))?;
        let size = entry.metadata().map_err(file_error(shown.to_owned()))?;
        if let (true, Ok(name)) = (size.is_file() && size.len() <= LARGEST, entry.file_name().into_string()) {
            found.push(name);
        }
    }
    found.sort();
    if !template_files().any(|(name, _)| found.iter().any(|found| found == name)) {
        let names: Vec<String> = template_files().map(|(name, _)| format!("`{name}`")).collect();
        let message = format!("`{}` has none of the templates {}", shown.display(), names.join(", "));
        return Err(Failure::words(message).hint(command!("copy them first: `railhead print templates --out DIR`")));
    }
    for name in found {
        let bytes = std::fs::read(folder.join(&name)).map_err(file_error(shown.join(&name)))?;
        templates.put(name, bytes);
    }
    Ok(())
}

/// `print templates`: the templates as files to be changed.
pub(super) fn write_templates(ctx: &mut CommandContext<'_>, folder: &Path) -> Ended {
    let files = template_files().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect();
    let written = query::write_folder(&ctx.context.path(folder), &files);
    written.map_err(|error| Failure::from(error).seen_from(&ctx.context.dir))?;
    let shown = folder.display().to_string();
    ctx.has_done(Completed::file(&shown, format!("ls {}", quoted(&shown))));
    ctx.say(&format!("{shown}: {} written", domain::counted(files.len(), "template")))?;
    ctx.document(&json!({"folder": shown, "files": files.keys().collect::<Vec<_>>()}))
}
