//! The blocks of a document.

use serde::Serialize;

use crate::model::situation::{ChartNode, OrbatChart};
use crate::model::{PlotSheet, Situation};
use crate::{Cell, Column, Row, Table};

/// Which part of a situation a small map shows, and who stands on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InsetShows {
    /// All of it, with all who are there.
    Everybody,
    /// Where supply fails, with those alone who are without; where all are supplied corps and armies.
    Trouble,
    /// Where those stand who are the reader's own, with the enemy as he was seen there: as wide as a page.
    Ours,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A heading: level 1 of a document in a pack, 2 of a section, 3 within one.
    Heading {
        /// From 1, the greatest.
        level: u8,
        /// What it says.
        text: String,
    },
    /// The numbers that say the most.
    Figures {
        /// Each with what it counts.
        figures: Vec<Headline>,
    },
    /// A paragraph.
    Text {
        /// What it says.
        text: String,
    },
    /// Things to look at or to do, each with a box to tick where it is to be done.
    Items {
        /// In the order of their weight.
        items: Vec<Item>,
    },
    /// What is done one after another, each step with the boxes to tick in it and when it was begun and done.
    Steps {
        /// From the first to the last.
        steps: Vec<Step>,
    },
    /// A table.
    Table {
        /// The table.
        table: Table,
    },
    /// A picture on a page of its own.
    Picture {
        /// What is drawn.
        picture: Picture,
    },
    /// A small map among the text.
    Inset {
        /// What is drawn.
        map: Box<Situation>,
        /// Which part of it, and who.
        shows: InsetShows,
    },
    /// Two columns beside each other where there is room, else one below the other.
    Columns {
        /// The first.
        left: Vec<Block>,
        /// The second.
        right: Vec<Block>,
    },
    /// Cards of formations, nine on a page.
    Cards {
        /// A card a formation.
        cards: Vec<Card>,
    },
    /// Labels of bases.
    Labels {
        /// A label a battalion.
        labels: Vec<Label>,
    },
    /// Lines to write on.
    Write {
        /// What is written there.
        label: String,
        /// How many lines.
        lines: u8,
        /// Whether there is a square beside them in which to draw what happened in that of a battle.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        sketch: bool,
        /// Whether they only fill what is left of a page, and are left out where that is too little.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        if_room: bool,
    },
    /// A new page.
    Break,
}

/// A number that says much.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Headline {
    /// The number.
    pub value: String,
    /// What it counts.
    pub text: String,
    /// Whether it tells of failure.
    pub bad: bool,
}

/// A thing to look at or to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Item {
    /// What it is.
    pub text: String,
    /// More about it, a paragraph each.
    pub more: Vec<String>,
    /// What is to be done, to be ticked; empty where there is nothing.
    pub todo: String,
}

/// A step of what is done one after another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What is done in it.
    pub name: String,
    /// What is ticked.
    pub todo: Vec<Item>,
}

/// A picture in a document.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    /// A map.
    Map(Box<Situation>),
    /// An order of battle.
    Orbat(OrbatChart),
    /// Curves.
    Plots(PlotSheet),
}

/// How cards and labels are cut out of their pages.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cut {
    /// How wide and how high one is, in mm; as they are made where nothing is asked for.
    pub size: Option<(f64, f64)>,
    /// Whether they have no marks to cut along.
    pub no_marks: bool,
}

/// The card of a formation, to be laid beside its troops.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Card {
    /// Its symbol, name, and what stands beside them.
    pub head: ChartNode,
    /// The formation above it, by name.
    pub under: Option<String>,
    /// LOG and POL, HQ die, orders: a line each.
    pub lines: Vec<String>,
    /// SP of what is under it.
    pub pips: Vec<Pip>,
}

/// SP of a battalion or regiment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pip {
    /// Whose.
    pub name: String,
    /// Weapons against men and against armour, then armour: `L/M, armour L`; empty where it has none.
    pub classes: String,
    /// What is not as with the others of its formation: `disorganised, dug in, 085046`; empty where nothing is.
    pub note: String,
    /// SP left.
    pub sp: u32,
    /// Full SP.
    pub full: u32,
}

/// The label of a base.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Label {
    /// Its symbol and name.
    pub head: ChartNode,
    /// The formation above it, by its short designation.
    pub under: String,
    /// Grade, and what the HQ die of its unit shows.
    pub standing: String,
    /// How many bases, their weapons and armour.
    pub text: String,
}

impl Label {
    /// What is to be known of the base, in a line.
    pub fn in_words(&self) -> String {
        let told = [&self.standing, &self.text].into_iter().filter(|text| !text.is_empty());
        told.map(String::as_str).collect::<Vec<_>>().join(" · ")
    }
}

impl Block {
    /// A table of a report as blocks; none where nothing stands in it. One without columns is its title and sentences.
    pub(super) fn of_table(table: Table) -> Vec<Self> {
        if table.columns.is_empty() {
            let title = Some(table.title).filter(|title| !title.is_empty());
            let title = title.map(|text| Self::Heading { level: 3, text });
            return title
                .into_iter()
                .chain(table.notes.into_iter().map(|text| Self::Text { text: text.into() }))
                .collect();
        }
        let is_empty = !table.rows.iter().any(|row| matches!(row, Row::Cells(_)));
        if is_empty {
            return table.notes.into_iter().map(|text| Self::Text { text: text.into() }).collect();
        }
        vec![Self::Table { table }]
    }

