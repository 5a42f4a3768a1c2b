//! Fire by Table 12: who fires at what, the volley, markers, ammunition (sections 5, 7 and 8).

use dice::Call;
use domain::{Arm, Class, Role, Terrain};

use super::RunningBattle;
use super::state::is_anti_tank;
use crate::battle::system::Result;
use crate::classes::{difference, row};
use crate::outcome::{Happening, Volley};
use crate::pairs::BattleSide;
use crate::setup::Fire;

/// All enemy bases of one kind: men and guns, or armour.
#[derive(Debug, Clone, Default)]
pub(crate) struct FireTargets {
    /// Men and guns, then armour.
    pub(crate) kinds: [Vec<usize>; 2],
    /// Their classes, where there are any.
    classes: [Option<Class>; 2],
}

/// A die to be thrown: by which base, with which weapon, at which kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FireShot {
    pub(super) base: usize,
    pub(super) weapon: Class,
    pub(super) kind: usize,
    /// Infantry in close country at tanks: L at L.
    stalks: bool,
}

impl FireShot {
    pub(crate) fn base(&self) -> usize {
        self.base
    }
}

/// A die that was thrown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FireHit {
    pub(crate) base: usize,
    pub(crate) kind: usize,
    pub(crate) markers: u8,
}

/// The class of a target of these bases.
///
/// # Interpretation
/// Of a target with several classes it is that of most bases, of equally many the higher.
pub(super) fn common_class(of: impl Iterator<Item = Class>) -> Option<Class> {
    let mut counts = [0_u32; 5];
    of.for_each(|class| counts[class as usize] += 1);
    Class::ALL.iter().copied().filter(|c| counts[*c as usize] > 0).max_by_key(|c| (counts[*c as usize], *c))
}

