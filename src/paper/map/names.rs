//! Places with their names, and the names of rivers.

use domain::PlaceKind;
use report::model::situation::MapPlaceAt;

use super::Drawing;
use crate::fonts::Font;
use crate::layer::Layer;
use crate::palette::{INK, WATER_EDGE, WHITE};
use crate::svg::{Point, Rect, Svg, number};

/// Millimetres to a point of type.
const PT: f64 = 0.3528;

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
    /// Whether a line goes from its dot to it.
    pub(crate) has_leader: bool,
}

impl PlacedName {
    /// The same where it has found room.
    pub(crate) fn at(self, rect: Rect) -> Self {
        Self { rect: Some(rect), ..self }
    }
}

/// The name of a river and where it stands, turned along it.
#[derive(Debug, Clone)]
pub(crate) struct PlacedRiver {
    pub(crate) name: String,
    pub(crate) at: Point,
    /// By how much it is turned, in radians.
    pub(crate) angle: f64,
}

/// The size of the name of a river.
pub(crate) fn river_size(drawing: &Drawing<'_>) -> f64 {
    5.6 * PT * drawing.sheet.text
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
    let dot = drawing.sheet.centre(place.square);
    PlacedName { kind: place.kind, name, dot, size, width, rect: None, has_leader: false }
}

impl Drawing<'_> {
    pub(super) fn draw_names(&self, svg: &mut Svg, (names, rivers): (&[PlacedName], &[PlacedRiver])) {
        if !self.has(Layer::Names) {
            return;
        }
        svg.group("names");
        self.draw_river_names(svg, rivers);
        for name in names {
            self.draw_dot(svg, name);
        }
        svg.close();
    }

    /// The names over the lines that lead to symbols, and over their own: no symbol stands where they do.
    pub(super) fn draw_names_over(&self, svg: &mut Svg, names: &[PlacedName]) {
        if self.has(Layer::Names) {
            svg.group("names-over");
            names.iter().filter(|name| name.has_leader).for_each(|name| draw_leader(svg, name));
            for name in names {
                self.draw_name(svg, name);
            }
            svg.close();
        }
    }

    fn draw_name(&self, svg: &mut Svg, name: &PlacedName) {
        let Some(rect) = name.rect else { return };
        let (_, font) = type_of(name.kind);
        let at = (rect.x, rect.y + rect.height * 0.5 + name.size * 0.35);
        self.text(svg, font, name.size, at, &name.name).halo().fill(INK);
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
            PlaceKind::Airfield => airfield_mark(svg, at),
            PlaceKind::Village => svg.circle(at, 0.36 * scale).fill(INK).end(),
        }
    }

    fn draw_river_names(&self, svg: &mut Svg, rivers: &[PlacedRiver]) {
        for PlacedRiver { name, at, angle } in rivers {
            let turn = format!("rotate({} {} {})", number(angle.to_degrees()), number(at.0), number(at.1));
            let text = self.text(svg, Font::Medium, river_size(self), (at.0, at.1 - self.sheet.lines), name);
            text.halo().turned(&turn).fill_middle(WATER_EDGE);
        }
    }
}

/// An airfield: a cross.
pub(super) fn airfield_mark(svg: &mut Svg, at: Point) {
    let d = format!("M{} {}h1.4m-.7-.7v1.4", number(at.0 - 0.7), number(at.1));
    svg.path(&d).stroke(INK, 0.3).end();
}

/// The line from the dot of a place to its name.
fn draw_leader(svg: &mut Svg, name: &PlacedName) {
    let Some(Rect { x, y, width, height }) = name.rect else { return };
    let to = (name.dot.0.clamp(x, x + width), name.dot.1.clamp(y, y + height));
    svg.line(name.dot, to).stroke(WHITE, 0.6).end();
    svg.line(name.dot, to).stroke(INK, 0.22).end();
    svg.circle(name.dot, 0.45).fill(INK).outline(WHITE, 0.2).end();
}
