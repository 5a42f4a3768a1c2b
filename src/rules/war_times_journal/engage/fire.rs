//! §4.2 step 4: fire, both sides at once. D in list order, then A; losses are applied when all have fired.

use dice::{Call, Dice, Told};

use super::input::{Size, WtjPlan};
use super::state::{A, D, WtjField, WtjUnit};
use crate::mechanic::Result;
use crate::war_times_journal::direct::{WtjAgainst, WtjShot, hit_sum};
use crate::war_times_journal::names::{Direct, SmallArms, WtjCover, WtjHit, WtjKind};
use crate::war_times_journal::small_arms;
use crate::war_times_journal::tables::SMALL_UNIT;

/// A result on its way: the side and place of the target, what it takes.
type Strike = (usize, usize, WtjHit);

/// With what a base fires.
enum Weapon {
    SmallArms { mg: bool },
    Gun(u32),
}

impl WtjField<'_> {
    /// Step 4.
    pub(super) fn fire(&mut self, dice: &mut Dice<'_>) -> Result<()> {
        let mut strikes = Vec::new();
        for side in [D, A] {
            for place in 0..self.units[side].len() {
                self.unit_fires(side, place, &mut strikes, dice)?;
            }
        }
        for (side, place, hit) in strikes {
            self.units[side][place].shot_at = true;
            self.units[side][place].take(hit);
        }
        Ok(())
    }

    fn unit_fires(&mut self, side: usize, place: usize, strikes: &mut Vec<Strike>, dice: &mut Dice<'_>) -> Result<()> {
        let unit = &self.units[side][place];
        if unit.able() == 0 || !may_fire(side, unit) {
            return Ok(());
        }
        let Some(weapon) = self.weapon(side, unit) else { return Ok(()) };
        let Some(target) = self.target(side, place, &weapon) else { return Ok(()) };
        let count = if unit.kind() == WtjKind::Personnel { 1 } else { unit.able() };
        for _ in 0..count {
            let hit = match weapon {
                Weapon::SmallArms { mg } => self.small_arms(side, place, target, mg, dice)?,
                Weapon::Gun(class) => self.gun(side, place, target, class, dice)?,
            };
            strikes.push((1 - side, target, hit));
        }
        self.units[side][place].fired = true;
        Ok(())
    }

    fn weapon(&self, side: usize, unit: &WtjUnit<'_>) -> Option<Weapon> {
        match unit.kind() {
            WtjKind::Personnel => Some(Weapon::SmallArms { mg: false }),
            WtjKind::Mg => Some(Weapon::SmallArms { mg: true }),
            WtjKind::Gun if unit.told.limbered => None,
            WtjKind::Hq => None,
            WtjKind::Gun => unit.told.gun_class().map(Weapon::Gun),
            WtjKind::Tank | WtjKind::Vehicle => {
                let class = unit.told.gun_class()?;
                let armour_there = self.units[1 - side].iter().any(|enemy| enemy.armoured() && enemy.able() > 0);
                Some(if unit.contact && !armour_there { Weapon::SmallArms { mg: true } } else { Weapon::Gun(class) })
            }
        }
    }

    /// Whom a unit fires at: for guns tanks and vehicles first, else the first on foot.
    ///
    /// # Interpretation
    /// "In contact before others" is contact with whoever fires.
    fn target(&self, side: usize, place: usize, weapon: &Weapon) -> Option<usize> {
        let first = |armoured: bool| {
            let enemies = self.units[1 - side].iter().enumerate();
            let fits = enemies.filter(|(_, enemy)| enemy.able() > 0 && enemy.armoured() == armoured);
            fits.map(|(enemy, _)| (!self.touch(side, place, enemy), enemy)).min().map(|(_, enemy)| enemy)
        };
        match weapon {
            Weapon::Gun(_) => first(true).or_else(|| first(false)),
            Weapon::SmallArms { .. } => first(false),
        }
    }

    fn small_arms(
        &mut self,
        side: usize,
        place: usize,
        target: usize,
        mg: bool,
        dice: &mut Dice<'_>,
    ) -> Result<WtjHit> {
        let (unit, enemy) = (&self.units[side][place], &self.units[1 - side][target]);
        let cover = [SmallArms::SoftCover, SmallArms::HardCover, SmallArms::Entrenched];
        let all = [
            (self.touch(side, place, target), SmallArms::Close),
            (mg, SmallArms::Mg),
            (enemy.told.packed, SmallArms::Packed),
            (unit.passed.is_some(), SmallArms::Moved),
            (unit.pinned, SmallArms::Pinned),
            (enemy.prone, SmallArms::TargetProne),
        ];
        let mut modifiers: Vec<SmallArms> = all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect();
        modifiers.extend((enemy.cover as usize).checked_sub(1).map(|place| cover[place]));
        let face = dice.one(&Call::new(&unit.told.id, "small arms"))?;
        let hit = small_arms::result(i32::from(face) + small_arms::net(&modifiers, self.house()), self.house());
        self.say(Told::of(&unit.told.id).and(" fires at ").with(&enemy.told.id).and(": ").and(hit));
        self.used_house_rules.add("wtj.small_arms");
        Ok(hit)
    }

    fn gun(&mut self, side: usize, place: usize, target: usize, class: u32, dice: &mut Dice<'_>) -> Result<WtjHit> {
        let (unit, enemy, house) = (&self.units[side][place], &self.units[1 - side][target], self.house());
        let against = if enemy.armoured() {
            WtjAgainst::Armour(house.armour(enemy.told.armour))
        } else {
            WtjAgainst::Men(enemy.cover)
        };
        let all = [
            (unit.passed.is_some(), Direct::Moved),
            (unit.pinned, Direct::Pinned),
            (enemy.armoured() && enemy.passed.is_some(), Direct::TargetMoving),
            (enemy.told.size == Some(Size::Small), Direct::Small),
            (enemy.told.size == Some(Size::Large), Direct::Large),
            (self.touch(side, place, target), Direct::Short),
            (enemy.cover == WtjCover::Soft, Direct::SoftCover),
            (enemy.cover == WtjCover::Hard, Direct::HardCover),
        ];
        let modifiers: Vec<Direct> = all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect();
        let shot = WtjShot { gun_class: class, against, hit: hit_sum(&modifiers, house) };
        let hit = shot.throw(&unit.told.id, house, dice)?.2.hit();
        let armoured = enemy.armoured();
        self.say(Told::of(&unit.told.id).and(" shoots at ").with(&enemy.told.id).and(": ").and(hit));
        self.used_house_rules.add("wtj.direct");
        self.used_house_rules.add(shot.table());
        if armoured {
            self.used_house_rules.add("wtj.armour_class");
        }
        Ok(hit)
    }
}

/// All of D fire; of A who did not move, who only advanced, and of those in contact tanks, vehicles, and troops that are
/// few or have assault weapons.
fn may_fire(side: usize, unit: &WtjUnit<'_>) -> bool {
    if side == D || unit.passed != Some(WtjPlan::Assault) {
        return true;
    }
    let few = unit.told.assault_weapons || unit.told.original() <= SMALL_UNIT;
    unit.contact && (unit.armoured() || (unit.kind().troops() && few))
}
