//! What pages are built of: tables with links, refusals, what a command said.

use maud::{Markup, html};
use ops::{View, pick};
use report::Table;

use super::shell::written;
use crate::desk::{Answer, Refusal};

/// Where the names in a table lead.
#[derive(Clone, Copy)]
pub(crate) struct Links<'a> {
    /// The campaign as the reader knows it: what is not in it is not linked.
    pub(crate) campaign: &'a View,
    /// What stands before an address: `/p` for a player.
    pub(crate) under: &'a str,
    /// Whether numbers are those of operations.
    pub(crate) operations: bool,
    /// What is added to addresses.
    pub(crate) past: &'a str,
}

impl Links<'_> {
    fn of(&self, word: &str) -> Option<String> {
        let Self { campaign, under, operations, past } = self;
        if let Some(command) = word.strip_prefix("railhead ") {
            return under.is_empty().then(|| line(command));
        }
        if *operations && word.parse::<u64>().is_ok() {
            return Some(format!("/op/{word}"));
        }
        let looks_like_one = !word.is_empty() && word.len() <= 40 && !word.contains(' ');
        if !looks_like_one {
            return None;
        }
        if campaign.formation(word).is_some() {
            return Some(format!("{under}/unit/{word}{past}"));
        }
        let is_reference = word.bytes().all(|byte| byte.is_ascii_digit()) && word.len() >= 4;
        (is_reference && pick::square(campaign, word).is_ok()).then(|| format!("{under}/square/{word}{past}"))
    }
}

/// Where a command that is offered can be looked at and done.
pub(crate) fn line(command: &str) -> String {
    format!("/line?q={}", form_urlencoded::byte_serialize(command.as_bytes()).collect::<String>())
}

/// A sentence with the commands in it as links.
pub(crate) fn with_commands(text: &str) -> Markup {
    html! {
        @for (number, piece) in text.split('`').enumerate() {
            @match piece.strip_prefix("railhead ").filter(|_| number % 2 == 1) {
                Some(command) => a href=(line(command)) { (command) },
                None if number % 2 == 1 => code { (piece) },
                None => (piece)
            }
        }
    }
}

/// Tables as they stand on a page.
pub(crate) fn tables(tables: &[Table], links: Links<'_>) -> Markup {
    written(paper::tables_part(tables, &|word| links.of(word)))
}

/// What a command came to.
pub(crate) fn answer(of: &Answer, links: Links<'_>) -> Markup {
    html! {
        @if let Some(refusal) = &of.refusal { (refused(refusal)) }
        (tables(&of.tables, links))
        @if !of.text.is_empty() { pre { (of.text) } }
        @if !of.said.trim().is_empty() { p.said { (of.said.trim()) } }
    }
}

/// A refusal as one line.
pub(crate) fn in_a_line(refusal: &Refusal) -> String {
    std::iter::once(&refusal.message).chain(&refusal.hints).cloned().collect::<Vec<_>>().join(": ")
}

/// A refusal with what would be right.
pub(crate) fn refused(refusal: &Refusal) -> Markup {
    html! {
        div.refusal role="alert" {
            p { strong { (refusal.message) } }
            @for detail in &refusal.details { p.detail { (detail) } }
            @for hint in &refusal.hints { p.hint { "→ " (with_commands(hint)) } }
        }
    }
}
