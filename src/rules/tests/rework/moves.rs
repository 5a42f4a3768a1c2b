//! The moves of a battle worked plainly: steps 1 to 3, 7 and 10 to 12, and the end (sections 6 and 8 to 12).
//!
//! No bases merge.

use domain::{Arm, Grade, Square};
use rules::setup::{Fire, Setup};

use super::table::{ATTACKER, DEFENDER, Piece, Plain, Regiment};
use super::will::Will;

/// The battle of a setup, with these faces; how it ended stands beside.
pub(super) fn fight<'s>(setup: &'s Setup, faces: &'s [u8], will: Will) -> (Plain<'s>, &'static str) {
    let mut plain = lay_out(setup, faces, will);
    let mut end = None;
    for now in 1..=setup.moves {
        plain.now = now;
        end = plain.one_move();
        if end.is_some() {
            break;
        }
    }
    plain.settle_terror(true);
    plain.return_from_post();
    plain.come_home();
    let by_ground = match (plain.holder, plain.fell) {
        (ATTACKER, _) => "taken",
        (_, Some(_)) => "won_back",
        _ => "out_of_moves",
    };
    (plain, end.unwrap_or(by_ground))
}

fn lay_out<'s>(setup: &'s Setup, faces: &'s [u8], will: Will) -> Plain<'s> {
    let (mut pieces, mut units) = (Vec::new(), Vec::new());
    for (side, of) in [&setup.attacker, &setup.defender].into_iter().enumerate() {
        for unit in &of.units {
            let number = units.len();
            pieces.extend(unit.bases.iter().map(|base| Piece {
                is: base,
                side,
                unit: number,
                sp: base.sp.into(),
                markers: base.markers.into(),
                empty: base.out_of_ammo,
                cu: base.cu_thirds.unwrap_or(base.sp * 3).into(),
                at_post: 0,
                fate: "stands",
                disorganised: base.disorganised,
                broken: base.broken,
                square: base.square,
                come: false,
                moved_in: 0,
                in_contact: false,
                fired: false,
                fought: false,
                leaves_for: None,
                entered: false,
                entering: false,
                could_have_gone: false,
                drove_in: 0,
                gave_up_to_tanks: 0,
                on_the_road: false,
            }));
            let sum =
                |of: fn(&rules::setup::BaseSetup) -> u16| unit.bases.iter().map(|b| u32::from(of(b))).sum::<u32>();
            units.push(Regiment {
                is: unit,
                side,
                hq: unit.hq_die,
                owed: unit.owed,
                attacked: false,
                counter_attacked: false,
                half_tested: unit.half_tested,
                failed: false,
                tested_in: 0,
                lost_a_base: false,
                knows_tanks: unit.met_tanks,
                known: [
                    sum(|b| b.sp) + u32::from(unit.elsewhere.sp),
                    sum(|b| b.markers) + u32::from(unit.elsewhere.markers),
                ],
                sp_at_start: sum(|b| b.sp) + u32::from(unit.elsewhere.sp),
                tests: Vec::new(),
                inside: 0,
                quiet: 0,
                rested: false,
            });
        }
    }
    let shells = |p: &Piece<'_>| {
        p.side == ATTACKER && p.is.arrives == 1 && matches!(p.is.fire, Fire::Indirect | Fire::Harassing)
    };
    let planned = setup.moves > 1 && pieces.iter().any(shells);
    Plain {
        setup,
        faces,
        used: 0,
        pieces,
        units,
        now: 0,
        first_firefight: if planned { 2 } else { 1 },
        caused: [0; 2],
        won: None,
        wants_reserve: false,
        fell: None,
        holder: DEFENDER,
        counter_attacked: false,
        broke_off: false,
        looked: Vec::new(),
        flown: Vec::new(),
        will,
    }
}

pub(super) fn is_veteran(grade: Grade) -> bool {
    matches!(grade, Grade::Veteran | Grade::Elite)
}

