//! A window of the map, square by square.

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Formation, MapFrame, Tree};
use domain::{Arm, Echelon, PlaceKind, SideId, Square, Terrain};

use super::{Layers, MapCrossing, MapLines, MapPlace, map_crossing, map_place, weight};

/// Characters before each row.
const MARGIN: usize = 4;
/// Characters to a square.
const SQUARE: usize = 4;

/// A window of the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Window {
    /// The square around which it is drawn.
    pub centre: String,
    /// The numbers of its columns, as in references.
    pub columns: Vec<String>,
    /// Its rows, from the north: number and squares.
    pub rows: Vec<(String, Vec<WindowSquare>)>,
    /// The formations in it and their letters, by side and order of battle.
    pub formations: Vec<FormationKey>,
    /// What of the distance asked for has no room on the page; none where all is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<ClippedWindow>,
    #[serde(skip)]
    corners: (Square, Square),
}

/// Columns that were asked for and are not drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClippedWindow {
    /// Which: to the west, to the east, as `02-07`.
    pub columns: Vec<String>,
    /// A centre for each with which it is seen.
    pub at: Vec<String>,
    /// The greatest distance that the page has room for.
    pub radius: u16,
    /// How wide a page would have to be.
    pub width: usize,
}

/// A square of a window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WindowSquare {
    /// Its reference.
    pub square: String,
    /// What its ground is.
    pub terrain: Terrain,
    /// Who holds it.
    pub control: Option<SideId>,
    /// Whether the side for which it is drawn does not see it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
    /// The place in it that matters most.
    pub place: Option<PlaceKind>,
    /// The formations that have fighting leaves in it, or where nobody fights HQs or vehicles, by letter and side.
    pub keys: Vec<(char, SideId)>,
    /// What lies on its eastern side.
    pub east: MapLines,
    /// What lies on its southern side.
    pub south: MapLines,
}

/// A formation of a window and its letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FormationKey {
    /// Its letter; `?` where the letters have run out.
    pub key: char,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// The squares of the window in which it has its letter.
    pub squares: Vec<String>,
    /// Where in the window its HQ stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hq: Option<String>,
    /// The brigades under it that have fighting leaves in the window, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub brigades: Vec<String>,
}

/// How wide the page of a window is that goes so many squares in each direction.
pub(super) fn width(radius: u16) -> usize {
    MARGIN + SQUARE * (2 * usize::from(radius) + 1)
}

/// The squares around one, up to a distance, as far as the width allows.
pub(super) fn make(layers: &Layers<'_>, centre: Square, radius: u16, width: usize) -> Window {
    let frame = layers.frame();
    let room = (width.saturating_sub(MARGIN) / SQUARE).max(1) as u16;
    let radius_across = radius.min(room.saturating_sub(1) / 2);
    let span =
        |at: u16, by: u16, count: u16| at.saturating_sub(by)..=at.saturating_add(by).min(count.saturating_sub(1));
    let (cols, rows) = (span(centre.col, radius_across, frame.columns), span(centre.row, radius, frame.rows));
    let squares: Vec<Vec<Square>> =
        rows.clone().map(|row| cols.clone().map(|col| Square::new(col, row)).collect()).collect();
    let (formations, keys) = keyed(layers, squares.iter().flatten().copied());
    let number = |number: u16| numbered(frame, number);
    let row = |(row, squares): (u16, Vec<Square>)| {
        (number(row), squares.into_iter().map(|square| window_square(layers, square, &keys)).collect())
    };
    Window {
        centre: frame.reference(centre),
        columns: cols.clone().map(number).collect(),
        corners: (Square::new(*cols.start(), *rows.start()), Square::new(*cols.end(), *rows.end())),
        rows: rows.zip(squares).map(row).collect(),
        formations,
        cut: cut(frame, centre, radius, radius_across),
    }
}

