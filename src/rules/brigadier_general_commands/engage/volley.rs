//! Fire in a turn: who fires, at whom, and what it does (2.2, 5.2 steps 2 to 6).

use dice::{Call, Dice, DiceError, Told};

use super::Turn;
use crate::brigadier_general_commands::checks::{air, bug_out};
use crate::brigadier_general_commands::engage::force::{ATTACKER, DEFENDER, Platoon};
use crate::brigadier_general_commands::fire::{BgcReading, Hits, Lot, cover_against};
use crate::brigadier_general_commands::kinds::{BgcArm, BgcCover, BgcOrder, BgcWeapon, Mode, Struck};
use crate::brigadier_general_commands::ladder::{mode_since, step};
use crate::brigadier_general_commands::parameters::{AreaPoints, Parameter};
use crate::brigadier_general_commands::throws::hits_words;

/// So many firers are named one by one.
const MOST_NAMES: usize = 3;

/// Who fires: a side's platoons and how each does.
type Firers = Vec<(usize, Mode)>;

/// Whom a round of fire meets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) side: usize,
    pub(super) at: usize,
}

/// How a platoon fires indirectly.
fn indirect(platoon: &Platoon) -> Option<Mode> {
    mode_since(platoon.start, platoon.order).filter(|_| platoon.indirect).map(|_| Mode::Area)
}

/// How a platoon fires direct.
fn direct(platoon: &Platoon) -> Option<Mode> {
    mode_since(platoon.start, platoon.order).filter(|_| !platoon.indirect)
}

