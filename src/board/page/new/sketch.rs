//! The map in the making as a picture: what the program makes of the files, on a plain grid.
//!
//! What it never does: look as the board does. It shows squares, sides and lines as they are counted, to draw on.

use std::fmt::Write as _;

use maud::{Markup, html};

use domain::{Edge, Point, SIDE_COLOURS, Square, SquareSide, Terrain};
use ops::View;
use ops::draft::{Fit, Location};

/// How wide a square is.
const SIDE: i64 = 20;
/// How wide a letter of a name is, about.
const LETTER: i64 = 3;

/// The picture underneath.
pub(super) struct Under {
    pub(super) fit: Fit,
    pub(super) address: String,
}

/// The picture.
pub(super) fn sketch(campaign: &View, under: Option<&Under>) -> Markup {
    let frame = &campaign.frame;
    let (width, height) = (i64::from(frame.columns) * SIDE, i64::from(frame.rows) * SIDE);
    let edge = 2 * letters(campaign);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("-{edge} -{edge} {} {}", width + 2 * edge, height + 2 * edge)) role="img" aria-label="the map in the making" {
            rect.land x="0" y="0" width=(width) height=(height) {}
            @if let Some(Under { fit, address }) = under {
                @let at = |hundredths: i32| f64::from(hundredths) * SIDE as f64 / 100.0;
                image #underlay href=(address) x=(at(fit.left)) y=(at(fit.top)) width=(at(fit.right - fit.left)) height=(at(fit.bottom - fit.top))
                    preserveAspectRatio="none" opacity=(f64::from(fit.strength) / 100.0) {}
            }
            g data-part="sketch" { (drawing(campaign, (width, height))) }
            g #stroke {}
        }
    }
}

fn drawing(campaign: &View, (width, height): (i64, i64)) -> Markup {
    html! {
        g.terrain { (terrain(campaign)) }
        g.control { (control(campaign)) }
        path.grid d=(grid(campaign, width, height)) {}
        g.numbers font-size=(letters(campaign)) { (numbers(campaign)) }
        g.rivers {
            @for river in &campaign.rivers {
                polyline class={"river " (river.class.as_str())} points=(course(campaign, &river.course)) data-table="rivers.csv" data-name=(river.name) { title { (river.name) } }
            }
        }
        g.roads {
            @for road in &campaign.roads {
                polyline class=(format!("road {}{}", road.quality.as_str(), if road.path.is_empty() { " unlaid" } else { "" })) points=(path(campaign, &road.path, &road.points)) data-table="roads.csv" data-name=(road.name) { title { (road.name) } }
            }
        }
        g.rails {
            @for rail in &campaign.railways {
                polyline.rail .unlaid[rail.path.is_empty()] points=(path(campaign, &rail.path, &rail.points)) data-table="rail.csv" data-name=(rail.name) { title { (rail.name) } }
                polyline.sleepers points=(path(campaign, &rail.path, &rail.points)) {}
            }
        }
        path.banks d=(sides(campaign, |side, _| campaign.ground.river(side).is_some())) {}
        path.front d=(front(campaign)) {}
        g.crossings { (crossings(campaign)) }
        g.places { (places(campaign)) }
        g.stocks { (stocks(campaign)) }
    }
}

/// Squares of the same ground in a row as one.
fn runs<T: PartialEq + Copy>(campaign: &View, of: &[T], shown: impl Fn(T) -> bool) -> Vec<(Square, i64, T)> {
    let frame = &campaign.frame;
    let mut runs: Vec<(Square, i64, T)> = Vec::new();
    for square in frame.squares() {
        let Some(&value) = of.get(frame.index(square)).filter(|value| shown(**value)) else { continue };
        match runs.last_mut() {
            Some((first, length, last))
                if *last == value
                    && first.row == square.row
                    && i64::from(first.col) + *length == i64::from(square.col) =>
            {
                *length += 1;
            }
            _ => runs.push((square, 1, value)),
        }
    }
    runs
}

fn terrain(campaign: &View) -> Markup {
    html! {
        @for (square, length, terrain) in runs(campaign, campaign.ground.terrains(), |terrain| terrain != Terrain::Open) {
            rect class=(terrain.as_str()) x=(i64::from(square.col) * SIDE) y=(i64::from(square.row) * SIDE) width=(length * SIDE) height=(SIDE) {}
        }
    }
}

fn control(campaign: &View) -> Markup {
    html! {
        @for (square, length, side) in runs(campaign, campaign.ground.controls(), |side| side.is_some()) {
            @let number = campaign.sides.iter().position(|of| Some(of.id) == side);
            @let colour = number.and_then(|at| campaign.sides.get(at)).map_or("", |side| side.colour.as_str());
            rect class={"held " (colour_class(colour, number.unwrap_or(0)))} x=(i64::from(square.col) * SIDE) y=(i64::from(square.row) * SIDE) width=(length * SIDE) height=(SIDE) {}
        }
    }
}

/// The class of a side's colour; of one that is no known word that of its number.
pub(super) fn colour_class(colour: &str, number: usize) -> String {
    SIDE_COLOURS
        .iter()
        .find(|known| known.eq_ignore_ascii_case(colour))
        .map_or(format!("c{}", number % 4), |known| format!("c-{known}"))
}

fn grid(campaign: &View, width: i64, height: i64) -> String {
    let mut path = String::new();
    for column in 0..=i64::from(campaign.frame.columns) {
        let _ = write!(path, "M{} 0v{height}", column * SIDE);
    }
    for row in 0..=i64::from(campaign.frame.rows) {
        let _ = write!(path, "M0 {}h{width}", row * SIDE);
    }
    path
}

