//! The blocks of a document in HTML.

use report::model::document::{Block, Card, Headline, InsetShows, Item, Label, Picture, Step};
use report::{Align, Row, Table};

use super::cell::{write_cell, write_heads};
use super::{Leading, Leads, sheet};
use crate::layer::Layers;
use crate::page::Drawn;
use crate::svg::{Element, Svg, escape};
use crate::text::without_ticks;
use crate::{map, orbat, plots};

/// Where what stands there leads; none for a page that stands alone.
pub(crate) type Link<'a> = Option<&'a dyn Leading>;

/// How a command begins that is to be done in a terminal.
const PROGRAM: &str = "railhead ";

/// How wide a small map is drawn, in mm, and the one on the first page of a pack.
const INSET: f64 = 90.0;
const OURS: f64 = 186.0;
/// How many SP are drawn one by one.
const MOST_PIPS: u32 = 40;

/// Of more columns than these a phone has no room for a row in one line.
const STACKED: usize = 2;

/// For a page that stands alone.
pub(super) const NO_LINKS: Link<'static> = None;

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
    pub(super) const fn has_pictures(&self) -> bool {
        self.pictures > 0
    }

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
            Block::Inset { map, shows } => {
                let wide = if *shows == InsetShows::Ours { OURS } else { INSET };
                self.figure(page, false, map::drawn_small(map, *shows, wide));
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
            Block::Write { label, lines, sketch, .. } => {
                page.element("div").set("class", "write").open();
                page.element("span").text(label);
                if *sketch {
                    page.element("b").set("class", "sketch").text("");
                }
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
        self.figure(page, true, drawn);
    }

    fn figure(&mut self, page: &mut Svg, is_sheet: bool, drawn: Drawn) {
        let drawn = drawn.within();
        self.pictures += 1;
        // Each picture has patterns and a frame of its own under these ids.
        let mark = format!("p{}-", self.pictures);
        let drawn = drawn.replace("url(#", &format!("url(#{mark}")).replace(" id=\"", &format!(" id=\"{mark}"));
        sheet::figure(page, is_sheet, &drawn);
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
    if table.has_rows() {
        return write_table(page, table, title, link);
    }
    write_table_title(page, title, &table.title, link);
    let pre = page.element("pre");
    if table.is_drawing {
        pre.set("class", "drawing").open();
    } else {
        pre.open();
    }
    for line in &table.notes {
        linked(page.element("span"), line, link);
    }
    page.close();
}

fn write_title(page: &mut Svg, element: &'static str, title: &str) {
    write_table_title(page, element, title, None);
}

/// The same over a table: a title leads nowhere, but where others lead somewhere what is typed stands as code.
fn write_table_title(page: &mut Svg, element: &'static str, title: &str, link: Link<'_>) {
    let nowhere: &dyn Leading = &Nowhere;
    if !title.is_empty() {
        linked(page.element(element).set("class", "title"), title, link.map(|_| nowhere));
    }
}

/// What leads nowhere.
struct Nowhere;

impl Leading for Nowhere {
    fn within(&self, _: &str) -> Leads {
        Vec::new()
    }

    fn command(&self, _: &str) -> Option<(String, String)> {
        None
    }

    fn on_map(&self, _: &str) -> Option<String> {
        None
    }
}

fn write_table(page: &mut Svg, table: &Table, title: &'static str, link: Link<'_>) {
    write_table_title(page, title, &table.title, link);
    // A table that is wider than the page scrolls in a box of its own.
    page.element("div").set("class", "wide").set("tabindex", "0").open();
    // On a phone the rows of a board's table of many columns are not one line each.
    let element = page.element("table");
    let is_stacked = link.is_some() && !table.is_form && table.columns.len() > STACKED;
    let element = if is_stacked { element.set("class", "stacked") } else { element };
    element.open();
    // What stands in no row wants no room where nobody writes it in.
    let says = |cell: &report::Cell| !cell.text.is_empty() || link.is_some() && !cell.offers.is_empty();
    let stands_in = |place: usize| {
        let has = |row: &Row| matches!(row, Row::Cells(cells) if cells.get(place).is_some_and(says));
        table.rows.iter().any(has)
    };
    let is_whole = table.is_form || !(0..table.columns.len()).any(stands_in);
    let shown: Vec<usize> = (0..table.columns.len()).filter(|place| is_whole || stands_in(*place)).collect();
    if table.needs_heads() {
        write_heads(page, shown.iter().map(|place| &table.columns[*place]));
    }
    page.element("tbody").open();
    for row in &table.rows {
        page.element("tr").open();
        match row {
            Row::Group(text) => {
                let across = shown.len().to_string();
                let group = page.element("th").set("colspan", &across).set("class", "group");
                linked(group, text, link);
            }
            Row::Cells(cells) => {
                for (column, cell) in
                    shown.iter().filter_map(|place| Some((&table.columns[*place], cells.get(*place)?)))
                {
                    write_cell(page, column, cell, link);
                }
            }
        }
        page.close();
    }
    page.close();
    page.close();
    page.close();
    for note in table.notes.iter().map(|note| as_it_leads(note, note.told(), link)).filter(|note| !note.is_empty()) {
        write_line(page, ("p", "note"), note, link);
    }
}

/// A text, or where a command in it leads nowhere what of it is for who does none.
pub(super) fn as_it_leads<'t>(text: &'t str, told: &'t str, link: Link<'_>) -> &'t str {
    let mut commands = text.split('`').skip(1).step_by(2).filter_map(|piece| piece.strip_prefix(PROGRAM));
    let is_lost = link.is_some_and(|link| commands.any(|command| link.command(command).is_none()));
    if is_lost { told } else { text }
}

