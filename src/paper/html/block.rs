//! The blocks of a document in HTML.

use report::model::document::{Block, Card, Headline, Item, Label, Picture, Step};
use report::{Align, Cell, Row, Table};

use crate::layer::Layers;
use crate::page::Drawn;
use crate::svg::Svg;
use crate::text::without_ticks;
use crate::{map, orbat, plots};

/// Where a line of a cell leads, if it is the name of something that has a page.
pub(crate) type Link<'a> = &'a dyn Fn(&str) -> Option<String>;

/// How wide a small map is drawn, in mm.
const INSET: f64 = 90.0;

/// For a page that stands alone.
pub(super) const NO_LINKS: Link<'static> = &|_| None;

/// What has been written of a document.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// How many parts.
    parts: usize,
    /// How many pictures: their patterns have ids, which differ from picture to picture.
    pictures: usize,
    /// The levels of the headings under which it goes on, from the outermost.
    under: Vec<u8>,
}

/// The element of a heading that stands under so many others: no reader who goes from one to the next falls down two steps.
pub(super) const fn heading(under: usize) -> &'static str {
    match under {
        0 => "h1",
        1 => "h2",
        2 => "h3",
        _ => "h4",
    }
}

impl Written {
    /// Ends the part of a pack that is being written, if one is.
    pub(super) fn end_part(&self, page: &mut Svg) {
        if self.parts > 0 {
            page.close();
        }
    }

    pub(super) fn write(&mut self, page: &mut Svg, block: &Block) {
        match block {
            Block::Heading { level, text } => {
                self.under.retain(|above| above < level);
                self.under.push(*level);
                if *level == 1 {
                    self.end_part(page);
                    self.parts += 1;
                    page.element("section").open();
                }
                let element = page.element(heading(self.under.len()));
                if *level == 1 {
                    element.set("class", "part").set("id", &format!("part-{}", self.parts)).text(text);
                } else {
                    element.text(text);
                }
            }
            Block::Figures { figures } => headlines(page, figures),
            Block::Text { text } => paragraph(page, "", text),
            Block::Items { items } => list(page, items),
            Block::Steps { steps } => self.steps(page, steps),
            Block::Table { table } => write_table(page, table, self.title(), NO_LINKS),
            Block::Picture { picture } => self.picture(page, picture),
            Block::Inset { map, everybody } => {
                self.figure(page, map::drawn_in_column(map, *everybody, INSET));
            }
            Block::Columns { left, right } => {
                page.element("div").set("class", "columns").open();
                for column in [left, right] {
                    page.element("div").open();
                    for block in column {
                        self.write(page, block);
                    }
                    page.close();
                }
                page.close();
            }
            Block::Cards { cards } => {
                page.element("div").set("class", "cards").open();
                for card in cards {
                    write_card(page, card, self.title());
                }
                page.close();
            }
            Block::Labels { labels } => {
                page.element("div").set("class", "labels").open();
                for label in labels {
                    write_label(page, label);
                }
                page.close();
            }
            Block::Write { label, lines } => {
                page.element("div").set("class", "write").open();
                page.element("span").text(label);
                (0..*lines).for_each(|_| page.element("i").text(""));
                page.close();
            }
            Block::Break => page.element("div").set("class", "break").text(""),
        }
    }

    /// The element of a title of what stands here.
    fn title(&self) -> &'static str {
        heading(self.under.len() + 1)
    }

    fn steps(&self, page: &mut Svg, steps: &[Step]) {
        page.element("ol").set("class", "steps").open();
        for step in steps {
            page.element("li").open();
            page.element("div").open();
            write_title(page, self.title(), &step.name);
            for item in &step.todo {
                page.element("p").set("class", "todo").open();
                page.element("span").text(&item.todo);
                for more in &item.more {
                    page.element("span").set("class", "more").text(&without_ticks(more));
                }
                page.close();
            }
            page.close();
            page.element("p").set("class", "times").open();
            for when in ["begun", "done"] {
                page.element("span").text(when);
            }
            page.close();
            page.close();
        }
        page.close();
    }

    fn picture(&mut self, page: &mut Svg, picture: &Picture) {
        let drawn = match picture {
            Picture::Map(situation) => map::drawn(situation, &Layers::new(&[], &[])),
            Picture::Orbat(chart) => orbat::drawn(chart),
            Picture::Plots(sheet) => plots::drawn(sheet),
        };
        self.figure(page, drawn);
    }

    fn figure(&mut self, page: &mut Svg, drawn: Drawn) {
        let drawn = drawn.within();
        self.pictures += 1;
        // Each picture has patterns and a frame of its own under these ids.
        let mark = format!("p{}-", self.pictures);
        let drawn = drawn.replace("url(#", &format!("url(#{mark}")).replace(" id=\"", &format!(" id=\"{mark}"));
        page.element("figure").open();
        page.verbatim(&drawn);
        page.close();
    }
}

fn paragraph(page: &mut Svg, class: &str, text: &str) {
    let element = page.element("p");
    if class.is_empty() { element.text(text) } else { element.set("class", class).text(text) }
}

fn headlines(page: &mut Svg, figures: &[Headline]) {
    page.element("div").set("class", "figures").open();
    for figure in figures {
        page.element("div").set("class", if figure.bad { "bad" } else { "good" }).open();
        page.element("b").text(&figure.value);
        page.element("span").text(&figure.text);
        page.close();
    }
    page.close();
}

