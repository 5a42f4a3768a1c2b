//! One square as text.

use domain::{RiverClass, shown};

use super::drawn::drawn;
use super::page::Page;
use crate::model::NamedSide;
use crate::model::map::ground::{GroundLeaf, GroundMines, GroundPlace, GroundSide, GroundStore, GroundView};
use crate::{Cell, Column, Report, Table};

impl Report for GroundView {
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    fn page_tables(&self) -> Vec<Table> {
        let stands = (!self.leaves.is_empty()).then(|| leaves_table(self));
        let stores = (!self.dumps.is_empty() || !self.railheads.is_empty()).then(|| stores_table(self));
        [Some(facts_table(self)), stands, stores, Some(sides_table(self))].into_iter().flatten().collect()
    }

    fn drawing(&self, page: Page) -> Option<String> {
        Some(drawn(text(self, page.width), page))
    }
}

/// What it is, who holds it, and whether anybody stands there.
fn facts_table(view: &GroundView) -> Table {
    let places: Vec<String> = view.places.iter().map(place_words).collect();
    let held_by =
        view.control.as_ref().map_or_else(|| "held by nobody".to_owned(), |side| format!("held by {}", side.id));
    let mut facts = vec![
        ("ground", Cell::new(view.terrain)),
        ("control", Cell::new(held(view)).meaning(held_by)),
        ("places", Cell::new(places.join("\n"))),
        ("mines", Cell::maybe(view.mines.as_ref().map(mines_words))),
    ];
    if view.leaves.is_empty() {
        facts.push(("troops", Cell::new(nobody(view))));
    }
    Table::of_facts("", facts)
}

fn leaves_table(view: &GroundView) -> Table {
    let columns = ["who", "id", "side"].map(Column::text).into_iter();
    let columns = columns.chain([Column::number("SP"), Column::text("posture"), Column::text("state")]);
    let mut table = Table::new("Who stands here", columns.collect());
    for leaf in &view.leaves {
        let posture = leaf.posture.map(|posture| posture.to_string().replace('_', " "));
        let state = leaf.state.map(|state| state.to_string().replace('_', " "));
        let state = state.or_else(|| leaf.seen.as_ref().map(|when| format!("seen {when}")));
        let texts = [leaf.strength(), posture, state].map(Option::unwrap_or_default);
        let [strength, posture, state] = texts;
        let whose = [Cell::new(&leaf.name), Cell::new(&leaf.id), Cell::from(&leaf.side)];
        table.row(whose.into_iter().chain([strength, posture, state].map(Cell::from)));
    }
    table
}

fn stores_table(view: &GroundView) -> Table {
    let mut table = Table::new("Stores", ["what", "name", "id", "of"].map(Column::text).into());
    let stores = [("dump", &view.dumps), ("railhead", &view.railheads)];
    for (what, store) in stores.into_iter().flat_map(|(what, all)| all.iter().map(move |store| (what, store))) {
        let what = if store.source { format!("{what}, a source") } else { what.to_owned() };
        let of = Cell::new(&store.called[1]).meaning(&*store.of);
        table.row([Cell::new(what), Cell::new(&store.name), Cell::new(&store.id), of]);
    }
    table
}

fn sides_table(view: &GroundView) -> Table {
    let mut table = Table::new("Its sides", ["towards", "square", "what lies there"].map(Column::text).into());
    for side in &view.sides {
        table.row([side.towards.to_owned(), side.square.clone(), side_facts(side).join("\n")]);
    }
    table
}

/// The square in words, a fact a line, on a page of this width; ends with a line end.
pub fn text(view: &GroundView, width: usize) -> String {
    let mut lines = vec![format!("{}  {}, {}", view.square, view.terrain, held(view))];
    lines.extend(view.places.iter().map(|place| format!("  {}", place_words(place))));
    lines.extend(view.mines.as_ref().map(|mines| format!("  {}", mines_words(mines))));
    for side in &view.sides {
        lines.extend(side_lines(side));
    }
    lines.push(String::new());
    lines.extend(leaf_lines(view, width));
    lines.extend(view.dumps.iter().map(|dump| format!("dump {}", store_line(dump))));
    lines.extend(view.railheads.iter().map(|head| format!("railhead {}, on {}", store_line(head), head.name)));
    lines.iter().flat_map(|line| [shown(line.trim_end()), "\n".into()]).collect()
}

