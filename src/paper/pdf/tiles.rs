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

/// How wide and high a picture is that stands on two sheets of this size as large as it is drawn.
pub(super) fn whole((wide, high): (f64, f64)) -> (f64, f64) {
    (2.0 * (wide - 2.0 * UNPRINTED) - BOTH + 2.0 * BLANK, high - FOOT - UNPRINTED + 2.0 * BLANK)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// On two sheets of A4 and of letter it stands as large as it is drawn: nothing becomes too small to be read.
    #[test]
    fn a_picture_of_the_size_of_two_sheets_is_made_no_smaller() {
        for (paper, size) in [((210.0, 297.0), (400.0, 289.0)), ((215.9, 279.4), (411.8, 271.4))] {
            let (wide, high) = whole(paper);
            assert!((wide - size.0).abs() < 1e-9 && (high - size.1).abs() < 1e-9, "{wide} x {high}");
            let drawn = Drawn { size: (wide, high), title: String::new(), body: Svg::default() };
            let (_, part) = halves(drawn, paper, "");
            assert!((part - (paper.0 - 12.0)).abs() < 1e-9, "{part}");
        }
    }
}
