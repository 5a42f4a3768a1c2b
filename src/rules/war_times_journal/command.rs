//! §3.1 command tests and §3.13 rallying: one die each.

use serde::Deserialize;
use serde_json::{Value, json};

use dice::Dice;

use super::answer::{WtjUsedHouseRules, answer};
use super::count::{certain, chances, count, likely};
use super::input::{N, WtjPlay, WtjWrong};
use super::names::WtjGrade;
use super::tables;
use crate::mechanic::Result;
use crate::mechanic::chances::{Chances, die};
use crate::mechanic::rolled::Rolled;
use crate::war_times_journal::parameters::WtjHouse;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Test {
    Maneuver,
    Assault,
    Prone,
}

/// What weighs on a command test.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the rows of the page's table")]
pub(super) struct Weights {
    pub(super) over_top: bool,
    pub(super) hq: u32,
    pub(super) consecutive: u32,
    pub(super) pinned: bool,
    pub(super) withdrew: bool,
    pub(super) demoralised: bool,
}

impl Weights {
    /// All together.
    ///
    /// # Interpretation
    /// Pinned and withdrawn together count once.
    pub(super) fn modifier(&self) -> i32 {
        let on = |holds: bool, value: i32| i32::from(holds) * value;
        on(self.over_top, tables::OVER_TOP)
            + self.hq as i32 * tables::HQ_HIT
            + self.consecutive as i32 * tables::CONSECUTIVE
            + on(self.pinned || self.withdrew, tables::PINNED_OR_WITHDRAWN)
            + on(self.demoralised, tables::DEMORALISED)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "the keys of the page")]
pub(super) struct WtjCommand {
    grade: WtjGrade,
    test: Test,
    #[serde(default)]
    over_top: bool,
    #[serde(default)]
    hq: N,
    #[serde(default)]
    consecutive: N,
    #[serde(default)]
    pinned: bool,
    #[serde(default)]
    withdrew: bool,
    #[serde(default)]
    demoralised: bool,
    #[serde(default)]
    house: WtjHouse,
}

impl WtjCommand {
    fn modifier(&self) -> i32 {
        let Self { over_top, pinned, withdrew, demoralised, .. } = *self;
        let weights =
            Weights { over_top, hq: self.hq.0, consecutive: self.consecutive.0, pinned, withdrew, demoralised };
        weights.modifier()
    }

    /// The least total that passes; none for going prone, which takes no test.
    fn need(&self) -> Option<i32> {
        (self.test != Test::Prone).then(|| self.house.command(self.grade, self.test == Test::Assault))
    }
}

impl WtjPlay for WtjCommand {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        let Some(need) = self.need() else {
            let keys = json!({ "sum": null, "need": null, "passed": true });
            return Ok(answer(keys, &WtjUsedHouseRules::default(), vec!["going prone takes no test".to_owned()]));
        };
        let face = die(dice, "the unit", "command test")?;
        let sum = i32::from(face) + self.modifier();
        let passed = sum >= need;
        let word = if passed { "passed" } else { "failed: it stays where it is" };
        let words = vec![format!("command test: {face} and {:+} make {sum}, {need} needed: {word}", self.modifier())];
        Ok(answer(
            json!({ "sum": sum, "need": need, "passed": passed }),
            &WtjUsedHouseRules::on(&["wtj.command"]),
            words,
        ))
    }

    fn odds(&self) -> Result<Chances> {
        let Some(need) = self.need() else { return Ok(certain(json!({ "passed": true }))) };
        Ok(test(need - self.modifier(), "passed"))
    }
}

/// The odds of a die that must show this or better.
fn test(need: i32, key: &str) -> Chances {
    let shown = |so: &bool| Value::Object([(key.to_owned(), Value::from(*so))].into_iter().collect());
    let faces = count(0, 1, |_, _, face| face);
    chances(faces, |face| i32::from(face) >= need, |odds| likely(odds, |so| *so), shown)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rally {
    grade: WtjGrade,
    #[serde(default)]
    house: WtjHouse,
}

impl WtjPlay for Rally {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        let (face, need) = (die(dice, "the unit", "rally")?, self.house.rally(self.grade));
        let cleared = i32::from(face) >= need;
        let word = if cleared { "no longer demoralised" } else { "demoralised still" };
        let words = vec![format!("rally: {face}, {need} needed: {word}")];
        Ok(answer(json!({ "cleared": cleared }), &WtjUsedHouseRules::on(&["wtj.rally"]), words))
    }

    fn odds(&self) -> Result<Chances> {
        Ok(test(self.house.rally(self.grade), "cleared"))
    }
}
