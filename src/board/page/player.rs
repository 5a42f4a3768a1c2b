//! A player's pages: his side's map, sheet, order of battle and report, or those of his formations; his orders and the post.
//!
//! What it decides: which commands a player's pages are made of: those alone that read with his eyes.
//! What it never does: take a command from him: what he writes is a proposal, and the umpire's to take.

use maud::html;

use ops::Player;

use super::address::{SLID, past_of, then};
use super::card::Chosen;
use super::overlay::{Laid, Overlay};
use super::parts::{answer, named, refused_to_a_player, square_title};
use super::player_frame::{Looks, links, lookup, page, page_of};
use super::printed::printed;
use super::umpire_frame::{kept, of};
use super::{battle, door, line, map, past, post, proposals, seek};
use crate::access::reading_of;
use crate::asked::{Asked, Given};
use crate::desk::{Reading, Refusal};
use crate::eyes::{LOOKUPS, run};
use crate::office::Office;

/// Answers a request for a page.
pub(crate) fn get(office: &mut Office<'_>, player: &Player, asked: &Asked) -> Given {
    let path: Vec<&str> = asked.path.iter().map(String::as_str).collect();
    if let Some(word) = asked.query(SLID).filter(|_| path.first() == Some(&"p")) {
        return past::slid(office, asked, word);
    }
    let reading = match asked.query("at").map(|word| moment(office, player, word)) {
        None => reading_of(player),
        Some(Ok(reading)) => reading,
        Some(Err(refusal)) => return of(no_moment(office, player, asked, &refusal)),
    };
    let looks = (player, &reading, &*asked.query);
    let is_past = reading.at.is_some();
    match path[..] {
        [] | ["" | "p"] => Given::elsewhere("/p/map"),
        ["p", "map"] => of(board(office, looks, asked)),
        ["p", "near", square] => of(map::near(office.desk, &reading, square)),
        ["p", "find"] => of(find(office, &reading, asked)),
        ["p", "search"] => of(search(office, looks, asked)),
        ["p", "unit", unit] => of(unit_page(office, looks, unit)),
        ["p", "square", square] => of(square_page(office, looks, square)),
        // What is told of a battle is told now; then one sees what there was.
        ["p", "battle"] if is_past => Given::elsewhere(then(&reading, "/p/battles")),
        ["p", "battle"] => of(battle::player::list(office, player)),
        ["p", "battle", battle] => of(battle::player::show(office, looks, battle)),
        // What he takes home: the pack of his side or his formations.
        ["p", what @ ("pack" | "pack.pdf")] => printed(office, &reading, (what, None)),
        ["p", "orders"] if is_past => of(lookup(office, looks, "Orders", &["order", "list"], None)),
        ["p", "post"] if is_past => Given::elsewhere("/p/post"),
        ["p", "orders" | "post"] => {
            office.has_read(Some(player.number), path[1]);
            of(post::player(office, player, path[1], asked, None))
        }
        // What was sent there is on the page that it was sent from.
        ["p", "proposal", ..] | ["p", "message"] => sent_from(asked),
        ["p", "decide"] => Given::elsewhere("/p/battle"),
        ["p", name] => match LOOKUPS.iter().find(|(address, ..)| *address == name) {
            Some((_, title, words)) => {
                let which = match name {
                    // A commander's order of battle begins with what is his, not with the army above it.
                    "units" => player.commander.as_ref().map(domain::FormationId::as_str),
                    // Looked back at is the bound that was closed then.
                    "report" => reading.at.as_deref(),
                    _ => None,
                };
                of(lookup(office, looks, title, words, which))
            }
            None => nothing(),
        },
        ["j", _] => door::get(office, asked),
        _ => nothing(),
    }
}

/// With whose eyes and when a player looks back: at a bound that is closed, and at nothing that was done within one.
fn moment(office: &mut Office<'_>, player: &Player, word: &str) -> Result<Reading, Refusal> {
    let Some(bound) = past::closed(office, word)? else {
        let hints = vec!["name one as `3pm`, or look back by the slider above".into()];
        return Err(Refusal { hints, ..Refusal::new(format!("`{word}` is no bound that is closed")) });
    };
    Ok(Reading { at: Some(bound.typed()), ..reading_of(player) })
}

