//! A picture in a document; of one that fills a sheet of paper a phone shows it as wide as the page, or as large as on paper and
//! pushed about, which needs no script.

use super::late;
use crate::svg::Svg;

/// Writes a picture that is drawn.
pub(super) fn figure(page: &mut Svg, is_sheet: bool, drawn: &str) {
    let figure = page.element("figure");
    if is_sheet {
        figure.set("class", "sheet").open();
        page.element("label").open();
        page.element("input").set("type", "checkbox").end();
        page.element("span").text("Full size, to push about");
        page.close();
        page.element("div").open();
    } else {
        figure.open();
    }
    late::open(page);
    page.verbatim(drawn);
    page.close();
    if is_sheet {
        page.close();
    }
    page.close();
}
