//! A player's pages: his side's map, sheet, order of battle and report, or those of his formations; his orders and the post.
//!
//! What it decides: which commands a player's pages are made of: those alone that read with his eyes.
//! What it never does: take a command from him: what he writes is a proposal, and the umpire's to take.

use maud::html;

use ops::Player;

use super::card::Chosen;
use super::overlay::{Laid, Overlay};
use super::parts::{answer, named, square_title};
use super::player_frame::{campaign, links, lookup, page};
use super::printed::printed;
use super::umpire_frame::{kept, of};
use super::{battle, door, line, map, post, proposals, seek};
use crate::access::reading_of;
use crate::asked::{Asked, Given};
use crate::desk::Refusal;
use crate::eyes::{LOOKUPS, run};
use crate::office::Office;

/// Answers a request for a page.
pub(crate) fn get(office: &mut Office<'_>, player: &Player, asked: &Asked) -> Given {
    let path: Vec<&str> = asked.path.iter().map(String::as_str).collect();
    match path[..] {
        [] | ["" | "p"] => Given::elsewhere("/p/map"),
        ["p", "map"] => of(board(office, player, asked)),
        ["p", "near", square] => of(map::near(office.desk, &reading_of(player), square)),
        ["p", "find"] => of(find(office, player, asked)),
        ["p", "search"] => of(search(office, player, asked)),
        ["p", "unit", unit] => of(unit_page(office, player, unit)),
        ["p", "square", square] => of(square_page(office, player, square)),
        ["p", "battle"] => of(battle::player::list(office, player)),
        ["p", "battle", battle] => of(battle::player::show(office, player, battle)),
        // What he takes home: the pack of his side or his formations.
        ["p", what @ ("pack" | "pack.pdf")] => printed(office, &reading_of(player), (what, None)),
        ["p", "orders" | "post"] => {
            office.has_read(Some(player.number), path[1]);
            of(post::player(office, player, path[1], asked, None))
        }
        // What was sent there is on the page that it was sent from.
        ["p", "proposal", ..] | ["p", "message"] => sent_from(asked),
        ["p", name] => match LOOKUPS.iter().find(|(address, ..)| *address == name) {
            Some((_, title, words)) => {
                // A commander's order of battle begins with what is his, not with the army above it.
                let begins = player.commander.as_ref().filter(|_| *name == *"units").map(domain::FormationId::as_str);
                of(lookup(office, player, title, words, begins))
            }
            None => nothing(),
        },
        ["j", _] => door::get(office, asked),
        _ => nothing(),
    }
}

/// The page from which something was sent to an address: where it is refused, the answer stands under that address, and asks
/// for itself again when something changes.
fn sent_from(asked: &Asked) -> Given {
    Given::elsewhere(match (&asked.path[1..], asked.query("battle")) {
        (_, Some(battle)) => format!("/p/battle/{}", map::encoded(battle)),
        ([_, number, how], None) if how == "change" => map::with("/p/orders", &[("change", &map::encoded(number))]),
        ([first, ..], None) if first == "message" => "/p/post".to_owned(),
        _ => "/p/orders".to_owned(),
    })
}

/// Takes what a player writes.
pub(crate) fn post(office: &mut Office<'_>, player: &Player, asked: &Asked) -> Given {
    let path: Vec<&str> = asked.path.iter().map(String::as_str).collect();
    let sent = if asked.form("battle").is_some() { "/p/battle" } else { "/p/orders" };
    match path[..] {
        ["p", "proposal"] | ["p", "proposal", _, "change"] => {
            kept(post::propose(office, player, asked), &done(sent, asked))
        }
        ["p", "proposal", number, "withdraw"] => kept(post::withdraw(office, player, number), sent),
        ["p", "way"] if asked.is_a_look() => of(post::way(office, player, asked)),
        ["p", "message"] => kept(post::from_player(office, player, asked), &done("/p/post", asked)),
        _ => nothing(),
    }
}

/// Where one goes on from what was sent: the page learns there which draft it need not keep any longer.
fn done(page: &str, asked: &Asked) -> String {
    asked.form("kept").map_or_else(|| page.to_owned(), |draft| map::with(page, &[("done", &map::encoded(draft))]))
}

