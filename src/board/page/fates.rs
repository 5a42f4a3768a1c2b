//! What became of orders: of those that players proposed, and of all that were given lately.
//!
//! What it decides: whose order it was. Of another player's a player learns what took the place of his own, and not who asked for it.

use maud::{Markup, html};

use ops::query::{OrderEnd, OrderFate};
use ops::{Player, Proposal, View, pick};
use report::model::{BoundView, FateView, order_said};

use super::links::Links;
use super::parts::capital;
use super::wanted;
use crate::desk::Refusal;
use crate::office::Office;

/// Who sent which proposals, and what became of the orders that came of them.
pub(super) struct Fates<'a> {
    pub(super) players: &'a [Player],
    pub(super) proposals: &'a [Proposal],
    pub(super) known: Vec<OrderFate>,
}

/// What became of the orders that came of these proposals.
pub(super) fn of_proposals<'p>(
    office: &mut Office<'_>,
    proposals: impl Iterator<Item = &'p Proposal>,
) -> Result<Vec<OrderFate>, Refusal> {
    let given: Vec<u64> = proposals.filter_map(|of| of.operation).collect();
    office.order_fates(&given)
}

/// What became of a proposal that the umpire took, as its player reads it.
pub(super) fn to_player(campaign: &View, of: &Proposal, fates: &[OrderFate]) -> Markup {
    let own = fates.iter().filter(|fate| of.operation == Some(fate.given));
    let links = Links::new(campaign, "/p", "");
    html! {
        @for fate in own.filter_map(|fate| FateView::new(campaign, fate, true)) {
            p.fate.(fate.end) { (links.text(&capital(&fate.told))) }
        }
    }
}

impl Fates<'_> {
    /// The player who had asked for what this operation gave.
    fn asked_for(&self, operation: u64) -> Option<&str> {
        let of = self.proposals.iter().find(|of| of.operation == Some(operation))?;
        self.players.iter().find(|player| player.number == of.player).map(|player| player.name.as_str())
    }

    fn given_by(&self, operation: Option<u64>) -> String {
        let by = operation.and_then(|operation| self.asked_for(operation));
        by.map_or_else(|| "given by you".to_owned(), |name| format!("asked for by {name}"))
    }

    /// What became of a proposal, as the umpire reads it.
    pub(super) fn to_umpire(&self, campaign: &View, of: &Proposal, links: &Links<'_>) -> Markup {
        let own = self.known.iter().filter(|fate| of.operation == Some(fate.given));
        html! { @for fate in own { (self.one(campaign, fate, links)) } }
    }

    fn one(&self, campaign: &View, fate: &OrderFate, links: &Links<'_>) -> Markup {
        let Some(view) = FateView::new(campaign, fate, false) else { return html! {} };
        let by = if let OrderEnd::Replaced(by, _) = &fate.end {
            format!(", {}", self.given_by(Some(*by)))
        } else {
            String::new()
        };
        html! {
            @if let Some((by, order)) = &view.in_place_of {
                p.fate { (links.text(&format!("Replaced the order to {order}, {}", self.given_by(*by)))) }
            }
            p.fate.(view.end) { (links.text(&format!("{}{by}", capital(&view.told)))) }
        }
    }

    /// What taking a proposal would do to an order that is there, and that it was written in another bound.
    pub(super) fn before_taking(&self, campaign: &View, of: &Proposal, links: &Links<'_>) -> Markup {
        let filled = wanted::filled(of);
        let unit = filled.get("unit").and_then(|word| pick::unit(campaign, word).ok());
        let there =
            unit.zip(filled.bound(campaign)).and_then(|(unit, bound)| campaign.orders.get(unit.id.as_str(), bound));
        let given = there.map(|order| {
            let stands = |fate: &&OrderFate| matches!(fate.end, OrderEnd::Stands(_)) && fate.order == *order;
            self.given_by(self.known.iter().rev().find(stands).map(|fate| fate.given))
        });
        let (then, now) = (BoundView::new(campaign, of.bound).label, BoundView::new(campaign, campaign.bound).label);
        html! {
            @if of.bound != campaign.bound {
                p.warns { "He wrote it in " (then) "; now " (now) " runs"
                    @if filled.named_bound().is_none() { ", and taken now it is an order for " (now) } "." }
            }
            @if let (Some(unit), Some(order), Some(given)) = (unit, there, given) {
                @let (bound, what) = (BoundView::new(campaign, order.bound).label, order_said(campaign, order));
                p.warns { (links.text(&format!("{} has an order for {bound}: to {what}, {given}. This one replaces it.", unit.name))) }
            }
        }
    }

    /// What became of all these orders, those given last first.
    fn list(&self, campaign: &View, links: &Links<'_>) -> Markup {
        html! {
            @if !self.known.is_empty() {
                section data-part="fates" {
                    h2 { "What became of orders" }
                    @for fate in self.known.iter().rev() {
                        @if let Some(view) = FateView::new(campaign, fate, false) {
                            article.proposal {
                                p { strong { (links.text(&view.order)) } " " small { (self.given_by(Some(fate.given))) ", " a href={"/op/" (fate.given)} { "operation " (fate.given) } } }
                                (self.one(campaign, fate, links))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What became of the orders that were given in this bound and the one before.
pub(super) fn lately(office: &mut Office<'_>, campaign: &View) -> Result<Markup, Refusal> {
    let (players, proposals, _) = super::proposals::all(office)?;
    let given = office.in_session(|session| session.orders_given_lately())?;
    let fates = office.order_fates(&given)?;
    let all = Fates { players: &players, proposals: &proposals, known: fates };
    Ok(all.list(campaign, &Links::new(campaign, "", "")))
}

/// The orders that a unit has: a new one for the same bound takes its place.
pub(super) fn standing(campaign: &View, unit: &str) -> Markup {
    let links = Links::new(campaign, "", "");
    html! {
        @for order in campaign.orders.iter().filter(|order| order.unit.as_str() == unit) {
            @let (bound, what) = (BoundView::new(campaign, order.bound).label, order_said(campaign, order));
            p.warns { (links.text(&format!("It has an order for {bound}: to {what}. A new one for {bound} replaces it."))) }
        }
    }
}
