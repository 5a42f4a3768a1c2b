//! The map: its layers from the bottom, each in a file of its own.
//!
//! What it decides: the order in which things are drawn, and that in which they make room for each other.
//! Where to look next: `sheet`, `placing`, then the layers.

mod callouts;
mod front;
mod ground;
mod legend;
mod lines;
mod margin;
mod names;
mod placing;
mod sheet;
mod stocks;
mod supply;
mod units;

use report::model::Situation;
use report::model::situation::{Level, Window};

use crate::fonts::{self, Font, Fonts};
use crate::layer::{Layer, Layers};
use crate::palette::{INK, PAPER, QUIET, WHITE};
use crate::svg::{Point, Rect, Svg, number};

/// From how large a square on battalions are shown, in mm.
const NEAR: f64 = 13.5;

use placing::Placing;
use sheet::Sheet;

/// What is drawn, on which sheet, with what.
pub(crate) struct Drawing<'a> {
    pub(crate) situation: &'a Situation,
    pub(crate) layers: &'a Layers,
    pub(crate) sheet: Sheet,
    pub(crate) fonts: Fonts,
}

/// How small the formations are that a map of this window shows, whose squares are so large that they find room.
pub fn level(window: Window) -> Level {
    if Sheet::of(window).square >= NEAR { Level::Battalion } else { Level::Division }
}

/// The map of a situation as SVG: the same situation and layers give the same bytes.
pub fn draw_map(situation: &Situation, layers: &Layers) -> String {
    let drawing = Drawing { situation, layers, sheet: Sheet::of(situation.window), fonts: Fonts::new() };
    let placing = Placing::new(&drawing);
    let mut body = Svg::default();
    drawing.draw(&mut body, &placing);
    let body = body.finish();
    let (width, height) = drawing.sheet.page;
    let mut svg = Svg::default();
    svg.verbatim("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let root = svg
        .element("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("width", &mm(width))
        .set("height", &mm(height));
    root.set("viewBox", &format!("0 0 {} {}", number(width), number(height))).set("role", "img").open();
    svg.element("title").text(&format!("{}, {}", situation.title, situation.bound.label));
    fonts::style(&mut svg, &body);
    svg.verbatim("<style>.h{paint-order:stroke;stroke:#fff;stroke-width:.5px;stroke-linejoin:round}</style>\n");
    svg.verbatim(&body);
    svg.close();
    svg.finish()
}

fn mm(length: f64) -> String {
    format!("{}mm", number(length))
}

impl Drawing<'_> {
    fn draw(&self, svg: &mut Svg, placing: &Placing) {
        let (width, height) = self.sheet.page;
        self.definitions(svg);
        svg.rect(Rect { x: 0.0, y: 0.0, width, height }).fill(PAPER).end();
        svg.element("g").set("clip-path", "url(#map)").open();
        self.draw_ground(svg);
        self.draw_lines(svg);
        self.draw_front(svg);
        self.draw_supply(svg);
        self.draw_store_marks(svg, placing);
        self.draw_names(svg, placing);
        self.draw_stocks(svg, placing);
        self.draw_units(svg, placing);
        self.draw_marks(svg);
        self.draw_callouts(svg, placing);
        svg.close();
        self.draw_references(svg);
        self.draw_margin(svg);
    }

    /// What is drawn again and again: the frame of the map, and hatchings.
    fn definitions(&self, svg: &mut Svg) {
        svg.element("defs").open();
        svg.element("clipPath").set("id", "map").open();
        svg.rect(self.sheet.map).end();
        svg.close();
        hatching(svg, "hatch", 45.0, (1.1, 0.12), "#B4BEC3");
        hatching(svg, "fog", 135.0, (1.5, 0.14), "#C9BFA9");
        hatching(svg, "pocket", 135.0, (1.7, 0.42), crate::palette::FAILS);
        hatching(svg, "pol", 45.0, (0.55, 0.2), WHITE);
        svg.close();
    }

    /// Whether a layer is drawn.
    pub(crate) fn has(&self, layer: Layer) -> bool {
        self.layers.has(layer)
    }

    /// The references along the edges of the map, and its frame.
    fn draw_references(&self, svg: &mut Svg) {
        let (sheet, window) = (&self.sheet, self.situation.window);
        let map = sheet.map;
        svg.group("references");
        svg.rect(map).stroke(INK, 0.6).end();
        svg.rect(map.grown(3.6)).stroke(INK, 0.15).end();
        let digits = if self.situation.columns > 99 || self.situation.rows > 99 { 3 } else { 2 };
        let each = if sheet.square > 5.0 { 1 } else { 5 };
        let size = if sheet.is_near() { 2.7 } else { 2.0 };
        let named = |first: u16, count: u16| (first..first + count).filter(move |at| at % each == 0);
        for col in named(window.first.col, window.columns) {
            let x = sheet.centre(domain::Square::new(col, window.first.row)).0;
            for y in [map.y - 1.0, map.y + map.height + 1.0 + size * 0.72] {
                self.text(svg, Font::Medium, size, (x, y), &format!("{col:0digits$}")).fill_middle(INK);
            }
        }
        for row in named(window.first.row, window.rows) {
            let y = sheet.centre(domain::Square::new(window.first.col, row)).1;
            for x in [map.x - 1.0, map.x + map.width + 1.0 + size * 0.72] {
                let turn = format!("rotate(-90 {} {})", number(x), number(y));
                let text = self.text(svg, Font::Medium, size, (x, y), &format!("{row:0digits$}"));
                text.turned(&turn).fill_middle(INK);
            }
        }
        svg.close();
    }

    /// A text to be set; what is missing of it is said by [`SetText`].
    #[expect(clippy::unused_self, reason = "a drawing is what sets texts")]
    pub(crate) fn text<'s>(&self, svg: &'s mut Svg, font: Font, size: f64, at: Point, text: &str) -> SetText<'s> {
        SetText { svg, font, size, at, text: text.to_owned(), turn: None, halo: false }
    }

    /// A text in quiet letters, from a point on.
    pub(crate) fn quiet(&self, svg: &mut Svg, size: f64, at: Point, text: &str) {
        self.text(svg, Font::Text, size, at, text).fill(QUIET);
    }
}

