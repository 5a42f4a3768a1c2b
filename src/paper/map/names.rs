//! Places with their names, and the names of rivers.

use domain::PlaceKind;
use report::model::situation::MapPlaceAt;

use super::Drawing;
use super::placing::Placing;
use crate::curve::{chains, corners};
use crate::fonts::Font;
use crate::layer::Layer;
use crate::palette::{INK, WATER_EDGE, WHITE};
use crate::svg::{Point, Rect, Svg, number};

/// Millimetres to a point of type.
const PT: f64 = 0.3528;
/// How many points of a chain of river sides its name wants at least.
const LONG_RIVER: usize = 9;

/// A name and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct PlacedName {
    pub(crate) kind: PlaceKind,
    pub(crate) name: String,
    pub(crate) dot: Point,
    pub(crate) size: f64,
    pub(crate) width: f64,
    /// None where there was no room.
    pub(crate) rect: Option<Rect>,
}

/// The size of a name in points, and its font.
fn type_of(kind: PlaceKind) -> (f64, Font) {
    match kind {
        PlaceKind::City => (10.5, Font::Bold),
        PlaceKind::Town => (7.5, Font::Bold),
        PlaceKind::Railhead => (5.8, Font::Bold),
        PlaceKind::Station | PlaceKind::Airfield | PlaceKind::Village => (5.1, Font::Medium),
    }
}

/// The name of a place with its size, not placed yet.
pub(crate) fn name_of(drawing: &Drawing<'_>, place: &MapPlaceAt) -> PlacedName {
    let (points, font) = type_of(place.kind);
    let size = points * PT * drawing.sheet.text;
    let name = if place.kind == PlaceKind::City { place.name.to_uppercase() } else { place.name.clone() };
    let name = drawing.fonts.fitted(font, size, &name, 46.0);
    let width = drawing.fonts.width(font, size, &name);
    PlacedName { kind: place.kind, name, dot: drawing.sheet.centre(place.square), size, width, rect: None }
}

impl Drawing<'_> {
    pub(super) fn draw_names(&self, svg: &mut Svg, placing: &Placing) {
        if !self.has(Layer::Names) {
            return;
        }
        svg.group("names");
        self.draw_river_names(svg);
        for name in &placing.names {
            self.draw_dot(svg, name);
        }
        for name in &placing.names {
            if let Some(rect) = name.rect {
                let (_, font) = type_of(name.kind);
                let at = (rect.x, rect.y + rect.height * 0.5 + name.size * 0.35);
                self.text(svg, font, name.size, at, &name.name).halo().fill(INK);
            }
        }
        svg.close();
    }

    fn draw_dot(&self, svg: &mut Svg, name: &PlacedName) {
        let scale = self.sheet.text;
        let at = name.dot;
        match name.kind {
            PlaceKind::City => svg.circle(at, 0.85 * scale).fill(WHITE).outline(INK, 0.5 * scale).end(),
            PlaceKind::Town => svg.circle(at, 0.6 * scale).fill(WHITE).outline(INK, 0.32 * scale).end(),
            PlaceKind::Railhead => {
                let d = format!("M{} {}l.8 1.35h-1.6z", number(at.0), number(at.1 - 0.85));
                svg.path(&d).fill(INK).outline(WHITE, 0.2).end();
            }
            PlaceKind::Station => {
                let d = format!("M{} {}l.5 .9h-1z", number(at.0), number(at.1 - 0.55));
                svg.path(&d).fill(INK).outline(WHITE, 0.18).end();
            }
            PlaceKind::Airfield => {
                let d = format!("M{} {}h1.4m-.7-.7v1.4", number(at.0 - 0.7), number(at.1));
                svg.path(&d).stroke(INK, 0.3).end();
            }
            PlaceKind::Village => svg.circle(at, 0.36 * scale).fill(INK).end(),
        }
    }

    /// The name of each river once, along the straightest part of its longest run.
    fn draw_river_names(&self, svg: &mut Svg) {
        let mut named: Vec<&str> = Vec::new();
        for river in self.situation.rivers.iter().rev() {
            if named.contains(&river.name.as_str()) || river.name.is_empty() {
                continue;
            }
            let in_window = river.sides.iter().filter(|side| self.situation.window.contains(side.square));
            let longest =
                chains(in_window.map(|side| corners(*side))).into_iter().max_by_key(|chain| chain.nodes.len());
            let Some(chain) = longest.filter(|chain| chain.nodes.len() >= LONG_RIVER) else { continue };
            named.push(&river.name);
            let middle = chain.nodes.len() / 2;
            let [from, at, to] = [middle - 4, middle, middle + 4]
                .map(|place| self.sheet.node(chain.nodes[place.min(chain.nodes.len() - 1)]));
            let (dx, dy) = if to.0 < from.0 { (from.0 - to.0, from.1 - to.1) } else { (to.0 - from.0, to.1 - from.1) };
            let turn = format!("rotate({} {} {})", number(dy.atan2(dx).to_degrees()), number(at.0), number(at.1));
            let size = 5.6 * PT * self.sheet.text;
            let text = self.text(svg, Font::Medium, size, (at.0, at.1 - 1.0 * self.sheet.lines), &river.name);
            text.halo().turned(&turn).fill_middle(WATER_EDGE);
        }
    }
}