/// How high the numbers along the edges are: to be read on a large map too.
fn letters(campaign: &View) -> i64 {
    (i64::from(campaign.frame.columns.max(campaign.frame.rows)) * SIDE / 150).max(6)
}

/// The numbers of columns and rows along the edges.
fn numbers(campaign: &View) -> Markup {
    let every = |count: u16| if count > 40 { 5 } else { 1 };
    let digits = campaign.frame.reference(Square::new(0, 0)).len() / 2;
    let (columns, rows) = (campaign.frame.columns, campaign.frame.rows);
    html! {
        @for column in (0..columns).step_by(every(columns)) { text x=(i64::from(column) * SIDE + SIDE / 2) y="-4" { (format!("{column:0digits$}")) } }
        @for row in (0..rows).step_by(every(rows)) { text x=(-letters(campaign)) y=(i64::from(row) * SIDE + SIDE / 2 + 2) { (format!("{row:0digits$}")) } }
    }
}

fn scaled(campaign: &View, Point { x, y }: Point) -> String {
    let square = f64::from(campaign.frame.square_m.max(1));
    format!("{:.1},{:.1}", x as f64 * SIDE as f64 / square, y as f64 * SIDE as f64 / square)
}

fn course(campaign: &View, course: &[domain::LatLon]) -> String {
    course.iter().map(|at| scaled(campaign, campaign.frame.course_point(*at))).collect::<Vec<_>>().join(" ")
}

/// The way of a line as it was laid; of one that could not be, straight between its points.
fn path(campaign: &View, path: &[Square], points: &[Location]) -> String {
    let centre = |square: &Square| scaled(campaign, campaign.frame.centre(*square));
    if !path.is_empty() {
        return path.iter().map(centre).collect::<Vec<_>>().join(" ");
    }
    let at = |point: &Location| match point {
        Location::Square(square) => Some(centre(square)),
        Location::At(at) => campaign.frame.point(*at).map(|point| scaled(campaign, point)),
        Location::Place(name) => {
            campaign.places.iter().find(|place| place.name == *name).map(|place| centre(&place.square))
        }
    };
    points.iter().filter_map(at).collect::<Vec<_>>().join(" ")
}

/// The sides between squares that different sides hold.
fn front(campaign: &View) -> String {
    let ground = &campaign.ground;
    sides(campaign, |_, [one, two]| {
        let (one, two) = (ground.control(one), ground.control(two));
        one != two && one.is_some() && two.is_some()
    })
}

/// Those sides between two squares of the map of which this is so.
fn sides(campaign: &View, is_drawn: impl Fn(SquareSide, [Square; 2]) -> bool) -> String {
    let frame = &campaign.frame;
    let mut path = String::new();
    for square in frame.squares() {
        for edge in [Edge::East, Edge::South] {
            let side = SquareSide { square, edge };
            let (_, other) = side.squares();
            if frame.contains(other) && is_drawn(side, [square, other]) {
                let (x, y) = (i64::from(other.col) * SIDE, i64::from(other.row) * SIDE);
                let _ = match edge {
                    Edge::East => write!(path, "M{x} {y}v{SIDE}"),
                    Edge::South => write!(path, "M{x} {y}h{SIDE}"),
                };
            }
        }
    }
    path
}

fn crossings(campaign: &View) -> Markup {
    html! {
        @for crossing in campaign.crossings.values() {
            @if let Some(side) = crossing.side {
                @let (one, other) = side.squares();
                @let (x, y) = (i64::from(one.col + other.col) * SIDE / 2 + SIDE / 2, i64::from(one.row + other.row) * SIDE / 2 + SIDE / 2);
                rect x=(x - 3) y=(y - 3) width="6" height="6" data-table="crossings.csv" data-name=(crossing.id) { title { (crossing.name) } }
            }
        }
    }
}

fn places(campaign: &View) -> Markup {
    html! {
        @for place in &campaign.places {
            @let (x, y) = (i64::from(place.square.col) * SIDE + SIDE / 2, i64::from(place.square.row) * SIDE + SIDE / 2);
            g class=(place.kind.as_str()) data-table="places.csv" data-name=(place.name) data-square=(campaign.frame.reference(place.square)) {
                circle cx=(x) cy=(y) r="2.4" {}
                // A name that would run over the edge of the map stands on the other side of its dot.
                @let runs_over = x + 4 + place.name.chars().count() as i64 * LETTER > i64::from(campaign.frame.columns) * SIDE;
                text x=(if runs_over { x - 4 } else { x + 4 }) y=(y - 3) text-anchor=[runs_over.then_some("end")] { (place.name) }
            }
        }
    }
}

fn stocks(campaign: &View) -> Markup {
    let at = |square: Square| (i64::from(square.col) * SIDE + SIDE / 2, i64::from(square.row) * SIDE + SIDE / 2);
    html! {
        @for railhead in campaign.railheads.values() {
            @let (x, y) = at(railhead.square);
            path.railhead .source[railhead.source] d=(format!("M{} {}h8l-4 7z", x - 4, y + 2)) data-table="railheads.csv" data-name=(railhead.id) { title { "railhead " (railhead.id) } }
        }
        @for dump in campaign.dumps.values() {
            @let (x, y) = at(dump.square);
            rect.dump .source[dump.source] x=(x - 8) y=(y + 2) width="6" height="6" data-table="dumps.csv" data-name=(dump.id) { title { "dump " (dump.id) } }
        }
    }
}