impl RunningBattle<'_, '_, '_> {
    /// These bases as targets.
    pub(crate) fn targets(&self, bases: impl Iterator<Item = usize>) -> FireTargets {
        let mut targets = FireTargets::default();
        for base in bases {
            targets.kinds[usize::from(self.setup(base).is_armour())].push(base);
        }
        for kind in 0..2 {
            targets.classes[kind] = common_class(targets.kinds[kind].iter().map(|i| self.target_class(*i)));
        }
        targets
    }

    /// What the other side can fire at.
    ///
    /// Attackers are one target wherever they stand, but for artillery outside the square that fires indirect.
    pub(crate) fn targets_of(&self, side: BattleSide) -> FireTargets {
        match side {
            BattleSide::Attacker => self.targets(self.exposed_garrison()),
            BattleSide::Defender => self.targets(self.side(BattleSide::Attacker).filter(|i| self.is_exposed(*i))),
        }
    }

    pub(super) fn is_exposed(&self, base: usize) -> bool {
        let setup = self.setup(base);
        self.in_square(base) || !(setup.arm == Arm::Artillery && setup.role == Role::Support)
    }

    /// The shot of a base at the kind of target that it favours; none when it can harm neither.
    ///
    /// Equal: tanks and anti-tank bases at armour, all others at the rest.
    pub(crate) fn shot(&self, base: usize, targets: &FireTargets, shift: i8) -> Option<FireShot> {
        let mut weapons = self.weapons(base);
        let mut classes = targets.classes;
        let worse = |armour: Class| difference(weapons[1], armour) < 0;
        let stalks = classes[1].is_some_and(worse) && self.stalks_tanks(base);
        if stalks {
            (weapons[1], classes[1]) = (Class::Light, Some(Class::Light));
        }
        let score = |kind: usize| {
            let (weapon, target) = (weapons[kind], classes[kind]?);
            row(weapon, target, shift).map(|_| difference(weapon, target))
        };
        let setup = self.setup(base);
        let prefers_armour = setup.is_armour() || is_anti_tank(setup);
        let kind = match (score(0), score(1)) {
            (None, None) => return None,
            (Some(_), None) => 0,
            (None, Some(_)) => 1,
            (Some(men), Some(armour)) => usize::from(armour > men || armour == men && prefers_armour),
        };
        Some(FireShot { base, weapon: weapons[kind], kind, stalks: stalks && kind == 1 })
    }

    /// Weapon class against men and against armour.
    ///
    /// # Interpretation
    /// Logistic, medical and recovery bases fire as L, and as VL at armour. Engineers fire as H once the range is contact: inside the position, or the firefight won and the assault due.
    pub(super) fn weapons(&self, base: usize) -> [Class; 2] {
        let setup = self.setup(base);
        if setup.is_rear() {
            return [Class::Light, Class::VeryLight];
        }
        let men = setup.men.unwrap_or(Class::VeryLight);
        if matches!(setup.fire, Fire::Indirect | Fire::Harassing) {
            return [men; 2];
        }
        let at = setup.at.unwrap_or(Class::VeryLight);
        if setup.role == Role::Engineer && self.is_at_contact(base) {
            return [men.max(Class::Heavy), at.max(Class::Heavy)];
        }
        [men, at]
    }

    fn is_at_contact(&self, base: usize) -> bool {
        match self.bases[base].side {
            BattleSide::Attacker => self.bases[base].inside || self.won.is_some(),
            BattleSide::Defender => self.side(BattleSide::Attacker).any(|i| self.bases[i].inside),
        }
    }

    /// Infantry in close country against tanks that did not move in this move and have no infantry with them (section 8).
    ///
    /// # Interpretation
    /// Weapon L against target L, where its own weapon is not better. The attackers are one target: all of them are armour,
    /// and none came up or went into the square in this move. Who is there from the start has not moved.
    pub(super) fn stalks_tanks(&self, base: usize) -> bool {
        let setup = self.setup(base);
        let infantry = matches!(setup.arm, Arm::Infantry | Arm::Motorised | Arm::Engineer);
        let shells = matches!(setup.fire, Fire::Indirect | Fire::Harassing);
        let stands_alone = |i: usize| self.setup(i).is_armour() && self.bases[i].moved_in != self.now;
        self.engagement.setup().terrain == Terrain::Close
            && infantry
            && !shells
            && self.bases[base].side == BattleSide::Defender
            && self.side(BattleSide::Attacker).filter(|i| self.is_exposed(*i)).all(stands_alone)
    }

    /// Throws these shots, unit by unit, and spends their ammunition.
    pub(crate) fn volley(
        &mut self,
        shots: &[FireShot],
        targets: &FireTargets,
        shift: i8,
        purpose: &str,
    ) -> Result<Vec<FireHit>> {
        let hits = self.throw_shots(shots, targets, shift, purpose)?;
        if self.shares_combat_units() {
            let fired: Vec<usize> = shots.iter().map(FireShot::base).collect();
            self.spend_together(&fired);
        }
        Ok(hits)
    }

    /// The same but for what is spent for several bases together.
    pub(super) fn throw_shots(
        &mut self,
        shots: &[FireShot],
        targets: &FireTargets,
        shift: i8,
        purpose: &str,
    ) -> Result<Vec<FireHit>> {
        let mut hits = Vec::with_capacity(shots.len());
        let mut faces = Vec::with_capacity(shots.len());
        let engagement = self.engagement;
        let unit_of = |shot: &FireShot| engagement.places()[shot.base].unit;
        for of_unit in shots.chunk_by(|a, b| unit_of(a) == unit_of(b)) {
            let unit = self.bases[of_unit[0].base].unit;
            let parts = self.shots_told(of_unit, targets, shift);
            let call = Call::new(engagement.unit(unit).id.as_str(), purpose).with_parts(&parts);
            faces.clear();
            self.dice.throw_into(&call, of_unit.len(), &mut faces)?;
            let first = hits.len();
            for (shot, face) in of_unit.iter().zip(&faces) {
                hits.push(Self::hit(*shot, *face, targets, shift));
                self.spend(shot.base, *face);
            }
            let sum: u32 = hits[first..].iter().map(|hit| u32::from(hit.markers)).sum();
            self.effect(|| if sum == 1 { "1 marker".to_owned() } else { format!("{sum} markers") });
        }
        Ok(hits)
    }

    fn hit(shot: FireShot, face: u8, targets: &FireTargets, shift: i8) -> FireHit {
        let target = Self::target_of(shot, targets);
        let markers = row(shot.weapon, target, shift).map_or(0, |row| row[usize::from(face) - 1]);
        FireHit { base: shot.base, kind: shot.kind, markers }
    }

    /// The class of what a shot is at.
    pub(super) fn target_of(shot: FireShot, targets: &FireTargets) -> Class {
        if shot.stalks { Class::Light } else { targets.classes[shot.kind].unwrap_or(Class::Light) }
    }

    /// A natural 1 leaves the base out of ammunition; where combat units are counted, one is spent, a third to harass.
    ///
    /// # Interpretation
    /// Where they are counted a natural 1 does nothing more than miss.
    pub(crate) fn spend(&mut self, base: usize, face: u8) {
        self.bases[base].fired = true;
        let runs_out = if self.ones_count() {
            let had = !self.bases[base].out;
            self.bases[base].out |= face == 1;
            had && face == 1
        } else if self.shares_combat_units() {
            false
        } else {
            let (cost, had) = (self.cost(base), self.has_ammunition(base));
            let cu = &mut self.bases[base].cu;
            *cu = cu.saturating_sub(cost);
            had && !self.has_ammunition(base)
        };
        if runs_out {
            self.ran_out.push(base);
        }
    }

    fn cost(&self, base: usize) -> u16 {
        if self.setup(base).fire == Fire::Harassing { 1 } else { 3 }
    }

    /// One combat unit for all bases of a unit that fired together, from the base that has most (setting `cu_by_unit`).
    pub(super) fn spend_together(&mut self, fired: &[usize]) {
        if !self.shares_combat_units() {
            return;
        }
        let engagement = self.engagement;
        let places = engagement.places();
        for of_unit in fired.chunk_by(|a, b| places[*a].unit == places[*b].unit) {
            let (unit, cost) = (places[of_unit[0]].unit, self.cost(of_unit[0]));
            let richest = self.with_combat_units(unit).max_by_key(|i| (self.bases[*i].cu, usize::MAX - *i));
            if let Some(base) = richest {
                self.bases[base].cu = self.bases[base].cu.saturating_sub(cost);
            }
        }
    }

    /// Places what a volley came to, kind by kind, and marks everybody concerned.
    pub(crate) fn land(&mut self, hits: &[FireHit], targets: &FireTargets) -> Result<u32> {
        let mut sum = 0;
        for kind in 0..2 {
            let markers: u32 = hits.iter().filter(|h| h.kind == kind).map(|h| u32::from(h.markers)).sum();
            if hits.iter().any(|h| h.kind == kind) {
                targets.kinds[kind].iter().for_each(|i| self.engage(*i));
            }
            self.place(&targets.kinds[kind], markers, |_, _| false)?;
            sum += markers;
        }
        for h in hits {
            self.engage(h.base);
        }
        Ok(sum)
    }

    /// One round of the firefight (section 8): both sides together.
    pub(crate) fn firefight(&mut self) -> Result<()> {
        if self.now < self.firefight_from || self.firefight_is_over() {
            return Ok(());
        }
        self.shoot_and_scoot()?;
        let targets = [self.targets_of(BattleSide::Attacker), self.targets_of(BattleSide::Defender)];
        let shots =
            [BattleSide::Attacker, BattleSide::Defender].map(|side| self.firefight_shots(side, &targets[side.index()]));
        let mut hits = [Vec::new(), Vec::new()];
        for side in [BattleSide::Attacker, BattleSide::Defender] {
            hits[side.index()] = self.volley(&shots[side.index()], &targets[side.index()], 0, "firefight")?;
        }
        for side in [BattleSide::Attacker, BattleSide::Defender] {
            let markers = self.land(&hits[side.index()], &targets[side.index()])?;
            self.caused[side.index()] += markers;
            self.tell_fire(side, Volley::Firefight, hits[side.index()].len(), markers);
        }
        for side in [BattleSide::Attacker, BattleSide::Defender] {
            targets[side.index()].kinds.iter().for_each(|kind| self.remove_overloaded(kind));
        }
        for hit in &hits[0] {
            let unit = self.bases[hit.base].unit;
            self.units[unit].attacked = true;
        }
        Ok(())
    }

    /// Whether the attacker has won and may go on to assault.
    fn firefight_is_over(&self) -> bool {
        let goes_in = |i: usize| self.bases[i].inside || self.may_assault(i);
        self.won.is_some() && !self.wants_reserve && self.side(BattleSide::Attacker).any(goes_in)
    }

    pub(crate) fn tell_fire(&mut self, by: BattleSide, how: Volley, dice: usize, markers: u32) {
        if dice > 0 {
            self.tell(Happening::Fired { by, how, dice: dice as u16, markers: markers as u16 });
        }
        let mut place = 0;
        while let Some(base) = self.ran_out.get(place).copied() {
            if self.bases[base].side == by {
                self.ran_out.remove(place);
                self.tell(Happening::OutOfAmmo { base });
            } else {
                place += 1;
            }
        }
    }

    fn firefight_shots(&self, side: BattleSide, targets: &FireTargets) -> Vec<FireShot> {
        let fires = |i: &usize| self.can_fire(*i) && self.fires_direct(*i);
        self.side(side).filter(fires).filter_map(|i| self.shot(i, targets, 0)).collect()
    }

    /// Whether a base takes part in the firefight (sections 1 and 5).
    pub(super) fn fires_direct(&self, base: usize) -> bool {
        let (setup, now) = (self.setup(base), &self.bases[base]);
        if setup.fire != Fire::Direct || setup.only_returns_fire() && !now.engaged {
            return false;
        }
        match now.side {
            BattleSide::Attacker => self.may_attack(now.unit) && self.fires_in_attack(base),
            BattleSide::Defender => self.in_square(base) || setup.arm == Arm::Artillery && !now.disorganised,
        }
    }

    /// Whether an attacking base fires as it stands: disorganised ones fire on as halted attackers, support bases give no
    /// support when they or those whom they support are disorganised (sections 1 and 5). Under NQM Free only those halt
    /// and fire whose unit has failed.
    pub(super) fn fires_in_attack(&self, base: usize) -> bool {
        let now = &self.bases[base];
        if matches!(self.setup(base).role, Role::Support | Role::AntiAir) {
            return !now.disorganised && self.has_somebody_to_support(base);
        }
        !now.disorganised || self.system.disorganised_fire_on || self.units[now.unit].failed
    }

    /// # Interpretation
    /// Support bases support those of their unit that can go forward, or, where there are none, those of their side.
    fn has_somebody_to_support(&self, base: usize) -> bool {
        let now = &self.bases[base];
        let goes = |i: &usize| self.setup(*i).may_assault();
        let own: Vec<usize> = self.of_unit(now.unit).filter(goes).collect();
        let supported = if own.is_empty() { self.side(now.side).filter(goes).collect() } else { own };
        supported.is_empty() || supported.iter().any(|i| !self.bases[*i].disorganised)
    }

    /// Whether a unit may attack: its HQ die is not used up (section 1).
    pub(crate) fn may_attack(&self, unit: usize) -> bool {
        let now = &self.units[unit];
        !self.costs_die() || now.hq_die > now.owed
    }

    /// Whether attacks cost HQ dice.
    pub(crate) fn costs_die(&self) -> bool {
        self.system.costs_die || self.engagement.setup().options.free_costs_die
    }
}
