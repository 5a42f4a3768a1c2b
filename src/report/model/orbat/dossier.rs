//! All about one formation or leaf in one answer: what it is, how it is supplied, what it is ordered to do, its battles, its
//! grades.

use serde::Serialize;

use campaign::{Battle, BattleUnit, Campaign, Formation, Tree};
use domain::{FormationId, Said, SideId, counted};
use supply::Assessment;

use super::grade::GradeRowView;
use super::unit::UnitView;
use crate::model::battle::BattleRow;
use crate::model::bound::order::OrderRow;
use crate::model::supply::UnitSupply;
use crate::{Cell, Column, Report, Table};

/// All about one formation or leaf.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UnitDossier {
    /// What it is.
    #[serde(flatten)]
    pub unit: UnitView,
    /// How it is supplied; none where it is in no supply sheet.
    pub supply: Option<UnitSupply>,
    /// Orders to it and to what is under it that are not carried out yet, by bound and unit.
    pub orders: Vec<OrderRow>,
    /// The battles in which it or what is under it stood, the oldest first.
    pub battles: Vec<UnitBattle>,
    /// The changes of its grade, the oldest first.
    pub grades: Vec<GradeRowView>,
}

/// What a battle was for a formation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnitBattle {
    /// The battle.
    #[serde(flatten)]
    pub battle: BattleRow,
    /// Whether it attacked.
    pub attacked: bool,
    /// SP that it lost.
    pub own_sp_lost: u32,
    /// Tests that it passed.
    pub passed: u32,
    /// Tests that it failed.
    pub failed: u32,
}

impl UnitBattle {
    fn new(campaign: &Campaign, battle: &Battle, under: &[&Formation]) -> Option<Self> {
        let is_own = |unit: &&BattleUnit| under.iter().any(|formation| formation.id == unit.unit);
        let fought: Vec<&BattleUnit> = battle.fought.iter().flat_map(|f| &f.units).filter(is_own).collect();
        let sum = |of: fn(&BattleUnit) -> u32| fought.iter().map(|unit| of(unit)).sum();
        Some(Self {
            battle: BattleRow::new(campaign, battle),
            attacked: fought.first()?.attacked,
            own_sp_lost: sum(|unit| unit.sp_lost.into()),
            passed: sum(|unit| unit.passed.into()),
            failed: sum(|unit| unit.failed.into()),
        })
    }
}

impl UnitDossier {
    /// All about a formation of a campaign, which stands so with its supply, for the umpire or a side.
    pub fn new(campaign: &Campaign, formation: &Formation, found: Option<&Assessment>, side: Option<SideId>) -> Self {
        let under = Tree::new(campaign).with_all_under(formation);
        let is_own = |id: &FormationId| under.iter().any(|formation| formation.id == *id);
        let orders = campaign.orders.iter().filter(|order| is_own(&order.unit));
        let mut battles: Vec<&Battle> = campaign.battles.values().collect();
        battles.sort_by_key(|battle| (battle.bound, &battle.id));
        let grades = campaign.grades.iter().filter(|row| row.formation == formation.id);
        Self {
            unit: UnitView::new(campaign, formation),
            supply: found.and_then(|found| UnitSupply::new(campaign, found, side)),
            orders: orders.filter_map(|order| OrderRow::new(campaign, order)).collect(),
            battles: battles.into_iter().filter_map(|b| UnitBattle::new(campaign, b, &under)).collect(),
            grades: grades.map(|row| GradeRowView::new(campaign, row)).collect(),
        }
    }

    /// Of orders to it and under it, its own in full, of the others how many there are.
    fn ordered(&self) -> Vec<(&'static str, Said)> {
        let (own, others): (Vec<_>, Vec<_>) = self.orders.iter().partition(|order| order.unit == self.unit.row.id);
        let words = |order: &OrderRow| format!("{}: {}", order.bound.label, order.said);
        let mut ordered: Vec<_> = own.into_iter().map(|order| ("ordered", words(order).into())).collect();
        if !others.is_empty() {
            let told = format!("{} under it", counted(others.len(), "order"));
            ordered.push(("ordered", Said::leading(told, ": `railhead order list`")));
        }
        ordered
    }

    fn battle_table(&self) -> Table {
        let columns = vec![
            Column::text("bound"),
            Column::text("battle"),
            Column::text("place").wrapping(),
            Column::text("it"),
            Column::text("end"),
            Column::number("SP lost"),
            Column::text("tests"),
        ];
        let mut table = Table::new("battles", columns);
        for fought in &self.battles {
            let tests = format!("{} passed, {} failed", fought.passed, fought.failed);
            table.row([
                Cell::new(&fought.battle.bound.label),
                Cell::new(&fought.battle.battle),
                Cell::maybe(fought.battle.place()),
                Cell::new(if fought.attacked { "attacked" } else { "defended" }),
                Cell::maybe(fought.battle.end),
                Cell::new(fought.own_sp_lost),
                Cell::new(if fought.passed + fought.failed == 0 { String::new() } else { tests }),
            ]);
        }
        table
    }

    fn grade_table(&self) -> Table {
        let columns = ["bound", "before", "after"].map(Column::text).into_iter();
        let columns = columns.chain([Column::text("reason").wrapping(), Column::text("battle").wrapping()]).collect();
        let mut table = Table::new("grades", columns);
        self.grades.iter().for_each(|row| table.row(row.cells()));
        table
    }
}

impl Report for UnitDossier {
    fn tables(&self) -> Vec<Table> {
        let supply = self.supply.as_ref().map(UnitSupply::facts).unwrap_or_default();
        let mut more: Vec<_> = supply.into_iter().map(|(name, text)| (name, text.into())).collect();
        more.extend(self.ordered());
        let mut tables = vec![self.unit.facts(more)];
        tables.extend(self.unit.parts());
        tables.extend((!self.battles.is_empty()).then(|| self.battle_table()));
        tables.extend((!self.grades.is_empty()).then(|| self.grade_table()));
        tables
    }
}
