//! The frame of the umpire's pages: the bar, the way through the past, and what a page came to.

use std::sync::Arc;

use maud::{Markup, html};

use ops::View;
use ops::query::battles_refused;
use report::Table;

use super::address::{kept as kept_of, then};
use super::links::Links;
use super::parts::refused;
use super::shell::{Shell, UMPIRE, plain};
use super::under::under;
use super::{door, timeline};
use crate::asked::{Asked, Given, Query};
use crate::desk::{Answer, Desk, Reading, Refusal};
use crate::office::Office;

/// Pages on which something is written.
const FORMS: [&str; 3] = ["/do", "/join", "/post"];

/// What a page came to: itself with its status, or a refusal as a page.
pub(crate) fn of(page: Result<(u16, String), Refusal>) -> Given {
    match page {
        Ok((status, page)) => Given::page(status, page),
        Err(refusal) => {
            let told = html! { (refused(&refusal)) p.goes { a.button href="/" { "To the map" } } };
            Given::page(400, plain("Refused", &told))
        }
    }
}

/// Where one goes on from what was kept: to a page that can be asked for again. What was not kept is shown.
pub(crate) fn kept(came: Result<Option<(u16, String)>, Refusal>, page: &str) -> Given {
    match came.transpose() {
        Some(shown) => of(shown),
        None => Given::elsewhere(page),
    }
}

pub(crate) fn nothing(asked: &Asked) -> Given {
    let remedy = format!("{} leads nowhere.", asked.address());
    door::refused_with_way(404, "There is no such page", &remedy, ("/", "To the map"))
}

/// A page of the umpire's within its frame, whose address is its path alone.
pub(crate) fn page(
    office: &mut Office<'_>,
    reading: &Reading,
    titled: (&str, &str),
    body: impl FnOnce(&View) -> Markup,
) -> Result<String, Refusal> {
    page_of(office, (reading, &[]), titled, body)
}

/// The same of one with more in its address, which stays when another moment is looked at.
pub(super) fn page_of(
    office: &mut Office<'_>,
    (reading, query): (&Reading, &Query),
    (title, open): (&str, &str),
    body: impl FnOnce(&View) -> Markup,
) -> Result<String, Refusal> {
    let campaign = office.desk.look(reading)?;
    let running = if reading.at.is_none() { campaign.bound } else { office.desk.look(&Reading::default())?.bound };
    let (last, phones) = (office.last, office.connected());
    // A form is for now: from there one looks back at the map.
    let address = if FORMS.contains(&open) { "/" } else { "" };
    let kept = if address.is_empty() { kept_of(query) } else { Vec::new() };
    let past = timeline::line(
        [office.desk.session()?.first_bound().map_err(|error| office.desk.refused(error))?, running],
        reading.at.as_deref().map(|at| (at, campaign.bound)),
        &timeline::Page { address, kept: &kept },
    );
    let wanted = query.iter().find(|(name, _)| name == "at").map(|(_, at)| at.as_str());
    let shell = Shell {
        campaign: &campaign.title,
        title,
        open,
        bar: UMPIRE,
        who: "Umpire",
        under: under(&campaign, reading, (&past, address, &kept, reading.at.as_deref().or(wanted)), (office, phones)),
        state: last,
        past: reading.at.as_deref(),
        counts: &[],
    };
    Ok(shell.page(&body(&campaign)))
}

pub(crate) const fn links<'a>(campaign: &'a View, past: &'a str) -> Links<'a> {
    Links::new(campaign, "", past)
}

/// Does a command that reads, with the eyes of the page, of a thing or of all.
pub(crate) fn run(office: &mut Office<'_>, reading: &Reading, words: &[&str], of: Option<&str>) -> Answer {
    let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    words.extend(reading.flags());
    // What an address names is never taken for a flag.
    words.extend(of.into_iter().flat_map(|of| ["--", of]).map(str::to_owned));
    let mut answer = office.desk.run(&words);
    without_undrawn(office.desk, reading, &mut answer.tables);
    answer
}

/// Takes out what offers a battle that would not be drawn as things stand.
fn without_undrawn(desk: &mut dyn Desk, reading: &Reading, tables: &mut [Table]) {
    let wanted: Vec<_> = tables.iter().flat_map(Table::offers).filter_map(|offer| offer.attack).collect();
    if wanted.is_empty() {
        return;
    }
    let refused = desk.look(reading).map(|campaign| battles_refused(&campaign, &wanted)).unwrap_or_default();
    let drawn: Vec<_> = wanted.into_iter().zip(refused).filter(|(_, why)| why.is_none()).map(|(at, _)| at).collect();
    for table in tables {
        table.keep_offers(|offer| offer.attack.is_none_or(|at| drawn.contains(&at)));
    }
}

/// Where something is done, at the beginning of its address: of the past nothing is.
const DONE_AT: [&str; 7] = ["/do/", "/order/", "/order?", "/draw/", "/line", "/new", "/op/"];

/// What one goes to from a page: in the past what is looked at, as it was then, and nothing that is done.
pub(crate) fn goes_to(reading: &Reading, goes: &[(&str, &str)]) -> Markup {
    let is_now = reading.at.is_none();
    let shown = |(address, _): &&(&str, &str)| is_now || !DONE_AT.iter().any(|begin| address.starts_with(begin));
    html! {
        p.goes { @for (address, name) in goes.iter().filter(shown) { a.button href=(then(reading, address)) { (name) } " " } }
    }
}

/// The campaign as the umpire knows it now.
pub(crate) fn campaign(office: &mut Office<'_>) -> Result<Arc<View>, Refusal> {
    office.desk.look(&Reading::default())
}