/// A text that is about to be set.
#[must_use = "a text that is not filled is not set"]
pub(crate) struct SetText<'s> {
    svg: &'s mut Svg,
    font: Font,
    size: f64,
    at: Point,
    text: String,
    turn: Option<String>,
    halo: bool,
}

impl SetText<'_> {
    /// Turned about a point.
    pub(crate) fn turned(mut self, turn: &str) -> Self {
        self.turn = Some(turn.to_owned());
        self
    }

    /// With a white halo.
    pub(crate) fn halo(mut self) -> Self {
        self.halo = true;
        self
    }

    /// From the point on.
    pub(crate) fn fill(self, colour: &str) {
        self.set(colour, None);
    }

    /// About the point.
    pub(crate) fn fill_middle(self, colour: &str) {
        self.set(colour, Some("middle"));
    }

    /// Up to the point.
    pub(crate) fn fill_end(self, colour: &str) {
        self.set(colour, Some("end"));
    }

    fn set(self, colour: &str, anchor: Option<&str>) {
        let class = if self.halo { format!("{} h", self.font.class()) } else { self.font.class().to_owned() };
        let mut text = self.svg.element("text").set("class", &class).num("x", self.at.0).num("y", self.at.1);
        text = text.num("font-size", self.size).fill(colour);
        if let Some(anchor) = anchor {
            text = text.set("text-anchor", anchor);
        }
        if let Some(turn) = &self.turn {
            text = text.set("transform", turn);
        }
        text.text(&self.text);
    }
}

/// Lines at an angle, so far apart and so wide.
fn hatching(svg: &mut Svg, id: &str, degrees: f64, (apart, width): (f64, f64), colour: &str) {
    let pattern = svg.element("pattern").set("id", id).set("patternUnits", "userSpaceOnUse");
    let pattern = pattern.num("width", apart).num("height", apart);
    pattern.set("patternTransform", &format!("rotate({})", number(degrees))).open();
    svg.line((0.0, 0.0), (0.0, apart)).stroke(colour, width * 2.0).end();
    svg.close();
}
