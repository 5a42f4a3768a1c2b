//! One square as text.

use domain::{RiverClass, shown};

use super::drawn::drawn;
use super::page::Page;
use crate::model::map::ground::{GroundMines, GroundSide, GroundStore, GroundView};
use crate::{Report, Table};

/// Beyond this many characters the name of a leaf goes on a line of its own.
const WIDTH: usize = 80;

impl Report for GroundView {
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    fn drawing(&self, page: Page) -> Option<String> {
        Some(drawn(text(self), page))
    }
}

/// The square in words, a fact a line; ends with a line end.
pub fn text(view: &GroundView) -> String {
    let held = view.control.map_or_else(|| "held by nobody".to_owned(), |side| format!("held by {side}"));
    let mut lines = vec![format!("{}  {}, {held}", view.square, view.terrain)];
    for place in &view.places {
        let prepared = if place.prepared { ", prepared for defence" } else { "" };
        lines.push(format!("  {} ({}{prepared})", place.name, place.kind));
    }
    lines.extend(view.mines.as_ref().map(mines_line));
    for side in &view.sides {
        lines.extend(side_lines(side));
    }
    lines.push(String::new());
    lines.extend(leaf_lines(view));
    lines.extend(view.dumps.iter().map(|dump| store_line("dump", dump)));
    lines.extend(view.railheads.iter().map(|railhead| store_line("railhead", railhead)));
    lines.iter().flat_map(|line| [shown(line.trim_end()), "\n".into()]).collect()
}

fn mines_line(mines: &GroundMines) -> String {
    let state = match (mines.lies, mines.gapped) {
        (false, _) => ", being laid",
        (true, true) => ", gapped",
        (true, false) => "",
    };
    let note = if mines.note.is_empty() { String::new() } else { format!(" ({})", mines.note) };
    format!("  mines of {}{state}{note}", mines.side)
}

fn side_lines(side: &GroundSide) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    if let Some(river) = &side.river {
        let water = if river.class == RiverClass::Lake { "" } else { " river" };
        facts.push(format!("{}{water} {}", river.class, river.name));
    }
    for crossing in &side.crossings {
        let state = if crossing.open {
            "open"
        } else if crossing.state == "open" {
            "outside its dates"
        } else {
            &crossing.state
        };
        facts.push(format!("{} `{}` ({}), {state}", crossing.kind, crossing.id, crossing.carries));
    }
    if let Some(road) = side.road {
        facts.push(format!("{road} road"));
        facts.extend(side.roads.iter().map(|name| format!("  {name}")));
    }
    for rail in &side.railways {
        let users: Vec<_> = rail.users.iter().map(ToString::to_string).collect();
        let users =
            if users.is_empty() { "used by nobody".to_owned() } else { format!("used by {}", users.join(", ")) };
        facts.push(format!("railway, {} mm, {users}, {}", rail.gauge, rail.state));
        facts.push(format!("  {}", rail.name));
    }
    if facts.is_empty() {
        facts.push("open side".to_owned());
    }
    let head = |number| if number == 0 { format!("{:5} {}", side.towards, side.square) } else { String::new() };
    facts.iter().enumerate().map(|(number, fact)| format!("  {:12}  {fact}", head(number))).collect()
}

fn leaf_lines(view: &GroundView) -> Vec<String> {
    if view.leaves.is_empty() {
        return vec![view.drawn_for.map_or_else(
            || "nobody stands here".to_owned(),
            |side| format!("no leaves of {side} here, and nobody else has been sighted"),
        )];
    }
    let width = view.leaves.iter().map(|leaf| leaf.id.chars().count()).max().unwrap_or_default();
    let line = |leaf: &crate::model::map::ground::GroundLeaf| {
        let strength = format!("{}/{} SP", leaf.sp, leaf.sp_full);
        let stands = format!("{:3} {:width$}  {strength:>9}  {}, {}", leaf.side, leaf.id, leaf.posture, leaf.state);
        let whole = format!("{stands}  {}", leaf.name);
        if whole.chars().count() <= WIDTH { vec![whole] } else { vec![stands, format!("      {}", leaf.name)] }
    };
    view.leaves.iter().flat_map(line).collect()
}

fn store_line(what: &str, store: &GroundStore) -> String {
    let source = if store.source { ", a source" } else { "" };
    format!("{what} `{}` of {}{source}: {}", store.id, store.of, store.name)
}
