//! What is wrong with a setup.

use std::collections::BTreeSet;

use domain::{Class, Role};

use crate::engagement::{BasePlace, Engagement, MOST_BASES, UnitPlace, Violation, in_reach};
use crate::pairs::BattleSide;
use crate::setup::{AirSetup, BaseSetup, Fire, Setup, UnitSetup};

impl Engagement {
    /// The battle of a setup.
    ///
    /// # Errors
    /// Everything that is wrong with it, in the order of the setup.
    pub fn new(setup: Setup) -> Result<Self, Vec<Violation>> {
        let mut wrong = Wrong::default();
        wrong.of_setup(&setup);
        let mut found = std::mem::take(&mut wrong.found);
        found.extend(crate::system(setup.rules).check(&setup));
        if !found.is_empty() {
            return Err(found);
        }
        let (mut places, mut units) = (Vec::new(), Vec::new());
        for (side, of) in [(BattleSide::Attacker, &setup.attacker), (BattleSide::Defender, &setup.defender)] {
            for (within, unit) in of.units.iter().enumerate() {
                let first = places.len();
                places.extend((0..unit.bases.len()).map(|base| BasePlace { side, unit: units.len(), within: base }));
                units.push(UnitPlace { side, within, bases: first..places.len() });
            }
        }
        Ok(Self { setup, places, units })
    }
}

#[derive(Default)]
pub(crate) struct Wrong<'a> {
    found: Vec<Violation>,
    seen: BTreeSet<&'a str>,
    bases: BTreeSet<&'a str>,
    at: String,
}

impl<'a> Wrong<'a> {
    fn unless(&mut self, right: bool, what: &str) {
        if !right {
            self.found.push(Violation { at: self.at.clone(), what: what.to_owned() });
        }
    }

    fn of_setup(&mut self, setup: &'a Setup) {
        "the battle".clone_into(&mut self.at);
        self.unless((1..=6).contains(&setup.moves), "a battle has 1 to 6 moves");
        for (side, of) in [(BattleSide::Attacker, &setup.attacker), (BattleSide::Defender, &setup.defender)] {
            side.as_str().clone_into(&mut self.at);
            let bases: usize = of.units.iter().map(|unit| unit.bases.len()).sum();
            self.unless(bases <= MOST_BASES, "a side has at most 2000 bases");
            let fights = of.units.iter().flat_map(|unit| &unit.bases).any(|base| base.sp > 0 && base.arrives == 1);
            self.unless(fights, "a side needs a base with SP from the start");
            for unit in &of.units {
                self.of_unit(setup, side, unit);
            }
            for air in &of.air {
                self.of_air(air);
            }
            for exit in &of.exits {
                self.at = format!("{}: way out", side.as_str());
                self.unless(exit.from.steps_to(exit.to) == 1, "a way out must lead to an orthogonal neighbour");
            }
        }
        "the approach".clone_into(&mut self.at);
        let (approach, from) = (&setup.approach, setup.approach.from);
        let beside = from.is_none_or(|from| from.steps_to(setup.square) == 1);
        self.unless(beside, "an attack must come from an orthogonal neighbour of the square attacked");
        let stands = [approach.attacker, approach.defender, approach.behind];
        self.unless(stands.iter().all(|stand| stand.enemy_faces <= 4), "a square has at most 4 enemy faces");
    }

    fn of_unit(&mut self, setup: &Setup, side: BattleSide, unit: &'a UnitSetup) {
        self.at = unit.id.to_string();
        self.once(unit.id.as_str());
        self.unless(!unit.bases.is_empty(), "a unit needs at least one base");
        self.unless(unit.hq_die <= 6, "an HQ die shows at most 6");
        self.unless(unit.elsewhere.markers <= unit.elsewhere.sp, "markers elsewhere must not exceed the SP there");
        for base in &unit.bases {
            self.of_base(setup, side, base);
        }
    }

    fn of_base(&mut self, setup: &Setup, side: BattleSide, base: &'a BaseSetup) {
        self.at = base.id.to_string();
        // A base may have the id of its unit: a unit of one leaf is that leaf.
        let first = self.bases.insert(base.id.as_str());
        self.unless(first, "it is in the battle twice");
        self.unless((1..=99).contains(&base.sp_full), "full SP is 1 to 99");
        self.unless((1..=base.sp_full).contains(&base.sp), "SP left is 1 to full SP");
        self.unless(base.markers <= base.sp, "markers must not exceed the SP left");
        self.unless((1..=7).contains(&base.arrives), "a base arrives in move 1 to 6, or in 7 after the battle");
        self.unless(base.cu_thirds.is_none_or(|cu| cu <= 297), "combat units are at most 99, or 297 thirds");
        self.unless(!matches!(base.role, Role::Air | Role::Naval), "aircraft and boats cannot be bases on the ground");
        self.unless(base.armour != Some(Class::VeryHeavy), "`VH` is not an armour class");
        let guns = matches!(base.fire, Fire::Indirect | Fire::Harassing);
        self.unless(!guns || base.calibre_mm > 0 && base.men.is_some(), "indirect fire needs a calibre and a class");
        self.unless(in_reach(setup.square, side, base), "it is too far from the square attacked");
    }

    fn of_air(&mut self, air: &'a AirSetup) {
        self.at.clone_from(&air.id);
        self.once(&air.id);
        self.unless(air.class.is_some() || air.kind.is_some(), "an aircraft needs a kind or a class");
        self.unless((1..=8).contains(&air.engines), "an aircraft has 1 to 8 engines");
        self.unless((1..=7).contains(&air.arrives), "an aircraft arrives in move 1 to 6, or in 7 after the battle");
    }

    fn once(&mut self, id: &'a str) {
        let first = self.seen.insert(id);
        self.unless(first, "it is in the battle twice");
    }
}
