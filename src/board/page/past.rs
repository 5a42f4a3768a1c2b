//! The past on pages where something is done: that nothing is written there, and the way to now.
//!
//! What it decides: which pages are for now alone, and what of an address stays when one looks at another moment.

use domain::Bound;
use maud::html;

use report::model::BoundView;

use super::address::{as_query, kept};
use super::{parts, timeline, umpire_frame};
use crate::asked::{Asked, Given};
use crate::desk::{Reading, Refusal};
use crate::office::Office;

/// Whether a page is for what is done now: of the past there is none.
pub(super) fn is_for_now(path: &[&str]) -> bool {
    matches!(
        path,
        ["do" | "draw" | "new" | "join" | "post" | "proposal", ..]
            | ["line" | "close" | "order"]
            | ["battle", _, "fight" | "result" | "draw"]
            | ["op", _, "back"]
    )
}

/// The bound of this word, where it is one that is closed.
pub(super) fn closed(office: &mut Office<'_>, word: &str) -> Result<Option<Bound>, Refusal> {
    let running = office.desk.look(&Reading::default())?.bound;
    let first = office.desk.session()?.first_bound().map_err(|error| office.desk.refused(error))?;
    let all = first.ordinal()..running.ordinal();
    Ok(word.parse().ok().filter(|bound: &Bound| all.contains(&bound.ordinal())))
}

/// To the page at the moment to which the slider was drawn.
pub(super) fn slid(office: &mut Office<'_>, asked: &Asked, word: &str) -> Given {
    let at = office.desk.look(&Reading::default()).ok().and_then(|now| timeline::slid(word, now.bound));
    let mut query = kept(&asked.query);
    query.extend(at.map(|at| ("at".to_owned(), at)));
    let query = as_query(&query);
    Given::elsewhere(format!("{}?{query}", asked.address()).trim_end_matches(['&', '?']).to_owned())
}

/// In the place of such a page: that one looks at the past, with the page as it is now, and the map as it was then.
pub(super) fn page(office: &mut Office<'_>, reading: &Reading, asked: &Asked) -> Result<(u16, String), Refusal> {
    let (address, query) = (asked.address(), as_query(&kept(&asked.query)));
    let now = if query.is_empty() { address } else { format!("{address}?{}", query.trim_end_matches('&')) };
    let at = reading.at.clone().unwrap_or_default();
    let page = umpire_frame::page_of(office, (reading, &asked.query), ("The past", ""), |campaign| {
        html! {
            h1 { "You are looking at the past" }
            p.past-only role="alert" {
                "The campaign is shown as it stood (" (BoundView::new(campaign, campaign.bound).label) "). Nothing can be written there: what you want to do is done now."
            }
            p.goes {
                a.button.main href=(now) { "Do it now" } " "
                a.button href={"/?at=" (at)} { "The map as it stood then" }
            }
        }
    })?;
    Ok((200, page))
}

/// In the place of a page of a moment that there is not: what was typed stands where it was typed, with what would be right.
pub(super) fn no_moment(office: &mut Office<'_>, asked: &Asked, refusal: &Refusal) -> Result<(u16, String), Refusal> {
    let (address, query) = (asked.address(), as_query(&kept(&asked.query)));
    let now = if query.is_empty() { address } else { format!("{address}?{}", query.trim_end_matches('&')) };
    let page = umpire_frame::page_of(office, (&Reading::default(), &asked.query), ("No such moment", ""), |_| {
        html! {
            h1 { "No such moment" }
            div data-moment="none" { (parts::refused(refusal)) }
            p.goes { a.button.main href=(now) { "The page as it is now" } }
        }
    })?;
    Ok((400, page))
}
