//! How cards and labels are cut out of the pages of a PDF.

use clap::Args;

use report::model::document::{Cut, Document};

use super::flags::OfUnit;

/// The same of what is cut out of its pages.
#[derive(Debug, Args)]
pub(crate) struct ToBeCut {
    /// How wide and high one is in the PDF, in mm; as much larger or smaller is what stands on it
    #[arg(long, value_name = "WIDExHIGH", requires = "pdf", value_parser = size_in_mm)]
    size: Option<(f64, f64)>,
    /// No marks to cut along in the PDF
    #[arg(long, requires = "pdf")]
    no_marks: bool,
    #[command(flatten)]
    pub(super) of: OfUnit,
}

impl ToBeCut {
    /// The document, to be cut so.
    pub(super) fn cut(&self, mut document: Document) -> Document {
        document.cut = Cut { size: self.size, no_marks: self.no_marks };
        document
    }
}

/// Two lengths in mm, of what goes on a page.
fn size_in_mm(text: &str) -> Result<(f64, f64), String> {
    let millimetres = |text: &str| text.trim().parse::<f64>().ok().filter(|mm| (10.0..=180.0).contains(mm));
    let size = text.split_once(['x', 'X', '×']).and_then(|(wide, high)| millimetres(wide).zip(millimetres(high)));
    size.ok_or_else(|| "two lengths of 10 to 180 mm, such as 40x20".to_owned())
}
