//! From surrender to medics in a turn (5.2 steps 7 to 10): held fire, who comes into contact, close assault, advance.

use dice::{Dice, DiceError, Told};

use super::Turn;
use super::volley::Target;
use crate::brigadier_general_commands::checks::{gives_up, medic};
use crate::brigadier_general_commands::close_assault::{BgcMelee, Fighter};
use crate::brigadier_general_commands::engage::force::{ATTACKER, DEFENDER, Platoon};
use crate::brigadier_general_commands::kinds::{BgcArm, BgcCover, BgcOrder, Mode};
use crate::brigadier_general_commands::ladder::mode_since;
use crate::brigadier_general_commands::parameters::Parameter;
use crate::pairs::BattleSide;

impl Turn<'_> {
    /// Surrender: defenders who are pinned or run and have no way out.
    pub(super) fn surrenders(&mut self, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        let eligible = |p: &&mut Platoon| p.barred && p.is_here() && p.order >= BgcOrder::Hold;
        for platoon in self.sides[DEFENDER].platoons.iter_mut().filter(eligible) {
            self.used_house_rules.on([Parameter::SurrenderMax]);
            platoon.surrendered = gives_up(&platoon.id, platoon.experience, self.house, dice)?;
            if platoon.surrendered {
                self.words.push(Told::of(&platoon.id).and(" gives up"));
            }
        }
        Ok(())
    }

    /// Movement and close assault: held fire at who comes first, then those in contact against all who stay.
    pub(super) fn movement(&mut self, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        if let Some(first) = self.coming().first().copied() {
            self.interrupt_fire(first, dice)?;
        }
        let (coming, staying) = (self.coming(), self.staying());
        if coming.is_empty() {
            return Ok(());
        }
        if staying.is_empty() {
            self.advances = coming.first().copied();
            return Ok(());
        }
        self.close_assault(&coming, &staying, dice)
    }

    /// Attackers that began on Move, are on it and have an unwounded squad; machine guns and guns stay behind.
    fn coming(&self) -> Vec<usize> {
        let comes = |p: &Platoon| {
            p.start == BgcOrder::Move
                && p.order == BgcOrder::Move
                && p.strength.u > 0
                && !p.bugged_out
                && !matches!(p.arm, BgcArm::Mg | BgcArm::Gun)
        };
        let platoons = self.sides[ATTACKER].platoons.iter().enumerate();
        platoons.filter(|(_, p)| comes(p)).map(|(at, _)| at).collect()
    }

    /// Defenders who are still there.
    ///
    /// # Interpretation
    /// Who must fall back and cannot stays where it is (5.1), and defends with the others (3.2).
    fn staying(&self) -> Vec<usize> {
        let leaves = |p: &Platoon| p.order.runs() && !p.barred;
        let stays = |p: &Platoon| p.is_here() && !p.surrendered && !leaves(p);
        self.sides[DEFENDER].platoons.iter().enumerate().filter(|(_, p)| stays(p)).map(|(at, _)| at).collect()
    }

    /// Held fire at the first that comes; an ambush where all that fire are hidden.
    fn interrupt_fire(&mut self, first: usize, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        let holds = |p: &Platoon| {
            p.hold_fire
                && !p.indirect
                && !p.fired
                && !p.surrendered
                && p.strength.u > 0
                && mode_since(p.start, p.order) == Some(Mode::Aimed)
        };
        let platoons = &self.sides[DEFENDER].platoons;
        let firers: Vec<usize> = (0..platoons.len()).filter(|at| holds(&platoons[*at])).collect();
        if firers.is_empty() {
            return Ok(());
        }
        let ambush = firers.iter().all(|at| platoons[*at].hidden);
        let purpose = if ambush { "ambush fire" } else { "interrupt fire" };
        let firers = firers.into_iter().map(|at| (at, Mode::Aimed)).collect();
        self.volley(&firers, Target { side: ATTACKER, at: first }, purpose, !ambush, dice)
    }

    fn close_assault(&mut self, coming: &[usize], staying: &[usize], dice: &mut Dice<'_>) -> Result<(), DiceError> {
        let sides = [self.fighters(ATTACKER, coming), self.fighters(DEFENDER, staying)];
        let covers = staying.iter().map(|at| self.sides[DEFENDER].platoons[*at].cover);
        let cover = covers.min().unwrap_or(BgcCover::Open);
        let end = BgcMelee { sides, cover }.fight(self.house, dice)?;
        self.used_house_rules.on([Parameter::CloseAssaultDice, Parameter::CloseAssaultLoser, Parameter::StepSixths]);
        self.used_house_rules.on_surplus(self.house);
        for (side, places) in [coming, staying].into_iter().enumerate() {
            let lost = (side == ATTACKER) != (end.winner == BattleSide::Attacker);
            for (at, fighter) in places.iter().zip(&end.sides[side]) {
                let platoon = &mut self.sides[side].platoons[*at];
                (platoon.strength, platoon.order) = (fighter.strength, fighter.order);
                platoon.fought = true;
                platoon.lost_close_assault = lost;
            }
        }
        for at in coming {
            self.attacked[*at] = true;
        }
        let [attacker, defender] = end.score;
        let winner = end.winner.as_str();
        self.words.push(format!("close assault: attacker {attacker}, defender {defender}: {winner} wins").into());
        self.close_assault = Some((end.winner, end.score));
        self.advances = if end.winner == BattleSide::Attacker { self.first_to_advance(coming) } else { None };
        Ok(())
    }

    /// The first in contact with an unwounded squad.
    ///
    /// # Interpretation
    /// Who is on Back or Rout leaves all the same (ruling 14) and takes no ground.
    fn first_to_advance(&self, coming: &[usize]) -> Option<usize> {
        let platoons = &self.sides[ATTACKER].platoons;
        coming.iter().copied().find(|at| platoons[*at].strength.u > 0 && !platoons[*at].order.runs())
    }

    fn fighters(&self, side: usize, places: &[usize]) -> Vec<Fighter> {
        let fighter = |at: &usize| {
            let Platoon { experience, arm, order, strength, .. } = self.sides[side].platoons[*at];
            Fighter { experience, arm, order, strength }
        };
        places.iter().map(fighter).collect()
    }

    /// Medics of both sides: not for who runs, gave up or fought a close assault.
    pub(super) fn medics(&mut self, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        let cared =
            |p: &&mut Platoon| p.is_here() && p.strength.w > 0 && !p.order.runs() && !p.fought && !p.surrendered;
        for platoon in self.sides.iter_mut().flat_map(|force| &mut force.platoons).filter(cared) {
            self.used_house_rules.on([Parameter::MedicNeed]);
            platoon.strength = medic(&platoon.id, platoon.strength, self.terms.care, self.house, dice)?;
        }
        Ok(())
    }
}
