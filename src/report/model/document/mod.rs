//! What goes on paper: a document as a value, in blocks, for the renderers of text, HTML and PDF.
//!
//! What it is: [`Document`], a title, its reader, and blocks from the first to the last; `sheets` composes the
//! documents of reports that are there already.
//! What it decides: what stands in a document and in which order.
//! What it never does: reckon anything, or choose a font, colour or place on the page; that is `paper`.

mod battle;
mod block;
mod cards;
mod headlines;
mod last_bound;
mod pack;
mod sheets;
mod steps;
mod supply;

use serde::Serialize;

use campaign::{Campaign, Formation};
use domain::SideId;

use super::{BoundView, for_whom};
use crate::{Report, Sheet, Table};

use block::{rows_of, tables_of};

pub use block::{Block, Card, Cut, Headline, InsetShows, Item, Label, Picture, Pip, Step};
pub use last_bound::LastBounds;
pub use sheets::Composed;

/// A document.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Document {
    /// What it is.
    pub title: String,
    /// The title of the campaign.
    pub campaign: String,
    /// The bound that it shows.
    pub bound: BoundView,
    /// The name of the side for which it is; none for the umpire.
    pub side: Option<String>,
    /// The name of the formation whose commander it is for.
    pub commander: Option<String>,
    /// The operation up to which the campaign stands in it, for the umpire alone.
    pub operation: Option<u64>,
    /// What stands in it.
    pub blocks: Vec<Block>,
    /// How its cards and labels are cut.
    #[serde(skip)]
    pub cut: Cut,
}

impl Document {
    /// An empty document of a campaign, for the umpire, or for a side or one of its commanders.
    pub fn new(
        campaign: &Campaign,
        title: impl Into<String>,
        side: Option<SideId>,
        commander: Option<&Formation>,
    ) -> Self {
        Self {
            title: title.into(),
            campaign: campaign.title.clone(),
            bound: BoundView::new(campaign, campaign.bound),
            side: side.and_then(|side| campaign.side(side)).map(|side| side.name.clone()),
            commander: commander.map(|formation| formation.name.clone()),
            operation: None,
            cut: Cut::default(),
            blocks: Vec::new(),
        }
    }

    /// The same with the operation in its foot.
    #[must_use]
    pub fn as_of_operation(self, operation: Option<u64>) -> Self {
        Self { operation, ..self }
    }

    /// Adds a block.
    pub fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }

    /// Adds a heading; headings of level 1 stand in the contents.
    pub fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.push(Block::Heading { level, text: text.into() });
    }

    /// Adds the tables of a report; `empty` is said where there is nothing in them.
    pub fn report(&mut self, report: &impl Report, empty: &str) {
        let before = self.blocks.len();
        let tables = report.tables().into_iter().map(|table| self.as_read(table));
        let blocks: Vec<Block> = tables.flat_map(Block::of_table).collect();
        self.blocks.extend(blocks);
        if self.blocks.len() == before {
            self.push(Block::Text { text: empty.to_owned() });
        }
    }

    /// A table for its reader: the players of a side type no commands.
    fn as_read(&self, table: Table) -> Table {
        if self.side.is_some() { table.without_commands() } else { table }
    }

    /// Adds the tables of a report as a reader of a page wants them, who types none of the ids in it.
    pub(super) fn plain_report(&mut self, report: &impl Report, empty: &str) {
        let before = self.blocks.len();
        for mut table in report.page_tables() {
            table.title = without_id(&table.title);
            if let Some(at) = table.columns.iter().position(|column| column.name == "id") {
                table.drop_column(at);
            }
            self.blocks.extend(Block::of_table(self.as_read(table)));
        }
        if self.blocks.len() == before {
            self.push(Block::Text { text: empty.to_owned() });
        }
    }

    /// Adds a whole document behind this one, on a page of its own, under its title.
    pub fn append(&mut self, other: Document) {
        self.push(Block::Break);
        self.go_on(other);
    }

    /// Adds a whole document behind this one, on the same page where that has room, under its title.
    pub fn go_on(&mut self, other: Document) {
        self.heading(1, other.title);
        self.blocks.extend(other.blocks);
    }

    /// Whether it is text that can stand behind other text: it has no picture, nothing to cut or tick through on a page of its own.
    fn flows(&self) -> bool {
        !self.blocks.iter().any(|block| {
            matches!(
                block,
                Block::Picture { .. } | Block::Cards { .. } | Block::Labels { .. } | Block::Steps { .. } | Block::Break
            )
        })
    }

    /// The headings of level 1, in order.
    pub fn contents(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Heading { level: 1, text } => Some(text.as_str()),
            _ => None,
        })
    }

    /// Who may read it, in words.
    pub fn whose(&self) -> String {
        for_whom(self.side.as_deref(), self.commander.as_deref()).unwrap_or_else(|| "umpire’s copy".to_owned())
    }

    /// The bound with its date, in words.
    pub fn when(&self) -> String {
        format!("{}, {}", self.bound.label, self.bound.date.format("%-d %B %Y"))
    }
}

/// A title without the id behind the name.
fn without_id(title: &str) -> String {
    let named = title.strip_suffix("`)").and_then(|title| title.rsplit_once(" (`"));
    named.map_or(title, |(name, _)| name).to_owned()
}

impl Document {
    /// What stands over it where only text is.
    fn head(&self) -> Table {
        let mut head = Table::new(format!("{}: {}", self.title, self.campaign), Vec::new());
        head.note(format!("{}, {}", self.when(), self.whose()));
        head
    }
}

impl Report for Document {
    fn tables(&self) -> Vec<Table> {
        self.sheets().into_iter().flat_map(|sheet| sheet.tables).collect()
    }

    fn page_tables(&self) -> Vec<Table> {
        std::iter::once(self.head()).chain(tables_of(&self.blocks)).collect()
    }

    /// A sheet a document of a pack, the first with what stands before them.
    fn sheets(&self) -> Vec<Sheet> {
        let starts_sheet = |block: &Block| matches!(block, Block::Heading { level: 1, .. });
        let mut sheets = vec![Sheet { name: self.title.clone(), tables: vec![self.head()] }];
        for part in self.blocks.chunk_by(|_, next| !starts_sheet(next)) {
            let tables = rows_of(tables_of(part));
            match part.first() {
                Some(Block::Heading { level: 1, .. }) if tables.is_empty() => {}
                Some(Block::Heading { level: 1, text }) => sheets.push(Sheet { name: text.clone(), tables }),
                _ => sheets[0].tables.extend(tables),
            }
        }
        sheets
    }
}
