//! The film as GIF: each picture with colours of its own.

use gif::{Encoder, EncodingError, Frame, Repeat};

use super::part::{Moving, Part};
use crate::png::PngError;

pub(super) struct Gif<'w>(Encoder<&'w mut Vec<u8>>);

#[expect(clippy::needless_pass_by_value, reason = "what `map_err` gives")]
fn failed(error: EncodingError) -> PngError {
    PngError::Picture(error.to_string())
}

impl<'w> Gif<'w> {
    pub(super) fn begun(target: &'w mut Vec<u8>, whole: Part) -> Result<Self, PngError> {
        let mut encoder = Encoder::new(target, whole.width, whole.height, &[]).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Self(encoder))
    }
}

impl Moving for Gif<'_> {
    fn add(&mut self, part: Part, pixels: &[u8], hundredths: u16) -> Result<(), PngError> {
        let mut frame = Frame::from_rgba_speed(part.width, part.height, &mut pixels.to_vec(), 10);
        (frame.left, frame.top, frame.delay) = (part.left, part.top, hundredths);
        self.0.write_frame(&frame).map_err(failed)
    }

    fn end(self: Box<Self>) -> Result<(), PngError> {
        drop(self);
        Ok(())
    }
}
