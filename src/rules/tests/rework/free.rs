//! NQM Free read a second time, plainly, from its page, `../shared/rules/nqm-free.md`: what differs from NQM Squared.
//!
//! What it is: recce by three dice, markers by dice, break tests of a share, close assault by grade, what becomes of the
//! beaten, losses that return; all else is the plain working of NQM Squared beside it.
//! What it covers: as there, recce by its own dice, ambushes that are let go, shoot
//! and scoot, second shots, failed attackers who halt, combat units, `allocation`, `free_costs_die`, `cu_by_unit`, losses that
//! return; charges cost no SP.
//! What it does not: as there; the start line, tasks.
//! Where the page is silent: who is looked at where several units hide is the first in engagement order, and its stands are
//! those that fire; at harassing range whoever would have been marked is disorganised, by any calibre and before what scooting
//! halves; blue gives the range of that fire and not of the firefight after it; dice for markers follow the volleys
//! of their step, the attacker's first; no limit of attacks is twenty rounds; elite troops throw for tanks in their position
//! and cannot fail; green troops test once, at the first casualty of an attack; who holds what he took is in defence when he
//! fails, and who has not taken it yet in attack, also where infantry of the position assaults his tanks; combat units are
//! not filled up within a battle; with `cu_by_unit` a unit's stock is that of all its bases that are not lost, and what they
//! fire in one step costs one of the base that has most; that any battalion of the division may counter-attack in move 2 is
//! read of its arrival, which is drawn, and section 10 of Squared has the rest.

use domain::{Arm, Class, Grade, Role};
use rules::setup::{BaseSetup, Fire};

use super::table::{ATTACKER, DEFENDER, Plain};

/// The row of a grade: E V R C M. Green uses that of militia.
fn row(grade: Grade) -> usize {
    match grade {
        Grade::Elite => 0,
        Grade::Veteran => 1,
        Grade::Regular => 2,
        Grade::Conscript => 3,
        Grade::Militia | Grade::Green => 4,
    }
}

/// Y: always.
const Y: u8 = 1;
/// X: never.
const X: u8 = 7;

/// "Recce": who looks by row, who hides by column.
const SEES: [[u8; 5]; 5] = [[6, 5, 4, 2, Y], [X, 6, 5, 3, 2], [X, 6, 5, 4, 3], [X, X, 6, 5, 4], [X, X, X, 6, 5]];

fn sees(looks: Grade, hides: Grade, face: u8) -> bool {
    face >= SEES[row(looks)][row(hides)]
}

/// Harassing, effective, contact: 0, 1, 2.
fn range(hides: Grade, face: u8) -> usize {
    let row = ["CCCCCC", "EECCCC", "HEEECC", "HHEEEC", "HHHEEE"][row(hides)];
    "HEC".find(&row[usize::from(face) - 1..usize::from(face)]).expect("a range")
}

/// Effective range in metres (Squared, section 5).
fn range_of(is: &BaseSetup) -> u32 {
    match (is.arm, is.calibre_mm) {
        _ if is.armour.is_some() && is.calibre_mm > 47 => 500,
        (Arm::Antitank, _) if is.at >= Some(Class::Heavy) => 2_000,
        (Arm::Antitank, _) if is.at == Some(Class::Medium) => 1_000,
        (Arm::Antitank, _) => 500,
        (Arm::Artillery, 81 | 82) => 3_000,
        (Arm::Artillery, 120) => 5_000,
        (Arm::Artillery, 200..) => 20_000,
        (Arm::Artillery, 150..) => 18_000,
        (Arm::Artillery, _) => 15_000,
        _ => 300,
    }
}

