//! A picture twice as large as the paper, on two sheets of it that are joined.
//!
//! What it decides: where it is cut, how much of it stands on both, and what says how they are joined.

use crate::fonts::Font;
use crate::page::Drawn;
use crate::palette::QUIET;
use crate::svg::Rect;

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
    let part = (width + BOTH) / 2.0;
    let scale = ((wide - 2.0 * UNPRINTED) / part).min((high - FOOT - UNPRINTED) / height).min(1.0);
    let (title, mut body) = (drawn.title, drawn.body);
    let join = BLANK + part - BOTH / 2.0;
    body.line((join, BLANK), (join, BLANK + height)).stroke(QUIET, 0.18).dashes(&[2.0, 1.2]).end();
    let above = BLANK + 2.0;
    let left = "cut along the dashed line, and lay this sheet over the next";
    body.label(Font::Medium, 2.2, (join - 1.0, above), left).fill_end(QUIET);
    body.label(Font::Medium, 2.2, (join + 1.0, above), "under the sheet before, line on line").fill(QUIET);
    let body = body.finish();
    let cut = |x: f64| {
        let rect = Rect { x, y: BLANK, width: part, height };
        Drawn::cut_out(&body, &title, rect, style)
    };
    ([cut(BLANK), cut(BLANK + part - BOTH)], part * scale)
}
