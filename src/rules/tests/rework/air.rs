//! Aircraft and anti-aircraft fire worked plainly (section 7, "Air"); by NQM Free the same.
//!
//! Where the page is silent: the attacker's aircraft, and all fire at them, come before the defender's; once every aircraft is
//! aimed at, the next anti-aircraft base aims at the first again; a unit fires at the first low flyer that attacks bases of it;
//! fighter-bombers are M by the house rule; low flyers' markers do not count in the firefight.

use domain::{Class, Posture, Role};
use rules::setup::{AirKind, AirSetup};

use super::table::{ATTACKER, DEFENDER, Plain, class, markers, of_most};

/// What an aircraft threw at whom: markers that fall when all have thrown.
struct Strike<'s> {
    plane: &'s AirSetup,
    targets: Vec<usize>,
    markers: u32,
}

impl<'s> Plain<'s> {
    /// Step 4.
    pub(super) fn air(&mut self) {
        let setup = self.setup;
        let mut strikes = Vec::new();
        for side in [ATTACKER, DEFENDER] {
            let all = if side == ATTACKER { &setup.attacker.air } else { &setup.defender.air };
            let flown: Vec<&AirSetup> = all.iter().filter(|plane| plane.arrives == self.now).collect();
            if !flown.is_empty() {
                self.air_of(side, &flown, &mut strikes);
            }
        }
        for strike in &strikes {
            for i in &strike.targets {
                self.touch(*i);
            }
            for _ in 0..strike.markers {
                let Some(i) = self.next_marked(&strike.targets) else { break };
                self.pieces[i].markers += 1;
                let fortified = self.in_position(i) && self.pieces[i].is.posture == Posture::Fortified;
                if !strike.plane.low && (!fortified || strike.plane.engines >= 4) {
                    self.disorganise(i);
                    self.looked.push("bombs disorganise");
                }
            }
        }
        for strike in strikes {
            self.overload(&strike.targets);
        }
    }

    fn air_of(&mut self, side: usize, flown: &[&'s AirSetup], strikes: &mut Vec<Strike<'s>>) {
        let mut hit = self.anti_aircraft_fire(1 - side, flown);
        let mut used = Vec::new();
        for plane in flown.iter().copied() {
            let target = self.target_of(side, plane, true).filter(|_| plane.at_anti_air);
            used.push(target.is_some());
            if let Some((targets, class)) = target {
                strikes.push(self.attack_from_air(plane, targets, class));
                self.looked.push("anti-aircraft is attacked");
            }
        }
        if self.will.shoots_up {
            self.fire_at_low_flyers(side, flown, &used, &mut hit);
        }
        for (n, plane) in flown.iter().copied().enumerate() {
            if !used[n]
                && hit[n] == 0
                && let Some((targets, class)) = self.target_of(side, plane, false)
            {
                strikes.push(self.attack_from_air(plane, targets, class));
                self.looked.push("an air attack");
            }
            if hit[n] > 0 {
                self.looked.push("driven off");
            }
            self.flown.push((plane.id.as_str(), hit[n]));
        }
    }

    /// Each anti-aircraft base at the first aircraft not yet aimed at. Those that are disorganised fire in self-defence: where
    /// they may be attacked.
    fn anti_aircraft_fire(&mut self, by: usize, flown: &[&AirSetup]) -> Vec<u32> {
        let mut hit = vec![0; flown.len()];
        let attacked = self.enemies_of(1 - by);
        let fires = |i: &usize| {
            let piece = &self.pieces[*i];
            let may = !piece.disorganised || attacked.contains(i);
            piece.is.role == Role::AntiAir && may && self.can_fire(*i)
        };
        let guns: Vec<usize> = self.of_side(by).into_iter().filter(fires).collect();
        for (n, i) in guns.iter().enumerate() {
            let at = n % flown.len();
            let face = self.die();
            self.spend(*i, face);
            self.touch(*i);
            hit[at] += markers(class(self.pieces[*i].is.men), if flown[at].low { 1 } else { 2 }, face);
        }
        self.spend_together(&guns);
        hit
    }

    /// Bases that low flyers are about to attack, as L against H.
    fn fire_at_low_flyers(&mut self, side: usize, flown: &[&AirSetup], used: &[bool], hit: &mut [u32]) {
        for unit in 0..self.units.len() {
            if self.units[unit].side == side {
                continue;
            }
            for (n, plane) in flown.iter().enumerate() {
                let attacked = self.target_of(side, plane, false).map(|(targets, _)| targets).unwrap_or_default();
                let fires = |i: &usize| self.pieces[*i].unit == unit && self.can_fire(*i);
                let guns: Vec<usize> = attacked.into_iter().filter(fires).collect();
                if !plane.low || used[n] || hit[n] > 0 || guns.is_empty() {
                    continue;
                }
                for i in &guns {
                    let face = self.die();
                    self.spend(*i, face);
                    self.touch(*i);
                    hit[n] += markers(1, 3, face);
                }
                self.spend_together(&guns);
                self.looked.push("fire at low flyers");
                break;
            }
        }
    }

    /// The kind that an aircraft favours, men where both are equal, and its class: all vehicles are L from the air.
    fn target_of(&self, side: usize, plane: &AirSetup, anti_air: bool) -> Option<(Vec<usize>, i32)> {
        let weapon = self.weapon_of(plane);
        let mut best: Option<(Vec<usize>, i32)> = None;
        for armour in [false, true] {
            let is_target = |i: &usize| {
                let piece = &self.pieces[*i];
                piece.is_armour() == armour && (!anti_air || piece.is.role == Role::AntiAir)
            };
            let targets: Vec<usize> = self.enemies_of(side).into_iter().filter(is_target).collect();
            let vehicle = |i: &usize| self.pieces[*i].is.armour.is_some();
            let classes: Vec<i32> =
                targets.iter().map(|i| if vehicle(i) { 1 } else { self.target_class(*i) }).collect();
            let Some(class) = of_most(&classes) else { continue };
            if weapon - class >= -2 && best.as_ref().is_none_or(|(_, other)| class < *other) {
                best = Some((targets, class));
            }
        }
        best
    }

    /// By the house rule fighters L, ground attack and bombers M, tank hunters H; by the table those that strafe M, others H.
    fn weapon_of(&self, plane: &AirSetup) -> i32 {
        let by_table = self.setup.options.air_by_table;
        match (plane.class, plane.kind) {
            (Some(own), _) => class(Some(own)),
            (None, Some(AirKind::Fighter)) => 1 + i32::from(by_table),
            (None, Some(AirKind::GroundAttack)) => 2,
            (None, Some(AirKind::TankHunter)) => 3,
            (None, Some(AirKind::DiveBomber | AirKind::FighterBomber | AirKind::Bomber)) => 2 + i32::from(by_table),
            (None, None) => class(Some(Class::Light)),
        }
    }

    /// One combat unit an engine.
    fn attack_from_air(&mut self, plane: &'s AirSetup, targets: Vec<usize>, class: i32) -> Strike<'s> {
        let weapon = self.weapon_of(plane);
        let sum = (0..plane.engines).map(|_| markers(weapon, class, self.die())).sum();
        Strike { plane, targets, markers: sum }
    }
}
