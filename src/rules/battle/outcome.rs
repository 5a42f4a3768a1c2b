//! The end of a battle put down: every base and unit as it ends.

use domain::{Notes, Role};

use super::RunningBattle;
use crate::fatigue::FoughtBase;
use crate::outcome::{BaseBefore, BaseFate, BaseOutcome, End, Outcome, UnitBefore, UnitOutcome};
use crate::pairs::BattleSide;

impl RunningBattle<'_, '_, '_> {
    /// What became of everybody.
    pub(crate) fn outcome(mut self, end: End) -> Outcome {
        for unit in 0..self.units.len() {
            self.owe(unit);
        }
        self.disorganise_the_tired();
        let bases = (0..self.bases.len()).map(|base| self.base_outcome(base)).collect();
        let units = (0..self.units.len()).map(|unit| self.unit_outcome(unit)).collect();
        Outcome {
            rules: self.system.id,
            end,
            holder: self.holder,
            moves: self.now,
            bases,
            units,
            air: self.flown,
            story: self.story,
            throws: self.dice.log().to_vec(),
            house: Vec::new(),
        }
    }

    /// Having fought disorganises from the end of the battle until it reorganises; not elites in defence, nor veterans
    /// that broke off (section 9).
    fn disorganise_the_tired(&mut self) {
        for base in 0..self.bases.len() {
            let now = &self.bases[base];
            let unit = &self.units[now.unit];
            let went_back = now.fate == BaseFate::Withdrew || self.broken_off && now.side == BattleSide::Attacker;
            let fought = FoughtBase { side: now.side, grade: self.grade(now.unit), went_back, failed: unit.failed };
            let reorganised = unit.rested && now.markers == 0 && !now.disorganised;
            if now.engaged && !fought.keeps_order() && !reorganised {
                self.bases[base].disorganised = true;
            }
        }
    }

    fn base_outcome(&self, base: usize) -> BaseOutcome {
        let (setup, now) = (self.setup(base), &self.bases[base]);
        let lost = now.fate.is_loss();
        let on_map = matches!(now.fate, BaseFate::Stands | BaseFate::Withdrew | BaseFate::Retreated);
        BaseOutcome {
            id: setup.id.clone(),
            unit: self.engagement.unit(now.unit).id.clone(),
            side: now.side,
            sp_before: setup.sp,
            before: Some(BaseBefore::of(setup)),
            sp: if lost { 0 } else { now.sp },
            markers: if lost { 0 } else { now.markers.min(now.sp) },
            out_of_ammo: now.out,
            cu_thirds: (!self.ones_count()).then_some(now.cu),
            fate: now.fate,
            disorganised: now.disorganised || self.is_unit_disorganised(now.unit),
            broken: now.broken,
            square: on_map.then_some(now.square),
            engaged: now.engaged,
            at_post: now.at_post,
            morale: None,
            notes: Notes::default(),
        }
    }

    fn unit_outcome(&self, unit: usize) -> UnitOutcome {
        let now = &self.units[unit];
        let bases = self.engagement.units()[unit].bases.clone();
        UnitOutcome {
            id: self.engagement.unit(unit).id.clone(),
            side: now.side,
            hq_die: now.hq_die,
            owed: now.owed,
            tests: now.tests.clone(),
            met_tanks: now.terror_tested,
            half_tested: now.half_tested,
            disorganised: self.is_unit_disorganised(unit),
            engaged: bases.into_iter().any(|i| self.bases[i].engaged),
            before: Some(UnitBefore::of(self.engagement.unit(unit))),
        }
    }

    /// A whole unit is disorganised when its HQ die is used up, or its own command base has fought and been marked; a
    /// division, with all its units, when both its main and its rear HQ have.
    fn is_unit_disorganised(&self, unit: usize) -> bool {
        let now = &self.units[unit];
        let used_up = self.costs_die() && now.owed > 0 && now.owed >= now.hq_die;
        let division = self.engagement.unit(unit).division.as_ref();
        let of_division = |other: usize| {
            let [commands, marked] = self.commands(other);
            Some(&self.engagement.unit(other).id) == division && commands > 1 && marked == commands
        };
        let [commands, marked] = self.commands(unit);
        used_up || commands > 0 && marked == commands || (0..self.units.len()).any(of_division)
    }

    /// The command bases of a unit, and how many of them have fought and been marked.
    fn commands(&self, unit: usize) -> [usize; 2] {
        let bases = self.engagement.units()[unit].bases.clone();
        let commands = bases.filter(|i| self.setup(*i).role == Role::Command);
        let worse = |i: usize| {
            let now = &self.bases[i];
            now.engaged && (now.markers > self.setup(i).markers || now.fate.is_loss())
        };
        commands.fold([0; 2], |[all, marked], i| [all + 1, marked + usize::from(worse(i))])
    }
}
