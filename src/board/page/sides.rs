//! A page of the umpire's as one side sees it, or of both.

use maud::{Markup, html};

use ops::View;

use super::address::then;
use crate::asked::Asked;
use crate::desk::Reading;

/// The pages that can be had of one side, by their addresses.
const PAGES: [&str; 5] = ["/", "/sheet", "/critical", "/forecast", "/orbat"];

/// Whether a page can be had of one side.
pub(super) fn can_be_of(page: &str) -> bool {
    PAGES.contains(&page)
}

/// With whose eyes a page is read: of those that can be had of one side with that one's, where the address names it.
pub(super) fn eyes(reading: &Reading, asked: &Asked, page: &str) -> Reading {
    let side = asked.query("side").filter(|_| can_be_of(page)).map(str::to_owned);
    Reading { side, ..reading.clone() }
}

/// With whose eyes a document is made: of any side that the address names.
pub(super) fn of_document(reading: &Reading, asked: &Asked) -> Reading {
    Reading { side: asked.query("side").map(str::to_owned), ..reading.clone() }
}

/// A side by its name, in its colour and shape.
pub(super) fn chip(campaign: &View, id: &str) -> Markup {
    html! { strong.chip.side.(class(campaign, id)) { (campaign.side_called(id)) } }
}

/// The class by which a side has its colour.
pub(super) fn class(campaign: &View, id: &str) -> String {
    let number = campaign.sides.iter().position(|side| side.id.as_str() == id).unwrap_or_default();
    format!("side-{}", number % 2)
}

/// The same page of both sides and of each.
pub(super) fn choice(campaign: &View, reading: &Reading, page: &str, side: Option<&str>) -> Markup {
    let is = |of: Option<&str>| (side == of).then_some("true");
    html! {
        @if let Some(eyes) = &reading.side {
            p.note.eyes role="note" { "This is what " (chip(campaign, eyes)) " knows. " a href=(then(reading, page)) { "Back to what you know" } }
        }
        p.goes {
            a.button href=(then(reading, page)) aria-current=[is(None)] { "both sides" }
            @for of in &campaign.sides {
                " " a.button.side.(class(campaign, of.id.as_str())) href=(then(reading, &format!("{page}?side={}", of.id))) aria-current=[is(Some(of.id.as_str()))] { (of.name) }
            }
        }
    }
}
