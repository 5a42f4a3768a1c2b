//! The battles of a campaign, and one of them.

use serde::Serialize;

use crate::campaign::{Battle, BattleUnit, Campaign};
use crate::domain::{BattleId, Bound, FormationId, SideId};
use crate::report::model::BoundView;
use crate::report::model::change::ended;
use crate::report::{Cell, Column, Report, Table};

use super::name_of;

/// The battles of a campaign, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct BattleList(Vec<BattleRow>);

/// A battle in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BattleRow {
    /// Its id.
    pub battle: BattleId,
    /// In which bound.
    pub bound: BoundView,
    /// The square, by its reference.
    pub square: String,
    /// The place of that square, where it has a name.
    pub place: Option<String>,
    /// Who attacked.
    pub attacker: SideId,
    /// The rules.
    pub rules: &'static str,
    /// Whether it is drawn and not posted.
    pub open: bool,
    /// How it ended, in words.
    pub end: Option<&'static str>,
    /// Who holds the square.
    pub holder: Option<SideId>,
    /// Whether it was fought on the table.
    pub recorded: bool,
    /// SP lost by attackers and defenders.
    pub sp_lost: [u32; 2],
}

impl BattleRow {
    fn new(campaign: &Campaign, battle: &Battle) -> Self {
        let fought = battle.fought.as_ref();
        let units = || fought.into_iter().flat_map(|fought| &fought.units);
        let lost =
            |attacked: bool| units().filter(|unit| unit.attacked == attacked).map(|unit| u32::from(unit.sp_lost)).sum();
        let place = campaign.places.iter().find(|place| place.square == battle.square);
        Self {
            battle: battle.id.clone(),
            bound: BoundView::new(campaign, battle.bound),
            square: campaign.frame.reference(battle.square),
            place: place.map(|place| place.name.clone()),
            attacker: battle.attacker,
            rules: battle.rules.as_str(),
            open: battle.is_open(),
            end: fought.map(|fought| ended(fought.end)),
            holder: fought.map(|fought| fought.holder),
            recorded: fought.is_some_and(|fought| fought.recorded),
            sp_lost: [lost(true), lost(false)],
        }
    }

    /// The battles of one bound, by id.
    pub fn of_bound(campaign: &Campaign, bound: Bound) -> Vec<Self> {
        let of_bound = campaign.battles.values().filter(|battle| battle.bound == bound);
        of_bound.map(|battle| Self::new(campaign, battle)).collect()
    }

    /// A table of battles, one a row.
    pub(in crate::report::model) fn table(title: &str, rows: &[Self]) -> Table {
        let columns = vec![
            Column::text("bound"),
            Column::text("battle"),
            Column::text("place").wrapping(),
            Column::text("attacker"),
            Column::text("end"),
            Column::text("holder"),
            Column::text("SP lost"),
            Column::text("rules").optional(),
        ];
        let mut table = Table::new(title, columns);
        for row in rows {
            let end = row.end.map_or(Cell::emphasised("open"), Cell::new);
            let lost = if row.open { String::new() } else { format!("{} : {}", row.sp_lost[0], row.sp_lost[1]) };
            table.row([
                Cell::new(&row.bound.label),
                Cell::new(&row.battle),
                Cell::maybe(row.place.as_deref()),
                Cell::new(row.attacker),
                end,
                Cell::maybe(row.holder),
                Cell::new(lost),
                Cell::new(row.rules),
            ]);
        }
        table
    }
}

impl BattleList {
    /// The battles of a campaign; only the open ones where so wanted.
    pub fn new(campaign: &Campaign, only_open: bool) -> Self {
        let mut battles: Vec<&Battle> = campaign.battles.values().filter(|b| !only_open || b.is_open()).collect();
        battles.sort_by_key(|battle| (battle.bound, &battle.id));
        Self(battles.into_iter().map(|battle| BattleRow::new(campaign, battle)).collect())
    }

    /// The battles, one a row.
    pub fn rows(&self) -> &[BattleRow] {
        &self.0
    }
}

impl Report for BattleList {
    fn tables(&self) -> Vec<Table> {
        let mut table = BattleRow::table("", &self.0);
        if self.0.is_empty() {
            table.note("no battle has been drawn: `railhead contact` shows who stands against whom");
        }
        vec![table]
    }
}