/// The number of a column or row, as in references.
fn numbered(frame: &MapFrame, number: u16) -> String {
    let digits = domain::digits_of(frame.columns, frame.rows);
    format!("{number:0digits$}")
}

/// The columns within the distance asked for and not within that for which there is room.
fn cut(frame: &MapFrame, centre: Square, radius: u16, across: u16) -> Option<ClippedWindow> {
    let (at, last) = (centre.col, frame.columns.saturating_sub(1));
    let west = (at.saturating_sub(radius), at.saturating_sub(across));
    let east = (at.saturating_add(across).min(last), at.saturating_add(radius).min(last));
    let strips =
        [(west.0, west.1.checked_sub(1), west.0 + across), (east.0 + 1, Some(east.1), east.1.saturating_sub(across))];
    let strips =
        strips.iter().filter_map(|(low, high, at)| Some((*low, (*high)?, *at))).filter(|(low, high, _)| low <= high);
    let strips: Vec<(u16, u16, u16)> = strips.collect();
    let columns = |(low, high, _): &(u16, u16, u16)| {
        let (first, last) = (numbered(frame, *low), numbered(frame, *high));
        if low == high { first } else { format!("{first}-{last}") }
    };
    let farthest = radius.min(at.max(last.saturating_sub(at)));
    (!strips.is_empty()).then(|| ClippedWindow {
        columns: strips.iter().map(columns).collect(),
        at: strips.iter().map(|(_, _, at)| frame.reference(Square::new(*at, centre.row))).collect(),
        radius: across,
        width: width(farthest),
    })
}

type Keys = BTreeMap<Square, Vec<(char, SideId)>>;

fn window_square(layers: &Layers<'_>, square: Square, keys: &Keys) -> WindowSquare {
    let lines = |east, south| layers.side_to(square, east, south).map(|side| layers.lines(side)).unwrap_or_default();
    let places = layers.places.get(&square).into_iter().flatten();
    WindowSquare {
        square: layers.frame().reference(square),
        terrain: layers.terrain(square),
        control: layers.control(square),
        unseen: layers.is_unseen(square),
        place: places.map(|place| place.kind).min_by_key(|kind| weight(*kind)),
        keys: keys.get(&square).cloned().unwrap_or_default(),
        east: lines(1, 0),
        south: lines(0, 1),
    }
}

/// What of a formation stands in a window.
#[derive(Default)]
struct Standing<'a> {
    squares: Vec<Square>,
    hq: Option<Square>,
    brigades: Vec<&'a Formation>,
}

/// The formations whose leaves stand in these squares, with letters, and the letters by square. HQs and vehicles have one only
/// where nobody fights; where an HQ stands is told wherever that is.
fn keyed(layers: &Layers<'_>, squares: impl Iterator<Item = Square>) -> (Vec<FormationKey>, Keys) {
    let tree = Tree::new(layers.campaign);
    let mut found: BTreeMap<&str, Standing<'_>> = BTreeMap::new();
    for square in squares {
        let (fighters, staff) = (layers.fighters.get(&square), layers.staff.get(&square));
        for leaf in fighters.or(staff).into_iter().flatten() {
            let of = named_by(&tree, leaf);
            let standing = found.entry(of.id.as_str()).or_default();
            if standing.squares.last() != Some(&square) {
                standing.squares.push(square);
            }
            let brigade = tree.at_level(leaf, Echelon::Brigade).filter(|brigade| brigade.id != of.id);
            if let Some(brigade) =
                brigade.filter(|brigade| standing.brigades.iter().all(|known| known.id != brigade.id))
            {
                standing.brigades.push(brigade);
            }
        }
        for hq in staff.into_iter().flatten().filter(|leaf| leaf.arm == Arm::Hq) {
            let of = named_by(&tree, hq);
            if of.id == hq.id || hq.parent.as_ref() == Some(&of.id) {
                found.entry(of.id.as_str()).or_default().hq.get_or_insert(square);
            }
        }
    }
    let (mut letters, mut formations, mut keys) = (Letters::new(layers), Vec::new(), Keys::new());
    // Divisions and brigades have the first letters, and come first in a square, before corps and army troops.
    let (lower, upper): (Vec<_>, Vec<_>) = tree.all().into_iter().partition(|f| f.echelon <= Echelon::Division);
    for formation in lower.into_iter().chain(upper) {
        let Some(standing) = found.get_mut(formation.id.as_str()) else { continue };
        standing.squares.sort_unstable();
        standing.brigades.sort_unstable_by_key(|brigade| brigade.order);
        let key = letters.next(formation.side);
        for square in &standing.squares {
            keys.entry(*square).or_default().push((key, formation.side));
        }
        formations.push(FormationKey {
            key,
            id: formation.id.to_string(),
            name: formation.name.clone(),
            side: formation.side,
            squares: standing.squares.iter().map(|square| layers.frame().reference(*square)).collect(),
            hq: standing.hq.map(|square| layers.frame().reference(square)),
            brigades: standing.brigades.iter().map(|brigade| brigade.name.clone()).collect(),
        });
    }
    (formations, keys)
}

