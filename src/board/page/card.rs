//! What is chosen on the map, as a card beside it: a formation, a square, or a dump, railhead, crossing or railway.

use maud::{Markup, html};

use domain::SideId;
use ops::query::{self, ThingKind};
use ops::{View, pick};
use report::Report as _;
use report::model::{SupplyLine, Thing, ThingView};

use super::battle::draw;
use super::parts::{square_title, under_its_name};
use super::{line, thing};
use crate::desk::Answer;

/// What an address says is chosen.
pub(super) enum Chosen {
    /// A formation, by its id or by what it is called there if nothing is, with its name and the square in which it stands.
    Unit { word: String, name: String, at: Option<String> },
    /// A square, by its reference.
    Square(String),
    /// A dump, railhead, crossing or railway, by the word of its kind and its id, with the square in which it is.
    Thing { word: String, view: ThingView, at: Option<String> },
}

impl Chosen {
    /// What a word names in a campaign as its reader knows it: somebody of this side, or the umpire.
    pub(super) fn of(campaign: &View, word: &str, side: Option<SideId>) -> Self {
        if let Some(view) = Thing::from_word(word).and_then(|named| thing::of(campaign, named, side)) {
            let at = view.square.map(|square| campaign.frame.reference(square));
            return Self::Thing { word: word.to_owned(), view, at };
        }
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

    /// What is shown of it: by the command that does, or as it was found.
    pub(super) fn shown(&self, run: impl FnOnce(&[&str], &str) -> Answer) -> Answer {
        match self {
            Self::Unit { word, name, .. } => {
                let mut shown = run(&["unit", "show"], word);
                under_its_name(&mut shown, name);
                shown
            }
            Self::Square(square) => run(&["ground", "show"], square),
            Self::Thing { view, .. } => Answer { tables: view.tables(), ..Answer::default() },
        }
    }

    /// The things that lie in it, where it is a square, each with the way to its card on a map at this address.
    pub(super) fn things(&self, campaign: &View, side: Option<SideId>, map: &str) -> Markup {
        let square = if let Self::Square(square) = self { pick::square(campaign, square).ok() } else { None };
        html! { @if let Some(square) = square { (thing::in_square(campaign, square, side, map)) } }
    }

    /// What can be done with it by who does commands: addresses, and what they are called.
    pub(super) fn does(&self, campaign: &View) -> Vec<(String, &'static str)> {
        match self {
            Self::Unit { word, .. } => vec![(format!("/order/{word}"), "Give an order")],
            Self::Square(square) => draw::way(campaign, square).into_iter().collect(),
            Self::Thing { word, .. } => Thing::from_word(word).map(thing::does).unwrap_or_default(),
        }
    }

    /// Its name, as it is asked for.
    pub(super) fn word(&self) -> &str {
        match self {
            Self::Unit { word, .. } | Self::Square(word) | Self::Thing { word, .. } => word,
        }
    }

    /// The square in which it is.
    pub(super) fn at(&self) -> Option<&str> {
        match self {
            Self::Unit { at, .. } | Self::Thing { at, .. } => at.as_deref(),
            Self::Square(square) => Some(square),
        }
    }

    /// Its page, below the address at which a reader's pages begin, and what that is called; of a thing that of its square.
    pub(super) fn page(&self) -> Option<(String, &'static str)> {
        match self {
            Self::Unit { word, .. } => Some((format!("/unit/{word}"), "all about it")),
            Self::Square(square) => Some((format!("/square/{square}"), "all about it")),
            Self::Thing { at, .. } => at.as_ref().map(|square| (format!("/square/{square}"), "its square")),
        }
    }

    /// How it is supplied, as a reader of this side knows it, or the umpire.
    pub(super) fn line(&self, campaign: &View, side: Option<SideId>) -> Option<SupplyLine> {
        match self {
            Self::Unit { word, .. } => line::of(campaign, word, side),
            Self::Square(_) | Self::Thing { .. } => None,
        }
    }

    /// The card: what is shown of it, what can be done with it, and the map without it.
    pub(super) fn card(&self, campaign: &View, shown: &Markup, goes: &Markup, without: &str) -> Markup {
        html! {
            section.card aria-label="what is chosen" {
                a.close href=(without) aria-label="close" title="close" { "×" }
                @match self {
                    Self::Square(square) => h2 { (square_title(campaign, square)) },
                    Self::Unit { name, .. } => h2 { (name) },
                    Self::Thing { view, .. } => h2 { (view.name) }
                }
                (goes)
                (shown)
            }
        }
    }
}
