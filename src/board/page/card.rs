//! What is chosen on the map, as a card beside it: a formation or a square.

use maud::{Markup, html};

use ops::query::{self, ThingKind};
use ops::{View, pick};

use super::parts::under_its_name;
use crate::desk::Answer;

/// What an address says is chosen.
pub(super) enum Chosen {
    /// A formation, by its id or by what it is called there if nothing is, with its name and the square in which it stands.
    Unit { word: String, name: String, at: Option<String> },
    /// A square, by its reference.
    Square(String),
}

impl Chosen {
    /// What a word names in a campaign as its reader knows it.
    pub(super) fn of(campaign: &View, word: &str) -> Self {
        let is_reference = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(square) = pick::square(campaign, word).ok().filter(|_| is_reference) {
            return Self::Square(campaign.frame.reference(square));
        }
        let formation = pick::unit(campaign, word).ok();
        let name = formation.map_or_else(String::new, |formation| formation.name.clone());
        let id = formation.map(|formation| formation.id.as_str());
        let is_it = |of: &query::Hit<'_>| of.kind == ThingKind::Unit && Some(of.id) == id;
        let at = query::things(campaign).find(is_it).and_then(|of| of.square);
        Self::Unit { word: id.unwrap_or(word).to_owned(), name, at: at.map(|square| campaign.frame.reference(square)) }
    }

    /// The words of the command that shows it, before its name.
    pub(super) const fn words(&self) -> [&'static str; 2] {
        match self {
            Self::Unit { .. } => ["unit", "show"],
            Self::Square(_) => ["ground", "show"],
        }
    }

    /// Its name, as it is asked for.
    pub(super) fn word(&self) -> &str {
        match self {
            Self::Unit { word, .. } | Self::Square(word) => word,
        }
    }

    /// The square in which it is.
    pub(super) fn at(&self) -> Option<&str> {
        match self {
            Self::Unit { at, .. } => at.as_deref(),
            Self::Square(square) => Some(square),
        }
    }

    /// Its page, below the address at which a reader's pages begin.
    pub(super) fn page(&self) -> String {
        match self {
            Self::Unit { word, .. } => format!("/unit/{word}"),
            Self::Square(square) => format!("/square/{square}"),
        }
    }

    /// What is shown of it, on a card that bears its name.
    pub(super) fn under_its_name(&self, shown: &mut Answer) {
        if let Self::Unit { name, .. } = self {
            under_its_name(shown, name);
        }
    }

    /// The card: what is shown of it, what can be done with it, and the map without it.
    pub(super) fn card(&self, shown: &Markup, goes: &Markup, without: &str) -> Markup {
        html! {
            section.card aria-label="what is chosen" {
                a.close href=(without) aria-label="close" title="close" { "×" }
                @match self {
                    Self::Square(square) => h2 { "Square " (square) },
                    Self::Unit { name, .. } => h2 { (name) }
                }
                (goes)
                (shown)
            }
        }
    }
}
