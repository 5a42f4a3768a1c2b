//! A document, or tables, as one page of HTML: fonts, pictures and style in it, nothing to load, and no script but that which
//! puts pictures in their place.
//!
//! What it decides: how each block looks on a screen, on a phone and when it is printed. Names come into it by the one escaping
//! function; pictures are the same SVG as elsewhere.

mod block;
mod cell;
pub(crate) mod late;
mod sheet;

use std::ops::Range;

use report::Table;
use report::model::Document;

use crate::fonts;
use crate::svg::Svg;

/// The parts of a line that lead somewhere, in their order, with where.
pub type Leads = Vec<(Range<usize>, String)>;

const STYLE: &str = include_str!("document.css");
/// What a page that stands alone may do, as a content security policy: load nothing, and run the one script that puts pictures in
/// their place, known by its SHA-256. It stands in the page itself; who serves the page says the same.
pub const POLICY: &str = "default-src 'none'; script-src 'sha256-2i81CSehU7SS0lGv4VjmP5QfBwrv0rYwa+k9ayHzGaQ='; \
    style-src 'unsafe-inline'; font-src data:; img-src data:";

/// A document as a page: the same document gives the same bytes.
pub fn document_html(document: &Document) -> String {
    let mut body = Svg::default();
    head_of(&mut body, document);
    contents(&mut body, document);
    body.element("main").open();
    let mut written = block::Written::default();
    for of in &document.blocks {
        written.write(&mut body, of);
    }
    written.end_part(&mut body);
    body.close();
    let operation = document.operation.map(|number| format!(" · operation {number}")).unwrap_or_default();
    let foot = format!("{} · {} · {}{operation}", document.campaign, document.when(), document.whose());
    body.element("footer").text(&foot);
    let title = format!("{}, {}", document.title, document.bound.label);
    page(&title, &body.finish(), written.has_pictures())
}

/// Tables as a page; a table without columns as its lines. The same tables give the same bytes.
pub fn tables_html(title: &str, tables: &[Table]) -> String {
    let mut body = Svg::default();
    body.element("main").open();
    for (number, table) in tables.iter().enumerate() {
        block::write_whole(&mut body, table, block::heading(number.min(1)), block::NO_LINKS);
    }
    body.close();
    let named = tables.iter().find(|table| !table.title.is_empty()).map_or(title, |table| &table.title);
    page(named, &body.finish(), false)
}

/// Where what stands on a page of others leads.
pub trait Leading {
    /// The parts of a line that lead somewhere, in their order, with where; commands are asked for by themselves.
    fn within(&self, line: &str) -> Leads;

    /// The page on which a command is done, without the name of the program, and what it is called there; none where it is not.
    fn command(&self, command: &str) -> Option<(String, String)>;

    /// The map on which a square or a formation is chosen, by its reference or id; none where it is not known.
    fn on_map(&self, at: &str) -> Option<String>;
}

/// Tables as a part of a page of others under its own heading, with links.
pub fn tables_part(tables: &[Table], link: &dyn Leading) -> String {
    let mut part = Svg::default();
    for table in tables {
        block::write_whole(&mut part, table, block::heading(1), Some(link));
    }
    part.finish()
}

/// A line of text as a part of a page of others, with links.
pub fn line_part(text: &str, link: &dyn Leading) -> String {
    let mut part = Svg::default();
    block::write_line(&mut part, ("span", ""), text, Some(link));
    part.finish()
}

/// A page around what stands in it, which may have pictures.
fn page(title: &str, body: &str, has_pictures: bool) -> String {
    let mut page = begun(title, POLICY);
    fonts::style(&mut page, body);
    with_style(&mut page, STYLE);
    page.verbatim(body);
    if has_pictures {
        late::script(&mut page);
    }
    page.finish()
}

/// The head of a page, open: its title, and what it may run and load.
pub(crate) fn begun(title: &str, policy: &str) -> Svg {
    let mut page = Svg::default();
    page.verbatim("<!DOCTYPE html>\n");
    page.element("html").set("lang", "en").open();
    page.element("head").open();
    page.element("meta").set("charset", "utf-8").end();
    page.element("meta").set("name", "viewport").set("content", "width=device-width, initial-scale=1").end();
    page.element("meta").set("http-equiv", "Content-Security-Policy").set("content", policy).end();
    page.element("title").text(title);
    page
}

/// Ends the head of a page with its style, and opens its body.
pub(crate) fn with_style(page: &mut Svg, style: &str) {
    page.verbatim(&format!("<style>\n{style}</style>\n"));
    page.close();
    page.element("body").open();
}

fn head_of(page: &mut Svg, document: &Document) {
    page.element("header").open();
    page.element("h1").text(&document.title);
    page.element("p").text(&format!("{} · {}", document.campaign, document.when()));
    page.element("p").set("class", "whose").text(&document.whose());
    page.close();
}

/// Links to the parts of a pack.
fn contents(page: &mut Svg, document: &Document) {
    let parts: Vec<&str> = document.contents().collect();
    if parts.is_empty() {
        return;
    }
    page.element("nav").set("aria-label", "contents").open();
    for (number, part) in (1..).zip(parts) {
        page.element("a").set("href", &format!("#part-{number}")).text(part);
    }
    page.close();
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_may_load_nothing() {
        for forbidden in ["http://", "https://", "@import"] {
            assert!(!super::STYLE.contains(forbidden), "{forbidden}");
        }
    }
}
