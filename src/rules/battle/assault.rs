//! Close assault, follow-up, and the fall of a position (section 8).

use domain::{Grade, counted};

use super::RunningBattle;
use super::asked::compared;
use crate::battle::system::{BattleError, Result};
use crate::classes::can_harm;
use crate::decision::Choice;
use crate::outcome::{BaseFate, Happening};
use crate::pairs::{BattleSide, MOST_DICE, won};
use crate::setup::Fire;

/// How a close assault ended in a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BattleMelee {
    /// The assaulted are overcome.
    Won,
    /// The assault has failed.
    Failed,
    /// It goes on in the next move.
    Undecided,
}

/// The most rounds in a move where a grade has no limit.
const ROUNDS_WITHOUT_LIMIT: u16 = 20;

impl RunningBattle<'_, '_, '_> {
    /// Whether a base may assault now, the firefight apart.
    pub(crate) fn may_assault(&self, base: usize) -> bool {
        let (setup, now) = (self.setup(base), &self.bases[base]);
        now.here()
            && now.side == BattleSide::Attacker
            && setup.may_assault()
            && !now.disorganised
            && now.unmarked() > 0
            && now.drove_in == 0
            && now.square.steps_to(self.engagement.setup().square) <= 1
            && !self.refuses(now.unit)
            && self.may_attack(now.unit)
    }

    /// Whether a unit that failed its test goes on no further: of NQM Squared those of its bases that are broken do not, of
    /// NQM Free some grades refuse as a whole.
    ///
    /// # Interpretation
    /// Who holds what he took is in defence, and breaks as others do.
    pub(super) fn refuses(&self, unit: usize) -> bool {
        let now = &self.units[unit];
        let attacks = now.side == BattleSide::Attacker && self.holder == BattleSide::Defender;
        attacks && now.failed && (self.system.only_refuses)(self.grade(unit))
    }

    /// Steps 8 and 9: who assaults, and the assaults, area by area.
    pub(crate) fn assaults(&mut self) -> Result<()> {
        let areas: Vec<usize> = (0..self.units.len()).filter(|u| self.holds(*u)).collect();
        if areas.is_empty() {
            return Ok(());
        }
        let mut groups = Vec::new();
        for unit in 0..self.units.len() {
            groups.extend(self.group(unit)?);
        }
        let mut groups = groups.into_iter();
        if self.pushes_back() && groups.len() > 0 {
            return self.push_back(groups.as_slice());
        }
        for area in areas {
            if !self.holds(area) {
                continue;
            }
            let Some(group) = groups.next() else { break };
            self.assault(&group, area)?;
        }
        Ok(())
    }

    /// Whether a unit of the defender still stands in the square.
    fn holds(&self, unit: usize) -> bool {
        self.units[unit].side == BattleSide::Defender && self.of_unit(unit).any(|i| self.in_square(i))
    }

    /// The bases of a unit that assault in this move, none where it does not.
    fn group(&mut self, unit: usize) -> Result<Option<Group>> {
        let mut bases: Vec<usize> = self.of_unit(unit).filter(|i| self.may_assault(*i)).collect();
        if bases.is_empty() {
            return Ok(None);
        }
        let won = self.won.is_some() && !self.wants_reserve;
        if !won {
            return self.charge(unit, bases);
        }
        self.keep_the_led(unit, &mut bases);
        let prompt = self.grade(unit) >= Grade::Veteran || bases.iter().all(|i| self.setup(*i).is_armour());
        if !prompt && self.won == Some(self.now) && !self.pushes_back() {
            return Ok(None);
        }
        if !self.ask_unit(Choice::Assault, unit, true)? {
            return Ok(None);
        }
        let bases = self.who_goes(bases)?;
        Ok((!bases.is_empty()).then_some(Group { unit, bases, pays: false }))
    }

    /// Of several bases of a unit that assaults, those that do not stay out of it.
    fn who_goes(&mut self, bases: Vec<usize>) -> Result<Vec<usize>> {
        if bases.len() < 2 || !self.decide.holds_back() {
            return Ok(bases);
        }
        let engagement = self.engagement;
        let ids: Vec<&str> = bases.iter().map(|i| engagement.base(*i).id.as_str()).collect();
        let out = self.decide.stay_out(&ids, self.now);
        let out = out.ok_or_else(|| BattleError::Undecided { question: "which bases stay out of it?".to_owned() })?;
        for (place, base) in bases.iter().enumerate() {
            self.bases[*base].held_back = out.contains(&place);
        }
        Ok(bases.into_iter().filter(|base| !self.bases[*base].held_back).collect())
    }

    /// Without having won: armour and mounted troops of a unit may, at a price; tanks alone that nothing can mark do.
    fn charge(&mut self, unit: usize, mut all: Vec<usize>) -> Result<Option<Group>> {
        let mobile = |i: &usize| self.setup(*i).is_armour() || self.setup(*i).mounted;
        let mut bases: Vec<usize> = all.iter().copied().filter(mobile).collect();
        self.keep_the_led(unit, &mut bases);
        self.keep_the_led(unit, &mut all);
        if bases.is_empty() || self.now < self.firefight_from || self.pushes_back() {
            return Ok(None);
        }
        let safe = all.iter().all(|i| self.setup(*i).is_tank()) && !self.can_be_marked(&bases);
        if !self.ask_unit(Choice::Charge, unit, safe)? {
            return Ok(None);
        }
        let bases = self.who_goes(bases)?;
        if bases.is_empty() {
            return Ok(None);
        }
        Ok(Some(Group { unit, bases, pays: !safe && self.system.charge_costs_sp }))
    }

    /// Whether anything in the position can mark these bases.
    fn can_be_marked(&self, bases: &[usize]) -> bool {
        let marks = |i: &usize| matches!(self.setup(*i).fire, Fire::Direct | Fire::Indirect);
        let fires = |i: &usize| marks(i) && (self.can_fire(*i) || self.bases[*i].fired);
        self.garrison().filter(fires).any(|i| {
            let at = self.weapons(i)[1];
            self.stalks_tanks(i) || bases.iter().any(|b| can_harm(at, self.target_class(*b)))
        })
    }

    /// Whether the defenders hold no position, or are tanks alone against tanks: who has won takes the square at once.
    pub(super) fn pushes_back(&self) -> bool {
        let is_tank = |i: usize| self.setup(i).is_tank();
        let tanks = self.garrison().all(is_tank) && self.side(BattleSide::Attacker).any(is_tank);
        self.won.is_some() && !self.wants_reserve && (tanks || !self.garrison().any(|i| self.in_position(i)))
    }

    /// The loser goes back one square, or is overrun; the winner takes the square.
    fn push_back(&mut self, groups: &[Group]) -> Result<()> {
        let beaten: Vec<usize> = self.garrison().collect();
        let on = self.bases[beaten[0]].unit;
        for group in groups {
            self.enter(&group.bases);
        }
        for base in beaten {
            if self.bases[base].disorganised && !self.is_steady(base) {
                self.assaulted_disorganised(base)?;
            } else {
                self.drive_out(base);
            }
        }
        self.tell(Happening::Fell { unit: on, to: groups[0].unit });
        Ok(())
    }

    /// Puts bases into the position.
    fn enter(&mut self, bases: &[usize]) {
        let square = self.engagement.setup().square;
        for base in bases.iter().filter(|i| self.bases[**i].here()).copied().collect::<Vec<_>>() {
            let base = &mut self.bases[base];
            base.moved_in = if base.inside { base.moved_in } else { self.now };
            base.square = square;
            base.inside = true;
            base.contact = true;
        }
    }

    /// A unit assaults an area: observers are overrun, what is disorganised goes first, then dice, or tanks drive in.
    fn assault(&mut self, group: &Group, area: usize) -> Result<()> {
        self.send_in(&group.bases, true);
        if group.pays {
            self.markers_cost_sp(&group.bases);
        }
        self.fight_for(group, area)?;
        self.send_in(&group.bases, false);
        Ok(())
    }

    fn fight_for(&mut self, group: &Group, area: usize) -> Result<()> {
        let members = |b: &Self| b.of_unit(area).filter(|i| b.in_square(*i)).collect::<Vec<_>>();
        for base in members(self) {
            if self.setup(base).role == domain::Role::Observer {
                self.lose(base, BaseFate::Surrendered);
            } else if self.bases[base].disorganised && !self.is_steady(base) {
                self.engage(base);
                self.assaulted_disorganised(base)?;
            }
        }
        let able = members(self).into_iter().any(|i| self.bases[i].unmarked() > 0);
        if !able {
            // An overrun: entered without a die thrown, it owes no step.
            return self.take(group, area);
        }
        let defenders = members(self);
        let tanks = group.bases.iter().all(|i| self.setup(*i).is_tank());
        if tanks && defenders.iter().any(|i| !self.setup(*i).is_armour()) {
            self.drive_in(group.unit, &group.bases, area)?;
            return if self.holds(area) { Ok(()) } else { self.take(group, area) };
        }
        self.units[group.unit].attacked = true;
        match self.melee(group.unit, &group.bases, area, &defenders, group.pays)? {
            BattleMelee::Won => self.take(group, area),
            BattleMelee::Failed => {
                self.units[group.unit].inside = 0;
                Ok(())
            }
            BattleMelee::Undecided => Ok(()),
        }
    }

    /// An area has fallen: who is left goes back or surrenders, and the assaulting bases are in.
    fn take(&mut self, group: &Group, area: usize) -> Result<()> {
        self.enter(&group.bases);
        let left: Vec<usize> = self.of_unit(area).filter(|i| self.in_square(*i)).collect();
        for base in left {
            self.drive_out(base);
        }
        self.units[group.unit].inside = 0;
        self.tell(Happening::Fell { unit: area, to: group.unit });
        self.break_test_if_due(area)
    }

    /// Rounds of close assault of some bases of a unit on some of another, as many as a move allows.
    ///
    /// # Interpretation
    /// At most as many rounds in a move as the leading unit's HQ die shows. A point is a pair won: inside is bases inside
    /// and points won less points lost, never below 0 nor above the assaulting bases with an unmarked SP. The position
    /// falls when inside is at least the number of defending bases that have one.
    pub(crate) fn melee(
        &mut self,
        by: usize,
        attackers: &[usize],
        on: usize,
        defenders: &[usize],
        pays: bool,
    ) -> Result<BattleMelee> {
        attackers.iter().chain(defenders).for_each(|i| self.engage(*i));
        let hq_die = self.units[by].hq_die;
        let rounds = (self.system.rounds)(self.grade(by), self.under(by), hq_die).unwrap_or(ROUNDS_WITHOUT_LIMIT);
        for _ in 0..rounds {
            let points = self.round(by, attackers, on, defenders, pays)?;
            self.break_test_if_due(by)?;
            self.break_test_if_due(on)?;
            let able = |list: &[usize]| list.iter().filter(|i| self.is_able(**i)).count() as i32;
            let (in_attack, in_defence) = (able(attackers), able(defenders));
            let inside = (self.units[by].inside + points).clamp(0, in_attack);
            self.units[by].inside = inside;
            if in_attack == 0 || self.has_failed(by, attackers) {
                return Ok(BattleMelee::Failed);
            }
            let overcome = self.has_failed(on, defenders);
            if overcome {
                self.overcome(defenders)?;
            }
            if overcome || inside >= in_defence {
                return Ok(BattleMelee::Won);
            }
        }
        Ok(BattleMelee::Undecided)
    }

    /// Whether these bases of a unit have failed its test: those not yet committed then have not.
    fn has_failed(&self, unit: usize, bases: &[usize]) -> bool {
        self.units[unit].failed
            && (self.refuses(unit) || bases.iter().all(|i| !self.bases[*i].here() || self.bases[*i].broken))
    }

    fn is_able(&self, base: usize) -> bool {
        self.bases[base].here() && self.bases[base].unmarked() > 0
    }

    /// Defenders who failed while they were assaulted.
    fn overcome(&mut self, defenders: &[usize]) -> Result<()> {
        for base in defenders {
            if self.bases[*base].here() && self.bases[*base].broken {
                self.assaulted_disorganised(*base)?;
            }
        }
        Ok(())
    }

    /// One round: attacker's dice, defender's, markers. The attacker's points less the defender's.
    fn round(&mut self, by: usize, attackers: &[usize], on: usize, defenders: &[usize], pays: bool) -> Result<i32> {
        let most = [
            (self.system.most_dice)(self.grade(by), self.under(by))[0],
            (self.system.most_dice)(self.grade(on), self.under(on))[1],
        ];
        let tie = (self.system.tie)(self.grade(by), self.grade(on));
        let mut faces = [[0_u8; MOST_DICE]; 2];
        let mut counts = [0_usize; 2];
        for (side, (unit, bases)) in [(by, attackers), (on, defenders)].into_iter().enumerate() {
            let sp: u16 = bases.iter().filter(|i| self.bases[**i].here()).map(|i| self.bases[*i].unmarked()).sum();
            counts[side] = usize::from(sp.min(u16::from(most[side])));
            let purpose = if side == 0 { "close assault" } else { "defence against close assault" };
            let engagement = self.engagement;
            let parts = self.part(unit, || compared(tie));
            let thrown = self.throw(engagement.unit(unit).id.as_str(), purpose, counts[side], &parts)?;
            faces[side][..thrown.len()].copy_from_slice(&thrown);
        }
        let [a, d] = &mut faces;
        let points = won(&mut a[..counts[0]], &mut d[..counts[1]], tie);
        self.effects_of_round(counts, points);
        self.tell(Happening::Assault { by, on, won: points[0], lost: points[1] });
        self.mark(defenders, points[0], false)?;
        self.mark(attackers, points[1], self.infantry_first(attackers))?;
        if pays {
            self.markers_cost_sp(attackers);
        }
        Ok(i32::from(points[0]) - i32::from(points[1]))
    }

    /// What a round came to, by those who threw at all.
    fn effects_of_round(&mut self, counts: [usize; 2], points: [u16; 2]) {
        let words = |side: usize| format!("{} won", counted(points[side].into(), "pair"));
        match counts {
            [0, 0] => {}
            [0, _] => self.effect(|| words(1)),
            [_, 0] => self.effect(|| words(0)),
            _ => self.effects(|| [words(0), words(1)]),
        }
    }

    /// A mixed force that assaults a position puts markers on its infantry until none is left.
    fn infantry_first(&self, attackers: &[usize]) -> bool {
        let armour = attackers.iter().filter(|i| self.setup(**i).is_armour()).count();
        armour > 0 && armour < attackers.len()
    }

    fn mark(&mut self, bases: &[usize], count: u16, infantry_first: bool) -> Result<()> {
        let here: Vec<usize> = bases.iter().copied().filter(|i| self.bases[*i].here()).collect();
        self.place(&here, count.into(), |b, i| infantry_first && !b.setup(i).is_armour())?;
        self.remove_overloaded(&here);
        Ok(())
    }

    /// All markers on these bases become lost SP at once, one for one; a base without SP is lost.
    fn markers_cost_sp(&mut self, bases: &[usize]) {
        for base in bases {
            let now = &mut self.bases[*base];
            now.sp = now.sp.saturating_sub(now.markers);
            now.markers = 0;
            if now.sp == 0 && now.fate.is_here() {
                self.lose(*base, BaseFate::Destroyed);
            }
        }
    }
}

/// The bases of a unit that assault.
#[derive(Debug, Clone)]
struct Group {
    unit: usize,
    bases: Vec<usize>,
    /// It goes in without having won, and every marker is an SP lost.
    pays: bool,
}
