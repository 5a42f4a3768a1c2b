//! The map for a phone: where supply fails and a little round it, corps and armies alone, and the numbers below.
//!
//! What it decides: what is told below; which squares, `trouble` says.

use domain::few;
use report::model::situation::SideFigures;
use report::model::{Situation, for_whom};

use super::sheet::Sheet;
use super::supply::fail_mark;
use super::trouble::about;
use super::{Drawing, Placing};
use crate::fonts::{Font, Fonts};
use crate::layer::{Layer, Layers};
use crate::page;
use crate::palette::{self, FAILS, INK, PAPER, QUIET};
use crate::svg::{Rect, Svg};

/// How wide it is, in mm: with 390 pixels across, a symbol of 4 mm is 17 pixels high.
const WIDE: f64 = 90.0;
/// How many names it has, and how many causes.
const NAMES: usize = 7;
const CAUSES: usize = 6;
/// What stands beside the map and below it, and the size of the type there.
const EDGE: f64 = 4.0;
const TEXT: f64 = 3.4;

/// The map of a situation for a phone, as SVG: of one with corps and armies alone.
pub fn draw_phone(situation: &Situation, layers: &Layers) -> String {
    let mut shown = about(situation, NAMES);
    // What was sighted is told by battalions: the front says where the enemy is.
    shown.units.retain(|unit| unit.age.is_none());
    let layers = layers.clone().and(Layer::Hq);
    let sheet = Sheet::of(shown.window).for_width(WIDE);
    let (wide, high) = sheet.page;
    let drawing = Drawing { situation: &shown, layers: &layers, sheet, fonts: Fonts::new(), inset: None };
    let placing = Placing::new(&drawing);
    let mut svg = Svg::default();
    let mut below = Svg::default();
    let end = drawing.draw_below_phone(&mut below, high);
    svg.rect(Rect { x: 0.0, y: 0.0, width: wide, height: end }).fill(PAPER).end();
    drawing.draw_map(&mut svg, &placing);
    svg.verbatim(&below.finish());
    let title = format!("{}, {}", situation.title, situation.bound.label);
    page::page((wide, end), &title, svg)
}

impl Drawing<'_> {
    /// What stands below the map: campaign and bound, the sides in numbers, why lines fail. Says where it ends.
    fn draw_below_phone(&self, svg: &mut Svg, from: f64) -> f64 {
        let (situation, room) = (self.situation, WIDE - 2.0 * EDGE);
        let mut y = from + 5.0;
        let (short, _) = situation.title.split_once(": ").unwrap_or((&situation.title, ""));
        let heading = self.fonts.fitted(Font::Bold, 6.4, short, room);
        self.text(svg, Font::Bold, 6.4, (EDGE, y), &heading).fill(INK);
        let whose = for_whom(situation.drawn_for.map(|side| self.side_name(side)), situation.commander.as_deref());
        let whose = whose.unwrap_or_else(|| "umpire’s map".to_owned());
        let when = format!("{} · {} · {whose}", situation.bound.label, situation.bound.date.format("%-d %B %Y"));
        y += 5.0;
        self.text(svg, Font::Medium, TEXT, (EDGE, y), &self.fonts.fitted(Font::Medium, TEXT, &when, room)).fill(QUIET);
        for side in &situation.sides {
            y = self.draw_phone_side(svg, side, y);
        }
        let causes: Vec<_> = situation.causes.iter().filter(|cause| Some(cause.side) == situation.lines_of).collect();
        for cause in causes.iter().take(CAUSES) {
            y += 2.6;
            fail_mark(svg, (EDGE + 2.0, y + 2.2), 1.7);
            let told = format!("{} · {} since {}", few(&cause.designations, 6, ", "), cause.lacks, cause.since.label);
            for (font, text, colour) in [(Font::Strong, &cause.what, INK), (Font::Text, &told, QUIET)] {
                for line in self.fonts.lines(font, TEXT, text, room - 6.0) {
                    y += TEXT + 0.6;
                    self.text(svg, font, TEXT, (EDGE + 6.0, y), &line).fill(colour);
                }
            }
        }
        if causes.len() > CAUSES {
            y += 5.0;
            let more = format!("and {} more, told under supply status", causes.len() - CAUSES);
            self.quiet(svg, TEXT, (EDGE, y), &more);
        }
        y + 5.0
    }

    /// A side in numbers, where they are known.
    fn draw_phone_side(&self, svg: &mut Svg, side: &SideFigures, y: f64) -> f64 {
        let Some(figures) = side.figures else { return y };
        let y = y + 5.6;
        let colours = palette::side(side.number);
        svg.rect(Rect { x: EDGE, y: y - 3.0, width: 4.4, height: 3.0 })
            .fill(colours.fill)
            .outline(colours.line, 0.35)
            .end();
        let (fits, name) = self.fonts.shrunk(Font::Bold, 4.2, side.counted_name(), 26.0);
        self.text(svg, Font::Bold, fits, (EDGE + 6.0, y), &name).fill(INK);
        let log = format!("LOG out {} of {}", figures.log_out, figures.log_of);
        let pol = format!("POL {} of {}", figures.pol_out, figures.pol_of);
        let colour = |out: usize| if out > 0 { FAILS } else { INK };
        self.text(svg, Font::Medium, TEXT, (EDGE + 37.0, y), &format!("{} SP", figures.sp)).fill_end(INK);
        self.text(svg, Font::Bold, TEXT, (EDGE + 64.0, y), &log).fill_end(colour(figures.log_out));
        self.text(svg, Font::Bold, TEXT, (WIDE - EDGE, y), &pol).fill_end(colour(figures.pol_out));
        y
    }
}
