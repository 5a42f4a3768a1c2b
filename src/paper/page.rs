//! The page of a picture: its size, its title, the fonts in it, and what is drawn on it.

use crate::fonts;
#[cfg(feature = "pdf")]
use crate::svg::Rect;
use crate::svg::{Svg, number};

/// A picture, drawn: its size in mm, a title for those who cannot see it, and what is drawn.
pub(crate) struct Drawn {
    pub(crate) size: (f64, f64),
    pub(crate) title: String,
    pub(crate) body: Svg,
}

impl Drawn {
    /// It as a file of SVG, with its fonts.
    pub(crate) fn file(self) -> String {
        page(self.size, &self.title, self.body)
    }

    /// It within a page of HTML, which has the fonts.
    pub(crate) fn within(self) -> String {
        self.element(HALO)
    }

    /// It within a page that has its fonts and its style.
    pub(crate) fn bare(self) -> String {
        self.element("")
    }

    /// It for a page that has its fonts, with this style.
    #[cfg(feature = "pdf")]
    pub(crate) fn styled(self, style: &str) -> String {
        self.element(style)
    }

    /// A part of it for such a page, cut out of it.
    #[cfg(feature = "pdf")]
    pub(crate) fn cut_out(body: &str, title: &str, part: Rect, style: &str) -> String {
        let mut svg = Svg::default();
        let root = svg.element("svg").set("xmlns", "http://www.w3.org/2000/svg").set("role", "img");
        let view = [part.x, part.y, part.width, part.height].map(number).join(" ");
        root.set("aria-label", title).set("viewBox", &view).open();
        svg.verbatim(style);
        svg.element("clipPath").set("id", "part").open();
        svg.rect(part).end();
        svg.close();
        svg.element("g").set("clip-path", "url(#part)").open();
        svg.verbatim(body);
        svg.close();
        svg.close();
        svg.finish()
    }

    fn element(self, style: &str) -> String {
        let (width, height) = self.size;
        let mut svg = Svg::default();
        let root = svg.element("svg").set("xmlns", "http://www.w3.org/2000/svg").set("role", "img");
        let root = root.set("aria-label", &self.title);
        root.set("viewBox", &format!("0 0 {} {}", number(width), number(height))).open();
        svg.verbatim(style);
        svg.verbatim(&self.body.finish());
        svg.close();
        svg.finish()
    }
}

/// The halo of names on a map.
pub(crate) const HALO: &str =
    "<style>.h{paint-order:stroke;stroke:#fff;stroke-width:.5px;stroke-linejoin:round}</style>\n";

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
    svg.verbatim(HALO);
    svg.verbatim(&body);
    svg.close();
    svg.finish()
}
