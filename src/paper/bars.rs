//! Bars: who lost how much, the longest first, two charts beside each other.
//!
//! What it decides: the scale, which all charts of a page share, and where what stands.

use report::model::{Bar, BarChart, BarSheet, NamedSide, for_whom};

use crate::fonts::{Font, Fonts};
use crate::page::Drawn;
use crate::palette::{INK, PAPER, QUIET, side};
use crate::plots::heading;
use crate::svg::{Rect, Svg};

/// A4 across.
const WIDTH: f64 = 297.0;
const EDGE: f64 = 12.0;
/// Between two charts.
const GAP: f64 = 10.0;
/// What stands above the first bar: the head of the page, and of the chart.
const HEAD: f64 = 25.0;
const ABOVE: f64 = 14.0;
/// From bar to bar, from one to what belongs to it, and how high one is.
const STEP: f64 = 5.4;
const CLOSE: f64 = 4.0;
const HIGH: f64 = 3.6;
/// How much of a chart the names take at most, and the figure behind a bar.
const NAMES: f64 = 0.42;
const FIGURE: f64 = 9.0;
/// The size of names and figures.
const TEXT: f64 = 3.2;

/// The charts of a sheet as SVG: the same figures give the same bytes.
pub fn draw_bars(sheet: &BarSheet) -> String {
    let deep = sheet.charts.iter().map(|chart| depth(&chart.bars)).fold(0.0, f64::max);
    let size = (WIDTH, HEAD + ABOVE + deep + EDGE);
    let mut svg = Svg::default();
    svg.rect(Rect { x: 0.0, y: 0.0, width: size.0, height: size.1 }).fill(PAPER).end();
    let whose = for_whom(sheet.drawn_for.as_ref().map(NamedSide::name), sheet.commander.as_deref());
    heading(&mut svg, &sheet.title, &format!("to {}", sheet.until), whose);
    draw_sides(&mut svg, sheet);
    let columns = sheet.charts.len().max(1) as f64;
    let wide = (WIDTH - 2.0 * EDGE - (columns - 1.0) * GAP) / columns;
    let fonts = Fonts::new();
    let bars = || sheet.charts.iter().flat_map(|chart| &chart.bars);
    let names = bars().map(|bar| fonts.width(Font::Medium, TEXT, &bar.name)).fold(0.0, f64::max);
    // The names take as much of one chart as of another, so that bars of one value are of one length.
    let scale =
        Scale { names: names.min(wide * NAMES) + 2.0, longest: bars().map(|bar| bar.value).max().unwrap_or(1).max(1) };
    for (place, chart) in sheet.charts.iter().enumerate() {
        let cell = Rect { x: EDGE + place as f64 * (wide + GAP), y: HEAD, width: wide, height: size.1 - HEAD };
        draw_chart(&mut svg, &fonts, chart, cell, scale);
    }
    Drawn { size, title: format!("{}: losses to {}", sheet.title, sheet.until), body: svg }.file()
}

/// In the head of the page, from its right edge on, whose bars are in which colour.
fn draw_sides(svg: &mut Svg, sheet: &BarSheet) {
    let (fonts, mut x) = (Fonts::new(), WIDTH - EDGE);
    for of in sheet.sides.iter().rev() {
        let name = fonts.fitted(Font::Medium, TEXT, &of.name, 60.0);
        svg.label(Font::Medium, TEXT, (x, 17.0), &name).fill_end(INK);
        x -= fonts.width(Font::Medium, TEXT, &name) + 6.5;
        let colours = side(of.number);
        svg.rect(Rect { x, y: 14.6, width: 5.0, height: 2.6 }).fill(colours.line).outline(colours.line, 0.3).end();
        x -= 6.0;
    }
}

/// What all charts of a page share.
#[derive(Clone, Copy)]
struct Scale {
    /// How wide the names are, with what parts them from the bars.
    names: f64,
    /// The longest bar.
    longest: u32,
}

