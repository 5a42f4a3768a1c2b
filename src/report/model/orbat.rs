//! The order of battle as a tree.

use serde::Serialize;

use crate::campaign::{Campaign, Formation, Leaf, Tree};
use crate::domain::{Arm, Bound, Echelon, FormationId, Grade, LeafState, SideId};
use crate::report::{Cell, Column, Report, Table};

/// The order of battle, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct OrbatReport(Vec<OrbatRow>);

/// A row of the order of battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OrbatRow {
    /// Its id.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// Its superior.
    pub parent: Option<FormationId>,
    /// How many levels below the first one shown, from 0.
    pub depth: usize,
    /// Its level.
    pub echelon: Echelon,
    /// Its arm.
    pub arm: Arm,
    /// SP left, of all under it.
    pub sp: u32,
    /// Full SP, of all under it.
    pub sp_full: u32,
    /// Markers, of all under it.
    pub markers: u32,
    /// Its grade, or its superior's.
    pub grade: Option<Grade>,
    /// Its state: of a formation that of most of its leaves.
    pub state: Option<LeafState>,
    /// Its square, where it stands on the map.
    pub square: Option<String>,
    /// When it arrives, for a reinforcement.
    pub arrives: Option<Bound>,
    /// Whether it is a leaf.
    pub leaf: bool,
}

impl OrbatReport {
    /// The tree of a campaign: of one unit or one side only, and no deeper than asked.
    pub fn new(campaign: &Campaign, unit: Option<&Formation>, side: Option<SideId>, depth: Option<usize>) -> Self {
        let tree = Tree::new(campaign);
        let unit = unit.and_then(|u| campaign.formations.get(&u.id));
        let tops: Vec<&Formation> = unit.map_or_else(|| tree.roots().to_vec(), |unit| vec![unit]);
        let mut rows = Vec::new();
        for top in tops.into_iter().filter(|top| side.is_none_or(|side| side == top.side)) {
            add(&tree, top, 0, depth.unwrap_or(usize::MAX), &mut rows);
        }
        Self(rows)
    }
}

fn add<'a>(tree: &Tree<'a>, formation: &'a Formation, depth: usize, deepest: usize, rows: &mut Vec<OrbatRow>) {
    if depth >= deepest.max(1) {
        return;
    }
    rows.push(OrbatRow::new(tree, formation, depth));
    for child in tree.children(formation.id.as_str()) {
        add(tree, child, depth + 1, deepest, rows);
    }
}

impl OrbatRow {
    /// A row of the tree.
    pub fn new<'a>(tree: &Tree<'a>, formation: &'a Formation, depth: usize) -> Self {
        let leaves: Vec<&Leaf> = tree.leaves(formation).into_iter().filter_map(|f| f.leaf.as_ref()).collect();
        let sum = |of: fn(&Leaf) -> u32| leaves.iter().map(|leaf| of(leaf)).sum();
        Self {
            id: formation.id.clone(),
            name: formation.name.clone(),
            side: formation.side,
            parent: formation.parent.clone(),
            depth,
            echelon: formation.echelon,
            arm: formation.arm,
            sp: sum(Leaf::sp),
            sp_full: sum(Leaf::sp_full),
            markers: sum(Leaf::markers),
            grade: tree.grade(formation),
            state: commonest(&leaves),
            square: tree.square(formation).map(|square| tree.campaign().frame.reference(square)),
            arrives: leaves.iter().filter(|l| l.state == LeafState::OffMap).filter_map(|l| l.arrives).min(),
            leaf: formation.leaf.is_some(),
        }
    }
}

/// The state that most leaves are in; of equally many the first of the list of states.
fn commonest(leaves: &[&Leaf]) -> Option<LeafState> {
    let count = |state: LeafState| leaves.iter().filter(|leaf| leaf.state == state).count();
    LeafState::ALL.iter().rev().copied().filter(|state| count(*state) > 0).max_by_key(|state| count(*state))
}

impl Report for OrbatReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("formation").wrapping(),
            Column::text("id"),
            Column::number("SP"),
            Column::text("grade"),
            Column::text("state"),
            Column::text("square"),
            Column::text("arm").optional(),
            Column::number("markers").optional(),
        ];
        let mut table = Table::new("", columns);
        let mut side = None;
        for row in &self.0 {
            if row.depth == 0 && side != Some(row.side) {
                side = Some(row.side);
                table.group(format!("[{}]", row.side));
            }
            table.row(row.cells());
        }
        if self.0.is_empty() {
            table.note("no formation");
        }
        vec![table]
    }
}

impl OrbatRow {
    pub(super) fn cells(&self) -> Vec<Cell> {
        let state = match (self.state, self.arrives) {
            (Some(LeafState::OffMap), Some(arrives)) => Cell::new(format!("due {arrives}")),
            (Some(LeafState::Organised), _) => Cell::new("organised"),
            (Some(state), _) => Cell::emphasised(state),
            (None, _) => Cell::default(),
        };
        vec![
            Cell::new(format!("{}{}", " ".repeat(self.depth), self.name)),
            Cell::new(&self.id),
            Cell::new(format!("{}/{}", self.sp, self.sp_full)),
            Cell::maybe(self.grade),
            state,
            Cell::maybe(self.square.as_deref()),
            Cell::new(self.arm),
            Cell::maybe((self.markers > 0).then_some(self.markers)),
        ]
    }
}
