//! §4.2 steps 5 to 7: casualty morale, the assault, the losers' morale; then whose the ground is.

use dice::{Dice, Told};

use super::state::{A, D, WtjField, WtjFought, WtjUnit};
use crate::mechanic::Result;
use crate::war_times_journal::assault::WtjMelee;
use crate::war_times_journal::morale::{share, test};
use crate::war_times_journal::names::{Effect, Letter, WtjAssault, WtjCover, WtjGrade, WtjKind, WtjMorale};

impl WtjField<'_> {
    /// Step 5: whoever was hurt and is still there, D first.
    pub(super) fn casualty_morale(&mut self, dice: &mut Dice<'_>) -> Result<()> {
        for side in [D, A] {
            for place in 0..self.units[side].len() {
                if self.units[side][place].hurt && self.units[side][place].left() > 0 {
                    self.check_morale(side, place, false, dice)?;
                }
            }
        }
        Ok(())
    }

    fn check_morale(&mut self, side: usize, place: usize, swept: bool, dice: &mut Dice<'_>) -> Result<()> {
        let (unit, house) = (&self.units[side][place], self.house());
        let mut names = unit.morale();
        names.extend(swept.then_some(WtjMorale::Swept));
        let modifier = names.into_iter().map(|name| house.morale(name)).sum();
        let (_, effect) = test(&unit.told.id, unit.told.grade, modifier, house, dice)?;
        self.used_house_rules.add("wtj.morale");
        self.say(Told::from("morale of ").with(&self.units[side][place].told.id).and(": ").and(effect));
        suffer(&mut self.units[side][place], effect);
        Ok(())
    }

    /// The troops of a side that fight the assault.
    fn fighters(&self, side: usize) -> Vec<usize> {
        let fights = |unit: &WtjUnit<'_>| unit.contact && unit.kind().troops() && unit.stands();
        (0..self.units[side].len()).filter(|place| fights(&self.units[side][*place])).collect()
    }

    /// Steps 6 and 7, where both sides have troops in contact.
    pub(super) fn assault(&mut self, dice: &mut Dice<'_>) -> Result<()> {
        let fighters = [self.fighters(A), self.fighters(D)];
        if fighters.iter().any(Vec::is_empty) {
            return Ok(());
        }
        let bases = [A, D].map(|side| self.bases_of(side, &fighters[side]));
        let modifiers = [A, D].map(|side| self.modifier(side, &fighters[side], bases));
        let (totals, verdict) = WtjMelee::new(bases).fight(modifiers, dice)?;
        self.used_house_rules.add("wtj.assault");
        for side in [A, D] {
            self.remove(side, &fighters[side], bases[side] - verdict.left[side]);
        }
        for side in verdict.pinned() {
            for place in &fighters[side] {
                let unit = &mut self.units[side][*place];
                (unit.pinned, unit.newly_pinned) = (true, true);
            }
        }
        let words = totals.iter().map(|[a, d]| format!("assault: A {a}, D {d}").into());
        self.words.extend(words);
        self.fought = Some(WtjFought { totals, verdict, modifiers });
        match verdict.demoralised() {
            Some(side) => self.losers(side, &fighters[side], verdict.swept, dice),
            None => Ok(()),
        }
    }

    /// Step 7: the losers that are left are demoralised, each with a die.
    fn losers(&mut self, side: usize, fighters: &[usize], swept: bool, dice: &mut Dice<'_>) -> Result<()> {
        for place in fighters {
            if self.units[side][*place].left() > 0 {
                self.units[side][*place].demoralised = true;
                self.check_morale(side, *place, swept, dice)?;
            }
        }
        Ok(())
    }

    fn bases_of(&self, side: usize, fighters: &[usize]) -> u32 {
        fighters.iter().map(|place| self.units[side][*place].able()).sum()
    }

    /// The modifiers of a side in the assault.
    fn modifier(&self, side: usize, fighters: &[usize], bases: [u32; 2]) -> i32 {
        let units: Vec<&WtjUnit<'_>> = fighters.iter().map(|place| &self.units[side][*place]).collect();
        let half = |holds: &dyn Fn(&WtjUnit<'_>) -> bool| {
            let with: u32 = units.iter().filter(|unit| holds(unit)).map(|unit| unit.able()).sum();
            2 * with >= bases[side]
        };
        let (own, enemy) = (bases[side], bases[1 - side]);
        let tanks = |unit: &WtjUnit<'_>| unit.kind() == WtjKind::Tank && unit.contact && unit.stands();
        let entrenched = side == D && half(&|unit| unit.cover == WtjCover::Entrenched);
        let all = [
            (own >= 2 * enemy && own < 3 * enemy, WtjAssault::Ratio2),
            (own >= 3 * enemy, WtjAssault::Ratio3),
            (half(&|unit| unit.told.assault_weapons), WtjAssault::Weapons),
            (self.units[side].iter().any(tanks), WtjAssault::Tanks),
            (units.iter().any(|unit| unit.demoralised), WtjAssault::Demoralised),
            (units.iter().any(|unit| unit.pinned), WtjAssault::Pinned),
            (entrenched, WtjAssault::Entrenched),
            (side == D && !entrenched && half(&|unit| unit.cover >= WtjCover::Hard), WtjAssault::HardCover),
            (half(&|unit| unit.told.grade == WtjGrade::E), WtjAssault::Elite),
            (half(&|unit| unit.told.grade == WtjGrade::G), WtjAssault::Green),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| self.house().assault(name)).sum()
    }

    /// Takes the bases that an assault cost.
    ///
    /// # Interpretation
    /// The first unit loses until nothing of it is left, then the next one.
    fn remove(&mut self, side: usize, fighters: &[usize], mut count: u32) {
        for place in fighters {
            let unit = &mut self.units[side][*place];
            let now = count.min(unit.able());
            unit.lose(now);
            unit.fought = true;
            count -= now;
        }
    }

    /// Who of A enters the square, and what becomes of D there.
    pub(super) fn ground(&mut self) {
        let enters = |unit: &WtjUnit<'_>, fought: bool| {
            let of_the_assault = if fought { unit.fought } else { unit.contact };
            of_the_assault && unit.stands() && unit.mobile()
        };
        let free = match &self.fought {
            Some(fought) => fought.verdict.attacker_takes,
            None => self.fighters(D).is_empty(),
        };
        let fought = self.fought.is_some();
        self.advances = self.units[A].iter().position(|unit| free && enters(unit, fought));
        for side in [A, D] {
            let (barred, taken) = (self.told.barred(side), side == D && self.advances.is_some());
            for unit in &mut self.units[side] {
                fall_back(unit, barred, taken);
            }
        }
    }
}

/// What a morale effect does to a unit at once: the bases that surrender or disperse are gone.
fn suffer(unit: &mut WtjUnit<'_>, effect: Effect) {
    unit.effects.push(effect);
    if effect.has(Letter::P) {
        (unit.pinned, unit.newly_pinned) = (true, true);
    }
    let mut kept = 0;
    for (letter, bases) in share(effect, unit.left()) {
        match letter {
            Letter::S => unit.captured += bases,
            Letter::D => {}
            Letter::P | Letter::W | Letter::R => kept += bases,
        }
    }
    if effect != Effect::PASS {
        unit.keep(kept);
    }
}

/// Back one square, or captured where that is barred and the enemy takes the square; guns in contact are captured.
fn fall_back(unit: &mut WtjUnit<'_>, barred: bool, taken: bool) {
    if taken && unit.kind() == WtjKind::Gun && unit.contact {
        unit.capture();
    }
    let goes = taken || unit.out();
    if unit.left() == 0 || !goes {
        return;
    }
    if !barred {
        unit.withdraws = true;
        unit.made_way = taken;
    } else if taken {
        unit.capture();
    }
}
