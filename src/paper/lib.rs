//! Pictures: maps, orders of battle and plots, in SVG and as PNG; documents as HTML and PDF; the campaign as a film.
//!
//! What it is: one writer of SVG with one escaping function, a palette, fonts that are measured and embedded, a small table of
//! glyphs, and the map that is drawn with them.
//! What it decides: where on paper each thing stands, in which colour, pattern and width, and what makes room for what.
//! What it never does: read a campaign, a file or a system font; it draws a value of `report` and knows nothing else.
//! Where to look next: [`draw_map`]; `map` for the layers, `symbol` for the glyphs.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod bars;
mod curve;
mod declutter;
mod film;
mod fonts;
mod html;
mod layer;
#[cfg(any(feature = "pdf", feature = "png"))]
mod letters;
mod map;
mod orbat;
mod page;
mod palette;
mod pdf;
mod plots;
mod png;
mod svg;
mod symbol;
mod text;
mod workbook;

pub use bars::draw_bars;
pub use film::{MovingKind, film_page, film_picture};
pub use fonts::{font_css, font_files};
pub use html::{Leading, Leads, POLICY, document_html, line_part, tables_html, tables_part};
pub use layer::{Layer, Layers};
pub use map::{MapPart, draw_map, draw_phone, key_part, level, map_part, symbols_part};
pub use orbat::draw_orbat;
pub use palette::night_style;
pub use pdf::{PaperSize, PdfError, PdfPages, PrintedOn, Templates, document_pdf, template_files};
pub use plots::draw_plots;
pub use png::{PngError, to_png};
pub use workbook::workbook;

/// Whether this build writes PNG.
pub const WRITES_PNG: bool = cfg!(feature = "png");

/// Whether this build writes PDF.
pub const WRITES_PDF: bool = cfg!(feature = "pdf");