/// One battle: what is kept of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BattleShow {
    /// The battle.
    #[serde(flatten)]
    pub battle: BattleRow,
    /// Moves used.
    pub moves: Option<u8>,
    /// What it was for each unit.
    pub units: Vec<UnitRow>,
    /// What an open one relies on.
    pub facts: Vec<FactRow>,
    /// The operation that posted it, where that is known.
    pub operation: Option<u64>,
}

/// What a battle was for a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnitRow {
    /// The unit.
    pub unit: FormationId,
    /// Its name.
    pub name: String,
    /// Whether it attacked.
    pub attacked: bool,
    /// Whether it was engaged.
    pub engaged: bool,
    /// Whether it was its first battle.
    pub first: bool,
    /// SP with which it went in.
    pub sp_before: u16,
    /// SP that it lost.
    pub sp_lost: u16,
    /// Tests that it passed.
    pub passed: u8,
    /// Tests that it failed.
    pub failed: u8,
}

/// What an open battle relies on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FactRow {
    /// The square, unit or leaf.
    pub subject: String,
    /// How it stood.
    pub text: String,
}

impl BattleShow {
    /// What is kept of a battle.
    pub fn new(campaign: &Campaign, battle: &Battle, operation: Option<u64>) -> Self {
        let fought = battle.fought.as_ref();
        let unit = |unit: &BattleUnit| UnitRow {
            unit: unit.unit.clone(),
            name: name_of(campaign, unit.unit.as_str()),
            attacked: unit.attacked,
            engaged: unit.engaged,
            first: unit.first,
            sp_before: unit.sp_before,
            sp_lost: unit.sp_lost,
            passed: unit.passed,
            failed: unit.failed,
        };
        let fact = |fact: &crate::campaign::Fact| FactRow { subject: fact.subject.clone(), text: fact.text.clone() };
        Self {
            battle: BattleRow::new(campaign, battle),
            moves: fought.map(|fought| fought.moves),
            units: fought.into_iter().flat_map(|fought| &fought.units).map(unit).collect(),
            facts: battle.facts.iter().map(fact).collect(),
            operation,
        }
    }

    fn title(&self) -> String {
        let row = &self.battle;
        let place = row.place.as_deref().map(|place| format!(" ({place})")).unwrap_or_default();
        let head = format!("{}: {} attacks {}{place}, {}", row.battle, row.attacker, row.square, row.bound.label);
        match (row.end, row.holder, self.moves) {
            (Some(end), Some(holder), Some(moves)) => {
                let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
                format!("{head}: {end} after {moves}, {holder} holds it")
            }
            _ => format!("{head}: open"),
        }
    }

    fn units(&self) -> Table {
        let columns = vec![
            Column::text("unit").wrapping(),
            Column::text("name").wrapping(),
            Column::text("part"),
            Column::number("SP"),
            Column::number("lost"),
            Column::number("tests passed"),
            Column::number("failed"),
        ];
        let mut table = Table::new(self.title(), columns);
        for unit in &self.units {
            let part = match (unit.attacked, unit.engaged) {
                (true, true) => "attacked",
                (false, true) => "defended",
                (_, false) => "stood by",
            };
            table.row([
                Cell::new(&unit.unit),
                Cell::new(&unit.name),
                Cell::new(part),
                Cell::new(unit.sp_before),
                Cell::new(unit.sp_lost),
                Cell::new(unit.passed),
                Cell::new(unit.failed),
            ]);
        }
        if let Some(operation) = self.operation {
            table.note(format!("every die: railhead op show {operation}"));
        }
        table
    }

    fn facts(&self) -> Table {
        let columns = vec![Column::text("of").wrapping(), Column::text("as it was drawn").wrapping()];
        let mut table = Table::new(self.title(), columns);
        for fact in &self.facts {
            table.row([&fact.subject, &fact.text].map(Cell::new));
        }
        table
    }
}

impl Report for BattleShow {
    fn tables(&self) -> Vec<Table> {
        vec![if self.battle.open { self.facts() } else { self.units() }]
    }
}
