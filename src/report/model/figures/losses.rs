//! Who lost what: losses by arm, by formation and by battle.
//!
//! What it decides: to which formation a leaf is counted, and what an exchange is. The sums of losses by arm and by formation
//! are those of the bounds.

use serde::Serialize;

use campaign::{Battle, Campaign, Formation, Reader, Side, Tree};
use domain::{Arm, BattleId, Echelon, FormationId, SideId};
use ops::query::LeafLosses;

use crate::model::{BoundView, NamedSide};
use crate::{Cell, Column, Report, Table};

/// By what losses are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossesBy {
    /// A row an arm.
    Arm,
    /// A row a division or brigade, or what is directly under a higher headquarters.
    Unit,
}

/// Losses since the first bound, by side; within it those that lost most first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct LossReport {
    pub(super) rows: Vec<LossRow>,
    #[serde(skip)]
    pub(super) by: LossesBy,
}

/// What an arm or a formation lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct LossRow {
    pub(super) side: NamedSide,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) arm: Option<Arm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unit: Option<FormationId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    pub(super) sp_lost: u32,
    /// In battles; not known by arm, as a battle is told of formations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sp_lost_in_battle: Option<u32>,
    sp_given: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    battles: Option<usize>,
    sp: u32,
    sp_full: u32,
}

impl LossRow {
    /// What it is called.
    pub(super) fn label(&self) -> String {
        self.name.clone().or_else(|| self.arm.map(|arm| arm.to_string())).unwrap_or_default()
    }
}

impl LossReport {
    /// What leaves lost, by arm or by formation.
    pub fn new(campaign: &Campaign, losses: &[LeafLosses], by: LossesBy, reader: Option<&Reader>) -> Self {
        let tree = Tree::new(campaign);
        let sides = campaign.sides.iter().map(|of| of.id);
        let sides = sides.filter(|of| reader.is_none_or(|reader| reader.side == *of));
        let is_counted = |f: &Formation| reader.is_none_or(|reader| reader.counts(campaign, &f.id));
        let mut rows = Vec::new();
        for side in sides {
            let mut own: Vec<(LossRow, Vec<&BattleId>)> = Vec::new();
            for formation in tree.all().into_iter().filter(|f| f.side == side && is_counted(f)) {
                let lost = losses.iter().find(|lost| lost.leaf == formation.id);
                if formation.leaf.is_none() && (lost.is_none() || by == LossesBy::Arm) {
                    continue;
                }
                let key = LossRow::of(campaign, &tree, formation, by);
                let place = own.iter().position(|(row, _)| row.arm == key.arm && row.unit == key.unit);
                let place = place.unwrap_or_else(|| {
                    own.push((key, Vec::new()));
                    own.len() - 1
                });
                let (row, battles) = &mut own[place];
                row.add(formation, lost);
                battles.extend(lost.iter().flat_map(|lost| &lost.battles));
            }
            let mut own: Vec<LossRow> = own.into_iter().map(|(row, battles)| row.in_battles(battles)).collect();
            own.retain(|row| by == LossesBy::Arm && row.sp_full > 0 || row.is_anything());
            own.sort_by_key(|row| std::cmp::Reverse((row.sp_lost, row.sp_lost_in_battle)));
            rows.extend(own);
        }
        Self { rows, by }
    }
}

