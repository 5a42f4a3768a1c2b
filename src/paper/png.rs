//! A picture as PNG, by `resvg`, with our fonts and no other.
//!
//! What it never does: load a font of the system, or a file that a picture names.

#[cfg(feature = "png")]
use std::sync::Arc;

#[cfg(feature = "png")]
use crate::fonts::Fonts;
#[cfg(feature = "png")]
use crate::letters::drawable;

/// Why a picture could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The program was built without.
    #[error("this build writes no PNG")]
    NotBuilt,
    /// The picture cannot be read.
    #[error("the picture cannot be drawn: {0}")]
    Picture(String),
    /// It is too large.
    #[error("{0} x {1} pixels are too many")]
    TooLarge(u32, u32),
    /// They are too many together.
    #[error("{pictures} pictures of {width} x {height} pixels are too many")]
    TooMany {
        /// How many pictures.
        pictures: usize,
        /// How wide each is.
        width: u32,
        /// How high.
        height: u32,
    },
}

/// A picture of ours in PNG, this many pixels wide.
///
/// # Errors
/// When the program was built without, or the picture cannot be read or is too large to be drawn.
#[cfg(feature = "png")]
pub fn to_png(picture: &str, pixels: u32) -> Result<Vec<u8>, PngError> {
    let drawn = Renderer::new().draw(picture, pixels)?;
    drawn.encode_png().map_err(|error| PngError::Picture(error.to_string()))
}

/// The same of a build without PNG.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn to_png(_picture: &str, _pixels: u32) -> Result<Vec<u8>, PngError> {
    Err(PngError::NotBuilt)
}

/// What draws pictures as pixels, with our fonts.
#[cfg(feature = "png")]
pub(crate) struct Renderer<'a> {
    options: resvg::usvg::Options<'a>,
    fonts: Fonts,
}

#[cfg(feature = "png")]
impl Renderer<'_> {
    pub(crate) fn new() -> Self {
        use resvg::usvg::{Options, fontdb};
        let mut fonts = fontdb::Database::new();
        for (_, bytes) in crate::fonts::named() {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(bytes)));
        }
        let font_family = "Barlow Condensed".to_owned();
        let options = Options { fontdb: Arc::new(fonts), font_family, ..Options::default() };
        Self { options, fonts: Fonts::new() }
    }

    /// A picture, so many pixels wide.
    pub(crate) fn draw(&self, picture: &str, pixels: u32) -> Result<resvg::tiny_skia::Pixmap, PngError> {
        use resvg::tiny_skia::{Pixmap, Transform};
        let picture = drawable(&self.fonts, picture);
        let tree = resvg::usvg::Tree::from_str(&picture, &self.options)
            .map_err(|error| PngError::Picture(error.to_string()))?;
        let scale = pixels as f32 / tree.size().width();
        let height = (tree.size().height() * scale).ceil() as u32;
        let mut drawn = Pixmap::new(pixels, height).ok_or(PngError::TooLarge(pixels, height))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut drawn.as_mut());
        Ok(drawn)
    }
}
