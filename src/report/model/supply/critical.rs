//! `supply critical`: the squares, crossings and junctions that matter most to a side's supply.

use serde::Serialize;

use campaign::{Campaign, Tree};
use domain::{Echelon, FormationId, SideId, Square, counted};
use supply::{CriticalKind, CriticalNet, CriticalPoint, LeastSet};

use crate::model::BoundView;
use crate::{Cell, Column, Report, Table};

/// What matters most, side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CriticalReport {
    campaign: String,
    bound: BoundView,
    /// Side by side.
    pub sides: Vec<CriticalSide>,
}

/// What matters most to the supply of one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CriticalSide {
    /// The side.
    pub side: SideId,
    /// How many formations have an open line.
    pub open: usize,
    /// How many points there are, shown or not.
    pub points_in_all: usize,
    /// The points, the gravest first.
    pub points: Vec<PointRow>,
    /// The least sets of several things that cut a whole corps.
    sets: Vec<SetRow>,
    /// Whether it is told of this side alone.
    #[serde(skip)]
    is_alone: bool,
    /// What it is about.
    #[serde(skip)]
    pub title: String,
    #[serde(skip)]
    sets_title: String,
}

/// One point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PointRow {
    kind: CriticalKind,
    id: Option<String>,
    name: Option<String>,
    /// Where it is, by its reference.
    pub square: String,
    to: Option<String>,
    /// How many formations it would cut.
    pub cuts: usize,
    units: Vec<FormationId>,
    by_corps: Vec<CorpsRow>,
    way_round: bool,
    round: Vec<FormationId>,
    squares: Vec<String>,
    crossings: Vec<String>,
    /// What it is, in words.
    #[serde(skip)]
    pub what: String,
    /// Where it is.
    #[serde(skip)]
    pub at: Square,
}

/// How many formations of a corps a point cuts, of how many whose line is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CorpsRow {
    corps: FormationId,
    name: String,
    cuts: usize,
    of: usize,
}

/// Several things that cut a corps only together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SetRow {
    corps: FormationId,
    name: String,
    /// How many formations of the corps are cut: all whose line is open.
    cuts: usize,
    units: Vec<FormationId>,
    things: Vec<ThingRow>,
}

/// One of several things.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ThingRow {
    kind: CriticalKind,
    id: Option<String>,
    name: Option<String>,
    square: String,
    to: Option<String>,
    #[serde(skip)]
    what: String,
}

impl CriticalReport {
    /// The first `top` points of each of these sides.
    pub fn new(campaign: &Campaign, nets: &[CriticalNet], top: usize) -> Self {
        let sides = nets.iter().map(|net| CriticalSide::new(campaign, net, (top, nets.len() == 1))).collect();
        Self { campaign: campaign.name.clone(), bound: BoundView::new(campaign, campaign.bound), sides }
    }
}

impl CriticalSide {
    fn new(campaign: &Campaign, net: &CriticalNet, (top, is_alone): (usize, bool)) -> Self {
        let tree = Tree::new(campaign);
        let of = by_corps(campaign, &tree, &net.open);
        let name = campaign.side_name(net.side);
        let bound = BoundView::new(campaign, campaign.bound);
        Self {
            side: net.side,
            is_alone,
            open: net.open.len(),
            points_in_all: net.points.len(),
            points: net.points.iter().take(top).map(|point| PointRow::new(campaign, &tree, point, &of)).collect(),
            sets: net.sets.iter().map(|set| SetRow::new(campaign, set)).collect(),
            sets_title: format!("Several together, {name}, {}", bound.label),
            title: format!("What the supply of {name} depends on, {}", bound.label),
        }
    }
}

fn by_corps(campaign: &Campaign, tree: &Tree<'_>, units: &[FormationId]) -> Vec<(FormationId, String, usize)> {
    let mut found: Vec<(FormationId, String, usize)> = Vec::new();
    for formation in units.iter().filter_map(|id| campaign.formations.get(id)) {
        let corps = tree.at_level_or_above(formation, Echelon::Corps);
        match found.iter_mut().find(|(id, ..)| *id == corps.id) {
            Some((.., count)) => *count += 1,
            None => found.push((corps.id.clone(), corps.name.clone(), 1)),
        }
    }
    found
}