impl LossRow {
    /// The row of what a formation is counted to, with nothing in it.
    fn of<'a>(campaign: &Campaign, tree: &Tree<'a>, formation: &'a Formation, by: LossesBy) -> Self {
        let unit = (by == LossesBy::Unit).then(|| counted_to(tree, formation));
        Self {
            side: NamedSide::new(campaign, formation.side),
            arm: (by == LossesBy::Arm).then_some(formation.arm),
            unit: unit.map(|unit| unit.id.clone()),
            name: unit.map(|unit| unit.name.clone()),
            sp_lost: 0,
            sp_lost_in_battle: unit.map(|_| 0),
            sp_given: 0,
            battles: None,
            sp: 0,
            sp_full: 0,
        }
    }

    fn add(&mut self, formation: &Formation, lost: Option<&LeafLosses>) {
        if let Some(leaf) = formation.leaf.as_ref().filter(|leaf| leaf.state.is_on_map()) {
            (self.sp, self.sp_full) = (self.sp + leaf.sp(), self.sp_full + leaf.sp_full());
        }
        if let Some(lost) = lost {
            (self.sp_lost, self.sp_given) = (self.sp_lost + lost.sp_lost, self.sp_given + lost.sp_given);
            self.sp_lost_in_battle = self.sp_lost_in_battle.map(|sum| sum + lost.sp_lost_in_battle);
        }
    }

    /// The same with how many battles these are.
    fn in_battles(self, mut battles: Vec<&BattleId>) -> Self {
        battles.sort_unstable();
        battles.dedup();
        Self { battles: self.sp_lost_in_battle.map(|_| battles.len()), ..self }
    }

    fn is_anything(&self) -> bool {
        self.sp_lost + self.sp_given > 0 || self.battles.is_some_and(|battles| battles > 0)
    }
}

/// The division or brigade of a formation; of others a leaf is counted to what it stands under, and the rest to itself.
pub(crate) fn counted_to<'a>(tree: &Tree<'a>, formation: &'a Formation) -> &'a Formation {
    let above = tree.superiors(formation);
    let is_one = |f: &&Formation| matches!(f.echelon, Echelon::Division | Echelon::Brigade);
    let own = std::iter::once(formation).chain(above.iter().copied()).find(is_one);
    own.or(above.first().copied().filter(|_| formation.leaf.is_some())).unwrap_or(formation)
}

impl Report for LossReport {
    fn tables(&self) -> Vec<Table> {
        let mut columns = vec![Column::text("side")];
        columns.extend(match self.by {
            LossesBy::Arm => vec![Column::text("arm")],
            LossesBy::Unit => vec![Column::text("formation").wrapping(), Column::text("id").optional()],
        });
        columns.push(Column::number("SP lost"));
        if self.by == LossesBy::Unit {
            columns.extend(["in battle", "battles"].map(Column::number));
        }
        columns.extend(["SP given", "SP", "of"].map(Column::number));
        let mut table = Table::new("", columns);
        for row in &self.rows {
            let mut cells = vec![Cell::from(&row.side), Cell::new(row.label())];
            cells.extend(row.unit.as_ref().map(Cell::new));
            cells.push(Cell::new(row.sp_lost));
            cells.extend(row.sp_lost_in_battle.map(Cell::new));
            cells.extend(row.battles.map(Cell::new));
            cells.extend([row.sp_given, row.sp, row.sp_full].map(Cell::new));
            table.row(cells);
        }
        vec![table]
    }
}

/// The battles that were fought with what they cost, the oldest first.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ExchangeReport {
    pub(super) battles: Vec<BattleCost>,
    #[serde(skip)]
    sums: Vec<String>,
}

/// What a battle cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct BattleCost {
    battle: BattleId,
    pub(super) bound: BoundView,
    pub(super) square: String,
    pub(super) place: Option<String>,
    pub(super) attacker: NamedSide,
    pub(super) defender: SideId,
    /// SP lost by attackers and defenders; none where it is not known who fought.
    pub(super) sp_lost: [Option<u32>; 2],
    /// SP that the defender lost for each of the attacker.
    exchange: Option<f64>,
}

impl ExchangeReport {
    /// Those up to now.
    pub fn new(campaign: &Campaign, reader: Option<&Reader>) -> Self {
        let fought = |battle: &&Battle| battle.fought.as_ref().is_some_and(|fought| !fought.is_declined());
        let mut battles: Vec<&Battle> = campaign.battles.values().filter(fought).collect();
        battles.sort_by(|a, b| (a.bound, &a.id).cmp(&(b.bound, &b.id)));
        let battles: Vec<BattleCost> = battles.into_iter().map(|battle| cost(campaign, battle)).collect();
        let sides = campaign.sides.iter().filter(|of| reader.is_none_or(|reader| reader.side == of.id));
        let sum = |side| sum((side, counted_name(campaign, reader, side)), &battles);
        Self { sums: sides.map(sum).collect(), battles }
    }
}

