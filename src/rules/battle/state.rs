//! The running state of bases and units, and the questions that every step asks of it.

use domain::{Arm, Class, Grade, Posture, Role, Square, Terrain};

use super::RunningBattle;
use crate::battle::system::System;
use crate::classes::target_class;
use crate::decision::Decide;
use crate::engagement::Engagement;
use crate::outcome::{BaseFate, Happening, TestTaken};
use crate::pairs::BattleSide;
use crate::setup::{BaseSetup, Fire};

/// A base as it stands now.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
#[derive(Debug, Clone)]
pub(crate) struct FightingBase {
    pub(crate) side: BattleSide,
    pub(crate) unit: usize,
    pub(crate) sp: u16,
    pub(crate) markers: u16,
    pub(crate) out: bool,
    /// Combat units left, in thirds.
    pub(crate) cu: u16,
    pub(crate) fate: BaseFate,
    pub(crate) disorganised: bool,
    pub(crate) broken: bool,
    pub(crate) square: Square,
    pub(crate) arrived: bool,
    /// The move in which it came up or went into the square last; 0 where it has done neither.
    pub(crate) moved_in: u8,
    /// It fires, assaults, or is fired at or assaulted in this move.
    pub(crate) contact: bool,
    /// It fired or threw at aircraft in this move.
    pub(crate) fired: bool,
    /// It was ever fired at or assaulted, fired or assaulted in this battle.
    pub(crate) engaged: bool,
    /// It was hit by indirect or harassing fire in this move.
    pub(crate) shelled: bool,
    /// It is on its way out, to this square: until it has gone it is a target without cover, and does nothing else.
    pub(crate) leaving: Option<Square>,
    pub(crate) inside: bool,
    /// It assaults just now, and enters if it wins: who is slower does not get away from it.
    pub(crate) goes_in: bool,
    /// It is broken, could have gone back in step 1 of this move, and stayed.
    pub(crate) stayed: bool,
    /// Tanks: it drove into a position whose infantry stayed, in this move.
    pub(crate) drove_in: u8,
    /// It surrendered to tanks in this move, and may return (section 8, "Tank terror").
    pub(crate) terrified_in: u8,
    /// SP lost in reorganisation, for the medical post.
    pub(crate) at_post: u16,
    /// It counts as VL in the first firefight move, having come up at the road rate.
    pub(crate) on_the_road: bool,
    /// It was told to stay out of the assault of its unit.
    pub(crate) held_back: bool,
}

impl FightingBase {
    /// SP without a marker.
    pub(crate) fn unmarked(&self) -> u16 {
        self.sp.saturating_sub(self.markers)
    }

    /// Whether it takes part.
    pub(crate) fn here(&self) -> bool {
        self.arrived && self.fate.is_here() && self.terrified_in == 0
    }
}

/// A unit as it stands now.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a player marks on the table")]
#[derive(Debug, Clone)]
pub(crate) struct FightingUnit {
    pub(crate) side: BattleSide,
    pub(crate) hq_die: u8,
    pub(crate) owed: u8,
    /// It fired direct or assaulted on the attacking side: this attack owes a step.
    pub(crate) attacked: bool,
    pub(crate) counter_attacked: bool,
    pub(crate) half_tested: bool,
    pub(crate) passed: bool,
    pub(crate) failed: bool,
    pub(crate) tested_in: u8,
    /// A base was lost since its last test.
    pub(crate) loss_due: bool,
    pub(crate) terror_tested: bool,
    pub(crate) sp_at_start: u32,
    pub(crate) tests: Vec<TestTaken>,
    /// SP and markers beyond which it tests: those with which it came, or was pushed back untested.
    pub(crate) counted: [u32; 2],
    /// The close assault that it carries on: pairs inside so far.
    pub(crate) inside: i32,
    /// Moves out of contact, one after another.
    pub(crate) quiet: u8,
    /// It has reorganised, or had nothing to put in order, in a move that it had for it, and was not in contact since.
    pub(crate) rested: bool,
}

impl<'e, 'd, 'a> RunningBattle<'e, 'd, 'a> {
    pub(crate) fn new(
        system: &'static System,
        engagement: &'e Engagement,
        dice: &'a mut dice::Dice<'d>,
        decide: &'a mut dyn Decide,
    ) -> Self {
        let bases: Vec<FightingBase> =
            engagement.places().iter().enumerate().map(|(i, p)| base(p.side, p.unit, engagement.base(i))).collect();
        let units = (0..engagement.units().len()).map(|unit| starting(engagement, unit)).collect();
        let plan = |(base, setup): (&FightingBase, &BaseSetup)| {
            base.side == BattleSide::Attacker
                && setup.arrives == 1
                && matches!(setup.fire, Fire::Indirect | Fire::Harassing)
        };
        let planned = bases.iter().enumerate().any(|(i, base)| plan((base, engagement.base(i))));
        Self {
            engagement,
            system,
            dice,
            decide,
            bases,
            units,
            now: 0,
            caused: [0; 2],
            won: None,
            wants_reserve: false,
            firefight_from: 1 + u8::from(planned && engagement.setup().moves > 1),
            fell: None,
            counter_attacked: false,
            holder: BattleSide::Defender,
            broken_off: false,
            story: Vec::with_capacity(64),
            ran_out: Vec::new(),
            flown: Vec::new(),
        }
    }

