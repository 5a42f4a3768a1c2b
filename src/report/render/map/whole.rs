//! The whole map, a character a block.

use super::{FRONT, GREY, Mark, UNSEEN, crossing, folded, in_columns, name, rail, river, road, side_colour, written};
use crate::model::map::{Block, MapPlace, MapView, Whole};
use crate::render::wrap::wrapped;
use domain::{RiverClass, SideId};

pub(super) fn draw(view: &MapView, sheet: &Whole, colour: bool, lines: &mut Vec<String>) {
    let km = |squares: u16| u64::from(squares) * u64::from(view.square_m);
    let squares = if sheet.across == 1 { "square" } else { "squares" };
    let scale = format!(
        "Scale: one character is {} {squares} across and {} down, {} by {} km.",
        sheet.across,
        sheet.down,
        kilometres(km(sheet.across)),
        kilometres(km(sheet.down)),
    );
    lines.extend(wrapped(&scale, view.width));
    lines.push(String::new());
    lines.push(header(sheet));
    for (number, row) in sheet.rows.iter().enumerate() {
        let above = number.checked_sub(1).and_then(|above| sheet.rows.get(above));
        let marks: Vec<Mark> = (0..row.len())
            .map(|col| {
                let up_and_down = [above, sheet.rows.get(number + 1)].into_iter().flatten();
                let beside = [col.checked_sub(1).and_then(|west| row.get(west)), row.get(col + 1)];
                let near: Vec<&Block> =
                    up_and_down.filter_map(|other| other.get(col)).chain(beside.into_iter().flatten()).collect();
                mark(view, &row[col], &near)
            })
            .collect();
        let number = numbered(sheet, number * usize::from(sheet.down));
        lines.push(format!("{number} {}", written(&marks, colour)));
    }
    lines.push(String::new());
    legend(view, sheet, lines);
    lines.push(String::new());
    let towns: Vec<String> = view.places.iter().map(|place| town(view, place)).collect();
    in_columns(&towns, view.width, lines);
}

/// A row of the list of towns; where units hide its letter their mark stands behind it.
fn town(view: &MapView, place: &MapPlace) -> String {
    let key = place.key.map_or_else(String::new, |key| key.to_string());
    let units = match place.held_by[..] {
        [] => String::new(),
        [side] => format!(" ({})", mark_of(view, side)),
        _ => " (%)".to_owned(),
    };
    format!("{key} {} {}{units}", place.square, place.name)
}

fn kilometres(metres: u64) -> String {
    if metres.is_multiple_of(1000) {
        (metres / 1000).to_string()
    } else {
        format!("{}.{}", metres / 1000, metres % 1000 / 100)
    }
}

/// The numbers of columns, one every ten characters.
fn header(sheet: &Whole) -> String {
    let blocks = sheet.rows.first().map_or(0, Vec::len);
    let number = |block| format!("{:<10}", numbered(sheet, block * usize::from(sheet.across)));
    let numbers: String = (0..blocks).step_by(10).map(number).collect();
    format!("{:1$}{numbers}", "", sheet.digits + 1)
}

/// A column or row, as the references of squares have it.
fn numbered(sheet: &Whole, number: usize) -> String {
    format!("{number:0digits$}", digits = sheet.digits)
}

/// What is shown of a block: a town where nobody stands, a crossing, who stands there, the front, a river, a railway, a
/// road, a minor river, who holds it.
fn mark(view: &MapView, block: &Block, near: &[&Block]) -> Mark {
    let lines = block.lines;
    let great = lines.river.filter(|class| *class > RiverClass::Minor);
    if let Some(key) = block.key.filter(|_| block.held_by.is_empty()) {
        return Mark::plain(key);
    }
    if let (Some(usable), Some(_), None) = (lines.crossing, great, block.key) {
        return crossing(usable);
    }
    match block.held_by[..] {
        [] => {}
        [side] if block.key.is_none() && is_seen_beside(block, near, side) => return river(RiverClass::Major),
        [side] => return Mark::in_colour(mark_of(view, side), side_colour(view, side)),
        _ => return Mark::plain('%'),
    }
    if lines.front && great.is_none() {
        return Mark::plain(FRONT);
    }
    let held = block.control.map_or(Mark::plain(' '), |side| shade(view, side));
    let water = great.or(block.water.then_some(RiverClass::Lake)).map(river);
    let drawn = water.or(lines.rail.map(rail)).or(lines.road.map(|quality| road(quality, false)));
    // A minor river bars nobody: it is drawn where there is nothing else.
    let drawn = drawn.or(lines.river.map(river));
    if block.unseen {
        return Mark::in_colour(drawn.map_or(UNSEEN, |mark| mark.character), GREY);
    }
    drawn.unwrap_or(held)
}

/// Whether a great river may hide the units of a side in a block, because a block beside it shows some of them.
fn is_seen_beside(block: &Block, near: &[&Block], side: SideId) -> bool {
    let great = |block: &Block| block.lines.river >= Some(RiverClass::Major);
    great(block) && near.iter().any(|other| !great(other) && other.held_by == [side])
}

fn mark_of(view: &MapView, side: SideId) -> char {
    view.sides.iter().find(|s| s.id == side).map_or('?', |s| s.mark)
}

/// Ground that a side holds: blank for the first, a small mark for the others.
fn shade(view: &MapView, side: SideId) -> Mark {
    let first = view.sides.first().is_none_or(|s| s.id == side);
    Mark::in_colour(if first { ' ' } else { ',' }, side_colour(view, side))
}

fn legend(view: &MapView, sheet: &Whole, lines: &mut Vec<String>) {
    // A side reads of the enemy where it has sighted any.
    let any = |is_shown: &dyn Fn(&Block) -> bool| view.drawn_for.is_none() || sheet.rows.iter().flatten().any(is_shown);
    let is_shown = |side: SideId| view.drawn_for == Some(side) || any(&|block| block.held_by.contains(&side));
    let shown = view.sides.iter().filter(|side| is_shown(side.id));
    let mut marks: Vec<String> = shown.map(|side| format!("{} {} fighting units", side.mark, side.name)).collect();
    if any(&|block| block.held_by.len() > 1) {
        marks.push("% both".to_owned());
    }
    marks.push("# front line".to_owned());
    let others: Vec<String> = view.sides.iter().skip(1).map(|side| name(view, side.id)).collect();
    marks.push(format!(", ground held by {}", others.join(" or ")));
    marks.extend(view.drawn_for.map(|_| format!("{UNSEEN} ground it does not see")));
    for fixed in [
        "~ great river or lake (before units of one side)",
        "\" river",
        "' minor river",
        "= crossing",
        "/ crossing not in use",
        "+ railway",
        "! railway cut",
        "- good road",
        ". poor road",
    ] {
        marks.push(fixed.to_owned());
    }
    marks.push("letters: the towns below, (..) whose units hide the letter".to_owned());
    folded(&marks, view.width, lines);
}
