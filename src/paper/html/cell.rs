//! The cells of tables in HTML, with buttons for what they offer.

use report::{Cell, Column, Offered};

use super::block::{Link, as_it_leads, class, write_line};
use crate::svg::Svg;
use crate::text::{indented, without_ticks};

/// Up to how many letters a line of a cell is not broken.
const SHORT: usize = 20;

/// From how many letters on a word may be broken.
const LONG: usize = 28;

/// How far in a line of a cell stands: its later lines too, where it is broken.
const INDENTED: [&str; 6] = ["d1", "d2", "d3", "d4", "d5", "d6"];

/// A cell; each of its lines stands on one of its own.
pub(super) fn write_cell(page: &mut Svg, column: &Column, cell: &Cell, link: Link<'_>) {
    let class = class(column.align, cell.emphasised);
    // A date or a figure is one word.
    let is_short = !column.wraps && cell.text.lines().all(|line| line.chars().count() <= SHORT);
    let class = if is_short { format!("{class} n") } else { class.to_owned() };
    // Only where no line could take a word is it broken: elsewhere a column is as wide as its longest one.
    let is_long = cell.text.split_whitespace().any(|word| word.chars().count() > LONG);
    let class = if is_long { format!("{class} w") } else { class };
    // What the narrow page of a phone says before it, where a row is not one line there.
    let named = page.element("td").set("class", &class);
    let named = if link.is_some() && !cell.text.is_empty() { named.set("data-name", column.name) } else { named };
    named.open();
    let offered = offered(cell, link);
    let told = cell.beside_buttons();
    let text = if offered.is_empty() { as_it_leads(&cell.text, told, link) } else { told };
    let is_list = link.is_some() && !cell.items.is_empty();
    if is_list {
        let before = text.strip_suffix(&cell.items.join(", ")).unwrap_or_default().trim_end();
        if !before.is_empty() {
            write_line(page, ("span", ""), before, link);
        }
        page.element("ul").set("class", "names").open();
        for item in &cell.items {
            page.element("li").open();
            write_line(page, ("span", ""), item, link);
            page.close();
        }
        page.close();
    }
    // Whoever is a tap away by his name needs no id below it.
    let is_a_tap_away = |line: &str| link.is_some_and(|link| !link.within(line).is_empty());
    let goes_without_id = column.below == Some("id") && text.lines().next().is_some_and(is_a_tap_away);
    let lines = text.lines().take(if goes_without_id { 1 } else { usize::MAX });
    for line in lines.filter(|_| !is_list) {
        match indented(line) {
            (depth @ 1.., text) if link.is_none() => {
                write_line(page, ("span", INDENTED[depth.min(INDENTED.len()) - 1]), text, link);
            }
            _ => write_line(page, ("span", ""), line, link),
        }
    }
    for (Offered { name, of, command, .. }, address) in &offered {
        let button = page.element("a").set("class", "button").set("href", address).set("title", command);
        let button =
            if of.is_empty() { button } else { button.set("aria-label", &without_ticks(&format!("{name}: {of}"))) };
        button.text(name);
    }
    if let Some((at, address)) = cell.at.as_ref().and_then(|at| Some((at, link?.on_map(at)?))) {
        let shown = page.element("a").set("class", "map").set("href", &address);
        shown.set("aria-label", &format!("Map: {at}")).text("Map");
    }
    page.close();
}

/// What a cell offers where commands lead somewhere, each with where it leads.
fn offered<'c>(cell: &'c Cell, link: Link<'_>) -> Vec<(&'c Offered, String)> {
    let Some(link) = link else { return Vec::new() };
    cell.offers.iter().filter_map(|offer| Some((offer, link.command(&offer.command)?.0))).collect()
}

/// The heads of columns.
pub(super) fn write_heads<'c>(page: &mut Svg, columns: impl Iterator<Item = &'c Column>) {
    page.element("thead").open();
    page.element("tr").open();
    for column in columns {
        // A column without a name has no head that a reader would be told.
        let head = if column.name.is_empty() { page.element("td") } else { page.element("th").set("scope", "col") };
        head.set("class", class(column.align, false)).text(column.name);
    }
    page.close();
    page.close();
}