impl PointRow {
    fn new(campaign: &Campaign, tree: &Tree<'_>, point: &CriticalPoint, of: &[(FormationId, String, usize)]) -> Self {
        let reference = |square: &Square| campaign.frame.reference(*square);
        let by_corps = by_corps(campaign, tree, &point.cut).into_iter().map(|(corps, name, cuts)| {
            let of = of.iter().find(|(id, ..)| *id == corps).map_or(cuts, |(.., of)| *of);
            CorpsRow { corps, name, cuts, of }
        });
        let mut by_corps: Vec<CorpsRow> = by_corps.collect();
        by_corps.sort_by_key(|row| std::cmp::Reverse(row.cuts));
        Self {
            kind: point.kind,
            id: point.id.clone(),
            name: name_of(campaign, point),
            square: reference(&point.square),
            to: point.to.as_ref().map(reference),
            cuts: point.cut.len(),
            units: point.cut.clone(),
            by_corps,
            way_round: !point.round.is_empty(),
            round: point.round.clone(),
            squares: point.squares.iter().map(reference).collect(),
            crossings: point.crossings.clone(),
            what: what(campaign, point),
            at: point.square,
        }
    }

    /// Whose formations it would cut, in words.
    pub fn whose(&self) -> String {
        let corps = self.by_corps.iter().map(|row| match (row.cuts, row.of) {
            (1, 1) => row.name.clone(),
            (cuts, of) if cuts == of => format!("{}: all {of}", row.name),
            (cuts, of) => format!("{}: {cuts} of {of}", row.name),
        });
        corps.collect::<Vec<_>>().join("; ")
    }

    /// Whether others find a way round it, in words.
    pub fn way(&self) -> String {
        match self.round.len() {
            0 => "none".to_owned(),
            count => format!("for {count} more"),
        }
    }

    fn cells(&self) -> Vec<Cell> {
        let at = self.to.as_ref().map_or_else(|| self.square.clone(), |to| format!("{}\n{to}", self.square));
        vec![Cell::new(self.cuts), Cell::new(&self.what), Cell::new(at), Cell::new(self.whose()), Cell::new(self.way())]
    }
}

impl SetRow {
    fn new(campaign: &Campaign, set: &LeastSet) -> Self {
        let name = campaign.name_of(set.corps.as_str()).to_owned();
        let things = set.things.iter().map(|thing| ThingRow::new(campaign, thing)).collect();
        Self { corps: set.corps.clone(), name, cuts: set.units.len(), units: set.units.clone(), things }
    }

    fn cells(&self) -> Vec<Cell> {
        let column = |text: fn(&ThingRow) -> String| self.things.iter().map(text).collect::<Vec<_>>().join("; ");
        vec![
            Cell::new(&self.name),
            Cell::new(self.cuts),
            Cell::new(self.things.len()),
            Cell::new(column(|thing| format!("{} {}", thing.what, thing.at()))),
        ]
    }
}

impl ThingRow {
    fn new(campaign: &Campaign, thing: &CriticalPoint) -> Self {
        let reference = |square: &Square| campaign.frame.reference(*square);
        Self {
            kind: thing.kind,
            id: thing.id.clone(),
            name: name_of(campaign, thing),
            square: reference(&thing.square),
            to: thing.to.as_ref().map(reference),
            what: what(campaign, thing),
        }
    }

    fn at(&self) -> String {
        self.to.as_ref().map_or_else(|| self.square.clone(), |to| format!("{}/{to}", self.square))
    }
}

/// The name of a crossing, or of the place on the square.
fn name_of(campaign: &Campaign, point: &CriticalPoint) -> Option<String> {
    let crossing = point.id.as_ref().filter(|_| point.to.is_some());
    let crossing = crossing.and_then(|id| campaign.crossings.values().find(|c| c.id.as_str() == id));
    let place = || campaign.places.iter().find(|place| place.square == point.square && point.to.is_none());
    crossing.map(|c| c.name.clone()).or_else(|| place().map(|place| place.name.clone()))
}

