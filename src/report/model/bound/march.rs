//! What a march came to: who came where, who could not come so far and why, what was won.

mod by_unit;
mod costly;
mod detour;
mod foreseen;
mod overrun;
mod point;
mod taken;
mod why;

use std::collections::BTreeMap;

use serde::Serialize;

use campaign::march::{Bar, Bars, LeafMarch, MarchAccount, Passage, Stop, lead};
use campaign::{Campaign, Event, Tree};
use domain::{FormationId, Said, counted, few};
use supply::Dry;

use super::worn_down::worn_by_reorganising;
use crate::model::clock::hours;
use crate::model::supply::measure::km;
use crate::model::{ActionRow, FuelChainView, SupplyEffectView};
use crate::{Cell, Column, Report, Table};
use by_unit::Torn;
use why::Why;

pub use detour::DetourRow;
pub use foreseen::march_foreseen;
pub use overrun::OverrunRow;
pub use point::WayPointRow;
pub use taken::TakenRow;
pub(super) use why::words;

/// What a march came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MarchReport {
    /// The number of the operation; none where nothing was written.
    pub operation: Option<u64>,
    /// Whether nothing was to be written.
    pub dry_run: bool,
    /// What each unit came to, in the order of their ids.
    pub units: Vec<UnitMarch>,
    /// What was overrun.
    pub overruns: Vec<OverrunRow>,
    /// How many squares passed to each side.
    pub taken: Vec<TakenRow>,
    /// What became of orders that are no marches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<ActionRow>,
    /// The way points of one unit's march, in the order in which it comes to them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<WayPointRow>,
    /// The bowser chain of one unit at the end of its march, in a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fuel: Option<FuelChainView>,
    /// What it does to supply, or would do; none where nothing changes, and in a script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<SupplyEffectView>,
    /// What each side lost by reorganising.
    #[serde(skip)]
    worn_down: Vec<String>,
}

/// The march of a unit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnitMarch {
    /// The unit.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// In what manner.
    pub rate: &'static str,
    /// Where its leaves were to come: the square of its command leaf, or of the first by id.
    pub to: String,
    /// Where the unit stands now.
    pub square: Option<String>,
    /// How many of its leaves were to march.
    pub leaves: usize,
    /// How many came where they were to.
    pub arrived: usize,
    /// The most minutes that any of them has used of the bound.
    pub minutes_used: u16,
    /// That it takes the long way, and why; none where it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detour: Option<DetourRow>,
    /// Why its fighting leaves stayed, where only its HQ or train went on.
    #[serde(skip)]
    torn: Option<Torn>,
    /// Every leaf.
    pub marches: Vec<LeafRow>,
}

/// The march of a leaf.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LeafRow {
    /// The leaf.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Where it stood.
    pub from: String,
    /// Where it stands.
    pub square: String,
    /// Where it was to come.
    pub to: String,
    /// Whether that is not its place in the formation, which is barred or impassable.
    pub out_of_place: bool,
    /// The way points of its order that it had passed before, and to which it does not go back.
    #[serde(skip_serializing_if = "domain::is_zero")]
    pub passed: usize,
    /// The squares that it entered.
    pub way: Vec<String>,
    /// In which minute of its moving hours it entered each of them.
    pub entered: Vec<u32>,
    /// The length of that way.
    pub km: f64,
    /// The squares still to go, each with the minutes of the step into it.
    pub left_way: Vec<StepRow>,
    /// Minutes of its moving hours used in the bound.
    pub minutes_used: u16,
    /// Why it did not come so far: `hours`, `contact`, `held`, `no_way`, `pol`, `state`, `rate`, `overrun`.
    pub stop: Option<&'static str>,
    /// The same in words.
    pub reason: Option<String>,
    /// The same as it is told of many that suffer from one thing.
    #[serde(skip)]
    cause: Option<String>,
    /// What it is a part of, by name: the formation directly above it.
    #[serde(skip)]
    of: String,
    /// The enemy leaf, where one stopped it.
    pub by: Option<FormationId>,
    /// The last square that it could reach, where water or ground leaves no way.
    pub could_reach: Option<String>,
    /// Squares still to go.
    pub left_squares: u32,
    /// Minutes still to go.
    pub left_minutes: u32,
}

