//! The documents: what stands in each, composed of reports that are there already.

use ::supply::{Assessment, Supplied};
use campaign::{Campaign, Formation, Tree};
use domain::{Commodity, Echelon, SideId, counted};
use rules::setup::Setup;

use super::block::{Block, Item, Picture, heading};
use super::cards::{self, carded};
use super::headlines::headlines;
use super::last_bound::LastBounds;
use super::pack::notes;
use super::{Document, battle, steps};
use crate::model::battle::FormReport;
use crate::model::orbat::counted_how;
use crate::model::situation::{OrbatChart, SituationOf};
use crate::model::{
    ContactList, Diary, DueRow, GradeHistoryReport, OrbatRow, OrderList, PlotSheet, ReviewReport, SightingList,
    Situation, StatusReport, UnitDossier,
};
use crate::{Cell, Column, Table};

/// What the report of the situation is called.
pub(super) const SITREP: &str = "Situation report";

/// Of what documents are composed, and who reads them.
#[derive(Debug, Clone, Copy)]
pub struct Composed<'a> {
    /// The campaign, as its reader knows it.
    pub campaign: &'a Campaign,
    /// The side that reads; none for the umpire.
    pub side: Option<SideId>,
    /// The formation whose commander reads.
    pub commander: Option<&'a Formation>,
    /// How its formations stand with supply.
    pub sheet: &'a [Assessment],
    /// The operation up to which it stands.
    pub operation: u64,
}

impl<'a> Composed<'a> {
    pub(super) fn document(&self, title: &str) -> Document {
        let document = Document::new(self.campaign, title, self.side, self.commander);
        document.as_of_operation(self.side.is_none().then_some(self.operation))
    }

