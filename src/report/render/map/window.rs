//! A window of the map, four characters by two a square: the square itself, its eastern and its southern side.

use domain::{PlaceKind, RiverClass, SideId, Terrain};

use super::{FRONT, GREY, Mark, UNSEEN, crossing, folded, in_columns, river, road, side_colour, track, written};
use crate::model::map::{ClippedWindow, FormationKey, MapLines, MapView, Window, WindowSquare};
use crate::render::wrap::wrapped;

pub(super) fn draw(view: &MapView, sheet: &Window, colour: bool, lines: &mut Vec<String>) {
    lines.push(format!("Around {}: a square is four characters and two lines, its sides included.", sheet.centre));
    lines.push(String::new());
    let columns: Vec<String> = sheet.columns.iter().map(|number| format!("{number:4}")).collect();
    lines.push(format!("    {}", columns.concat()));
    for (number, (label, squares)) in sheet.rows.iter().enumerate() {
        let above =
            number.checked_sub(1).and_then(|above| sheet.rows.get(above)).map(|(_, squares)| squares.as_slice());
        let next = sheet.rows.get(number + 1).map(|(_, squares)| squares.as_slice());
        lines.push(format!("{label:4}{}", written(&square_line(view, squares, above), colour)));
        lines.push(format!("    {}", written(&side_line(squares, next), colour)));
    }
    if let Some(cut) = &sheet.cut {
        cut_off(view, cut, lines);
    }
    legend(view, sheet, lines);
    formations(view, sheet, lines);
    places(view, lines);
    crossings(view, lines);
}

/// What the page has no room for, and how to see it.
fn cut_off(view: &MapView, cut: &ClippedWindow, lines: &mut Vec<String>) {
    let centres: Vec<String> = cut.at.iter().map(|at| format!("`--at {at}`")).collect();
    let said = [
        format!("Too wide for the page: columns {};", cut.columns.join(", ")),
        format!("{} shows them, or a page of {} characters;", centres.join(" or "), cut.width),
        format!("`--radius {}` fits.", cut.radius),
    ];
    lines.push(String::new());
    lines.extend(wrapped(&said.join(" "), view.width));
}

/// The squares of a row, each with its eastern side.
fn square_line(view: &MapView, squares: &[WindowSquare], above: Option<&[WindowSquare]>) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (number, square) in squares.iter().enumerate() {
        let west = number.checked_sub(1).map(|west| squares[west].east).unwrap_or_default();
        let north = above.and_then(|row| row.get(number)).map(|square| square.south).unwrap_or_default();
        marks.extend(content(view, square, west, north));
        marks.push(eastern(square.east));
    }
    marks
}

/// The three characters of a square: formations, and the place or terrain; roads where there is nothing else.
fn content(view: &MapView, square: &WindowSquare, west: MapLines, north: MapLines) -> [Mark; 3] {
    let fill = filling(view, square);
    let (from_west, to_east) = (track(west, false), track(square.east, false));
    let upright = track(north, true).or_else(|| track(square.south, true));
    let middle = from_west.or(to_east).or(upright);
    let key =
        |number: usize| square.keys.get(number).map(|(key, side)| Mark::in_colour(*key, side_colour(view, *side)));
    let second = if square.keys.len() > 2 { Some(Mark::plain('+')) } else { key(1) };
    [
        key(0).or(from_west).unwrap_or(fill),
        second.or(middle).unwrap_or(fill),
        square.place.map(|kind| Mark::plain(place_mark(kind))).or(to_east).unwrap_or(fill),
    ]
}

/// What fills a square in which nothing is: its terrain, or whose it is.
fn filling(view: &MapView, square: &WindowSquare) -> Mark {
    match square.terrain {
        Terrain::Close => Mark::plain(';'),
        Terrain::Marsh => Mark::plain('_'),
        Terrain::Lake => river(RiverClass::Lake),
        Terrain::Open | Terrain::Town | Terrain::City if square.unseen => Mark::in_colour(UNSEEN, GREY),
        Terrain::Open | Terrain::Town | Terrain::City => {
            let first = view.sides.first().map(|side| side.id);
            let other = square.control.filter(|side| first != Some(*side));
            other.map_or(Mark::plain(' '), |side| Mark::in_colour(',', side_colour(view, side)))
        }
    }
}

fn place_mark(kind: PlaceKind) -> char {
    match kind {
        PlaceKind::City => '@',
        PlaceKind::Town => '&',
        PlaceKind::Village => '*',
        PlaceKind::Station | PlaceKind::Railhead => '%',
        PlaceKind::Airfield => '^',
    }
}

fn eastern(lines: MapLines) -> Mark {
    let bridge = lines.crossing.map(crossing);
    let front = lines.front.then_some(Mark::plain(FRONT));
    let water = lines.river.filter(|class| !is_forded(lines, *class)).map(river);
    bridge.or(water).or(front).or(track(lines, false)).unwrap_or(Mark::plain(' '))
}

/// Whether a road or railway passes a river without a bridge, as it may a small one.
fn is_forded(lines: MapLines, class: RiverClass) -> bool {
    class == RiverClass::Minor && (lines.road.is_some() || lines.rail.is_some())
}

