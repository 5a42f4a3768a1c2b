//! The umpire's pages, and what he does.

use std::sync::Arc;

use domain::Bound;
use maud::html;

use ops::pick;
use ops::query::ThingKind;

use super::address::{SLID, past_of, then};
use super::card::Chosen;
use super::look_up::lookup;
use super::lookups::{self, LOOKUPS, Lookup};
use super::overlay::{Laid, Overlay};
use super::parts::{answer, named, square_title, under_its_name};
use super::printed::printed;
use super::proposals;
use super::umpire_frame::{goes_to, kept, links, nothing, of, page, page_of, run};
use super::{
    act, battle, decide, documents, door, grades, join, line, log, map, new, order, past, plan, post, screen, seek,
    sides, steps,
};
use crate::asked::{Asked, Given};
use crate::desk::{Reading, Refusal};
use crate::office::Office;

/// Answers a request for a page.
pub(crate) fn get(office: &mut Office<'_>, asked: &Asked) -> Given {
    let path: Vec<&str> = asked.path.iter().map(String::as_str).collect();
    let reading = Reading { at: asked.query("at").map(str::to_owned), ..Reading::default() };
    match path[..] {
        ["new", ..] => new::get(office, asked),
        ["j", _] => door::get(office, asked),
        _ if !office.desk.is_open() => Given::elsewhere("/new"),
        _ if let Some(word) = asked.query(SLID) => past::slid(office, asked, word),
        _ if reading.at.is_some()
            && let Err(refusal) = office.desk.look(&reading) =>
        {
            of(past::no_moment(office, asked, &refusal))
        }
        _ if reading.at.is_some() && past::is_for_now(&path) => of(past::page(office, &reading, asked)),
        [""] | [] => of(board(office, asked, &sides::eyes(&reading, asked, "/"))),
        ["do"] => of(act::commands(office)),
        ["do", name] => of(act::ask(office, asked, name)),
        ["line"] => of(act::line(office, asked.query("q").unwrap_or_default())),
        ["find"] => of(find(office, asked, &reading)),
        ["close"] => Given::elsewhere("/do/bound-close"),
        ["order"] => order::whom(office, asked),
        // Of the past no order is given: there one sees the formation as it was.
        ["order", unit] if reading.at.is_some() => Given::elsewhere(then(&reading, &format!("/unit/{unit}"))),
        ["order", unit] => of(order::page(office, asked, unit)),
        ["near", square] => of(map::near(office.desk, &sides::eyes(&reading, asked, "/"), square)),
        ["contacts"] => of(battle::contacts(office, &reading)),
        ["plan"] => of(plan::page(office, &reading, asked)),
        ["draw", square] => battle::draw::page(office, asked, square),
        ["battle", battle] => battle::show(office, &reading, battle).unwrap_or_else(|refusal| of(Err(refusal))),
        // One that is over is fought no more: its page says how it ended.
        ["battle", battle, "fight" | "result"] if battle::is_over(office, battle).unwrap_or(false) => {
            Given::elsewhere(format!("/battle/{}", map::encoded(battle)))
        }
        ["battle", battle, "fight"] => of(battle::fight::page(office, battle)),
        ["battle", battle, "result"] => of(battle::result::page(office, asked, battle)),
        ["unit", unit] => of(unit_page(office, &reading, unit)),
        ["square", square] => of(square_page(office, &reading, square)),
        ["history", unit] => of(history(office, &reading, asked, unit)),
        ["op", number] => {
            let (back, then) = (format!("/op/{number}/back"), format!("/?at=op:{number}"));
            let goes = [(&*back, "back to here"), (&*then, "as it stood then"), ("/log", "log")];
            // Where the campaign stands nobody goes back to.
            let goes = &goes[usize::from(*number == log::stands(office).to_string())..];
            let title = format!("Operation {number}");
            of(lookup(office, (&reading, &asked.query), &title, (&["op", "show"], Some(number)), goes))
        }
        ["op", number, "back"] => of(log::back(office, number)),
        ["print", what] => printed(office, &sides::of_document(&reading, asked), (what, asked.query("unit"))),
        ["documents"] => of(documents::page(office, &reading)),
        ["screen"] => of(screen::show(office)),
        ["join"] => of(join::page(office, asked, None, None)),
        ["player", number, how @ ("revoke" | "rekey")] => of(join::ask(office, number, how)),
        // Where a code was made stands its page, which is asked for again when something changes.
        ["player", ..] | ["screen", _, "take-down"] => Given::elsewhere("/join"),
        ["post"] => {
            office.has_read(None, "post");
            of(decide::page(office, None))
        }
        ["proposal", number] => decide::look(office, number),
        // What was sent to be taken or refused is asked for again where all of them stand.
        ["proposal", _, "take" | "refuse"] | ["message"] => Given::elsewhere("/post"),
        [name] => match LOOKUPS.iter().find(|Lookup(address, ..)| *address == name) {
            Some(Lookup(address, title, words, goes)) => {
                if *address == "grades" && reading.at.is_none() {
                    return of(grades::show(office, goes, None));
                }
                let reading = sides::eyes(&reading, asked, &format!("/{address}"));
                let closed = if *address == "report" { closed_then(office, &reading) } else { None };
                of(lookup(office, (&reading, &asked.query), title, (words, closed.as_deref()), goes))
            }
            None => nothing(asked),
        },
        _ => nothing(asked),
    }
}