impl Turn<'_> {
    /// The first enemy platoon with an unwounded squad that is not hidden and has not bugged out; if there is none, the
    /// first that has.
    fn target_of(&self, side: usize) -> Option<Target> {
        let enemy = 1 - side;
        let platoons = &self.sides[enemy].platoons;
        let first = |bugged_out: bool| {
            platoons.iter().position(|p| p.is_here() && p.strength.u > 0 && !p.hidden && p.bugged_out == bugged_out)
        };
        first(false).or_else(|| first(true)).map(|at| Target { side: enemy, at })
    }

    /// A side's anti-aircraft fire, one pool at the first aircraft of the enemy that still has a squad: each face that is
    /// enough drives one off (house).
    ///
    /// # Interpretation
    /// The text gives the step alone. Who fires at aircraft has spent his fire; no step of the HQ die is owed for it.
    pub(super) fn anti_air_fire(&mut self, side: usize, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        let firers = self.firers(side, |p| mode_since(p.start, p.order).filter(|_| p.anti_air));
        let flying = self.sides[1 - side].air.iter().position(|air| air.squads > 0);
        let (Some(at), false) = (flying, firers.is_empty()) else { return Ok(()) };
        let mut pool = 0;
        for (firer, _) in &firers {
            let platoon = &mut self.sides[side].platoons[*firer];
            platoon.fires();
            let (own, is_house) = self.house.fire_dice(platoon.weapon, platoon.strength.u);
            self.used_house_rules.on(is_house.then_some(Parameter::FireDice));
            pool += own;
        }
        let names = self.names(side, &firers);
        let id = self.sides[1 - side].air[at].id.clone();
        let enough = self.house.anti_air_on();
        let purpose = Told::from("anti-aircraft fire at ").with(&id);
        let faces = dice.throw(&Call::new(&names, &purpose), pool as usize)?;
        let hit = faces.iter().filter(|face| **face >= enough).count();
        let aircraft = &mut self.sides[1 - side].air[at];
        aircraft.squads = aircraft.squads.saturating_sub(u8::try_from(hit).unwrap_or(u8::MAX));
        self.used_house_rules.on([Parameter::AntiAirOn]);
        let left = aircraft.squads;
        self.words.push(names.and(": ").then(&purpose).and(format_args!(": {left} of its squads come on")));
        Ok(())
    }

    /// The air attacks of a side: the die of each, then its fire.
    pub(super) fn air_attacks(&mut self, side: usize, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        for aircraft in self.sides[side].air.clone() {
            if aircraft.squads == 0 {
                continue;
            }
            let target = match air(&aircraft.id, aircraft.kind, dice)? {
                Struck::Elsewhere => None,
                Struck::Enemy => self.target_of(side),
                Struck::Own => {
                    let first = self.sides[side].platoons.iter().position(|p| p.is_here() && p.strength.u > 0);
                    first.map(|at| Target { side, at })
                }
            };
            let Some(target) = target else {
                self.words.push(Told::of(&aircraft.id).and(" attacks nobody here"));
                continue;
            };
            let (pool, is_house) = self.house.fire_dice(BgcWeapon::Air, aircraft.squads);
            self.used_house_rules.on(is_house.then_some(Parameter::FireDice));
            let penetration = self.house.penetration(BgcWeapon::Air, None);
            let penetrates = self.penetrates(penetration, side, target);
            let lot = Lot { dice: pool, mode: Mode::Area, cover: self.cover_of(target), penetrates };
            self.strike(&[lot], target, Told::of(&aircraft.id), "air attack", dice)?;
        }
        Ok(())
    }

    /// The indirect platoons of a side in one pool, where they have contact and a caller, or their fire was planned.
    pub(super) fn indirect_fire(&mut self, side: usize, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        let has_caller = self.sides[side].has_caller;
        let silent = self.firers(side, |p| indirect(p).filter(|_| !has_caller && !p.planned));
        if !silent.is_empty() {
            let names = self.names(side, &silent);
            self.words.push(Told::from("nobody calls for the fire of ").then(&names));
        }
        let firers = self.firers(side, |p| indirect(p).filter(|_| (has_caller || p.planned) && !p.defers));
        self.round(side, &firers, "indirect fire", dice)
    }

    /// The aimed fire of a side at its own step; who defers it waits.
    pub(super) fn aimed_fire(&mut self, side: usize, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        let firers = self.firers(side, |p| direct(p).filter(|mode| *mode == Mode::Aimed && !p.defers));
        self.round(side, &firers, "fire", dice)
    }

    /// What is left to a side: aimed fire and then area fire, one pool each, or both in one where the file says so.
    ///
    /// # Interpretation
    /// Deferred fire keeps its own mode. A defender's aimed fire has its own step before: here only what was deferred.
    pub(super) fn remaining_fire(&mut self, side: usize, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        let has_caller = self.sides[side].has_caller;
        let left = |p: &Platoon| {
            let deferred = indirect(p).filter(|_| p.defers && (has_caller || p.planned));
            let in_time = |mode: &Mode| side == ATTACKER || *mode == Mode::Area || p.defers;
            deferred.or_else(|| direct(p).filter(in_time))
        };
        let in_mode = |mode: Mode| move |p: &Platoon| left(p).filter(|own| *own == mode);
        let aimed = self.firers(side, in_mode(Mode::Aimed));
        if self.terms.combine {
            let area = self.firers(side, in_mode(Mode::Area));
            return self.round(side, &[aimed, area].concat(), "fire", dice);
        }
        self.round(side, &aimed, "fire", dice)?;
        let area = self.firers(side, in_mode(Mode::Area));
        self.round(side, &area, "fire", dice)
    }

    fn firers(&self, side: usize, fires: impl Fn(&Platoon) -> Option<Mode>) -> Firers {
        let can = |p: &Platoon| p.strength.u > 0 && !p.fired && !p.hold_fire;
        let platoons = self.sides[side].platoons.iter().enumerate();
        platoons.filter(|(_, p)| can(p)).filter_map(|(at, p)| Some((at, fires(p)?))).collect()
    }

    fn round(&mut self, side: usize, firers: &Firers, purpose: &str, dice: &mut Dice<'_>) -> Result<(), DiceError> {
        match self.target_of(side) {
            Some(target) if !firers.is_empty() => self.volley(firers, target, purpose, true, dice),
            _ => Ok(()),
        }
    }

    /// One round of fire of the other side at this target: it may bug out where it is let, else the dice are thrown.
    ///
    /// # Interpretation
    /// Who announced the fire has spent it and has shown himself, also where the target bugs out.
    pub(super) fn volley(
        &mut self,
        firers: &Firers,
        target: Target,
        purpose: &str,
        may_bug_out: bool,
        dice: &mut Dice<'_>,
    ) -> Result<(), DiceError> {
        let side = 1 - target.side;
        let lots = self.lots(side, firers, target);
        for (at, _) in firers {
            let firer = &mut self.sides[side].platoons[*at];
            firer.fires();
            if side == ATTACKER && !firer.indirect {
                self.attacked[*at] = true;
            }
        }
        self.sides[target.side].platoons[target.at].under_fire = true;
        if may_bug_out && self.bugs_out(target, dice)? {
            return Ok(());
        }
        let names = self.names(side, firers);
        self.strike(&lots, target, names, purpose, dice)
    }

    /// The names of the firers; of many the first two and how many more.
    fn names(&self, side: usize, firers: &Firers) -> Told {
        let shown = if firers.len() > MOST_NAMES { 2 } else { firers.len() };
        let names = Told::list(firers[..shown].iter().map(|(at, _)| &self.sides[side].platoons[*at].id));
        match firers.len() - shown {
            0 => names,
            more => names.and(format_args!(" and {more} more")),
        }
    }

    fn bugs_out(&mut self, target: Target, dice: &mut Dice<'_>) -> Result<bool, DiceError> {
        let platoon = &mut self.sides[target.side].platoons[target.at];
        if !platoon.would_bug_out || platoon.bugged_out || platoon.barred {
            return Ok(false);
        }
        let left = bug_out(&platoon.id, platoon.strength, platoon.order, self.house, dice)?;
        (platoon.strength, platoon.order) = left;
        platoon.bugged_out = true;
        self.words.push(Told::of(&platoon.id).and(format_args!(" bugs out, on {}", platoon.order)));
        Ok(true)
    }

    /// The dice of the firers, platoon by platoon; a flat weapon fires at vehicles only, beside the platoon's own.
    fn lots(&mut self, side: usize, firers: &Firers, target: Target) -> Vec<Lot> {
        let vehicle = self.sides[target.side].platoons[target.at].arm == BgcArm::Tank;
        let mut lots = Vec::with_capacity(firers.len());
        for (at, mode) in firers {
            let firer = &self.sides[side].platoons[*at];
            let (pool, is_house) = self.house.fire_dice(firer.weapon, firer.strength.u);
            let flat = firer.flat.filter(|_| vehicle && !firer.indirect);
            let cover = self.cover_from(target, firer.weapon.is_shell());
            let penetrates = self.penetrates(firer.penetration, side, target);
            lots.push(Lot { dice: pool, mode: *mode, cover, penetrates });
            let dice = flat.map(|flat| (self.house.flat_dice(flat), self.house.flat_penetration(flat)));
            if let Some(((pool, _), penetration)) = dice {
                let penetrates = self.penetrates(penetration, side, target);
                lots.push(Lot { dice: pool, mode: *mode, cover: self.cover_of(target), penetrates });
            }
            self.used_house_rules.on(is_house.then_some(Parameter::FireDice));
            self.used_house_rules.on(dice.filter(|((_, is_house), _)| *is_house).map(|_| Parameter::FireDiceFlat));
        }
        lots
    }

    fn penetrates(&self, penetration: u8, side: usize, target: Target) -> bool {
        penetration >= self.armour(side, target)
    }

    /// The armour that the fire of a side meets.
    fn armour(&self, side: usize, target: Target) -> u8 {
        let at_the_side = self.terms.at_the_side && side == ATTACKER && target.side == DEFENDER;
        let row = self.sides[target.side].platoons[target.at].armour;
        self.house.armour(row)[usize::from(at_the_side)]
    }

    fn cover_of(&self, target: Target) -> BgcCover {
        self.sides[target.side].platoons[target.at].cover
    }

    /// The cover as it counts: shells burst in the tops of the defender's woods.
    fn cover_from(&self, target: Target, shells: bool) -> BgcCover {
        let platoon = &self.sides[target.side].platoons[target.at];
        cover_against(platoon.cover, shells && self.terms.woods && target.side == DEFENDER, platoon.closed_armour)
    }

    /// Throws the dice at the target; losses and steps take effect at once.
    fn strike(
        &mut self,
        lots: &[Lot],
        target: Target,
        firers: Told,
        purpose: &str,
        dice: &mut Dice<'_>,
    ) -> Result<(), DiceError> {
        let platoon = &self.sides[target.side].platoons[target.at];
        let double = platoon.order == BgcOrder::Double;
        let area_points: AreaPoints = self.house.area_step_points;
        let purpose = Told::from(purpose).and(" at ").with(&platoon.id);
        let hits = BgcReading { double, area_points }.throw(lots, &Call::new(&firers, &purpose), dice)?;
        self.lean_on_fire(lots, target);
        self.suffer(hits, target);
        let came = if hits == Hits::default() { "nothing".to_owned() } else { hits_words(hits) };
        self.words.push(firers.and(": ").then(&purpose).and(": ").and(came));
        Ok(())
    }

    fn lean_on_fire(&mut self, lots: &[Lot], target: Target) {
        let area = lots.iter().any(|lot| lot.mode == Mode::Area && lot.dice > 0);
        self.used_house_rules.on(area.then_some(Parameter::AreaStepPoints));
        if self.armour(1 - target.side, target) > 0 {
            self.used_house_rules.on([Parameter::Penetration, Parameter::Armour]);
        }
        self.used_house_rules.on([Parameter::StepSixths]);
        self.used_house_rules.on_surplus(self.house);
    }

    fn suffer(&mut self, hits: Hits, target: Target) {
        let platoon = &mut self.sides[target.side].platoons[target.at];
        platoon.under_fire = true;
        platoon.strength = platoon.strength.after(hits.kills, hits.wounds, self.house.surplus_kills);
        platoon.order = step(platoon.order, hits.points, platoon.experience, self.house).0;
    }
}
