//! A battle as it was fought: what happened move by move, then every base.

use serde::Serialize;

use campaign::Campaign;
use domain::{FormationId, counted, does, verb_of};
use rules::outcome::{End, Outcome, sp_lost};
use rules::pairs::BattleSide;
use rules::setup::Setup;

use crate::gathered::entry;
use crate::model::battle::fate::IN_ORDER;
use crate::model::battle::moves::{BaseStory, MoveStory, QUIET};
use crate::model::battle::narrator::Narrator;
use crate::model::log::change::ended;
use crate::{Cell, Column, Report, Table};

/// A battle as it was fought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BattleStory {
    /// The battle.
    pub battle: Option<String>,
    /// The square that was attacked, by its reference.
    pub square: String,
    /// The rules.
    pub rules: &'static str,
    /// Where the dice came from.
    pub dice: String,
    /// How many dice were thrown.
    pub dice_used: usize,
    /// How it ended.
    pub end: End,
    /// Moves used.
    pub moves: u8,
    /// Who holds the square.
    pub holder: String,
    /// The sides, attacker first.
    pub sides: [SideStory; 2],
    /// What happened, by move.
    pub story: Vec<MoveStory>,
    /// Every base, attackers first.
    pub bases: Vec<BaseStory>,
    /// What a reader should know beside.
    pub notes: Vec<String>,
    /// Whether a table has a row a base, and not a unit.
    #[serde(skip)]
    by_base: bool,
}

/// A side of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SideStory {
    /// Its id.
    pub name: String,
    /// What it is called.
    #[serde(skip)]
    called: String,
    /// SP with which its bases went in.
    pub sp_before: u32,
    /// SP that it lost.
    pub sp_lost: u32,
    /// Markers that its bases bear at the end.
    pub markers: u32,
    /// Bases that are no longer on the map.
    pub bases_lost: usize,
}

impl BattleStory {
    /// A battle as it was fought; `dice` says where its dice came from.
    pub fn new(campaign: &Campaign, setup: &Setup, outcome: &Outcome, dice: &str, notes: Vec<String>) -> Self {
        let side =
            |side: BattleSide| if side == BattleSide::Attacker { &setup.attacker.name } else { &setup.defender.name };
        let teller = Narrator::of_ended(campaign, setup, outcome);
        Self {
            battle: setup.battle.clone(),
            square: campaign.frame.reference(setup.square),
            rules: outcome.rules.as_str(),
            dice: dice.to_owned(),
            dice_used: outcome.throws.iter().map(|throw| throw.faces.len()).sum(),
            end: outcome.end,
            moves: outcome.moves,
            holder: side(outcome.holder).clone(),
            sides: [BattleSide::Attacker, BattleSide::Defender]
                .map(|of| SideStory::new(campaign, side(of), of, outcome)),
            story: teller.moves(&outcome.story),
            bases: outcome.bases.iter().enumerate().map(|(place, base)| teller.base(place, base)).collect(),
            notes,
            by_base: false,
        }
    }

    /// The same with a row a base, or a unit.
    #[must_use]
    pub fn by_base(self, by_base: bool) -> Self {
        Self { by_base, ..self }
    }
}

impl SideStory {
    fn new(campaign: &Campaign, name: &str, side: BattleSide, outcome: &Outcome) -> Self {
        let own = || outcome.bases.iter().filter(move |base| base.side == side);
        Self {
            name: name.to_owned(),
            called: campaign.side_called(name),
            sp_before: own().map(|base| u32::from(base.sp_before)).sum(),
            sp_lost: sp_lost(own()),
            markers: own().map(|base| u32::from(base.markers)).sum(),
            bases_lost: own().filter(|base| base.square.is_none()).count(),
        }
    }
}

impl Report for BattleStory {
    fn tables(&self) -> Vec<Table> {
        let mut how = if self.by_base { self.bases() } else { self.units() };
        self.notes.iter().for_each(|note| how.note(note));
        vec![self.told(), how]
    }
}

impl BattleStory {
    fn told(&self) -> Table {
        let [attacker, defender] = &self.sides;
        let title = format!("{} {} in {}", does(&attacker.called, "attacks"), defender.called, self.square);
        let mut table = Table::new(title, vec![Column::number("move"), Column::text("what happens").wrapping()]);
        // Moves in which nothing happens are one row.
        for alike in self.story.chunk_by(|a, b| a.lines == b.lines && a.lines == [QUIET]) {
            let moves = match alike {
                [.., last] if alike.len() > 1 => format!("{}-{}", alike[0].number, last.number),
                _ => alike[0].number.to_string(),
            };
            for (number, line) in alike[0].lines.iter().enumerate() {
                let shown = if number == 0 { moves.clone() } else { String::new() };
                table.row([shown, line.clone()].map(Cell::new));
            }
        }
        let moves = counted(self.moves.into(), "move");
        table.note(format!("{} after {moves}: {}", ended(self.end), self.held()));
        for side in &self.sides {
            let (markers, bases) = (counted(side.markers as usize, "marker"), counted(side.bases_lost, "base"));
            let SideStory { called, sp_lost, sp_before, .. } = side;
            table.note(format!("{called}: {sp_lost} of {sp_before} SP lost, {markers} left, {bases} off the map"));
        }
        // A battle on the table leaves no throws, and one resolved without a throw needs no count of them.
        let thrown = if self.dice_used == 0 { "dice:".to_owned() } else { format!("{} dice,", self.dice_used) };
        table.note(format!("{thrown} {}; rules {}", self.dice, self.rules));
        table
    }