/// What it is, in words, and what lies beside it of which the same is true.
fn what(campaign: &Campaign, point: &CriticalPoint) -> String {
    let name = name_of(campaign, point);
    let crossing_kind = || {
        let crossing = campaign.crossings.values().find(|c| Some(c.id.as_str()) == point.id.as_deref());
        crossing.map_or_else(|| "crossing".to_owned(), |c| c.kind.to_string())
    };
    let kind = match point.kind {
        CriticalKind::Crossing => crossing_kind(),
        CriticalKind::Junction => "road junction".to_owned(),
        CriticalKind::Rail => "railway".to_owned(),
        CriticalKind::Country => "open country".to_owned(),
        other => other.to_string(),
    };
    let called = |id: &String| {
        let name = campaign.name_of_account(id).filter(|name| name != id);
        name.map_or_else(|| format!(" `{id}`"), |name| format!(" {name}"))
    };
    let id = point.id.as_ref().map(called).unwrap_or_default();
    let mut text = match name {
        Some(name) if point.to.is_some() => format!("{kind} {name}"),
        // A railhead is called as its place is.
        Some(name) if id.strip_prefix(' ') == Some(&name) => format!("{kind}{id}"),
        Some(name) => format!("{kind}{id} at {name}"),
        None => format!("{kind}{id}"),
    };
    // A crossing is neither of the squares at its ends: each of them is something else that cuts the same.
    let is_other = |square: &Square| point.to.is_some() || *square != point.square;
    let squares: Vec<Square> = point.squares.iter().copied().filter(is_other).collect();
    let reference = |square: &Square| campaign.frame.reference(*square);
    match (squares.first(), squares.last()) {
        (Some(only), _) if squares.len() == 1 => text = format!("{text}; or {}", reference(only)),
        (Some(first), Some(last)) => {
            text = format!("{text}; or any of {} squares, {} to {}", squares.len(), reference(first), reference(last));
        }
        _ => {}
    }
    let named = |id: &String| {
        let crossing = campaign.crossings.values().find(|crossing| crossing.id.as_str() == id);
        crossing.map_or_else(|| format!("`{id}`"), |crossing| format!("{} {}", crossing.kind, crossing.name))
    };
    let others: Vec<String> = point.crossings.iter().filter(|id| Some(*id) != point.id.as_ref()).map(named).collect();
    if others.is_empty() { text } else { format!("{text}; or {}", others.join(", ")) }
}

impl Report for CriticalReport {
    fn tables(&self) -> Vec<Table> {
        self.sides.iter().flat_map(|side| std::iter::once(side.table()).chain(side.sets_table())).collect()
    }
}

/// How many formations have an open line, in words.
fn have_a_line(open: usize) -> String {
    format!("{} {} an open line", counted(open, "formation"), if open == 1 { "has" } else { "have" })
}

impl CriticalSide {
    fn table(&self) -> Table {
        let columns = vec![
            Column::number("cuts"),
            Column::text("what is lost").wrapping(),
            Column::text("square").over("to"),
            Column::text("whose supply").wrapping(),
            Column::text("way round").wrapping(),
        ];
        let mut table = Table::new(&self.title, columns);
        for point in &self.points {
            table.row(point.cells());
        }
        table.note(match (self.open, self.points_in_all) {
            (0, _) => "no formation has an open line of supply".to_owned(),
            (open, 0) => format!(
                "no single square or crossing cuts any of the {} whose line is open",
                counted(open, "formation")
            ),
            (open, all) if all > self.points.len() => {
                let have = have_a_line(open);
                let side = if self.is_alone { format!("--side {} ", self.side) } else { String::new() };
                format!(
                    "{} of {}; {have}; all: `railhead supply critical {side}--top {all}`",
                    self.points.len(),
                    counted(all, "point")
                )
            }
            (open, all) => format!("{}; {}", counted(all, "point"), have_a_line(open)),
        });
        table
    }

    /// What must be lost together to cut a corps that no single point cuts; none where there is no such corps.
    fn sets_table(&self) -> Option<Table> {
        if self.sets.is_empty() {
            return None;
        }
        let columns = vec![
            Column::text("corps").wrapping(),
            Column::number("cuts"),
            Column::number("things"),
            Column::text("what is lost, all of it").wrapping(),
        ];
        let mut table = Table::new(&self.sets_title, columns);
        for set in &self.sets {
            table.row(set.cells());
        }
        table.note("the fewest whose loss cuts a whole corps off from all railheads and depots");
        Some(table)
    }
}
