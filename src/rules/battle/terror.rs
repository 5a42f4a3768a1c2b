//! Tank terror, and tanks in a position (section 8).

use domain::{Arm, Class, Grade};

use super::RunningBattle;
use super::assault::BattleMelee;
use super::state::is_anti_tank;
use crate::battle::system::Result;
use crate::decision::Choice;
use crate::outcome::{BaseFate, TestKind};
use crate::pairs::BattleSide;
use crate::setup::Fire;
use crate::tables::TERROR_NEED;

impl RunningBattle<'_, '_, '_> {
    /// Step 3: units that meet tanks for the first time, one die each.
    pub(crate) fn tank_terror(&mut self) -> Result<()> {
        let tanks: Vec<usize> = self.side(BattleSide::Attacker).filter(|i| self.setup(*i).is_tank()).collect();
        if tanks.is_empty() || !self.is_predominantly(tanks.len()) {
            return Ok(());
        }
        for unit in 0..self.units.len() {
            let stays = |i: &usize| self.in_square(*i) && self.bases[*i].leaving.is_none();
            let bases: Vec<usize> = self.of_unit(unit).filter(stays).collect();
            if self.is_frightened(unit, &bases, &tanks) {
                self.units[unit].terror_tested = true;
                if !self.test(unit, TestKind::TankTerror, Some(TERROR_NEED))? {
                    for i in &bases {
                        self.bases[*i].terrified_in = self.now;
                    }
                }
            }
        }
        Ok(())
    }

    /// # Interpretation
    /// "Predominantly" is: the attacker's tank bases outnumber his other assaulting bases.
    fn is_predominantly(&self, tanks: usize) -> bool {
        let others =
            self.side(BattleSide::Attacker).filter(|i| self.setup(*i).may_assault() && !self.setup(*i).is_tank());
        tanks > others.count()
    }

    fn is_frightened(&self, unit: usize, bases: &[usize], tanks: &[usize]) -> bool {
        let now = &self.units[unit];
        now.side == BattleSide::Defender
            && !now.terror_tested
            && !bases.is_empty()
            && self.grade(unit) <= Grade::Regular
            && bases.iter().any(|i| !self.setup(*i).is_armour())
            && !self.garrison().any(|i| self.setup(i).is_tank())
            && !self.has_effective_anti_tank(tanks)
    }

    /// Whether a friendly base in range may fire in this move with a class against armour of L or better, at most two
    /// below the tanks'; infantry without anti-tank weapons never counts.
    ///
    /// # Interpretation
    /// Guns that fire indirect in this move may do so as well as others; who harasses or holds his fire may not.
    fn has_effective_anti_tank(&self, tanks: &[usize]) -> bool {
        let best = tanks.iter().filter_map(|i| self.setup(*i).armour).max().unwrap_or(Class::Light);
        let effective = |i: usize| {
            let setup = self.setup(i);
            let at = setup.at.filter(|_| !setup.is_rear()).unwrap_or(Class::VeryLight);
            let may_fire = match setup.fire {
                Fire::Direct => self.fires_direct(i),
                Fire::Indirect => self.shells_now(i),
                Fire::Harassing | Fire::Held => false,
            };
            self.can_fire(i) && may_fire && at >= Class::Light && best as i8 - at as i8 <= 2
        };
        self.side(BattleSide::Defender).any(effective)
    }

    /// Those who surrendered to tanks return when the tanks have driven on, and are lost at the end of the next move
    /// when they have not.
    ///
    /// # Interpretation
    /// Until then they do nothing and do not count as lost.
    pub(crate) fn settle_terror(&mut self, over: bool) {
        let tanks_here = self.side(BattleSide::Attacker).any(|i| self.setup(i).is_tank());
        for base in 0..self.bases.len() {
            let since = self.bases[base].terrified_in;
            if since == 0 || !(over || self.now > since) {
                continue;
            }
            self.bases[base].terrified_in = 0;
            if tanks_here || self.holder == BattleSide::Attacker {
                self.lose(base, BaseFate::Surrendered);
            }
        }
    }

    /// Tanks drive into the position of a unit: anti-tank bases are destroyed, the infantry tests to stay.
    ///
    /// # Interpretation
    /// The test comes even after an earlier pass, and besides the one test a move.
    pub(crate) fn drive_in(&mut self, by: usize, tanks: &[usize], on: usize) -> Result<()> {
        for base in tanks {
            self.engage(*base);
            self.bases[*base].inside = true;
            self.bases[*base].square = self.engagement.setup().square;
            self.bases[*base].drove_in = self.now;
            self.bases[*base].moved_in = self.now;
        }
        self.units[by].attacked = true;
        let bases: Vec<usize> = self.of_unit(on).filter(|i| self.in_square(*i)).collect();
        for base in &bases {
            self.engage(*base);
            if is_anti_tank(self.setup(*base)) {
                self.lose(*base, BaseFate::Destroyed);
            }
        }
        let stay: Vec<usize> = bases.into_iter().filter(|i| self.bases[*i].here()).collect();
        if stay.is_empty() {
            return Ok(());
        }
        let need = (self.system.need)(self.grade(on), self.under(on));
        if !self.test(on, TestKind::TankEntry, need)? {
            self.fail(on);
            for base in stay {
                self.assaulted_disorganised(base)?;
            }
        }
        Ok(())
    }

    /// Step 1: tanks among infantry that stayed leave, or may be assaulted.
    pub(crate) fn tanks_leave(&mut self) -> Result<()> {
        for unit in 0..self.units.len() {
            let in_there = |i: &usize| self.bases[*i].drove_in > 0 && self.bases[*i].drove_in < self.now;
            let tanks: Vec<usize> = self.of_unit(unit).filter(in_there).collect();
            if tanks.is_empty() || self.garrison().next().is_none() {
                continue;
            }
            if self.ask_unit(Choice::Leave, unit, true)? {
                for base in tanks {
                    let square = self.setup(base).square;
                    self.go(base, square, BaseFate::Withdrew);
                }
            }
        }
        Ok(())
    }

    /// Infantry that stayed assaults tanks that did not leave and have no infantry of their own with them.
    pub(crate) fn infantry_on_tanks(&mut self) -> Result<()> {
        let inside: Vec<usize> = self.side(BattleSide::Attacker).filter(|i| self.bases[*i].inside).collect();
        let stayed = |i: &usize| self.bases[*i].drove_in > 0 && self.bases[*i].drove_in < self.now;
        let tanks: Vec<usize> = inside.iter().copied().filter(stayed).collect();
        if tanks.is_empty() || inside.iter().any(|i| !self.setup(*i).is_armour()) {
            return Ok(());
        }
        let units: Vec<usize> = (0..self.units.len()).filter(|u| self.units[*u].side == BattleSide::Defender).collect();
        for unit in units {
            let foot = |i: &usize| matches!(self.setup(*i).arm, Arm::Infantry | Arm::Motorised | Arm::Engineer);
            let able = |i: &usize| {
                self.in_square(*i) && foot(i) && !self.bases[*i].disorganised && self.bases[*i].unmarked() > 0
            };
            let mut men: Vec<usize> = self.of_unit(unit).filter(able).collect();
            self.keep_the_led(unit, &mut men);
            let left: Vec<usize> = tanks.iter().copied().filter(|i| self.bases[*i].here()).collect();
            let sp = |list: &[usize]| list.iter().map(|i| self.bases[*i].unmarked()).sum::<u16>();
            let eager = sp(&men) > sp(&left);
            let may = !men.is_empty() && !left.is_empty() && self.may_attack(unit);
            if !may || !self.ask_unit(Choice::CounterAttack, unit, eager)? {
                continue;
            }
            // Each area is that of one unit: here of the first that has tanks left.
            let first = self.bases[left[0]].unit;
            let area: Vec<usize> = left.into_iter().filter(|i| self.bases[*i].unit == first).collect();
            self.units[unit].counter_attacked = true;
            self.send_in(&men, true);
            self.assault_tanks(unit, &men, &area)?;
            self.send_in(&men, false);
        }
        Ok(())
    }

    fn assault_tanks(&mut self, unit: usize, men: &[usize], tanks: &[usize]) -> Result<()> {
        men.iter().chain(tanks).for_each(|i| self.engage(*i));
        for tank in tanks.iter().copied().filter(|i| self.bases[*i].disorganised).collect::<Vec<_>>() {
            self.assaulted_disorganised(tank)?;
        }
        let here = |b: &Self| tanks.iter().copied().filter(|i| b.bases[*i].here()).collect::<Vec<usize>>();
        let left = here(self);
        let Some(first) = left.first() else { return Ok(()) };
        let on = self.bases[*first].unit;
        let melee = self.melee(unit, men, on, &left, false)?;
        if melee == BattleMelee::Won {
            for tank in here(self) {
                self.drive_out(tank);
            }
        }
        if melee != BattleMelee::Undecided {
            self.units[unit].inside = 0;
        }
        Ok(())
    }
}
