//! What is found while one types in the box: units, places, squares and commands, as a list that goes below it.

use maud::{Markup, html};

use ops::query::{self, ThingKind};
use ops::{Near, OpError, View, pick};

use super::links;
use super::parts::answer;
use super::umpire_frame::{self, page_of};
use crate::command::Command;
use crate::desk::{Reading, Refusal};
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
        @else { (results(&found)) }
    }
}

/// What the umpire finds by words that are no command; where that is nothing, what he may look for.
pub(super) fn found_by(office: &mut Office<'_>, (typed, words): (&str, &[String])) -> Result<(u16, String), Refusal> {
    let find: Vec<String> = ["find", "--"].into_iter().map(str::to_owned).chain(words.iter().cloned()).collect();
    let (found, commands) = (office.desk.run(&find), office.desk.commands().to_vec());
    let title = format!("Search: {typed}");
    let page = page_of(office, (&Reading::default(), &[]), (&title, ""), |campaign| {
        // Whether it is only that nothing is called so, the command's refusal does not say.
        let missed = found.refusal.as_ref().and_then(|_| query::find(campaign, &words.join(" ")).err());
        html! { h1 { (title) }
            @match &missed {
                Some(OpError::Unknown { near, .. }) => (nothing(campaign, &commands, (&words.join(" "), near))),
                _ => (answer(&found, &umpire_frame::links(campaign, ""))),
            }
        }
    })?;
    Ok((200, page))
}

/// That nothing is called so, with what was perhaps meant, and what there is to look for.
fn nothing(campaign: &View, commands: &[Command], (typed, near): (&str, &[Near])) -> Markup {
    let leads = Leads { under: "", past: "", commands, kinds: &[] };
    let mut meant = found(campaign, leads, typed);
    if meant.is_empty() {
        let first = typed.split_whitespace().next().unwrap_or_default();
        meant = commands.iter().filter(|of| of.words.first().is_some_and(|of| of == first)).map(of_command).collect();
    }
    html! {
        p { "Nothing in this campaign is called " code { (typed) } "." }
        @for near in near { p { "Did you mean " a href=(links::typed(&near.word)) { (near.name.as_ref().unwrap_or(&near.word)) } "?" } }
        @if !meant.is_empty() { h2 { "Commands" } (results(&meant)) }
        p.quiet { "Units, places, crossings, dumps, railheads and airfields are found by a part of their names, by a number in them or by their ids; a square by its reference; a command by a word of what it does." }
        p.goes { a.button href="/orbat" { "Order of battle" } a.button href="/" { "Map" } a.button href="/do" { "All commands" } }
    }
}

/// What is found, as a list.
fn results(found: &[Found]) -> Markup {
    html! { ul.results { @for of in found { li { a href=(of.address) { (of.name) } " " small { (of.what) } } } } }
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
    found.extend(commands.into_iter().take(COMMANDS).map(of_command));
    found
}

fn of_command(command: &Command) -> Found {
    let words = command.words.join(" ");
    let (address, what) = (format!("/do/{}", command.address()), command.about.clone());
    Found { address, name: words.clone(), what, word: words }
}
