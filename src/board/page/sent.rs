//! What a player has sent, as it is shown to him.

use maud::{Markup, html};

use ops::query::OrderFate;
use ops::{Battle, Proposal, ProposalState, View};
use report::model::{BoundView, ToldResult};

use super::form::hidden;
use super::links::Links;
use super::{fates, outlook, wanted};

pub(super) fn of_player(campaign: &View, of: &Proposal, (state, fates): (u64, &[OrderFate])) -> Markup {
    let (told, links) = (ToldResult::of(&of.command), Links::new(campaign, "/p", ""));
    let is_over =
        told.as_ref().is_some_and(|told| !campaign.battles.get(told.battle.as_str()).is_some_and(Battle::is_open));
    let change = match &told {
        Some(told) => format!("/p/battle/{}", told.battle),
        None => format!("/p/orders?change={}", of.nth),
    };
    html! {
        article.proposal.{(of.state.as_str())} {
            div {
                strong { (BoundView::new(campaign, of.bound).label) } " "
                (wanted::told(campaign, of, &links))
            }
            @if !of.note.is_empty() { p.note { (of.note) } }
            @if let Some(done) = of.done_instead() { div.instead { "The umpire did this instead: " (wanted::told(campaign, &done, &links)) } }
            p { span.chip { (of.state.as_str()) } @if !of.answer.is_empty() { " The umpire: " (of.answer) } }
            @if of.state == ProposalState::Sent && let Some(outlook) = outlook::of_proposal(campaign, of) {
                p.warns { "As far as you know, " (outlook.told()) "." }
            }
            @if of.waits_again() { p.fate.cancelled { "Taken back by the umpire: it waits again." } }
            @else { (fates::to_player(campaign, of, fates)) }
            @if is_over && of.state == ProposalState::Sent { p.quiet { "The battle is over: how it ended stands in your reports." } }
            @if of.state == ProposalState::Sent {
                form.buttons method="post" action={"/p/proposal/" (of.nth) "/withdraw"} {
                    (hidden(state))
                    @if let Some(told) = &told { input type="hidden" name="battle" value=(told.battle); }
                    @if !is_over { a.button href=(change) { "Change" } }
                    button type="submit" { "Withdraw" }
                }
            }
        }
    }
}