fn list(page: &mut Svg, items: &[Item]) {
    page.element("ol").open();
    for item in items {
        page.element("li").open();
        if !item.text.is_empty() {
            paragraph(page, "what", &item.text);
        }
        item.more.iter().for_each(|more| paragraph(page, "more", &without_ticks(more)));
        if !item.todo.is_empty() {
            paragraph(page, "todo", &item.todo);
        }
        page.close();
    }
    page.close();
}

/// A table that stands alone on its page, or text where it has no columns.
pub(super) fn write_whole(page: &mut Svg, table: &Table, title: &'static str, link: Link<'_>) {
    if !table.columns.is_empty() {
        return write_table(page, table, title, link);
    }
    write_title(page, title, &table.title);
    page.element("pre").open();
    table.notes.iter().for_each(|line| page.element("span").text(line));
    page.close();
}

fn write_title(page: &mut Svg, element: &'static str, title: &str) {
    if !title.is_empty() {
        page.element(element).set("class", "title").text(title);
    }
}

fn write_table(page: &mut Svg, table: &Table, title: &'static str, link: Link<'_>) {
    write_title(page, title, &table.title);
    // A table that is wider than the page scrolls in a box of its own.
    page.element("div").set("class", "wide").set("tabindex", "0").open();
    page.element("table").open();
    page.element("thead").open();
    page.element("tr").open();
    for column in &table.columns {
        // A column without a name has no head that a reader would be told.
        let head = if column.name.is_empty() { page.element("td") } else { page.element("th").set("scope", "col") };
        head.set("class", class(column.align, false)).text(column.name);
    }
    page.close();
    page.close();
    page.element("tbody").open();
    for row in &table.rows {
        page.element("tr").open();
        match row {
            Row::Group(text) => {
                let across = table.columns.len().to_string();
                page.element("th").set("colspan", &across).set("class", "group").text(text);
            }
            Row::Cells(cells) => {
                for (column, cell) in table.columns.iter().zip(cells) {
                    write_cell(page, column.align, cell, link);
                }
            }
        }
        page.close();
    }
    page.close();
    page.close();
    page.close();
    for note in &table.notes {
        write_line(page, ("p", "note"), note, link);
    }
}

/// A cell; each of its lines stands on one of its own.
fn write_cell(page: &mut Svg, align: Align, cell: &Cell, link: Link<'_>) {
    page.element("td").set("class", class(align, cell.emphasised)).open();
    for line in cell.text.lines() {
        write_line(page, ("span", ""), line, link);
    }
    page.close();
}

/// A line of text, with links where the whole of it, what stands between its commas or behind a colon, or what stands between
/// back-ticks leads somewhere.
fn write_line(page: &mut Svg, (name, class): (&'static str, &str), text: &str, link: Link<'_>) {
    if let Some(address) = link(text) {
        return page.element("a").set("href", &address).text(text);
    }
    let pieces = pieces(text, link);
    let element = if class.is_empty() { page.element(name) } else { page.element(name).set("class", class) };
    if pieces.iter().all(|(_, address)| address.is_none()) {
        return element.text(text);
    }
    element.open();
    for (piece, address) in pieces {
        match address {
            Some(address) => page.element("a").set("href", &address).within_a_line(piece),
            None => page.verbatim(&crate::svg::escape(piece)),
        }
    }
    page.close();
}

/// A line in pieces, with where each of them leads.
fn pieces<'t>(whole: &'t str, link: Link<'_>) -> Vec<(&'t str, Option<String>)> {
    let mut found = Vec::new();
    for (number, text) in whole.split('`').enumerate() {
        if number % 2 == 1 {
            found.push((text, link(text)));
            continue;
        }
        for part in text.split_inclusive(", ") {
            let (head, part) = part.split_at(part.find(": ").map_or(0, |at| at + 2));
            let word = part.trim_end_matches([',', '.', ' ']).split(" and ").next().unwrap_or_default();
            let address = link(word);
            let (word, rest) = part.split_at(if address.is_some() { word.len() } else { 0 });
            found.extend(
                [(head, None), (word, address), (rest, None)].into_iter().filter(|(piece, _)| !piece.is_empty()),
            );
        }
    }
    found
}

fn class(align: Align, is_strong: bool) -> &'static str {
    match (align, is_strong) {
        (Align::Left, false) => "l",
        (Align::Right, false) => "r",
        (Align::Left, true) => "l strong",
        (Align::Right, true) => "r strong",
    }
}

fn write_card(page: &mut Svg, card: &Card, title: &'static str) {
    page.element("article").set("class", "card").open();
    page.verbatim(&orbat::symbol_alone(&card.head, 12.0));
    write_title(page, title, &card.head.name);
    card.under.iter().for_each(|under| paragraph(page, "under", under));
    paragraph(page, "text", &card.head.text);
    card.lines.iter().for_each(|line| paragraph(page, "text", line));
    page.element("ul").open();
    for pip in &card.pips {
        page.element("li").open();
        page.element("span").text(&pip.name);
        page.element("span").set("class", "pips").set("aria-label", &format!("{} of {} SP", pip.sp, pip.full)).open();
        let boxes = |filled: u32, letter: &str| letter.repeat(filled.min(12) as usize);
        page.verbatim(&(boxes(pip.sp, "■") + &boxes(pip.full.saturating_sub(pip.sp), "□")));
        page.close();
        page.close();
    }
    page.close();
    page.close();
}

fn write_label(page: &mut Svg, label: &Label) {
    page.element("article").set("class", "label").open();
    page.verbatim(&orbat::symbol_alone(&label.head, 6.0));
    page.element("b").text(&label.head.name);
    page.element("span").text(&format!("{} · {}", label.under, label.text));
    page.close();
}
