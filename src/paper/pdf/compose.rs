//! The pages of a document: which blocks stand on which, on paper of which size, with the pictures that they need.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use report::Table;
use report::model::Document;
use report::model::document::{Block, Cut, InsetShows, Picture};
use report::model::situation::{ChartBlock, ChartNode, OrbatChart};

use super::widths::Wishes;
use super::{PaperSize, PrintedOn, blocks, tiles};
use crate::fonts::{self, Fonts};
use crate::layer::Layers;
use crate::letters::{drawable, legible};
use crate::map::Paper;
use crate::page::{Drawn, HALO};
use crate::palette::{PAPER, WHITE};
use crate::{map, orbat, plots};

/// Beside the text of a page, in mm.
const MARGIN: f64 = 12.0;
/// Between two columns.
const GUTTER: f64 = 8.0;
/// How high a small map is at most, and the one on the first page of a pack.
const INSET: f64 = 92.0;
const OURS: f64 = 96.0;
/// How wide and high a picture on the smaller paper is at most.
const SMALL: (f64, f64) = (297.0, 210.0);
/// The same on the larger.
const LARGE: (f64, f64) = (420.0, 297.0);
/// How wide and high a card is, in mm, and a label.
const CARD: (f64, f64) = (63.0, 88.0);
const LABEL: (f64, f64) = (30.0, 15.0);
/// How much of a page is left free beside cards and labels at least, and above and below them, where their marks and lines stand.
const FREE: f64 = 11.0;
const ENDS: f64 = 20.0;

/// What the templates are told.
#[derive(Debug, Clone)]
pub(super) struct Composed {
    /// The document as a value.
    pub(super) report: Value,
    /// The pictures that it names: SVG, and the name of its file.
    pub(super) pictures: BTreeMap<String, String>,
}

/// A document in pages.
pub(super) fn composed(document: &Document, paper: PrintedOn) -> Composed {
    let mut composer = Composer {
        fonts: Fonts::new(),
        paper: paper.size,
        posters: paper.posters,
        part: (0, document.title.clone(), true),
        contents: Vec::new(),
        blocks: Vec::new(),
        sheets: Vec::new(),
        pictures: BTreeMap::new(),
        styles: fonts::classes() + HALO,
        cut: document.cut,
    };
    for block in &document.blocks {
        composer.add(block);
    }
    composer.end_text();
    composer.finish(document)
}

struct Composer<'a> {
    fonts: Fonts,
    paper: PaperSize,
    /// Whether large pictures stand on larger paper.
    posters: bool,
    /// The number and title of the part, and whether nothing of it stands on a page yet.
    part: (usize, String, bool),
    contents: Vec<Value>,
    /// What is to stand on the next page of text.
    blocks: Vec<&'a Block>,
    sheets: Vec<Value>,
    pictures: BTreeMap<String, String>,
    /// The classes that pictures use.
    styles: String,
    /// How cards and labels are cut.
    cut: Cut,
}

impl<'a> Composer<'a> {
    fn add(&mut self, block: &'a Block) {
        match block {
            Block::Heading { level: 1, text } => {
                self.contents.push(json!([self.contents.len() + 1, legible(&self.fonts, text)]));
                if self.blocks.is_empty() {
                    self.part = (self.contents.len(), text.clone(), true);
                } else {
                    self.blocks.push(block);
                }
            }
            Block::Break => self.end_text(),
            Block::Picture { picture } => {
                self.end_text();
                for drawn in pages_of(picture, self.posters, self.map_paper()) {
                    if self.posters || drawn.size.0 <= SMALL.0 {
                        self.add_picture(drawn);
                    } else {
                        self.add_tiles(drawn);
                    }
                }
            }
            Block::Cards { cards } => self.add_cards("cards", CARD, cards, |composer, card| {
                let symbol = composer.symbol(&card.head, 12.0);
                blocks::of_card(&composer.fonts, card, &symbol)
            }),
            Block::Labels { labels } => self.add_cards("labels", LABEL, labels, |composer, label| {
                let symbol = composer.symbol(&label.head, 7.0);
                blocks::of_label(&composer.fonts, label, &symbol)
            }),
            _ => self.blocks.push(block),
        }
    }

    /// The paper upright.
    fn upright(&self) -> (f64, f64) {
        match self.paper {
            PaperSize::A4 => (210.0, 297.0),
            PaperSize::Letter => (215.9, 279.4),
        }
    }

    /// The paper that a map is drawn for: one too large for it stands on two sheets.
    fn map_paper(&self) -> Paper {
        let (short, long) = self.upright();
        let large = match self.paper {
            _ if !self.posters => tiles::whole((short, long)),
            PaperSize::A4 => LARGE,
            PaperSize::Letter => (LARGE.0, long),
        };
        Paper { large, small: (long.min(SMALL.0), short.min(SMALL.1)) }
    }