/// A step that is still to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepRow {
    /// The square.
    pub square: String,
    /// The minutes that it takes.
    pub minutes: u32,
}

impl MarchReport {
    /// What a march came to in a campaign that stands as it does after it.
    pub fn new(operation: Option<u64>, dry_run: bool, account: &MarchAccount, after: &Campaign) -> Self {
        let tree = Tree::new(after);
        let mut by_unit: BTreeMap<&FormationId, Vec<&LeafMarch>> = BTreeMap::new();
        for leaf in &account.leaves {
            by_unit.entry(&leaf.unit).or_default().push(leaf);
        }
        let passage = Passage::new(after);
        let bars = Bars::new(after, &passage);
        let thirsty = |leaf: &LeafMarch| {
            if let Some(Stop::Fuel(formation)) = &leaf.stop { Some(formation.clone()) } else { None }
        };
        let thirsty: Vec<FormationId> = account.leaves.iter().filter_map(thirsty).collect();
        let dry = (!thirsty.is_empty()).then(|| Dry::new(after, &thirsty));
        let why = Why { bars: &bars, dry: dry.as_ref() };
        let unit = |(id, leaves): (&FormationId, Vec<&LeafMarch>)| UnitMarch::new(after, &tree, &why, id, &leaves);
        let units = by_unit.into_iter().map(unit).collect();
        let overruns = account.overruns.iter().map(|overrun| OverrunRow::new(after, overrun)).collect();
        let taken = account.taken.iter().map(|(side, squares)| TakenRow::new(after, *side, squares.len()));
        let orders = account.actions.iter().map(|action| ActionRow::new(after, action)).collect();
        Self {
            operation,
            dry_run,
            units,
            overruns,
            taken: taken.collect(),
            orders,
            points: Vec::new(),
            fuel: None,
            supply: None,
            worn_down: Vec::new(),
        }
    }

    /// The same with the SP that were lost by reorganising beside it.
    #[must_use]
    pub fn with_losses(self, after: &Campaign, events: &[Event]) -> Self {
        Self { worn_down: worn_by_reorganising(after, events), ..self }
    }

    /// The same with what it does to supply, or would do.
    #[must_use]
    pub fn with_supply(self, supply: Option<SupplyEffectView>) -> Self {
        Self { supply, ..self }
    }

    fn title(&self) -> String {
        let op = match (self.operation, self.dry_run) {
            (_, true) => String::new(),
            (Some(number), _) => format!("op {number}"),
            (None, _) => "nothing to march".to_owned(),
        };
        let [unit] = self.units.as_slice() else { return op };
        let marches = format!("{} marches to {} at {} rate", unit.name, unit.to, unit.rate);
        if op.is_empty() { marches } else { format!("{op}: {marches}") }
    }
}

impl UnitMarch {
    fn new(after: &Campaign, tree: &Tree<'_>, why: &Why<'_>, id: &FormationId, leaves: &[&LeafMarch]) -> Self {
        let formation = after.formations.get(id);
        let command = formation.and_then(|unit| tree.command_leaf(unit)).map(|leaf| &leaf.id);
        let lead = lead(leaves.iter().copied(), command);
        let reference = |square| after.frame.reference(square);
        Self {
            id: id.clone(),
            name: formation.map(|unit| unit.name.clone()).unwrap_or_default(),
            rate: leaves.first().map_or("", |leaf| leaf.manner.as_str()),
            to: lead.map(|leaf| reference(leaf.to)).unwrap_or_default(),
            square: formation.and_then(|unit| tree.square(unit)).map(reference),
            leaves: leaves.len(),
            arrived: leaves.iter().filter(|leaf| leaf.stop.is_none()).count(),
            minutes_used: leaves.iter().map(|leaf| leaf.after.minutes).max().unwrap_or_default(),
            detour: DetourRow::of_unit(after, why.bars, lead, leaves.iter().copied()),
            torn: by_unit::torn(after, leaves),
            marches: leaves.iter().map(|leaf| LeafRow::new(after, why, leaf)).collect(),
        }
    }
}