    pub(crate) fn setup(&self, base: usize) -> &'e BaseSetup {
        self.engagement.base(base)
    }

    pub(crate) fn grade(&self, unit: usize) -> Grade {
        self.engagement.unit(unit).grade
    }

    pub(crate) fn under(&self, unit: usize) -> Option<Grade> {
        self.engagement.unit(unit).grade_under
    }

    pub(crate) fn tell(&mut self, happening: Happening) {
        self.decide.hear(&happening);
        self.story.push(happening);
    }

    /// The bases of a side that take part.
    pub(crate) fn side(&self, side: BattleSide) -> impl Iterator<Item = usize> + '_ {
        self.bases.iter().enumerate().filter(move |(_, b)| b.side == side && b.here()).map(|(i, _)| i)
    }

    /// The bases of a unit that take part.
    pub(crate) fn of_unit(&self, unit: usize) -> impl Iterator<Item = usize> + '_ {
        self.engagement.units()[unit].bases.clone().filter(|i| self.bases[*i].here())
    }

    /// Whether a base stands in the square that is attacked.
    pub(crate) fn in_square(&self, base: usize) -> bool {
        self.bases[base].square == self.engagement.setup().square
    }

    /// The defenders in the square that take part: those who are attacked.
    pub(crate) fn garrison(&self) -> impl Iterator<Item = usize> + '_ {
        self.exposed_garrison().filter(|i| self.bases[*i].leaving.is_none())
    }

    /// The same with those who are on their way out: shells and bombs still fall on them.
    pub(crate) fn exposed_garrison(&self) -> impl Iterator<Item = usize> + '_ {
        self.side(BattleSide::Defender).filter(|i| self.in_square(*i))
    }

    /// Whether a defending base stands in a position.
    pub(crate) fn in_position(&self, base: usize) -> bool {
        let setup = self.setup(base);
        self.bases[base].side == BattleSide::Defender
            && matches!(setup.posture, Posture::DugIn | Posture::Fortified)
            && !self.is_leaving(base)
    }

    /// Whether a base has left its position or is leaving it under fire: it counts as L whatever its posture and the
    /// ground (section 7).
    fn is_leaving(&self, base: usize) -> bool {
        let now = &self.bases[base];
        now.leaving.is_some() || now.square != self.setup(base).square
    }

    /// The class of a base as a target, of direct fire by what stands on the ground.
    pub(crate) fn target_class(&self, base: usize) -> Class {
        let (setup, now) = (self.setup(base), &self.bases[base]);
        if setup.is_armour() {
            return setup.armour.unwrap_or(Class::Light);
        }
        let engagement = self.engagement.setup();
        let covered = now.side == BattleSide::Defender && self.in_square(base) && now.leaving.is_none();
        let terrain = if covered { engagement.terrain } else { Terrain::Open };
        let class = target_class(self.posture(base), setup.casemated, terrain, self.system.moving);
        if setup.armour == Some(Class::VeryLight) { Class::VeryLight } else { class }
    }

    /// How a base stands, as far as it is a target.
    pub(super) fn posture(&self, base: usize) -> Posture {
        let (setup, now) = (self.setup(base), &self.bases[base]);
        match now.side {
            _ if now.on_the_road && self.now == self.firefight_from => Posture::RoadMarch,
            _ if self.is_leaving(base) => Posture::Open,
            // Who attacks is a target of class L, and of a smaller one only on the road (section 5).
            BattleSide::Attacker
                if matches!(setup.posture, Posture::DugIn | Posture::Fortified) && self.supports(base) =>
            {
                setup.posture
            }
            // Who failed and halted has gone to ground (NQM Free, "Break tests").
            BattleSide::Attacker if self.units[now.unit].failed => Posture::Open,
            BattleSide::Attacker if setup.posture == Posture::RoadMarch => Posture::RoadMarch,
            BattleSide::Attacker if setup.posture == Posture::Moving => Posture::Moving,
            BattleSide::Attacker => Posture::Open,
            // Who counter-attacks has left his position (section 5, "attacking").
            BattleSide::Defender if now.goes_in => Posture::Open,
            BattleSide::Defender => setup.posture,
        }
    }

    /// Whether an attacking base supports from where it stands, and does not go forward.
    fn supports(&self, base: usize) -> bool {
        !self.setup(base).may_assault()
    }

    /// Whether a base can fire in this move at all (section 5).
    pub(crate) fn can_fire(&self, base: usize) -> bool {
        let (setup, now) = (self.setup(base), &self.bases[base]);
        now.here()
            && !now.fired
            && now.leaving.is_none()
            && setup.shoots()
            && now.unmarked() > 0
            && self.has_ammunition(base)
    }

    /// Whether a base has ammunition.
    pub(crate) fn has_ammunition(&self, base: usize) -> bool {
        let now = &self.bases[base];
        !now.out && (self.ones_count() || self.has_combat_units(base))
    }

    fn has_combat_units(&self, base: usize) -> bool {
        let least = if self.setup(base).fire == Fire::Harassing { 1 } else { 3 };
        let together = || self.with_combat_units(self.bases[base].unit).any(|i| self.bases[i].cu >= least);
        self.bases[base].cu >= least || self.shares_combat_units() && together()
    }

    /// Whether the bases of a unit fire from one stock (setting `cu_by_unit`).
    pub(super) fn shares_combat_units(&self) -> bool {
        self.engagement.setup().options.cu_by_unit && !self.ones_count()
    }

    /// The bases of a unit that bring their combat units to its stock.
    ///
    /// # Interpretation
    /// All but those that are lost, wherever they are.
    pub(super) fn with_combat_units(&self, unit: usize) -> impl Iterator<Item = usize> + '_ {
        self.engagement.units()[unit].bases.clone().filter(|i| !self.bases[*i].fate.is_loss())
    }

    /// Whether a natural 1 takes ammunition; else combat units are counted.
    pub(crate) fn ones_count(&self) -> bool {
        (self.system.ones_count)(self.engagement.setup().scale)
    }

    /// Whether a defending base is elite, which defence does not disorganise (section 1).
    pub(crate) fn is_steady(&self, base: usize) -> bool {
        let now = &self.bases[base];
        now.side == BattleSide::Defender && self.grade(now.unit) == Grade::Elite
    }

    /// SP without a marker of a side in the battle.
    pub(crate) fn unmarked(&self, side: BattleSide) -> u32 {
        self.side(side).map(|i| u32::from(self.bases[i].unmarked())).sum()
    }

    /// Marks a base as fired at, firing, assaulted or assaulting.
    pub(crate) fn engage(&mut self, base: usize) {
        let base = &mut self.bases[base];
        base.contact = true;
        base.engaged = true;
    }

    /// Disorganises a base, unless it is elite in defence.
    pub(crate) fn disorganise(&mut self, base: usize) {
        if !self.is_steady(base) {
            self.bases[base].disorganised = true;
        }
    }

    /// Gives a base a new fate; a loss makes its unit test.
    pub(crate) fn lose(&mut self, base: usize, fate: BaseFate) {
        let now = &mut self.bases[base];
        now.fate = fate;
        let unit = now.unit;
        if fate.is_loss() {
            now.sp = 0;
            now.markers = 0;
            self.units[unit].loss_due = true;
        }
        self.tell(Happening::Base { base, fate });
    }
}

