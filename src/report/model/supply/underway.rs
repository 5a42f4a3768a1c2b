//! Stock on its way to the formations of a supply sheet, as keys and in words.
//!
//! What it decides: which convoys a row tells of, its own and those of the dump on which it draws, and the sentence.
//! What it never does: reckon when they come; that is `supply::underway`.

use serde::Serialize;

use campaign::Campaign;
use domain::{AccountId, Commodity, FormationId};
use supply::{Assessment, Underway};

use crate::model::BoundView;

/// Units of a commodity that a convoy brings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct UnderwayView {
    /// The vehicle that names the convoy.
    convoy: FormationId,
    /// Where it has still to load.
    from: Option<AccountId>,
    /// The dump or railhead that takes it, or the formation whose vehicles do.
    to: String,
    commodity: Commodity,
    units: u32,
    /// When it is there, as things are.
    arrives: Option<BoundView>,
    /// Since when it is held up.
    held_up: Option<BoundView>,
    /// What people call where it goes.
    #[serde(skip)]
    pub(super) to_name: String,
}

impl UnderwayView {
    /// Whether nothing holds it up.
    pub(super) fn is_coming(&self) -> bool {
        self.held_up.is_none()
    }
}

/// What is on its way to one formation: to itself, and to the dump on which it draws.
pub(crate) struct OnItsWay<'a> {
    own: Vec<&'a Underway>,
    drawn: Vec<&'a Underway>,
}

impl<'a> OnItsWay<'a> {
    /// What of all is on its way to a formation of a side; for one that is fed, to that which feeds it.
    pub(crate) fn to(campaign: &Campaign, assessment: &Assessment, all: &'a [Underway]) -> Self {
        let side = campaign.formations.get(&assessment.unit).map(|f| f.side);
        let drawing = assessment.drawing();
        let dump = assessment.log.legs.first().map(|leg| &leg.to);
        let of_side = || all.iter().filter(|underway| Some(underway.side) == side);
        let is_own = |underway: &&Underway| underway.owner.as_ref().is_some_and(|owner| owner == drawing);
        let is_drawn = |underway: &&Underway| !is_own(underway) && dump.is_some() && underway.account.as_ref() == dump;
        Self { own: of_side().filter(is_own).collect(), drawn: of_side().filter(is_drawn).collect() }
    }

    /// All of it, its own first.
    pub(crate) fn views(&self, campaign: &Campaign) -> Vec<UnderwayView> {
        let bound = |bound| BoundView::new(campaign, bound);
        let view = |underway: &&Underway| UnderwayView {
            convoy: underway.convoy.clone(),
            from: underway.from.clone(),
            to: place(underway),
            commodity: underway.commodity,
            units: underway.units,
            arrives: underway.arrives.map(bound),
            held_up: underway.held_up.as_ref().map(|held| bound(held.since)),
            to_name: campaign.account_name(&place(underway)),
        };
        self.own.iter().chain(&self.drawn).map(view).collect()
    }

    /// What of a commodity is on its way to the formation itself.
    pub(crate) fn own_text(&self, commodity: Commodity) -> Option<String> {
        text(&self.own, commodity, false)
    }

    /// The same of the dump on which it draws.
    pub(crate) fn drawn_text(&self, commodity: Commodity) -> Option<String> {
        text(&self.drawn, commodity, true)
    }
}

/// Where a load goes: an account, or the formation whose vehicles take it.
fn place(underway: &Underway) -> String {
    let account = underway.account.as_ref().map(ToString::to_string);
    account.or_else(|| underway.owner.as_ref().map(ToString::to_string)).unwrap_or_default()
}

/// How much is on its way and when it arrives: `1 LOG is on its way, arriving D1 am`. Loads that arrive together are
/// one phrase.
fn text(rows: &[&Underway], commodity: Commodity, is_elsewhere: bool) -> Option<String> {
    let mut parts: Vec<(String, u32, String)> = Vec::new();
    let mut of: Vec<&&Underway> = rows.iter().filter(|underway| underway.commodity == commodity).collect();
    of.sort_by_key(|underway| (underway.arrives.is_none(), underway.arrives));
    for underway in of {
        let to = if is_elsewhere { format!(" to `{}`", place(underway)) } else { String::new() };
        let when = match (&underway.held_up, underway.arrives) {
            (Some(held), _) => format!("held up since {}: {}", held.since, held.why),
            (None, Some(there)) => format!("arriving {there}"),
            (None, None) => "and no clear way leads there now".to_owned(),
        };
        match parts.iter_mut().find(|part| part.0 == to && part.2 == when) {
            Some(part) => part.1 += underway.units,
            None => parts.push((to, underway.units, when)),
        }
    }
    let sentence = |(to, units, when): &(String, u32, String)| {
        let are = if *units == 1 { "is on its way" } else { "are on their way" };
        format!("{units} {} {are}{to}, {when}", commodity.name())
    };
    let said: Vec<String> = parts.iter().map(sentence).collect();
    (!said.is_empty()).then(|| said.join("; "))
}