impl LeafRow {
    /// Whether both stopped in one square on the way to one square, for one reason.
    fn is_like(&self, other: &Self) -> bool {
        let key = |row: &Self| (row.square.clone(), row.to.clone(), row.left_minutes);
        key(self) == key(other) && self.cause == other.cause
    }

    fn new(after: &Campaign, why: &Why<'_>, march: &LeafMarch) -> Self {
        let reference = |square| after.frame.reference(square);
        let (stop, reason, by) = match &march.stop {
            None => (None, None, None),
            Some(stop) => {
                let (word, text, by) = words(after, stop);
                (Some(word), Some([text, why::cause(after, stop)]), by)
            }
        };
        let leaf = after.formations.get(&march.leaf).filter(|_| march.stop == Some(Stop::NoWay));
        let bar = leaf.and_then(|leaf| why.bars.of(leaf, march.to, march.manner).zip(leaf.mobility));
        let barred =
            |(bar, mobility): &(Bar, _)| format!("{}; {}", bar.text(after, *mobility), bar.reach(after, march.from));
        let told = bar.as_ref().map(barred).map(|reason| [reason.clone(), reason]).or(reason);
        let [reason, cause] = why.dry(march).or(told).map_or([None, None], |told| told.map(Some));
        let formation = after.formations.get(&march.leaf);
        Self {
            id: march.leaf.clone(),
            name: formation.map(|leaf| leaf.name.clone()).unwrap_or_default(),
            of: formation.and_then(|leaf| after.superior(leaf)).map(|of| of.name.clone()).unwrap_or_default(),
            from: reference(march.from),
            square: reference(march.at()),
            to: reference(march.to),
            out_of_place: march.out_of_place,
            passed: march.passed,
            way: march.way.iter().map(|square| reference(*square)).collect(),
            entered: march.entered.clone(),
            km: km(march.way.len() as u64 * u64::from(after.frame.square_m)),
            left_way: march
                .left
                .iter()
                .map(|(at, minutes)| StepRow { square: reference(*at), minutes: *minutes })
                .collect(),
            minutes_used: march.after.minutes,
            stop,
            reason,
            cause,
            by,
            could_reach: bar.as_ref().map(|(bar, _)| reference(bar.last)),
            left_squares: march.left.len() as u32,
            left_minutes: march.left_minutes,
        }
    }
}

