//! Plots: curves of the sides over the bounds, several on a page.
//!
//! What it decides: scales, and where what stands. Sides differ by dash and marker as much as by colour, and each curve is named
//! at its end.

use report::model::{BoundView, Curve, NamedSide, Plot, PlotSheet, for_whom};

use crate::fonts::{Font, Fonts};
use crate::page::Drawn;
use crate::palette::{INK, PAPER, QUIET, WHITE, side};
use crate::svg::{Point, Rect, Svg, number};

/// A4 across.
const WIDTH: f64 = 297.0;
const EDGE: f64 = 12.0;
/// The height of a plot with its title and what is below it.
const ROW: f64 = 96.0;
/// Between the plots of a row.
const GAP: f64 = 12.0;
/// What stands above the first row.
const HEAD: f64 = 25.0;
/// Where the drawn part of a plot begins and ends in its cell.
const LEFT: f64 = 11.0;
const RIGHT: f64 = 29.0;
const ABOVE: f64 = 17.0;
const HIGH: f64 = 62.0;
/// How many lines go across a plot at most.
const LINES: i64 = 5;
/// How near the names of two curves may come.
const NAME: f64 = 4.4;

/// The plots of a sheet as SVG: the same figures give the same bytes.
pub fn draw_plots(sheet: &PlotSheet) -> String {
    drawn(sheet).file()
}

/// The same for whatever page.
pub(crate) fn drawn(sheet: &PlotSheet) -> Drawn {
    let rows = sheet.plots.len().div_ceil(2).max(1);
    let size = (WIDTH, HEAD + rows as f64 * ROW + EDGE - 6.0);
    let left_out = sheet.left_out_in_words();
    let mut svg = Svg::default();
    svg.rect(Rect { x: 0.0, y: 0.0, width: size.0, height: size.1 }).fill(PAPER).end();
    let range = match (sheet.bounds.first(), sheet.bounds.last()) {
        (Some(first), Some(last)) => format!("bound by bound, {} to {}", first.label, last.label),
        _ => String::new(),
    };
    heading(
        &mut svg,
        &sheet.title,
        &range,
        for_whom(sheet.drawn_for.as_ref().map(NamedSide::name), sheet.commander.as_deref()),
    );
    if let Some(left_out) = &left_out {
        svg.label(Font::Medium, 3.2, (EDGE, 22.5), left_out).fill(QUIET);
    }
    let wide = (WIDTH - 2.0 * EDGE - GAP) / 2.0;
    for (place, plot) in sheet.plots.iter().enumerate() {
        let (column, row) = ((place % 2) as f64, (place / 2) as f64);
        let cell = Rect { x: EDGE + column * (wide + GAP), y: HEAD + row * ROW, width: wide, height: ROW };
        PlotDrawing { sheet, plot, cell, scale: Scale::of(plot) }.draw(&mut svg);
    }
    let range = sheet.bounds.last().map(|last| format!(", to {}", last.label)).unwrap_or_default();
    Drawn { size, title: format!("{}: figures by bound{range}", sheet.title), body: svg }
}

/// The head of a page of figures: the campaign, from when to when, and for whom.
pub(crate) fn heading(svg: &mut Svg, title: &str, range: &str, whose: Option<String>) {
    let fonts = Fonts::new();
    let (short, _) = title.split_once(": ").unwrap_or((title, ""));
    let short = fonts.fitted(Font::Bold, 8.8, short, 190.0);
    svg.label(Font::Bold, 8.8, (EDGE, 17.0), &short).fill(INK);
    let whose = whose.map(|whose| format!(" · {whose}")).unwrap_or_default();
    let x = EDGE + fonts.width(Font::Bold, 8.8, &short) + 7.0;
    svg.label(Font::Medium, 3.9, (x, 17.0), &format!("{range}{whose}")).fill(INK);
}

/// From 0 to where, and how far apart the lines across are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Scale {
    step: i64,
    most: i64,
}

impl Scale {
    fn of(plot: &Plot) -> Self {
        let highest = plot.curves.iter().flat_map(|curve| curve.values.iter().flatten()).max();
        Self::up_to(highest.copied().unwrap_or_default())
    }

    /// Steps of 1, 2, 3 or 5 and their tens, so that few lines go across.
    fn up_to(highest: i64) -> Self {
        let tens = (0..18).map(|power| 10_i64.pow(power));
        let mut steps = tens.flat_map(|ten| [1, 2, 3, 5].map(|step| step * ten));
        let step = steps.find(|step| highest <= step * LINES).unwrap_or(i64::MAX / LINES);
        Self { step, most: (highest.max(1) + step - 1) / step * step }
    }
}

/// One plot on the page.
struct PlotDrawing<'a> {
    sheet: &'a PlotSheet,
    plot: &'a Plot,
    cell: Rect,
    scale: Scale,
}

