//! What is found while one types in the box: units, places, squares and commands, as a list that goes below it.

use maud::{Markup, html};

use ops::query::{self, ThingKind};
use ops::{View, pick};

use super::parts::answer;
use super::umpire_frame::{links, page_of};
use crate::command::Command;
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;

/// How many things of the campaign are listed.
const THINGS: usize = 8;
/// How many commands.
const COMMANDS: usize = 5;

/// Something that is found: where it leads, what it is called, what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    address: String,
    name: String,
    what: String,
    /// By which word a command knows it.
    word: String,
}

/// Where what is found leads, and what may be found beside what is in the campaign.
#[derive(Clone, Copy)]
pub(super) struct Leads<'a> {
    /// What stands before an address: `/p` for a player.
    pub(super) under: &'a str,
    /// What is added to one.
    pub(super) past: &'a str,
    /// The commands that the reader may do.
    pub(super) commands: &'a [Command],
    /// Of what kinds alone it is to be; none: of all.
    pub(super) kinds: &'a [ThingKind],
}

/// The list for what is typed so far, of the campaign as the reader knows it.
pub(super) fn list(campaign: &View, leads: Leads<'_>, typed: &str) -> Markup {
    let found = found(campaign, leads, typed);
    html! {
        ul #found role="listbox" aria-label="found" {
            @for (number, of) in found.iter().enumerate() {
                li role="option" id={"found-" (number)} aria-selected="false" {
                    a href=(of.address) data-word=(of.word) tabindex="-1" { strong { (of.name) } " " small { (of.what) } }
                }
            }
            @if found.is_empty() && !typed.trim().is_empty() {
                li.none role="option" aria-disabled="true" { "Nothing is called so" @if !leads.commands.is_empty() { "; Enter tries it as a command" } "." }
            }
        }
    }
}

/// The same as a page, for who has no script.
pub(super) fn page(campaign: &View, leads: Leads<'_>, typed: &str) -> Markup {
    let found = found(campaign, leads, typed);
    html! {
        h1 { "Search" }
        @if found.is_empty() { p { "Nothing is called so." } }
        ul.results { @for of in &found { li { a href=(of.address) { (of.name) } " " small { (of.what) } } } }
    }
}

/// What the umpire finds by words that are no command.
pub(super) fn found_by(office: &mut Office<'_>, typed: &str, found: &Answer) -> Result<(u16, String), Refusal> {
    let title = format!("Search: {typed}");
    let page = page_of(office, (&Reading::default(), &[]), (&title, ""), |campaign| {
        html! { h1 { (title) } (answer(found, &links(campaign, ""))) }
    })?;
    Ok((if found.refusal.is_some() { 422 } else { 200 }, page))
}

fn found(campaign: &View, leads: Leads<'_>, typed: &str) -> Vec<Found> {
    let Leads { under, past, commands, kinds } = leads;
    let is_wanted = |kind: ThingKind| kinds.is_empty() || kinds.contains(&kind);
    let typed = typed.trim();
    if typed.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let reference = typed.bytes().all(|byte| byte.is_ascii_digit()) && is_wanted(ThingKind::Place);
    if let Some(square) = reference.then(|| pick::square(campaign, typed).ok()).flatten() {
        let reference = campaign.frame.reference(square);
        found.push(Found {
            address: format!("{under}/square/{reference}{past}"),
            name: reference.clone(),
            what: "square".to_owned(),
            word: reference,
        });
    }
    let hits = query::find(campaign, typed).unwrap_or_default();
    let things = hits.iter().filter(|hit| is_wanted(hit.kind)).filter_map(|hit| {
        let square = hit.square.map(|square| campaign.frame.reference(square));
        let address = match (hit.kind, &square) {
            (ThingKind::Unit, _) => format!("{under}/unit/{}{past}", hit.id),
            (_, Some(square)) => format!("{under}/square/{square}{past}"),
            (_, None) => return None,
        };
        let what = [
            Some(hit.kind.to_string()),
            hit.side.map(|side| campaign.side(side).map_or_else(|| side.to_string(), |of| of.name.clone())),
            square,
        ];
        let what = what.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        Some(Found { address, name: hit.name.to_owned(), what, word: hit.id.to_owned() })
    });
    found.extend(things.take(THINGS));
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let answers = |command: &&Command| {
        let name = command.words.join(" ");
        let about = command.about.to_lowercase();
        words.iter().all(|word| name.contains(word.as_str()) || about.contains(word.as_str()))
    };
    let mut commands: Vec<&Command> = commands.iter().filter(answers).collect();
    // Those that are called so before those that only do so.
    commands.sort_by_key(|command| !command.words.join(" ").contains(&words.join(" ")));
    found.extend(commands.into_iter().take(COMMANDS).map(|command| Found {
        address: format!("/do/{}", command.address()),
        name: command.words.join(" "),
        what: command.about.clone(),
        word: command.words.join(" "),
    }));
    found
}
