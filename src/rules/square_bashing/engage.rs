//! The engagement of a campaign bound (page, 5.2): one attacking square against one defending square.
//!
//! What it decides: the order of its steps and which of them apply.
//! Where to look next: `bound`, what it is told; `home`, what it brings home.

use std::collections::BTreeSet;

use super::aim::{Fall, deviate};
use super::assault::somebody;
use super::fight::{Brings, Fight, SbPlace, SbPlan, result};
use super::morale::{SbMorale, SbPosition, Test, go_off};
use super::retire::retire;
use super::saves::take;
use super::shooting::{Shooter, leans_on_strength, pool, shoot};
use super::tables::OWNER_ELSE;
use super::throws::Throws;
use super::unit::{Defence, SbGround, SbUnit, is_empty};
use crate::mechanic::Result;

pub(crate) use super::bound::SbEngage;

/// The squares, as places of a list.
pub(crate) const A: usize = 0;
pub(crate) const T: usize = 1;
pub(crate) const REAR: usize = 2;

/// The range at which neighbours shoot.
const NEXT: u16 = 1;

/// An engagement while it is fought.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that has happened")]
pub(crate) struct SbRun {
    pub(crate) units: [Vec<SbUnit>; 3],
    /// Barrage markers.
    markers: [u16; 3],
    pub(crate) suppressed: bool,
    /// Where the barrage fell.
    pub(crate) fell: Option<usize>,
    pub(crate) morale: [Option<SbMorale>; 2],
    pub(crate) routed: [Vec<(usize, u16)>; 2],
    pub(crate) position: [SbPosition; 2],
    /// A goes home after its test.
    pub(crate) over: bool,
    pub(crate) fight: Option<Fight>,
    pub(crate) result: Option<&'static str>,
    /// T lost the assault or retired before it.
    pub(crate) beaten: bool,
    pub(crate) captured: Vec<usize>,
    pub(crate) withdrawn: u16,
    pub(crate) off_map: bool,
    pub(crate) advances: Option<usize>,
    pub(crate) attacked: Vec<bool>,
    /// Whether A, T shot.
    pub(crate) shot: [bool; 2],
    pub(crate) used_house_rules: BTreeSet<&'static str>,
}

/// Barrage, A's test, four steps of the assault, T's fire, T's test, pursuit.
pub(crate) const STEPS: usize = 9;

impl SbEngage {
    pub(crate) fn begin(&self) -> SbRun {
        let [a, t, rear] = &self.squares;
        SbRun {
            units: [a.units.clone(), t.units.clone(), rear.units.clone()],
            markers: [a.test.barrage, t.test.barrage, rear.test.barrage],
            suppressed: a.suppressed || t.suppressed,
            fell: None,
            morale: [None; 2],
            routed: [Vec::new(), Vec::new()],
            position: [SbPosition::Hold; 2],
            over: false,
            fight: None,
            result: None,
            beaten: false,
            captured: Vec::new(),
            withdrawn: 0,
            off_map: false,
            advances: None,
            attacked: vec![false; a.units.len()],
            shot: [false; 2],
            used_house_rules: BTreeSet::new(),
        }
    }

    pub(crate) fn one_step(&self, step: usize, run: &mut SbRun, throws: &mut dyn Throws) -> Result<()> {
        match step {
            0 => self.shell(run, throws),
            1 => self.test_attacker(run, throws),
            2 => self.open(run, throws),
            3..=5 => self.go_on(step - 2, run, throws),
            6 => self.answer_fire(run, throws),
            7 => self.test_target(run, throws),
            _ => self.pursue(run, throws),
        }
    }

    /// The barrage of the attacker on the one square; rolling ones go no farther.
    fn shell(&self, run: &mut SbRun, throws: &mut dyn Throws) -> Result<()> {
        let Some((kind, skill)) = self.barrage else { return Ok(()) };
        let at = match deviate(skill, throws)? {
            Fall::Short => A,
            Fall::OnTarget => T,
            Fall::Over => REAR,
        };
        let hits = kind.hits(throws)?;
        take(&mut run.units[at], hits, OWNER_ELSE, kind.cover(self.squares[at].test.ground), throws)?;
        run.markers[at] += kind.markers();
        run.suppressed |= kind == super::barrage::SbBarrage::Suppression && at != REAR;
        run.fell = Some(at);
        Ok(())
    }

