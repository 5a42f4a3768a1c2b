//! The film as a PNG that moves: 256 colours for all pictures, those of the palette exact, so that nothing flickers.

use std::collections::BTreeMap;

use color_quant::NeuQuant;
use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError, Filter, Writer};
use resvg::tiny_skia::Pixmap;

use super::part::{Moving, Part};
use crate::palette;
use crate::png::PngError;

/// How many colours a file has.
const COLOURS: usize = 256;
/// Of how many pixels one is looked at for the colours: 1 is the most thorough, 30 the fastest.
const SAMPLED: i32 = 10;

pub(super) struct Apng<'w> {
    writer: Writer<&'w mut Vec<u8>>,
    colours: Colours,
}

#[expect(clippy::needless_pass_by_value, reason = "what `map_err` gives")]
fn failed(error: EncodingError) -> PngError {
    PngError::Picture(error.to_string())
}

impl<'w> Apng<'w> {
    pub(super) fn begun(
        target: &'w mut Vec<u8>,
        whole: Part,
        count: usize,
        samples: &[Pixmap],
    ) -> Result<Self, PngError> {
        let colours = Colours::of(samples);
        let mut encoder = Encoder::new(target, whole.width.into(), whole.height.into());
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(colours.table());
        encoder.set_compression(Compression::High);
        // Numbers of colours are no shades: what stands beside each other says nothing of them.
        encoder.set_filter(Filter::NoFilter);
        encoder.set_animated(u32::try_from(count).unwrap_or(u32::MAX), 0).map_err(failed)?;
        encoder.set_blend_op(BlendOp::Source).map_err(failed)?;
        encoder.set_dispose_op(DisposeOp::None).map_err(failed)?;
        Ok(Self { writer: encoder.write_header().map_err(failed)?, colours })
    }
}

impl Moving for Apng<'_> {
    fn add(&mut self, part: Part, pixels: &[u8], hundredths: u16) -> Result<(), PngError> {
        let writer = &mut self.writer;
        writer.reset_frame_position().map_err(failed)?;
        writer.set_frame_dimension(part.width.into(), part.height.into()).map_err(failed)?;
        writer.set_frame_position(part.left.into(), part.top.into()).map_err(failed)?;
        writer.set_frame_delay(hundredths, 100).map_err(failed)?;
        let numbers: Vec<u8> = pixels.chunks_exact(4).map(|pixel| self.colours.number(pixel)).collect();
        writer.write_image_data(&numbers).map_err(failed)
    }

    fn end(self: Box<Self>) -> Result<(), PngError> {
        self.writer.finish().map_err(failed)
    }
}

/// The colours of a file: those of the palette, and behind them what comes nearest to all others.
struct Colours {
    exact: Vec<[u8; 3]>,
    others: NeuQuant,
    known: BTreeMap<[u8; 3], u8>,
}

impl Colours {
    fn of(samples: &[Pixmap]) -> Self {
        let exact = palette::all();
        let pixels: Vec<u8> = samples.iter().flat_map(Pixmap::data).copied().collect();
        let others = NeuQuant::new(SAMPLED, COLOURS - exact.len(), &pixels);
        let known = (0_u8..).zip(&exact).map(|(number, colour)| (*colour, number)).collect();
        Self { exact, others, known }
    }

    fn table(&self) -> Vec<u8> {
        let mut table: Vec<u8> = self.exact.concat();
        table.extend(self.others.color_map_rgb());
        table.truncate(COLOURS * 3);
        table
    }

    fn number(&mut self, pixel: &[u8]) -> u8 {
        let colour = [pixel[0], pixel[1], pixel[2]];
        let (exact, others) = (self.exact.len(), &self.others);
        let nearest = || u8::try_from(exact + others.index_of(&[colour[0], colour[1], colour[2], 255])).unwrap_or(0);
        *self.known.entry(colour).or_insert_with(nearest)
    }
}
