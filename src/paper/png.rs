//! A picture as PNG, by `resvg`, with our fonts and no other.
//!
//! What it never does: load a font of the system, or a file that a picture names.

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
}

/// A picture of ours in PNG, this many pixels wide.
///
/// # Errors
/// When the program was built without, or the picture cannot be read or is too large to be drawn.
#[cfg(feature = "png")]
pub fn to_png(picture: &str, pixels: u32) -> Result<Vec<u8>, PngError> {
    use std::sync::Arc;

    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree, fontdb};

    let mut fonts = fontdb::Database::new();
    crate::fonts::all().for_each(|file| fonts.load_font_data(file.to_vec()));
    let options = Options { fontdb: Arc::new(fonts), font_family: "Barlow Condensed".to_owned(), ..Options::default() };
    let tree = Tree::from_str(picture, &options).map_err(|error| PngError::Picture(error.to_string()))?;
    let scale = pixels as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut drawn = Pixmap::new(pixels, height).ok_or(PngError::TooLarge(pixels, height))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut drawn.as_mut());
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