    /// The block as it is shown where only text is.
    pub(super) fn tables(&self) -> Vec<Table> {
        match self {
            Self::Columns { left, right } => [left, right].into_iter().flat_map(|blocks| tables_of(blocks)).collect(),
            Self::Steps { steps } => (1..).zip(steps).map(|(number, step)| step.table(number)).collect(),
            _ => self.table().into_iter().collect(),
        }
    }

    fn table(&self) -> Option<Table> {
        Some(match self {
            Self::Heading { text, .. } => said(text, Vec::new()),
            Self::Text { text } => said("", vec![text.clone()]),
            Self::Figures { figures } => {
                said("", figures.iter().map(|figure| format!("{} {}", figure.value, figure.text)).collect())
            }
            Self::Items { items } => said("", items.iter().flat_map(Item::said).collect()),
            Self::Table { table } => table.clone(),
            Self::Cards { cards } => card_table(cards),
            Self::Labels { labels } => label_table(labels),
            Self::Write { label, .. } => said("", vec![format!("{label}: ____________________")]),
            Self::Picture { .. } | Self::Inset { .. } | Self::Columns { .. } | Self::Steps { .. } | Self::Break => {
                return None;
            }
        })
    }
}

/// The heading of a section.
pub(super) fn heading(text: &str) -> Block {
    Block::Heading { level: 2, text: text.to_owned() }
}

/// These blocks as they are shown where only text is: a heading of what only pictures show is none.
pub(super) fn tables_of(blocks: &[Block]) -> Vec<Table> {
    let has_text = |block: &Block| !matches!(block, Block::Heading { .. }) && !block.tables().is_empty();
    let is_shown = |(place, block): (usize, &Block)| {
        let Block::Heading { level, .. } = block else { return true };
        let ends = |block: &&Block| matches!(block, Block::Heading { level: next, .. } if next <= level);
        blocks[place + 1..].iter().take_while(|block| !ends(block)).any(has_text)
    };
    let shown = blocks.iter().enumerate().filter(|(place, block)| is_shown((*place, block)));
    shown.flat_map(|(_, block)| block.tables()).collect()
}

/// Tables as a spreadsheet wants them: those of the same columns that only a heading parts are one, the headings its groups.
pub(super) fn rows_of(tables: Vec<Table>) -> Vec<Table> {
    let mut rows: Vec<Table> = Vec::new();
    let mut tables = tables.into_iter().peekable();
    while let Some(mut table) = tables.next() {
        let is_heading = table.columns.is_empty() && table.notes.is_empty();
        if let Some(of) = tables.next_if(|of| is_heading && of.title.is_empty() && !of.columns.is_empty()) {
            table = Table { title: table.title, ..of };
        }
        let is_plain = |of: &Table| !of.rows.iter().any(|row| matches!(row, Row::Group(_)));
        let goes_with = |last: &Table| {
            let are_alike = !table.columns.is_empty() && last.columns == table.columns;
            are_alike && is_plain(&table) && (last.title.is_empty() || is_plain(last))
        };
        match rows.last_mut().filter(|last| goes_with(last)) {
            Some(last) => join(last, table),
            None => rows.push(table),
        }
    }
    rows
}

/// Adds the rows of a table to those of another, each as a group under its title.
fn join(all: &mut Table, more: Table) {
    if !all.title.is_empty() {
        all.rows.insert(0, Row::Group(std::mem::take(&mut all.title)));
    }
    all.group(more.title);
    all.rows.extend(more.rows);
    for note in more.notes {
        if !all.notes.contains(&note) {
            all.notes.push(note);
        }
    }
}

/// A table without columns: its title and sentences.
fn said(title: &str, notes: Vec<String>) -> Table {
    let mut table = Table::new(title, Vec::new());
    table.notes = notes.into_iter().map(Into::into).collect();
    table
}

impl Step {
    /// As it is shown where only text is.
    fn table(&self, number: usize) -> Table {
        said(&format!("{number}. {}", self.name), self.todo.iter().map(Item::in_a_line).collect())
    }
}

impl Item {
    /// What is to be done, with what more there is to say of it behind.
    fn in_a_line(&self) -> String {
        let said = std::iter::once(&self.todo).chain(&self.more).map(String::as_str).collect::<Vec<_>>();
        format!("[ ] {}", said.join(": "))
    }

    fn said(&self) -> Vec<String> {
        let todo = Some(&self.todo).filter(|todo| !todo.is_empty()).map(|todo| format!("[ ] {todo}"));
        let text = Some(self.text.clone()).filter(|text| !text.is_empty());
        text.into_iter().chain(self.more.iter().cloned()).chain(todo).collect()
    }
}

fn card_table(cards: &[Card]) -> Table {
    let columns =
        vec![Column::text("formation").wrapping(), Column::text("").wrapping(), Column::text("under").wrapping()];
    let mut table = Table::new("", columns);
    for card in cards {
        let under = card.under.clone().unwrap_or_default();
        table.row([card.head.name.clone(), format!("{}; {}", card.head.text, card.lines.join("; ")), under]);
    }
    table
}

fn label_table(labels: &[Label]) -> Table {
    let columns = vec![
        Column::text("base"),
        Column::text("").wrapping(),
        Column::text("of"),
        Column::number("SP").beside("full"),
    ];
    let mut table = Table::new("", columns);
    for label in labels {
        let [sp, full] = [label.head.symbol.sp, label.head.symbol.sp_full].map(Option::unwrap_or_default);
        let texts = [Cell::new(&label.head.name), Cell::new(label.in_words()), Cell::new(&label.under)];
        table.row(texts.into_iter().chain([Cell::pair([sp, full], "/")]));
    }
    table
}
