//! The page of a picture: its size, its title, the fonts in it, and what is drawn on it.

use crate::fonts;
use crate::svg::{Svg, number};

/// A picture of this size in mm, with a title for those who cannot see it, as a file of SVG.
pub(crate) fn page((width, height): (f64, f64), title: &str, body: Svg) -> String {
    let body = body.finish();
    let mm = |length: f64| format!("{}mm", number(length));
    let mut svg = Svg::default();
    svg.verbatim("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let root = svg
        .element("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("width", &mm(width))
        .set("height", &mm(height));
    root.set("viewBox", &format!("0 0 {} {}", number(width), number(height))).set("role", "img").open();
    svg.element("title").text(title);
    fonts::style(&mut svg, &body);
    svg.verbatim("<style>.h{paint-order:stroke;stroke:#fff;stroke-width:.5px;stroke-linejoin:round}</style>\n");
    svg.verbatim(&body);
    svg.close();
    svg.finish()
}