impl Plain<'_> {
    /// The grade as which a unit fights and tests.
    fn as_grade(&self, unit: usize) -> Grade {
        let of = self.units[unit].is;
        if of.grade == Grade::Green { of.grade_under.unwrap_or(Grade::Conscript) } else { of.grade }
    }

    pub(super) fn look(&mut self, i: usize, hidden: usize, unlooked: bool) {
        let (ours, theirs) = (self.grade(self.pieces[i].unit), self.grade(hidden));
        let ambush = if unlooked {
            true
        } else {
            let (red, white) = (self.die(), self.die());
            if sees(ours, theirs, red) {
                self.die();
                self.looked.push("the recce sees first");
                return;
            }
            sees(theirs, ours, white)
        };
        let blue = self.die();
        let range = range(theirs, blue);
        self.looked.push(if ambush { "ambush" } else { "opens fire" });
        self.looked.push(["harassing", "effective", "contact"][range]);
        if ambush && !unlooked && self.will.lets_pass {
            self.looked.push("let pass");
            return;
        }
        let scoots = !unlooked && self.will.scoots && self.pieces[i].is.role == Role::Recce;
        let up = i32::from(range == 2) + i32::from(ambush);
        let fire: Vec<usize> =
            self.of_unit(hidden).into_iter().filter(|h| self.in_square(*h) && self.can_fire(*h)).collect();
        let shots = self.volley(&fire, &[i], up);
        let markers: u32 = shots.iter().map(|s| s.markers).sum();
        for shot in &shots {
            self.touch(shot.by);
            self.touch(i);
        }
        if range == 0 {
            if markers > 0 {
                self.disorganise(i);
            }
        } else {
            self.mark(&[i], if scoots { markers / 2 } else { markers }, false);
            self.overload(&[i]);
        }
        if scoots && self.pieces[i].here() {
            let square = self.pieces[i].square;
            self.go(i, square, "withdrew");
            self.looked.push("recce scoots");
        }
    }

    /// "Shoot and scoot": guns and recce in the square that outrange their attackers.
    pub(super) fn shoot_and_scoot(&mut self) {
        if !self.is_free() {
            return;
        }
        let theirs = self.of_side(ATTACKER).into_iter().map(|i| range_of(self.pieces[i].is)).max().unwrap_or(0);
        let may = |i: &usize| {
            let is = self.pieces[*i].is;
            matches!(is.arm, Arm::Antitank | Arm::Recce | Arm::Artillery) && range_of(is) > theirs && self.can_fire(*i)
        };
        let guns: Vec<usize> = self.garrison().into_iter().filter(may).collect();
        let at = self.enemies_of(DEFENDER);
        let (mut shots, mut away, mut again) = (Vec::new(), Vec::new(), Vec::new());
        for i in guns {
            if let Some(square) = self.way_out(i).filter(|_| self.will.scoots) {
                away.push((i, square));
            } else if self.will.twice && self.pieces[i].is.fire == Fire::Direct && self.has_two_shots(i) {
                again.push(i);
            } else {
                continue;
            }
            shots.extend(self.throw(&[i], &at, 0));
        }
        self.spend_together(&shots.iter().map(|s| s.by).collect::<Vec<_>>());
        self.caused[DEFENDER] += self.land(&shots, &at);
        self.overload(&at);
        for (i, square) in away {
            self.go(i, square, "withdrew");
            self.looked.push("shoot and scoot");
        }
        for i in again {
            self.pieces[i].fired = false;
            self.looked.push("two shots");
        }
    }

    /// The bases from which a unit spends: its own stock is that of all who are not lost (silent).
    fn stock(&self, unit: usize) -> Vec<usize> {
        let not_lost = |i: &usize| {
            let piece = &self.pieces[*i];
            piece.unit == unit && !matches!(piece.fate, "destroyed" | "surrendered")
        };
        self.all().into_iter().filter(not_lost).collect()
    }

    /// So many thirds, in one base: its own, or with `cu_by_unit` one of its unit.
    pub(super) fn has_combat_units(&self, i: usize, thirds: u32) -> bool {
        let has = |i: usize| self.pieces[i].cu >= thirds;
        has(i) || self.setup.options.cu_by_unit && self.stock(self.pieces[i].unit).into_iter().any(has)
    }

    fn has_two_shots(&self, i: usize) -> bool {
        if self.setup.options.cu_by_unit {
            let whole = |i: usize| self.pieces[i].cu / 3;
            return self.stock(self.pieces[i].unit).into_iter().map(whole).sum::<u32>() >= 2;
        }
        self.pieces[i].cu >= 6
    }

    /// With `cu_by_unit` those of a unit who fired together have spent one, of the base that has most (silent).
    pub(super) fn spend_together(&mut self, fired: &[usize]) {
        if !self.is_free() || !self.setup.options.cu_by_unit {
            return;
        }
        for unit in 0..self.units.len() {
            let first = fired.iter().find(|i| self.pieces[**i].unit == unit);
            let Some(cost) = first.map(|i| self.cost(*i)) else { continue };
            self.looked.push("spent together");
            let most = self.stock(unit).into_iter().max_by_key(|i| (self.pieces[*i].cu, usize::MAX - *i));
            if let Some(i) = most {
                self.pieces[i].cu = self.pieces[i].cu.saturating_sub(cost);
            }
        }
    }

    /// "Markers": fewest first, then a die numbers the equal stands.
    pub(super) fn marked_by_die(&mut self, among: &[usize]) -> Option<usize> {
        let fewest = among.iter().map(|i| self.pieces[*i].markers).min()?;
        let equal: Vec<usize> = among.iter().copied().filter(|i| self.pieces[*i].markers == fewest).take(6).collect();
        if equal.len() == 1 {
            return Some(equal[0]);
        }
        loop {
            let face = usize::from(self.die());
            if face <= equal.len() {
                return Some(equal[face - 1]);
            }
        }
    }

    /// Disorganised troops fire only in self-defence, or where their unit failed and went to ground.
    pub(super) fn fires_as_attacker(&self, i: usize) -> bool {
        let piece = &self.pieces[i];
        self.is_support(i) || !piece.disorganised || self.units[piece.unit].failed
    }

    /// "Break tests", the column "holds on".
    pub(super) fn holds_on(&self, unit: usize) -> u8 {
        [1, 3, 4, 5, 5][row(self.as_grade(unit))]
    }

    /// Once a battle, of the SP at its start; green troops that attack at the first casualty.
    pub(super) fn share_is_reached(&self, unit: usize) -> bool {
        let of = &self.units[unit];
        if of.tests.iter().any(|(_, kind, _)| *kind == "break") {
            return false;
        }
        let [sp, markers] = self.strength(unit);
        let taken = of.sp_at_start - sp + markers;
        if of.is.grade == Grade::Green && of.side == ATTACKER {
            return taken > 0;
        }
        match self.as_grade(unit) {
            Grade::Elite => false,
            Grade::Regular => taken * 2 >= of.sp_at_start,
            _ => taken * 3 >= of.sp_at_start,
        }
    }

    /// Conscripts and green troops that failed in attack refuse further attack, and that is all.
    pub(super) fn refuses(&self, unit: usize) -> bool {
        let of = &self.units[unit];
        let grade = matches!(of.is.grade, Grade::Conscript | Grade::Green);
        self.is_free() && of.side == ATTACKER && self.holder == DEFENDER && of.failed && grade
    }

    /// "Close assault": dice at most, in attack and in defence.
    pub(super) fn most_dice(&self, by: usize, on: usize) -> [u32; 2] {
        if !self.is_free() {
            return [3, 2];
        }
        [[5, 4, 3, 2, 3][row(self.as_grade(by))], [4, 3, 2, 1, 1][row(self.as_grade(on))]]
    }

    /// Attacks of a move.
    pub(super) fn rounds(&self, by: usize) -> u8 {
        if self.is_free() { [20, 3, 2, 1, 1][row(self.as_grade(by))] } else { self.units[by].hq }
    }

    /// Whether drawn dice are the attacker's, and the defender's: of elite and veteran troops against inferior ones.
    pub(super) fn drawn_dice(&self, by: usize, on: usize) -> [bool; 2] {
        let rank = |unit: usize| match self.grade(unit) {
            Grade::Elite => 4,
            Grade::Veteran => 3,
            Grade::Regular => 2,
            Grade::Conscript | Grade::Militia => 1,
            Grade::Green => 0,
        };
        let wins = |a: usize, b: usize| self.is_free() && rank(a) >= 3 && rank(a) > rank(b);
        [wins(by, on), wins(on, by)]
    }

    /// Surrounded veterans: each on 3 and more.
    pub(super) fn break_out(&mut self, i: usize) {
        let away = self.die() >= 3;
        self.becomes(i, if away { "dispersed" } else { "surrendered" });
    }

    /// Militia always, green troops unsupported.
    pub(super) fn always_surrenders(&self, i: usize) -> bool {
        let (side, square) = (self.pieces[i].side, self.pieces[i].square);
        let supported = self.of_side(side).into_iter().any(|o| {
            let other = &self.pieces[o];
            o != i && other.square == square && other.free() > 0
        });
        match self.grade(self.pieces[i].unit) {
            Grade::Militia => true,
            Grade::Green => !supported,
            _ => false,
        }
    }

    /// "Reorganisation": half of what was lost in it returns, an odd one on 4 and more, to the stand that lost most.
    pub(super) fn return_from_post(&mut self) {
        if !self.is_free() || !self.setup.options.recovery {
            return;
        }
        for unit in 0..self.units.len() {
            let stands: Vec<usize> = self.all().into_iter().filter(|i| self.pieces[*i].unit == unit).collect();
            let lost: u32 = stands.iter().map(|i| self.pieces[*i].at_post).sum();
            let odd = lost % 2 == 1 && self.die() >= 4;
            for _ in 0..lost / 2 + u32::from(odd) {
                let waits = |i: &&usize| {
                    let piece = &self.pieces[**i];
                    piece.at_post > 0 && !matches!(piece.fate, "destroyed" | "surrendered")
                };
                let most = stands.iter().filter(waits).max_by_key(|i| (self.pieces[**i].at_post, usize::MAX - **i));
                let Some(i) = most.copied() else { break };
                let piece = &mut self.pieces[i];
                piece.sp += 1;
                piece.at_post -= 1;
                if piece.fate == "at_medical_post" {
                    piece.fate = "withdrew";
                }
            }
        }
    }
}