fn base(side: BattleSide, unit: usize, setup: &BaseSetup) -> FightingBase {
    FightingBase {
        side,
        unit,
        sp: setup.sp,
        markers: setup.markers,
        out: setup.out_of_ammo,
        cu: setup.cu_thirds.unwrap_or(setup.sp * 3),
        fate: BaseFate::Stands,
        disorganised: setup.disorganised || setup.broken,
        broken: setup.broken,
        square: setup.square,
        arrived: false,
        moved_in: 0,
        contact: false,
        fired: false,
        engaged: false,
        shelled: false,
        leaving: None,
        inside: false,
        goes_in: false,
        stayed: false,
        drove_in: 0,
        terrified_in: 0,
        at_post: 0,
        on_the_road: false,
        held_back: false,
    }
}

fn starting(engagement: &Engagement, unit: usize) -> FightingUnit {
    let setup = engagement.unit(unit);
    let sum = |figure: fn(&BaseSetup) -> u16| setup.bases.iter().map(|b| u32::from(figure(b))).sum::<u32>();
    FightingUnit {
        side: engagement.units()[unit].side,
        hq_die: setup.hq_die,
        owed: setup.owed,
        attacked: false,
        counter_attacked: false,
        half_tested: setup.half_tested,
        passed: false,
        failed: false,
        tested_in: 0,
        loss_due: false,
        terror_tested: setup.met_tanks,
        sp_at_start: sum(|b| b.sp) + u32::from(setup.elsewhere.sp),
        counted: [
            sum(|b| b.sp) + u32::from(setup.elsewhere.sp),
            sum(|b| b.markers) + u32::from(setup.elsewhere.markers),
        ],
        tests: Vec::new(),
        inside: 0,
        quiet: 0,
        rested: false,
    }
}

/// Whether a base is an anti-tank base: driven over it is destroyed, equal odds it fires at armour.
pub(crate) fn is_anti_tank(setup: &BaseSetup) -> bool {
    setup.arm == Arm::Antitank && setup.role != Role::Command
}
