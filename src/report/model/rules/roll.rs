//! What a mechanic came to, in words for the table.

use serde::Serialize;

use domain::counted;
use rules::mechanic::{AssaultRoll, FirefightRoll, Rolled};
use rules::nqm_free::{Sighting, SightingRoll};
use rules::nqm_squared::{RecceResult, RecceRoll};
use rules::pairs::BattleSide;

use crate::{Cell, Column, Report, Table};

/// A mechanic as it fell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RollReport {
    /// What it came to.
    #[serde(flatten)]
    pub rolled: Rolled,
    /// How many dice it took.
    pub dice_used: usize,
    /// The seed from the clock with which the program threw, where none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Report for RollReport {
    fn tables(&self) -> Vec<Table> {
        vec![match &self.rolled {
            Rolled::Firefight(roll) => firefight(roll),
            Rolled::Recce(roll) => recce(roll),
            Rolled::Sighting(roll) => sighting(*roll),
            Rolled::Assault(roll) => assault(roll),
            Rolled::BreakTest(roll) => said(&[test("break test", roll.need, roll.face, roll.passed)]),
            Rolled::Test(roll) => said(&[test("test", Some(roll.need), roll.face, roll.passed)]),
            Rolled::Reorganise(roll) => said(&[reorganise(roll.markers, roll.removed_by_die, roll.sp_lost)]),
            Rolled::Contest(roll) => said(&[format!(
                "attacker {}, defender {}: {}",
                roll.attacker,
                roll.defender,
                roll.winner.map_or_else(|| "a draw, throw again".to_owned(), wins)
            )]),
            Rolled::Answer(answer) => said(&answer.words),
            Rolled::Face(roll) => {
                said(&[format!("the die shows {}: {}", roll.face, counted(usize::from(roll.hours), "hour"))])
            }
        }]
    }
}

fn said(lines: &[String]) -> Table {
    let mut table = Table::new("", Vec::new());
    for line in lines {
        table.note(line.clone());
    }
    table
}

fn markers(n: u32) -> String {
    counted(n as usize, "casualty marker")
}

fn wins(side: BattleSide) -> String {
    format!("the {} wins", side.as_str())
}

fn firefight(roll: &FirefightRoll) -> Table {
    let columns = vec![
        Column::number("die"),
        Column::text("weapon"),
        Column::text("against"),
        Column::number("markers"),
        Column::text("ammunition"),
    ];
    let mut table = Table::new("", columns);
    for die in &roll.dice {
        let ammo = if die.out_of_ammo { "out" } else { "" };
        table.row([
            Cell::new(die.face),
            Cell::from(die.weapon),
            Cell::from(die.against),
            Cell::new(die.casualties),
            ammo.into(),
        ]);
    }
    table.note(format!("{} on the target", markers(roll.casualties)));
    if roll.out_of_ammo > 0 {
        table.note(format!("{} out of ammunition", counted(roll.out_of_ammo as usize, "base")));
    }
    table
}

fn recce(roll: &RecceRoll) -> Table {
    let score = format!("attacker {}, defender {}, margin {:+}", roll.attacker, roll.defender, roll.margin);
    let winner = roll.winner.map_or_else(|| "a tie".to_owned(), wins);
    let mut lines = vec![format!("{score}: {winner}")];
    lines.extend(roll.result.iter().map(|result| looked(*result).to_owned()));
    for (side, n) in [("attacker", roll.casualties.attacker), ("defender", roll.casualties.defender)] {
        if n > 0 {
            lines.push(format!("{} on the {side}", markers(n)));
        }
    }
    said(&lines)
}

fn looked(result: RecceResult) -> &'static str {
    match result {
        RecceResult::StayInContact => "the attacker may stay in contact",
        RecceResult::Withdraw => "the attacker withdraws to the square he came from",
        RecceResult::MinefieldsAndOutposts => "the defender lays out his minefields and outposts",
        RecceResult::MainLine => "and his main defensive line",
        RecceResult::Nothing => "nothing is seen",
    }
}

fn sighting(roll: SightingRoll) -> Table {
    let face = |name: &str, face: Option<u8>| face.map(|face| format!("{name} {face}"));
    let dice: Vec<String> = [face("red", roll.red), face("white", roll.white), face("blue", Some(roll.blue))]
        .into_iter()
        .flatten()
        .collect();
    let what = match roll.result {
        Sighting::Seen => "the recce sees the hidden troops first",
        Sighting::Ambush => "the hidden troops may ambush the recce, or let it pass",
        Sighting::OpensFire => "the hidden troops open fire",
    };
    let range = roll.range.map_or_else(String::new, |range| format!(", at {} range", range.as_str()));
    said(&[format!("{}: {what}{range}", dice.join(", "))])
}

fn assault(roll: &AssaultRoll) -> Table {
    let columns = vec![Column::number("attacker"), Column::number("defender"), Column::text("won by")];
    let mut table = Table::new("", columns);
    for pair in &roll.pairs {
        let winner = pair.winner.map_or("nobody", BattleSide::as_str);
        table.row([Cell::new(pair.attacker), Cell::new(pair.defender), winner.into()]);
    }
    if roll.pairs.is_empty() {
        table.note("no pair of dice: one side has no SP without a marker");
    }
    let (on_attacker, on_defender) = (roll.casualties.attacker, roll.casualties.defender);
    table.note(format!("{} on the attacker, {on_defender} on the defender", markers(on_attacker)));
    table
}

fn test(what: &str, need: Option<u8>, face: u8, passed: bool) -> String {
    let result = if passed { "passed" } else { "failed" };
    match need {
        None => format!("{what}: {face}, {result}; elite units cannot fail"),
        Some(6) => format!("{what}: {face}, {result}; 6 is needed"),
        Some(need) => format!("{what}: {face}, {result}; {need} or better is needed"),
    }
}

fn reorganise(all: u32, removed: u32, lost: u32) -> String {
    let odd = match (all % 2, removed) {
        (0, _) => "",
        (_, 0) => ", the odd one among them at the cost of an SP",
        _ => ", the odd one free",
    };
    format!("{} come{} off{odd}: {lost} SP lost", counted(all as usize, "marker"), if all == 1 { "s" } else { "" })
}
