//! Dumps and railheads, each with what it holds: figures and bars, LOG black, POL hatched.

use domain::{SideId, Square};

use super::{Drawing, LEAST};
use crate::fonts::Font;
use crate::layer::Layer;
use crate::palette::{self, INK, POL, WHITE};
use crate::svg::{Point, Rect, Svg, number};

/// The size of a box.
pub(crate) const BOX: (f64, f64) = (7.2, 3.7);

/// A dump or railhead, or several of one side in a square.
#[derive(Debug, Clone)]
pub(crate) struct PlacedBox {
    pub(crate) square: Square,
    pub(crate) side: SideId,
    pub(crate) is_railhead: bool,
    pub(crate) stock: Option<[i64; 2]>,
    /// None where it holds nothing, or there was no room.
    pub(crate) rect: Option<Rect>,
}

impl Drawing<'_> {
    pub(super) fn draw_stocks(&self, svg: &mut Svg, placed: &[PlacedBox]) {
        if !self.has(Layer::Stocks) {
            return;
        }
        let stocks = || placed.iter().filter_map(|store| store.stock);
        let most = stocks().flatten().max().unwrap_or(1).max(1);
        svg.group("stocks");
        for store in placed {
            let colours = palette::side(self.situation.side_number(store.side));
            let at = self.sheet.centre(store.square);
            if let (Some(rect), Some(stock)) = (store.rect, store.stock) {
                let (x, y) = rect.centre();
                if (x - at.0).hypot(y - at.1) > 3.4 {
                    svg.line(at, (x, y)).stroke(colours.line, 0.2).end();
                }
                self.draw_box(svg, rect.grown(-0.15), stock, (colours.line, most));
            }
        }
        svg.close();
    }

    /// The marks of dumps and railheads, below the names.
    pub(super) fn draw_store_marks(&self, svg: &mut Svg, placed: &[PlacedBox]) {
        if !self.has(Layer::Stocks) {
            return;
        }
        svg.group("stores");
        for store in placed {
            let colours = palette::side(self.situation.side_number(store.side));
            store_mark(svg, self.sheet.centre(store.square), store.is_railhead, colours.line);
        }
        svg.close();
    }

    /// Two figures and two bars, the longest as long as the greatest stock of the map.
    pub(super) fn draw_box(&self, svg: &mut Svg, rect: Rect, stock: [i64; 2], (colour, most): (&str, i64)) {
        svg.rect(rect).num("rx", 0.4).fill(WHITE).outline(colour, 0.28).end();
        let half = rect.height / 2.0;
        for (row, units) in (0_u32..).zip(stock) {
            let y = rect.y + f64::from(row) * half;
            let size = LEAST;
            let at = (rect.x + 2.75, y + half / 2.0 + size * 0.36);
            self.text(svg, Font::Bold, size, at, &units.max(0).to_string()).fill_end(if row == 0 {
                INK
            } else {
                palette::POL_FIGURE
            });
            let room = rect.width - 3.7;
            let long = room * (units.max(0) as f64 / most as f64).sqrt();
            let bar = Rect { x: rect.x + 3.2, y: y + half * 0.26, width: long, height: half * 0.52 };
            svg.rect(bar).fill(if row == 0 { INK } else { POL }).end();
            if row == 1 {
                svg.rect(bar).fill("url(#pol)").end();
            }
        }
    }
}

/// A triangle for a railhead, a house for a dump.
pub(super) fn store_mark(svg: &mut Svg, at: Point, is_railhead: bool, colour: &str) {
    let d = if is_railhead {
        format!("M{} {}l1.1 1.9h-2.2z", number(at.0), number(at.1 - 1.2))
    } else {
        format!("M{} {}v-1.1a.85 .75 0 0 1 1.7 0v1.1z", number(at.0 - 0.85), number(at.1 + 0.9))
    };
    svg.path(&d).fill(colour).outline(WHITE, 0.25).end();
}
