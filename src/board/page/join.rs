//! Who plays from elsewhere: the umpire names players, gives and revokes their keys.

use maud::{Markup, html};
use qrcode::QrCode;
use qrcode::render::svg;
use qrcode::render::unicode::Dense1x2;

use ops::{NewPlayer, OpError, Player, View, pick};

use super::form::hidden;
use super::parts::{coded, refused};
use super::proposals::NotKept;
use super::shell::written;
use super::sides::chip;
use super::{screen, umpire_frame};
use crate::access::{Screen, new_key};
use crate::asked::Asked;
use crate::desk::{Reading, Refusal};
use crate::office::{Addresses, Office};
use crate::opened::Pass;

/// The page; after a key was made, with its code: it is shown this once. Where none could be made the form is as it was filled.
pub(crate) fn page(
    office: &mut Office<'_>,
    asked: &Asked,
    made: Option<(&str, &str)>,
    refusal: Option<&Refusal>,
) -> Result<(u16, String), Refusal> {
    let given = |name: &str| refusal.and_then(|_| asked.form(name));
    let players = office.players()?;
    let (last, Addresses { here, lan }) = (office.last, office.addresses.clone());
    let screens: Vec<Screen> = office.keys.screens.iter().map(|(_, screen)| screen.clone()).collect();
    let signs = made.map(|(_, key)| office.code_for(key)).transpose()?;
    let page = umpire_frame::page(office, &Reading::default(), ("Players", "/join"), |campaign| {
        html! {
            h1 { "Who plays from elsewhere" }
            @match &lan {
                None => p.warn { (coded("The board is open to this machine alone: `railhead board --lan` opens it to the network.")) },
                Some(address) => p.quiet { "Players find it at " (address) ". In this network anybody who can read along may see what they see: HTTP is not encrypted." }
            }
            @if let Some(refusal) = refusal { (refused(refusal)) }
            @if let (Some((name, key)), Some(signs)) = (made, &signs) {
                @let address = lan.as_ref().unwrap_or(&here);
                (code(name, &format!("{address}/j/{key}"), (address, signs)))
            }
            @for of in &players {
                article.pass {
                    p { strong { (of.name) } " · " (chip(campaign, of.side.as_str())) @if let Some(unit) = &of.commander { " · commands " (super::parts::named(campaign, unit.as_str())) @if of.sees_side { ", sees all that his side knows" } }
                        @if !of.may_enter { " " span.chip { "revoked" } } }
                    @if of.may_enter { a.button href={"/player/" (of.number) "/rekey"} { "New code" } }
                    @else { form method="post" action={"/player/" (of.number) "/rekey"} { (hidden(last)) button type="submit" { "New code" } } }
                    @if of.may_enter && of.commander.is_some() {
                        @let (how, what) = if of.sees_side { ("see-own", "Show his own formations alone") } else { ("see-side", "Show all that his side knows") };
                        form method="post" action={"/player/" (of.number) "/" (how)} { (hidden(last)) button type="submit" { (what) } }
                    }
                    @if of.may_enter {
                        a.button href={"/player/" (of.number) "/revoke"} { "Revoke" }
                    }
                }
            }
            h2 { "Name a player" }
            form.command method="post" action="/player" {
                (hidden(last))
                label { span { "Name" } input type="text" name="name" required maxlength="60" value=[given("name")]; }
                fieldset { legend { "Side" }
                    @for side in &campaign.sides { label.radio { input type="radio" name="side" value=(side.id) required checked[given("side") == Some(side.id.as_str())]; (side.name) } }
                }
                label { span { "Commands" } small { "The formation that is his; empty: all of the side." } input type="text" name="commander" value=[given("commander")]; }
                div.buttons { button.main type="submit" { "Make a code" } }
            }
            (screen::all(campaign, &screens, last))
        }
    })?;
    Ok((if refusal.is_some() { 422 } else { 200 }, page))
}

fn code(name: &str, address: &str, (board, signs): (&str, &str)) -> Markup {
    let drawn = QrCode::new(address.as_bytes()).map(|code| {
        code.render::<svg::Color<'_>>()
            .min_dimensions(220, 220)
            .dark_color(svg::Color("#000"))
            .light_color(svg::Color("#fff"))
            .build()
    });
    html! {
        section.code {
            h2 { "For " (name) }
            @if let Ok(drawn) = drawn { (written(drawn.trim_start_matches("<?xml version=\"1.0\" standalone=\"yes\"?>").to_owned())) }
            p { code { (address) } }
            p { "Or open " code { (board) } " there and type " strong.signs { (signs) } " within ten minutes." }
            p.quiet { "It is shown this once. It opens the board in that browser until you revoke it." }
        }
    }
}

/// Names a player.
pub(crate) fn add(office: &mut Office<'_>, asked: &Asked) -> Result<(u16, String), Refusal> {
    match named(office, asked) {
        Ok((name, key)) => page(office, asked, Some((&name, &key)), None),
        Err(refusal) => page(office, asked, None, Some(&refusal)),
    }
}