impl PlotDrawing<'_> {
    fn draw(&self, svg: &mut Svg) {
        svg.group(self.plot.title);
        let Rect { x, y, .. } = self.cell;
        svg.label(Font::Bold, 5.0, (x, y + 4.0), self.plot.title).fill(INK);
        svg.label(Font::Medium, 3.2, (x, y + 9.0), self.plot.below).fill(INK);
        self.draw_grid(svg);
        self.draw_days(svg);
        self.draw_mark(svg);
        for curve in &self.plot.curves {
            self.draw_curve(svg, curve);
        }
        self.draw_names(svg);
        svg.close();
    }

    /// Where the curves are drawn.
    fn room(&self) -> Rect {
        let Rect { x, y, width, .. } = self.cell;
        Rect { x: x + LEFT, y: y + ABOVE, width: width - LEFT - RIGHT, height: HIGH }
    }

    fn x(&self, bound: f64) -> f64 {
        let room = self.room();
        room.x + room.width * (bound + 0.5) / self.sheet.bounds.len().max(1) as f64
    }

    fn y(&self, value: i64) -> f64 {
        let room = self.room();
        room.y + room.height * (1.0 - value as f64 / self.scale.most as f64)
    }

    fn draw_grid(&self, svg: &mut Svg) {
        let room = self.room();
        for line in 0..=self.scale.most / self.scale.step {
            let value = line * self.scale.step;
            let y = self.y(value);
            let (colour, width) = if value == 0 { (INK, 0.3) } else { (QUIET, 0.12) };
            svg.line((room.x, y), (room.x + room.width, y)).stroke(colour, width).end();
            svg.label(Font::Medium, 2.9, (room.x - 1.5, y + 1.0), &value.to_string()).fill_end(INK);
        }
    }

    /// The days below, as many of them as there is room for.
    fn draw_days(&self, svg: &mut Svg) {
        let room = self.room();
        let days: Vec<&[BoundView]> = self.sheet.bounds.chunk_by(|a, b| a.day == b.day).collect();
        let each = days.len().div_ceil(14).max(1);
        let mut first = 0;
        for (place, day) in days.iter().enumerate() {
            let (from, to) = (self.x(first as f64 - 0.5), self.x((first + day.len()) as f64 - 0.5));
            svg.line((from, room.y + room.height), (from, room.y + room.height + 1.3)).stroke(INK, 0.2).end();
            if place % each == 0 {
                let at = (f64::midpoint(from, to), room.y + room.height + 4.6);
                svg.label(Font::Medium, 2.9, at, &format!("D{}", day[0].day)).fill_middle(INK);
            }
            first += day.len();
        }
    }

    fn draw_mark(&self, svg: &mut Svg) {
        let Some(mark) = &self.sheet.mark else { return };
        let room = self.room();
        let x = self.x(mark.bound as f64);
        svg.line((x, room.y - 4.0), (x, room.y + room.height)).stroke(INK, 0.3).dashes(&[1.2, 0.8]).end();
        let wide = Fonts::new().width(Font::Medium, 2.9, &mark.text);
        let text = (room.y - 1.4, &mark.text);
        if x + wide + 1.0 > room.x + room.width {
            svg.label(Font::Medium, 2.9, (x - 1.0, text.0), text.1).halo().fill_end(INK);
        } else {
            svg.label(Font::Medium, 2.9, (x + 1.0, text.0), text.1).halo().fill(INK);
        }
    }

    fn draw_curve(&self, svg: &mut Svg, curve: &Curve) {
        let points: Vec<Option<Point>> = (0_u32..)
            .zip(&curve.values)
            .map(|(bound, value)| value.map(|value| (self.x(f64::from(bound)), self.y(value))))
            .collect();
        let colours = side(curve.number);
        let line = svg.path(&self.way(&points)).stroke(colours.line, 0.95).set("stroke-linejoin", "round");
        match curve.number {
            0 => line.end(),
            1 => line.dashes(&[2.2, 1.1]).end(),
            _ => line.dashes(&[0.9, 0.9]).end(),
        }
        // One marker a day, that of its first bound.
        let is_first = |bound: &usize| *bound == 0 || self.sheet.bounds[*bound].day != self.sheet.bounds[bound - 1].day;
        for at in (0..points.len()).filter(is_first).filter_map(|bound| points[bound]) {
            match curve.number {
                0 => svg.rect(Rect::about(at, 1.9, 1.9)).fill(colours.line).end(),
                _ => svg.circle(at, 1.05).fill(WHITE).outline(colours.line, 0.45).end(),
            }
        }
    }

    /// The way of a line through points, interrupted where one is missing.
    fn way(&self, points: &[Option<Point>]) -> String {
        let mut way = String::new();
        let mut before: Option<Point> = None;
        for point in points {
            if let Some((x, y)) = point {
                let step = match before {
                    None => format!("M{} {}", number(*x), number(*y)),
                    Some(_) if self.plot.is_stepped => format!("H{}V{}", number(*x), number(*y)),
                    Some(_) => format!("L{} {}", number(*x), number(*y)),
                };
                way.push_str(&step);
            }
            before = *point;
        }
        way
    }

    /// Each curve is named at its end with its last figure; names that would cover each other are moved apart.
    fn draw_names(&self, svg: &mut Svg) {
        let room = self.room();
        let last = |curve: &Curve| curve.values.iter().rev().find_map(|value| *value);
        let mut named: Vec<(f64, i64, &Curve)> = self
            .plot
            .curves
            .iter()
            .filter_map(|curve| last(curve).map(|value| (self.y(value), value, curve)))
            .collect();
        named.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.number.cmp(&b.2.number)));
        for place in 1..named.len() {
            named[place].0 = named[place].0.max(named[place - 1].0 + NAME);
        }
        let over = named.last().map_or(0.0, |last| (last.0 - room.y - room.height).max(0.0));
        let fonts = Fonts::new();
        for (y, value, curve) in named {
            let figure = format!(" {value}");
            let name = fonts.fitted(Font::Bold, 3.9, &curve.name, RIGHT - 2.0 - fonts.width(Font::Bold, 3.9, &figure));
            let at = (room.x + room.width + 1.5, y - over + 1.3);
            svg.label(Font::Bold, 3.9, at, &format!("{name}{figure}")).fill(side(curve.number).line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_lines_go_across_and_the_highest_figure_is_below_the_last() {
        let table = [(0, 1, 1), (1, 1, 1), (5, 1, 5), (8, 2, 8), (35, 10, 40), (112, 30, 120), (367, 100, 400)];
        for (highest, step, most) in table {
            assert_eq!(Scale::up_to(highest), Scale { step, most }, "{highest}");
        }
    }
}
