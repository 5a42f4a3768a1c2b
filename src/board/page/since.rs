//! What came between the making of a form and its sending.
//!
//! What it decides: which of it touched the units or squares that the form names: whatever happened to such a unit, to one
//! under it, to who stands in such a square, and to the ground there or under such a unit.

use std::collections::BTreeSet;

use maud::{Markup, html};

use domain::{FormationId, Square};
use ops::{View, pick};

use super::form;
use super::parts::refused;
use super::typed;
use crate::asked::Asked;
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;

/// An operation that came between.
pub(crate) struct Between {
    op: u64,
    command: String,
    /// Whether it touched what the form names; none where the form names nothing.
    touches: Option<bool>,
}

/// What came between the making of a form and its sending, which is to do this; none where nothing did.
pub(crate) fn since(
    office: &mut Office<'_>,
    asked: &Asked,
    wanted: &[String],
) -> Result<Option<Vec<Between>>, Refusal> {
    let expected: u64 = asked.form("expect_op").and_then(|text| text.parse().ok()).unwrap_or(0);
    if expected == office.last {
        return Ok(None);
    }
    let campaign = office.desk.look(&Reading::default())?;
    let own = typed::of_words(office, wanted).map_or(0, |command| command.words.len());
    let named = Named::of(&campaign, wanted.get(own..).unwrap_or_default());
    let entries = office.in_session(|session| session.since(expected))?;
    let between = entries.into_iter().map(|(entry, events)| {
        // What was taken back or done again has its events elsewhere: to be sure it is looked at.
        let touches = events.is_empty() || events.iter().any(|event| named.is_touched_by(&campaign, &event.subject()));
        Between { op: entry.op, command: entry.command, touches: (!named.is_empty()).then_some(touches) }
    });
    Ok(Some(between.collect()))
}

/// The things that the words of a command name.
#[derive(Default)]
struct Named {
    units: BTreeSet<FormationId>,
    squares: BTreeSet<Square>,
    /// Squares in which such units stand.
    under: BTreeSet<Square>,
    /// Whatever else may be one: crossings, dumps, battles, by their ids.
    others: BTreeSet<String>,
}

impl Named {
    fn of(campaign: &View, words: &[String]) -> Self {
        let mut named = Self::default();
        // A flag may have its value in the same word, and a value several things.
        let values = words.iter().filter_map(|word| match word.strip_prefix("--") {
            // A side may be called as one of its formations is.
            Some(flag) => {
                flag.split_once('=').map(|(_, value)| value).filter(|value| pick::side(campaign, value).is_err())
            }
            None => Some(word.as_str()),
        });
        for word in values.flat_map(|value| value.split([',', '='])).filter(|word| !word.is_empty()) {
            if let Ok(square) = pick::square(campaign, word) {
                named.squares.insert(square);
            } else if let Ok(unit) = pick::unit(campaign, word) {
                named.units.insert(unit.id.clone());
            } else if let Ok(battle) = pick::battle(campaign, word) {
                named.others.insert(battle.id.to_string());
                named.squares.insert(battle.square);
            } else if campaign.crossings.contains_key(word)
                || campaign.dumps.contains_key(word)
                || campaign.railheads.contains_key(word)
            {
                named.others.insert(word.to_owned());
            }
        }
        let leaves = campaign.formations.values().filter_map(|leaf| Some((leaf, leaf.stands_on()?)));
        let under = leaves.filter(|(leaf, _)| named.is_of(campaign, leaf)).map(|(_, square)| square);
        named.under = under.collect();
        named
    }

    fn is_empty(&self) -> bool {
        self.units.is_empty() && self.squares.is_empty() && self.others.is_empty()
    }

    /// Whether a formation is one that is named, or under one.
    fn is_of(&self, campaign: &View, formation: &ops::Formation) -> bool {
        let is_named = |of: &ops::Formation| self.units.contains(&of.id);
        !self.units.is_empty() && (is_named(formation) || campaign.superiors(formation).into_iter().any(is_named))
    }

    /// Whether an event about this touches any of them.
    fn is_touched_by(&self, campaign: &View, subject: &str) -> bool {
        if self.others.contains(subject) {
            return true;
        }
        if let Some(formation) = campaign.formation(subject) {
            let stands_there = formation.stands_on().is_some_and(|square| self.squares.contains(&square));
            return stands_there || self.is_of(campaign, formation);
        }
        self.squares.iter().chain(&self.under).any(|square| square.to_string() == subject)
    }
}

/// What can be done where something came between.
pub(crate) struct Anew<'a> {
    /// What the same comes to now; none where it stands below.
    pub(crate) tried: Option<Markup>,
    /// The form that is filled in as it was, by its id.
    pub(crate) form: &'a str,
    /// What its button is called and gives, and what it says; none where the same would be refused now.
    pub(crate) button: Option<([&'a str; 2], &'a str)>,
    /// Where one goes on who drops it.
    pub(crate) drop: String,
}

impl Anew<'_> {
    /// With the form of a page that says below what the same comes to now.
    pub(crate) fn below(shown: &Answer, drop: String) -> Self {
        let button = shown.refusal.is_none().then_some((["mode", "do"], "Do it anew"));
        Self { tried: None, form: form::ID, button, drop }
    }
}

/// What somebody wanted, and what came between; what he can do now.
pub(crate) fn conflict(wanted: &str, between: &[Between], anew: &Anew<'_>) -> Markup {
    let refusal = Refusal {
        hints: vec![
            "look at what changed; below is your form as you filled it, for the campaign as it stands now".into(),
        ],
        ..Refusal::new("The campaign has gone on since you opened this page: nothing was written")
    };
    let names_something = between.iter().any(|of| of.touches.is_some());
    let touched = between.iter().any(|of| of.touches == Some(true));
    html! {
        section.conflict {
            (refused(&refusal))
            p { "You wanted: " code { "railhead " (wanted) } }
            @if names_something {
                p { @if touched { "Marked is what touched the units or squares that you name:" } @else { "None of it touched the units or squares that you name:" } }
            }
            ul { @for Between { op, command, touches } in between {
                li.touches[*touches == Some(true)] {
                    a href={"/op/" (op)} { (op) } " " (command)
                    @if *touches == Some(true) { " " span.chip { "! same units or squares" } }
                }
            } }
            div.buttons {
                @if let Some(([name, value], says)) = anew.button {
                    @if name == "mode" { (form::enter_shows()) }
                    button.main type="submit" form=(anew.form) name=[(!name.is_empty()).then_some(name)] value=(value) { (says) }
                }
                a.button href={"#" (anew.form)} { "Change it" }
                a.button href=(anew.drop) { "Drop it" }
            }
            @if let Some(tried) = &anew.tried { h2 { "The same, tried again now" } (tried) }
        }
    }
}
