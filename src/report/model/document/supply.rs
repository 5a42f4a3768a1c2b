//! The supply status on paper: how many are supplied, where supply fails, every cause with its mend to tick, stocks.

use domain::{Echelon, counted, few};

use super::Document;
use super::block::{Block, InsetShows, Item, heading};
use super::headlines::supply_headlines;
use super::pack::notes;
use super::sheets::{Composed, due};
use crate::gathered::entry;
use crate::model::causes::CauseEntry;
use crate::model::{CausePage, CausesOfSide, DueRow, Situation, StockReport, SupplySheet, ToldInVain};
use crate::words::numbered::numbered;
use crate::{Cell, Column, Table};

/// How many accounts find room under the map.
const FEW: usize = 18;

impl Composed<'_> {
    /// The supply status: how many are supplied, where supply fails, stocks, what is due; every cause with its mend to tick.
    pub fn supply(&self, sheet: &SupplySheet, stocks: &StockReport, situation: Situation) -> Document {
        let mut document = self.document("Supply status");
        document.push(Block::Figures { figures: supply_headlines(&situation) });
        let due = vec![heading("Due"), due(&DueRow::of(self.campaign))];
        self.tell_supply(&mut document, (sheet, stocks), on_the_map(situation), due);
        document.push(notes(4, false));
        document
    }

    /// The same in a pack, which tells elsewhere what is due. Its first page has the figures too, and of all but a whole side a
    /// map that shows where supply fails.
    pub fn supply_part(&self, sheet: &SupplySheet, stocks: &StockReport, situation: Situation) -> Document {
        let mut document = self.document("Supply status");
        let is_new = self.side.is_some() && self.commander.is_none();
        if is_new {
            document.push(Block::Figures { figures: supply_headlines(&situation) });
        }
        let on_the_map = if is_new { on_the_map(situation) } else { Vec::new() };
        self.tell_supply(&mut document, (sheet, stocks), on_the_map, Vec::new());
        document
    }

    /// Beside the map stand the causes of the side that reads; for the umpire the sides stand beside each other below it. Stocks
    /// stand under the map where they are few, else behind the causes.
    fn tell_supply(
        &self,
        document: &mut Document,
        (sheet, stocks): (&SupplySheet, &StockReport),
        mut map: Vec<Block>,
        due: Vec<Block>,
    ) {
        let page = sheet.by_cause().unwrap_or_default();
        let causes = page.sides.iter().map(|side| causes_of(side, (usize::MAX, usize::MAX)));
        // A command is for whoever sits at the keyboard, not for the table.
        let told = page.notes.iter().map(|note| note.told().to_owned()).filter(|note| !note.is_empty());
        let told = told.map(|text| Block::Text { text });
        let mut stocks = stocks.by_account();
        if self.side.is_some() {
            let few = stocks.take_if(|table| table.rows.len() <= FEW);
            map.extend(few.into_iter().flat_map(stocks_in));
            map.extend(due);
            document.blocks.extend(columns(map, causes.flatten().chain(told).collect()));
        } else {
            document.blocks.extend(columns(map, due));
            document.blocks.extend(side_by_side(causes));
            document.blocks.extend(told);
        }
        document.blocks.extend(fed_in_vain(&page));
        document.blocks.extend(stocks.into_iter().flat_map(stocks_in));
    }
}

/// Where supply fails; nothing where it does nowhere.
fn on_the_map(situation: Situation) -> Vec<Block> {
    if !situation.is_in_trouble() {
        return Vec::new();
    }
    vec![heading("Where"), Block::Inset { map: Box::new(situation), shows: InsetShows::Trouble }]
}

fn stocks_in(table: Table) -> [Block; 2] {
    [heading("Stocks"), Block::Table { table }]
}

/// Two columns, or one across the page where the other is empty.
fn columns(left: Vec<Block>, right: Vec<Block>) -> Vec<Block> {
    if left.is_empty() || right.is_empty() {
        return [left, right].concat();
    }
    vec![Block::Columns { left, right }]
}

/// What is told of each side, two beside each other.
pub(super) fn side_by_side(sides: impl IntoIterator<Item = Vec<Block>>) -> Vec<Block> {
    let mut sides = sides.into_iter();
    let mut told = Vec::new();
    while let Some(left) = sides.next() {
        told.extend(columns(left, sides.next().unwrap_or_default()));
    }
    told
}

/// How many formations of a side are supplied, and so many causes why the others are not, with so many of these by name.
pub(super) fn causes_of(side: &CausesOfSide, (most, named): (usize, usize)) -> Vec<Block> {
    if !side.of.draws {
        return vec![Block::Text { text: side.of.told.clone() }];
    }
    let causes = &side.causes;
    let items: Vec<_> = causes.iter().take(most).map(|entry| cause(entry, named)).collect();
    let nothing = (causes.is_empty() && side.of.in_vain.is_empty()).then(|| "Nothing fails.".to_owned());
    let why = (!items.is_empty()).then_some(Block::Items { items }).into_iter();
    let why = why.chain(nothing.map(|text| Block::Text { text }));
    std::iter::once(heading(side.of.told.trim_end_matches('.'))).chain(why).collect()
}

/// What they are cut off from and their names, and whose units are called so.
type AlikeUnits<'a> = ((&'a str, &'a [String]), Vec<&'a ToldInVain>);

/// Units that are cut off from what their formations draw, by side; those that are called alike in one row.
fn fed_in_vain(page: &CausePage) -> Vec<Block> {
    let columns = [Column::text("units cut off").wrapping(), Column::text("from"), Column::text("of").wrapping()];
    let mut table = Table::new("", columns.into());
    let told = page.sides.iter().filter(|side| !side.of.in_vain.is_empty());
    let is_of_several = told.clone().count() > 1;
    for side in told {
        if is_of_several {
            table.group(&side.of.called);
        }
        let mut rows: Vec<AlikeUnits<'_>> = Vec::new();
        for of in &side.of.in_vain {
            let key = (of.of_what.as_str(), of.units.as_slice());
            entry(&mut rows, key, |known| *known == key).push(of);
        }
        for ((of_what, units), of) in rows {
            let units = numbered(units);
            let names: Vec<&str> = of.iter().map(|of| of.feeder.as_str()).collect();
            let many = (of.len() > 1).then(|| format!("{}: ", how_many(&of)));
            let whose = format!("{}{}", many.unwrap_or_default(), few(&names, names.len(), ", "));
            table.row([Cell::new(few(&units, units.len(), ", ")), Cell::new(of_what), Cell::new(whose)]);
        }
    }
    if table.rows.is_empty() {
        Vec::new()
    } else {
        vec![heading("Units cut off from the supply of their formation"), Block::Table { table }]
    }
}

/// How many formations these are: `16 divisions`, where all are divisions.
fn how_many(of: &[&ToldInVain]) -> String {
    let are_divisions = of.iter().all(|of| of.echelon == Echelon::Division);
    counted(of.len(), if are_divisions { "division" } else { "formation" })
}

fn cause(entry: &CauseEntry, named: usize) -> Item {
    Item { text: entry.what.clone(), more: vec![entry.who(named)], todo: entry.mend.told().to_owned() }
}