/// The southern sides of a row, each with the corner east of it.
fn side_line(squares: &[WindowSquare], next: Option<&[WindowSquare]>) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (number, square) in squares.iter().enumerate() {
        marks.extend(southern(square.south));
        let below = next.and_then(|row| row.get(number)).map(|square| square.east).unwrap_or_default();
        let beside = squares.get(number + 1).map(|square| square.south).unwrap_or_default();
        marks.push(corner([square.east, square.south, below, beside]));
    }
    marks
}

fn southern(lines: MapLines) -> [Mark; 3] {
    let front = lines.front.then_some(Mark::plain(FRONT));
    let water = lines.river.map(river);
    let line = water.or(front).unwrap_or(Mark::plain(' '));
    let over = lines.road.filter(|_| lines.rail.is_none()).map(|quality| road(quality, true));
    let passing = over.or(track(lines, true));
    let barred = lines.river.is_some_and(|class| !is_forded(lines, class));
    let front_on_water = front.filter(|_| water.is_some());
    let middle = lines.crossing.map(crossing).or(front_on_water).or(passing.filter(|_| !barred));
    [line, middle.unwrap_or(line), line]
}

/// A corner: the river or the front that runs through it.
fn corner(around: [MapLines; 4]) -> Mark {
    let classes: Vec<_> = around.iter().filter_map(|lines| lines.river).collect();
    let fronts = around.iter().filter(|lines| lines.front).count();
    let water = classes.iter().max().copied().filter(|_| classes.len() > 1).map(river);
    water.or((fronts > 1).then_some(Mark::plain(FRONT))).unwrap_or(Mark::plain(' '))
}

fn legend(view: &MapView, sheet: &Window, lines: &mut Vec<String>) {
    let mut marks = vec!["# front line".to_owned()];
    // A side reads of the enemy where it has sighted any.
    let is_shown = |side: SideId| {
        view.drawn_for.is_none_or(|own| own == side) || sheet.formations.iter().any(|of| of.side == side)
    };
    if let Some(first) = view.sides.first().filter(|side| is_shown(side.id)) {
        marks.push(format!("A-Z {}", first.name));
    }
    for other in view.sides.iter().skip(1) {
        if is_shown(other.id) {
            marks.push(format!("a-z {}", other.name));
        }
        marks.push(format!(", ground of {}", other.name));
    }
    marks.extend(view.drawn_for.map(|_| format!("{UNSEEN} ground it does not see")));
    marks.push("+ after a letter: more formations".to_owned());
    marks.push("HQs and vehicles have their formation's letter only where nobody fights".to_owned());
    for fixed in [
        "~ great river or lake",
        "\" river",
        "' brook",
        "= crossing",
        "/ crossing not in use",
        "+ railway",
        "! railway cut",
        "-| good road",
        ".: poor road",
        "@ city",
        "& town",
        "* village",
        "% station",
        "^ airfield",
        "; close country",
        "_ marsh",
    ] {
        marks.push(fixed.to_owned());
    }
    folded(&marks, view.width, lines);
}

fn formations(view: &MapView, sheet: &Window, lines: &mut Vec<String>) {
    for side in &view.sides {
        let own: Vec<&FormationKey> = sheet.formations.iter().filter(|formation| formation.side == side.id).collect();
        if own.is_empty() {
            continue;
        }
        lines.push(String::new());
        lines.push(format!("{}:", side.name));
        for formation in own {
            lines.push(formation_line(formation, view.width));
            if !formation.brigades.is_empty() {
                folded_under(&formation.brigades, view.width, lines);
            }
        }
    }
}

/// Names one after another below a line.
fn folded_under(names: &[String], width: usize, lines: &mut Vec<String>) {
    lines.extend(wrapped(&format!("  {}", names.join(", ")), width));
}

/// A formation with its squares, as many as the line takes and how many more there are.
fn formation_line(formation: &FormationKey, width: usize) -> String {
    let hq = formation.hq.as_ref().map(|square| format!(", HQ {square}")).unwrap_or_default();
    let colon = if hq.is_empty() || formation.squares.is_empty() { "" } else { ":" };
    let mut line = format!("{} {} ({}){hq}{colon}", formation.key, formation.name, formation.id);
    for (number, square) in formation.squares.iter().enumerate() {
        let left = formation.squares.len() - number;
        let more = format!(" +{left}");
        let room = if left == 1 { 0 } else { more.len() };
        if number > 0 && line.chars().count() + 1 + square.len() + room > width {
            line.push_str(&more);
            break;
        }
        line.push(' ');
        line.push_str(square);
    }
    line
}

fn places(view: &MapView, lines: &mut Vec<String>) {
    if view.places.is_empty() {
        return;
    }
    lines.push(String::new());
    lines.push("Places:".to_owned());
    let names: Vec<String> =
        view.places.iter().map(|place| format!("{} {} {}", place_mark(place.kind), place.square, place.name)).collect();
    in_columns(&names, view.width, lines);
}

fn crossings(view: &MapView, lines: &mut Vec<String>) {
    if view.crossings.is_empty() {
        return;
    }
    lines.push(String::new());
    lines.push("Crossings:".to_owned());
    for there in &view.crossings {
        let mark = crossing(there.open).character;
        let state = if there.open { String::new() } else { format!(", {}", not_open(&there.state)) };
        let (one, other) = &there.squares;
        lines.push(format!(
            "{mark} {one}-{other} {} `{}`, {} ({}){state}",
            there.kind, there.id, there.river, there.carries
        ));
    }
}

fn not_open(state: &str) -> &str {
    if state == "open" { "outside its dates" } else { state }
}
