//! The cells of tables in HTML, with buttons for what they offer.

use report::{Cell, Column, ON_THE_MAP, Offered};

use super::block::{Link, class, write_line};
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
    let text = if offered.is_empty() { &cell.text } else { cell.beside_buttons() };
    for line in text.lines() {
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
    if let (Some(at), Some(link)) = (&cell.at, link)
        && let Some((_, address)) = link(&format!("{ON_THE_MAP}{at}")).into_iter().next()
    {
        let shown = page.element("a").set("class", "map").set("href", &address);
        shown.set("aria-label", &format!("Map: {at}")).text("Map");
    }
    page.close();
}

/// What a cell offers where commands lead somewhere, each with where it leads.
fn offered<'c>(cell: &'c Cell, link: Link<'_>) -> Vec<(&'c Offered, String)> {
    let Some(link) = link else { return Vec::new() };
    let leads = |command: &str| link(&format!("`railhead {command}`")).into_iter().next().map(|(_, address)| address);
    cell.offers.iter().filter_map(|offer| Some((offer, leads(&offer.command)?))).collect()
}
