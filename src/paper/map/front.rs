//! The front with its bands, pockets, and the squares that troops hold.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Square, SquareSide};

use super::Drawing;
use crate::curve::{Chain, Node, beside, chains, corners, curved_path, path, smooth};
use crate::layer::Layer;
use crate::palette::{self, FAILS, INK, WHITE};
use crate::svg::{Point, Svg};

/// How wide the bands along the front are at most, in mm.
const BAND: f64 = 1.7;

impl Drawing<'_> {
    pub(super) fn draw_front(&self, svg: &mut Svg) {
        if self.has(Layer::Front) {
            svg.group("front");
            self.draw_bands(svg);
            svg.close();
        }
        if self.has(Layer::Pockets) && !self.situation.pockets.is_empty() {
            svg.group("pockets");
            self.draw_pockets(svg);
            svg.close();
        }
        if self.has(Layer::Held) {
            svg.group("held");
            let radius = 0.42 * self.sheet.lines.min(1.4);
            for held in self.situation.held.iter().filter(|held| self.situation.window.contains(held.square)) {
                let colours = palette::side(self.situation.side_number(held.side));
                svg.circle(self.sheet.centre(held.square), radius).fill(colours.line).num("fill-opacity", 0.55).end();
            }
            svg.close();
        }
    }

    /// Every piece of front, by the two sides that it parts: chained, and turned so that the first side lies to its left.
    fn fronts(&self) -> Vec<((usize, usize), Chain)> {
        let mut edges: BTreeMap<(usize, usize), Vec<(Node, Node)>> = BTreeMap::new();
        let mut left: BTreeMap<(Node, Node), usize> = BTreeMap::new();
        for square in self.squares().filter(|square| self.sheet.shows(*square)) {
            for (next, edge) in [
                (Square::new(square.col + 1, square.row), domain::Edge::East),
                (Square::new(square.col, square.row + 1), domain::Edge::South),
            ] {
                let (Some(here), Some(there)) = (self.side_of(square), self.side_of(next)) else { continue };
                if here != there {
                    let (a, b) = corners(SquareSide { square, edge });
                    edges.entry((here.min(there), here.max(there))).or_default().push((a, b));
                    // Southward a square in the west lies to the right; eastward one in the north to the left.
                    let is_east = edge == domain::Edge::East;
                    left.insert((a, b), if is_east { there } else { here });
                    left.insert((b, a), if is_east { here } else { there });
                }
            }
        }
        let mut fronts = Vec::new();
        for (sides, edges) in edges {
            for mut chain in chains(edges) {
                if left.get(&(chain.nodes[0], chain.nodes[1])) != Some(&sides.0) {
                    chain.nodes.reverse();
                }
                fronts.push((sides, chain));
            }
        }
        fronts
    }

    fn squares(&self) -> impl Iterator<Item = Square> {
        let (columns, rows) = (self.situation.columns, self.situation.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |col| Square::new(col, row)))
    }

    fn side_of(&self, square: Square) -> Option<usize> {
        let control = self.situation.square(square)?.control?;
        Some(self.situation.side_number(control))
    }

    fn draw_bands(&self, svg: &mut Svg) {
        let width = BAND * if self.sheet.square > 4.0 { 1.0_f64.max(self.sheet.lines.min(1.6)) } else { 1.0 };
        let fronts: Vec<((usize, usize), Vec<Point>, bool)> = self
            .fronts()
            .into_iter()
            .map(|(sides, chain)| {
                let points: Vec<Point> = chain.nodes.iter().map(|node| self.sheet.node(*node)).collect();
                (sides, smooth(&points, chain.is_closed), chain.is_closed)
            })
            .collect();
        for ((first, other), line, is_closed) in &fronts {
            for (side, far) in [(*first, width / 2.0), (*other, -width / 2.0)] {
                let (colour, opacity) = palette::side(side).band;
                let d = path(&beside(line, far, *is_closed), *is_closed);
                let band = svg.path(&d).stroke(colour, width).num("stroke-opacity", opacity);
                band.set("stroke-linejoin", "round").end();
            }
        }
        for (_, line, is_closed) in &fronts {
            let front = svg.path(&path(line, *is_closed)).stroke(INK, 0.42 * self.sheet.lines.min(2.0));
            front.set("stroke-linejoin", "round").end();
        }
    }

    fn draw_pockets(&self, svg: &mut Svg) {
        for pocket in &self.situation.pockets {
            let within: BTreeSet<Square> = pocket.squares.iter().copied().collect();
            let d = self.outline(&within);
            svg.path(&d).fill("url(#pocket)").num("fill-opacity", 0.34).set("fill-rule", "evenodd").end();
            svg.path(&d).stroke(WHITE, 1.15).set("stroke-linejoin", "round").end();
            svg.path(&d).stroke(FAILS, 0.85).dashes(&[1.9, 0.8]).set("stroke-linejoin", "round").end();
        }
    }

    /// The edge of some squares, smoothed.
    fn outline(&self, within: &BTreeSet<Square>) -> String {
        let mut edges: Vec<(Node, Node)> = Vec::new();
        for square in within {
            let (col, row) = (i32::from(square.col) * 2, i32::from(square.row) * 2);
            let has = |dc: i32, dr: i32| {
                let beside = |at: u16, by: i32| u16::try_from(i32::from(at) + by).ok();
                let next = beside(square.col, dc).zip(beside(square.row, dr));
                next.is_some_and(|(col, row)| within.contains(&Square::new(col, row)))
            };
            let sides = [
                ((0, -1), (col, row), (col + 2, row)),
                ((1, 0), (col + 2, row), (col + 2, row + 2)),
                ((0, 1), (col, row + 2), (col + 2, row + 2)),
                ((-1, 0), (col, row), (col, row + 2)),
            ];
            edges.extend(sides.into_iter().filter(|((dc, dr), ..)| !has(*dc, *dr)).map(|(_, a, b)| (a, b)));
        }
        let lines = chains(edges);
        let smoothed = lines.iter().map(|chain| {
            let points: Vec<Point> = chain.nodes.iter().map(|node| self.sheet.node(*node)).collect();
            curved_path(&points, chain.is_closed)
        });
        smoothed.collect()
    }
}