    fn test_attacker(&self, run: &mut SbRun, throws: &mut dyn Throws) -> Result<()> {
        if !is_empty(&run.units[A]) {
            let test = seen_by(self.squares[A].test, run.markers[A], is_empty(&run.units[T]));
            let tested = test.test(&mut run.units[A], throws)?;
            run.morale[A] = Some(tested.result);
            run.position[A] = tested.position;
            run.routed[A] = tested.routed;
        }
        run.over = is_empty(&run.units[A]) || run.morale[A] >= Some(SbMorale::Retire);
        Ok(())
    }

    /// What comes of the wish to assault: nothing, an empty square, a target that goes, a fight.
    ///
    /// # Interpretation
    /// Ruling 18: suppression stops the assault and retiring before it.
    fn open(&self, run: &mut SbRun, throws: &mut dyn Throws) -> Result<()> {
        let can = somebody(&run.units[A], &self.assaulting);
        if run.over || run.morale[A] == Some(SbMorale::Steady) || run.suppressed || !can {
            return Ok(());
        }
        if is_empty(&run.units[T]) {
            run.advances = self.leader(run);
            run.result = run.advances.map(|_| "OCCUPIED");
            return Ok(());
        }
        for (attacked, (unit, on)) in run.attacked.iter_mut().zip(run.units[A].iter().zip(&self.assaulting)) {
            *attacked = *on && unit.lives();
        }
        if self.declines && !self.squares[T].test.is_blocked() {
            return self.decline(run, throws);
        }
        let mut fight = Fight::new(run.units[A].clone(), run.units[T].clone());
        self.plan(run).step(0, &mut fight, throws)?;
        run.used_house_rules.insert("at_strength_rule");
        run.fight = Some(fight);
        Ok(())
    }

    /// The attacker's unit that would move in.
    pub(crate) fn leader(&self, run: &SbRun) -> Option<usize> {
        self.plan(run).leader(&run.units[A])
    }

    fn plan(&self, run: &SbRun) -> SbPlan {
        let [a, t, _] = &self.squares;
        let shelled = self.rear_supports && run.markers[REAR] > 0;
        let support = t.brings.support.saturating_sub(u16::from(shelled));
        SbPlan {
            assaulting: self.assaulting.clone(),
            from: Brings { barrage: run.markers[A], ..a.brings },
            at: Brings { barrage: run.markers[T], support, ..t.brings },
            ground: t.test.ground,
            facing: self.facing,
            extra: self.extra,
            can_withdraw: !t.test.is_blocked(),
            house: self.house,
        }
    }

    fn decline(&self, run: &mut SbRun, throws: &mut dyn Throws) -> Result<()> {
        retire(&mut run.units[T], self.squares[T].test.ground, throws)?;
        run.result = Some("RETIRED");
        run.beaten = true;
        run.used_house_rules.insert("retire_advance");
        if self.house.retire_advance {
            run.advances = self.leader(run);
        }
        self.go_back(run);
        Ok(())
    }

    /// The target goes one square back, or off the map.
    fn go_back(&self, run: &mut SbRun) {
        if is_empty(&run.units[T]) {
            return;
        }
        run.withdrawn += 1;
        if self.squares[T].test.rear_off_table {
            go_off(&mut run.units[T]);
            run.off_map = true;
        }
    }

    /// The later steps of a fight.
    fn go_on(&self, step: usize, run: &mut SbRun, throws: &mut dyn Throws) -> Result<()> {
        let Some(mut fight) = run.fight.take() else { return Ok(()) };
        self.plan(run).step(step, &mut fight, throws)?;
        let Some(end) = fight.end.take() else {
            run.fight = Some(fight);
            return Ok(());
        };
        run.units[A] = fight.assaulter;
        run.units[T] = fight.target;
        run.result = Some(result(end.won));
        run.used_house_rules.extend(end.leans());
        run.beaten = end.won;
        run.captured = end.captured;
        run.advances = end.advances;
        if end.target == SbPlace::Withdraws {
            self.go_back(run);
        }
        Ok(())
    }

