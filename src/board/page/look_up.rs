//! Pages of the umpire's that are what one command prints.

use maud::html;

use ops::query::LogSteps;

use super::address::past_of;
use super::lookups::LOOKUPS;
use super::parts::{answer, capital};
use super::umpire_frame::{goes_to, links, page_of, run};
use super::{close, fates, filter, log, sides};
use crate::asked::Query;
use crate::desk::{Reading, Refusal};
use crate::office::Office;

pub(super) fn lookup(
    office: &mut Office<'_>,
    (reading, query): (&Reading, &Query),
    title: &str,
    (words, of): (&[&str], Option<&str>),
    goes: &[(&str, &str)],
) -> Result<(u16, String), Refusal> {
    let takes_moment = office.desk.commands().iter().any(|command| command.begins(words) && command.has("as_of"));
    let now = Reading { at: None, ..reading.clone() };
    // What is of one thing has no filters, and no sides to choose.
    let listed = LOOKUPS.iter().find(|of| of.1 == title).map(|of| format!("/{}", of.0));
    let open =
        listed.clone().unwrap_or_else(|| if words.first() == Some(&"op") { "/log" } else { "/orbat" }.to_owned());
    let (narrowed, word) = listed.as_ref().map(|page| filter::words(query, page)).unwrap_or_default();
    // What is left out of a long table is asked for by a link below it.
    let top = query.iter().find(|(name, count)| name == "top" && open == "/critical" && count.parse::<usize>().is_ok());
    let top = top.map(|(_, count)| format!("--top={count}"));
    let words: Vec<&str> = words.iter().copied().chain(narrowed.iter().chain(&top).map(String::as_str)).collect();
    let mut found = run(office, if takes_moment { reading } else { &now }, &words, of.or(word.as_deref()));
    if title == "Log" {
        let stands = log::stands(office);
        log::newest_first(&mut found, reading.at.is_none(), Some(stands));
    }
    let status = if found.refusal.is_some() && of.is_some() { 404 } else { 200 };
    let past = past_of(reading);
    // Where there is nothing to take back or bring back it is not offered.
    let LogSteps { undo, redo, .. } = &office.steps;
    let is_offered = |(address, _): &&(&str, &str)| match *address {
        "/do/undo" => undo.is_some(),
        "/do/redo" => redo.is_some(),
        _ => true,
    };
    let goes: Vec<(&str, &str)> = goes.iter().filter(is_offered).copied().collect();
    let (waiting, lately) = if title == "Orders" && reading.at.is_none() {
        let campaign = office.desk.look(reading)?;
        (close::proposals_waiting(office)?, fates::lately(office, &campaign)?)
    } else {
        (html! {}, html! {})
    };
    let campaign = office.desk.look(reading)?;
    let filters = listed.as_ref().map(|page| filter::form((page, query), office.desk.commands(), &campaign));
    let page = page_of(office, (reading, query), (title, &open), |campaign| {
        let mut links = links(campaign, &past);
        links.operations = title == "Log";
        html! {
            div.ways {
                h1 { (title) }
                @if listed.is_some() && sides::can_be_of(&open) { (sides::choice(campaign, reading, &open, reading.side.as_deref())) }
                (goes_to(reading, &goes))
            }
            @if let Some(filters) = &filters { (filters) }
            (waiting)
            div data-part="answer" {
                @match &found.refusal {
                    // Before the first bound is closed there is nothing to report, and nothing is wrong.
                    Some(refusal) if title == "Bound report" && of.is_none() => {
                        p.quiet { (capital(&refusal.message)) "." }
                        p.goes { a.button href="/close" { "Close it" } }
                    },
                    _ => (answer(&found, &links)),
                }
            }
            (lately)
        }
    })?;
    Ok((status, page))
}