/// The same words whatever is asked for: nobody learns what there is.
fn nothing() -> Given {
    door::refused(404, "There is nothing here for you", "Your pages begin at /p/map.")
}

fn board(office: &mut Office<'_>, player: &Player, asked: &Asked) -> Result<(u16, String), Refusal> {
    let reading = reading_of(player);
    let off = map::off(asked);
    let on = Overlay::of(asked.query("on").unwrap_or_default());
    let known = campaign(office, player)?;
    let laid = Laid::of(office, &known, &on, Some(player.side))?;
    // Of proposals his own alone.
    let laid = if laid.has_orders() {
        let (_, mut sent, _) = proposals::all(office)?;
        sent.retain(|of| of.player == player.number);
        laid.with_proposals(&known, Some(player.side), (std::slice::from_ref(player), &sent))
    } else {
        laid
    };
    let chosen = asked.query("sel").map(|word| Chosen::of(&known, word, Some(player.side)));
    let supplied = chosen.as_ref().and_then(|of| of.line(&known, Some(player.side)));
    let near = asked.query("near");
    let drawn = map::drawn_from(office.desk, &reading, &map::layers(&off, &on), near, |place| {
        html! { (laid.drawn(&known, place)) @if let Some(of) = &supplied { (line::drawn(of, place)) } }
    })?;
    let chosen = chosen.map(|of| (of.shown(|words, word| run(office.desk, &reading, words, Some(word))), of));
    let at = chosen.as_ref().and_then(|(_, of)| of.at().map(str::to_owned));
    let word = chosen.as_ref().map(|(_, of)| of.word().to_owned());
    let from = map::with("/p/map", &[("sel", &map::encoded(asked.query("sel").unwrap_or_default()))]);
    let page = page(office, player, ("Map", "/p/map"), |campaign| {
        let links = links(campaign);
        html! {
            h1.unseen { "Map" }
            div.board {
                div.field data-chosen=[word] data-at=[&at] { (map::controls("/p/map", &off, Some(&on))) (map::near_ways(campaign, &from, (near, at.as_deref()))) (drawn) }
                aside.panel {
                    @if let Some((shown, of)) = &chosen {
                        @let goes = html! { p.goes {
                            @if let Chosen::Unit { word, .. } = of { a.button href={"/p/orders?unit=" (word)} { "Give an order" } " " }
                            @if let Some((page, name)) = of.page() { a.button href={"/p" (page)} { (name) } }
                        } };
                        @let told = html! { (of.things(campaign, Some(player.side), "/p/map")) @if let Some(of) = &supplied { (line::listed(of, campaign, &links)) } (answer(shown, &links)) };
                        (of.card(campaign, &told, &goes, "/p/map"))
                    } @else { p.quiet { "Tap a symbol or a square to see what is known of it." } }
                    div data-part="laid" { (laid.listed(&links)) }
                }
            }
        }
    })?;
    Ok((200, page))
}

/// Where what a player finds leads.
const FINDS: seek::Leads<'static> = seek::Leads { under: "/p", past: "", commands: &[], kinds: &[] };

/// What is found while he types, of what he knows.
fn find(office: &mut Office<'_>, player: &Player, asked: &Asked) -> Result<(u16, String), Refusal> {
    let known = campaign(office, player)?;
    Ok((200, seek::list(&known, FINDS, asked.query("q").unwrap_or_default()).into_string()))
}

/// The same as a page.
fn search(office: &mut Office<'_>, player: &Player, asked: &Asked) -> Result<(u16, String), Refusal> {
    let typed = asked.query("q").unwrap_or_default();
    let page = page(office, player, ("Search", ""), |campaign| seek::page(campaign, FINDS, typed))?;
    Ok((200, page))
}

fn unit_page(office: &mut Office<'_>, player: &Player, unit: &str) -> Result<(u16, String), Refusal> {
    let name = named(&*campaign(office, player)?, unit).to_owned();
    lookup(office, player, &name, &["unit", "show"], Some(unit))
}

fn square_page(office: &mut Office<'_>, player: &Player, square: &str) -> Result<(u16, String), Refusal> {
    let title = square_title(&*campaign(office, player)?, square);
    lookup(office, player, &title, &["ground", "show"], Some(square))
}
