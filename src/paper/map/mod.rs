//! The map: its layers from the bottom, each in a file of its own.
//!
//! What it decides: the order in which things are drawn, and that in which they make room for each other.
//! Where to look next: `sheet`, `placing`, then the layers.

mod callouts;
mod front;
mod ground;
mod inset;
mod legend;
mod lines;
mod margin;
mod names;
mod naming;
mod phone;
mod placing;
mod sheet;
mod small;
mod stocks;
mod supply;
mod trouble;
mod uncounted;
mod units;

use report::model::Situation;
use report::model::situation::{Level, Window};

use crate::fonts::{Font, Fonts};
use crate::layer::{Layer, Layers};
use crate::page::Drawn;
use crate::palette::{INK, PAPER, QUIET, WHITE};
use crate::svg::{Point, Rect, Svg, number};
use crate::text::SetText;

/// The least size of type, in mm: 5 pt, below which nobody reads what is printed.
const LEAST: f64 = 1.77;
/// From how large a square on battalions are shown, in mm.
const NEAR: f64 = 12.3;

use inset::Inset;
pub(crate) use legend::legend_of_all;
pub use phone::draw_phone;
use placing::Placing;
pub(crate) use sheet::Paper;
use sheet::Sheet;
pub(crate) use small::drawn_small;
pub(crate) use trouble::few_names;

/// What is drawn within the frame of the map, from the bottom.
const LAYERS: [fn(&Drawing<'_>, &mut Svg, &Placing); 16] = [
    |drawing, svg, _| drawing.draw_ground(svg),
    |drawing, svg, _| drawing.draw_layer(svg, ("rivers", Layer::Rivers), Drawing::draw_rivers),
    |drawing, svg, _| drawing.draw_layer(svg, ("roads", Layer::Roads), Drawing::draw_roads),
    |drawing, svg, _| drawing.draw_layer(svg, ("railways", Layer::Railways), Drawing::draw_railways),
    |drawing, svg, _| drawing.draw_layer(svg, ("crossings", Layer::Crossings), Drawing::draw_crossings),
    |drawing, svg, _| drawing.draw_front(svg),
    |drawing, svg, _| drawing.draw_supply(svg),
    |drawing, svg, _| {
        drawing.draw_square_references(svg);
        drawing.draw_inset_squares(svg);
    },
    |drawing, svg, placing| drawing.draw_store_marks(svg, &placing.boxes),
    |drawing, svg, placing| drawing.draw_names(svg, (&placing.names, &placing.rivers)),
    |drawing, svg, placing| drawing.draw_stocks(svg, &placing.boxes),
    |drawing, svg, placing| drawing.draw_leaders(svg, &placing.callouts),
    |drawing, svg, placing| {
        svg.group("units");
        drawing.draw_symbols(svg, &placing.units);
        drawing.draw_uncounted(svg, &placing.uncounted);
        svg.close();
    },
    |drawing, svg, placing| drawing.draw_names_over(svg, &placing.names),
    |drawing, svg, placing| drawing.draw_marks(svg, &placing.battles),
    |drawing, svg, placing| drawing.draw_callouts(svg, &placing.callouts),
];

/// What is drawn, on which sheet, with what.
pub(crate) struct Drawing<'a> {
    pub(crate) situation: &'a Situation,
    pub(crate) layers: &'a Layers,
    pub(crate) sheet: Sheet,
    pub(crate) fonts: Fonts,
    /// The crowded squares that are drawn twice as large, on paper.
    pub(crate) inset: Option<Inset>,
}

/// How small the formations are that a map of this window shows, whose squares are so large that they find room.
pub fn level(window: Window) -> Level {
    if Sheet::of(window).square >= NEAR { Level::Battalion } else { Level::Division }
}

/// The map of a situation as SVG: the same situation and layers give the same bytes.
pub fn draw_map(situation: &Situation, layers: &Layers) -> String {
    drawn(situation, layers).file()
}

/// The same for whatever page.
pub(crate) fn drawn(situation: &Situation, layers: &Layers) -> Drawn {
    drawn_on(situation, layers, Paper::A)
}

/// The same on paper of these sizes.
pub(crate) fn drawn_on(situation: &Situation, layers: &Layers, paper: Paper) -> Drawn {
    let sheet = Sheet::on(situation.window, paper);
    let inset = Inset::of(situation, &sheet);
    let drawing = Drawing { situation, layers, sheet, fonts: Fonts::new(), inset };
    let placing = Placing::new(&drawing);
    let mut body = Svg::default();
    drawing.draw(&mut body, &placing);
    let title = format!("{}, {}", situation.title, situation.bound.label);
    Drawn { size: drawing.sheet.page, title, body }
}

/// A map without its margin for a page that has fonts and style of its own, and where its squares lie.
#[derive(Debug, Clone, PartialEq)]
pub struct MapPart {
    /// The picture, an element of SVG.
    pub svg: String,
    /// Its width and height, in the units of the picture.
    pub size: (f64, f64),
    /// Where the north-west corner of its first square is.
    pub origin: (f64, f64),
    /// The side of a square.
    pub square: f64,
}

/// The map of a situation as a part of a page.
pub fn map_part(situation: &Situation, layers: &Layers) -> MapPart {
    let sheet = Sheet::of(situation.window).without_margin();
    let (size, origin, square) = (sheet.page, (sheet.map.x, sheet.map.y), sheet.square);
    MapPart { svg: alone(situation, layers, sheet).bare(), size, origin, square }
}

/// How wide the key of a map is, in mm.
const KEY_WIDE: f64 = 84.0;

