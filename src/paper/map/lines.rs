//! Rivers, roads, railways and crossings.

use domain::{CrossingKind, RailState, RiverClass, RoadQuality, SquareSide};
use report::model::situation::MapCrossingAt;

use super::Drawing;
use crate::curve::{Node, centres, chains, corners, curved_path};
use crate::palette::{INK, ROAD, ROAD_EDGE, ROAD_GOOD, WATER, WATER_EDGE, WHITE};
use crate::svg::{Point, Svg};

/// How wide a river is, in mm.
fn river_width(class: RiverClass) -> f64 {
    match class {
        RiverClass::Minor => 0.45,
        RiverClass::Medium => 0.8,
        RiverClass::Major => 1.5,
        RiverClass::Lake => 2.2,
    }
}

/// A ferry, dashed with a ring.
pub(super) fn ferry_mark(svg: &mut Svg, at: Point) {
    let way = [(at.0 - 1.6, at.1), (at.0 + 1.6, at.1)];
    svg.line(way[0], way[1]).stroke(WHITE, 0.8).end();
    svg.line(way[0], way[1]).stroke(INK, 0.3).dashes(&[0.5, 0.4]).end();
    svg.circle(at, 0.5).fill(WHITE).outline(INK, 0.28).end();
}

impl Drawing<'_> {
    pub(super) fn draw_crossings(&self, svg: &mut Svg) {
        for crossing in &self.situation.crossings {
            self.draw_crossing(svg, crossing);
        }
    }

    /// Sides of squares as one path of smooth lines, as far as they are to be seen.
    pub(super) fn smooth_path(&self, sides: &[SquareSide], ends: fn(SquareSide) -> (Node, Node)) -> String {
        let seen = sides.iter().filter(|side| self.sheet.shows(side.square));
        let chained = chains(seen.map(|side| ends(*side)));
        let lines = chained.iter().map(|chain| {
            let points: Vec<Point> = chain.nodes.iter().map(|node| self.sheet.node(*node)).collect();
            curved_path(&points, chain.is_closed)
        });
        lines.collect()
    }

    pub(super) fn draw_rivers(&self, svg: &mut Svg) {
        for river in &self.situation.rivers {
            let d = self.smooth_path(&river.sides, corners);
            let width = river_width(river.class) * self.sheet.lines;
            svg.path(&d).stroke(WATER_EDGE, width + 0.3).round().end();
            svg.path(&d).stroke(WATER, width).round().end();
        }
    }

    pub(super) fn draw_roads(&self, svg: &mut Svg) {
        for road in &self.situation.roads {
            let d = self.smooth_path(&road.sides, centres);
            let scale = self.sheet.lines;
            match road.quality {
                RoadQuality::Poor => {
                    svg.path(&d).stroke(ROAD, 0.28 * scale).dashes(&[1.3 * scale, 0.7 * scale]).end();
                }
                RoadQuality::Good => {
                    svg.path(&d).stroke(ROAD_EDGE, 0.8 * scale).end();
                    svg.path(&d).stroke(ROAD_GOOD, 0.5 * scale).end();
                }
            }
        }
    }

    pub(super) fn draw_railways(&self, svg: &mut Svg) {
        let scale = self.sheet.lines;
        for railway in &self.situation.railways {
            let d = self.smooth_path(&railway.sides, centres);
            match railway.state {
                RailState::Open => {
                    svg.path(&d).stroke(INK, 0.34 * scale).end();
                    svg.path(&d).stroke(INK, 1.25 * scale).dashes(&[0.22 * scale, 1.5 * scale]).end();
                }
                RailState::Cut => {
                    svg.path(&d).stroke(INK, 0.34 * scale).dashes(&[0.5 * scale, 0.6 * scale]).end();
                }
            }
        }
    }

    /// Two brackets across the river; of a ferry dashed with a ring; a ringed cross where it cannot be used.
    fn draw_crossing(&self, svg: &mut Svg, crossing: &MapCrossingAt) {
        let (a, b) = centres(crossing.side);
        let (from, to) = (self.sheet.node(a), self.sheet.node(b));
        let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        let scale = self.sheet.lines;
        let turn = if a.0 == b.0 { 90.0 } else { 0.0 };
        let place = format!("translate({:.2} {:.2}) rotate({turn}) scale({scale:.3})", middle.0, middle.1);
        svg.element("g").set("transform", &place).open();
        let brackets = "M-1.5-.95L-.95-.5H.95L1.5-.95M-1.5.95L-.95.5H.95L1.5.95";
        let is_bridge = crossing.kind == CrossingKind::Bridge;
        if is_bridge || !crossing.open {
            svg.path(brackets).stroke(WHITE, 0.75).end();
            svg.path(brackets).stroke(INK, 0.36).end();
        } else {
            ferry_mark(svg, (0.0, 0.0));
        }
        if !crossing.open {
            svg.circle((0.0, 0.0), 0.95).fill(WHITE).outline(INK, 0.26).end();
            svg.path("M-.55-.55L.55.55M-.55.55L.55-.55").stroke(INK, 0.32).end();
        }
        svg.close();
    }
}
