//! The order of battle as a picture: blocks of armies, with columns of what is under them.
//!
//! What it decides: how many columns stand beside each other, and how long the poster becomes.

use report::model::situation::{ChartBlock, ChartNode, OrbatChart};
use report::model::{NamedSide, for_whom};

use crate::fonts::{Font, Fonts};
use crate::page::Drawn;
use crate::palette::{self, FAILS, INK, PAPER};
use crate::svg::{Rect, Svg, number};
use crate::symbol::Symbol;

/// A4 across; with more columns than go on it A3.
const NARROW: f64 = 297.0;
const WIDE: f64 = 420.0;
const EDGE: f64 = 12.0;
/// How wide a column is at least, and at most.
const COLUMN: f64 = 53.0;
const WIDEST: f64 = 78.0;
/// How high a formation in a column is.
const NODE: f64 = 13.0;
/// How high the head of a block is, down to its columns.
const HEAD: f64 = 26.0;
/// Between blocks, and between the rows of one.
const GAP: f64 = 9.0;
/// What stands above the first block.
const TITLE: f64 = 26.0;
/// How much further in what is one level deeper stands.
const INDENT: f64 = 4.0;
/// The height of the symbol of a formation, and of the head of a block.
const SMALL: f64 = 5.4;
const LARGE: f64 = 9.0;

/// An order of battle as SVG: the same one gives the same bytes.
pub fn draw_orbat(chart: &OrbatChart) -> String {
    drawn(chart).file()
}

/// The symbol of a node by itself, so many mm high with its marks.
pub(crate) fn symbol_alone(node: &ChartNode, height: f64) -> String {
    let of = symbol(node, height * 0.6);
    // Badges stand beside the frame.
    let needed = of.room(&Fonts::new());
    let wide = (needed.x + needed.width).max(of.badges_end()) - needed.x;
    let size = ((height * 1.35).max(wide), height * 1.15);
    let middle = (size.0 - wide) / 2.0 - needed.x;
    let mut svg = Svg::default();
    let root = svg.element("svg").set("xmlns", "http://www.w3.org/2000/svg").set("aria-hidden", "true");
    let root = root.set("width", &format!("{}mm", number(size.0))).set("height", &format!("{}mm", number(size.1)));
    root.set("viewBox", &format!("0 0 {} {}", number(size.0), number(size.1))).open();
    of.draw(&mut svg, (middle, size.1 * 0.55));
    svg.close();
    svg.finish()
}

/// The same for whatever page.
pub(crate) fn drawn(chart: &OrbatChart) -> Drawn {
    let most = chart.blocks.iter().map(|block| block.columns.len()).max().unwrap_or_default();
    drawn_on(chart, if most > 5 || chart.blocks.len() > 3 { WIDE } else { NARROW })
}

/// The same as wide as A4 across, however many columns it has.
#[cfg(feature = "pdf")]
pub(crate) fn drawn_narrow(chart: &OrbatChart) -> Drawn {
    drawn_on(chart, NARROW)
}

fn drawn_on(chart: &OrbatChart, width: f64) -> Drawn {
    let in_a_row = ((width - 2.0 * EDGE) / COLUMN).floor() as usize;
    let mut poster = Poster { chart, fonts: Fonts::new(), width, in_a_row, y: TITLE, body: Svg::default() };
    poster.draw_title();
    for block in &chart.blocks {
        poster.draw_block(block);
    }
    let height = (poster.y + EDGE - GAP).max(100.0);
    let mut svg = Svg::default();
    svg.rect(Rect { x: 0.0, y: 0.0, width, height }).fill(PAPER).end();
    svg.verbatim(&poster.body.finish());
    let title = format!("{}: order of battle, {}", chart.title, chart.bound.label);
    Drawn { size: (width, height), title, body: svg }
}

struct Poster<'a> {
    chart: &'a OrbatChart,
    fonts: Fonts,
    width: f64,
    in_a_row: usize,
    y: f64,
    body: Svg,
}

