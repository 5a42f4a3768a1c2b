//! The umpire's pages, and what he does.

use std::sync::Arc;

use maud::{Markup, html};

use ops::query::{LogSteps, ThingKind};
use ops::{View, pick};

use super::card::Chosen;
use super::links::Links;
use super::lookups::{LOOKUPS, Lookup};
use super::overlay::{Laid, Overlay};
use super::parts::{answer, named, refused, square_title, under_its_name};
use super::printed::printed;
use super::shell::{Shell, UMPIRE};
use super::under::under;
use super::{
    act, battle, decide, documents, door, fates, filter, grades, join, line, log, map, new, order, past, plan, post,
    screen, seek, sides, steps, timeline,
};
use crate::asked::{Asked, Given, Query};
use crate::desk::{Answer, Reading, Refusal};
use crate::office::Office;

/// Pages on which something is written.
const FORMS: [&str; 3] = ["/do", "/join", "/post"];

/// Answers a request for a page.
pub(crate) fn get(office: &mut Office<'_>, asked: &Asked) -> Given {
    let path: Vec<&str> = asked.path.iter().map(String::as_str).collect();
    let reading = Reading { at: asked.query("at").map(str::to_owned), ..Reading::default() };
    match path[..] {
        ["new", ..] => new::get(office, asked),
        ["j", _] => door::get(office, asked),
        _ if !office.desk.is_open() => Given::elsewhere("/new"),
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
        ["battle", battle, "fight"] => of(battle::fight::page(office, battle)),
        ["battle", battle, "result"] => of(battle::result::page(office, asked, battle)),
        ["unit", unit] => of(unit_page(office, &reading, unit)),
        ["square", square] => of(square_page(office, &reading, square)),
        ["history", unit] => {
            of(lookup(office, (&reading, &asked.query), "History", (&["unit", "history"], Some(unit)), &[]))
        }
        ["op", number] => {
            let (back, then) = (format!("/op/{number}/back"), format!("/?at=op:{number}"));
            let goes = [(&*back, "back to here"), (&*then, "as it stood then"), ("/log", "log")];
            of(lookup(office, (&reading, &asked.query), "Operation", (&["op", "show"], Some(number)), &goes))
        }
        ["op", number, "back"] => of(log::back(office, number)),
        ["print", what] => printed(office, &sides::of_document(&reading, asked), (what, asked.query("unit"))),
        ["documents"] => of(documents::page(office, &reading)),
        ["screen"] => of(screen::show(office)),
        ["join"] => of(join::page(office, asked, None, None)),
        // Where a code was made stands its page, which is asked for again when something changes.
        ["player", ..] => Given::elsewhere("/join"),
        ["post"] => {
            office.has_read(None, "post");
            of(decide::page(office, None))
        }
        [name] => match LOOKUPS.iter().find(|Lookup(address, ..)| *address == name) {
            Some(Lookup(address, title, words, goes)) => {
                if *address == "grades" && reading.at.is_none() {
                    return of(grades::page(office, (title, words), goes));
                }
                let reading = sides::eyes(&reading, asked, &format!("/{address}"));
                of(lookup(office, (&reading, &asked.query), title, (words, None), goes))
            }
            None => nothing(asked),
        },
        _ => nothing(asked),
    }
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
        ["player"] => of(join::add(office, asked)),
        ["player", number, "rekey"] => of(join::rekey(office, asked, number)),
        ["player", number, "revoke"] => kept(join::revoke(office, number), "/join"),
        ["proposal", number, how @ ("take" | "refuse")] => {
            kept(decide::decide(office, asked, number, how == "take"), "/post")
        }
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

/// What a page came to: itself with its status, or a refusal as a page.
pub(crate) fn of(page: Result<(u16, String), Refusal>) -> Given {
    match page {
        Ok((status, page)) => Given::page(status, page),
        Err(refusal) => {
            let told = html! { (refused(&refusal)) p.goes { a.button href="/" { "To the map" } } };
            Given::page(400, super::shell::plain("Refused", &told))
        }
    }
}

/// Where one goes on from what was kept: to a page that can be asked for again. What was not kept is shown.
pub(crate) fn kept(came: Result<Option<(u16, String)>, Refusal>, page: &str) -> Given {
    match came.transpose() {
        Some(shown) => of(shown),
        None => Given::elsewhere(page),
    }
}

pub(crate) fn nothing(asked: &Asked) -> Given {
    door::refused(404, "There is no such page", &format!("{} leads nowhere; the board begins at /", asked.address()))
}

/// A page of the umpire's within its frame, whose address is its path alone.
pub(crate) fn page(
    office: &mut Office<'_>,
    reading: &Reading,
    titled: (&str, &str),
    body: impl FnOnce(&View) -> Markup,
) -> Result<String, Refusal> {
    page_of(office, (reading, &[]), titled, body)
}

/// The same of one with more in its address, which stays when another moment is looked at.
pub(super) fn page_of(
    office: &mut Office<'_>,
    (reading, query): (&Reading, &Query),
    (title, open): (&str, &str),
    body: impl FnOnce(&View) -> Markup,
) -> Result<String, Refusal> {
    let campaign = office.desk.look(reading)?;
    let running = if reading.at.is_none() { campaign.bound } else { office.desk.look(&Reading::default())?.bound };
    let last = office.last;
    // A form is for now: from there one looks back at the map.
    let address = if FORMS.contains(&open) { "/" } else { "" };
    let kept = if address.is_empty() { past::kept(query) } else { Vec::new() };
    let begins = format!("{address}?{}", past::as_query(&kept));
    let past = timeline::line(running, reading.at.as_deref().map(|at| (at, campaign.bound)), &begins);
    let shell = Shell {
        campaign: &campaign.title,
        title,
        open,
        bar: UMPIRE,
        who: "Umpire",
        under: under(&campaign, reading, (&past, address, &kept), office),
        state: last,
        past: reading.at.as_deref(),
        counts: &[],
    };
    Ok(shell.page(&body(&campaign)))
}

pub(crate) const fn links<'a>(campaign: &'a View, past: &'a str) -> Links<'a> {
    Links::new(campaign, "", past)
}

pub(crate) fn past_of(reading: &Reading) -> String {
    reading.at.as_ref().map(|at| format!("?at={at}")).unwrap_or_default()
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
    let chosen = asked.query("sel").map(|word| Chosen::of(&campaign, word, side));
    let supplied = chosen.as_ref().and_then(|of| of.line(&campaign, side));
    let near = asked.query("near");
    let drawn = map::drawn_from(office.desk, reading, &map::layers(&off, &on), near, |place| {
        html! { (laid.drawn(place)) @if let Some(of) = &supplied { (line::drawn(of, place)) } }
    })?;
    // What waits for him waits now.
    let waiting = if reading.at.is_none() { post::waiting(office)? } else { 0 };
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
                        @let goes: Vec<(String, &str)> = of.does().into_iter().chain(of.page()).collect();
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

/// Does a command that reads, with the eyes of the page, of a thing or of all.
pub(crate) fn run(office: &mut Office<'_>, reading: &Reading, words: &[&str], of: Option<&str>) -> Answer {
    let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    words.extend(reading.flags());
    // What an address names is never taken for a flag.
    words.extend(of.into_iter().flat_map(|of| ["--", of]).map(str::to_owned));
    office.desk.run(&words)
}

/// Where something is done, at the beginning of its address: of the past nothing is.
const DONE_AT: [&str; 7] = ["/do/", "/order/", "/order?", "/draw/", "/line", "/new", "/op/"];

/// What one goes to from a page: in the past what is looked at, as it was then, and nothing that is done.
pub(crate) fn goes_to(reading: &Reading, goes: &[(&str, &str)]) -> Markup {
    let is_now = reading.at.is_none();
    let shown = |(address, _): &&(&str, &str)| is_now || !DONE_AT.iter().any(|begin| address.starts_with(begin));
    html! {
        p.goes { @for (address, name) in goes.iter().filter(shown) { a.button href=(then(reading, address)) { (name) } " " } }
    }
}

/// An address at the moment that is looked at.
pub(crate) fn then(reading: &Reading, address: &str) -> String {
    let Some(at) = &reading.at else { return address.to_owned() };
    format!("{address}{}at={at}", if address.contains('?') { '&' } else { '?' })
}

pub(super) fn lookup(
    office: &mut Office<'_>,
    (reading, query): (&Reading, &Query),
    title: &str,
    (words, of): (&[&str], Option<&str>),
    goes: &[(&str, &str)],
) -> Result<(u16, String), Refusal> {
    let takes_moment = office.desk.commands().iter().any(|command| command.begins(words) && command.has("as_of"));
    let now = Reading { at: None, ..reading.clone() };
    let open = format!("/{}", LOOKUPS.iter().find(|of| of.1 == title).map_or("", |of| of.0));
    let (narrowed, word) = filter::words(query, &open);
    let words: Vec<&str> = words.iter().copied().chain(narrowed.iter().map(String::as_str)).collect();
    let mut found = run(office, if takes_moment { reading } else { &now }, &words, of.or(word.as_deref()));
    if title == "Log" {
        let stands = office.steps.undo.as_ref().map_or(1, |last| last.op);
        log::newest_first(&mut found, reading.at.is_none(), Some(stands));
    }
    let status = if found.refusal.is_some() && of.is_some() { 404 } else { 200 };
    let past = past_of(reading);
    // Where there is nothing to take back or bring back it is not offered.
    let LogSteps { undo, redo, .. } = &office.steps;
    let is_offered = |(address, _): &&(&str, &str)| match *address {
        "/do/undo" => undo.is_some(),
        "/do/redo" => redo.is_some(),
        _ => true,
    };
    let goes: Vec<(&str, &str)> = goes.iter().filter(is_offered).copied().collect();
    let lately = if title == "Orders" && reading.at.is_none() {
        let campaign = office.desk.look(reading)?;
        fates::lately(office, &campaign)?
    } else {
        html! {}
    };
    let campaign = office.desk.look(reading)?;
    let filters = filter::form((&open, query), office.desk.commands(), &campaign);
    let page = page_of(office, (reading, query), (title, &open), |campaign| {
        let mut links = links(campaign, &past);
        links.operations = title == "Log";
        html! {
            h1 { (title) }
            (goes_to(reading, &goes))
            @if sides::can_be_of(&open) { (sides::choice(campaign, reading, &open, reading.side.as_deref())) }
            (filters)
            div data-part="answer" { (answer(&found, &links)) }
            (lately)
        }
    })?;
    Ok((status, page))
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
            (goes_to(reading, &[
                (&format!("/order/{unit}"), "Give an order"),
                (&format!("/do/unit-set?words={unit}"), "Set strength or state"),
                (&format!("/do/grade-set?unit={unit}"), "Set grade"),
                (&format!("/history/{unit}"), "History"),
                (&format!("/?sel={unit}"), "Show on the map"),
            ]))
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
        html! {
            h1 { (title) }
            (goes_to(reading, &[
                (&format!("/do/ground-set?square={square}"), "Change it"),
                (&format!("/draw/{square}"), "Draw a battle here"),
                (&format!("/?sel={square}"), "Show on the map"),
            ]))
            div data-part="answer" { (answer(&shown, &links(campaign, &past))) }
        }
    })?;
    Ok((status, page))
}

/// The campaign as the umpire knows it now.
pub(crate) fn campaign(office: &mut Office<'_>) -> Result<Arc<View>, Refusal> {
    office.desk.look(&Reading::default())
}
