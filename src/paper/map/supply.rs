//! Lines of supply, where they fail, bowser hops, convoys, marches and battles.

use domain::SquareSide;
use report::model::situation::{ConvoyAt, FuelHop, SupplyCause};

use super::{Drawing, LEAST};
use crate::curve::{centres, curved_path, path};
use crate::fonts::Font;
use crate::layer::Layer;
use crate::palette::{self, FAILS, INK, POL, RUNS, WHITE};
use crate::svg::{Point, Rect, Svg, number};

/// From how many formations on a line is so wide, in mm.
const WIDTHS: [(usize, f64); 4] = [(1, 0.45), (3, 0.8), (7, 1.25), (15, 1.8)];

/// How large the designation of who has no symbol is at the mark where his supply fails, and how far below its middle, in mm.
pub(super) const LONE: f64 = 2.24;
pub(super) const LONE_BELOW: f64 = 3.9;

/// How long a hop is drawn at most that does not hold, in mm.
const STUB: f64 = 9.0;

impl Drawing<'_> {
    pub(super) fn draw_supply(&self, svg: &mut Svg) {
        if self.has(Layer::Supply) {
            svg.group("supply");
            self.draw_flow(svg);
            self.draw_failing(svg);
            svg.close();
        }
        if self.has(Layer::Fuel) {
            svg.group("fuel");
            self.situation.hops.iter().for_each(|hop| self.draw_hop(svg, *hop));
            svg.close();
        }
        if self.has(Layer::Marches) {
            svg.group("marches");
            for march in &self.situation.marches {
                let colour = palette::side(self.situation.side_number(march.side)).line;
                draw_arrow(svg, self.sheet.centre(march.from), self.sheet.centre(march.to), colour);
            }
            svg.close();
        }
        if self.has(Layer::Convoys) {
            svg.group("convoys");
            self.situation.convoys.iter().for_each(|convoy| self.draw_convoy(svg, convoy));
            svg.close();
        }
    }

    fn draw_flow(&self, svg: &mut Svg) {
        let scale = self.sheet.lines.min(2.2);
        let mut drawn: Vec<(String, f64)> = Vec::new();
        for (place, (least, width)) in WIDTHS.into_iter().enumerate() {
            let most = WIDTHS.get(place + 1).map_or(usize::MAX, |next| next.0);
            let steps = self.situation.flow.iter().filter(|step| step.fed >= least && step.fed < most);
            let sides: Vec<SquareSide> = steps.map(|step| step.over).collect();
            if !sides.is_empty() {
                drawn.push((self.smooth_path(&sides, centres), width * scale));
            }
        }
        for (d, width) in &drawn {
            svg.path(d).stroke(WHITE, width + 0.55).num("stroke-opacity", 0.9).round().end();
        }
        for (d, width) in &drawn {
            svg.path(d).stroke(RUNS, *width).round().end();
        }
    }

    fn draw_failing(&self, svg: &mut Svg) {
        let steps = self.situation.failing.iter().flat_map(|line| line.way.windows(2));
        let mut sides: Vec<SquareSide> = steps.filter_map(|step| step[0].side_to(step[1])).collect();
        sides.sort_unstable();
        sides.dedup();
        if sides.is_empty() {
            return;
        }
        let d = self.smooth_path(&sides, centres);
        let scale = self.sheet.lines.min(2.0);
        svg.path(&d).stroke(WHITE, 1.15 * scale).num("stroke-opacity", 0.9).end();
        svg.path(&d).stroke(FAILS, 0.7 * scale).dashes(&[1.6 * scale, 0.8 * scale]).end();
    }

    /// A dotted arc with a disc at the bowser.
    fn draw_hop(&self, svg: &mut Svg, hop: FuelHop) {
        let (from, mut to) = (self.sheet.centre(hop.from), self.sheet.centre(hop.to));
        let far = (to.0 - from.0).hypot(to.1 - from.1);
        if !hop.holds && far > STUB {
            // What does not come there is drawn as far as it is worth drawing: in the direction in which it is wanted.
            to = (from.0 + (to.0 - from.0) / far * STUB, from.1 + (to.1 - from.1) / far * STUB);
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let middle = (f64::midpoint(from.0, to.0) + dy * 0.18, f64::midpoint(from.1, to.1) - dx * 0.18);
        let [a, b, c] = [from, middle, to].map(|at| format!("{} {}", number(at.0), number(at.1)));
        let d = format!("M{a}Q{b} {c}");
        let colour = if hop.holds { POL } else { FAILS };
        svg.path(&d).stroke(WHITE, 1.2).num("stroke-opacity", 0.8).set("stroke-linecap", "round").end();
        svg.path(&d).stroke(colour, 0.72).dashes(&[0.01, 1.15]).set("stroke-linecap", "round").end();
        svg.circle(from, 0.75).fill(colour).outline(WHITE, 0.25).end();
    }

    fn draw_convoy(&self, svg: &mut Svg, convoy: &ConvoyAt) {
        let at = self.sheet.centre(convoy.square);
        let way: Vec<Point> =
            std::iter::once(at).chain(convoy.way.iter().map(|square| self.sheet.centre(*square))).collect();
        if way.len() > 1 {
            let d = curved_path(&way, false);
            svg.path(&d).stroke(WHITE, 0.8).num("stroke-opacity", 0.8).end();
            svg.path(&d).stroke(INK, 0.3).dashes(&[0.3, 0.7]).end();
            let (to, before) = (way[way.len() - 1], way[way.len() - 2]);
            head(svg, before, to, (1.5, INK));
        }
        lorry(svg, at);
        if !convoy.load.is_empty() && self.sheet.square > 5.0 {
            self.text(svg, Font::Bold, 1.9, (at.0, at.1 + 2.9), &convoy.load).halo().fill_middle(INK);
        }
    }

    /// Marks over everything else: where lines fail, with how many suffer, and battles.
    pub(super) fn draw_marks(&self, svg: &mut Svg, battles: &[(Point, Point)]) {
        svg.group("marks");
        if self.has(Layer::Clashes) {
            self.draw_contacts(svg);
            draw_battles(svg, battles);
        }
        let is_drawn = |cause: &&SupplyCause| self.has(Layer::Supply) && Some(cause.side) == self.situation.lines_of;
        for cause in self.situation.causes.iter().filter(is_drawn) {
            let Some(square) = cause.square.filter(|square| self.situation.window.contains(*square)) else { continue };
            let at = self.sheet.centre(square);
            fail_mark(svg, at, 1.7);
            if let Some(lone) = self.lone(cause) {
                self.text(svg, Font::Bold, LONE, (at.0, at.1 + LONE_BELOW), lone).halo().fill_middle(INK);
            }
            if cause.units.len() > 1 {
                let count = (at.0 + 1.75, at.1 - 1.35);
                svg.circle(count, 1.05).fill(INK).outline(WHITE, 0.2).end();
                let text = cause.units.len().to_string();
                self.text(svg, Font::Bold, LEAST, (count.0, count.1 + 0.62), &text).fill_middle(WHITE);
            }
        }
        svg.close();
    }

    /// Who suffers alone at a mark and has no symbol on this map: without his designation the mark stands for nobody.
    pub(super) fn lone<'c>(&self, cause: &'c SupplyCause) -> Option<&'c str> {
        let [unit] = &cause.units[..] else { return None };
        let is_drawn = self.situation.units.iter().any(|of| of.id == *unit);
        cause.designations.first().filter(|_| !is_drawn).map(String::as_str)
    }

    /// Where squares are large, where troops stand face to face.
    fn draw_contacts(&self, svg: &mut Svg) {
        let in_window = self.situation.clashes.iter().filter(|clash| self.situation.window.contains(clash.square));
        for clash in in_window.filter(|_| self.sheet.is_near()) {
            if let Some(other) = clash.other.filter(|other| *other != clash.square) {
                let (at, to) = (self.sheet.centre(clash.square), self.sheet.centre(other));
                contact_mark(svg, (f64::midpoint(at.0, to.0), f64::midpoint(at.1, to.1)));
            }
        }
    }
}

