//! Counter-attacks (section 10).

use domain::Grade;

use super::RunningBattle;
use super::assault::BattleMelee;
use super::fire::FireShot;
use crate::battle::system::Result;
use crate::decision::Choice;
use crate::outcome::{Happening, Volley};
use crate::pairs::BattleSide;

impl RunningBattle<'_, '_, '_> {
    /// Step 11: uncommitted defenders go in at those who took the square.
    pub(crate) fn counter_attacks(&mut self) -> Result<()> {
        let Some(fell) = self.fell else { return Ok(()) };
        for unit in 0..self.units.len() {
            if self.holder == BattleSide::Defender {
                return Ok(());
            }
            let ready = self.ready_to_counter(unit, self.now - fell);
            let strength: u32 = ready.iter().map(|i| u32::from(self.bases[*i].unmarked())).sum();
            let held: u32 = self.holders().iter().map(|i| u32::from(self.bases[*i].unmarked())).sum();
            if ready.is_empty() || !self.ask_unit(Choice::CounterAttack, unit, strength > held)? {
                continue;
            }
            self.counter_attack(unit, &ready)?;
        }
        Ok(())
    }

    /// Whether a counter-attack may still come in a later move.
    pub(crate) fn counter_attack_may_come(&self) -> bool {
        self.fell.is_some_and(|fell| {
            (0..self.units.len()).any(|unit| (0..=2).any(|wait| !self.ready_to_counter(unit, wait).is_empty()))
                && self.now < fell + 2
        })
    }

    fn holders(&self) -> Vec<usize> {
        self.side(BattleSide::Attacker).filter(|i| self.bases[*i].inside).collect()
    }

    /// The bases of a unit that can counter-attack so many moves after the fall: one at first, then all.
    ///
    /// # Interpretation
    /// Grade first, one move more for the larger body: veterans send one base at once and more in the next move, others
    /// one in the next move and more in the one after.
    fn ready_to_counter(&self, unit: usize, waited: u8) -> Vec<usize> {
        let now = &self.units[unit];
        if now.side == BattleSide::Attacker || now.failed || !self.may_attack(unit) {
            return Vec::new();
        }
        let square = self.engagement.setup().square;
        let fresh = |i: &usize| {
            let base = &self.bases[*i];
            !base.engaged
                && !base.disorganised
                && base.unmarked() > 0
                && base.square.steps_to(square) == 1
                && self.setup(*i).may_assault()
        };
        let mut bases: Vec<usize> = self.of_unit(unit).filter(fresh).collect();
        let alone = u8::from(self.grade(unit) < Grade::Veteran);
        match waited.cmp(&alone) {
            std::cmp::Ordering::Less => bases.clear(),
            std::cmp::Ordering::Equal => {
                bases.sort_by_key(|i| (std::cmp::Reverse(self.bases[*i].unmarked()), *i));
                bases.truncate(1);
            }
            std::cmp::Ordering::Greater => {}
        }
        bases
    }

    /// One round of fire, answered only by bases that have not fired in this move; then the assault.
    fn counter_attack(&mut self, unit: usize, bases: &[usize]) -> Result<()> {
        self.tell(Happening::CounterAttack { unit });
        self.counter_attacked = true;
        self.units[unit].counter_attacked = true;
        let holders = self.holders();
        self.send_in(bases, true);
        self.exchange(bases, &holders)?;
        self.break_tests()?;
        bases.iter().chain(&holders).for_each(|i| self.engage(*i));
        // Attackers that have not reorganised count as disorganised, save veterans and elites in supply.
        for base in holders {
            let unit = self.bases[base].unit;
            let in_supply = self.grade(unit) >= Grade::Veteran && self.engagement.unit(unit).in_supply;
            let in_order = (in_supply || self.units[unit].rested) && !self.bases[base].disorganised;
            if self.bases[base].here() && !in_order {
                self.disorganise(base);
                self.assaulted_disorganised(base)?;
            }
        }
        self.storm(unit, bases)?;
        self.send_in(bases, false);
        self.break_tests()
    }

    fn exchange(&mut self, bases: &[usize], holders: &[usize]) -> Result<()> {
        let targets = [self.targets(holders.iter().copied()), self.targets(bases.iter().copied())];
        let shots = |b: &Self, list: &[usize], at: usize| -> Vec<FireShot> {
            list.iter().filter(|i| b.can_fire(**i)).filter_map(|i| b.shot(*i, &targets[at], 0)).collect()
        };
        let (ours, theirs) = (shots(self, bases, 0), shots(self, holders, 1));
        let by_us = self.volley(&ours, &targets[0], 0, "counter-attack")?;
        let by_them = self.volley(&theirs, &targets[1], 0, "fire in return")?;
        let caused = self.land(&by_us, &targets[0])?;
        let taken = self.land(&by_them, &targets[1])?;
        self.tell_fire(BattleSide::Defender, Volley::Firefight, by_us.len(), caused);
        self.tell_fire(BattleSide::Attacker, Volley::Return, by_them.len(), taken);
        targets.iter().flat_map(|t| &t.kinds).for_each(|kind| self.remove_overloaded(kind));
        Ok(())
    }

    fn storm(&mut self, unit: usize, bases: &[usize]) -> Result<()> {
        let mut melee = BattleMelee::Won;
        let units: Vec<usize> = (0..self.units.len()).filter(|u| self.units[*u].side == BattleSide::Attacker).collect();
        for on in units {
            let holders: Vec<usize> = self.of_unit(on).filter(|i| self.bases[*i].inside).collect();
            let able: Vec<usize> =
                bases.iter().copied().filter(|i| self.bases[*i].here() && self.bases[*i].unmarked() > 0).collect();
            if holders.is_empty() {
                continue;
            }
            if able.is_empty() || self.units[unit].failed {
                return Ok(());
            }
            melee = self.melee(unit, &able, on, &holders, false)?;
            if melee != BattleMelee::Won {
                break;
            }
            holders
                .into_iter()
                .filter(|i| self.bases[*i].here())
                .collect::<Vec<_>>()
                .iter()
                .for_each(|i| self.drive_out(*i));
        }
        if melee == BattleMelee::Won {
            self.holder = BattleSide::Defender;
            let square = self.engagement.setup().square;
            bases.iter().filter(|i| self.bases[**i].here()).copied().collect::<Vec<_>>().into_iter().for_each(|i| {
                self.bases[i].square = square;
            });
        }
        Ok(())
    }
}
