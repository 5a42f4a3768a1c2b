//! §4.2 steps 1 to 3: the barrage, rallying and commands, dangerous ground; then who meets whom.

use dice::{Call, Dice, Told};

use super::input::WtjPlan;
use super::state::{A, D, WtjBases, WtjField, WtjUnit};
use crate::mechanic::Result;
use crate::war_times_journal::area;
use crate::war_times_journal::command::Weights;
use crate::war_times_journal::movement::{cross, met};
use crate::war_times_journal::names::{Area, AreaRow, WtjCover, WtjHit, WtjKind};
use crate::war_times_journal::tables::HEAVY_BATTERY;

impl WtjField<'_> {
    /// Step 1: a die for each base of D, at once.
    pub(super) fn barrage(&mut self, dice: &mut Dice<'_>) -> Result<()> {
        let Some(battery) = self.told.barrage else { return Ok(()) };
        self.used_house_rules.add("wtj.area");
        let (house, heavy) = (self.house(), battery.gun_class.0 >= HEAVY_BATTERY);
        let mut words = Vec::new();
        for unit in &mut self.units[D] {
            let faces = dice.throw(&Call::new(&unit.told.id, "barrage"), unit.left() as usize)?;
            let (row, modifier) = (row(unit.kind()), area::sum(&shelter(unit, heavy), house));
            let hits: Vec<WtjHit> = faces.iter().map(|f| area::result(row, i32::from(*f) + modifier, house)).collect();
            shell(unit, &hits);
            unit.shot_at = true;
            let shown: Vec<String> = hits.iter().map(ToString::to_string).collect();
            words.push(Told::from("barrage on ").with(&unit.told.id).and(": ").and(shown.join(", ")));
        }
        self.words.append(&mut words);
        Ok(())
    }

    /// Step 2: the demoralised of A rally, then who has a plan to move is tested.
    pub(super) fn commands(&mut self, dice: &mut Dice<'_>) -> Result<()> {
        for place in 0..self.units[A].len() {
            self.rally(place, dice)?;
        }
        for place in 0..self.units[A].len() {
            self.command(place, dice)?;
        }
        Ok(())
    }

    fn rally(&mut self, place: usize, dice: &mut Dice<'_>) -> Result<()> {
        let unit = &self.units[A][place];
        if !unit.demoralised {
            return Ok(());
        }
        let (id, need) = (&unit.told.id, self.house().rally(unit.told.grade));
        let cleared = i32::from(dice.one(&Call::new(id, "rally"))?) >= need;
        self.say(Told::of(id).and(if cleared { " rallies" } else { " stays demoralised" }));
        self.used_house_rules.add("wtj.rally");
        self.units[A][place].demoralised = !cleared;
        Ok(())
    }

    /// # Interpretation
    /// Who stands up (`over_top`) is prone no more; other prone units go forward prone.
    fn command(&mut self, place: usize, dice: &mut Dice<'_>) -> Result<()> {
        let unit = &self.units[A][place];
        let (told, plan) = (unit.told, unit.told.plan());
        if plan == WtjPlan::Support {
            return Ok(());
        }
        let weights = Weights {
            over_top: told.over_top || unit.cover >= WtjCover::Hard,
            hq: self.told.hq_hits(),
            consecutive: told.consecutive.0,
            pinned: told.pinned,
            withdrew: told.withdrew,
            demoralised: unit.demoralised,
        };
        let face = i32::from(dice.one(&Call::new(&told.id, "command test"))?);
        let passed = face + weights.modifier() >= self.house().command(told.grade, plan == WtjPlan::Assault);
        self.used_house_rules.add("wtj.command");
        self.say(Told::of(&told.id).and(if passed { " goes forward" } else { " stays out" }));
        if passed {
            let unit = &mut self.units[A][place];
            (unit.passed, unit.cover) = (Some(plan), WtjCover::Open);
            unit.prone &= !told.over_top;
        }
        Ok(())
    }

    /// Step 3: each tank and vehicle base of A that moves.
    pub(super) fn dangerous(&mut self, dice: &mut Dice<'_>) -> Result<()> {
        let (ground, house) = (met(&self.told.dangerous), self.house());
        let mut words = Vec::new();
        for unit in self.units[A].iter_mut().filter(|unit| unit.armoured() && unit.passed.is_some()) {
            let WtjBases::Each(bases) = &mut unit.bases else { continue };
            for base in bases {
                if let (_, Some(kind)) = cross(&unit.told.id, &ground, house, dice)? {
                    base.stuck = true;
                    words.push(Told::from("a base of ").with(&unit.told.id).and(" sticks in ").and(kind.word()));
                }
            }
            if !ground.is_empty() {
                self.used_house_rules.add("wtj.immobilise");
            }
        }
        self.words.append(&mut words);
        Ok(())
    }

    /// Who meets whom: D's troops in order, then D's others, the rest of A the last.
    pub(super) fn contact(&mut self) {
        let here = |troops: bool| {
            let units = self.units[D].iter().enumerate();
            units.filter(move |(_, unit)| unit.left() > 0 && unit.kind().troops() == troops).map(|(place, _)| place)
        };
        let enemies: Vec<usize> = here(true).chain(here(false)).collect();
        let closes = |unit: &WtjUnit<'_>| unit.passed == Some(WtjPlan::Assault) && unit.able() > 0;
        let closing: Vec<usize> = (0..self.units[A].len()).filter(|place| closes(&self.units[A][*place])).collect();
        for (place, attacker) in closing.into_iter().enumerate() {
            self.units[A][attacker].contact = true;
            if let Some(enemy) = enemies.get(place).or(enemies.last()) {
                self.units[D][*enemy].contact = true;
                self.pairs.push((attacker, *enemy));
            }
        }
    }
}

/// The row of the area chart.
///
/// # Interpretation
/// A vehicle is soft whatever its armour: the chart has a row for tanks only.
fn row(kind: WtjKind) -> AreaRow {
    match kind {
        WtjKind::Tank => AreaRow::Tank,
        WtjKind::Vehicle => AreaRow::Soft,
        _ => AreaRow::Personnel,
    }
}

fn shelter(unit: &WtjUnit<'_>, heavy: bool) -> Vec<Area> {
    let cover = match unit.cover {
        WtjCover::Open => None,
        WtjCover::Soft => Some(Area::SoftCover),
        WtjCover::Hard => Some(Area::HardCover),
        WtjCover::Entrenched => Some(Area::Entrenched),
    };
    let others = [(heavy, Area::HeavyBattery), (unit.prone, Area::Prone)];
    others.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).chain(cover).collect()
}

/// Area dice fall on the bases for which they were thrown.
fn shell(unit: &mut WtjUnit<'_>, hits: &[WtjHit]) {
    let WtjBases::Each(bases) = &mut unit.bases else {
        for hit in hits {
            unit.take(*hit);
        }
        return;
    };
    unit.hurt |= hits.iter().any(|hit| matches!(hit, WtjHit::D | WtjHit::K | WtjHit::Kk));
    let mut hit = hits.iter();
    bases.retain_mut(|base| match hit.next().copied().unwrap_or(WtjHit::None) {
        WtjHit::K | WtjHit::Kk => false,
        WtjHit::D => !std::mem::replace(&mut base.damaged, true),
        WtjHit::I => {
            base.immobile = true;
            true
        }
        WtjHit::None => true,
    });
}
