//! The legend and the scale, at the foot of the margin; and of a side's map what was seen and what is left out.

mod entries;

use report::model::Situation;

use super::Drawing;
use super::margin::Column;
use super::sheet::Sheet;
use crate::fonts::{Font, Fonts};
use crate::layer::Layers;
use crate::page::Drawn;
use crate::palette::{self, INK, PAPER, QUIET, WHITE};
use crate::svg::{Rect, Svg, number};

/// How wide the legend of a film is and how high a row of it, in mm.
const COLUMN: f64 = 56.0;
const ROW: f64 = 5.2;

/// All that is drawn in any of these situations, in one column on paper.
pub(crate) fn legend_of_all<'s>(situations: impl Iterator<Item = &'s Situation>, layers: &Layers) -> Drawn {
    let mut rows: Vec<(String, String)> = Vec::new();
    for situation in situations {
        let sheet = Sheet::of(situation.window).without_margin();
        let drawing = Drawing { situation, layers, sheet, fonts: Fonts::new(), inset: None };
        let mut next = 0;
        for entry in drawing.entries() {
            let known = rows.iter().position(|(text, _)| *text == entry.text);
            next = 1 + known.unwrap_or_else(|| {
                let mut sample = Svg::default();
                (entry.draw)(&drawing, &mut sample, (0.0, 0.0));
                rows.insert(next, (entry.text, sample.finish()));
                next
            });
        }
    }
    let high = rows.len() as f64 * ROW + 3.0;
    let mut svg = Svg::default();
    svg.rect(Rect { x: 0.0, y: 0.0, width: COLUMN, height: high }).fill(PAPER).end();
    for (row, (text, sample)) in (0_u32..).zip(&rows) {
        let y = 4.0 + f64::from(row) * ROW;
        svg.element("g").set("transform", &format!("translate(8 {})", number(y))).open();
        svg.verbatim(sample);
        svg.close();
        svg.label(Font::Text, 2.75, (16.0, y + 1.0), text).fill(INK);
    }
    Drawn { size: (COLUMN, high), title: "Legend of the map".to_owned(), body: svg }
}

impl Drawing<'_> {
    pub(super) fn draw_scale(&self, svg: &mut Svg, column: &mut Column) {
        let scale = column.scale;
        let square_km = f64::from(self.situation.square_m) / 1000.0;
        let wanted = column.width * 0.62 / self.sheet.square * square_km;
        let km = [100.0, 60.0, 50.0, 30.0, 20.0, 10.0, 6.0, 5.0, 3.0, 2.0, 1.0]
            .into_iter()
            .find(|km| *km <= wanted)
            .unwrap_or(1.0);
        let long = km / square_km * self.sheet.square;
        let y = column.bottom - 9.5 * scale;
        svg.rect(Rect { x: column.x, y, width: long / 2.0, height: 1.3 * scale }).fill(INK).outline(INK, 0.2).end();
        svg.rect(Rect { x: column.x + long / 2.0, y, width: long / 2.0, height: 1.3 * scale })
            .fill(WHITE)
            .outline(INK, 0.2)
            .end();
        let size = 2.6 * scale;
        for (part, text) in [(0.0, "0".to_owned()), (0.5, number(km / 2.0)), (1.0, format!("{} km", number(km)))] {
            let at = (column.x + long * part, y + 4.0 * scale);
            let text = self.text(svg, Font::Medium, size, at, &text);
            if part == 0.0 { text.fill(INK) } else { text.fill_middle(INK) }
        }
        let square = format!("1 square = {} km", number(square_km));
        self.text(svg, Font::Medium, size, (column.x + column.width, y + 1.3 * scale), &square).fill_end(INK);
        let digits = "reference: column, then row";
        self.text(svg, Font::Text, 2.3 * scale, (column.x + column.width, y + 4.0 * scale), digits).fill_end(QUIET);
        self.quiet(
            svg,
            2.3 * scale,
            (column.x, column.bottom - 0.4),
            "Figures, fronts and lines of supply are those of the ledger.",
        );
        column.bottom = y - 4.5 * scale;
    }

    pub(super) fn draw_legend(&self, svg: &mut Svg, column: &mut Column) {
        let entries = self.entries();
        let scale = column.scale;
        let row = 5.2 * scale;
        let rows = entries.len().div_ceil(2);
        column.bottom -= rows as f64 * row + 7.0 * scale;
        let mut at = Column { y: column.bottom, ..*column };
        self.heading(svg, &mut at, "Legend");
        for (place, entry) in entries.iter().enumerate() {
            let x = column.x + (place / rows) as f64 * column.width * 0.52;
            let y = at.y + (place % rows) as f64 * row + 2.9 * scale;
            svg.element("g")
                .set(
                    "transform",
                    &format!("translate({} {}) scale({})", number(x + 5.5 * scale), number(y), number(scale)),
                )
                .open();
            (entry.draw)(self, svg, (0.0, 0.0));
            svg.close();
            let room = column.width * 0.48 - 12.5 * scale;
            let text = self.fonts.fitted(Font::Text, 2.75 * scale, &entry.text, room);
            self.text(svg, Font::Text, 2.75 * scale, (x + 12.5 * scale, y + 1.0 * scale), &text).fill(INK);
        }
        column.bottom -= 3.0 * scale;
    }

    /// The sides in numbers and the legend, by themselves in a column so wide; how high that is.
    pub(super) fn draw_key(&self, svg: &mut Svg, width: f64) -> f64 {
        let mut column = Column { x: 0.0, width, y: 3.0, bottom: 0.0, scale: 1.0 };
        self.draw_figures(svg, &mut column);
        // It is drawn from its foot.
        let high = column.y + self.entries().len().div_ceil(2) as f64 * 5.2 + 7.0;
        column.bottom = high;
        self.draw_legend(svg, &mut column);
        high + 1.0
    }

    /// Of a side's map: how many sightings are how old, and what is left out.
    pub(super) fn draw_seen(&self, svg: &mut Svg, column: &mut Column) {
        if self.situation.drawn_for.is_none() {
            return;
        }
        let scale = column.scale;
        let (situation, window) = (self.situation, self.situation.window);
        let seen = || situation.units.iter().filter(|unit| window.contains(unit.square));
        let count = |is: fn(u32) -> bool| seen().filter(|unit| unit.age.is_some_and(is)).count();
        self.heading(svg, column, if situation.is_window() { "Enemy on this map, as seen" } else { "Enemy, as seen" });
        let rows = [
            (count(|age| age == 0), "seen now"),
            (count(|age| age == 1 || age == 2), "seen one or two bounds ago"),
            (count(|age| age > 2), "seen three bounds ago or earlier: may have gone"),
        ];
        for (number, text) in rows {
            column.y += 4.2 * scale;
            let figure = number.to_string();
            self.text(svg, Font::Bold, 3.6 * scale, (column.x + 8.0 * scale, column.y), &figure).fill_end(INK);
            self.text(svg, Font::Text, 2.9 * scale, (column.x + 10.5 * scale, column.y), text).fill(INK);
        }
        column.y += 5.0 * scale;
        let patch = Rect { x: column.x, y: column.y - 2.6 * scale, width: 8.0 * scale, height: 3.4 * scale };
        svg.rect(patch).fill(palette::NOBODY).outline(QUIET, 0.2).end();
        svg.rect(patch).fill("url(#fog)").end();
        let text = "not seen: ground and front as last known";
        self.text(svg, Font::Text, 2.9 * scale, (column.x + 10.5 * scale, column.y), text).fill(INK);
        column.y += 8.0 * scale;
    }
}
