//! The order of battle as a tree.

pub(crate) mod dossier;
pub(crate) mod grade;
pub(crate) mod history;
pub(crate) mod replacement;
pub(crate) mod unit;

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::{Campaign, Formation, Leaf, Tree};
use domain::{Arm, Echelon, FormationId, Grade, LeafState, Said, SideId, counted};

use super::BoundView;
use super::situation::{Designations, commonest, lost_words, strength};
use crate::{Cell, Column, Report, Table};

/// The order of battle, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct OrbatReport {
    rows: Vec<OrbatRow>,
    /// What stands below the rows that are shown.
    #[serde(skip)]
    left_out: Below,
}

/// What stands below the rows that are shown: leaves, and the formations between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Below {
    leaves: usize,
    formations: usize,
}

impl Below {
    fn of(is_leaf: impl IntoIterator<Item = bool>) -> Self {
        is_leaf.into_iter().fold(Self::default(), |sum, is_leaf| Self {
            leaves: sum.leaves + usize::from(is_leaf),
            formations: sum.formations + usize::from(!is_leaf),
        })
    }

    /// What is not shown, in words; none where all is.
    fn told(self) -> Option<String> {
        let leaves = counted(self.leaves, "leaf");
        match (self.leaves, self.formations) {
            (0, 0) => None,
            (_, 0) => Some(format!("not shown: {leaves} below these")),
            (_, of) => Some(format!("not shown: {leaves} below these, and {} between", counted(of, "formation"))),
        }
    }
}

/// More rows than this are too many to read when nobody asked how deep to go.
const AMPLE: usize = 60;

/// How deep a tree is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// So many levels.
    Levels(usize),
    /// Everything.
    All,
    /// Everything where that is soon read, else nothing below divisions and brigades.
    Readable,
}

/// A row of the order of battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OrbatRow {
    /// Its id.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// What its side is called.
    #[serde(skip)]
    pub(super) side_name: String,
    /// Its superior.
    pub parent: Option<FormationId>,
    /// How many levels below the first one shown, from 0.
    pub depth: usize,
    /// Its level.
    pub echelon: Echelon,
    /// Its arm.
    pub arm: Arm,
    /// SP of all under it that is on the map; of what is yet to come those that it brings.
    pub sp: u32,
    /// Full SP of all under it that has come, lost or not; of what is yet to come those that it brings.
    pub sp_full: u32,
    /// Markers, of all under it.
    pub markers: u32,
    /// Its grade, or its superior's.
    pub grade: Option<Grade>,
    /// Its state: of a formation that of most of its leaves.
    pub state: Option<LeafState>,
    /// What stands below its symbol on a map; empty where that was not looked for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub designation: String,
    /// Its square, where it stands on the map.
    pub square: Option<String>,
    /// When the first of it arrives, for a reinforcement that is off the map.
    pub arrives: Option<BoundView>,
    /// Whether it is a leaf.
    pub leaf: bool,
    /// Whether it is a battle group.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub battle_group: bool,
    /// The last parts of its id by which commands know it; its id where that was not looked for.
    #[serde(skip)]
    word: String,
    /// What became of it, where most of it is lost.
    #[serde(skip)]
    pub(crate) lost: Option<String>,
}

