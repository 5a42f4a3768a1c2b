//! Pictures: the situation as a map in SVG, and as PNG.
//!
//! What it is: one writer of SVG with one escaping function, a palette, fonts that are measured and embedded, a small table of
//! glyphs, and the map that is drawn with them.
//! What it decides: where on paper each thing stands, in which colour, pattern and width, and what makes room for what.
//! What it never does: read a campaign, a file or a system font; it draws a value of `report` and knows nothing else.
//! Where to look next: [`draw_map`]; `map` for the layers, `symbol` for the glyphs.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod curve;
mod declutter;
mod fonts;
mod layer;
mod map;
mod palette;
mod png;
mod svg;
mod symbol;

pub use layer::{Layer, Layers};
pub use map::{draw_map, level};
pub use png::{PngError, to_png};

/// Whether this build writes PNG.
pub const WRITES_PNG: bool = cfg!(feature = "png");
