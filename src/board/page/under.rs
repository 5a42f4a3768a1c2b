//! The bar below the pages of the umpire: when it is, what was done last, the way back.

use maud::{Markup, html};

use ops::View;
use ops::query::LogSteps;
use report::model::BoundView;

use super::past;
use crate::desk::Reading;
use crate::office::Office;

/// The bar, with the way through the past; `address` is where one looks back from here (none: the page itself), and `kept` what
/// of the page stays as it is then.
pub(super) fn under(
    campaign: &View,
    reading: &Reading,
    (past, address, kept): (&Markup, &str, &[(String, String)]),
    office: &Office<'_>,
) -> Markup {
    let bound = BoundView::new(campaign, campaign.bound);
    let (LogSteps { undo, together, script, redo }, waits) = (&office.steps, office.waits_for_the_umpire());
    html! {
        strong { (bound.label) }
        span { (bound.date.format("%-d %B %Y")) }
        (past)
        form.moment method="get" action=[(!address.is_empty()).then_some(address)] {
            @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
            label { "as of " input type="text" name="at" size="7" placeholder="now" value=(reading.at.as_deref().unwrap_or("")); }
            button type="submit" { "look" }
        }
        @if let Some(at) = &reading.at {
            strong.looking { "As it stood: " (at) ". Nothing is written here. " a href={"?" (past::as_query(kept))} data-key="0" { "now" } }
        } @else {
            span.operation { "operation " (office.last) }
            @if let Some(last) = undo {
                a.button href="/do/undo" data-key="u" {
                    "Undo " small {
                        @match script {
                            Some(script) if *together > 1 => { "the script " (script) " (" (together) " commands)" },
                            _ => { @if *together > 1 { (together) " commands of one script, the last: " } (last.command) }
                        }
                    }
                }
            }
            @if let Some(last) = redo { a.button href="/do/redo" data-key="U" { "Redo " small { (last.command) } } }
            a href="/post" { "post" @if waits > 0 { " " span.count { (waits) span.unseen { " waiting" } } } } " "
            a href="/join" { "players" } " " a href="/print/pack" { "pack" } " " a href="/print/pack.pdf" { "PDF" } " " a href="/documents" { "documents" } " " a href="/screen" { "screen" }
        }
    }
}
