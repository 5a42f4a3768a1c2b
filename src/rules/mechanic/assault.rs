//! Close assault at the table: one round, or several.

use serde::Serialize;

use dice::{Call, Dice};

use super::MechanicInput;
use crate::mechanic::Result;
use crate::mechanic::chances::{Chances, Markers, Mean, What};
use crate::odds::MeleeOdds;
use crate::pairs::{BattleSide, Pair, pair};

/// A close assault as it fell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AssaultRoll {
    /// The pairs of dice, highest first, round after round.
    pub pairs: Vec<Pair>,
    /// The markers.
    pub casualties: Markers,
    /// The rounds fought.
    pub rounds: u16,
}

/// The rounds that the words ask for.
fn rounds(input: &MechanicInput<'_>) -> Result<u16> {
    Ok(input.maybe_count("rounds")?.unwrap_or(1).min(1_000) as u16)
}

/// The unmarked SP that the words give: attacker, defender.
fn sp(input: &MechanicInput<'_>) -> Result<[u16; 2]> {
    Ok([input.count("attacker_sp")? as u16, input.count("defender_sp")? as u16])
}

/// Throws a close assault with the most dice a side and the winner of drawn dice that the system gives.
pub(crate) fn roll_assault(
    input: &MechanicInput<'_>,
    most: [u8; 2],
    tie: Option<BattleSide>,
    dice: &mut Dice<'_>,
) -> Result<AssaultRoll> {
    let melee = MeleeOdds { sp: sp(input)?, most, tie };
    let mut pairs = Vec::new();
    let (mut taken, mut fought) = ([0_u16; 2], 0);
    for round in 1..=rounds(input)? {
        let [attacker, defender] = melee.dice(taken);
        if round > 1 && (attacker == 0 || defender == 0) {
            break;
        }
        let purpose = format!("close assault, round {round}");
        let by_attacker = dice.throw(&Call::new("the attacker", &purpose), attacker)?;
        let by_defender = dice.throw(&Call::new("the defender", &purpose), defender)?;
        let fallen = pair(&by_attacker, &by_defender, tie);
        for loser in fallen.iter().filter_map(|pair| pair.winner).map(BattleSide::other) {
            taken[loser.index()] += 1;
        }
        pairs.extend(fallen);
        fought = round;
    }
    let casualties = Markers { attacker: taken[0].into(), defender: taken[1].into() };
    Ok(AssaultRoll { pairs, casualties, rounds: fought })
}

/// The most SP of a side whose odds are counted: of a thousand rounds these take about a second.
const MOST_SP: u32 = 300;

/// The odds of a close assault.
pub(crate) fn assault_odds(input: &MechanicInput<'_>, most: [u8; 2], tie: Option<BattleSide>) -> Result<Chances> {
    let sp = sp(input)?;
    input.countable("attacker_sp", sp[0].into(), MOST_SP)?;
    input.countable("defender_sp", sp[1].into(), MOST_SP)?;
    let odds = MeleeOdds { sp, most, tie }.odds(rounds(input)?);
    let mean = Mean::Sides { attacker: odds.mean(|m| f64::from(m.0)), defender: odds.mean(|m| f64::from(m.1)) };
    let both = |(a, d): (u16, u16)| Markers { attacker: a.into(), defender: d.into() };
    Ok(Chances::new(odds, mean, |markers| What::Both { casualties: both(markers) }))
}
