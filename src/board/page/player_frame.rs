//! The frame of a player's pages.

use std::sync::Arc;

use maud::{Markup, html};

use ops::{Player, View};
use report::model::BoundView;

use super::links::Links;
use super::parts::{answer, capital, under_its_name};
use super::shell::{PLAYER, Shell};
use crate::access::reading_of;
use crate::desk::Refusal;
use crate::eyes::{LOOKUPS, run};
use crate::office::Office;

/// A page of a player's within its frame.
pub(crate) fn page(
    office: &mut Office<'_>,
    player: &Player,
    (title, open): (&str, &str),
    body: impl FnOnce(&View) -> Markup,
) -> Result<String, Refusal> {
    let reading = reading_of(player);
    let campaign = campaign(office, player)?;
    let state = office.notice(&reading);
    let bound = BoundView::new(&campaign, campaign.bound);
    let commands = player.commander.as_ref().and_then(|unit| campaign.formation(unit.as_str())).map(|unit| &unit.name);
    let side = campaign.side(player.side).map(|side| &side.name);
    let who = format!("{} · {}", commands.or(side).map_or("", String::as_str), player.name);
    let under = html! {
        strong { (bound.label) }
        span { (bound.date.format("%-d %B %Y")) }
        a href="/p/report" { "report" } " " a href="/p/enemy" { "the enemy" } " " a href="/p/stocks" { "stocks" } " "
        a href="/p/pack" { "pack" } " " a href="/p/pack.pdf" { "as PDF" }
    };
    let (letters, answers) = office.unread(player.number);
    let counts = [("/p/post", letters), ("/p/orders", answers)];
    let shell = Shell {
        campaign: &campaign.title,
        title,
        open,
        bar: PLAYER,
        who: &who,
        under,
        state,
        past: None,
        counts: &counts,
    };
    Ok(shell.page(&body(&campaign)))
}

/// The campaign as a player knows it.
pub(crate) fn campaign(office: &mut Office<'_>, player: &Player) -> Result<Arc<View>, Refusal> {
    office.desk.look(&reading_of(player))
}

pub(super) fn links(campaign: &View) -> Links<'_> {
    Links::new(campaign, "/p", "")
}

/// A page that is what one command prints, as the player reads it.
pub(super) fn lookup(
    office: &mut Office<'_>,
    player: &Player,
    title: &str,
    words: &[&str],
    of: Option<&str>,
) -> Result<(u16, String), Refusal> {
    let mut found = run(office.desk, &reading_of(player), words, of);
    // Of what there is nothing yet, such as the report of a bound, the page says so.
    let status = if found.refusal.is_some() && of.is_some() { 404 } else { 200 };
    let open = LOOKUPS.iter().find(|of| of.1 == title).map(|of| format!("/p/{}", of.0)).unwrap_or_default();
    under_its_name(&mut found, title);
    let page = page(office, player, (title, &open), |campaign| {
        html! {
            h1 { (title) }
            div data-part="answer" {
                @match &found.refusal {
                    Some(refusal) if of.is_none() => p.quiet { (capital(&refusal.message)) "." },
                    _ => (answer(&found, &links(campaign))),
                }
            }
        }
    })?;
    Ok((status, page))
}
