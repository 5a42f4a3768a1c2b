//! What of the running bound is open when it is to be closed: by name, each with where it is settled; and what closing it does.
//!
//! What it never does: decide whether the bound can be closed, or what happens then; that is the command's.

use maud::{Markup, html};

use ops::{ProposalState, View};
use report::model::{ClosePoint, CloseTone, CloseTopic, ToldResult, order_said};

use super::links::Links;
use super::proposals;
use super::steps;
use super::wanted;
use crate::desk::{Reading, Refusal};
use crate::office::Office;

/// Something that is open: what, by name, and where it is settled.
type Point = (String, Vec<steps::Way>);

/// What is open, by what it is, and how much that is.
pub(super) fn open_points(office: &mut Office<'_>) -> Result<(usize, Markup), Refusal> {
    let campaign = office.desk.look(&Reading::default())?;
    let waiting = proposals(office, &campaign)?;
    let groups = [
        ("Battles that are drawn and not fought", steps::battles(&campaign, usize::MAX).1),
        ("Contacts that are neither fought nor declined", steps::contacts(&campaign, usize::MAX).1),
        ("Orders that are not carried out", orders(&campaign)),
        ("Proposals that you have not answered", waiting),
    ];
    let beside = steps::beside(&campaign);
    let links = Links::new(&campaign, "", "");
    let count: usize = groups.iter().map(|(_, points)| points.len()).sum();
    let told = html! {
        section.open-points data-part="open-points" {
            @if count == 0 {
                p.quiet {
                    @if beside.is_empty() { "Nothing is open in this bound: every" } @else { "Nothing keeps this bound open: every" }
                    " new contact is settled, every order carried out, every proposal answered."
                }
            } @else {
                h2 { "Needs your decision" }
                @for (what, points) in groups.iter().filter(|(_, points)| !points.is_empty()) {
                    h3 { (what) " (" (points.len()) ")" }
                    @for (text, ways) in points {
                        div.waiting { p { (links.text(text)) } (steps::buttons(ways, false)) }
                    }
                }
            }
            @if !beside.is_empty() {
                h2 { "Not settled yet" }
                @for (text, ways) in &beside { div.waiting { p { (text) } (steps::buttons(ways, false)) } }
            }
        }
    };
    Ok((count, told))
}

/// Proposals that wait, on the page of orders; nothing where none does.
pub(super) fn proposals_waiting(office: &mut Office<'_>) -> Result<Markup, Refusal> {
    let campaign = office.desk.look(&Reading::default())?;
    let waiting = proposals(office, &campaign)?;
    let links = Links::new(&campaign, "", "");
    Ok(html! {
        section data-part="proposals-waiting" {
            @if !waiting.is_empty() { h2 { "What players propose" small { " " (waiting.len()) " to decide" } } }
            @for (text, ways) in &waiting { div.waiting { p { (links.text(text)) } (steps::buttons(ways, false)) } }
        }
    })
}

/// What closing the bound does, point by point, each with where more of it stands.
pub(super) fn does(points: &[ClosePoint], last: u64, links: &Links<'_>) -> Markup {
    html! {
        section.closing {
            h2 { "What closing does, in this order" }
            p.quiet { "Tried on the campaign as it stands after operation " (last) ". Nothing is written yet." }
            ol { @for ClosePoint { topic, tone, text } in points {
                @let (class, sign) = sign(*tone);
                li.(class) {
                    span.sign aria-hidden="true" { (sign) }
                    strong { (topic.name()) }
                    span { (links.text(text)) }
                    @if let Some(page) = page_of(*topic) { a href=(page) aria-label={"Show: " (topic.name())} { "show" } }
                }
            } }
        }
    }
}

fn sign(tone: CloseTone) -> (&'static str, &'static str) {
    match tone {
        CloseTone::Bad => ("bad", "✗"),
        CloseTone::Plain => ("plain", "✓"),
        CloseTone::Next => ("next", "●"),
    }
}

/// Where more stands of what a point is about, as it is now.
fn page_of(topic: CloseTopic) -> Option<&'static str> {
    match topic {
        CloseTopic::Orders => Some("/orders"),
        CloseTopic::Convoys => Some("/convoys"),
        CloseTopic::Supply => Some("/sheet"),
        CloseTopic::Rest => Some("/review"),
        CloseTopic::Next => Some("/do/bound-weather"),
        CloseTopic::Losses | CloseTopic::Replacements | CloseTopic::Posture | CloseTopic::Arrivals => None,
    }
}

/// Orders of the bound, or of one before it: they are dropped when it closes.
fn orders(campaign: &View) -> Vec<Point> {
    let due = campaign.orders.iter().filter(|order| order.bound <= campaign.bound);
    let points = due.map(|order| {
        let text = format!("{}: {}", campaign.name_of(order.unit.as_str()), order_said(campaign, order));
        let ways = vec![
            ("/do/bound-march".to_owned(), "March"),
            (super::links::line(&format!("order cancel {}", order.unit)), "Cancel it"),
        ];
        (text, ways)
    });
    points.collect()
}

/// Proposals that wait to be answered.
fn proposals(office: &mut Office<'_>, campaign: &View) -> Result<Vec<Point>, Refusal> {
    let (players, proposals, _) = proposals::all(office)?;
    let name = |number: u64| players.iter().find(|of| of.number == number).map_or("", |of| of.name.as_str());
    let sent = proposals.iter().filter(|of| of.state == ProposalState::Sent);
    let told = sent.map(|of| {
        let told =
            ToldResult::of(&of.command).map(|told| (format!("the result of {}", told.battle), "/post".to_owned()));
        let (what, page) = told.unwrap_or_else(|| {
            let said = wanted::said(campaign, of).unwrap_or_else(|| format!("`{}`", of.command));
            (said, format!("/proposal/{}", of.number))
        });
        (format!("{}: {what}", name(of.player)), vec![(page, "Decide")])
    });
    Ok(told.collect())
}
