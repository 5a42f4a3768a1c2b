//! The map as text: a character a block, or four by two characters a square, with scale and legend.
//!
//! What it decides: which character stands for what, and which of several is shown.
//! What it never does: look anything up. It writes down a [`MapView`].

#[cfg(test)]
mod tests;
mod whole;
mod window;

use std::borrow::Cow;
use std::fmt::Write as _;

use domain::{RailState, RiverClass, RoadQuality, SideId, shown};

use super::drawn::drawn;
use super::page::Page;
use crate::model::map::{MapLines, MapSheet, MapView};
use crate::{Report, Table};

const CROSSING: char = '=';
const NO_CROSSING: char = '/';
const RAIL: char = '+';
const CUT_RAIL: char = '!';
const FRONT: char = '#';
const UNSEEN: char = '`';

/// A character and the colour in which it is written, if any.
#[derive(Clone, Copy)]
struct Mark {
    character: char,
    colour: Option<u8>,
}

impl Mark {
    const fn plain(character: char) -> Self {
        Self { character, colour: None }
    }

    const fn in_colour(character: char, colour: u8) -> Self {
        Self { character, colour: Some(colour) }
    }
}

/// Foreground colours of terminals.
const GREY: u8 = 90;
const BLUE: u8 = 36;
const YELLOW: u8 = 33;

impl Report for MapView {
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    fn drawing(&self, page: Page) -> Option<String> {
        Some(drawn(text(self, page.colour), page))
    }
}

/// The map as text; ends with a line end. In colour the sides' marks have their colours and rivers are blue.
pub fn text(view: &MapView, colour: bool) -> String {
    let view = &with_names_shown(view.clone());
    let mut lines = heading(view);
    if let Some(side) = view.drawn_for {
        lines.push(match &view.commander {
            Some(unit) => format!(
                "For the commander of {unit}: his own formations, and of others what {} has sighted.",
                name(view, side)
            ),
            None => format!("For {} only: its own formations, and of others what it has sighted.", name(view, side)),
        });
    }
    match &view.sheet {
        MapSheet::Whole(sheet) => whole::draw(view, sheet, colour, &mut lines),
        MapSheet::Window(sheet) => window::draw(view, sheet, colour, &mut lines),
    }
    lines
        .iter()
        .flat_map(|line| {
            [
                line.trim_end(),
                "
",
            ]
        })
        .collect()
}

/// The map with its names as they are shown: what is drawn around them may have colours, which are controls themselves.
fn with_names_shown(mut view: MapView) -> MapView {
    let clean = |text: &mut String| {
        if let Cow::Owned(plain) = shown(text) {
            *text = plain;
        }
    };
    clean(&mut view.title);
    view.commander.iter_mut().for_each(clean);
    view.sides.iter_mut().for_each(|side| clean(&mut side.name));
    view.places.iter_mut().for_each(|place| clean(&mut place.name));
    for crossing in &mut view.crossings {
        clean(&mut crossing.id);
        clean(&mut crossing.river);
    }
    if let MapSheet::Window(window) = &mut view.sheet {
        for key in &mut window.formations {
            clean(&mut key.id);
            clean(&mut key.name);
            key.brigades.iter_mut().for_each(clean);
        }
    }
    view
}

/// What it shows and when: on two lines where one is too long for the page.
fn heading(view: &MapView) -> Vec<String> {
    let line = format!("{}: {}", view.title, view.moment);
    if line.chars().count() <= view.width { vec![line] } else { vec![view.title.clone(), view.moment.clone()] }
}

fn name(view: &MapView, side: SideId) -> String {
    view.sides.iter().find(|s| s.id == side).map_or_else(|| side.to_string(), |s| s.name.clone())
}

/// The colour of a side on a terminal.
fn side_colour(view: &MapView, side: SideId) -> u8 {
    let word = view.sides.iter().find(|s| s.id == side).map_or("", |s| s.colour.as_str());
    match word {
        "red" => 31,
        "green" => 32,
        "yellow" | "brown" | "khaki" => 33,
        "blue" => 34,
        "magenta" | "purple" => 35,
        "black" | "grey" | "gray" | "feldgrau" => GREY,
        _ => 39,
    }
}

/// A row of marks as text.
fn written(marks: &[Mark], colour: bool) -> String {
    let mut line = String::new();
    for run in marks.chunk_by(|a, b| a.colour == b.colour) {
        let text: String = run.iter().map(|mark| mark.character).collect();
        match run[0].colour.filter(|_| colour) {
            Some(code) => {
                let _ = write!(line, "\u{1b}[{code}m{text}\u{1b}[0m");
            }
            None => line.push_str(&text),
        }
    }
    line
}

fn river(class: RiverClass) -> Mark {
    let character = match class {
        RiverClass::Major | RiverClass::Lake => '~',
        RiverClass::Medium => '"',
        RiverClass::Minor => '\'',
    };
    Mark::in_colour(character, BLUE)
}

fn crossing(usable: bool) -> Mark {
    Mark::in_colour(if usable { CROSSING } else { NO_CROSSING }, YELLOW)
}

fn rail(state: RailState) -> Mark {
    Mark::plain(if state == RailState::Open { RAIL } else { CUT_RAIL })
}

/// A road as it runs: across a side from west to east, or from north to south.
fn road(quality: RoadQuality, upright: bool) -> Mark {
    Mark::plain(match (quality, upright) {
        (RoadQuality::Good, false) => '-',
        (RoadQuality::Good, true) => '|',
        (RoadQuality::Poor, false) => '.',
        (RoadQuality::Poor, true) => ':',
    })
}

/// The railway or else the road over a side.
fn track(lines: MapLines, upright: bool) -> Option<Mark> {
    lines.rail.map(rail).or_else(|| lines.road.map(|quality| road(quality, upright)))
}

/// Items of a list, as many on a line as the width takes, in columns.
fn in_columns(items: &[String], width: usize, lines: &mut Vec<String>) {
    let widest = items.iter().map(|item| item.chars().count()).max().unwrap_or(1) + 2;
    let across = (width / widest).max(1);
    let down = items.len().div_ceil(across).max(1);
    for row in 0..down.min(items.len()) {
        let cells: Vec<String> = items.iter().skip(row).step_by(down).map(|item| format!("{item:widest$}")).collect();
        lines.push(cells.concat());
    }
}

/// Items one after another in lines of at most this width, none broken where it fits a line.
fn folded(items: &[String], width: usize, lines: &mut Vec<String>) {
    let mut line = String::new();
    for item in items {
        if !line.is_empty() && line.chars().count() + 3 + item.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push_str("   ");
        }
        line.push_str(item);
    }
    lines.push(line);
}
