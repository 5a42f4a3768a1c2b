//! What typst may see: the templates, the report, its pictures, and our fonts.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook, FontInfo, FontStretch};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt as _, World, WorldExt as _};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use super::compose::Composed;
use super::{PdfError, Templates};
use crate::fonts;

/// The file that typst begins with.
const MAIN: &str = "document.typ";
/// The file in which it finds what is to be printed.
const REPORT: &str = "report.json";

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(Library::default()));
static FONTS: LazyLock<(LazyHash<FontBook>, Vec<Font>)> = LazyLock::new(fonts_of_ours);

/// Our fonts by the names that pictures and templates have for them: typst takes `Condensed` for a variant of a family.
fn fonts_of_ours() -> (LazyHash<FontBook>, Vec<Font>) {
    let (mut book, mut loaded) = (FontBook::new(), Vec::new());
    for (family, bytes) in fonts::named() {
        if let Some(font) = Font::new(Bytes::new(bytes), 0) {
            let mut info: FontInfo = font.info().clone();
            family.clone_into(&mut info.family);
            info.variant.stretch = FontStretch::NORMAL;
            book.push(info);
            loaded.push(font);
        }
    }
    (LazyHash::new(book), loaded)
}

/// What lies before typst while it makes one document.
struct Desk {
    main: FileId,
    files: BTreeMap<&'static str, Bytes>,
    sources: BTreeMap<&'static str, Source>,
}

impl Desk {
    fn new(composed: &Composed, templates: &Templates) -> Result<Self, PdfError> {
        let main = file(MAIN)?;
        let mut desk = Self { main, files: BTreeMap::new(), sources: BTreeMap::new() };
        for (name, bytes) in &templates.files {
            let id = file(name)?;
            if let (true, Ok(text)) = (has_ending(name, "typ"), std::str::from_utf8(bytes)) {
                desk.sources.insert(path(id), Source::new(id, text.to_owned()));
            }
            desk.files.insert(path(id), Bytes::new(bytes.clone()));
        }
        desk.files.insert(path(file(REPORT)?), Bytes::from_string(composed.report.to_string()));
        for (svg, name) in &composed.pictures {
            desk.files.insert(path(file(name)?), Bytes::from_string(svg.clone()));
        }
        Ok(desk)
    }

    /// Where an error is: file, line and column; the file alone where no more is known.
    fn fault(&self, error: &SourceDiagnostic) -> PdfError {
        let spans = std::iter::once(error.span).chain(error.trace.iter().map(|step| step.span.into()));
        let place = spans.into_iter().find_map(|span| {
            let id = span.id()?;
            let place = self.range(span).and_then(|range| {
                let (line, column) = self.source(id).ok()?.lines().byte_to_line_column(range.start)?;
                Some(format!("{}:{}:{}", path(id), line + 1, column + 1))
            });
            Some(place.unwrap_or_else(|| path(id).to_owned()))
        });
        PdfError::Template {
            place: place.unwrap_or_else(|| MAIN.to_owned()),
            message: error.message.to_string(),
            // Those about arguments of typst's own command are of no use here.
            hints: error.hints.iter().map(|hint| hint.v.to_string()).filter(|hint| !hint.contains("`--")).collect(),
        }
    }
}

/// A file of this name, beside the others.
fn file(name: &str) -> Result<FileId, PdfError> {
    let path = VirtualPath::new(name).map_err(|error| PdfError::Template {
        place: name.to_owned(),
        message: format!("{error:?}"),
        hints: Vec::new(),
    })?;
    Ok(RootedPath::new(VirtualRoot::Project, path).intern())
}

/// What it is called.
fn path(id: FileId) -> &'static str {
    id.get().vpath().get_without_slash()
}

fn has_ending(name: &str, ending: &str) -> bool {
    std::path::Path::new(name).extension().is_some_and(|of| of == ending)
}

/// What there is no file for, or none that lies on the desk.
fn missing(id: FileId) -> FileError {
    match id.get().root() {
        VirtualRoot::Project => FileError::NotFound(path(id).into()),
        VirtualRoot::Package(_) => FileError::Other(Some("no package is loaded here".into())),
    }
}

impl World for Desk {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &FONTS.0
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        let of_ours = (*id.get().root() == VirtualRoot::Project).then(|| path(id));
        let found = of_ours.and_then(|path| self.sources.get(path));
        let is_there = of_ours.is_some_and(|path| self.files.contains_key(path));
        found.cloned().ok_or_else(|| if is_there { FileError::InvalidUtf8 } else { missing(id) })
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let of_ours = (*id.get().root() == VirtualRoot::Project).then(|| path(id));
        of_ours.and_then(|path| self.files.get(path)).cloned().ok_or_else(|| missing(id))
    }

    fn font(&self, index: usize) -> Option<Font> {
        FONTS.1.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

/// A document as PDF: no time, no names of files, no tags, which would make it many times as large.
pub(super) fn pdf(composed: &Composed, templates: &Templates) -> Result<Vec<u8>, PdfError> {
    let desk = Desk::new(composed, templates)?;
    let first = |errors: &[SourceDiagnostic]| match errors.first() {
        Some(error) => desk.fault(error),
        None => PdfError::NotBuilt,
    };
    let made = typst::compile::<PagedDocument>(&desk).output.and_then(|pages| {
        let creator = Smart::Custom(Some("railhead".to_owned()));
        typst_pdf::pdf(&pages, &PdfOptions { creator, tagged: false, ..PdfOptions::default() })
    });
    let made = made.map_err(|errors| first(&errors));
    // What typst remembers of this document is of no use for the next.
    typst::comemo::evict(0);
    made
}
