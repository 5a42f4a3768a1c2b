//! What pages are built of: tables with links, refusals, what a command said.

use domain::Said;
use maud::{Markup, html};
use ops::{View, pick};
use report::Table;

use super::links::Links;
use super::links::page_of;
use super::shell::written;
use crate::desk::{Answer, Refusal};

/// A sentence with the commands in it as links.
fn with_commands(text: &str) -> Markup {
    html! {
        @for (number, piece) in text.split('`').enumerate() {
            @match piece.strip_prefix("railhead ").filter(|_| number % 2 == 1).and_then(page_of) {
                Some((address, name)) => a href=(address) { (name) },
                None if number % 2 == 1 => code { (piece) },
                None => (piece)
            }
        }
    }
}

/// A sentence with what stands in back-ticks as it is typed.
pub(crate) fn coded(text: &str) -> Markup {
    html! {
        @for (number, piece) in text.split('`').enumerate() {
            @if number % 2 == 1 { code { (piece) } } @else { (piece) }
        }
    }
}

/// Tables as they stand on a page.
pub(crate) fn tables(tables: &[Table], links: &Links<'_>) -> Markup {
    written(paper::tables_part(tables, links))
}

/// What a formation is called; whatever is none of those that the reader knows is called as he calls it.
pub(crate) fn named<'a>(campaign: &'a View, word: &'a str) -> &'a str {
    pick::unit(campaign, word).map_or(word, |formation| formation.name.as_str())
}

/// What a square is called: by the place in it, or as a square near one.
pub(crate) fn square_title(campaign: &View, word: &str) -> String {
    pick::square(campaign, word)
        .map_or_else(|_| format!("Square {word}"), |square| report::model::square_title(campaign, square))
}

/// On a page that bears its name the card of a formation needs none.
pub(crate) fn under_its_name(of: &mut Answer, name: &str) {
    if let Some(first) = of.tables.first_mut().filter(|first| first.title.starts_with(name)) {
        first.title.clear();
    }
}

/// What a command came to.
pub(crate) fn answer(of: &Answer, links: &Links<'_>) -> Markup {
    html! {
        @if let Some(refusal) = &of.refusal {
            @if !links.under.is_empty() { (refused_to_a_player(refusal)) }
            @else if links.past.is_empty() { (refused(refusal)) }
            @else { (alert(refusal, refusal.hints.iter().map(|hint| coded(hint)))) }
        }
        (tables(&of.tables, links))
        @if !of.text.is_empty() { pre { (of.text) } }
        @if !of.said.trim().is_empty() { p.said { (links.text(of.said.trim())) } }
    }
}

/// A refusal with what would be right.
pub(crate) fn refused(refusal: &Refusal) -> Markup {
    alert(refusal, refusal.hints.iter().map(|hint| with_commands(hint)))
}

/// A refusal for who does no commands: what would be right without one.
pub(crate) fn refused_to_a_player(refusal: &Refusal) -> Markup {
    let told = refusal.hints.iter().map(Said::told).filter(|told| !told.is_empty());
    alert(refusal, told.map(coded))
}

fn alert(refusal: &Refusal, hints: impl Iterator<Item = Markup>) -> Markup {
    html! {
        div.refusal role="alert" {
            p { strong { (coded(&refusal.message)) } }
            @for detail in &refusal.details { p.detail { (coded(&detail.text)) } }
            @for hint in hints { p.hint { "→ " (hint) } }
        }
    }
}

/// A text as a sentence begins.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