/// The key of a map, to stand beside it on a page: the sides in numbers, and what is drawn how.
pub fn key_part(situation: &Situation, layers: &Layers) -> String {
    let sheet = Sheet::of(situation.window).without_margin();
    let drawing = Drawing { situation, layers, sheet, fonts: Fonts::new(), inset: None };
    let mut body = Svg::default();
    let high = drawing.draw_key(&mut body, KEY_WIDE);
    Drawn { size: (KEY_WIDE, high), title: "Key of the map".to_owned(), body }.bare()
}

/// The symbols of a situation alone, to be laid over a map of which it shows a part.
pub fn symbols_part(situation: &Situation) -> MapPart {
    let layers = Layers::default();
    let sheet = Sheet::of(situation.window).without_margin();
    let (origin, square) = ((sheet.map.x, sheet.map.y), sheet.square);
    let size = (sheet.map.width, sheet.map.height);
    let drawing = Drawing { situation, layers: &layers, sheet, fonts: Fonts::new(), inset: None };
    let placing = Placing::new(&drawing);
    let mut svg = Svg::default();
    drawing.draw_symbols(&mut svg, &placing.units);
    drawing.draw_uncounted(&mut svg, &placing.uncounted);
    MapPart { svg: svg.finish(), size, origin, square }
}

/// The map alone, on a sheet without a margin.
fn alone(situation: &Situation, layers: &Layers, sheet: Sheet) -> Drawn {
    let drawing = Drawing { situation, layers, sheet, fonts: Fonts::new(), inset: None };
    let placing = Placing::new(&drawing);
    let mut body = Svg::default();
    drawing.draw_map(&mut body, &placing);
    let title = format!("{}, {}", situation.title, situation.bound.label);
    Drawn { size: drawing.sheet.page, title, body }
}

/// A map without its margin, layer by layer, for pictures that follow each other.
pub(crate) struct Frame {
    /// Its size in mm.
    pub(crate) size: (f64, f64),
    /// What stands below all layers: paper, and the patterns that they use.
    pub(crate) below: String,
    /// What is drawn within the frame of the map, from the bottom.
    pub(crate) layers: Vec<String>,
    /// What stands above them: references and the frame.
    pub(crate) above: String,
}

/// The map of a situation in layers, with type of this size and larger, and symbols of this height, in mm.
pub(crate) fn frame(situation: &Situation, layers: &Layers, least: f64, symbol: Option<f64>) -> Frame {
    let sheet = Sheet::of(situation.window).without_margin();
    let symbol = symbol.unwrap_or(sheet.symbol);
    let sheet = sheet.read_from(least, symbol);
    let drawing = Drawing { situation, layers, sheet, fonts: Fonts::new(), inset: None };
    let placing = Placing::new(&drawing);
    let drawn = |draw: &dyn Fn(&mut Svg)| {
        let mut svg = Svg::default();
        draw(&mut svg);
        svg.finish()
    };
    let size = drawing.sheet.page;
    Frame {
        size,
        below: drawn(&|svg| {
            drawing.definitions(svg);
            svg.rect(Rect { x: 0.0, y: 0.0, width: size.0, height: size.1 }).fill(PAPER).end();
        }),
        layers: LAYERS.iter().map(|layer| drawn(&|svg| layer(&drawing, svg, &placing))).collect(),
        above: drawn(&|svg| drawing.draw_references(svg)),
    }
}

/// How wide and high a map in layers is, in mm.
pub(crate) fn frame_size(situation: &Situation) -> (f64, f64) {
    Sheet::of(situation.window).without_margin().page
}

impl Drawing<'_> {
    fn draw(&self, svg: &mut Svg, placing: &Placing) {
        self.draw_map(svg, placing);
        self.draw_margin(svg);
    }

    /// The map within its frame.
    fn draw_map(&self, svg: &mut Svg, placing: &Placing) {
        let (width, height) = self.sheet.page;
        self.definitions(svg);
        svg.rect(Rect { x: 0.0, y: 0.0, width, height }).fill(PAPER).end();
        svg.element("g").set("clip-path", "url(#map)").open();
        for draw in LAYERS {
            draw(self, svg, placing);
        }
        self.draw_inset(svg);
        svg.close();
        self.draw_references(svg);
    }

    /// What is drawn again and again: the frame of the map, and hatchings.
    fn definitions(&self, svg: &mut Svg) {
        svg.element("defs").open();
        svg.element("clipPath").set("id", "map").open();
        svg.rect(self.sheet.map).end();
        svg.close();
        hatching(svg, "hatch", 45.0, (1.1, 0.12), crate::palette::HATCH);
        hatching(svg, "fog", 135.0, (1.5, 0.14), crate::palette::FOG);
        hatching(svg, "pocket", 135.0, (1.7, 0.42), crate::palette::FAILS);
        hatching(svg, "pol", 45.0, (0.55, 0.2), WHITE);
        svg.close();
    }

    /// A layer as a group, if it is drawn.
    fn draw_layer(&self, svg: &mut Svg, (id, layer): (&str, Layer), draw: fn(&Self, &mut Svg)) {
        if self.has(layer) {
            svg.group(id);
            draw(self, svg);
            svg.close();
        }
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
        let digits = domain::digits_of(self.situation.columns, self.situation.rows);
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
        svg.label(font, size, at, text)
    }

    /// A text in quiet letters, from a point on.
    pub(crate) fn quiet(&self, svg: &mut Svg, size: f64, at: Point, text: &str) {
        self.text(svg, Font::Text, size, at, text).fill(QUIET);
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
