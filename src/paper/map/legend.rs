//! The legend and the scale, at the foot of the margin; and of a side's map what was seen and what is left out.

use domain::{Arm, Echelon};
use report::model::situation::SymbolArm;

use super::Drawing;
use super::margin::Column;
use super::stocks::store_mark;
use super::supply::{battle_mark, contact_mark, fail_mark, lorry};
use crate::fonts::Font;
use crate::layer::Layer;
use crate::palette::{self, FAILS, INK, POL, QUIET, ROAD, ROAD_GOOD, RUNS, WATER, WATER_EDGE, WHITE};
use crate::svg::{Point, Rect, Svg, number};
use crate::symbol::Symbol;

/// What draws a sample of something round a point.
type Sample = dyn Fn(&Drawing<'_>, &mut Svg, Point);

/// A row of the legend.
struct Entry {
    text: String,
    draw: Box<Sample>,
}

fn entry(text: impl Into<String>, draw: impl Fn(&Drawing<'_>, &mut Svg, Point) + 'static) -> Entry {
    Entry { text: text.into(), draw: Box::new(draw) }
}

/// A symbol for the legend.
fn symbol(number: usize, arm: SymbolArm, echelon: Echelon) -> Symbol {
    Symbol {
        colours: palette::side(number),
        arm,
        echelon: Some(echelon),
        height: 3.3,
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

fn of(symbol: Symbol, text: impl Into<String>) -> Entry {
    entry(text, move |_, svg, (x, y)| symbol.draw(svg, (x, y + 0.4)))
}

fn stroke(text: &str, draw: impl Fn(&mut Svg, &str) + 'static) -> Entry {
    entry(text, move |_, svg, (x, y)| draw(svg, &format!("M{} {}h9", number(x - 4.5), number(y))))
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

    fn entries(&self) -> Vec<Entry> {
        let mut all = self.symbol_entries();
        all.extend(self.line_entries());
        all
    }

    fn symbol_entries(&self) -> Vec<Entry> {
        let situation = self.situation;
        let mut all = Vec::new();
        for side in &situation.sides {
            let is_enemy = situation.drawn_for.is_some_and(|own| own != side.id);
            if is_enemy {
                let seen = Symbol {
                    is_enemy,
                    echelon: None,
                    age: Some(0),
                    height: 2.9,
                    ..symbol(side.number, SymbolArm::Of(Arm::Infantry), Echelon::Division)
                };
                let seen = Symbol { age: None, ..seen };
                let vague = Symbol { arm: SymbolArm::Unknown, age: None, ..seen.clone() };
                all.push(of(seen, format!("{}, seen now", side.name)));
                all.push(of(vague, "not known, or seen before"));
            } else {
                let arm = if side.number == 0 { Arm::Infantry } else { Arm::Armour };
                all.push(of(
                    symbol(side.number, SymbolArm::Of(arm), Echelon::Division),
                    format!("{} division", side.name),
                ));
            }
        }
        let own = situation.drawn_for.map_or(0, |side| situation.side_number(side));
        let base = symbol(own, SymbolArm::Of(Arm::Infantry), Echelon::Division);
        if situation.units.iter().any(|unit| unit.nation.is_some()) {
            let allied = Symbol { colours: palette::formation(own, true), ..base.clone() };
            all.push(of(allied, "of another nation"));
        }
        all.push(of(Symbol { count: 3, ..base.clone() }, "stack of three"));
        all.push(of(Symbol { no_log: true, no_pol: true, ..base.clone() }, "out of LOG, POL"));
        all.push(of(Symbol { disorganised: true, broken: true, ..base }, "disorganised, broken"));
        all
    }

    fn line_entries(&self) -> Vec<Entry> {
        let mut all = vec![
            stroke("supply of 1 or 2", |svg, d| svg.path(d).stroke(RUNS, 0.45).end()),
            stroke("supply of 15 or more", |svg, d| svg.path(d).stroke(RUNS, 1.8).end()),
            entry("supply fails here", |_, svg, (x, y)| {
                svg.line((x - 4.5, y), (x, y)).stroke(FAILS, 0.7).dashes(&[1.6, 0.8]).end();
                fail_mark(svg, (x + 2.0, y), 1.6);
            }),
            entry("fuel: bowser and hop", |_, svg, (x, y)| {
                svg.circle((x - 4.0, y), 0.75).fill(POL).end();
                svg.line((x - 4.0, y), (x + 4.0, y))
                    .stroke(POL, 0.72)
                    .dashes(&[0.01, 1.15])
                    .set("stroke-linecap", "round")
                    .end();
            }),
            entry("front", |_, svg, (x, y)| {
                for (number, dy) in [(0, -0.75), (1, 0.75)] {
                    let (colour, opacity) = palette::side(number).band;
                    svg.line((x - 4.5, y + dy), (x + 4.5, y + dy))
                        .stroke(colour, 1.5)
                        .num("stroke-opacity", opacity)
                        .end();
                }
                svg.line((x - 4.5, y), (x + 4.5, y)).stroke(INK, 0.42).end();
            }),
        ];
        if !self.situation.pockets.is_empty() && self.has(Layer::Pockets) {
            all.push(stroke("pocket", |svg, d| svg.path(d).stroke(FAILS, 0.85).dashes(&[1.9, 0.8]).end()));
        }
        all.extend([
            stroke("railway", |svg, d| {
                svg.path(d).stroke(INK, 0.34).end();
                svg.path(d).stroke(INK, 1.25).dashes(&[0.22, 1.5]).end();
            }),
            stroke("railway, cut", |svg, d| svg.path(d).stroke(INK, 0.34).dashes(&[0.5, 0.6]).end()),
            stroke("good road", |svg, d| {
                svg.path(d).stroke(crate::palette::ROAD_EDGE, 0.8).end();
                svg.path(d).stroke(ROAD_GOOD, 0.5).end();
            }),
            stroke("poor road", |svg, d| svg.path(d).stroke(ROAD, 0.28).dashes(&[1.3, 0.7]).end()),
            stroke("major river", |svg, d| svg.path(d).stroke(WATER, 1.5).end()),
            stroke("medium, minor river", |svg, d| {
                svg.path(d).stroke(WATER_EDGE, 1.1).dashes(&[4.5, 9.0]).end();
                svg.path(d).stroke(WATER, 0.8).dashes(&[4.5, 9.0]).end();
                svg.path(d).stroke(WATER, 0.45).end();
            }),
            entry("bridge; down", |_, svg, (x, y)| {
                let d =
                    format!("M{} {}l.55 .45h1.9l.55-.45m-3 1.9l.55-.45h1.9l.55 .45", number(x - 4.0), number(y - 0.95));
                svg.path(&d).stroke(INK, 0.36).end();
                svg.circle((x + 2.5, y), 0.95).fill(WHITE).outline(INK, 0.26).end();
                svg.path(&format!("M{} {}l1.1 1.1m0-1.1l-1.1 1.1", number(x + 1.95), number(y - 0.55)))
                    .stroke(INK, 0.32)
                    .end();
            }),
            entry("railhead, dump", |_, svg, (x, y)| {
                store_mark(svg, (x - 2.5, y), true, INK);
                store_mark(svg, (x + 2.0, y), false, INK);
            }),
        ]);
        if self.has(Layer::Clashes) {
            if self.situation.clashes.iter().any(|clash| clash.other.is_none()) {
                all.push(entry("battle", |_, svg, at| battle_mark(svg, at)));
            }
            if self.sheet.is_near() && self.situation.clashes.iter().any(|clash| clash.other.is_some()) {
                all.push(entry("face to face", |_, svg, at| contact_mark(svg, at)));
            }
        }
        if self.situation.stores.iter().any(|store| store.stock.is_some()) {
            all.push(entry("LOG, POL on hand", |drawing, svg, (x, y)| {
                drawing.draw_box(svg, Rect::about((x, y), 7.0, 3.5), [16, 10], (INK, 16));
            }));
        }
        if !self.situation.convoys.is_empty() {
            all.push(entry("convoy", |_, svg, (x, y)| lorry(svg, (x, y))));
        }
        all
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
