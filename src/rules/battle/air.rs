//! Step 4: aircraft and anti-aircraft fire (section 7, "Air").

use dice::Part;
use domain::{Class, Posture, Role};

use super::RunningBattle;
use super::asked::{by_face, letters};
use super::fire::common_class;
use crate::battle::system::Result;
use crate::classes::{difference, markers, row};
use crate::decision::{Choice, Placing};
use crate::outcome::{AirOutcome, Volley};
use crate::pairs::BattleSide;
use crate::setup::AirSetup;

/// What fire at aircraft comes to.
const DRIVEN_OFF: [&str; 2] = ["aircraft driven off", "aircraft driven off"];

/// The markers of a die of those who fire at low flyers: as L against H.
fn low_hit(face: u8) -> u32 {
    u32::from(markers(Class::Light, Class::Heavy, face))
}

/// What an aircraft has thrown, and at whom.
struct Strike<'p> {
    by: BattleSide,
    plane: &'p AirSetup,
    targets: Vec<usize>,
    markers: u32,
}

impl RunningBattle<'_, '_, '_> {
    /// Air of both sides: anti-aircraft fire and aircraft against it together, then those not driven off; their markers
    /// fall when all have thrown.
    pub(crate) fn air(&mut self) -> Result<()> {
        let mut strikes = Vec::new();
        for side in [BattleSide::Attacker, BattleSide::Defender] {
            let engagement = self.engagement;
            let now = self.now;
            let flown: Vec<&AirSetup> = engagement.side(side).air.iter().filter(|a| a.arrives == now).collect();
            if flown.is_empty() {
                continue;
            }
            let mut marked = self.anti_air(side.other(), &flown)?;
            let mut used = vec![false; flown.len()];
            for (plane, used) in flown.iter().copied().zip(&mut used) {
                let at = if plane.at_anti_air { self.air_target(side, plane, Role::AntiAir) } else { None };
                if let Some(target) = at {
                    *used = true;
                    strikes.push(self.strike(side, plane, target)?);
                }
            }
            self.fire_at_low_flyers(side.other(), &flown, &used, &mut marked)?;
            for (place, plane) in flown.iter().copied().enumerate().filter(|(place, _)| !used[*place]) {
                let at = if marked[place] == 0 { self.air_target(side, plane, Role::Fighting) } else { None };
                if let Some(target) = at {
                    strikes.push(self.strike(side, plane, target)?);
                }
            }
            let came = flown.iter().zip(&marked);
            self.flown.extend(came.map(|(a, markers)| AirOutcome { id: a.id.clone(), markers: *markers as u16 }));
        }
        for strike in &strikes {
            self.bombs_land(strike)?;
        }
        for strike in &strikes {
            self.remove_overloaded(&strike.targets);
        }
        Ok(())
    }

    /// Each anti-aircraft base throws its die at the first aircraft not yet aimed at; a marker drives it off: how many each
    /// aircraft takes.
    ///
    /// # Interpretation
    /// Once all are aimed at, the first again. Disorganised ones fire where they are attacked themselves.
    fn anti_air(&mut self, by: BattleSide, flown: &[&AirSetup]) -> Result<Vec<u32>> {
        let attacked = |i: usize| by == BattleSide::Attacker || self.in_square(i);
        let may = |i: usize| self.setup(i).role == Role::AntiAir && (attacked(i) || !self.bases[i].disorganised);
        let guns: Vec<usize> = self.side(by).filter(|i| may(*i) && self.can_fire(*i)).collect();
        let mut marked = vec![0; flown.len()];
        for (place, gun) in guns.iter().enumerate() {
            let aircraft = place % flown.len();
            // Low flyers are targets of class L, those that bomb from height of class M.
            let target = if flown[aircraft].low { Class::Light } else { Class::Medium };
            let weapon = self.setup(*gun).men.unwrap_or(Class::VeryLight);
            let hits = |face: u8| row(weapon, target, 0).map_or(0, |row| u32::from(row[usize::from(face) - 1]));
            let drives = || by_face(DRIVEN_OFF, |face| hits(face).min(1));
            let parts =
                self.parts(|| vec![(*gun, format!("{} at {}: {}", letters(weapon), letters(target), drives()))]);
            let face = self.unit_die(self.bases[*gun].unit, "anti-aircraft fire", &parts)?;
            self.spend(*gun, face);
            self.engage(*gun);
            let hit = hits(face);
            marked[aircraft] += hit;
            self.tell_anti_air(by, flown[aircraft], 1, hit > 0);
        }
        self.spend_together(&guns);
        Ok(marked)
    }

    /// Bases about to be attacked by low flyers may spend their fire of this move on them, as L against H; asked by unit.
    ///
    /// # Interpretation
    /// A unit fires at the first low flyer that attacks bases of it and is not driven off yet.
    fn fire_at_low_flyers(
        &mut self,
        by: BattleSide,
        flown: &[&AirSetup],
        used: &[bool],
        marked: &mut [u32],
    ) -> Result<()> {
        for unit in (0..self.units.len()).filter(|unit| self.units[*unit].side == by).collect::<Vec<_>>() {
            let attacked = |(place, plane): (usize, &&AirSetup)| {
                let comes = plane.low && !used[place] && marked[place] == 0;
                let (targets, _) = self.air_target(by.other(), plane, Role::Fighting).filter(|_| comes)?;
                let fires = |i: &usize| self.bases[*i].unit == unit && self.can_fire(*i);
                let guns: Vec<usize> = targets.into_iter().filter(fires).collect();
                (!guns.is_empty()).then_some((place, guns))
            };
            let Some((aircraft, guns)) = flown.iter().enumerate().find_map(attacked) else { continue };
            if !self.ask_unit(Choice::FireAtAircraft, unit, false)? {
                continue;
            }
            let engagement = self.engagement;
            let drives = || by_face(DRIVEN_OFF, |face| low_hit(face).min(1));
            let parts = self.parts(|| guns.iter().map(|gun| (*gun, drives())).collect());
            let faces = self.throw(engagement.unit(unit).id.as_str(), "fire at low flyers", guns.len(), &parts)?;
            for (gun, face) in guns.iter().zip(&faces) {
                self.spend(*gun, *face);
                self.engage(*gun);
            }
            self.spend_together(&guns);
            marked[aircraft] = faces.iter().map(|face| low_hit(*face)).sum();
            self.tell_anti_air(by, flown[aircraft], faces.len(), marked[aircraft] > 0);
        }
        Ok(())
    }

    fn tell_anti_air(&mut self, by: BattleSide, aircraft: &AirSetup, dice: usize, hit: bool) {
        self.effect(|| if hit { format!("{} is driven off", aircraft.id) } else { "no hit".to_owned() });
        self.tell_fire(by, Volley::AntiAir, dice, u32::from(hit));
    }

    /// An aircraft attacks: an engine a die.
    fn strike<'p>(
        &mut self,
        by: BattleSide,
        plane: &'p AirSetup,
        (targets, class): (Vec<usize>, Class),
    ) -> Result<Strike<'p>> {
        let weapon = plane.weapon(self.engagement.setup().options);
        let pips = |face: u8| row(weapon, class, 0).map_or(0, |row| u32::from(row[usize::from(face) - 1]));
        let words = || format!("{} at {}: {}", letters(weapon), letters(class), by_face(["marker", "markers"], pips));
        let parts = if self.dice.is_asked() { vec![Part { id: plane.id.clone(), words: words() }] } else { vec![] };
        let faces = self.throw(&plane.id, "air attack", usize::from(plane.engines), &parts)?;
        let markers: u32 = faces.iter().map(|face| pips(*face)).sum();
        self.effect(|| if markers == 1 { "1 marker".to_owned() } else { format!("{markers} markers") });
        Ok(Strike { by, plane, targets, markers })
    }

    /// What an aircraft of a side attacks, and its class; none where it can harm nothing.
    fn air_target(&self, side: BattleSide, plane: &AirSetup, at: Role) -> Option<(Vec<usize>, Class)> {
        self.best_from_air(&self.air_targets(side.other(), at), plane.weapon(self.engagement.setup().options))
    }

    /// Places what an aircraft came to; bombs disorganise.
    fn bombs_land(&mut self, strike: &Strike<'_>) -> Result<()> {
        for i in &strike.targets {
            self.engage(*i);
        }
        for placing in Placing::each(strike.markers) {
            let Some(base) = self.pick(&strike.targets, placing, |_, _| true)? else { break };
            self.bases[base].markers += 1;
            if self.bombs_disorganise(strike.plane, base) {
                self.disorganise(base);
            }
        }
        self.tell_fire(strike.by, Volley::Air, usize::from(strike.plane.engines), strike.markers);
        Ok(())
    }

    fn air_targets(&self, side: BattleSide, at: Role) -> Vec<usize> {
        let wanted = |i: &usize| at != Role::AntiAir || self.setup(*i).role == Role::AntiAir;
        match side {
            BattleSide::Attacker => self.side(side).filter(|i| self.is_exposed(*i)).filter(wanted).collect(),
            BattleSide::Defender => self.exposed_garrison().filter(wanted).collect(),
        }
    }

    /// The kind of target that aircraft of a class favour, with its class; men where both are equal.
    fn best_from_air(&self, enemies: &[usize], weapon: Class) -> Option<(Vec<usize>, Class)> {
        let targets = self.targets(enemies.iter().copied());
        let class = |kind: usize| common_class(targets.kinds[kind].iter().map(|i| self.class_from_air(*i)));
        let score = |kind: usize| class(kind).filter(|c| row(weapon, *c, 0).is_some()).map(|c| difference(weapon, c));
        let kind = match (score(0), score(1)) {
            (None, None) => return None,
            (men, armour) => usize::from(armour > men),
        };
        Some((targets.kinds[kind].clone(), class(kind)?))
    }

    /// The class of a base as a target of aircraft: every vehicle, soft ones too, is L.
    fn class_from_air(&self, base: usize) -> Class {
        if self.setup(base).armour.is_some() { Class::Light } else { self.target_class(base) }
    }

    /// Whether bombs from height disorganise what they mark.
    ///
    /// # Interpretation
    /// Open and dug-in bases; fortified ones only by bombers with four engines.
    fn bombs_disorganise(&self, plane: &AirSetup, base: usize) -> bool {
        let fortified = self.posture(base) == Posture::Fortified;
        !plane.low && (!fortified || plane.engines >= 4)
    }
}