fn held(view: &GroundView) -> String {
    view.control.as_ref().map_or_else(|| "held by nobody".to_owned(), |side| format!("held by {}", side.name()))
}

fn place_words(place: &GroundPlace) -> String {
    let prepared = if place.prepared { ", prepared for defence" } else { "" };
    format!("{} ({}{prepared})", place.name, place.kind)
}

fn mines_words(mines: &GroundMines) -> String {
    let state = match (mines.lies, mines.gapped) {
        (false, _) => ", being laid",
        (true, true) => ", gapped",
        (true, false) => "",
    };
    let note = if mines.note.is_empty() { String::new() } else { format!(" ({})", mines.note) };
    format!("{} mines{state}{note}", mines.side.name())
}

fn side_lines(side: &GroundSide) -> Vec<String> {
    let head = |number| if number == 0 { format!("{:5} {}", side.towards, side.square) } else { String::new() };
    side_facts(side).iter().enumerate().map(|(number, fact)| format!("  {:12}  {fact}", head(number))).collect()
}

/// What lies there, a fact a line; names stand apart below what they are of.
fn side_facts(side: &GroundSide) -> Vec<String> {
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
        let users: Vec<_> = rail.users.iter().map(NamedSide::name).collect();
        let users =
            if users.is_empty() { "used by nobody".to_owned() } else { format!("used by {}", users.join(", ")) };
        facts.push(format!("railway, {} mm, {users}, {}", rail.gauge, rail.state));
        facts.push(format!("  {}", rail.name));
    }
    if facts.is_empty() {
        facts.push("open side".to_owned());
    }
    facts
}

/// That nobody stands there, as far as the reader knows.
fn nobody(view: &GroundView) -> String {
    view.drawn_for.as_ref().map_or_else(
        || "nobody stands here".to_owned(),
        |side| format!("no leaves of {} here, and nobody else has been sighted", side.name()),
    )
}

/// Who stands there; names for which the lines have no room go on lines of their own, before the rest.
fn leaf_lines(view: &GroundView, page: usize) -> Vec<String> {
    if view.leaves.is_empty() {
        return vec![nobody(view)];
    }
    let widest = |of: &dyn Fn(&GroundLeaf) -> usize| view.leaves.iter().map(of).max().unwrap_or_default();
    let (side, width) = (widest(&|leaf| leaf.side.name().chars().count()), widest(&|leaf| leaf.id.chars().count()));
    let name = widest(&|leaf| leaf.name.chars().count());
    let parts = |leaf: &GroundLeaf| {
        let strength = leaf.strength().map(|sp| format!("{sp} SP")).unwrap_or_default();
        let how = match (leaf.posture, leaf.state, &leaf.seen) {
            (Some(posture), Some(state), _) => format!("{posture}, {state}"),
            (.., Some(when)) => format!("seen {when}"),
            _ => String::new(),
        };
        (format!("{:side$} {:name$}", leaf.side.name(), leaf.name), format!("{:width$}  {strength:>9}  {how}", leaf.id))
    };
    let rows: Vec<(String, String)> = view.leaves.iter().map(parts).collect();
    let has_room = rows.iter().all(|(who, stands)| who.chars().count() + 2 + stands.chars().count() <= page);
    let line = |(who, stands): (String, String)| {
        if has_room { vec![format!("{who}  {stands}")] } else { vec![who, format!("      {stands}")] }
    };
    rows.into_iter().flat_map(line).collect()
}

/// What a store is called, with its id where that is another word, and whose it is.
fn store_line(store: &GroundStore) -> String {
    let source = if store.source { ", a source" } else { "" };
    let [called, owner] = &store.called;
    let id = if *called == store.id { String::new() } else { format!(" (`{}`)", store.id) };
    format!("{called}{id} of {owner}{source}")
}