impl Poster<'_> {
    fn draw_title(&mut self) {
        let (short, _) = self.chart.title.split_once(": ").unwrap_or((&self.chart.title, ""));
        let title = self.chart.of.as_deref().unwrap_or(short);
        let title = self.fonts.fitted(Font::Bold, 8.8, title, self.width * 0.5);
        let whose = for_whom(self.chart.drawn_for.as_ref().map(NamedSide::name), self.chart.commander.as_deref());
        let whose = whose.map(|whose| format!(" · {whose}")).unwrap_or_default();
        let when = format!("{}, {}", self.chart.bound.label, self.chart.bound.date.format("%-d %B %Y"));
        let below = format!("order of battle · {when} · bar: strength; L, P: out of LOG, of POL{whose}");
        self.body.label(Font::Bold, 8.8, (EDGE, 17.0), &title).fill(INK);
        let x = EDGE + self.fonts.width(Font::Bold, 8.8, &title) + 8.0;
        let below = self.fonts.fitted(Font::Medium, 3.9, &below, self.width - EDGE - x);
        self.body.label(Font::Medium, 3.9, (x, 17.0), &below).fill(INK);
    }

    /// A block: its head over the middle of its first row of columns.
    fn draw_block(&mut self, block: &ChartBlock) {
        // Rows are of one length, as nearly as can be: so names have the most room.
        let count = block.columns.len().div_ceil(self.in_a_row.max(1)).max(1);
        let in_a_row = block.columns.len().div_ceil(count).max(1);
        let rows: Vec<&[Vec<ChartNode>]> = block.columns.chunks(in_a_row).collect();
        let middle = self.width / 2.0;
        self.draw_head(block, middle);
        self.y += HEAD;
        let trunk = EDGE - 4.0;
        let from = self.y - 7.0;
        for (place, row) in rows.iter().enumerate() {
            let bus = self.y - 4.0;
            let beside = in_a_row as f64;
            let wide = ((self.width - 2.0 * EDGE) / beside).min(WIDEST);
            let first = (self.width - wide * beside) / 2.0;
            let column = |place: usize| first + place as f64 * wide;
            let ends = (column(0) + 2.0, column(row.len().saturating_sub(1)) + 2.0);
            let (left, right) = if place == 0 { (ends.0.min(middle), ends.1.max(middle)) } else { (trunk, ends.1) };
            let left = if rows.len() > 1 && place == 0 { trunk } else { left };
            self.line(&format!("M{} {}H{}", number(left), number(bus), number(right)));
            if place + 1 < rows.len() {
                let high = row.iter().map(Vec::len).max().unwrap_or_default() as f64 * NODE + GAP;
                self.line(&format!("M{} {}v{}", number(trunk), number(bus), number(high)));
            }
            let top = self.y;
            for (at, nodes) in row.iter().enumerate() {
                // A name may go on over the paper that columns beside it leave empty.
                let right = |place: usize| {
                    let next = row.iter().enumerate().skip(at + 1).find(|(_, nodes)| nodes.len() > place);
                    next.map_or(self.width - EDGE, |(next, _)| column(next))
                };
                let ends: Vec<f64> = (0..nodes.len()).map(right).collect();
                self.draw_column((column(at), top, bus), nodes, &ends);
            }
            self.y = top + row.iter().map(Vec::len).max().unwrap_or_default() as f64 * NODE + GAP;
        }
        if !rows.is_empty() {
            self.line(&format!("M{} {}V{}", number(middle), number(from - 2.4), number(from + 3.0)));
        }
    }

    fn draw_head(&mut self, block: &ChartBlock, middle: f64) {
        let at = (middle, self.y + 9.0);
        symbol(&block.head, LARGE).draw(&mut self.body, at);
        let x = middle + LARGE * 0.75 + beside(&block.head, LARGE);
        let name = self.fonts.fitted(Font::Bold, 5.0, &block.head.name, self.width - EDGE - x);
        self.body.label(Font::Bold, 5.0, (x, at.1 - 0.4), &name).fill(colour(&block.head));
        self.body.label(Font::Medium, 3.4, (x, at.1 + 4.2), &block.head.text).fill(INK);
    }

    /// A column from a point on, under the line that leads to it; each name ends where it is said.
    fn draw_column(&mut self, (x, top, bus): (f64, f64, f64), nodes: &[ChartNode], ends: &[f64]) {
        // Each stem goes down from its formation to the last of those directly under it.
        let stem = |depth: usize| x + 2.0 + depth as f64 * INDENT;
        let y = |place: usize| top + place as f64 * NODE + 5.0;
        let last = nodes.iter().rposition(|node| node.depth == 0).unwrap_or_default();
        self.line(&format!("M{} {}V{}", number(stem(0)), number(bus), number(y(last))));
        for (place, node) in nodes.iter().enumerate() {
            let above = nodes[..place].iter().rposition(|other| other.depth < node.depth);
            let (from, at) = (node.depth.saturating_sub(1), stem(node.depth) + 2.0);
            if let Some(above) = above {
                let first = y(above) + SMALL / 2.0;
                self.line(&format!("M{} {}V{}", number(stem(from) + 2.0), number(first), number(y(place))));
            }
            let start = if above.is_some() { stem(from) + 2.0 } else { stem(0) };
            self.line(&format!("M{} {}H{}", number(start), number(y(place)), number(at)));
        }
        for ((place, node), end) in nodes.iter().enumerate().zip(ends) {
            let left = stem(node.depth) + 2.0;
            symbol(node, SMALL).draw(&mut self.body, (left + SMALL * 0.75, y(place)));
            let text = left + SMALL * 1.5 + beside(node, SMALL);
            let room = end - text - 1.5;
            let (size, name) = self.fonts.shrunk(Font::Bold, 3.5, &node.name, room);
            self.body.label(Font::Bold, size, (text, y(place) - 0.3), &name).fill(colour(node));
            let (size, below) = self.fonts.shrunk(Font::Medium, 2.95, &node.text, room);
            self.body.label(Font::Medium, size, (text, y(place) + 3.3), &below).fill(INK);
        }
    }

    fn line(&mut self, way: &str) {
        self.body.path(way).stroke(INK, 0.3).end();
    }
}

/// How far from a symbol its name stands: beside the marks of what it is without.
fn beside(node: &ChartNode, height: f64) -> f64 {
    let marks = f64::from(u8::from(node.symbol.no_log) + u8::from(node.symbol.no_pol));
    let brackets = if node.symbol.dug_in { 0.17 * height } else { 0.0 };
    1.8 + (marks * 0.43 * height).max(brackets)
}

/// The colour of a name: that of failure where the formation is without supply.
fn colour(node: &ChartNode) -> &'static str {
    if node.symbol.is_in_trouble() { FAILS } else { INK }
}

fn symbol(node: &ChartNode, height: f64) -> Symbol {
    let unit = &node.symbol;
    let strength = unit.sp.zip(unit.sp_full).filter(|(_, full)| *full > 0);
    Symbol {
        colours: palette::formation(node.side_number, unit.nation.is_some()),
        arm: unit.arm,
        echelon: unit.echelon,
        height,
        is_enemy: unit.age.is_some(),
        age: unit.age,
        label: Vec::new(),
        count: 1,
        no_log: unit.no_log,
        no_pol: unit.no_pol,
        disorganised: unit.disorganised,
        broken: unit.broken,
        dug_in: unit.dug_in,
        strength: strength.map(|(sp, full)| f64::from(sp) / f64::from(full)),
    }
}
