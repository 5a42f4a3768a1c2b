//! Of each square of a map that shows battalions what is not drawn in it, in figures: at the upper edge, behind its reference.

use domain::Square;

use super::units::stacks;
use super::{Drawing, LEAST};
use crate::fonts::Font;
use crate::layer::Layer;
use crate::palette::{INK, QUIET};
use crate::svg::{Rect, Svg};

/// How many counters a square shows.
pub(crate) const SHOWN: usize = 4;

/// The figures of a square and where they stand.
#[derive(Debug, Clone)]
pub(crate) struct Uncounted {
    text: String,
    /// Whether counters found no room in the square.
    is_full: bool,
    pub(crate) rect: Rect,
}

impl Drawing<'_> {
    /// Of each square the counters that found no room, and the headquarters and trains.
    pub(super) fn uncounted(&self) -> Vec<Uncounted> {
        if !self.shows_battalions() {
            return Vec::new();
        }
        let mut squares: Vec<(Square, usize, usize)> = Vec::new();
        let mut add = |square: Square, more: usize, trains: usize| match squares.iter_mut().find(|row| row.0 == square)
        {
            Some(row) => (row.1, row.2) = (row.1 + more, row.2 + trains),
            None => squares.push((square, more, trains)),
        };
        for stack in stacks(self) {
            add(stack.square(), 1, 0);
        }
        let units = self.situation.units.iter().filter(|unit| self.situation.window.contains(unit.square));
        units.filter(|unit| self.is_only_counted(unit)).for_each(|unit| add(unit.square, 0, 1));
        let rows = squares.into_iter().filter(|(_, counters, trains)| *counters > SHOWN || *trains > 0);
        rows.map(|(square, counters, trains)| self.figures(square, counters.saturating_sub(SHOWN), trains)).collect()
    }

    /// The longest words that find room behind the reference of the square.
    fn figures(&self, square: Square, more: usize, trains: usize) -> Uncounted {
        let joined = |more_word: &str, trains_word: &str| {
            let more = (more > 0).then(|| format!("+{more}{more_word}"));
            let trains = (trains > 0).then(|| format!("{trains} {trains_word}"));
            more.into_iter().chain(trains).collect::<Vec<String>>().join(" · ")
        };
        let width = |text: &str| self.fonts.width(Font::Bold, LEAST, text);
        let (x, y) = self.sheet.corner(square);
        let room = self.sheet.square - 1.5 - self.reference_width(square);
        let (long, short) = if self.has(Layer::Hq) { ("train", "train") } else { ("HQ, train", "HQ") };
        let words = [joined(" more", long), joined("", long), joined("", short)];
        let text = words.iter().find(|text| width(text) <= room).unwrap_or(&words[2]).clone();
        let rect = Rect { x: x + self.sheet.square - 0.5 - width(&text), y: y + 0.4, width: width(&text), height: 1.7 };
        Uncounted { text, is_full: more > 0, rect }
    }

    pub(super) fn draw_uncounted(&self, svg: &mut Svg, placed: &[Uncounted]) {
        for figures in placed {
            let at = (figures.rect.x + figures.rect.width, figures.rect.y + 1.6);
            let colour = if figures.is_full { INK } else { QUIET };
            self.text(svg, Font::Bold, LEAST, at, &figures.text).halo().fill_end(colour);
        }
    }
}
