//! The film as a moving picture for a chat: the map alone, with the bound below it.

use report::model::Film;

use crate::layer::Layers;
use crate::png::PngError;

/// How long a bound is shown, in hundredths of a second; the last stays longer.
#[cfg(feature = "png")]
const BOUND: u16 = 90;
#[cfg(feature = "png")]
const LAST: u16 = 400;

/// A film as GIF, this many pixels wide; `tell` hears how many bounds are drawn.
///
/// # Errors
/// When the program was built without, or a picture is too large.
#[cfg(feature = "png")]
pub fn film_gif(film: &Film, layers: &Layers, pixels: u32, tell: &mut dyn FnMut(u64)) -> Result<Vec<u8>, PngError> {
    use gif::{Encoder, Frame, Repeat};

    let renderer = crate::png::Renderer::new();
    let mut written = Vec::new();
    let mut encoder: Option<Encoder<&mut Vec<u8>>> = None;
    let failed = |error: gif::EncodingError| PngError::Picture(error.to_string());
    let mut target = Some(&mut written);
    let mut before = None::<resvg::tiny_skia::Pixmap>;
    for (place, of) in film.frames.iter().enumerate() {
        let drawn = renderer.draw(&captioned(of, layers), pixels)?;
        let too_large = || PngError::TooLarge(drawn.width(), drawn.height());
        let width = u16::try_from(drawn.width()).map_err(|_| too_large())?;
        let height = u16::try_from(drawn.height()).map_err(|_| too_large())?;
        if let Some(target) = target.take() {
            let mut begun = Encoder::new(target, width, height, &[]).map_err(failed)?;
            begun.set_repeat(Repeat::Infinite).map_err(failed)?;
            encoder = Some(begun);
        }
        let changed = before.as_ref().map_or(Some(Part { left: 0, top: 0, width, height }), |before| {
            Part::changed(before.data(), drawn.data(), width)
        });
        // A picture in which nothing changed still takes its time.
        let part = changed.unwrap_or(Part { left: 0, top: 0, width: 1, height: 1 });
        let mut frame = Frame::from_rgba_speed(part.width, part.height, &mut part.cut(drawn.data(), width), 10);
        (frame.left, frame.top) = (part.left, part.top);
        frame.delay = if place + 1 == film.frames.len() { LAST } else { BOUND };
        if let Some(encoder) = &mut encoder {
            encoder.write_frame(&frame).map_err(failed)?;
        }
        before = Some(drawn);
        tell(place as u64 + 1);
    }
    drop(encoder);
    Ok(written)
}

/// The same of a build without PNG.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn film_gif(_film: &Film, _layers: &Layers, _pixels: u32, _tell: &mut dyn FnMut(u64)) -> Result<Vec<u8>, PngError> {
    Err(PngError::NotBuilt)
}

/// A part of a picture, in pixels.
#[cfg(feature = "png")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

#[cfg(feature = "png")]
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
#[cfg(feature = "png")]
fn captioned(of: &report::model::FilmFrame, layers: &Layers) -> String {
    use crate::fonts::Font;
    use crate::palette::{FAILS, INK, PAPER};
    use crate::svg::{Rect, Svg};

    const BELOW: f64 = 9.0;
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

#[cfg(all(test, feature = "png"))]
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