impl Report for MarchReport {
    fn tables(&self) -> Vec<Table> {
        let is_plain = self.units.len() == 1 || (self.units.is_empty() && !self.orders.is_empty());
        let mut main = if is_plain { Table::new(self.title(), Vec::new()) } else { self.unit_table() };
        if let [unit] = self.units.as_slice() {
            let at = unit.square.as_ref().map(|square| format!("; the unit stands in {square}")).unwrap_or_default();
            let hours = hours(u32::from(unit.minutes_used));
            let leaves = counted(unit.leaves, "leaf");
            main.note(format!("{} of {leaves} arrived{at}; {hours} used", unit.arrived));
        }
        let past = self.units.iter().flat_map(|unit| &unit.marches).filter(|leaf| leaf.passed > 0).count();
        if past > 0 {
            let (go, they) = if past == 1 { ("goes", "it") } else { ("go", "they") };
            main.note(format!("{} {go} on from the waypoints that {they} passed before", counted(past, "leaf")));
        }
        for (unit, detour) in self.units.iter().filter_map(|unit| Some((unit, unit.detour.as_ref()?))) {
            main.note(Said::leading(detour.text(&unit.name), &self.otherwise(unit)));
        }
        for (unit, torn) in self.units.iter().filter_map(|unit| Some((unit, unit.torn?))) {
            let hold =
                if self.dry_run { format!("railhead order cancel {}", unit.id) } else { "railhead undo".to_owned() };
            let told = torn.told(&unit.name);
            main.note(Said::leading(told, &format!("; to keep the column together: `{hold}`")));
        }
        for row in &self.taken {
            main.note(row.told());
        }
        self.worn_down.iter().for_each(|line| main.note(line));
        self.supply.iter().flat_map(SupplyEffectView::lines).for_each(|line| main.note(line));
        let mut tables = vec![main.tried(self.dry_run)];
        tables.extend(WayPointRow::table(&self.points));
        tables.extend(self.fuel.as_ref().map(|fuel| fuel.table("Fuel at the end of the march")));
        tables.extend(self.short_table());
        tables.extend(OverrunRow::table(&self.overruns));
        tables.extend(ActionRow::table(&self.orders));
        tables
    }
}

/// Leaves that stopped alike; there is one at least.
type Alike<'a> = Vec<&'a LeafRow>;

impl MarchReport {
    fn unit_table(&self) -> Table {
        let columns = vec![
            Column::text("unit").wrapping(),
            Column::text("rate").optional(),
            Column::text("to"),
            Column::text("stands in"),
            Column::number("leaves"),
            Column::number("came"),
            Column::number("used"),
        ];
        let mut table = Table::new(self.title(), columns);
        for unit in &self.units {
            table.row([
                Cell::new(&unit.name),
                Cell::new(unit.rate),
                Cell::new(&unit.to),
                Cell::maybe(unit.square.as_ref()),
                Cell::new(unit.leaves),
                Cell::new(unit.arrived),
                Cell::new(hours(u32::from(unit.minutes_used))),
            ]);
        }
        table
    }

    /// Who could not come so far, by what kept them from it.
    fn short_table(&self) -> Option<Table> {
        const NAMED: usize = 6;
        let columns = vec![
            Column::text("leaf").wrapping(),
            Column::text("stands in"),
            Column::text("wanted"),
            Column::number("squares left").optional(),
            Column::number("still to go"),
        ];
        let mut table = Table::new("stopped short", columns);
        if self.units.len() > 1 {
            return self.short_by_unit();
        }
        let mut reasons: Vec<(&str, Vec<Alike<'_>>)> = Vec::new();
        for leaf in self.units.iter().flat_map(|unit| &unit.marches) {
            let Some(reason) = leaf.cause.as_deref() else { continue };
            let place = reasons.iter().position(|(of, _)| *of == reason).unwrap_or_else(|| {
                reasons.push((reason, Vec::new()));
                reasons.len() - 1
            });
            let alike = &mut reasons[place].1;
            match alike.iter_mut().find(|alike| alike[0].is_like(leaf)) {
                Some(alike) => alike.push(leaf),
                None => alike.push(vec![leaf]),
            }
        }
        if reasons.iter().any(|(_, rows)| rows.len() > by_unit::TOLD_APART) {
            return self.short_by_unit();
        }
        for (reason, rows) in reasons {
            table.group(reason);
            for leaves in rows {
                let leaf = leaves[0];
                let is_left = leaf.left_squares > 0;
                let names: Vec<&str> = leaves.iter().map(|leaf| leaf.name.as_str()).collect();
                table.row([
                    Cell::new(few(&names, NAMED, "; ")),
                    Cell::new(&leaf.square),
                    Cell::new(&leaf.to),
                    Cell::maybe(is_left.then_some(leaf.left_squares)),
                    Cell::maybe(is_left.then(|| hours(leaf.left_minutes))),
                ]);
            }
        }
        (!table.rows.is_empty()).then_some(table)
    }
}
