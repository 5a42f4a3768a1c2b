//! A document as PDF, by `typst`: templates, a report as data, our fonts, and nothing else.
//!
//! What it decides: which page each part stands on, how wide the columns of its tables are, and what the templates are told.
//! A text comes to them as a value and is never markup.
//! What it never does: read a file, a clock, a system font or the network. The same document gives the same bytes.
//! Where to look next: `compose`, the pages; `world`, what typst may see; `templates/document.typ`.

#[cfg(feature = "pdf")]
mod blocks;
#[cfg(feature = "pdf")]
mod compose;
#[cfg(feature = "pdf")]
mod tiles;
#[cfg(feature = "pdf")]
mod widths;
#[cfg(feature = "pdf")]
mod world;

use std::collections::BTreeMap;

use report::model::Document;

/// The templates as they come with the program, by the names of their files.
const TEMPLATES: [(&str, &str); 5] = [
    ("blocks.typ", include_str!("templates/blocks.typ")),
    ("cards.typ", include_str!("templates/cards.typ")),
    ("cover.typ", include_str!("templates/cover.typ")),
    ("document.typ", include_str!("templates/document.typ")),
    ("style.typ", include_str!("templates/style.typ")),
];

/// The paper that a document is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PaperSize {
    /// 210 x 297 mm; posters on A3.
    #[default]
    A4,
    /// 216 x 279 mm; posters on tabloid.
    Letter,
}

/// What a document is printed on: paper of one size, or large pictures on paper twice that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PrintedOn {
    /// The paper.
    pub size: PaperSize,
    /// Whether large pictures stand on one sheet twice that size.
    pub posters: bool,
}

impl From<PaperSize> for PrintedOn {
    fn from(size: PaperSize) -> Self {
        Self { size, posters: false }
    }
}

/// Why a document could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PdfError {
    /// The program was built without.
    #[error("this build writes no PDF")]
    NotBuilt,
    /// A template, as the organiser changed it, is none.
    #[error("the template cannot be used: {message}")]
    Template {
        /// The file, with line and column where they are known.
        place: String,
        /// What typst says.
        message: String,
        /// What typst advises.
        hints: Vec<String>,
    },
}

/// What a document is made with.
#[derive(Debug, Clone, Default)]
pub struct Templates {
    /// The files, by their names: those of the program, and those that stand in their place.
    files: BTreeMap<String, Vec<u8>>,
}

impl Templates {
    /// Those of the program.
    pub fn new() -> Self {
        Self { files: template_files().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect() }
    }

    /// Puts a file in the place of that of the same name, or beside the others.
    pub fn put(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.files.insert(name.into(), bytes);
    }
}

/// The templates of the program: the names of their files, and what stands in them.
pub fn template_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEMPLATES.into_iter()
}

/// A document as PDF.
///
/// # Errors
/// When the program was built without, or a template is not one.
pub fn document_pdf(
    document: &Document,
    paper: impl Into<PrintedOn>,
    templates: &Templates,
) -> Result<Vec<u8>, PdfError> {
    PdfPages::new(document, paper).typeset(templates)
}

/// A document in pages, with the widths of its columns and its pictures: what typst is given.
#[derive(Debug, Clone)]
pub struct PdfPages(#[cfg(feature = "pdf")] compose::Composed);

#[cfg(feature = "pdf")]
impl PdfPages {
    /// The pages of a document on this paper.
    pub fn new(document: &Document, paper: impl Into<PrintedOn>) -> Self {
        Self(compose::composed(document, paper.into()))
    }

    /// They as PDF.
    ///
    /// # Errors
    /// When a template is not one.
    pub fn typeset(&self, templates: &Templates) -> Result<Vec<u8>, PdfError> {
        world::pdf(&self.0, templates)
    }
}

#[cfg(not(feature = "pdf"))]
impl PdfPages {
    /// What a build without PDF has of them: nothing.
    pub fn new(_document: &Document, _paper: impl Into<PrintedOn>) -> Self {
        Self()
    }

    /// They as PDF, which such a build does not write.
    ///
    /// # Errors
    /// Always.
    pub fn typeset(&self, _templates: &Templates) -> Result<Vec<u8>, PdfError> {
        Err(PdfError::NotBuilt)
    }
}