/// Crossed blades for battles, with a line to the square where one was fought if there was no room there.
fn draw_battles(svg: &mut Svg, battles: &[(Point, Point)]) {
    for (home, at) in battles.iter().filter(|(home, at)| home != at) {
        svg.line(*home, *at).stroke(WHITE, 0.6).end();
        svg.line(*home, *at).stroke(INK, 0.25).end();
        svg.circle(*home, 0.4).fill(INK).outline(WHITE, 0.15).end();
    }
    for (_, at) in battles {
        battle_mark(svg, *at);
    }
}

/// Crossed blades: a battle.
pub(super) fn battle_mark(svg: &mut Svg, at: Point) {
    svg.element("g").set("transform", &format!("translate({} {})", number(at.0), number(at.1))).open();
    svg.circle((0.0, 0.0), 1.5).fill(WHITE).outline(INK, 0.3).end();
    svg.path("M-.85-.85L.85.85M-.85.85L.85-.85M.2.85h.65v-.65M-.2.85h-.65v-.65").stroke(INK, 0.34).end();
    svg.close();
}

/// A dot in a ring: troops stand face to face.
pub(super) fn contact_mark(svg: &mut Svg, at: Point) {
    svg.circle(at, 0.8).fill(WHITE).outline(INK, 0.3).end();
    svg.circle(at, 0.3).fill(INK).end();
}

