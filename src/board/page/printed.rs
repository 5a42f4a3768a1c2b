//! Documents: what is printed and given out, as pages or as PDF.

use paper::{PaperSize, Templates};
use report::model::Document;

use super::umpire::of;
use crate::asked::Given;
use crate::desk::{Reading, Refusal};
use crate::office::Office;

/// A document, as it is printed, of all or of one thing: as a page, or as PDF where its address ends so.
pub(crate) fn printed(office: &mut Office<'_>, reading: &Reading, (what, thing): (&str, Option<&str>)) -> Given {
    let words = |what: &str| {
        let words = ["print".to_owned(), what.to_owned()].into_iter().chain(reading.flags());
        // What an address names is never taken for a flag.
        words.chain(thing.into_iter().flat_map(|thing| ["--".to_owned(), thing.to_owned()])).collect::<Vec<_>>()
    };
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
