//! The screen: what hangs on the wall, from the umpire's window to a projector, or on a machine of its own by a key of its own.
//!
//! What it decides: what a screen shows: what neither side minds (when it is, the weather, the ground as it was before anybody
//! came), or where the umpire says so what one side knows.
//! What it never does: draw for both sides troops, control, supply, or what a crossing or a railway has become since; take
//! anything from whoever stands before it.

use maud::{Markup, html};

use ops::{View, pick};

use super::map::picture;
use super::proposals::NotKept;
use super::shell::hung_up;
use super::sides::chip;
use super::umpire_frame::{self, of, page};
use super::{door, join};
use crate::access::{Screen, new_key};
use crate::asked::{Asked, Given};
use crate::desk::{Reading, Refusal};
use crate::eyes::public;
use crate::news::Reader;
use crate::office::Office;
use paper::{Layer, Layers};

/// The layers that are the same for everybody.
const PUBLIC: [Layer; 5] = [Layer::Terrain, Layer::Grid, Layer::Rivers, Layer::Roads, Layer::Names];

/// The page in the umpire's own window.
pub(crate) fn show(office: &mut Office<'_>) -> Result<(u16, String), Refusal> {
    let reading = Reading::default();
    let map = drawn(office, &reading)?;
    let page = page(office, &reading, ("Screen", "/screen"), |campaign| board(campaign, &reading, &map))?;
    Ok((200, page))
}

/// Answers a screen: it has one page.
pub(crate) fn get(office: &mut Office<'_>, screen: &Screen, asked: &Asked) -> Given {
    match asked.path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["screen"] => of(hung(office, screen)),
        // Whatever is tapped on it, it stays.
        [] | [""] => Given::elsewhere("/screen"),
        ["j", _] => door::get(office, asked),
        _ => nothing(),
    }
}

/// The same words whatever is asked for.
pub(crate) fn nothing() -> Given {
    let remedy = "A screen shows its map and nothing else.";
    door::refused_with_way(404, "There is nothing here for you", remedy, ("/screen", "To the map"))
}

fn hung(office: &mut Office<'_>, screen: &Screen) -> Result<(u16, String), Refusal> {
    let reading = screen.reading();
    let map = drawn(office, &reading)?;
    let state = office.notice(&reading);
    let campaign = office.desk.look(&reading)?;
    Ok((200, hung_up(&campaign.title, state, &board(&campaign, &reading, &map))))
}

/// The map of those eyes, without the key, in which the sides stand in numbers.
fn drawn(office: &mut Office<'_>, reading: &Reading) -> Result<Markup, Refusal> {
    let is_hidden = |layer: &Layer| reading.side.is_none() && !PUBLIC.contains(layer);
    let hidden: Vec<Layer> = Layer::ALL.iter().copied().filter(is_hidden).collect();
    Ok(picture(&office.desk.situation(reading)?, &Layers::new(&[], &hidden), |_| html! {}))
}

fn board(campaign: &View, reading: &Reading, map: &Markup) -> Markup {
    let (bound, weather) = public(campaign);
    html! {
        div.board.screen {
            div.field { (map) div #pointer aria-hidden="true" { } }
            aside.panel data-part="now" {
                h1.when { (bound.label) }
                p { (bound.date.format("%A, %-d %B %Y")) }
                @if let Some(weather) = weather { p { (weather) } }
                @if let Some(side) = &reading.side { p { (chip(campaign, side)) " as it knows things" } }
            }
        }
    }
}

/// A new code for a screen that shows what is asked for.
pub(crate) fn add(office: &mut Office<'_>, asked: &Asked) -> Result<(u16, String), Refusal> {
    let campaign = umpire_frame::campaign(office)?;
    let side = asked.form("shows").map(|word| pick::side(&campaign, word)).transpose();
    let side = side.map_err(|error| office.desk.refused(error))?;
    let key = new_key().map_err(|error| Refusal::of(&error))?;
    office.keys.screens_made += 1;
    let number = office.keys.screens_made;
    office.keys.screens.push((key.clone(), Screen { number, side }));
    join::page(office, asked, Some((&format!("screen {number}"), &key)), None)
}

/// Takes a screen down: its key opens nothing any more.
pub(crate) fn take_down(office: &mut Office<'_>, number: &str) -> NotKept {
    let is_it = |screen: &Screen| screen.number.to_string() == number;
    let before = office.keys.screens.len();
    office.keys.screens.retain(|(_, screen)| !is_it(screen));
    if office.keys.screens.len() == before {
        return Err(Refusal::new(format!("there is no screen {number}")));
    }
    office.news.tell(Reader::Screen(number.parse().unwrap_or_default()), "bye", 0);
    Ok(None)
}

/// The screens that hang, and the form for another.
pub(super) fn all(campaign: &View, screens: &[Screen], last: u64) -> Markup {
    html! {
        h2 { "A screen on the wall" }
        p.quiet { "A machine at a projector shows a map, and nothing can be done there. Its code is good until the board is closed." }
        @for of in screens {
            article.pass {
                p { strong { "Screen " (of.number) } " · " @match of.side { Some(side) => { (chip(campaign, side.as_str())) " as it knows things" }, None => "what neither side minds" } }
                form method="post" action={"/screen/" (of.number) "/take-down"} { (super::form::hidden(last)) button type="submit" { "Take down" } }
            }
        }
        form.command method="post" action="/screen" {
            (super::form::hidden(last))
            fieldset { legend { "It shows" }
                label.radio { input type="radio" name="shows" value="" checked; "what neither side minds: the ground, the date, the weather" }
                @for side in &campaign.sides { label.radio { input type="radio" name="shows" value=(side.id); "what " (side.name) " knows" } }
            }
            div.buttons { button type="submit" { "Make a code for a screen" } }
        }
    }
}
