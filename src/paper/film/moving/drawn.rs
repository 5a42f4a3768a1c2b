//! The pictures of a film one after the other, and of each the part that changed.

use report::model::{Film, FilmFrame};
use resvg::tiny_skia::Pixmap;

use super::MovingKind;
use super::apng::Apng;
use super::gif::Gif;
use super::part::{Moving, Part};
use crate::fonts::{Font, Fonts};
use crate::layer::Layers;
use crate::palette::{FAILS, INK, PAPER, QUIET};
use crate::png::{PngError, Renderer};
use crate::svg::{Rect, Svg};

/// The least size of type that can be read, in pixels.
const READABLE: f64 = 6.0;
/// What stands below the map, in mm.
const BELOW: f64 = 9.0;
/// How many pixels all pictures of a film may have together: more take minutes, and no chat takes the file.
const MOST: u64 = 300_000_000;
/// How many times as long as the others the last bound is shown.
const LAST: u16 = 4;

pub(super) fn film(
    film: &Film,
    layers: &Layers,
    (kind, pixels, pace): (MovingKind, u32, u16),
    tell: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, PngError> {
    let renderer = Renderer::new();
    let Some(first) = film.frames.first() else { return Ok(Vec::new()) };
    let least = READABLE * crate::map::frame_size(&first.situation).0 / f64::from(pixels.max(1));
    let draw = |of: &FilmFrame| renderer.draw(&captioned(of, layers, least), pixels);
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

/// A map with a line below it: the bound, and who is out of LOG.
fn captioned(of: &FilmFrame, layers: &Layers, least: f64) -> String {
    let drawn = crate::map::frame(&of.situation, layers, least, None);
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
    if let (None, Some(side)) = (of.situation.drawn_for, of.situation.lines_of_name()) {
        let from = 5.2 + Fonts::new().width(Font::Bold, 6.0, &when) + 4.0;
        svg.label(Font::Medium, 4.0, (from, height + 5.4), &format!("lines of supply: {side}")).fill(QUIET);
    }
    let out = of.sides().filter_map(|side| Some((side, side.figures?))).filter(|(_, figures)| figures.log_out > 0);
    let out: Vec<String> =
        out.map(|(side, figures)| format!("{} {} of {}", side.name, figures.log_out, figures.log_of)).collect();
    if !out.is_empty() {
        let text = format!("out of LOG: {}", out.join(", "));
        svg.label(Font::Bold, 5.0, (width - 5.2, height + 5.4), &text).fill_end(FAILS);
    }
    crate::page::page((width, height + BELOW), &when, svg)
}