impl OrbatReport {
    /// The tree of a campaign: of one unit or one side only, and as deep as asked.
    pub fn new(campaign: &Campaign, unit: Option<&Formation>, side: Option<SideId>, depth: Depth) -> Self {
        let tree = Tree::new(campaign);
        let unit = unit.and_then(|u| campaign.formations.get(&u.id));
        let tops: Vec<&Formation> = unit.map_or_else(|| tree.roots().to_vec(), |unit| vec![unit]);
        let deepest = if let Depth::Levels(levels) = depth { levels } else { usize::MAX };
        let mut rows = Vec::new();
        for top in tops.into_iter().filter(|top| side.is_none_or(|side| side == top.side)) {
            add(&tree, top, 0, deepest, &mut rows);
        }
        let mut left_out = Below::default();
        if depth == Depth::Readable && rows.len() > AMPLE {
            let is_shown = |row: &OrbatRow| row.depth == 0 || row.echelon >= Echelon::Brigade;
            left_out = Below::of(rows.iter().filter(|row| !is_shown(row)).map(|row| row.leaf));
            rows.retain(is_shown);
        } else if let Depth::Levels(_) = depth {
            let last = rows.iter().filter(|row| row.depth + 1 == deepest.max(1));
            let below = last
                .filter_map(|row| campaign.formations.get(&row.id))
                .flat_map(|of| tree.with_all_under(of).into_iter().skip(1));
            left_out = Below::of(below.map(|of| of.leaf.is_some()));
        }
        let (words, designations) = (Words::new(campaign), Designations::new(campaign));
        for row in &mut rows {
            words.of(row.id.as_str()).clone_into(&mut row.word);
            row.designation = campaign.formations.get(&row.id).map(|f| designations.of(f)).unwrap_or_default();
        }
        Self { rows, left_out }
    }
}

/// By which last parts of their ids formations are told apart.
struct Words<'a>(BTreeMap<&'a str, usize>);

impl<'a> Words<'a> {
    fn new(campaign: &'a Campaign) -> Self {
        let mut known = BTreeMap::new();
        for tail in campaign.formations.keys().flat_map(|id| tails(id.as_str())) {
            *known.entry(tail).or_default() += 1;
        }
        Self(known)
    }

    /// The shortest last parts that no other id ends in; the id itself where every shorter one is another's too.
    fn of<'i>(&self, id: &'i str) -> &'i str {
        tails(id).filter(|tail| self.0.get(tail) == Some(&1)).last().unwrap_or(id)
    }
}

/// An id and what is left of it after each dot.
fn tails(id: &str) -> impl Iterator<Item = &str> {
    std::iter::once(id).chain(id.match_indices('.').map(|(dot, _)| &id[dot + 1..]))
}

fn add<'a>(tree: &Tree<'a>, formation: &'a Formation, depth: usize, deepest: usize, rows: &mut Vec<OrbatRow>) {
    if depth >= deepest.max(1) {
        return;
    }
    rows.push(OrbatRow::new(tree, formation, depth));
    for child in tree.children(&formation.id) {
        add(tree, child, depth + 1, deepest, rows);
    }
}

impl OrbatRow {
    /// In what state a formation is: that of most of its leaves, how many are out of order where most are in it, and markers.
    pub(in crate::model) fn condition(&self, tree: &Tree<'_>, of: &Formation) -> Option<String> {
        let state = self.state?;
        let leaves: Vec<&Leaf> = tree.leaves(of).into_iter().filter_map(|f| f.leaf.as_ref()).collect();
        let disorganised = leaves.iter().filter(|leaf| leaf.state.is_disorganised()).count();
        let state = match disorganised {
            _ if self.lost.is_some() => self.lost.clone().unwrap_or_default(),
            1.. if state == LeafState::Organised => format!("{disorganised} of {} disorganised", leaves.len()),
            _ => state.to_string(),
        };
        // Those of whoever is lost come off no more.
        let markers: u32 = leaves.iter().filter(|leaf| leaf.state.is_on_map()).map(|leaf| leaf.markers()).sum();
        let markers = (markers > 0).then(|| counted(markers as usize, "marker"));
        Some(std::iter::once(state).chain(markers).collect::<Vec<_>>().join(", "))
    }

    /// Whether it is lost, and nothing of it is on the map or still to come.
    pub(in crate::model) fn is_gone(&self) -> bool {
        self.lost.is_some() && self.square.is_none() && self.arrives.is_none()
    }