fn no_moment(
    office: &mut Office<'_>,
    player: &Player,
    asked: &Asked,
    refusal: &Refusal,
) -> Result<(u16, String), Refusal> {
    let page = page(office, player, ("No such moment", ""), |_| {
        html! {
            h1 { "No such moment" }
            (refused_to_a_player(refusal))
            p.goes { a.button.main href=(asked.address()) { "The page as it is now" } }
        }
    })?;
    Ok((400, page))
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
    if asked.query("at").is_some() {
        let remedy = "Nothing can be written there: open the page as it is now, and send it from there.";
        return door::refused_with_way(
            409,
            "You are looking at the past",
            remedy,
            (&asked.address(), "The page as it is now"),
        );
    }
    match path[..] {
        ["p", "proposal"] | ["p", "proposal", _, "change"] => {
            kept(post::propose(office, player, asked), &done(sent, asked))
        }
        ["p", "proposal", number, "withdraw"] => kept(post::withdraw(office, player, number), sent),
        ["p", "decide"] => kept(battle::asked::say(office, player, asked), "/p/battle"),
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
    let remedy = "No page of yours has this address.";
    door::refused_with_way(404, "There is nothing here for you", remedy, ("/p/map", "To your map"))
}

fn board(office: &mut Office<'_>, looks: Looks<'_>, asked: &Asked) -> Result<(u16, String), Refusal> {
    let (player, reading, _) = looks;
    let (is_now, past, address) = (reading.at.is_none(), past_of(reading), then(reading, "/p/map"));
    let off = map::off(asked);
    let on = Overlay::of(asked.query("on").unwrap_or_default());
    let known = office.desk.look(reading)?;
    let laid = Laid::of(office, &known, &on, Some(player.side))?;
    // Of proposals his own alone, and what is proposed is proposed now.
    let laid = if laid.has_orders() && is_now {
        let (_, mut sent, _) = proposals::all(office)?;
        sent.retain(|of| of.player == player.number);
        laid.with_proposals(&known, Some(player.side), (std::slice::from_ref(player), &sent))
    } else {
        laid
    };
    let chosen = asked.query("sel").map(|word| Chosen::of(&known, word, Some(player.side)));
    let supplied = chosen.as_ref().and_then(|of| of.line(&known, Some(player.side)));
    let near = asked.query("near");
    let drawn = map::drawn_from(office.desk, reading, &map::layers(&off, &on), near, |place| {
        html! { (laid.drawn(&known, place)) @if let Some(of) = &supplied { (line::drawn(of, place)) } }
    })?;
    let chosen = chosen.map(|of| (of.shown(|words, word| run(office.desk, reading, words, Some(word))), of));
    let at = chosen.as_ref().and_then(|(_, of)| of.at().map(str::to_owned));
    let word = chosen.as_ref().map(|(_, of)| of.word().to_owned());
    let from = map::with(&address, &[("sel", &map::encoded(asked.query("sel").unwrap_or_default()))]);
    let page = page_of(office, looks, ("Map", "/p/map"), |campaign| {
        let links = links(campaign, &past);
        html! {
            h1.unseen { "Map" }
            div.board {
                div.field data-chosen=[word] data-at=[&at] { (map::controls(&address, &off, Some(&on))) (map::near_ways(campaign, &from, (near, at.as_deref()))) (drawn) }
                aside.panel {
                    @if let Some((shown, of)) = &chosen {
                        @let goes = html! { p.goes {
                            @if is_now && let Chosen::Unit { word, .. } = of { a.button href={"/p/orders?unit=" (word)} { "Give an order" } " " }
                            @if let Some((page, name)) = of.page() { a.button href=(then(reading, &format!("/p{page}"))) { (name) } }
                        } };
                        @let told = html! { (of.things(campaign, Some(player.side), &address)) @if let Some(of) = &supplied { (line::listed(of, campaign, &links)) } (answer(shown, &links)) };
                        (of.card(campaign, &told, &goes, &address))
                    } @else { p.quiet { "Tap a symbol or a square to see what is known of it." } }
                    div data-part="laid" { (laid.listed(&links)) }
                }
            }
        }
    })?;
    Ok((200, page))
}

/// Where what a player finds leads.
const fn finds(past: &str) -> seek::Leads<'_> {
    seek::Leads { under: "/p", past, commands: &[], kinds: &[] }
}

/// What is found while he types, of what he knows.
fn find(office: &mut Office<'_>, reading: &Reading, asked: &Asked) -> Result<(u16, String), Refusal> {
    let (known, past) = (office.desk.look(reading)?, past_of(reading));
    Ok((200, seek::list(&known, finds(&past), asked.query("q").unwrap_or_default()).into_string()))
}

/// The same as a page.
fn search(office: &mut Office<'_>, looks: Looks<'_>, asked: &Asked) -> Result<(u16, String), Refusal> {
    let (typed, past) = (asked.query("q").unwrap_or_default(), past_of(looks.1));
    let page = page_of(office, looks, ("Search", ""), |campaign| seek::page(campaign, finds(&past), typed))?;
    Ok((200, page))
}

fn unit_page(office: &mut Office<'_>, looks: Looks<'_>, unit: &str) -> Result<(u16, String), Refusal> {
    let name = named(&*office.desk.look(looks.1)?, unit).to_owned();
    lookup(office, looks, &name, &["unit", "show"], Some(unit))
}

fn square_page(office: &mut Office<'_>, looks: Looks<'_>, square: &str) -> Result<(u16, String), Refusal> {
    let title = square_title(&*office.desk.look(looks.1)?, square);
    lookup(office, looks, &title, &["ground", "show"], Some(square))
}
