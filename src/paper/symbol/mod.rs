//! Symbols of formations: frame, glyph, marks of echelon and state, drawn from the construction of APP-6.
//!
//! What it decides: how a symbol looks and how much room it takes. What it never does: choose its place.
//! Where to look next: `glyph`, the table of glyphs.

mod glyph;

use domain::Echelon;
use report::model::situation::SymbolArm;

use crate::fonts::{Font, Fonts};
use crate::palette::{self, FAILS, INK, QUIET, SideColours, WHITE};
use crate::svg::{Point, Rect, Svg, number};

pub(crate) use glyph::{Glyph, glyph, marks};

/// A frame is 12 units wide and 8 high.
const UNITS_HIGH: f64 = 8.0;
/// Half of a diamond, in units.
const DIAMOND: f64 = 5.13;
/// How far each frame of a stack lies behind the one before it, in units.
const BEHIND: f64 = 0.9;
/// The least size of type, in mm: 5 pt.
const LEAST: f64 = 1.77;
/// How many frames are drawn behind the first.
const MOST_BEHIND: usize = 3;

/// A symbol to be drawn.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of the symbol")]
pub(crate) struct Symbol {
    pub(crate) colours: SideColours,
    pub(crate) arm: SymbolArm,
    pub(crate) echelon: Option<Echelon>,
    /// The height of its frame in mm.
    pub(crate) height: f64,
    /// Whether it is a diamond: an enemy on the map of a side.
    pub(crate) is_enemy: bool,
    /// How many bounds ago it was seen, for a sighting.
    pub(crate) age: Option<u32>,
    /// What stands below it, line by line.
    pub(crate) label: Vec<String>,
    /// For how many it stands.
    pub(crate) count: usize,
    pub(crate) no_log: bool,
    pub(crate) no_pol: bool,
    pub(crate) disorganised: bool,
    pub(crate) broken: bool,
    pub(crate) dug_in: bool,
    /// The part of its strength that is left, where a bar is drawn.
    pub(crate) strength: Option<f64>,
}

/// How far apart badges are, in units.
const BADGES: f64 = 3.4;

impl Symbol {
    /// One formation of a side, whole and well supplied, without a label; its frame is so many mm high.
    pub(crate) fn plain(number: usize, arm: SymbolArm, echelon: Echelon, height: f64) -> Self {
        Self {
            colours: palette::side(number),
            arm,
            echelon: Some(echelon),
            height,
            is_enemy: false,
            age: None,
            label: Vec::new(),
            count: 1,
            no_log: false,
            no_pol: false,
            disorganised: false,
            broken: false,
            dug_in: false,
            strength: None,
        }
    }

    /// One unit in mm.
    fn unit(&self) -> f64 {
        self.height / UNITS_HIGH
    }

    fn behind(&self) -> usize {
        self.count.saturating_sub(1).min(MOST_BEHIND)
    }

    /// Half its width and half its height, in units.
    fn half(&self) -> (f64, f64) {
        if self.is_enemy { (DIAMOND, DIAMOND) } else { (6.0, 4.0) }
    }

    /// The size of its label.
    fn label_size(&self) -> f64 {
        (0.56 * self.height).max(LEAST)
    }

    /// Its label; below that of a sighting that is not new how old it is.
    fn lines(&self) -> Vec<String> {
        let age = self.age.filter(|age| *age > 0).map(|age| format!("{age} b"));
        self.label.iter().cloned().chain(age).collect()
    }

    /// The room that it takes round its centre, with all its marks.
    pub(crate) fn room(&self, fonts: &Fonts) -> Rect {
        let unit = self.unit();
        let (half_width, half_height) = self.half();
        let stacked = self.behind() as f64 * BEHIND;
        let above = if self.echelon.is_some() { 2.5 } else { 0.4 };
        let label = self.lines();
        let size = self.label_size();
        let widest = label.iter().map(|line| fonts.width(Font::Bold, size, line)).fold(0.0, f64::max);
        let badges = f64::from(u8::from(self.no_log) + u8::from(self.no_pol)) * 1.4;
        let dug_in = if self.dug_in { 1.3 } else { 0.0 };
        let right = (half_width + stacked.max(badges).max(dug_in) + 0.4) * unit;
        let left = (half_width + if self.count > 1 { 1.6 } else { 0.4 + dug_in }) * unit;
        let (right, left) = (right.max(widest / 2.0), left.max(widest / 2.0));
        let top = (half_height + stacked + above) * unit;
        let bar = if self.strength.is_some() { 1.5 } else { 0.0 };
        let bottom = (half_height + 0.5 + bar) * unit + label.len() as f64 * size * 0.86;
        Rect { x: -left, y: -top, width: left + right, height: top + bottom }
    }

    /// How far to the right of its centre its badges reach, in mm; 0 where it has none.
    pub(crate) fn badges_end(&self) -> f64 {
        let count = u8::from(self.no_log) + u8::from(self.no_pol);
        let last = self.half().0 + 0.2 + f64::from(count.saturating_sub(1)) * BADGES;
        if count == 0 { 0.0 } else { (last + 2.4) * self.unit() }
    }

    /// Half of the frame in mm, for a leader that ends at it.
    pub(crate) fn frame(&self) -> (f64, f64) {
        let (width, height) = self.half();
        (width * self.unit(), height * self.unit())
    }

    /// Draws it round a point.
    pub(crate) fn draw(&self, svg: &mut Svg, at: Point) {
        let unit = self.unit();
        let to = format!("translate({} {}) scale({})", number(at.0), number(at.1), scale(unit));
        svg.element("g").set("transform", &to).open();
        for place in (0..=self.behind()).rev() {
            self.draw_frame(svg, place as f64 * BEHIND);
        }
        self.draw_glyph(svg);
        self.draw_marks(svg);
        self.draw_state(svg);
        svg.close();
        self.draw_label(svg, at);
    }

