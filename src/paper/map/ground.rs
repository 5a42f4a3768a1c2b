//! The ground: who controls it, fog, terrain, the grid.

use std::fmt::Write as _;

use domain::{Square, Terrain};
use report::model::situation::GroundSquare;

use super::Drawing;
use crate::fonts::Font;
use crate::layer::Layer;
use crate::palette::{self, CLOSE, INK, NOBODY, QUIET, TOWN, WATER};
use crate::svg::{Svg, number};

/// The colours of the ground, and how strong each is.
pub(super) const TERRAIN: [(Terrain, &str, f64); 5] = [
    (Terrain::Close, CLOSE, 0.28),
    (Terrain::Marsh, WATER, 0.3),
    (Terrain::Lake, WATER, 0.9),
    (Terrain::Town, TOWN, 0.85),
    (Terrain::City, TOWN, 1.0),
];

impl Drawing<'_> {
    pub(super) fn draw_ground(&self, svg: &mut Svg) {
        svg.group("ground");
        svg.rect(self.sheet.map).fill(NOBODY).end();
        if self.has(Layer::Control) {
            self.draw_control(svg);
        }
        if self.has(Layer::Terrain) {
            self.draw_terrain(svg);
        }
        if self.has(Layer::Grid) {
            self.draw_grid(svg);
        }
        svg.close();
    }

    fn draw_control(&self, svg: &mut Svg) {
        for side in &self.situation.sides {
            let d = self.squares_where(|square| square.control == Some(side.id));
            if d.is_empty() {
                continue;
            }
            svg.path(&d).fill(palette::side(side.number).ground).end();
            if side.number == 0 {
                svg.path(&d).fill("url(#hatch)").end();
            }
        }
        let fog = self.squares_where(|square| square.fog);
        if !fog.is_empty() {
            svg.path(&fog).fill(NOBODY).num("fill-opacity", 0.62).end();
            svg.path(&fog).fill("url(#fog)").end();
        }
    }

    fn draw_terrain(&self, svg: &mut Svg) {
        for (terrain, colour, opacity) in TERRAIN {
            let d = self.squares_where(|square| square.terrain == terrain);
            if !d.is_empty() {
                svg.path(&d).fill(colour).num("fill-opacity", opacity).end();
            }
        }
    }

    /// The squares of the window of which something holds, as one path: rows of them together.
    pub(super) fn squares_where(&self, holds: impl Fn(&GroundSquare) -> bool) -> String {
        let window = self.situation.window;
        let side = self.sheet.square;
        let is_one = |col: u16, row: u16| self.situation.square(Square::new(col, row)).is_some_and(&holds);
        let mut d = String::new();
        for row in window.first.row..window.first.row + window.rows {
            let end = window.first.col + window.columns;
            let mut col = window.first.col;
            while col < end {
                let from = col;
                while col < end && is_one(col, row) {
                    col += 1;
                }
                if col > from {
                    let (x, y) = self.sheet.corner(Square::new(from, row));
                    let wide = number(f64::from(col - from) * side);
                    // A hair more, so that no seam shows between rows.
                    let high = number(side + 0.02);
                    let _ = write!(d, "M{} {}h{wide}v{high}h-{wide}z", number(x), number(y));
                } else {
                    col += 1;
                }
            }
        }
        d
    }

    fn draw_grid(&self, svg: &mut Svg) {
        let (window, map) = (self.situation.window, self.sheet.map);
        let is_near = self.sheet.square > 5.0;
        let each = if is_near { 1 } else { 5 };
        let mut d = String::new();
        for col in (window.first.col..window.first.col + window.columns).filter(|col| col % each == 0) {
            let (x, _) = self.sheet.corner(Square::new(col, window.first.row));
            let _ = write!(d, "M{} {}v{}", number(x), number(map.y), number(map.height));
        }
        for row in (window.first.row..window.first.row + window.rows).filter(|row| row % each == 0) {
            let (_, y) = self.sheet.corner(Square::new(window.first.col, row));
            let _ = write!(d, "M{} {}h{}", number(map.x), number(y), number(map.width));
        }
        svg.path(&d).stroke(INK, if is_near { 0.2 } else { 0.12 }).num("stroke-opacity", 0.25).end();
    }

    /// The reference of each square, where squares are large: over lines, which would cut the figures.
    pub(super) fn draw_square_references(&self, svg: &mut Svg) {
        if !self.shows_references() {
            return;
        }
        let window = self.situation.window;
        let size = self.reference_size();
        svg.group("square-references");
        for row in window.first.row..window.first.row + window.rows {
            for col in window.first.col..window.first.col + window.columns {
                let square = Square::new(col, row);
                let (x, y) = self.sheet.corner(square);
                let at = (x + 0.5, y + size * 0.95);
                self.text(svg, Font::Medium, size, at, &self.situation.reference(square)).halo().fill(QUIET);
            }
        }
        svg.close();
    }

    fn shows_references(&self) -> bool {
        self.sheet.is_near() && self.has(Layer::Grid) && self.reference_size() >= self.sheet.least
    }

    fn reference_size(&self) -> f64 {
        (self.sheet.square * 0.13).clamp(1.8, 2.5)
    }

    /// How much of a square its reference takes, from its upper edge.
    pub(super) fn reference_height(&self) -> f64 {
        if self.shows_references() { self.reference_size() } else { 0.4 }
    }

    /// How wide the reference of a square is.
    pub(super) fn reference_width(&self, square: Square) -> f64 {
        self.fonts.width(Font::Medium, self.reference_size(), &self.situation.reference(square))
    }
}