impl Plain<'_> {
    fn one_move(&mut self) -> Option<&'static str> {
        for piece in &mut self.pieces {
            (piece.in_contact, piece.fired, piece.could_have_gone) = (false, false, false);
        }
        let before = self.caused;
        self.arrivals();
        if self.now == 1 {
            self.withdraw_failed();
        }
        self.set_out();
        self.tanks_leave();
        self.recce();
        self.tank_terror();
        self.air();
        self.indirect_fire();
        self.have_gone();
        if self.holder == DEFENDER {
            self.firefight();
            let round = [self.caused[0] - before[0], self.caused[1] - before[1]];
            self.wants_reserve |= round[0] < round[1];
            if self.won.is_none() && self.caused[0] > self.caused[1] {
                self.won = Some(self.now);
            }
        }
        self.spare_tanks();
        self.tests();
        self.assaults();
        self.infantry_on_tanks();
        self.tests();
        self.withdraw_failed();
        self.ground();
        self.counter_attacks();
        self.settle_terror(false);
        self.reorganise();
        self.over()
    }

    /// Fresh bases of a unit that has fought, or guns, restore the attack (8).
    fn arrivals(&mut self) {
        for i in self.all() {
            if self.pieces[i].is.arrives != self.now {
                continue;
            }
            self.pieces[i].come = true;
            if self.now > 1 {
                self.pieces[i].moved_in = self.now;
                self.wants_reserve &= !self.is_reserve(i);
            }
        }
    }

    fn is_reserve(&self, i: usize) -> bool {
        let piece = &self.pieces[i];
        let division = &self.units[piece.unit].is.division;
        let same = |p: &Piece<'_>| division.is_some() && self.units[p.unit].is.division == *division;
        let kin = |p: &Piece<'_>| p.side == ATTACKER && p.fought && (p.unit == piece.unit || same(p));
        let of_use = piece.is.arm == Arm::Artillery || self.pieces.iter().any(kin);
        piece.side == ATTACKER && !piece.disorganised && piece.free() > 0 && of_use
    }

    pub(super) fn go(&mut self, i: usize, square: Square, fate: &'static str) {
        let piece = &mut self.pieces[i];
        (piece.square, piece.entered, piece.in_contact, piece.broken) = (square, false, true, false);
        self.becomes(i, fate);
    }

    /// Broken or pinned defenders go if they can; broken attackers who are still there could have gone (9, 12).
    fn set_out(&mut self) {
        for i in self.of(|p| p.side == ATTACKER && p.broken) {
            self.pieces[i].could_have_gone = self.way_out(i).is_some();
        }
        let beaten = self.of(|p| p.side == DEFENDER && (p.broken || p.free() == 0));
        for i in beaten.into_iter().filter(|i| self.in_square(*i)).collect::<Vec<_>>() {
            let way = self.way_out(i);
            if self.will.sits {
                self.pieces[i].could_have_gone = self.pieces[i].broken && way.is_some();
            } else {
                self.pieces[i].leaves_for = way;
            }
        }
    }

    fn have_gone(&mut self) {
        for i in self.of(|p| p.leaves_for.is_some()) {
            let square = self.pieces[i].leaves_for.unwrap_or(self.setup.square);
            if is_veteran(self.grade(self.pieces[i].unit)) {
                self.pieces[i].disorganised = self.pieces[i].is.disorganised;
                self.go(i, square, "withdrew");
            } else {
                self.disorganise(i);
                self.go(i, square, "retreated");
            }
        }
    }

    fn tanks_leave(&mut self) {
        let now = self.now;
        if self.garrison().is_empty() || self.will.stays_in {
            return;
        }
        for i in self.of(|p| p.side == ATTACKER && p.drove_in > 0 && p.drove_in < now) {
            let square = self.pieces[i].is.square;
            self.go(i, square, "withdrew");
        }
    }

    fn tank_terror(&mut self) {
        let tanks = self.of(|p| p.side == ATTACKER && p.is_tank());
        let others = self.of(|p| p.side == ATTACKER && !p.is_tank() && p.can_assault());
        if tanks.len() <= others.len() {
            return;
        }
        let armour = |i: &usize| self.pieces[*i].is.armour.map_or(0, |c| c as i32);
        let best = tanks.iter().map(armour).max().unwrap_or(0);
        for unit in 0..self.units.len() {
            let bases: Vec<usize> = self.garrison().into_iter().filter(|i| self.pieces[*i].unit == unit).collect();
            let has_men = bases.iter().any(|i| !self.pieces[*i].is_armour());
            let steadfast = is_veteran(self.grade(unit)) || self.units[unit].knows_tanks;
            let tank_there = self.garrison().iter().any(|i| self.pieces[*i].is_tank());
            if !has_men || steadfast || tank_there || self.has_anti_tank_fire(best) {
                continue;
            }
            self.units[unit].knows_tanks = true;
            let stands = self.die() >= 4;
            self.units[unit].tests.push((self.now, "tank_terror", stands));
            for i in bases.into_iter().filter(|_| !stands) {
                self.pieces[i].gave_up_to_tanks = self.now;
            }
        }
    }

    fn has_anti_tank_fire(&self, best: i32) -> bool {
        self.of_side(DEFENDER).into_iter().any(|i| {
            let is = self.pieces[i].is;
            let at = is.at.map_or(0, |c| c as i32);
            let may = match is.fire {
                Fire::Direct => self.fires_direct(i),
                Fire::Indirect => self.shells_in_this_move(i),
                _ => false,
            };
            may && self.can_fire(i) && at >= 1 && best - at <= 2
        })
    }

    fn settle_terror(&mut self, over: bool) {
        let tanks = !self.of(|p| p.side == ATTACKER && p.is_tank()).is_empty();
        for i in self.all() {
            let since = self.pieces[i].gave_up_to_tanks;
            if since > 0 && (over || self.now > since) {
                self.pieces[i].gave_up_to_tanks = 0;
                if tanks || self.holder == ATTACKER {
                    self.becomes(i, "surrendered");
                }
            }
        }
    }

    /// SP and markers of a unit, all that are not lost.
    pub(super) fn strength(&self, unit: usize) -> [u32; 2] {
        let left = self.pieces.iter().filter(|p| p.unit == unit && !matches!(p.fate, "destroyed" | "surrendered"));
        let elsewhere = self.units[unit].is.elsewhere;
        left.fold([elsewhere.sp.into(), elsewhere.markers.into()], |sum, p| [sum[0] + p.sp, sum[1] + p.markers])
    }

    /// No tank tests for being pushed back by tanks (8).
    fn spare_tanks(&mut self) {
        let follow = self.of_side(ATTACKER).into_iter().any(|i| self.pieces[i].is_tank() && self.may_assault(i));
        if self.holder == ATTACKER || !follow || !self.is_pushed_back() {
            return;
        }
        for unit in 0..self.units.len() {
            let there: Vec<usize> = self.garrison().into_iter().filter(|i| self.pieces[*i].unit == unit).collect();
            if !there.is_empty() && there.iter().all(|i| self.pieces[*i].is_tank()) {
                self.units[unit].known = self.strength(unit);
                self.units[unit].lost_a_base = false;
            }
        }
    }

    pub(super) fn tests(&mut self) {
        for unit in 0..self.units.len() {
            self.test_if_due(unit);
        }
    }

    pub(super) fn need(&self, unit: usize) -> u8 {
        if self.is_free() {
            return self.holds_on(unit);
        }
        match self.grade(unit) {
            Grade::Elite => 1,
            Grade::Veteran => 3,
            Grade::Regular => 4,
            Grade::Conscript | Grade::Militia => 5,
            Grade::Green => 6,
        }
    }

    /// One die, once a move: for a lost base, or once for markers on half of what is left.
    pub(super) fn test_if_due(&mut self, unit: usize) {
        let [sp, markers] = self.strength(unit);
        let now = &self.units[unit];
        let more = sp < now.known[0] || markers > now.known[1];
        let half = if self.is_free() {
            more && self.share_is_reached(unit)
        } else {
            !now.half_tested && more && sp > 0 && markers * 2 >= sp
        };
        let lost = !self.is_free() && now.lost_a_base;
        let here = self.of_unit(unit);
        let whole = now.failed && !here.iter().any(|i| self.pieces[*i].fought && !self.pieces[*i].broken);
        if whole || now.tested_in == self.now || !(half || lost) {
            return;
        }
        if here.is_empty() {
            self.units[unit].lost_a_base = false;
            return;
        }
        let passed = self.die() >= self.need(unit);
        let this_move = self.now;
        let now = &mut self.units[unit];
        now.tests.push((this_move, "break", passed));
        now.lost_a_base = false;
        now.half_tested |= half;
        now.tested_in = this_move;
        if !passed {
            self.fail(unit);
        }
    }

    pub(super) fn fail(&mut self, unit: usize) {
        self.units[unit].failed = true;
        if self.refuses(unit) {
            return;
        }
        for i in self.of_unit(unit).into_iter().filter(|i| self.pieces[*i].fought).collect::<Vec<_>>() {
            (self.pieces[i].disorganised, self.pieces[i].broken) = (true, true);
        }
    }

    /// Failed attackers withdraw (12).
    fn withdraw_failed(&mut self) {
        if self.will.halts {
            return;
        }
        for i in self.of(|p| p.side == ATTACKER && p.broken) {
            let square = self.way_out(i).unwrap_or(self.pieces[i].square);
            self.go(i, square, "retreated");
        }
    }

    /// A square without defenders is walked into.
    fn ground(&mut self) {
        if self.holder == ATTACKER || !self.garrison().is_empty() {
            return;
        }
        let goes = |i: &usize| self.pieces[*i].entered || self.may_assault(*i);
        let takers: Vec<usize> = self.of_side(ATTACKER).into_iter().filter(goes).collect();
        if !takers.is_empty() {
            self.enter(&takers);
            (self.holder, self.fell) = (ATTACKER, Some(self.now));
        }
    }

    pub(super) fn enter(&mut self, bases: &[usize]) {
        for i in bases.iter().copied().filter(|i| self.pieces[*i].here()).collect::<Vec<_>>() {
            if !self.pieces[i].entered {
                self.pieces[i].moved_in = self.now;
            }
            self.pieces[i].square = self.setup.square;
            self.pieces[i].entered = true;
        }
    }

    /// Units out of contact all move; low grades one move later (11).
    fn reorganise(&mut self) {
        for unit in 0..self.units.len() {
            let on_map = |p: &Piece<'_>| {
                p.come && p.gave_up_to_tanks == 0 && matches!(p.fate, "stands" | "withdrew" | "retreated")
            };
            let members: Vec<usize> =
                self.all().into_iter().filter(|i| self.pieces[*i].unit == unit && on_map(&self.pieces[*i])).collect();
            let beside_enemy = |i: usize| {
                let (side, square) = (self.pieces[i].side, self.pieces[i].square);
                self.pieces.iter().any(|p| p.side != side && p.here() && p.square == square)
            };
            let quiet = !members.is_empty() && !members.iter().any(|i| self.pieces[*i].in_contact || beside_enemy(*i));
            self.units[unit].quiet = if quiet { self.units[unit].quiet + 1 } else { 0 };
            let low = matches!(self.grade(unit), Grade::Green | Grade::Militia | Grade::Conscript);
            let ordered = !low || self.units[unit].is.orders && self.units[unit].quiet >= 2;
            let out_of_order = |i: &usize| self.pieces[*i].markers > 0 || self.pieces[*i].disorganised;
            let reason = self.units[unit].failed || members.iter().any(out_of_order);
            let has_command = self.pieces.iter().any(|p| p.unit == unit && p.is_command());
            let leads = |i: &usize| {
                let piece = &self.pieces[*i];
                piece.free() > 0 && (!has_command || piece.is_command() || piece.is_tank())
            };
            let has_its_move = quiet && ordered && members.iter().any(leads);
            self.units[unit].rested = has_its_move || quiet && self.units[unit].rested;
            if has_its_move && reason {
                self.put_in_order(unit, &members);
            }
        }
    }

    fn put_in_order(&mut self, unit: usize, members: &[usize]) {
        let mut squares: Vec<Square> = members.iter().map(|i| self.pieces[*i].square).collect();
        squares.sort_unstable();
        squares.dedup();
        for square in squares {
            let bore: Vec<usize> = members
                .iter()
                .copied()
                .filter(|i| self.pieces[*i].square == square && self.pieces[*i].markers > 0)
                .collect();
            let markers: u32 = bore.iter().map(|i| self.pieces[*i].markers).sum();
            let odd = markers % 2 == 1 && self.die() < 4;
            for _ in 0..markers / 2 + u32::from(odd) {
                let most =
                    bore.iter().copied().max_by_key(|i| (self.pieces[*i].sp, self.pieces[*i].markers, usize::MAX - *i));
                if let Some(i) = most {
                    self.pieces[i].at_post += u32::from(self.pieces[i].sp > 0);
                    self.pieces[i].sp = self.pieces[i].sp.saturating_sub(1);
                }
            }
            for i in bore {
                self.pieces[i].markers = 0;
                if self.pieces[i].sp == 0 {
                    self.becomes(i, "at_medical_post");
                }
            }
        }
        let logistic = self.units[unit].is.logistic;
        for i in members {
            let piece = &mut self.pieces[*i];
            (piece.disorganised, piece.broken) = (false, false);
            piece.empty &= !logistic;
        }
        self.pay(unit);
        let costs = self.costs_die();
        let now = &mut self.units[unit];
        now.hq = now.hq.saturating_sub(now.owed);
        (now.owed, now.failed, now.half_tested, now.lost_a_base) = (0, false, false, false);
        if logistic && costs {
            now.hq = match now.is.grade {
                Grade::Elite => 5,
                Grade::Veteran => 4,
                Grade::Regular => 3,
                Grade::Conscript | Grade::Militia => 2,
                Grade::Green => 1,
            };
        }
    }

    fn pay(&mut self, unit: usize) {
        let costs = self.costs_die();
        let now = &mut self.units[unit];
        if costs {
            now.owed += u8::from(now.attacked) + u8::from(now.counter_attacked);
        }
        (now.attacked, now.counter_attacked) = (false, false);
    }

    /// The doctrine of breaking off (12), and what else ends a battle.
    fn over(&mut self) -> Option<&'static str> {
        if self.holder == ATTACKER {
            return (!self.counter_attack_may_come()).then_some("taken");
        }
        if self.counter_attacked && self.fell.is_some() {
            return Some("won_back");
        }
        let to_come = |p: &Piece<'_>| p.side == ATTACKER && p.is.arrives > self.now && p.is.arrives <= self.setup.moves;
        if self.of_side(ATTACKER).is_empty() && !self.pieces.iter().any(to_come) {
            return Some("broken_off");
        }
        let fresh = |i: usize| to_come(&self.pieces[i]) && self.is_reserve(i);
        let failed = self.units.iter().any(|u| u.side == ATTACKER && u.failed) && !self.all().into_iter().any(fresh);
        let free = |list: Vec<usize>| list.into_iter().map(|i| self.pieces[i].free()).sum::<u32>();
        let weaker = free(self.of_side(ATTACKER)) < free(self.garrison());
        let behind = self.now >= self.first_firefight && self.won.is_none() && weaker;
        if self.now == self.setup.moves || !failed && !behind || self.will.goes_on {
            return None;
        }
        self.broke_off = true;
        for i in self.of_side(ATTACKER) {
            let square = self.pieces[i].is.square;
            self.go(i, square, "withdrew");
        }
        Some("broken_off")
    }

    /// The command bases of a unit have fought and been marked (9).
    fn command_is_marked(&self, unit: usize) -> bool {
        let mut commands = self.pieces.iter().filter(|p| p.unit == unit && p.is_command()).peekable();
        let marked = |p: &Piece<'_>| {
            let lost = matches!(p.fate, "destroyed" | "surrendered");
            p.fought && (lost || p.markers > p.is.markers.into())
        };
        commands.peek().is_some() && commands.all(marked)
    }

    /// What having fought leaves (9), and what the HQ die does at once.
    fn come_home(&mut self) {
        for unit in 0..self.units.len() {
            self.pay(unit);
        }
        for i in self.all() {
            let piece = &self.pieces[i];
            let unit = &self.units[piece.unit];
            let back = piece.fate == "withdrew" || self.broke_off && piece.side == ATTACKER;
            let in_order = self.is_steady(i) || is_veteran(unit.is.grade) && back && !unit.failed;
            let rested = unit.rested && piece.markers == 0 && !piece.disorganised;
            if piece.fought && !in_order && !rested {
                self.pieces[i].disorganised = true;
            }
        }
        for i in self.all() {
            let number = self.pieces[i].unit;
            let unit = &self.units[number];
            let used_up = self.costs_die() && unit.owed > 0 && unit.owed >= unit.hq;
            self.pieces[i].disorganised |= used_up || self.command_is_marked(number);
        }
    }
}
