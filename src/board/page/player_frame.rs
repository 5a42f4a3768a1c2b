//! The frame of a player's pages.

use std::sync::Arc;

use maud::{Markup, html};

use domain::Bound;
use ops::{Player, View};
use report::model::BoundView;

use super::address::{as_query, kept as kept_of, past_of, then};
use super::battle::asked;
use super::links::Links;
use super::parts::{answer, capital, under_its_name};
use super::shell::{PLAYER, Shell};
use super::timeline;
use crate::access::reading_of;
use crate::asked::Query;
use crate::desk::{Reading, Refusal};
use crate::eyes::{LOOKUPS, run};
use crate::office::Office;

/// Who looks, with whose eyes and at which moment, and what else is in the address of the page.
pub(super) type Looks<'a> = (&'a Player, &'a Reading, &'a Query);

/// A page that is for now alone; one looks back from it at the map.
const FOR_NOW: &str = "/p/post";

/// A page of a player's within its frame, as things are now.
pub(crate) fn page(
    office: &mut Office<'_>,
    player: &Player,
    titled: (&str, &str),
    body: impl FnOnce(&View) -> Markup,
) -> Result<String, Refusal> {
    page_of(office, (player, &reading_of(player), &[]), titled, body)
}

/// The same of any moment: what of its address stays when another is looked at is in the query.
pub(super) fn page_of(
    office: &mut Office<'_>,
    (player, reading, query): Looks<'_>,
    (title, open): (&str, &str),
    body: impl FnOnce(&View) -> Markup,
) -> Result<String, Refusal> {
    let campaign = office.desk.look(reading)?;
    // The past stands still: nothing of now is in it but how far one can look back.
    let is_now = reading.at.is_none();
    let state = if is_now { office.notice(reading) } else { 0 };
    let running = if is_now { campaign.bound } else { office.desk.look(&reading_of(player))?.bound };
    let first = office.desk.session()?.first_bound().map_err(|error| office.desk.refused(error))?;
    let kept = if open == FOR_NOW { Vec::new() } else { kept_of(query) };
    let address = if open == FOR_NOW { "/p/map" } else { "" };
    let at = reading.at.as_deref();
    let past =
        timeline::line([first, running], at.map(|at| (at, campaign.bound)), &timeline::Page { address, kept: &kept });
    let last = running.ordinal().checked_sub(1).filter(|last| is_now && *last >= first.ordinal());
    let bound = BoundView::new(&campaign, campaign.bound);
    let commands = player.commander.as_ref().and_then(|unit| campaign.formation(unit.as_str())).map(|unit| &unit.name);
    let side = campaign.side(player.side).map(|side| &side.name);
    let who = format!("{} · {}", commands.or(side).map_or("", String::as_str), player.name);
    let under = html! {
        strong { (bound.label) }
        span { (bound.date.format("%-d %B %Y")) }
        (past)
        @if is_now {
            @if let Some(last) = last { a.look-back href={(address) "?" (as_query(&kept)) "at=" (Bound::from_ordinal(last).typed())} { "look back" } " " }
        } @else {
            strong.looking { "As you knew it then. " a href={(address) "?" (as_query(&kept))} data-key="0" { "now" } }
        }
        @for (address, name) in UNDER { a href=(then(reading, address)) { (name) } " " }
    };
    let (letters, answers) = if is_now { office.unread(player.number) } else { (0, 0) };
    let asked = if is_now { asked::count(office, &campaign, player) } else { 0 };
    let counts = [("/p/post", letters), ("/p/orders", answers), ("/p/battle", asked)];
    let shell = Shell {
        campaign: &campaign.title,
        title,
        open,
        bar: PLAYER,
        who: &who,
        under,
        state,
        past: at,
        counts: &counts,
    };
    Ok(shell.page(&body(&campaign)))
}

/// What stands below the bar: address and name.
const UNDER: [(&str, &str); 5] = [
    ("/p/report", "report"),
    ("/p/enemy", "the enemy"),
    ("/p/stocks", "stocks"),
    ("/p/pack", "pack"),
    ("/p/pack.pdf", "as PDF"),
];

/// The campaign as a player knows it now.
pub(crate) fn campaign(office: &mut Office<'_>, player: &Player) -> Result<Arc<View>, Refusal> {
    office.desk.look(&reading_of(player))
}

pub(super) const fn links<'a>(campaign: &'a View, past: &'a str) -> Links<'a> {
    Links::new(campaign, "/p", past)
}

/// A page that is what one command prints, as the player reads it.
pub(super) fn lookup(
    office: &mut Office<'_>,
    looks: Looks<'_>,
    title: &str,
    words: &[&str],
    of: Option<&str>,
) -> Result<(u16, String), Refusal> {
    let mut found = run(office.desk, looks.1, words, of);
    let past = past_of(looks.1);
    // Of what there is nothing yet, such as the report of a bound, the page says so.
    let status = if found.refusal.is_some() && of.is_some() { 404 } else { 200 };
    let open = LOOKUPS.iter().find(|of| of.1 == title).map(|of| format!("/p/{}", of.0)).unwrap_or_default();
    under_its_name(&mut found, title);
    let page = page_of(office, looks, (title, &open), |campaign| {
        html! {
            h1 { (title) }
            div data-part="answer" {
                @match &found.refusal {
                    Some(refusal) if of.is_none() => p.quiet { (capital(&refusal.message)) "." },
                    _ => (answer(&found, &links(campaign, &past))),
                }
            }
        }
    })?;
    Ok((status, page))
}
