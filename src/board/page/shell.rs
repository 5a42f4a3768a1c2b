//! The frame of every page: head, bars, and what stands in it.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::assets::address;

/// A page of the umpire's bar: address, name, key.
pub(crate) const UMPIRE: &[(&str, &str, &str)] = &[
    ("/", "Map", "m"),
    ("/sheet", "Sheet", "s"),
    ("/orders", "Orders", "o"),
    ("/battles", "Battles", "b"),
    ("/orbat", "Orbat", "f"),
    ("/plan", "Plan", "p"),
    ("/log", "Log", "l"),
    ("/do", "More", "."),
];

/// A page of a player's bar.
pub(crate) const PLAYER: &[(&str, &str, &str)] = &[
    ("/p/map", "Map", "m"),
    ("/p/units", "Units", "f"),
    ("/p/sheet", "Supply", "s"),
    ("/p/orders", "Orders", "o"),
    ("/p/battle", "Battles", "b"),
    ("/p/post", "Post", "p"),
];

/// What stands round a page.
pub(crate) struct Shell<'a> {
    /// The title of the campaign.
    pub(crate) campaign: &'a str,
    /// What the page is.
    pub(crate) title: &'a str,
    /// The address of the page in the bar that is open.
    pub(crate) open: &'a str,
    /// The pages of the bar.
    pub(crate) bar: &'a [(&'a str, &'a str, &'a str)],
    /// Who reads.
    pub(crate) who: &'a str,
    /// The line below the bar: when, weather, what was done last.
    pub(crate) under: Markup,
    /// The state that is shown, by which the page knows whether it is old.
    pub(crate) state: u64,
    /// What is added to addresses: the moment that is looked back at.
    pub(crate) past: Option<&'a str>,
    /// How much is new on pages of the bar, by their addresses.
    pub(crate) counts: &'a [(&'a str, usize)],
}

impl Shell<'_> {
    /// The page.
    pub(crate) fn page(&self, body: &Markup) -> String {
        let past = self.past.map(|at| format!("?at={at}")).unwrap_or_default();
        let is_player = self.bar.first().is_some_and(|(address, _, _)| address.starts_with("/p/"));
        html! {
            (DOCTYPE)
            html lang="en" {
                (head(&format!("{} · {}", self.title, self.campaign)))
                body.past[self.past.is_some()].player[is_player] data-state=(self.state) data-live[self.past.is_none()] {
                    a.skip href="#main" { "To the page" }
                    header.top {
                        span.brand { "railhead" }
                        span.campaign title=(self.campaign) { (self.campaign) }
                        nav aria-label="pages" {
                            // What is done and written is done now.
                            @for (address, name, key) in self.bar.iter().filter(|(address, ..)| self.past.is_none() || !["/do", "/p/post"].contains(address)) {
                                a href={(address) (past)} aria-current=[(*address == self.open).then_some("page")] data-key=(key) {
                                    (name) " "
                                    @if let Some((_, count)) = self.counts.iter().find(|(of, _)| of == address) {
                                        span data-part={"count" (address)} { @if *count > 0 { span.count { (count) span.unseen { " new" } } " " } }
                                    }
                                    kbd { (key) }
                                }
                            }
                        }
                        (search(is_player, self.past))
                        button.keys type="button" data-keys hidden { "Keys " kbd { "?" } }
                        span.who { (self.who) }
                        span #live role="status" { }
                    }
                    section.under data-part="under" aria-label="when it is, and what was done last" { (self.under) }
                    main #main { (body) }
                }
            }
        }
        .into_string()
    }
}

/// The box in which one looks for something.
fn search(is_player: bool, at: Option<&str>) -> Markup {
    let past = at.map(|at| format!("?at={at}")).unwrap_or_default();
    let (action, find) = if is_player { ("/p/search", "/p/find") } else { ("/line", "/find") };
    let what = if is_player || !past.is_empty() { "Unit, square, place" } else { "Unit, square, place, command" };
    html! {
        form.search method="get" action=(action) role="search" {
            @if let Some(at) = at.filter(|_| is_player) { input type="hidden" name="at" value=(at); }
            input type="search" name="q" aria-label=(what) placeholder=(what) data-key="/" autocomplete="off"
                role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" data-find={(find) (past)};
        }
    }
}

/// A page on a wall: without bars, but kept up to date.
pub(crate) fn hung_up(campaign: &str, state: u64, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(campaign))
            body.wall data-state=(state) data-live { main #main { (body) } span #live role="status" { } }
        }
    }
    .into_string()
}

/// A page without bars.
pub(crate) fn plain(title: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(title))
            body.plain { main #main { (body) } }
        }
    }
    .into_string()
}

fn head(title: &str) -> Markup {
    head_with(title, &html! {})
}

/// The head of a page that loads more than others.
pub(crate) fn head_with(title: &str, more: &Markup) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { (title) }
            link rel="stylesheet" href=(address("/board.css"));
            link rel="icon" href=(address("/icon.svg"));
            script src=(address("/board.js")) defer {}
            (more)
        }
    }
}

/// What the room for paper has written, which escapes by its own function.
pub(crate) fn written(part: String) -> Markup {
    PreEscaped(part)
}