    fn draw_frame(&self, svg: &mut Svg, behind: f64) {
        let (width, height) = self.half();
        let d = if self.is_enemy {
            format!(
                "M{0} {1}L{2} {3}L{0} {4}L{5} {3}Z",
                number(behind),
                number(-height - behind),
                number(width + behind),
                number(-behind),
                number(height - behind),
                number(-width + behind)
            )
        } else {
            let [x, y] = [number(-width + behind), number(-height - behind)];
            format!("M{x} {y}h12v8h-12z")
        };
        svg.path(&d).stroke(WHITE, 1.3).set("stroke-linejoin", "round").end();
        let frame = svg.path(&d).fill(self.colours.fill).outline(self.colours.line, 0.55);
        let is_vague = self.arm == SymbolArm::Unknown || self.age.is_some_and(|age| age > 0);
        if self.disorganised || is_vague { frame.dashes(&[1.5, 0.9]).end() } else { frame.end() }
    }

    fn draw_glyph(&self, svg: &mut Svg) {
        // The corners of a frame come to lie on the edges of a diamond.
        let shrunk = if self.is_enemy { DIAMOND / 10.0 } else { 1.0 };
        let Some(Glyph { lines, filled }) = glyph(self.arm) else {
            let text = svg.element("text").set("class", Font::Bold.class()).num("x", 0.0).num("y", 2.1);
            text.num("font-size", 6.0).set("text-anchor", "middle").fill(self.colours.glyph).text("?");
            return;
        };
        let colour = self.colours.glyph;
        let scaled = |element: crate::svg::Element<'_>| {
            let element =
                if self.is_enemy { element.set("transform", &format!("scale({})", scale(shrunk))) } else { element };
            element.end();
        };
        if !lines.is_empty() {
            scaled(svg.path(lines).stroke(colour, 0.5 / shrunk));
        }
        if !filled.is_empty() {
            scaled(svg.path(filled).fill(colour));
        }
    }

    /// The marks of its echelon above the frame.
    fn draw_marks(&self, svg: &mut Svg) {
        let Some(echelon) = self.echelon else { return };
        let (_, height) = self.half();
        let base = -height - self.behind() as f64 * BEHIND - 0.6;
        let d = marks(echelon, base);
        svg.path(&d).stroke(WHITE, 1.1).end();
        svg.path(&d).stroke(INK, 0.42).end();
    }

    fn draw_state(&self, svg: &mut Svg) {
        let (width, height) = self.half();
        if self.dug_in {
            svg.path("M-6.2-3.4h-1.1v6.8h1.1M6.2-3.4h1.1v6.8h-1.1").stroke(INK, 0.5).end();
        }
        if self.broken {
            svg.path("M-6.6 4.6L6.6-4.6").stroke(WHITE, 1.5).end();
            svg.path("M-6.6 4.6L6.6-4.6").stroke(INK, 0.8).end();
        }
        if let Some(left) = self.strength {
            let y = height + 0.7;
            svg.rect(Rect { x: -6.0, y, width: 12.0, height: 1.1 }).fill(WHITE).outline(INK, 0.2).end();
            svg.rect(Rect { x: -6.0, y, width: 12.0 * left.clamp(0.0, 1.0), height: 1.1 }).fill(INK).end();
        }
        let badges = [(self.no_log, "L"), (self.no_pol, "P")];
        for (place, (_, letter)) in badges.into_iter().filter(|(is_on, _)| *is_on).enumerate() {
            badge(svg, (width + 0.2 + place as f64 * BADGES, -height + 0.2), letter);
        }
        if self.count > 1 {
            let (width, height) = if self.is_enemy { (3.6, 3.8) } else { (width, height) };
            svg.circle((-width + 0.2, height - 0.4), 2.0).fill(INK).outline(WHITE, 0.3).end();
            let text =
                svg.element("text").set("class", Font::Bold.class()).num("x", -width + 0.2).num("y", height + 0.65);
            text.num("font-size", 3.1).set("text-anchor", "middle").fill(WHITE).text(&self.count.to_string());
        }
    }

    fn draw_label(&self, svg: &mut Svg, at: Point) {
        let (unit, size) = (self.unit(), self.label_size());
        let (_, height) = self.half();
        let bar = if self.strength.is_some() { 1.5 } else { 0.0 };
        let top = at.1 + (height + 0.5 + bar) * unit;
        for (place, line) in (0_u32..).zip(self.lines()) {
            let y = top + size * (0.74 + 0.86 * f64::from(place));
            let is_age = self.age.is_some() && usize::try_from(place).is_ok_and(|place| place >= self.label.len());
            let colour = if is_age { QUIET } else { INK };
            let text = svg.element("text").set("class", "b h").num("x", at.0).num("y", y).num("font-size", size);
            text.set("text-anchor", "middle").fill(colour).text(&line);
        }
    }
}

/// A letter in a diamond: what a formation is without.
fn badge(svg: &mut Svg, at: Point, letter: &str) {
    let d = format!("M{0} {1}l2.1 2.1l-2.1 2.1l-2.1-2.1z", number(at.0), number(at.1 - 2.1));
    svg.path(&d).fill(FAILS).outline(WHITE, 0.35).end();
    let text = svg.element("text").set("class", Font::Bold.class()).num("x", at.0).num("y", at.1 + 0.95);
    text.num("font-size", 2.7).set("text-anchor", "middle").fill(WHITE).text(letter);
}

/// A factor with four decimals.
fn scale(factor: f64) -> String {
    format!("{factor:.4}")
}

#[cfg(test)]
mod tests;