    fn symbols(&self) -> SituationOf<'a> {
        let of_side = SituationOf::symbols(self.campaign, self.side, self.sheet);
        SituationOf { counted: self.commander, ..of_side }
    }

    /// The formation, or all that are above the others, as far as its reader reads of them.
    fn tops(&self, tree: &Tree<'a>, unit: Option<&Formation>) -> Vec<&'a Formation> {
        let unit = unit.and_then(|unit| self.campaign.formations.get(&unit.id));
        let tops = unit.map_or_else(|| tree.roots().to_vec(), |unit| vec![unit]);
        tops.into_iter().filter(|top| self.side.is_none_or(|side| side == top.side)).collect()
    }

    /// The order of battle of all or of one formation: strength, grade, HQ die, state, LOG and POL, orders.
    pub fn orbat(&self, unit: Option<&Formation>) -> Document {
        let title = unit.map_or_else(|| "Order of battle".to_owned(), |unit| format!("Order of battle: {}", unit.name));
        let mut document = self.document(&title);
        let tree = Tree::new(self.campaign);
        for top in self.tops(&tree, unit) {
            self.orbat_of(&tree, top, &mut document);
        }
        document
    }

    /// A table an army, and one for what stands above the armies.
    fn orbat_of(&self, tree: &Tree<'a>, top: &'a Formation, document: &mut Document) {
        let (armies, others): (Vec<&Formation>, Vec<&Formation>) = {
            let under = tree.children(&top.id).iter().copied();
            under.partition(|f| f.leaf.is_none() && f.echelon >= Echelon::Army)
        };
        document.heading(2, &top.name);
        let mut table = Table::new("", strength_columns());
        let mut rows = vec![OrbatRow::new(tree, top, 0)];
        for formation in others {
            add_to_orbat(tree, formation, (1, top.echelon <= Echelon::Division), &mut rows);
        }
        for row in &rows {
            table.row(self.strength_row(tree, row));
        }
        if let Some(note) = counted_how(&rows) {
            table.note(note);
        }
        document.push(Block::Table { table });
        for army in armies {
            self.orbat_of(tree, army, document);
        }
    }

    fn strength_row(&self, tree: &Tree<'a>, row: &OrbatRow) -> Vec<Cell> {
        let Some(of) = tree.campaign().formations.get(&row.id) else { return Vec::new() };
        let supply = cards::supply_of(tree, self.sheet, of);
        let state = |commodity| match supply.and_then(|a| a.stands(commodity)) {
            None => Cell::default(),
            Some(Supplied::Holds) => Cell::new("ok"),
            Some(Supplied::LivesOn) => Cell::new("in reach"),
            Some(Supplied::Out) => Cell::emphasised("out"),
        };
        let due = row.arrives.as_ref().map(|due| format!("due {}", due.label));
        let orders = self.campaign.orders.iter().filter(|order| order.unit == of.id).count();
        let throws = of.leaf.is_none() && of.echelon <= Echelon::Division;
        vec![
            Cell::typed(format!("{}{}", "\u{2003}".repeat(row.depth), row.name)),
            Cell::pair([row.sp, row.sp_full], " of "),
            Cell::maybe(row.grade),
            Cell::maybe(throws.then(|| tree.hq_die(of))),
            Cell::maybe(due.or_else(|| row.condition(tree, of))),
            state(Commodity::Log),
            state(Commodity::Pol),
            Cell::maybe(row.square.as_deref()),
            Cell::maybe((orders > 0).then(|| counted(orders, "order"))),
        ]
    }

    /// The strength return: every division and brigade in one table.
    pub fn strength(&self) -> Document {
        let mut document = self.document("Strength return");
        let tree = Tree::new(self.campaign);
        let mut columns = strength_columns();
        columns.insert(1, Column::number("%"));
        let mut table = Table::new("", columns);
        let mut side = None;
        for formation in self.carded(&tree, None) {
            if side != Some(formation.side) {
                side = Some(formation.side);
                table.group(self.campaign.side_name(formation.side));
            }
            let row = OrbatRow::new(&tree, formation, 0);
            let mut cells = self.strength_row(&tree, &row);
            let share = (row.sp_full > 0).then(|| (row.sp * 100 + row.sp_full / 2) / row.sp_full);
            cells.insert(1, Cell::maybe(share));
            table.row(cells);
        }
        document.push(Block::Table { table });
        document
    }

    /// The situation map on a page.
    pub fn map(&self, situation: Situation) -> Document {
        let mut document = self.document("Situation map");
        document.push(Block::Picture { picture: Picture::Map(Box::new(situation)) });
        document
    }

    /// What the umpire goes through step by step, and overleaf the orders, contacts and what to review before he closes.
    pub fn bound_sheet(&self, status: &StatusReport, lists: (&OrderList, &ContactList, &ReviewReport)) -> Document {
        let mut document = self.document(&format!("Bound sheet {}", self.campaign.bound));
        let (orders, contacts, review) = lists;
        document.push(Block::Steps { steps: steps::steps(&self.symbols(), status, (contacts, review)) });
        // What the steps speak of stands overleaf.
        document.push(Block::Break);
        document.blocks.extend(how_it_stands(status));
        document.heading(2, "Orders to be carried out");
        document.report(orders, "No orders.");
        document.heading(2, "Contacts");
        document.report(contacts, "Nobody is in contact.");
        document.heading(2, "Before the bound is closed");
        document.report(review, "Nothing waits.");
        document.push(notes(6, false));
        document
    }

    /// What a side is told of its situation.
    pub fn sitrep(
        &self,
        status: &StatusReport,
        last: &LastBounds,
        seen: &SightingList,
        situation: Situation,
    ) -> Document {
        let mut document = self.document(SITREP);
        document.push(Block::Figures { figures: headlines(&situation) });
        self.tell_situation(&mut document, (status, seen), Some(last.all()));
        document.push(Block::Picture { picture: Picture::Map(Box::new(situation)) });
        document
    }

    /// The same in a pack, which has the map, the figures, and the first of the last bound before it; for the umpire, whose own
    /// sheet tells how it stands and what is due, what is left of the last bound alone: none where nothing is.
    pub fn sitrep_part(&self, status: &StatusReport, last: &LastBounds, seen: &SightingList) -> Option<Document> {
        let (mut document, left) = (self.document(SITREP), last.left());
        if self.side.is_none() {
            document.blocks = left?;
        } else {
            self.tell_situation(&mut document, (status, seen), left);
        }
        Some(document)
    }

    fn tell_situation(
        &self,
        document: &mut Document,
        (status, seen): (&StatusReport, &SightingList),
        last: Option<Vec<Block>>,
    ) {
        let due = due(&status.due);
        match last {
            Some(left) => {
                document.push(Block::Columns { left, right: how_it_stands(status) });
                document.heading(2, "Due");
                document.push(due);
            }
            None => document.push(Block::Columns { left: how_it_stands(status), right: vec![heading("Due"), due] }),
        }
        // The umpire sees the enemy on the map.
        if self.side.is_some() {
            document.heading(2, "The enemy as known");
            document.report(seen, "Nobody is sighted.");
        }
    }

    fn carded(&self, tree: &Tree<'a>, unit: Option<&Formation>) -> Vec<&'a Formation> {
        let all = carded(self.campaign, tree, unit);
        all.into_iter().filter(|f| self.side.is_none_or(|side| side == f.side)).collect()
    }

    /// A card a division and brigade.
    pub fn cards(&self, unit: Option<&Formation>) -> Document {
        let mut document = self.document("Unit cards");
        let tree = Tree::new(self.campaign);
        let cards = cards::cards(&self.symbols(), &self.carded(&tree, unit));
        document.push(Block::Cards { cards });
        document
    }

    /// A label a battalion.
    pub fn labels(&self, unit: Option<&Formation>) -> Document {
        let mut document = self.document("Labels");
        let tree = Tree::new(self.campaign);
        let tops = self.tops(&tree, unit).into_iter();
        let mut labels: Vec<_> = tops.flat_map(|top| cards::labels(&self.symbols(), top)).collect();
        cards::tell_apart(&mut labels);
        document.push(Block::Labels { labels });
        document
    }

    /// The record of service of a unit: what it is, its grades, its battles, what was told of it.
    pub fn record(&self, unit: &Formation, dossier: &UnitDossier, diary: &Diary) -> Document {
        let mut document = self.document(&format!("Record of service: {}", unit.name));
        document.plain_report(dossier, "");
        document.heading(2, "Grades");
        document.plain_report(&GradeHistoryReport::new(self.campaign, Some(&unit.id)), "Its grade never changed.");
        document.heading(2, "What was told of it");
        document.plain_report(diary, "Nothing yet.");
        document
            .push(Block::Write { label: "Commander’s notes".to_owned(), lines: 6, sketch: false, if_room: false });
        document
    }

    /// The war diary.
    pub fn diary(&self, diary: &Diary) -> Document {
        let mut document = self.document("War diary");
        document.report(diary, "No bound is over yet.");
        // Of which campaign it is stands in the head of the page; of which formation it does not.
        let title = diary.title_of_all();
        document.blocks.retain(|block| !matches!(block, Block::Heading { text, .. } if Some(text.as_str()) == title));
        document
    }

    /// The figures as curves; none before there are two bounds of them, or where all of them are zero.
    pub fn figures(&self, plots: PlotSheet) -> Option<Document> {
        let is_drawn = plots.bounds.len() > 1 && !plots.plots.is_empty();
        let mut document = self.document("Campaign graphs");
        document.push(Block::Picture { picture: Picture::Plots(plots) });
        is_drawn.then_some(document)
    }

    /// The sheet of a battle: the square on a map round it, who is there and when, and what came of it to be written down.
    pub fn battle(&self, setup: &Setup, form: &FormReport, map: Situation) -> Document {
        let mut document = self.document(&format!("Battle for {}", self.campaign.square_named(setup.square)));
        document.blocks.extend(battle::blocks((self.campaign, self.sheet), (setup, form), map));
        document
    }

    /// The order of battle of one formation as a picture.
    pub fn tree(&self, unit: Option<&Formation>) -> Document {
        let mut document = self.document("Order of battle as a tree");
        let mut chart = OrbatChart::new(self.campaign, (unit, self.side), self.sheet, false);
        chart.commander = self.commander.map(|commander| commander.name.clone());
        document.push(Block::Picture { picture: Picture::Orbat(chart) });
        document
    }
}

/// A formation and those under it, as far as the order of battle shows them.
fn add_to_orbat<'a>(tree: &Tree<'a>, of: &'a Formation, (depth, deep): (usize, bool), rows: &mut Vec<OrbatRow>) {
    let is_shown = deep || of.leaf.is_none() || of.echelon >= Echelon::Regiment && of.can_fight();
    if !is_shown {
        return;
    }
    let row = OrbatRow::new(tree, of, depth);
    // Of a division that is gone there is no more to tell.
    let is_gone = row.is_gone() && of.echelon <= Echelon::Division;
    rows.push(row);
    for child in tree.children(&of.id).iter().filter(|_| !is_gone) {
        add_to_orbat(tree, child, (depth + 1, deep), rows);
    }
}