/// The bound at which one looks back, where that is one of which there is a report.
fn closed_then(office: &mut Office<'_>, reading: &Reading) -> Option<String> {
    past::closed(office, reading.at.as_deref()?).ok().flatten().map(Bound::typed)
}

/// Does what a form wants.
pub(crate) fn post(office: &mut Office<'_>, asked: &Asked) -> Given {
    let path: Vec<&str> = asked.path.iter().map(String::as_str).collect();
    match path[..] {
        ["new", ..] => new::post(office, asked),
        _ if !office.desk.is_open() => Given::elsewhere("/new"),
        _ if asked.query("at").is_some() => {
            let at = asked.query("at").map(str::to_owned);
            of(past::page(office, &Reading { at, ..Reading::default() }, asked).map(|(_, page)| (409, page)))
        }
        ["do", name] if asked.form("as_file").is_some() => {
            act::file(office, asked, name).unwrap_or_else(|refusal| of(Err(refusal)))
        }
        ["do", name] => of(act::act(office, asked, name)),
        ["line"] => of(act::act_line(office, asked)),
        ["order", unit] if asked.is_a_look() => of(order::foreseen(office, asked, unit)),
        ["order", unit] => of(order::act(office, asked, unit)),
        ["plan"] => of(plan::act(office, asked)),
        ["draw", square] => battle::draw::act(office, asked, square),
        ["battle", battle, "fight"] => battle::fight::act(office, asked, battle),
        ["battle", battle, "result"] => of(battle::result::act(office, asked, battle)),
        ["grades"] => kept(grades::decide(office, lookups::goes_of("grades"), asked), "/grades"),
        ["player"] => of(join::add(office, asked)),
        ["player", number, "rekey"] => of(join::rekey(office, asked, number)),
        ["player", number, "revoke"] => kept(join::revoke(office, number), "/join"),
        ["player", number, how @ ("see-side" | "see-own")] => {
            kept(join::see(office, number, how == "see-side"), "/join")
        }
        ["proposal", number, how @ ("take" | "refuse")] => {
            kept(decide::decide(office, asked, number, how == "take"), "/post")
        }
        ["screen"] => of(screen::add(office, asked)),
        ["screen", number, "take-down"] => kept(screen::take_down(office, number), "/join"),
        ["message"] => kept(post::from_umpire(office, asked), "/post"),
        _ => nothing(asked),
    }
}

/// In the place of what could not be made outside the office: the form that asked for it, or why it was refused.
pub(crate) fn not_made(office: &mut Office<'_>, asked: &Asked, refusal: Refusal) -> Given {
    match &asked.path[..] {
        [first, name] if asked.posts && first == "do" => of(act::no_file(office, asked, name, refusal)),
        _ => of(Err(refusal)),
    }
}

/// What is found while one types: of the past no command.
fn find(office: &mut Office<'_>, asked: &Asked, reading: &Reading) -> Result<(u16, String), Refusal> {
    let (campaign, past) = (office.desk.look(reading)?, past_of(reading));
    // What a field of a form may be.
    let kinds: Vec<ThingKind> =
        asked.query("of").unwrap_or_default().split(',').filter_map(ThingKind::from_word).collect();
    let commands = if reading.at.is_none() && kinds.is_empty() { office.desk.commands() } else { &[] };
    let leads = seek::Leads { under: "", past: &past, commands, kinds: &kinds };
    Ok((200, seek::list(&campaign, leads, asked.query("q").unwrap_or_default()).into_string()))
}

