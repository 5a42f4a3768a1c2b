//! Ways out, and what becomes of the beaten (section 9).

use domain::{Grade, Mobility, Square};

use super::RunningBattle;
use crate::battle::system::Result;
use crate::decision::Choice;
use crate::outcome::BaseFate;
use crate::pairs::BattleSide;

impl RunningBattle<'_, '_, '_> {
    /// Where a base can go; none where it cannot.
    ///
    /// # Interpretation
    /// A way out is one of the squares that the setup lists for the side, passable to the base, and none from which the
    /// assault came. A base must be at least as fast as the fastest that entered, or is about to; judged base by base.
    pub(crate) fn way_out(&self, base: usize) -> Option<Square> {
        let now = &self.bases[base];
        let on_foot = matches!(self.setup(base).mobility, Mobility::Foot | Mobility::Cavalry);
        let assaulted_from = |to: Square| {
            let enemies = self.bases.iter().enumerate().filter(|(_, b)| b.side != now.side && b.arrived);
            enemies.into_iter().any(|(i, _)| self.setup(i).square == to)
        };
        let exits = self.engagement.side(now.side).exits.iter();
        let exit = exits.filter(|e| e.from == now.square && (e.vehicles || on_foot)).find(|e| !assaulted_from(e.to));
        exit.map(|e| e.to).filter(|_| self.is_fast_enough(base))
    }

    fn is_fast_enough(&self, base: usize) -> bool {
        let contact_rate = |i: usize| self.setup(i).mobility.rates().map_or(0, |rates| rates.contact);
        let entered = |(i, b): (usize, &super::FightingBase)| {
            (b.side != self.bases[base].side && b.here() && (b.inside || b.goes_in)).then(|| contact_rate(i))
        };
        let fastest = self.bases.iter().enumerate().filter_map(entered).max().unwrap_or(0);
        contact_rate(base) >= fastest
    }

    /// Drives a base out: one square back, disorganised; where it cannot go it is overrun.
    pub(crate) fn drive_out(&mut self, base: usize) {
        match self.retreat_square(base) {
            Some(square) => {
                self.disorganise(base);
                self.go(base, square, BaseFate::Retreated);
            }
            None => self.lose(base, BaseFate::Surrendered),
        }
    }

    /// Where a beaten base goes: attackers to where they came from, defenders by a way out; neither from faster enemies.
    pub(crate) fn retreat_square(&self, base: usize) -> Option<Square> {
        let start = self.setup(base).square;
        let back = self.bases[base].side == BattleSide::Attacker && start != self.engagement.setup().square;
        if back { Some(start).filter(|_| self.is_fast_enough(base)) } else { self.way_out(base) }
    }

    /// Marks who assaults just now, or no longer does.
    pub(crate) fn send_in(&mut self, bases: &[usize], now: bool) {
        for base in bases {
            self.bases[*base].goes_in = now;
        }
    }

    /// Moves a base out of the fight.
    pub(crate) fn go(&mut self, base: usize, square: Square, fate: BaseFate) {
        let now = &mut self.bases[base];
        now.square = square;
        now.inside = false;
        now.contact = true;
        now.broken = false;
        self.lose(base, fate);
    }

    /// What becomes of a disorganised base that is assaulted: it throws no dice (section 9).
    pub(crate) fn assaulted_disorganised(&mut self, base: usize) -> Result<()> {
        let (grade, now) = (self.grade(self.bases[base].unit), self.bases[base].clone());
        let way = self.retreat_square(base);
        match (grade, way) {
            (Grade::Elite, _) if now.side == BattleSide::Defender => {}
            (Grade::Veteran | Grade::Elite, Some(square)) => self.go(base, square, BaseFate::Withdrew),
            (Grade::Veteran | Grade::Elite, None) => self.break_out(base)?,
            _ if self.always_surrenders(base) => self.lose(base, BaseFate::Surrendered),
            (_, Some(_)) if now.stayed => self.lose(base, BaseFate::Surrendered),
            (_, Some(_)) => self.lose(base, BaseFate::Dispersed),
            (_, None) => self.lose(base, BaseFate::Surrendered),
        }
        Ok(())
    }

    /// A surrounded veteran base breaks out alone: always (Squared, ruling), or on a face (Free).
    ///
    /// # Interpretation
    /// It gets to the nearest friendly square: that is for whoever posts the outcome, who knows the map.
    fn break_out(&mut self, base: usize) -> Result<()> {
        let out = match self.system.break_out {
            None => true,
            Some(need) => {
                let parts = self.parts(|| vec![(base, format!("it gets away on {need} or more"))]);
                let out = self.unit_die(self.bases[base].unit, "break-out", &parts)? >= need;
                self.effect(|| if out { "gets away" } else { "surrenders" }.to_owned());
                out
            }
        };
        self.lose(base, if out { BaseFate::Dispersed } else { BaseFate::Surrendered });
        Ok(())
    }

    /// Militia, and unsupported green troops, of NQM Free.
    fn always_surrenders(&self, base: usize) -> bool {
        let now = &self.bases[base];
        let alone = || {
            let friend = |i: &usize| *i != base && self.bases[*i].square == now.square && self.bases[*i].unmarked() > 0;
            !self.side(now.side).any(|i| friend(&i))
        };
        self.system.militia_surrender
            && match self.grade(now.unit) {
                Grade::Militia => true,
                Grade::Green => alone(),
                _ => false,
            }
    }

    /// Step 1: failed and pinned defenders set out if they can (section 12). They have gone once this move's shells and
    /// bombs have fallen: see [`Self::have_gone`].
    pub(crate) fn go_back(&mut self) -> Result<()> {
        for unit in 0..self.units.len() {
            if self.units[unit].side == BattleSide::Attacker {
                self.stay_in_front(unit);
                continue;
            }
            let beaten = |i: &usize| self.bases[*i].broken || self.bases[*i].unmarked() == 0;
            let bases: Vec<usize> = self.of_unit(unit).filter(|i| self.in_square(*i)).filter(beaten).collect();
            let ways: Vec<(usize, Square)> = bases.iter().filter_map(|i| Some((*i, self.way_out(*i)?))).collect();
            if ways.is_empty() {
                continue;
            }
            let goes = self.ask_unit(Choice::GoBack, unit, true)?;
            for (base, square) in ways {
                let now = &mut self.bases[base];
                now.leaving = goes.then_some(square);
                now.stayed = now.broken && !goes;
            }
        }
        Ok(())
    }

    /// Broken attackers that did not withdraw could have gone.
    fn stay_in_front(&mut self, unit: usize) {
        let broken: Vec<usize> = self.of_unit(unit).filter(|i| self.bases[*i].broken).collect();
        for base in broken {
            self.bases[base].stayed = self.retreat_square(base).is_some();
        }
    }

    /// Those who set out in step 1 have gone before the firefight.
    ///
    /// # Interpretation
    /// Who leaves under fire has no cover while shells and bombs of the move fall, and no part in anything after.
    pub(crate) fn have_gone(&mut self) {
        for unit in 0..self.units.len() {
            let veteran = self.grade(unit) >= Grade::Veteran;
            let left = |i: usize| self.bases[i].leaving.map(|square| (i, square));
            let gone: Vec<(usize, Square)> = self.of_unit(unit).filter_map(left).collect();
            for (base, square) in gone {
                let fate = if veteran { BaseFate::Withdrew } else { BaseFate::Retreated };
                if veteran {
                    let setup = self.setup(base);
                    self.bases[base].disorganised = setup.disorganised || setup.broken;
                } else {
                    self.disorganise(base);
                }
                self.go(base, square, fate);
            }
        }
    }

    /// Step 10, and step 1 of the first move for those who come broken: failed attackers withdraw, or halt.
    pub(crate) fn withdraw_failed(&mut self) -> Result<()> {
        for unit in 0..self.units.len() {
            let now = &self.units[unit];
            let beaten = now.failed || self.of_unit(unit).any(|i| self.bases[i].broken);
            if now.side != BattleSide::Attacker || !beaten || self.of_unit(unit).next().is_none() {
                continue;
            }
            if self.ask_unit(Choice::Withdraw, unit, true)? {
                let bases: Vec<usize> = self.of_unit(unit).filter(|i| self.bases[*i].broken).collect();
                for base in bases {
                    let square = self.retreat_square(base).unwrap_or(self.bases[base].square);
                    self.go(base, square, BaseFate::Retreated);
                }
            }
        }
        Ok(())
    }
}