    fn sheet(&mut self, layout: &str, size: (f64, f64), more: Value) {
        let (part, title, opens) = &self.part;
        let mut sheet = json!({
            "layout": layout,
            "part": part,
            "title": legible(&self.fonts, title),
            "opens": opens,
            "size": [size.0, size.1],
        });
        if let (Some(sheet), Value::Object(more)) = (sheet.as_object_mut(), more) {
            sheet.extend(more);
        }
        self.sheets.push(sheet);
        self.part.2 = false;
    }

    /// Ends the page of text: what was gathered stands on it, across where a form finds no room upright.
    fn end_text(&mut self) {
        let gathered = std::mem::take(&mut self.blocks);
        if gathered.is_empty() {
            return;
        }
        let (width, height) = self.upright();
        let tables = || gathered.iter().flat_map(|block| tables_of(block));
        let wishes = Wishes::of(&self.fonts, tables());
        let fits = |table: &Table| !table.is_form || wishes.of_form(table) <= width - 2.0 * MARGIN;
        let size = if tables().all(fits) { (width, height) } else { (height, width) };
        let room = size.0 - 2.0 * MARGIN;
        let mut titles = gathered.iter().filter_map(|block| match block {
            Block::Heading { level: 1, text } => Some(text.clone()),
            _ => None,
        });
        let last = titles.next_back();
        let mut made = self.values(gathered, &wishes, room);
        // A part that goes on where another ends is found by its number too.
        let within = made.iter_mut().filter(|block| block["kind"] == "part");
        (self.part.0 + 1..).zip(within).for_each(|(number, block)| block["part"] = json!(number));
        self.sheet("text", size, json!({"blocks": made}));
        if let Some(title) = last {
            self.part = (self.contents.len(), title, false);
        }
    }

    /// Blocks of text, for a page or column with so much room.
    fn values<'b>(&mut self, blocks: impl IntoIterator<Item = &'b Block>, wishes: &Wishes, room: f64) -> Vec<Value> {
        let value = |block: &'b Block| match block {
            Block::Columns { left, right } => {
                let room = (room - GUTTER) / 2.0;
                let [left, right] = [left, right].map(|of| self.values(of, wishes, room));
                Some(json!({"kind": "columns", "left": left, "right": right, "gutter": GUTTER}))
            }
            Block::Inset { map, shows } => {
                // Lower paper has as much less room for it.
                let high = if *shows == InsetShows::Ours { OURS } else { INSET } + self.upright().1 - 297.0;
                let mut drawn = map::drawn_small(map, *shows, room);
                // What is too high is drawn narrower: made smaller its names could not be read.
                if drawn.size.1 > high {
                    drawn = map::drawn_small(map, *shows, room * high / drawn.size.1);
                }
                let svg = drawn.styled(&self.styles).replace(PAPER, WHITE);
                Some(json!({"kind": "inset", "picture": self.picture(&svg), "high": high}))
            }
            _ => blocks::value(&self.fonts, block, wishes, room),
        };
        blocks.into_iter().filter_map(value).collect()
    }

    /// A picture on a page of its own, as large as it is drawn, or as the paper allows.
    fn add_picture(&mut self, drawn: Drawn) {
        let is_small = drawn.size.0 <= SMALL.0;
        let (long, short) = match (self.paper, is_small) {
            (PaperSize::A4, true) => SMALL,
            (PaperSize::A4, false) => LARGE,
            (PaperSize::Letter, true) => (279.4, 215.9),
            (PaperSize::Letter, false) => (431.8, 279.4),
        };
        let fits = |(width, height): (f64, f64)| (width / drawn.size.0).min(height / drawn.size.1).min(1.0);
        let is_upright = fits((short, long)) > fits((long, short));
        let (width, height) = if is_upright { (short, long) } else { (long, short) };
        let scale = fits((width, height));
        let wide = drawn.size.0 * scale;
        let svg = drawn.styled(&self.styles).replace(PAPER, WHITE);
        let picture = self.picture(&svg);
        self.sheet("picture", (width, height), json!({"picture": picture, "wide": wide}));
    }

    /// A picture that is too large for the paper, on two sheets of it to be joined.
    fn add_tiles(&mut self, drawn: Drawn) {
        let size = self.upright();
        let (parts, wide) = tiles::halves(drawn, size, &self.styles);
        for svg in parts {
            let picture = self.picture(&svg.replace(PAPER, WHITE));
            self.sheet("picture", size, json!({"picture": picture, "wide": wide}));
        }
    }

    /// The name of the file of a picture; the same picture is kept once.
    fn picture(&mut self, svg: &str) -> String {
        let svg = drawable(&self.fonts, svg).into_owned();
        let next = format!("picture-{}.svg", self.pictures.len() + 1);
        self.pictures.entry(svg).or_insert(next).clone()
    }

    fn symbol(&mut self, node: &ChartNode, height: f64) -> String {
        let svg = orbat::symbol_alone(node, height);
        let (root, rest) = svg.split_once('>').unwrap_or((&svg, ""));
        let styled = format!("{root}>{}{rest}", self.styles);
        self.picture(&styled)
    }

    fn add_cards<T>(
        &mut self,
        layout: &str,
        usual: (f64, f64),
        cards: &[T],
        mut value: impl FnMut(&mut Self, &T) -> Value,
    ) {
        self.end_text();
        let (wide, high) = self.cut.size.unwrap_or(usual);
        let on = |size: (f64, f64)| (((size.0 - FREE) / wide) as usize, ((size.1 - ENDS) / high) as usize);
        let count = |size| on(size).0 * on(size).1;
        // The paper lies across where more find room so.
        let upright = self.upright();
        let across = (upright.1, upright.0);
        let size = if count(across) > count(upright) { across } else { upright };
        let (columns, rows) = (on(size).0.max(1), on(size).1.max(1));
        let origin = [(size.0 - wide * columns as f64) / 2.0, (size.1 - high * rows as f64) / 2.0];
        for page in cards.chunks(columns * rows) {
            let cards: Vec<Value> = page.iter().map(|card| value(self, card)).collect();
            let more = json!({
                "cards": cards, "origin": origin, "card": [wide, high], "columns": columns, "rows": rows,
                "drawn": [usual.0, usual.1], "marks": !self.cut.no_marks,
            });
            self.sheet(layout, size, more);
        }
    }

    fn finish(self, document: &Document) -> Composed {
        let say = |text: &str| legible(&self.fonts, text);
        let mut report = json!({
            "name": format!("{}, {}", say(&document.title), say(&document.bound.label)),
            "campaign": say(&document.campaign),
            "bound": say(&document.bound.label),
            "when": say(&document.when()),
            "whose": say(&document.whose()),
            "contents": self.contents,
            "sheets": self.sheets,
        });
        let operation = document.operation.map(|number| format!("operation {number}"));
        let seal = seal(&report, &self.pictures);
        report["foot"] = json!(operation.into_iter().chain([format!("seal {seal}")]).collect::<Vec<_>>());
        Composed { report, pictures: self.pictures }
    }
}