fn draw_chart(svg: &mut Svg, fonts: &Fonts, chart: &BarChart, cell: Rect, Scale { names, longest }: Scale) {
    svg.group(&chart.title);
    svg.label(Font::Bold, 5.0, (cell.x, cell.y + 4.0), &fonts.fitted(Font::Bold, 5.0, &chart.title, cell.width))
        .fill(INK);
    let below = fonts.fitted(Font::Medium, TEXT, &chart.below, cell.width);
    svg.label(Font::Medium, TEXT, (cell.x, cell.y + 9.0), &below).fill(INK);
    let room = cell.width - names - FIGURE;
    let mut y = cell.y + ABOVE;
    for group in groups(&chart.bars) {
        let middle = y + (depth(group) - STEP) / 2.0;
        draw_name(svg, fonts, &group[0].name, (cell.x + names, middle), names - 2.0);
        for (place, bar) in group.iter().enumerate() {
            let width = room * f64::from(bar.value) / f64::from(longest);
            draw_bar(svg, bar, Rect { x: cell.x + names, y: y + place as f64 * CLOSE, width, height: HIGH });
        }
        y += depth(group);
    }
    let foot = y;
    svg.line((cell.x + names, cell.y + ABOVE - 1.0), (cell.x + names, foot)).stroke(INK, 0.3).end();
    if chart.bars.is_empty() {
        svg.label(Font::Medium, TEXT, (cell.x, cell.y + ABOVE + 3.0), "nobody lost anything").fill(QUIET);
    }
    svg.close();
}

/// Each bar that has a name with those that belong to it.
fn groups(bars: &[Bar]) -> impl Iterator<Item = &[Bar]> {
    bars.chunk_by(|_, next| next.name.is_empty())
}

/// How much room bars take from the first to where the next would begin.
fn depth(bars: &[Bar]) -> f64 {
    groups(bars).map(|group| STEP + (group.len() - 1) as f64 * CLOSE).sum()
}

/// Writes a name before a bar that would begin at a point.
fn draw_name(svg: &mut Svg, fonts: &Fonts, name: &str, (x, y): (f64, f64), room: f64) {
    let name = fonts.fitted(Font::Medium, TEXT, name, room);
    svg.label(Font::Medium, TEXT, (x - 1.5, y + HIGH * 0.82), &name).fill_end(INK);
}

fn draw_bar(svg: &mut Svg, bar: &Bar, row: Rect) {
    let colours = side(bar.number);
    let part = row.width * f64::from(bar.part) / f64::from(bar.value.max(1));
    svg.rect(row).fill(PAPER).outline(colours.line, 0.3).end();
    svg.rect(Rect { width: part, ..row }).fill(colours.line).end();
    let figure = (row.x + row.width + 1.2, row.y + HIGH * 0.82);
    svg.label(Font::Bold, TEXT, figure, &bar.value.to_string()).fill(INK);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_of_one_name_stand_close_and_the_name_between_them() {
        let bar = |name: &str| Bar { name: name.to_owned(), number: 0, value: 1, part: 1 };
        let bars = [bar("D1 am, Kalach"), bar(""), bar("D1 pm, Kletskaya"), bar("")];
        let heights: Vec<usize> = groups(&bars).map(<[Bar]>::len).collect();
        assert_eq!(heights, [2, 2]);
        assert!((depth(&bars) - 2.0 * (4.0 + 5.4)).abs() < 1e-9);
        assert!((depth(&[bar("one"), bar("two")]) - 2.0 * 5.4).abs() < 1e-9);
    }

    /// Bars of one value are of one length, whoever's they are and however long the names beside them.
    #[test]
    fn charts_of_a_page_share_their_scale() {
        let bar = |name: &str, number: usize, value: u32| Bar { name: name.to_owned(), number, value, part: 0 };
        let chart = |bars: Vec<Bar>| BarChart { title: "losses".to_owned(), below: "SP".to_owned(), bars };
        let sheet = BarSheet {
            title: "Test".to_owned(),
            drawn_for: None,
            commander: None,
            until: "D2".to_owned(),
            sides: Vec::new(),
            charts: vec![
                chart(vec![bar("Fourth Panzer Army (staff) / Armeegruppe Hoth", 0, 40), bar("14th", 0, 4)]),
                chart(vec![bar("17th", 1, 4)]),
            ],
        };
        let picture = draw_bars(&sheet);
        // Each bar is a rectangle of paper with one over it for its part.
        let rects = picture.split("<rect ").skip(2).step_by(2);
        let wide = rects.map(|rect| rect.split_once("width=\"").unwrap().1.split_once('"').unwrap().0);
        let wide: Vec<f64> = wide.map(|wide| wide.parse().unwrap()).collect();
        assert_eq!(wide.len(), 3);
        assert!((wide[1] - wide[2]).abs() < 0.02 && (wide[0] - 10.0 * wide[1]).abs() < 0.1, "{wide:?}");
    }
}
