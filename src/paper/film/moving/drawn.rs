//! The pictures of a film one after the other, and of each the part that changed.

use report::model::{Film, FilmFrame};
use resvg::tiny_skia::Pixmap;

use super::MovingKind;
use super::apng::Apng;
use super::gif::Gif;
use crate::fonts::Font;
use crate::layer::Layers;
use crate::palette::{FAILS, INK, PAPER};
use crate::png::{PngError, Renderer};
use crate::svg::{Rect, Svg};

/// What stands below the map, in mm.
const BELOW: f64 = 9.0;
/// How many pixels all pictures of a film may have together: more take minutes, and no chat takes the file.
const MOST: u64 = 300_000_000;
/// How many times as long as the others the last bound is shown.
const LAST: u16 = 4;

/// A file that is made picture by picture.
pub(super) trait Moving {
    /// Adds what changed in the next picture, to be shown so many hundredths of a second.
    fn add(&mut self, part: Part, pixels: &[u8], hundredths: u16) -> Result<(), PngError>;

    /// Ends the file.
    fn end(self: Box<Self>) -> Result<(), PngError>;
}

pub(super) fn film(
    film: &Film,
    layers: &Layers,
    (kind, pixels, pace): (MovingKind, u32, u16),
    tell: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, PngError> {
    let renderer = Renderer::new();
    let draw = |of: &FilmFrame| renderer.draw(&captioned(of, layers), pixels);
    let Some(first) = film.frames.first() else { return Ok(Vec::new()) };
    let first = draw(first)?;
    let too_large = || PngError::TooLarge(first.width(), first.height());
    let width = u16::try_from(first.width()).map_err(|_| too_large())?;
    let height = u16::try_from(first.height()).map_err(|_| too_large())?;
    let count = film.frames.len();
    if u64::from(first.width()) * u64::from(first.height()) * count as u64 > MOST {
        return Err(PngError::TooMany { pictures: count, width: first.width(), height: first.height() });
    }
    let whole = Part { left: 0, top: 0, width, height };
    let mut written = Vec::new();
    let mut moving: Box<dyn Moving + '_> = match kind {
        MovingKind::Gif => Box::new(Gif::begun(&mut written, whole)?),
        MovingKind::Apng => {
            let samples = samples(film).into_iter().map(draw).collect::<Result<Vec<Pixmap>, _>>()?;
            Box::new(Apng::begun(&mut written, whole, count, &samples)?)
        }
    };
    let mut before = None::<Pixmap>;
    for (place, of) in film.frames.iter().enumerate() {
        let drawn = draw(of)?;
        let changed = before.as_ref().map_or(Some(whole), |before| Part::changed(before.data(), drawn.data(), width));
        // A picture in which nothing changed still takes its time.
        let part = changed.unwrap_or(Part { left: 0, top: 0, width: 1, height: 1 });
        let hundredths = if place + 1 == count { pace.saturating_mul(LAST) } else { pace };
        moving.add(part, &part.cut(drawn.data(), width), hundredths)?;
        before = Some(drawn);
        tell(place as u64 + 1);
    }
    moving.end()?;
    Ok(written)
}

/// The bounds whose colours stand for those of all: the first, the last, and that in which most are out of LOG.
fn samples(film: &Film) -> Vec<&FilmFrame> {
    let worst = film.frames.iter().max_by_key(|frame| frame.out_of_log());
    film.frames.first().into_iter().chain(worst).chain(film.frames.last()).collect()
}

/// A part of a picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

impl Part {
    /// The part outside of which two pictures of this width are the same; none where they are the same all over.
    fn changed(before: &[u8], after: &[u8], width: u16) -> Option<Self> {
        let row = usize::from(width) * 4;
        let rows = || before.chunks_exact(row).zip(after.chunks_exact(row));
        let (mut top, mut bottom, mut left, mut right) = (None, 0, width, 0);
        for (place, (before, after)) in (0_u16..).zip(rows()) {
            let differs = |(a, b): (&[u8], &[u8])| a != b;
            let pixels = || before.chunks_exact(4).zip(after.chunks_exact(4));
            let Some(first) = pixels().position(differs) else { continue };
            let last = pixels().rposition(differs).unwrap_or(first);
            top.get_or_insert(place);
            (bottom, left, right) = (place, left.min(first as u16), right.max(last as u16));
        }
        let top = top?;
        Some(Self { left, top, width: right - left + 1, height: bottom - top + 1 })
    }

    /// Its pixels, out of a picture of this width.
    fn cut(self, picture: &[u8], width: u16) -> Vec<u8> {
        let [left, top, wide, high, width] =
            [self.left, self.top, self.width, self.height, width].map(|length| usize::from(length) * 4);
        let rows = picture.chunks_exact(width).skip(top / 4).take(high / 4);
        rows.flat_map(|row| row[left..left + wide].to_vec()).collect()
    }
}

/// A map with a line below it: the bound, and who is out of LOG.
fn captioned(of: &FilmFrame, layers: &Layers) -> String {
    let drawn = crate::map::frame(&of.situation, layers);
    let (width, height) = drawn.size;
    let mut svg = Svg::default();
    svg.verbatim(&drawn.below);
    svg.element("g").set("clip-path", "url(#map)").open();
    drawn.layers.iter().for_each(|layer| svg.verbatim(layer));
    svg.close();
    svg.verbatim(&drawn.above);
    svg.rect(Rect { x: 0.0, y: height, width, height: BELOW }).fill(PAPER).end();
    let bound = &of.situation.bound;
    let when = format!("{} · {}", bound.label, bound.date.format("%-d %B %Y"));
    svg.label(Font::Bold, 6.0, (5.2, height + 5.6), &when).fill(INK);
    let out = of.sides().filter_map(|side| Some((side, side.figures?))).filter(|(_, figures)| figures.log_out > 0);
    let out: Vec<String> =
        out.map(|(side, figures)| format!("{} {} of {}", side.name, figures.log_out, figures.log_of)).collect();
    if !out.is_empty() {
        let text = format!("out of LOG: {}", out.join(", "));
        svg.label(Font::Bold, 5.0, (width - 5.2, height + 5.4), &text).fill_end(FAILS);
    }
    crate::page::page((width, height + BELOW), &when, svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three pixels by two, each of one value.
    fn picture(values: [u8; 6]) -> Vec<u8> {
        values.iter().flat_map(|value| [*value; 4]).collect()
    }

    #[test]
    fn only_what_changes_is_drawn_again() {
        let before = picture([1, 2, 3, 4, 5, 6]);
        assert_eq!(Part::changed(&before, &before, 3), None);
        let after = picture([1, 9, 3, 4, 5, 9]);
        let part = Part::changed(&before, &after, 3).unwrap();
        assert_eq!(part, Part { left: 1, top: 0, width: 2, height: 2 });
        assert_eq!(part.cut(&after, 3), [9, 3, 5, 9].iter().flat_map(|value| [*value; 4]).collect::<Vec<u8>>());
    }
}
