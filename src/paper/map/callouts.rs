//! Call-outs: the square on which most hangs, and pockets.

use domain::{Square, counted};

use super::Drawing;
use crate::declutter::Taken;
use crate::fonts::Font;
use crate::layer::Layer;
use crate::palette::{FAILS, INK, WHITE};
use crate::svg::{Point, Rect, Svg};

/// A box with two lines, and to what it points.
#[derive(Debug, Clone)]
pub(crate) struct Callout {
    heading: String,
    line: String,
    colour: &'static str,
    /// What it tells of, with a ring round it where that is a square.
    target: Point,
    is_ringed: bool,
    rect: Rect,
}

const HEADING: f64 = 2.9;
const LINE: f64 = 1.95;

/// The call-outs of a map, each where it hides least.
pub(crate) fn callouts(drawing: &Drawing<'_>, taken: &mut Taken) -> Vec<Callout> {
    let situation = drawing.situation;
    let mut found = Vec::new();
    let pockets = situation.pockets.iter().filter(|_| drawing.has(Layer::Pockets));
    for pocket in pockets {
        let Some(target) = middle(drawing, &pocket.squares) else { continue };
        let squares = counted(pocket.squares.len(), "square");
        // A commander knows but some of those who stand in it.
        let (heading, line) = if situation.commander.is_some() {
            ("POCKET".to_owned(), format!("{squares} · no line of supply"))
        } else {
            let divisions = Some(pocket.divisions).filter(|count| *count > 0);
            let divisions = divisions.map(|count| format!(" {}", counted(count, "division"))).unwrap_or_default();
            (format!("POCKET{divisions}"), format!("{squares} · {} SP · no line of supply", pocket.sp))
        };
        found.push((heading, line, FAILS, target, false));
    }
    let choke =
        situation.choke.as_ref().filter(|choke| drawing.has(Layer::Supply) && situation.window.contains(choke.square));
    if let Some(choke) = choke {
        let target = drawing.sheet.centre(choke.square);
        taken.take(Rect::about(target, 4.0, 4.0));
        let km = situation.km_to_enemy(choke);
        let line = format!("square {}, enemy ground {km} km away", situation.reference(choke.square));
        found.push((format!("{} formations, one road", choke.fed), line, INK, target, true));
    }
    let mut placed = Vec::new();
    for (heading, line, colour, target, is_ringed) in found {
        let width =
            drawing.fonts.width(Font::Bold, HEADING, &heading).max(drawing.fonts.width(Font::Text, LINE, &line)) + 2.6;
        let rect = least_hiding(drawing, taken, target, (width, 6.6));
        taken.take(rect);
        placed.push(Callout { heading, line, colour, target, is_ringed, rect });
    }
    placed
}

/// The square of a pocket in the window that is nearest to the middle of them all.
fn middle(drawing: &Drawing<'_>, squares: &[Square]) -> Option<Point> {
    let within: Vec<Point> = squares
        .iter()
        .filter(|square| drawing.situation.window.contains(**square))
        .map(|s| drawing.sheet.centre(*s))
        .collect();
    let count = within.len().max(1) as f64;
    let (x, y) = within.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0 / count, sum.1 + at.1 / count));
    let far = |at: &Point| (at.0 - x).hypot(at.1 - y);
    within.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// Where a box hides the fewest formations and places, near what it tells of.
fn least_hiding(drawing: &Drawing<'_>, taken: &Taken, target: Point, (width, height): (f64, f64)) -> Rect {
    let situation = drawing.situation;
    let crowd: Vec<Point> = { situation.units.iter() }
        .filter(|unit| !unit.is_hq && situation.window.contains(unit.square))
        .map(|unit| drawing.sheet.centre(unit.square))
        .chain(drawing.places().map(|place| drawing.sheet.centre(place.square)))
        .collect();
    let mut least = (f64::INFINITY, Rect::about(target, width, height));
    for ring in 0..9_u32 {
        for turn in 0..24_u32 {
            let (radius, angle) = (10.0 + f64::from(ring) * 4.5, f64::from(turn) / 24.0 * std::f64::consts::TAU);
            let at = (target.0 + radius * angle.sin() * 1.4, target.1 - radius * angle.cos());
            let rect = Rect::about(at, width, height);
            if taken.is_free(rect) {
                let hidden = crowd.iter().filter(|at| rect.grown(1.8).has(**at)).count();
                let cost = hidden as f64 * 9.0 + radius;
                if cost < least.0 {
                    least = (cost, rect);
                }
            }
        }
    }
    least.1
}

impl Drawing<'_> {
    /// The lines from what is told of to where it is told, below symbols and names.
    #[expect(clippy::unused_self, reason = "as the other layers")]
    pub(super) fn draw_leaders(&self, svg: &mut Svg, placed: &[Callout]) {
        svg.group("callout-leaders");
        for callout in placed {
            svg.line(callout.target, callout.rect.centre()).stroke(WHITE, 0.9).end();
            svg.line(callout.target, callout.rect.centre()).stroke(callout.colour, 0.45).end();
        }
        svg.close();
    }

    pub(super) fn draw_callouts(&self, svg: &mut Svg, placed: &[Callout]) {
        svg.group("callouts");
        for callout in placed {
            if callout.is_ringed {
                svg.circle(callout.target, 2.3).stroke(WHITE, 1.3).end();
                svg.circle(callout.target, 2.3).stroke(callout.colour, 0.75).end();
            } else {
                svg.circle(callout.target, 0.8).fill(callout.colour).outline(WHITE, 0.25).end();
            }
            svg.rect(callout.rect).num("rx", 0.5).fill(callout.colour).outline(WHITE, 0.3).end();
            let left = callout.rect.x + 1.3;
            self.text(svg, Font::Bold, HEADING, (left, callout.rect.y + 3.05), &callout.heading).fill(WHITE);
            self.text(svg, Font::Text, LINE, (left, callout.rect.y + 5.5), &callout.line).fill(WHITE);
        }
        svg.close();
    }
}
