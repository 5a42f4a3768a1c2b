//! A picture twice as large as the paper, on two sheets of it that are joined.
//!
//! What it decides: where it is cut, how much of it stands on both, and what says how they are joined.

use crate::fonts::Font;
use crate::page::Drawn;
use crate::palette::QUIET;
use crate::svg::{Rect, Svg};

/// The blank edge of a picture that is left out, in mm.
const BLANK: f64 = 5.0;
/// What no printer reaches at each edge of the paper.
const UNPRINTED: f64 = 6.0;
/// Left free for the foot.
const FOOT: f64 = 12.0;
/// How much of the picture stands on both sheets.
const BOTH: f64 = 6.0;

/// The left and the right half of a picture for paper of this size, and how wide each stands on it.
pub(super) fn halves(drawn: Drawn, (wide, high): (f64, f64), style: &str) -> ([String; 2], f64) {
    let (width, height) = (drawn.size.0 - 2.0 * BLANK, drawn.size.1 - 2.0 * BLANK);
    let part = f64::midpoint(width, BOTH);
    let scale = ((wide - 2.0 * UNPRINTED) / part).min((high - FOOT - UNPRINTED) / height).min(1.0);
    let (title, mut body) = (drawn.title, drawn.body);
    let join = BLANK + part - BOTH / 2.0;
    body.line((join, BLANK), (join, BLANK + height)).stroke(QUIET, 0.18).dashes(&[2.0, 1.2]).end();
    let body = body.finish();
    let said = |text: &str, is_left: bool| {
        let mut svg = Svg::default();
        let at = (if is_left { join - 1.0 } else { join + 1.0 }, BLANK + 2.0);
        let label = svg.label(Font::Medium, 2.2, at, text);
        if is_left {
            label.fill_end(QUIET);
        } else {
            label.fill(QUIET);
        }
        svg.finish()
    };
    let cut = |x: f64, text: &str, is_left: bool| {
        let rect = Rect { x, y: BLANK, width: part, height };
        Drawn::cut_out(&(body.clone() + &said(text, is_left)), &title, rect, style)
    };
    let left = cut(BLANK, "cut along the dashed line, and lay this sheet over the next", true);
    let right = cut(BLANK + part - BOTH, "under the sheet before, line on line", false);
    ([left, right], part * scale)
}