/// The map with the steps of the bound beside it, and the card of what is chosen.
fn board(office: &mut Office<'_>, asked: &Asked, reading: &Reading) -> Result<(u16, String), Refusal> {
    let off = map::off(asked);
    let on = Overlay::of(asked.query("on").unwrap_or_default());
    let campaign = office.desk.look(reading)?;
    // The steps are the umpire's own, also beside what one side sees.
    let truth = match &reading.side {
        Some(_) => office.desk.look(&Reading { side: None, ..reading.clone() })?,
        None => Arc::clone(&campaign),
    };
    let side = reading.side.as_deref().map(|side| pick::side(&campaign, side)).transpose();
    let side = side.map_err(|error| office.desk.refused(error))?;
    let laid = Laid::of(office, &campaign, &on, side)?;
    // What is proposed is proposed now.
    let laid = if laid.has_orders() && reading.at.is_none() {
        let (players, sent, _) = proposals::all(office)?;
        laid.with_proposals(&campaign, side, (&players, &sent))
    } else {
        laid
    };
    let chosen = asked.query("sel").map(|word| Chosen::of(&campaign, word, side));
    let supplied = chosen.as_ref().and_then(|of| of.line(&campaign, side));
    let near = asked.query("near");
    let drawn = map::drawn_from(office.desk, reading, &map::layers(&off, &on), near, |place| {
        html! { (laid.drawn(&campaign, place)) @if let Some(of) = &supplied { (line::drawn(of, place)) } }
    })?;
    // What waits for him waits now.
    let waiting = if reading.at.is_none() { proposals::waiting(office)? } else { 0 };
    let address = reading.side.as_ref().map_or_else(|| "/".to_owned(), |side| format!("/?side={side}"));
    let address = then(reading, &address);
    let chosen = chosen.map(|of| (of.shown(|words, word| run(office, reading, words, Some(word))), of));
    let at = chosen.as_ref().and_then(|(_, of)| of.at().map(str::to_owned));
    let word = chosen.as_ref().map(|(_, of)| of.word().to_owned());
    let past = past_of(reading);
    let from = map::with(&address, &[("sel", &map::encoded(asked.query("sel").unwrap_or_default()))]);
    let page = page_of(office, (reading, &asked.query), ("Map", "/"), |campaign| {
        let links = links(campaign, &past);
        html! {
            h1.unseen { "Map" }
            div.board {
                div.field data-chosen=[word] data-at=[&at] { (map::controls(&address, &off, Some(&on))) (map::near_ways(campaign, &from, (near, at.as_deref()))) (drawn) }
                aside.panel {
                    @if let Some((shown, of)) = &chosen {
                        @let told = html! {
                            (of.things(campaign, side, &address))
                            @if let Some(of) = &supplied { (line::listed(of, campaign, &links)) }
                            (answer(shown, &links))
                        };
                        @let goes: Vec<(String, &str)> = of.does(campaign).into_iter().chain(of.page()).collect();
                        @let goes: Vec<(&str, &str)> = goes.iter().map(|(address, name)| (address.as_str(), *name)).collect();
                        (of.card(campaign, &told, &goes_to(reading, &goes), &address))
                    }
                    (sides::choice(campaign, reading, "/", reading.side.as_deref()))
                    div data-part="laid" { (laid.listed(&links)) }
                    (steps::list(&truth, &steps::steps(&truth, waiting), reading.at.is_none(), &links))
                }
            }
        }
    })?;
    Ok((200, page))
}

/// What became of a unit, with the way back to it.
fn history(office: &mut Office<'_>, reading: &Reading, asked: &Asked, unit: &str) -> Result<(u16, String), Refusal> {
    let title = format!("History of {}", named(&*office.desk.look(reading)?, unit));
    let (card, map) = (format!("/unit/{unit}"), format!("/?sel={unit}"));
    let goes = [(&*card, "all about it"), (&*map, "show on the map")];
    lookup(office, (reading, &asked.query), &title, (&["unit", "history"], Some(unit)), &goes)
}

fn unit_page(office: &mut Office<'_>, reading: &Reading, unit: &str) -> Result<(u16, String), Refusal> {
    let mut shown = run(office, reading, &["unit", "show"], Some(unit));
    let status = if shown.refusal.is_some() { 404 } else { 200 };
    let name = named(&*office.desk.look(reading)?, unit).to_owned();
    under_its_name(&mut shown, &name);
    let mut line = run(office, reading, &["supply", "trace"], Some(unit));
    under_its_name(&mut line, &name);
    let past = past_of(reading);
    let page = page(office, reading, (&name, "/orbat"), |campaign| {
        let links = links(campaign, &past);
        html! {
            h1 { (name) }
            // Of a unit that is not there nothing can be done.
            @if status == 200 {
                (goes_to(reading, &[
                    (&format!("/order/{unit}"), "Give an order"),
                    (&format!("/do/unit-set?words={unit}"), "Set strength or state"),
                    (&format!("/do/grade-set?unit={unit}"), "Set grade"),
                    (&format!("/history/{unit}"), "History"),
                    (&format!("/?sel={unit}"), "Show on the map"),
                ]))
            }
            div data-part="answer" {
                (answer(&shown, &links))
                @if line.refusal.is_none() {
                    h2 { "Line of supply" }
                    (answer(&line, &links))
                }
            }
        }
    })?;
    Ok((status, page))
}

fn square_page(office: &mut Office<'_>, reading: &Reading, square: &str) -> Result<(u16, String), Refusal> {
    let shown = run(office, reading, &["ground", "show"], Some(square));
    let status = if shown.refusal.is_some() { 404 } else { 200 };
    let past = past_of(reading);
    let title = square_title(&*office.desk.look(reading)?, square);
    let page = page(office, reading, (&title, "/"), |campaign| {
        let change = (format!("/do/ground-set?square={square}"), "Change it");
        let map = (format!("/?sel={square}"), "Show on the map");
        let goes: Vec<_> = [change].into_iter().chain(battle::draw::way(campaign, square)).chain([map]).collect();
        let goes: Vec<(&str, &str)> = goes.iter().map(|(address, name)| (address.as_str(), *name)).collect();
        html! {
            h1 { (title) }
            @if status == 200 { (goes_to(reading, &goes)) }
            div data-part="answer" { (answer(&shown, &links(campaign, &past))) }
        }
    })?;
    Ok((status, page))
}