/// The formation under whose name a leaf is shown: its division; the brigade or corps that stands in the place of one;
/// for corps and army troops the corps or army.
fn named_by<'a>(tree: &Tree<'a>, leaf: &'a Formation) -> &'a Formation {
    let mut shown = leaf;
    while let Some(parent) = tree.parent(shown) {
        let stands_alone =
            shown.echelon == Echelon::Brigade || (shown.echelon == Echelon::Regiment && shown.leaf.is_none());
        let goes_up = match parent.echelon {
            Echelon::Battalion | Echelon::Regiment | Echelon::Brigade | Echelon::Division => true,
            Echelon::Corps => shown.echelon < Echelon::Division,
            Echelon::Army => shown.echelon < Echelon::Division && !stands_alone,
            Echelon::ArmyGroup => false,
        };
        if !goes_up {
            break;
        }
        shown = parent;
    }
    shown
}

/// Letters for formations: capitals for the first side, small ones for the others, digits when those have run out.
struct Letters {
    first: Option<SideId>,
    capitals: std::ops::RangeInclusive<char>,
    small: std::ops::RangeInclusive<char>,
    digits: std::ops::RangeInclusive<char>,
}

impl Letters {
    fn new(layers: &Layers<'_>) -> Self {
        let first = layers.campaign.sides.first().map(|side| side.id);
        Self { first, capitals: 'A'..='Z', small: 'a'..='z', digits: '0'..='9' }
    }

    fn next(&mut self, side: SideId) -> char {
        let own = if self.first == Some(side) { self.capitals.next() } else { self.small.next() };
        own.or_else(|| self.digits.next()).unwrap_or('?')
    }
}

fn lies_in(window: &Window, square: Square) -> bool {
    let (low, high) = window.corners;
    (low.col..=high.col).contains(&square.col) && (low.row..=high.row).contains(&square.row)
}

/// The places of a window, by square.
pub(super) fn places(layers: &Layers<'_>, window: &Window) -> Vec<MapPlace> {
    let inside = layers.places.iter().filter(|(square, _)| lies_in(window, **square));
    inside.flat_map(|(_, places)| places).map(|place| map_place(layers.frame(), place, None)).collect()
}

/// The crossings that a window draws, by id: those on the eastern and southern sides of its squares, its edge included.
pub(super) fn crossings(layers: &Layers<'_>, window: &Window) -> Vec<MapCrossing> {
    let placed = layers.campaign.crossings.values().filter_map(|crossing| crossing.side.map(|side| (crossing, side)));
    let drawn = placed.filter(|(_, side)| lies_in(window, side.square));
    drawn.map(|(crossing, side)| map_crossing(layers.campaign, crossing, side)).collect()
}
