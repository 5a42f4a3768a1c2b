//! Documents: what is printed and given out, as pages or as PDF.

use paper::{PaperSize, Templates};
use report::model::Document;

use super::umpire_frame::of;
use crate::asked::Given;
use crate::desk::{Reading, Refusal};
use crate::office::Office;

/// A document, as it is printed, of all or of one thing: as a page, or as PDF where its address ends so.
pub(crate) fn printed(office: &mut Office<'_>, reading: &Reading, (what, thing): (&str, Option<&str>)) -> Given {
    let plain = what.strip_suffix(".pdf").unwrap_or(what);
    let print = ["print", plain];
    let command = office.desk.commands().iter().find(|of| of.words.iter().map(String::as_str).eq(print));
    // Of what must be named it is named there.
    if thing.is_none() && command.is_some_and(|of| of.fields.iter().any(|field| field.flag.is_none() && field.required))
    {
        return Given::elsewhere("/documents");
    }
    let words = |what: &str| {
        let words = ["print".to_owned(), what.to_owned()].into_iter().chain(reading.flags());
        // What an address names is never taken for a flag.
        words.chain(thing.into_iter().flat_map(|thing| ["--".to_owned(), thing.to_owned()])).collect::<Vec<_>>()
    };
    let (plain, is_pdf) = what.strip_suffix(".pdf").map_or((what, false), |what| (what, true));
    let made = office.document(words(what), |office| {
        let document = office.desk.document(&words(plain))?;
        // To compose and to set it takes seconds where the campaign is large.
        Ok(Given::later(move || {
            let document = document()?;
            if is_pdf { pdf(&document) } else { Ok(Given::alone(paper::document_html(&document))) }
        }))
    });
    made.unwrap_or_else(|refusal| of(Err(refusal)))
}

fn pdf(document: &Document) -> Result<Given, Refusal> {
    let bytes = paper::document_pdf(document, PaperSize::A4, &Templates::new());
    bytes.map(|bytes| Given::file("application/pdf", bytes)).map_err(|error| Refusal::of(&error))
}
