//! What `battle new` drew: the sides, what comes when, and who was left out.

use serde::Serialize;

use crate::gathered::entry;
use crate::{Cell, Column, Report, Table};
use campaign::{Campaign, Tree};
use domain::{Arm, FormationId, Role, Said, counted, does, few};
use rules::setup::{BaseSetup, Fire, Setup, SideSetup};

use super::{name_of, unit_name};

/// An engagement as it was drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DrawnReport {
    /// The number of the operation; none where nothing was written.
    pub operation: Option<u64>,
    /// Whether nothing was to be written.
    pub dry_run: bool,
    /// The battle.
    pub battle: String,
    /// The square, by its reference.
    pub square: String,
    /// How many moves it may last.
    pub moves: u8,
    /// Whose mines lie in the square, and whether they are gapped.
    pub mines: Option<String>,
    /// Whether the attack begins by gapping them (setting `mines`).
    #[serde(skip)]
    gaps: bool,
    /// Whether nobody who attacks may assault.
    #[serde(skip)]
    only_fires: bool,
    /// The file that was written.
    pub file: Option<String>,
    /// The sides, attacker first.
    pub sides: Vec<SideDrawn>,
    /// Who was left out.
    pub left_out: Vec<LeftOut>,
}

/// A side as it was drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideDrawn {
    /// Its name.
    pub name: String,
    /// What it is called.
    #[serde(skip)]
    called: String,
    /// Its units.
    pub units: Vec<UnitDrawn>,
}

/// A unit as it was drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnitDrawn {
    /// Its id.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Its grade.
    pub grade: &'static str,
    /// Bases in the battle.
    pub bases: usize,
    /// Their SP.
    pub sp: u32,
    /// What part it takes, in words.
    pub part: String,
    /// Its leaves, for who takes them out one by one.
    #[serde(skip)]
    pub leaves: Vec<LeafDrawn>,
}

/// A leaf as it was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeafDrawn {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Bases in the battle.
    pub bases: usize,
    /// Their SP, and at their best.
    pub sp: [u32; 2],
    /// What part it takes, in words.
    pub part: String,
}

/// Who was left out, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The leaf.
    pub id: FormationId,
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: String,
    /// The name of its unit.
    #[serde(skip)]
    unit: String,
}

impl DrawnReport {
    /// What was drawn.
    pub fn new(
        operation: Option<u64>,
        campaign: &Campaign,
        setup: &Setup,
        left_out: &[(FormationId, String)],
        file: Option<String>,
    ) -> Self {
        let tree = Tree::new(campaign);
        let unit_of = |id: &FormationId| {
            let unit = campaign.formations.get(id).map(|leaf| &tree.unit_of(leaf).id);
            name_of(campaign, unit.unwrap_or(id).as_str())
        };
        let left = |(id, why): &(FormationId, String)| LeftOut {
            id: id.clone(),
            name: name_of(campaign, id.as_str()),
            reason: why.clone(),
            unit: unit_of(id),
        };
        let battle = setup.battle.as_deref().and_then(|id| campaign.battles.get(id));
        Self {
            operation,
            dry_run: operation.is_none(),
            battle: setup.battle.clone().unwrap_or_default(),
            square: campaign.frame.reference(setup.square),
            moves: setup.moves,
            mines: campaign.mines_in(setup.square).map(|field| campaign.mined(field)),
            gaps: battle.is_some_and(|battle| campaign.mines_to_gap(battle).is_some()),
            only_fires: !setup.attacker.units.iter().flat_map(|unit| &unit.bases).any(BaseSetup::may_assault),
            file,
            sides: [&setup.attacker, &setup.defender].map(|side| SideDrawn::new(campaign, side, setup.moves)).into(),
            left_out: left_out.iter().map(left).collect(),
        }
    }
}

impl SideDrawn {
    fn new(campaign: &Campaign, side: &SideSetup, moves: u8) -> Self {
        let units = side.units.iter().map(|unit| UnitDrawn {
            id: unit.id.clone(),
            name: unit_name(campaign, unit.id.as_str()),
            grade: unit.grade.as_str(),
            bases: unit.bases.len(),
            sp: unit.bases.iter().map(|base| u32::from(base.sp)).sum(),
            part: part(&unit.bases, moves),
            leaves: leaves(campaign, &unit.bases, moves),
        });
        Self { name: side.name.clone(), called: campaign.side_called(&side.name), units: units.collect() }
    }
}

