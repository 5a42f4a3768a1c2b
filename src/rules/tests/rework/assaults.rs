//! Assaults, tanks in a position, and counter-attacks worked plainly (sections 8 to 10).

use domain::{Arm, Role};
use rules::setup::Fire;

use super::moves::is_veteran;
use super::table::{ATTACKER, DEFENDER, Plain};

#[derive(PartialEq, Eq)]
enum End {
    Won,
    Failed,
    GoesOn,
}

/// Who of a unit goes in, and whether every marker costs them an SP, as they have not won.
struct Party {
    unit: usize,
    bases: Vec<usize>,
    pays: bool,
}

impl Plain<'_> {
    /// The winner takes a square that is no position, and tanks one of tanks alone, at once.
    pub(super) fn is_pushed_back(&self) -> bool {
        let garrison = self.garrison();
        let tanks = garrison.iter().all(|i| self.pieces[*i].is_tank());
        let has_tanks = !self.of(|p| p.side == ATTACKER && p.is_tank()).is_empty();
        let no_position = !garrison.iter().any(|i| self.in_position(*i));
        self.won.is_some() && !self.wants_reserve && (tanks && has_tanks || no_position)
    }

    fn held_by(&self, unit: usize) -> Vec<usize> {
        self.of(|p| p.side == DEFENDER && p.unit == unit).into_iter().filter(|i| self.in_square(*i)).collect()
    }

    /// Steps 8 and 9: each area by one unit, in order.
    pub(super) fn assaults(&mut self) {
        let areas: Vec<usize> = (0..self.units.len()).filter(|u| !self.held_by(*u).is_empty()).collect();
        if areas.is_empty() {
            return;
        }
        let parties: Vec<Party> = (0..self.units.len()).filter_map(|unit| self.party(unit)).collect();
        if self.is_pushed_back() && !parties.is_empty() {
            for party in &parties {
                self.follow_up(&party.bases);
            }
            for i in self.garrison() {
                if self.pieces[i].disorganised && !self.is_steady(i) {
                    self.caught(i);
                } else {
                    self.drive_out(i);
                }
            }
            return;
        }
        let mut parties = parties.into_iter();
        for area in areas {
            if self.held_by(area).is_empty() {
                continue;
            }
            let Some(party) = parties.next() else { return };
            for i in &party.bases {
                self.pieces[*i].entering = true;
            }
            if party.pays {
                self.looked.push("a charge");
                self.markers_cost_sp(&party.bases);
            }
            self.assault(&party, area);
            for i in &party.bases {
                self.pieces[*i].entering = false;
            }
        }
    }

    /// Who of a unit assaults: after winning, veterans and tanks at once and others a move later. Without, tanks alone that
    /// nothing in the position can mark, and by decision armour and mounted troops, who pay for it.
    fn party(&self, unit: usize) -> Option<Party> {
        let able: Vec<usize> = self.of_unit(unit).into_iter().filter(|i| self.may_assault(*i)).collect();
        let all = self.commanded(unit, able.clone());
        if self.won.is_some() && !self.wants_reserve {
            let armour = all.iter().all(|i| self.pieces[*i].is_armour());
            let late = self.won == Some(self.now) && !is_veteran(self.grade(unit)) && !armour && !self.is_pushed_back();
            return (!late && !all.is_empty()).then_some(Party { unit, bases: all, pays: false });
        }
        let mobile = |i: &usize| self.pieces[*i].is_armour() || self.pieces[*i].is.mounted;
        let bases = self.commanded(unit, able.into_iter().filter(mobile).collect());
        if bases.is_empty() || self.now < self.first_firefight {
            return None;
        }
        let tanks = all.iter().all(|i| self.pieces[*i].is_tank());
        let marks = |i: &usize| {
            let is = self.pieces[*i].is;
            let fires = self.can_fire(*i) || self.pieces[*i].fired;
            let harms = bases.iter().any(|tank| self.weapons(*i)[1] - self.target_class(*tank) >= -2);
            fires && is.fire != Fire::Harassing && (harms || self.stalks(*i))
        };
        let safe = tanks && !self.garrison().iter().any(marks);
        (safe || self.will.charges).then_some(Party { unit, bases, pays: !safe && !self.is_free() })
    }

    /// Every marker is an SP lost at once (8).
    fn markers_cost_sp(&mut self, bases: &[usize]) {
        for i in bases.iter().copied().filter(|i| self.pieces[*i].here()).collect::<Vec<_>>() {
            let piece = &mut self.pieces[i];
            (piece.sp, piece.markers) = (piece.free(), 0);
            if piece.sp == 0 {
                self.becomes(i, "destroyed");
            }
        }
    }

    /// Two or more need a command base, where the unit has one; tanks serve themselves.
    fn commanded(&self, unit: usize, mut party: Vec<usize>) -> Vec<usize> {
        let has_one = self.pieces.iter().any(|p| p.unit == unit && p.is_command());
        let is_led = !self.of(|p| p.unit == unit && p.is_command() && p.free() > 0).is_empty();
        if has_one && !is_led {
            let tanks: Vec<usize> = party.iter().copied().filter(|i| self.pieces[*i].is_tank()).collect();
            if tanks.len() > 1 {
                return tanks;
            }
            party.truncate(1);
        }
        party
    }

    fn assault(&mut self, Party { unit: by, bases: party, pays }: &Party, area: usize) {
        let by = *by;
        for i in self.held_by(area) {
            if self.pieces[i].is.role == Role::Observer {
                self.looked.push("an observer overrun");
                self.becomes(i, "surrendered");
            } else if self.pieces[i].disorganised && !self.is_steady(i) {
                self.touch(i);
                self.caught(i);
            }
        }
        let there = self.held_by(area);
        if !there.iter().any(|i| self.pieces[*i].free() > 0) {
            return self.take(by, party, area);
        }
        let tanks = party.iter().all(|i| self.pieces[*i].is_tank());
        if tanks && there.iter().any(|i| !self.pieces[*i].is_armour()) {
            self.drive_in(by, party, area);
            if self.held_by(area).is_empty() {
                self.take(by, party, area);
            }
            return;
        }
        self.units[by].attacked = true;
        match self.fight_hand_to_hand(by, party, area, &there, *pays) {
            End::Won => self.take(by, party, area),
            End::Failed => self.units[by].inside = 0,
            End::GoesOn => {}
        }
    }

    /// Whom it drives out it has met in his square: contact (6, silent of this).
    fn follow_up(&mut self, party: &[usize]) {
        self.enter(party);
        for i in party {
            self.pieces[*i].in_contact |= self.pieces[*i].here();
        }
    }

    fn take(&mut self, by: usize, party: &[usize], area: usize) {
        self.follow_up(party);
        self.held_by(area).into_iter().for_each(|i| self.drive_out(i));
        self.units[by].inside = 0;
        self.test_if_due(area);
    }

    /// Tanks go over a position: anti-tank bases are destroyed, the others test to stay.
    fn drive_in(&mut self, by: usize, tanks: &[usize], area: usize) {
        for i in tanks {
            self.touch(*i);
            self.pieces[*i].entered = true;
            self.pieces[*i].square = self.setup.square;
            self.pieces[*i].drove_in = self.now;
            self.pieces[*i].moved_in = self.now;
        }
        self.units[by].attacked = true;
        for i in self.held_by(area) {
            self.touch(i);
            if self.pieces[i].is.arm == Arm::Antitank {
                self.becomes(i, "destroyed");
            }
        }
        let stay = self.held_by(area);
        if stay.is_empty() {
            return;
        }
        let passed = self.die() >= self.need(area);
        self.units[area].tests.push((self.now, "tank_entry", passed));
        if !passed {
            self.fail(area);
            for i in stay {
                self.caught(i);
            }
        }
    }

    fn drive_out(&mut self, i: usize) {
        match self.way_out(i) {
            Some(square) => {
                self.disorganise(i);
                self.go(i, square, "retreated");
            }
            None => self.becomes(i, "surrendered"),
        }
    }

    /// Disorganised and assaulted (9).
    fn caught(&mut self, i: usize) {
        let (grade, way) = (self.grade(self.pieces[i].unit), self.way_out(i));
        match way {
            _ if self.is_steady(i) => {}
            Some(square) if is_veteran(grade) => self.go(i, square, "withdrew"),
            None if is_veteran(grade) && self.is_free() => self.break_out(i),
            None if is_veteran(grade) => self.becomes(i, "dispersed"),
            _ if self.is_free() && self.always_surrenders(i) => self.becomes(i, "surrendered"),
            Some(_) if !self.pieces[i].could_have_gone || !self.pieces[i].broken => self.becomes(i, "dispersed"),
            _ => self.becomes(i, "surrendered"),
        }
    }

    fn able(&self, list: &[usize]) -> i64 {
        list.iter().filter(|i| self.pieces[**i].here() && self.pieces[**i].free() > 0).count() as i64
    }

    /// Whether the test of a unit that these bases belong to has broken them.
    fn are_broken(&self, unit: usize, list: &[usize]) -> bool {
        self.refuses(unit)
            || self.units[unit].failed && list.iter().all(|i| !self.pieces[*i].here() || self.pieces[*i].broken)
    }

    /// Rounds of close assault: as many in a move as the HQ die shows.
    fn fight_hand_to_hand(&mut self, by: usize, attack: &[usize], on: usize, defence: &[usize], pays: bool) -> End {
        attack.iter().chain(defence).for_each(|i| self.touch(*i));
        let most = self.most_dice(by, on);
        for _ in 0..self.rounds(by) {
            let mut throw = |side: &[usize], most: u32| {
                let here = side.iter().filter(|i| self.pieces[**i].here());
                let free: u32 = here.map(|i| self.pieces[*i].free()).sum();
                let mut faces: Vec<u8> = (0..free.min(most)).map(|_| self.die()).collect();
                faces.sort_unstable();
                faces.reverse();
                faces
            };
            let (ours, theirs) = (throw(attack, most[0]), throw(defence, most[1]));
            let pairs = || ours.iter().zip(&theirs);
            let drawn = pairs().filter(|(a, d)| a == d).count() as u32;
            let drawn = self.drawn_dice(by, on).map(|won| if won { drawn } else { 0 });
            let won = pairs().filter(|(a, d)| a > d).count() as u32 + drawn[0];
            let lost = pairs().filter(|(a, d)| a < d).count() as u32 + drawn[1];
            self.wound(defence, won, false);
            let armour = attack.iter().filter(|i| self.pieces[**i].is_armour()).count();
            self.wound(attack, lost, armour > 0 && armour < attack.len());
            if pays {
                self.markers_cost_sp(attack);
            }
            self.test_if_due(by);
            self.test_if_due(on);
            let (left, against) = (self.able(attack), self.able(defence));
            let inside = self.units[by].inside + i64::from(won) - i64::from(lost);
            self.units[by].inside = inside.clamp(0, left);
            if left == 0 || self.are_broken(by, attack) {
                return End::Failed;
            }
            if self.are_broken(on, defence) {
                let broken = |i: &usize| self.pieces[*i].here() && self.pieces[*i].broken;
                for i in defence.iter().copied().filter(broken).collect::<Vec<_>>() {
                    self.caught(i);
                }
                return End::Won;
            }
            if self.units[by].inside >= against {
                return End::Won;
            }
        }
        End::GoesOn
    }

    fn wound(&mut self, side: &[usize], count: u32, infantry_first: bool) {
        let here: Vec<usize> = side.iter().copied().filter(|i| self.pieces[*i].here()).collect();
        self.mark(&here, count, infantry_first);
        self.overload(&here);
    }

    /// Tanks that stayed in a position without infantry may be assaulted by the infantry there, with its own HQ die (8); by
    /// doctrine where it has more unmarked SP, of the tanks of one unit at a time.
    pub(super) fn infantry_on_tanks(&mut self) {
        let inside = self.of(|p| p.side == ATTACKER && p.entered);
        if inside.iter().any(|i| !self.pieces[*i].is_armour()) {
            return;
        }
        for unit in (0..self.units.len()).filter(|u| self.units[*u].side == DEFENDER).collect::<Vec<_>>() {
            let infantry = |i: &usize| {
                let piece = &self.pieces[*i];
                matches!(piece.is.arm, Arm::Infantry | Arm::Motorised | Arm::Engineer)
                    && !piece.disorganised
                    && piece.free() > 0
            };
            let men: Vec<usize> = self.held_by(unit).into_iter().filter(infantry).collect();
            let men = self.commanded(unit, men);
            let now = self.now;
            let tanks = self.of(|p| p.side == ATTACKER && p.entered && p.drove_in > 0 && p.drove_in < now);
            if men.is_empty() || tanks.is_empty() || !self.may_attack(unit) {
                continue;
            }
            let free = |list: &[usize]| list.iter().map(|i| self.pieces[*i].free()).sum::<u32>();
            let goes_in = self.will.counters.unwrap_or_else(|| free(&men) > free(&tanks));
            if goes_in {
                let on = self.pieces[tanks[0]].unit;
                let area: Vec<usize> = tanks.into_iter().filter(|i| self.pieces[*i].unit == on).collect();
                self.assault_tanks(unit, &men, on, &area);
            }
        }
    }

    fn assault_tanks(&mut self, unit: usize, men: &[usize], on: usize, tanks: &[usize]) {
        self.looked.push("infantry assaults tanks");
        self.units[unit].counter_attacked = true;
        for i in men {
            self.pieces[*i].entering = true;
        }
        for i in men.iter().chain(tanks) {
            self.touch(*i);
        }
        for i in tanks {
            if self.pieces[*i].disorganised {
                self.caught(*i);
            }
        }
        let left: Vec<usize> = tanks.iter().copied().filter(|i| self.pieces[*i].here()).collect();
        if !left.is_empty() {
            let end = self.fight_hand_to_hand(unit, men, on, &left, false);
            if end == End::Won {
                for i in left.into_iter().filter(|i| self.pieces[*i].here()).collect::<Vec<_>>() {
                    self.drive_out(i);
                }
            }
            if end != End::GoesOn {
                self.units[unit].inside = 0;
            }
        }
        for i in men {
            self.pieces[*i].entering = false;
        }
    }

    /// Step 11, by doctrine where those that go in have more unmarked SP than the holders (10, 12).
    pub(super) fn counter_attacks(&mut self) {
        let Some(fell) = self.fell else { return };
        for unit in 0..self.units.len() {
            let holders = self.of(|p| p.side == ATTACKER && p.entered);
            let ready = self.ready(unit, self.now - fell);
            let free = |list: &[usize]| list.iter().map(|i| self.pieces[*i].free()).sum::<u32>();
            let goes_in = self.will.counters.unwrap_or_else(|| free(&ready) > free(&holders));
            if self.holder == ATTACKER && !ready.is_empty() && goes_in {
                self.counter_attack(unit, &ready, &holders);
            }
        }
    }

    pub(super) fn counter_attack_may_come(&self) -> bool {
        let Some(fell) = self.fell else { return false };
        let any = (0..self.units.len()).any(|u| (0..=2).any(|waited| !self.ready(u, waited).is_empty()));
        any && self.now < fell + 2
    }

    /// Uncommitted defenders beside the square: one battalion at once or in the next move, more a move later, by grade.
    fn ready(&self, unit: usize, waited: u8) -> Vec<usize> {
        let of = &self.units[unit];
        if of.side == ATTACKER || of.failed || !self.may_attack(unit) {
            return Vec::new();
        }
        let fresh = |i: &usize| {
            let piece = &self.pieces[*i];
            let beside = piece.square.steps_to(self.setup.square) == 1;
            !piece.fought && !piece.disorganised && piece.free() > 0 && piece.can_assault() && beside
        };
        let mut list: Vec<usize> = self.of_unit(unit).into_iter().filter(fresh).collect();
        let alone = u8::from(!is_veteran(of.is.grade));
        if waited < alone {
            return Vec::new();
        }
        if waited == alone {
            list.sort_by_key(|i| (u32::MAX - self.pieces[*i].free(), *i));
            list.truncate(1);
        }
        list
    }

    fn counter_attack(&mut self, unit: usize, party: &[usize], holders: &[usize]) {
        self.counter_attacked = true;
        self.units[unit].counter_attacked = true;
        for i in party {
            self.pieces[*i].entering = true;
        }
        self.exchange(party, holders);
        self.tests();
        party.iter().chain(holders).for_each(|i| self.touch(*i));
        for i in holders.iter().copied().filter(|i| self.pieces[*i].here()).collect::<Vec<_>>() {
            let of = self.units[self.pieces[i].unit].is;
            let put_in_order = self.units[self.pieces[i].unit].rested || is_veteran(of.grade) && of.in_supply;
            if self.pieces[i].disorganised || !put_in_order {
                self.disorganise(i);
                self.caught(i);
            }
        }
        self.storm(unit, party);
        for i in party {
            self.pieces[*i].entering = false;
        }
        self.tests();
    }

    fn storm(&mut self, unit: usize, party: &[usize]) {
        for on in (0..self.units.len()).filter(|u| self.units[*u].side == ATTACKER).collect::<Vec<_>>() {
            let holders = self.of(|p| p.unit == on && p.entered);
            if holders.is_empty() {
                continue;
            }
            let able: Vec<usize> =
                party.iter().copied().filter(|i| self.pieces[*i].here() && self.pieces[*i].free() > 0).collect();
            if able.is_empty() || self.units[unit].failed {
                return;
            }
            if self.fight_hand_to_hand(unit, &able, on, &holders, false) != End::Won {
                return;
            }
            holders.into_iter().filter(|i| self.pieces[*i].here()).collect::<Vec<_>>().into_iter().for_each(|i| {
                self.drive_out(i);
            });
        }
        self.holder = DEFENDER;
        for i in party.iter().copied().filter(|i| self.pieces[*i].here()).collect::<Vec<_>>() {
            self.pieces[i].square = self.setup.square;
        }
    }
}