/// A cross in a ring: supply fails here.
pub(super) fn fail_mark(svg: &mut Svg, at: Point, radius: f64) {
    let arm = radius * 0.46;
    svg.circle(at, radius).fill(WHITE).outline(FAILS, radius * 0.32).end();
    let d = format!(
        "M{0} {1}L{2} {3}M{0} {3}L{2} {1}",
        number(at.0 - arm),
        number(at.1 - arm),
        number(at.0 + arm),
        number(at.1 + arm)
    );
    svg.path(&d).stroke(FAILS, radius * 0.34).set("stroke-linecap", "round").end();
}

/// A lorry.
pub(super) fn lorry(svg: &mut Svg, at: Point) {
    svg.rect(Rect { x: at.0 - 1.5, y: at.1 - 1.0, width: 3.0, height: 1.6 })
        .num("rx", 0.3)
        .fill(WHITE)
        .outline(INK, 0.3)
        .end();
    svg.rect(Rect { x: at.0 + 0.6, y: at.1 - 0.7, width: 0.6, height: 0.6 }).fill(INK).end();
    for dx in [-0.8, 0.8] {
        svg.circle((at.0 + dx, at.1 + 0.65), 0.45).fill(INK).outline(WHITE, 0.15).end();
    }
}

/// A march: a bent arrow.
pub(super) fn draw_arrow(svg: &mut Svg, from: Point, to: Point, colour: &str) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    if dx.hypot(dy) < 1.5 {
        return;
    }
    let bend = (f64::midpoint(from.0, to.0) - dy * 0.12, f64::midpoint(from.1, to.1) + dx * 0.12);
    let [a, b, c] = [from, bend, to].map(|at| format!("{} {}", number(at.0), number(at.1)));
    svg.path(&format!("M{a}Q{b} {c}")).stroke(WHITE, 1.1).num("stroke-opacity", 0.7).end();
    svg.path(&format!("M{a}Q{b} {c}")).stroke(colour, 0.42).dashes(&[2.2, 0.5]).end();
    head(svg, bend, to, (2.0, colour));
}

/// The head of an arrow that comes from a point to another.
fn head(svg: &mut Svg, from: Point, to: Point, (long, colour): (f64, &str)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-6);
    let (x, y) = (dx / length, dy / length);
    let side = |turn: f64| (to.0 - x * long - y * turn * long * 0.42, to.1 - y * long + x * turn * long * 0.42);
    let points = [to, side(1.0), side(-1.0), to];
    svg.path(&path(&points, true)).fill(colour).outline(WHITE, 0.15).end();
}
