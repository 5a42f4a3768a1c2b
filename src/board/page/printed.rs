//! Documents: what is printed and given out, as pages or as PDF.

use paper::{PaperSize, Templates};
use report::model::Document;

use super::umpire::of;
use crate::asked::Given;
use crate::desk::{Reading, Refusal};
use crate::office::Office;

/// A document, as it is printed: as a page, or as PDF where its address ends so.
pub(crate) fn printed(office: &mut Office<'_>, reading: &Reading, what: &str) -> Given {
    let words =
        |what: &str| ["print".to_owned(), what.to_owned()].into_iter().chain(reading.flags()).collect::<Vec<_>>();
    if let Some(what) = what.strip_suffix(".pdf") {
        return match office.desk.document(&words(what)) {
            // To set it takes seconds where the campaign is large.
            Ok(document) => Given::later(move || pdf(&document)),
            Err(refusal) => of(Err(refusal)),
        };
    }
    let found = office.desk.run(&words(what));
    match found.refusal {
        None => Given::alone(found.text),
        Some(refusal) => of(Err(refusal)),
    }
}

fn pdf(document: &Document) -> Given {
    match paper::document_pdf(document, PaperSize::A4, &Templates::new()) {
        Ok(bytes) => Given::file("application/pdf", bytes),
        Err(error) => of(Err(Refusal::of(&error))),
    }
}