/// The leaves of these bases, in their order.
fn leaves(campaign: &Campaign, bases: &[BaseSetup], moves: u8) -> Vec<LeafDrawn> {
    let leaf = |base: &BaseSetup| base.id.as_str().split('#').next().unwrap_or_default().to_owned();
    let sum = |of: &[BaseSetup], sp: fn(&BaseSetup) -> u16| of.iter().map(|base| u32::from(sp(base))).sum();
    let of_one = bases.chunk_by(|one, other| leaf(one) == leaf(other));
    let drawn = of_one.filter_map(|of| {
        let id = leaf(of.first()?);
        let sp = [sum(of, |base| base.sp), sum(of, |base| base.sp_full)];
        Some(LeafDrawn { name: name_of(campaign, &id), bases: of.len(), sp, part: part(of, moves), id })
    });
    drawn.collect()
}

/// Whether bases fight, shell, or come later, and from which move; too late is after the last move there may be.
fn part(bases: &[BaseSetup], moves: u8) -> String {
    let mut parts: Vec<(u8, &str)> = bases.iter().map(|base| (base.arrives, word(base))).collect();
    parts.sort_unstable_by_key(|(arrives, what)| (*arrives, std::cmp::Reverse(*what)));
    parts.dedup();
    let words = parts.iter().map(|(arrives, what)| match arrives {
        1 => (*what).to_owned(),
        now if *now > moves => format!("{what} too late"),
        now => format!("{what} from move {now}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn word(base: &BaseSetup) -> &'static str {
    let is_gun = base.arm == Arm::Artillery && base.role == Role::Support;
    match base.fire {
        Fire::Indirect => "indirect fire",
        Fire::Direct if is_gun => "direct fire",
        _ => "fights",
    }
}

/// Who was left out, those of one reason together: one by its name, more by how many of which unit.
fn left_out(all: &[LeftOut]) -> Vec<String> {
    const NAMED: usize = 12;
    let line = |group: &[&LeftOut]| {
        if let [one] = group {
            return format!("left out: {} (`{}`) {}", one.name, one.id, one.reason);
        }
        let units = by(group.iter().copied(), |out| &out.unit);
        let units: Vec<String> = units.iter().map(|(unit, of)| format!("{} of {unit}", of.len())).collect();
        format!("left out (each {}): {}", group[0].reason, few(&units, NAMED, ", "))
    };
    by(all.iter(), |out| &out.reason).iter().map(|(_, group)| line(group)).collect()
}

fn by<'a>(all: impl Iterator<Item = &'a LeftOut>, key: fn(&LeftOut) -> &String) -> Vec<(&'a String, Vec<&'a LeftOut>)> {
    let mut groups: Vec<(&String, Vec<&LeftOut>)> = Vec::new();
    all.for_each(|out| entry(&mut groups, key(out), |of| *of == key(out)).push(out));
    groups
}

impl Report for DrawnReport {
    fn tables(&self) -> Vec<Table> {
        let columns = vec![
            Column::text("unit").wrapping(),
            Column::text("id").wrapping(),
            Column::text("grade"),
            Column::number("bases"),
            Column::number("SP"),
            Column::text("part").wrapping(),
        ];
        let op = self.operation.map(|number| format!("op {number}: ")).unwrap_or_default();
        let title = format!("{op}battle {} for {}", self.battle, self.square);
        let mut table = Table::new(title, columns).tried(self.operation.is_none());
        for (side, word) in self.sides.iter().zip(["attacks", "defends"]) {
            table.group(does(&side.called, word));
            for unit in &side.units {
                table.row([
                    Cell::new(&unit.name),
                    Cell::new(&unit.id),
                    Cell::new(unit.grade),
                    Cell::new(unit.bases),
                    Cell::new(unit.sp),
                    Cell::new(&unit.part),
                ]);
            }
        }
        let moves = counted(self.moves.into(), "move");
        let gap = if self.gaps { ", after one in which engineers gap the mines (setting `mines`)" } else { "" };
        table.note(format!("{moves} at most{gap}"));
        if self.only_fires {
            table.note("only guns and other support attack: they can fire on the square, but not take it");
        }
        if let Some(mines) = &self.mines {
            table.note(format!("{} is {mines}: recce finds it", self.square));
        }
        for line in left_out(&self.left_out) {
            table.note(line);
        }
        if let Some(file) = &self.file {
            table.note(Said::leading(
                format!("written to {file}"),
                &format!("; next: `railhead battle resolve {file}`"),
            ));
        }
        vec![table]
    }
}