    /// T shoots where it was not assaulted.
    fn answer_fire(&self, run: &mut SbRun, throws: &mut dyn Throws) -> Result<()> {
        let was_assaulted = run.result.is_some();
        let barred = run.markers[A] > 0 || run.markers[T] > 0;
        if run.over || was_assaulted || barred || is_empty(&run.units[T]) {
            return Ok(());
        }
        let shooters = Shooter::all(&run.units[T], &self.squares[T].silent);
        let dice = pool(&shooters, NEXT, &self.house);
        if leans_on_strength(&shooters, NEXT, &self.house) {
            run.used_house_rules.insert("at_strength_rule");
        }
        run.shot[T] = dice > 0;
        shoot(dice, &mut run.units[A], self.squares[A].test.ground, throws)?;
        Ok(())
    }

    /// T where it stands: its square, and whether it is the one behind.
    fn stand(&self, run: &SbRun) -> (usize, SbGround) {
        if run.withdrawn == 0 {
            return (T, self.squares[T].test.ground);
        }
        (REAR, SbGround { defence: Defence::None, ..self.squares[REAR].test.ground })
    }

    fn test_target(&self, run: &mut SbRun, throws: &mut dyn Throws) -> Result<()> {
        if run.over || is_empty(&run.units[T]) || !run.captured.is_empty() || run.off_map {
            return Ok(());
        }
        let (at, ground) = self.stand(run);
        let test = if at == T {
            seen_by(self.squares[T].test, run.markers[T], is_empty(&run.units[A]))
        } else {
            let behind = self.squares[REAR].test;
            let enemy_faces = behind.enemy_faces + u16::from(run.advances.is_some());
            Test { ground, barrage: run.markers[REAR], enemy_faces, ..behind }
        };
        let tested = test.test(&mut run.units[T], throws)?;
        run.morale[T] = Some(tested.result);
        run.position[T] = tested.position;
        let anybody = !is_empty(&run.units[T]) || !tested.routed.is_empty();
        run.routed[T] = tested.routed;
        run.withdrawn += u16::from(anybody && tested.position != SbPosition::Hold);
        run.off_map = tested.position == SbPosition::OffTable;
        Ok(())
    }

    /// A's units beside the target shoot: after a won assault or a retirement only the one that moved in.
    fn pursue(&self, run: &mut SbRun, throws: &mut dyn Throws) -> Result<()> {
        let stays = run.position[T] == SbPosition::Hold && !run.off_map && run.captured.is_empty();
        if run.over || !self.pursues || !stays || is_empty(&run.units[T]) {
            return Ok(());
        }
        let (at, ground) = self.stand(run);
        let all = Shooter::all(&run.units[A], &self.squares[A].silent);
        let beside = |nth: usize| at == T || run.advances == Some(nth);
        let shooters: Vec<Shooter<'_>> =
            all.iter().enumerate().filter(|(nth, _)| beside(*nth)).map(|(_, shooter)| *shooter).collect();
        let (from, dice) = (if at == T { A } else { T }, pool(&shooters, NEXT, &self.house));
        if run.markers[from] > 0 || run.markers[at] > 0 || dice == 0 {
            return Ok(());
        }
        if leans_on_strength(&shooters, NEXT, &self.house) {
            run.used_house_rules.insert("at_strength_rule");
        }
        let fires: Vec<bool> =
            all.iter().enumerate().map(|(nth, one)| beside(nth) && one.shots(NEXT, &self.house) > 0).collect();
        for (attacked, fires) in run.attacked.iter_mut().zip(fires) {
            *attacked |= fires;
        }
        run.used_house_rules.insert("pursuit_fire");
        run.shot[A] = true;
        shoot(dice, &mut run.units[T], ground, throws)?;
        Ok(())
    }
}

/// A test with the markers that lie there now; the square opposite counts as long as somebody is in it.
fn seen_by(test: Test, barrage: u16, opposite_is_empty: bool) -> Test {
    Test { barrage, enemy_faces: test.enemy_faces.saturating_sub(u16::from(opposite_is_empty)), ..test }
}
