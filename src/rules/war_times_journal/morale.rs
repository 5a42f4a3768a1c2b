//! §3.12 morale checks, and how two letters are shared among bases.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use dice::{Call, Dice};

use super::answer::{WtjUsedHouseRules, answer};
use super::count::{certain, chances, count, likely};
use super::input::{N, WtjPlay, WtjWrong, Z};
use super::names::{Effect, WtjGrade};
use super::tables::MORALE_PASS;
use crate::mechanic::Result;
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;
use crate::war_times_journal::parameters::WtjHouse;

/// What a modified total comes to.
pub(super) fn effect(grade: WtjGrade, net: i32, house: &WtjHouse) -> Effect {
    if net >= MORALE_PASS {
        return Effect::PASS;
    }
    let column = usize::try_from(1 - net).unwrap_or(0).min(3);
    house.effects(grade)[column]
}

/// One die: the modified total and its effect.
pub(super) fn test(
    thrower: &str,
    grade: WtjGrade,
    modifier: i32,
    house: &WtjHouse,
    dice: &mut Dice<'_>,
) -> Result<(i32, Effect)> {
    let net = i32::from(dice.one(&Call::new(thrower, "morale"))?) + modifier;
    Ok((net, effect(grade, net, house)))
}

/// Whether at least a third of the original bases is gone.
pub(super) fn is_weak(original: u32, left: u32) -> bool {
    3 * original.saturating_sub(left) >= original && left < original
}

/// The bases of each letter: as even as can be, the odd ones to the left.
pub(super) fn share(effect: Effect, bases: u32) -> Vec<(super::names::Letter, u32)> {
    let letters: Vec<_> = effect.letters().collect();
    let count = letters.len().max(1) as u32;
    let part = |(place, letter)| (letter, bases / count + u32::from((place as u32) < bases % count));
    letters.into_iter().enumerate().map(part).collect()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoraleCheck {
    grade: WtjGrade,
    #[serde(default)]
    modifier_total: Z,
    #[serde(default)]
    house: WtjHouse,
}

impl WtjPlay for MoraleCheck {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        let (net, effect) = test("the unit", self.grade, self.modifier_total.0, &self.house, dice)?;
        let keys = json!({ "net": net, "effect": effect.to_string() });
        Ok(answer(keys, &WtjUsedHouseRules::on(&["wtj.morale"]), vec![format!("morale: {net}: {effect}")]))
    }

    fn odds(&self) -> Result<Chances> {
        let states = count(0, 1, |_, _, face| face);
        let fallen = |face| effect(self.grade, i32::from(face) + self.modifier_total.0, &self.house);
        let passed = |effect: &Effect| *effect == Effect::PASS;
        let shown = |effect: &Effect| json!({ "effect": effect.to_string() });
        Ok(chances(states, fallen, |odds| likely(odds, passed), shown))
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Share {
    effect: Effect,
    bases: N,
    #[serde(default, rename = "house")]
    _house: WtjHouse,
}

impl Share {
    fn keys(&self) -> Value {
        let parts = share(self.effect, self.bases.0).into_iter();
        Value::Object(
            parts.map(|(letter, bases)| (letter.word().to_owned(), Value::from(bases))).collect::<Map<_, _>>(),
        )
    }
}

impl WtjPlay for Share {
    fn check(&self) -> Result<(), WtjWrong> {
        WtjWrong::unless(self.effect != Effect::PASS, "effect", "pass", "one or two letters of `P`, `W`, `R`, `S`, `D`")
    }

    fn roll(&self, _: &mut Dice<'_>) -> Result<Rolled> {
        let parts = share(self.effect, self.bases.0);
        let words = parts.iter().map(|(letter, bases)| format!("{}: {bases}", letter.word())).collect();
        Ok(answer(self.keys(), &WtjUsedHouseRules::default(), words))
    }

    fn odds(&self) -> Result<Chances> {
        Ok(certain(self.keys()))
    }
}