    /// A row of the tree.
    pub fn new<'a>(tree: &Tree<'a>, formation: &'a Formation, depth: usize) -> Self {
        let leaves: Vec<&Leaf> = tree.leaves(formation).into_iter().filter_map(|f| f.leaf.as_ref()).collect();
        let state = commonest(&leaves);
        let due = leaves.iter().filter(|l| l.state == LeafState::OffMap).filter_map(|l| l.arrives).min();
        let due = due.filter(|_| state == Some(LeafState::OffMap));
        let (sp, sp_full) = strength(&leaves);
        Self {
            id: formation.id.clone(),
            name: formation.name.clone(),
            side: formation.side,
            side_name: tree.campaign().side_name(formation.side),
            parent: formation.parent.clone(),
            depth,
            echelon: formation.echelon,
            arm: formation.arm,
            sp,
            sp_full,
            markers: leaves.iter().map(|leaf| leaf.markers()).sum(),
            grade: tree.grade(formation),
            state,
            designation: String::new(),
            square: tree.square(formation).map(|square| tree.campaign().frame.reference(square)),
            arrives: due.map(|bound| BoundView::new(tree.campaign(), bound)),
            leaf: formation.leaf.is_some(),
            battle_group: tree.campaign().groups.contains_key(&formation.id),
            word: formation.id.to_string(),
            lost: lost_words(&leaves),
        }
    }
}

impl Report for OrbatReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("formation").wrapping(),
            Column::text("id"),
            Column::number("SP").beside("of"),
            Column::text("grade"),
            Column::text("state"),
            Column::text("square"),
            Column::text("arm").optional(),
            Column::number("markers").optional(),
        ];
        let mut table = Table::new("", columns);
        let mut side = None;
        for row in &self.rows {
            if row.depth == 0 && side != Some(row.side) {
                side = Some(row.side);
                table.group(&row.side_name);
            }
            table.row(row.cells());
        }
        if let Some(note) = counted_how(&self.rows) {
            table.note(note);
        }
        if self.rows.is_empty() {
            table.note("no formations");
        }
        if let Some(told) = self.left_out.told() {
            // Below the deepest rows stand those that are left out.
            let division = self.rows.iter().find(|row| row.echelon == Echelon::Division);
            let deepest = || self.rows.iter().rev().filter(|row| !row.leaf).max_by_key(|row| row.depth);
            let below =
                division.or_else(deepest).map(|row| format!("`railhead orbat {}`, ", row.id)).unwrap_or_default();
            table.note(Said::leading(told, &format!(": {below}`railhead orbat --bases`")));
        }
        vec![table]
    }
}

/// What counts as strength, where something of these is lost or yet to come.
pub(in crate::model) fn counted_how<'r>(rows: impl IntoIterator<Item = &'r OrbatRow>) -> Option<&'static str> {
    let [mut is_lost, mut is_to_come] = [false; 2];
    for row in rows {
        is_lost |= row.lost.is_some();
        is_to_come |= row.state == Some(LeafState::OffMap);
    }
    match (is_lost, is_to_come) {
        (true, true) => Some("SP of units on the map: lost units count 0, units still to come only in their own row"),
        (true, false) => Some("SP of units on the map: lost units count 0"),
        (false, true) => Some("SP of units on the map: units still to come count only in their own row"),
        (false, false) => None,
    }
}

impl OrbatRow {
    fn of_group(&self) -> &'static str {
        if self.battle_group { " (battle group)" } else { "" }
    }

    pub(super) fn cells(&self) -> Vec<Cell> {
        let state = match (self.state, &self.arrives) {
            (Some(LeafState::OffMap), Some(arrives)) => Cell::new(format!("due {}", arrives.label)),
            (Some(LeafState::Organised), _) => Cell::new("organised").or_short(""),
            (Some(state), _) => Cell::emphasised(self.lost.clone().unwrap_or_else(|| state.to_string())),
            (None, _) => Cell::default(),
        };
        vec![
            Cell::new(format!("{}{}{}", " ".repeat(self.depth), self.name, self.of_group())),
            Cell::new(&self.id).or_short(&self.word),
            Cell::pair([self.sp, self.sp_full], "/"),
            Cell::maybe(self.grade),
            state,
            Cell::maybe(self.square.as_deref()),
            Cell::new(self.arm),
            Cell::maybe((self.markers > 0).then_some(self.markers)),
        ]
    }
}