/// By what a reader sees that two copies are of one document: the first signs of a hash of what stands in it.
fn seal(report: &Value, pictures: &BTreeMap<String, String>) -> String {
    let mut hash = Sha256::new();
    hash.update(report.to_string());
    for svg in pictures.keys() {
        hash.update(svg);
    }
    let signs: Vec<String> = hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    signs.chunks(2).map(<[String]>::concat).collect::<Vec<_>>().join(" ")
}

/// The tables in a block.
fn tables_of(block: &Block) -> Vec<&Table> {
    match block {
        Block::Table { table } => vec![table],
        Block::Columns { left, right } => left.iter().chain(right).flat_map(tables_of).collect(),
        _ => Vec::new(),
    }
}

/// A picture as pages: an order of battle on as many as it needs, of large paper where there is such.
fn pages_of(picture: &Picture, posters: bool, paper: Paper) -> Vec<Drawn> {
    match picture {
        Picture::Map(situation) => vec![map::drawn_on(situation, &Layers::new(&[], &[]), paper)],
        Picture::Plots(sheet) => vec![plots::drawn(sheet)],
        Picture::Orbat(chart) if posters => pages_of_orbat(chart, orbat::drawn),
        Picture::Orbat(chart) => pages_of_orbat(chart, orbat::drawn_narrow),
    }
}

/// The blocks of an order of battle, as many on a page as find room there.
fn pages_of_orbat(chart: &OrbatChart, draw: fn(&OrbatChart) -> Drawn) -> Vec<Drawn> {
    let of = |blocks: &[ChartBlock]| draw(&OrbatChart { blocks: blocks.to_vec(), ..chart.clone() });
    let fits = |drawn: &Drawn| drawn.size.1 <= if drawn.size.0 <= SMALL.0 { SMALL.1 } else { LARGE.1 };
    let mut pages: Vec<Drawn> = Vec::new();
    let (mut rest, blocks) = (0, &chart.blocks);
    while rest < blocks.len() {
        let mut end = rest + 1;
        let mut page = of(&blocks[rest..end]);
        while end < blocks.len() {
            let longer = of(&blocks[rest..=end]);
            // A page does not become a larger one for what can stand on the next.
            if !fits(&longer) || longer.size.0 > page.size.0 {
                break;
            }
            (page, end) = (longer, end + 1);
        }
        pages.push(page);
        rest = end;
    }
    pages
}