fn cost(campaign: &Campaign, battle: &Battle) -> BattleCost {
    let units = || battle.fought.iter().flat_map(|fought| &fought.units);
    let lost = |attacked: bool| {
        let mut own = units().filter(|unit| unit.attacked == attacked).peekable();
        own.peek().is_some().then(|| own.map(|unit| u32::from(unit.sp_lost)).sum::<u32>())
    };
    let sp_lost = [true, false].map(lost);
    let here = campaign.places.iter().find(|place| place.square == battle.square).map(|place| place.name.clone());
    let near = || campaign.place_near(battle.square).map(|place| format!("near {}", place.name));
    let defender = campaign.sides.iter().map(|side| side.id).find(|side| *side != battle.attacker);
    BattleCost {
        battle: battle.id.clone(),
        bound: BoundView::new(campaign, battle.bound),
        square: campaign.frame.reference(battle.square),
        place: here.or_else(near),
        attacker: NamedSide::new(campaign, battle.attacker),
        defender: defender.unwrap_or(battle.attacker),
        sp_lost,
        exchange: match sp_lost {
            [Some(attackers), Some(defenders)] => hundredths(defenders, attackers).map(|of| of as f64 / 100.0),
            _ => None,
        },
    }
}

/// What a side lost and took in all battles, in a sentence.
fn sum((side, name): (&Side, &str), battles: &[BattleCost]) -> String {
    let (mut lost, mut taken, mut is_known) = (0, 0, true);
    for battle in battles {
        let [attackers, defenders] = battle.sp_lost;
        let (own, others) = if battle.attacker.id == side.id { (attackers, defenders) } else { (defenders, attackers) };
        lost += own.unwrap_or_default();
        taken += others.unwrap_or_default();
        is_known &= others.is_some();
    }
    match hundredths(taken, lost).filter(|_| is_known) {
        Some(each) => format!("{name} lost {lost} SP in battle, and the enemy {taken}: {} for each.", decimal(each)),
        None if is_known => format!("{name} lost {lost} SP in battle, and the enemy {taken}."),
        None => format!("{name} lost {lost} SP in battle."),
    }
}

/// The name of the formation whose commander reads.
pub(super) fn commander_name<'a>(campaign: &'a Campaign, reader: Option<&Reader>) -> Option<&'a str> {
    let commander = reader.and_then(Reader::commander)?;
    campaign.formations.get(commander).map(|unit| unit.name.as_str())
}

/// The name of whom the figures of a side count for a reader: of a commander his formation, which alone he is told of.
pub(super) fn counted_name<'a>(campaign: &'a Campaign, reader: Option<&Reader>, side: &'a Side) -> &'a str {
    commander_name(campaign, reader).unwrap_or(&side.name)
}

/// How many of one come to one of the other, in hundredths; none where there is none of the other.
pub(super) fn hundredths(taken: u32, lost: u32) -> Option<u64> {
    (lost > 0).then(|| (u64::from(taken) * 200 + u64::from(lost)) / (2 * u64::from(lost)))
}

/// Hundredths as a number.
pub(super) fn decimal(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

impl Report for ExchangeReport {
    fn tables(&self) -> Vec<Table> {
        let text = ["bound", "battle"].map(Column::text);
        let mut columns = Vec::from(text);
        columns.push(Column::text("place").wrapping());
        columns.push(Column::text("attacker"));
        columns.extend(["SP lost", "defender lost", "exchange"].map(Column::number));
        let mut table = Table::new("", columns);
        for row in &self.battles {
            let [attackers, defenders] = row.sp_lost;
            let exchange = match (attackers, defenders) {
                (Some(lost), Some(taken)) => hundredths(taken, lost).map(decimal),
                _ => None,
            };
            table.row([
                Cell::new(&row.bound.label),
                Cell::new(&row.battle),
                Cell::maybe(row.place.as_ref()),
                Cell::from(&row.attacker),
                Cell::maybe(attackers),
                Cell::maybe(defenders),
                Cell::maybe(exchange),
            ]);
        }
        self.sums.iter().for_each(|sum| table.note(sum));
        vec![table]
    }
}