/// A new code of a player whom the umpire names with his side or the formation that he commands; a player of that name has it in
/// the place of the one that he had.
pub(crate) fn pass(office: &mut Office<'_>, name: &str, who: &str) -> Result<Pass, Refusal> {
    let campaign = umpire_frame::campaign(office)?;
    let (side, commander) = if let Ok(side) = pick::side(&campaign, who) {
        (side, None)
    } else {
        let unit = pick::unit(&campaign, who).map_err(|error| neither(office, &campaign, (name, who), error))?;
        (unit.side, Some(&unit.id))
    };
    let known = office.players()?;
    let is_he = |of: &&Player| of.name == name.trim() && of.side == side && of.commander.as_ref() == commander;
    let key = match known.iter().find(is_he) {
        Some(player) => {
            let key = new_key().map_err(|error| Refusal::of(&error))?;
            give(office, &player.number.to_string(), Some(&key))?;
            key
        }
        None => new_player(office, Some(name), side.as_str(), commander.map(domain::FormationId::as_str))?.1,
    };
    let Addresses { here, lan } = &office.addresses;
    let address = format!("{}/j/{key}", lan.as_ref().unwrap_or(here));
    // Light is drawn, dark is the ground: so it stands on the dark ground that the terminal is told to give it.
    let drawn = QrCode::new(address.as_bytes())
        .map(|code| code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build());
    Ok(Pass { name: name.trim().to_owned(), address, drawn: drawn.unwrap_or_default() })
}

/// Why a word says neither which side a player has nor which formation he commands.
fn neither(office: &Office<'_>, campaign: &View, (name, who): (&str, &str), error: OpError) -> Refusal {
    let is_unknown = matches!(error, OpError::Unknown { .. });
    let mut refusal = office.desk.refused(error);
    if is_unknown {
        refusal.message = format!("{name} cannot be given `{who}`, which is neither a side nor a formation");
    }
    let sides: Vec<String> = campaign.sides.iter().map(|side| format!("`{}` ({})", side.id, side.name)).collect();
    refusal.hints.insert(0, format!("a side is {}; or name the formation that he commands", sides.join(" or ")).into());
    refusal
}

/// The name of a player that is new, and his key.
fn named(office: &mut Office<'_>, asked: &Asked) -> Result<(String, String), Refusal> {
    new_player(office, asked.form("name"), asked.form("side").unwrap_or_default(), asked.form("commander"))
}

fn new_player(
    office: &mut Office<'_>,
    name: Option<&str>,
    side: &str,
    commander: Option<&str>,
) -> Result<(String, String), Refusal> {
    let campaign = umpire_frame::campaign(office)?;
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| Refusal::new("a player wants a name"))?;
    let side = pick::side(&campaign, side).map_err(|error| office.desk.refused(error))?;
    let commander = commander.map(|word| pick::unit(&campaign, word)).transpose();
    let commander = commander.map_err(|error| office.desk.refused(error))?;
    if let Some(unit) = commander.filter(|unit| unit.side != side) {
        return Err(Refusal::new(format!("{} is not of {side}", unit.name)));
    }
    let key = new_key().map_err(|error| Refusal::of(&error))?;
    let new = NewPlayer { name, side: &side, commander: commander.map(|unit| &unit.id), key: key.as_bytes() };
    office.in_session(|session| session.add_player(&new))?;
    Ok((name.to_owned(), key))
}

/// Gives a player a new key: the one he had is void.
pub(crate) fn rekey(office: &mut Office<'_>, asked: &Asked, number: &str) -> Result<(u16, String), Refusal> {
    let key = new_key().map_err(|error| Refusal::of(&error))?;
    let name = give(office, number, Some(&key))?;
    page(office, asked, Some((&name, &key)), None)
}

/// Asks before a player's key is taken from him, or another given in its place: his phone is shut out by either.
pub(crate) fn ask(office: &mut Office<'_>, number: &str, how: &str) -> Result<(u16, String), Refusal> {
    let (player, last) = (numbered(office, number)?, office.last);
    let name = player.name.as_str();
    let (asks, does) = match how {
        "revoke" => (format!("Revoke the code of {name}?"), "Revoke it"),
        _ => (format!("A new code for {name}?"), "Make a new code"),
    };
    let page = umpire_frame::page(office, &Reading::default(), (&asks, "/join"), |_| {
        html! {
            h1 { (asks) }
            p {
                "Where " (name) " has the board open it closes at once, and what was typed and not sent there is lost. "
                @if how == "revoke" { (name) " comes in again only with a new code." } @else { (name) " comes in again with the new code." }
            }
            p.quiet { "Proposals and messages stay." }
            form.buttons method="post" action={"/player/" (player.number) "/" (how)} {
                (hidden(last))
                button.main type="submit" data-key="x" { (does) " " kbd { "x" } }
                a.button href="/join" { "Not now" }
            }
        }
    })?;
    Ok((200, page))
}

/// Takes a player's key from him.
pub(crate) fn revoke(office: &mut Office<'_>, number: &str) -> NotKept {
    give(office, number, None).map(|_| None)
}

/// Lets a commander see all that his side knows, or what his own formations see.
pub(crate) fn see(office: &mut Office<'_>, number: &str, sees_side: bool) -> NotKept {
    let player = numbered(office, number)?;
    office.in_session(|session| session.let_player_see(player.number, sees_side))?;
    office.sees_otherwise(&Player { sees_side, ..player });
    Ok(None)
}

fn numbered(office: &mut Office<'_>, number: &str) -> Result<Player, Refusal> {
    let found = office.players()?.into_iter().find(|of| of.number.to_string() == number);
    found.ok_or_else(|| Refusal::new(format!("there is no player {number}")))
}

/// Gives a player this key, or none; what he is called.
fn give(office: &mut Office<'_>, number: &str, key: Option<&str>) -> Result<String, Refusal> {
    let player = numbered(office, number)?;
    office.in_session(|session| session.rekey_player(player.number, key.map(str::as_bytes)))?;
    office.revoked(player.number);
    Ok(player.name)
}