/// The weather, and the units of the sides by how they are.
fn how_it_stands(status: &StatusReport) -> Vec<Block> {
    let columns = ["on the map", "disorganised", "dispersed", "lost", "to come"].map(Column::number);
    let mut table = Table::new("", std::iter::once(Column::text("units").wrapping()).chain(columns).collect());
    for side in &status.sides {
        let counts = [side.on_map, side.disorganised, side.dispersed, side.lost, side.to_come];
        table.row(std::iter::once(Cell::new(&side.called)).chain(counts.map(Cell::new)));
    }
    let weather = Some(&status.weather).filter(|_| status.has_weather).map(|text| Block::Text { text: text.clone() });
    [heading("How it stands")].into_iter().chain(weather).chain([Block::Table { table }]).collect()
}

/// What is due in the next days, to be ticked.
pub(super) fn due(rows: &[DueRow]) -> Block {
    let item = |row: &DueRow| Item {
        text: String::new(),
        more: Vec::new(),
        todo: format!("{}: {}", row.bound.label, row.text),
    };
    match rows {
        [] => Block::Text { text: "Nothing in the next two days.".to_owned() },
        due => Block::Items { items: due.iter().map(item).collect() },
    }
}

fn strength_columns() -> Vec<Column> {
    vec![
        Column::text("formation").wrapping(),
        Column::number("SP").beside("of"),
        Column::text("grade"),
        Column::number("HQ die"),
        Column::text("state").wrapping(),
        Column::text("LOG"),
        Column::text("POL"),
        Column::text("square"),
        Column::text("orders"),
    ]
}