/// A line of text, with what of it leads somewhere as links.
pub(super) fn write_line(page: &mut Svg, (name, class): (&'static str, &str), text: &str, link: Link<'_>) {
    if let Some([(whole, address)]) = link.map(|link| link.within(text)).as_deref()
        && *whole == (0..text.len())
    {
        return page.element("a").set("href", address).text(text);
    }
    let element = if class.is_empty() { page.element(name) } else { page.element(name).set("class", class) };
    linked(element, text, link);
}

/// An element with a line of text in it, with links, and with what stands in back-ticks as code, where they are for a screen.
fn linked(element: Element<'_>, text: &str, link: Link<'_>) {
    let found = link.map(|link| link.within(text)).unwrap_or_default();
    let ticks = text.matches('`').count();
    if link.is_none() || (found.is_empty() && ticks == 0) {
        return element.text(text);
    }
    let page = element.open_line();
    let mut found = found.into_iter().peekable();
    let mut written = 0;
    for (number, piece) in text.split('`').enumerate() {
        let end = written + piece.len();
        let command = piece.strip_prefix(PROGRAM).filter(|_| number % 2 == 1 && number < ticks);
        if let Some((address, name)) = command.and_then(|command| link?.command(command)) {
            page.element("a").set("href", &address).within_a_line(&name);
            written = end + 1;
            continue;
        }
        // One that is not closed is itself.
        let (before, behind) = match number % 2 {
            1 if number < ticks => ("<code>", "</code>"),
            1 => ("`", ""),
            _ => ("", ""),
        };
        page.verbatim(before);
        while let Some((part, address)) = found.next_if(|(part, _)| written <= part.start && part.end <= end) {
            page.verbatim(&escape(&text[written..part.start]));
            page.element("a").set("href", &address).within_a_line(&text[part.clone()]);
            written = part.end;
        }
        page.verbatim(&escape(&text[written..end]));
        page.verbatim(behind);
        written = end + 1;
    }
    page.close();
}

pub(super) fn class(align: Align, is_strong: bool) -> &'static str {
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
        let classes = if pip.classes.is_empty() { String::new() } else { format!(" ({})", pip.classes) };
        let note = if pip.note.is_empty() { String::new() } else { format!(", {}", pip.note) };
        page.element("span").text(&format!("{}{classes}{note}", pip.name));
        let said = format!("{} of {} SP", pip.sp, pip.full);
        let boxes = "■".repeat(pip.sp as usize) + &"□".repeat(pip.full.saturating_sub(pip.sp) as usize);
        let drawn = if pip.full > MOST_PIPS { &said } else { &boxes };
        page.element("span").set("class", "pips").set("aria-label", &said).text(drawn);
        page.close();
    }
    page.close();
    page.close();
}

fn write_label(page: &mut Svg, label: &Label) {
    page.element("article").set("class", "label").open();
    page.verbatim(&orbat::symbol_alone(&label.head, 6.0));
    page.element("b").text(&label.head.name);
    page.element("span").text(&format!("{} · {}", label.under, label.in_words()));
    page.close();
}
