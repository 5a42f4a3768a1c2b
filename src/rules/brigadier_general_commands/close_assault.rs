//! Close assault (4.8): both sides throw at once, the higher score has the ground.
//!
//! What it decides: dice, losses, steps and who wins. Who is in contact is in `engage`.

use dice::{Call, Dice, DiceError};

use super::fire::{BgcReading, BgcTally, Hits, Lot, showing};
use super::kinds::{BgcArm, BgcCover, BgcOrder, Experience, Mode};
use super::ladder::step;
use super::strength::{BgcStrength, deal};
use crate::brigadier_general_commands::parameters::{AreaPoints, BgcHouse};
use crate::pairs::BattleSide;

/// A platoon in close assault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fighter {
    pub(crate) experience: Experience,
    pub(crate) arm: BgcArm,
    pub(crate) order: BgcOrder,
    pub(crate) strength: BgcStrength,
}

/// Both sides before the dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BgcMelee {
    /// Attackers, defenders.
    pub(crate) sides: [Vec<Fighter>; 2],
    /// The poorest cover among the defenders.
    pub(crate) cover: BgcCover,
}

/// Both sides after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MeleeEnd {
    pub(crate) sides: [Vec<Fighter>; 2],
    /// What attackers and defenders suffer.
    pub(crate) on: [Hits; 2],
    /// Attacker, defender.
    pub(crate) score: [u32; 2],
    pub(crate) winner: BattleSide,
}

impl BgcMelee {
    /// The dice of attackers and defenders.
    pub(crate) fn pools(&self, house: &BgcHouse) -> [u32; 2] {
        let dice = |fighter: &Fighter| house.close_assault_dice(fighter.arm, fighter.strength.u);
        [0, 1].map(|side| self.sides[side].iter().map(dice).sum())
    }

    /// What this side suffers from so many sixes and fives of the other: the aimed table, in the open for attackers.
    pub(crate) fn hits_on(&self, side: usize, sixes: u32, fives: u32) -> Hits {
        let cover = if side == 0 { BgcCover::Open } else { self.cover };
        let double = self.sides[side].iter().any(|f| f.order == BgcOrder::Double && !f.strength.is_removed());
        let mut tally = BgcTally::default();
        let lot = Lot { dice: 0, mode: Mode::Aimed, cover, penetrates: true };
        BgcReading { double, area_points: AreaPoints::None }.add(&mut tally, lot, sixes, fives);
        tally.hits()
    }

    /// Throws it: the defender's pool, then the attacker's.
    pub(crate) fn fight(&self, house: &BgcHouse, dice: &mut Dice<'_>) -> Result<MeleeEnd, DiceError> {
        let pools = self.pools(house);
        let mut throw = |thrower, side: usize| -> Result<Hits, DiceError> {
            let faces = dice.throw(&Call::new(thrower, "close assault"), pools[side] as usize)?;
            Ok(self.hits_on(1 - side, showing(&faces, 6), showing(&faces, 5)))
        };
        let on_attackers = throw("the defender", 1)?;
        let on_defenders = throw("the attacker", 0)?;
        Ok(self.settle([on_attackers, on_defenders], house))
    }

    /// Losses, steps down, the winner, and the loser on its way.
    ///
    /// # Interpretation
    /// The winner is told by the score alone: if both sides run, the defender still holds unless the attacker's score
    /// was higher (ruling 14).
    pub(crate) fn settle(&self, on: [Hits; 2], house: &BgcHouse) -> MeleeEnd {
        let mut sides = self.sides.clone();
        for (side, hits) in sides.iter_mut().zip(on) {
            let mut strengths: Vec<BgcStrength> = side.iter().map(|fighter| fighter.strength).collect();
            deal(&mut strengths, hits.kills, hits.wounds, house.surplus_kills);
            for (fighter, strength) in side.iter_mut().zip(strengths) {
                fighter.strength = strength;
                fighter.order = step(fighter.order, hits.points, fighter.experience, house).0;
            }
        }
        let score = [on[1], on[0]].map(|hits| 2 * hits.kills + hits.wounds);
        let stands = sides[0].iter().any(|fighter| fighter.strength.u > 0);
        let winner = if score[0] > score[1] && stands { BattleSide::Attacker } else { BattleSide::Defender };
        let loser = usize::from(winner == BattleSide::Attacker);
        for fighter in &mut sides[loser] {
            fighter.order = fighter.order.max(house.close_assault_loser());
        }
        MeleeEnd { sides, on, score, winner }
    }
}