    /// Who holds the square, and whether anybody of his stands there: who broke off does not go in where nobody is left.
    fn held(&self) -> String {
        let [attacker, _] = &self.sides;
        let side = if attacker.name == self.holder { BattleSide::Attacker } else { BattleSide::Defender };
        let holder = &self.sides[usize::from(side == BattleSide::Defender)].called;
        let there = |base: &BaseStory| base.side == side && base.square.as_deref() == Some(self.square.as_str());
        if self.bases.iter().any(there) {
            format!("{} {}", does(holder, "holds"), self.square)
        } else {
            format!("nobody is left in {}, and {holder} {} it", self.square, verb_of(holder, "keeps"))
        }
    }

    /// How each unit came out of it.
    fn units(&self) -> Table {
        let columns = vec![
            Column::text("unit").wrapping(),
            Column::number("bases"),
            Column::number("SP"),
            Column::number("left"),
            Column::text("came out with").wrapping(),
        ];
        let mut table = Table::new("", columns);
        for side in [BattleSide::Attacker, BattleSide::Defender] {
            table.group(&self.sides[usize::from(side == BattleSide::Defender)].called);
            let mut units: Vec<(&FormationId, Vec<&BaseStory>)> = Vec::new();
            for base in self.bases.iter().filter(|base| base.side == side) {
                entry(&mut units, &base.unit, |unit| *unit == &base.unit).push(base);
            }
            for (_, of_it) in units {
                let sum =
                    |of: &dyn Fn(&BaseStory) -> u16| of_it.iter().map(|base| usize::from(of(base))).sum::<usize>();
                let (before, left) = (sum(&|base| base.sp_before), sum(&|base| base.sp));
                table.row([
                    Cell::new(&of_it[0].unit_name),
                    Cell::new(of_it.len()),
                    Cell::new(before),
                    if left < before { Cell::emphasised(left) } else { Cell::new(left) },
                    Cell::new(came_out(&of_it)),
                ]);
            }
        }
        table
    }

    fn bases(&self) -> Table {
        let columns = vec![
            Column::text("base").wrapping(),
            Column::number("SP"),
            Column::number("left"),
            Column::number("markers"),
            Column::text("ammo"),
            Column::text("what became of it").wrapping(),
            Column::text("square"),
        ];
        let mut table = Table::new("", columns);
        for side in [BattleSide::Attacker, BattleSide::Defender] {
            table.group(&self.sides[usize::from(side == BattleSide::Defender)].called);
            for base in self.bases.iter().filter(|base| base.side == side) {
                let ammo = if base.out_of_ammo { "out" } else { "" };
                let left = if base.sp == 0 { Cell::emphasised(base.sp) } else { Cell::new(base.sp) };
                table.row([
                    Cell::new(&base.id),
                    Cell::new(base.sp_before),
                    left,
                    Cell::new(base.markers),
                    Cell::new(ammo),
                    Cell::new(&base.fate),
                    Cell::maybe(base.square.as_deref()),
                ]);
            }
        }
        table
    }
}

/// What the bases of a unit came out with, with how many of each.
fn came_out(bases: &[&BaseStory]) -> String {
    let mut fates: Vec<(&str, usize)> = Vec::new();
    // Of those who are gone nobody asks after markers and ammunition.
    let left = || bases.iter().filter(|base| base.square.is_some());
    let markers: usize = left().map(|base| usize::from(base.markers)).sum();
    let out_of_ammo = left().filter(|base| base.out_of_ammo).map(|_| "out of ammunition");
    for fate in
        out_of_ammo.chain(bases.iter().map(|base| base.fate.as_str())).filter(|fate| ![IN_ORDER, ""].contains(fate))
    {
        *entry(&mut fates, fate, |of| *of == fate) += 1;
    }
    let markers = (markers > 0).then(|| counted(markers, "marker"));
    let fates = fates.into_iter().map(|(fate, count)| format!("{count} {fate}"));
    markers.into_iter().chain(fates).collect::<Vec<_>>().join("; ")
}
