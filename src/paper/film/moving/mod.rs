//! The film as a moving picture for a chat: the map alone, with the bound below it, as GIF or as PNG that moves.
//!
//! What it decides: how large a film may be, and that of a bound only what changed is written.
//! Where to look next: `gif`, `apng`, the two files.

#[cfg(feature = "png")]
mod apng;
#[cfg(feature = "png")]
mod drawn;
#[cfg(feature = "png")]
mod gif;
#[cfg(feature = "png")]
mod part;

use report::model::Film;

use crate::layer::Layers;
use crate::png::PngError;

/// What kind of file a moving picture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MovingKind {
    /// GIF: everything shows it.
    Gif,
    /// PNG that moves: sharper than a GIF; what does not know it shows the first bound.
    Apng,
}

/// A film as a moving picture, this many pixels wide, each bound so many hundredths of a second long and the last a little
/// longer; `tell` hears how many bounds are drawn.
///
/// # Errors
/// When the program was built without, or the pictures are too large or too many.
#[cfg(feature = "png")]
pub fn film_picture(
    film: &Film,
    layers: &Layers,
    (kind, pixels, pace): (MovingKind, u32, u16),
    tell: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, PngError> {
    drawn::film(film, layers, (kind, pixels, pace), tell)
}

/// The same of a build without PNG.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn film_picture(
    _film: &Film,
    _layers: &Layers,
    _wanted: (MovingKind, u32, u16),
    _tell: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, PngError> {
    Err(PngError::NotBuilt)
}
