//! §3.11 assaults: up to three rounds of a die a side, and what they come to.

use serde::Deserialize;
use serde_json::{Value, json};

use dice::Dice;

use super::answer::{WtjUsedHouseRules, answer};
use super::count::{chances, count};
use super::input::{N, Some1, WtjPlay, WtjWrong, Z, once};
use super::morale::{effect, is_weak, test};
use super::names::{Effect, WtjGrade, WtjMorale};
use super::tables::ASSAULT_ROUNDS;
use crate::mechanic::Result;
use crate::mechanic::chances::{Chances, Mean, die};
use crate::mechanic::rolled::Rolled;
use crate::war_times_journal::parameters::WtjHouse;

/// The sides, attacker and defender.
pub(super) const SIDES: [&str; 2] = ["A", "D"];

/// An assault under way: bases at the start and now, rounds fought and won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WtjMelee {
    start: [u32; 2],
    pub(super) left: [u32; 2],
    rounds: usize,
    won: [usize; 2],
}

/// What an assault came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Verdict {
    /// Bases left, after what a tie costs.
    pub(super) left: [u32; 2],
    /// Bases lost by the rounds.
    pub(super) lost: [u32; 2],
    pub(super) loser: Option<usize>,
    pub(super) swept: bool,
    pub(super) attacker_takes: bool,
}

impl Verdict {
    pub(super) fn tie(&self) -> bool {
        self.loser.is_none()
    }

    /// The losing side, where anybody is left of it.
    pub(super) fn demoralised(&self) -> Option<usize> {
        self.loser.filter(|side| self.left[*side] > 0)
    }

    /// Both after a tie, as far as anybody is left.
    pub(super) fn pinned(&self) -> impl Iterator<Item = usize> {
        let (tie, left) = (self.tie(), self.left);
        [0, 1].into_iter().filter(move |side| tie && left[*side] > 0)
    }

    fn eliminated(&self) -> Vec<&'static str> {
        [0, 1].into_iter().filter(|side| self.left[*side] == 0).map(|side| SIDES[side]).collect()
    }

    /// The keys of the page.
    pub(super) fn keys(&self, totals: &[[i32; 2]]) -> Value {
        let pinned: Vec<&str> = self.pinned().map(|side| SIDES[side]).collect();
        json!({
            "rounds": totals.len(), "totals": totals, "A": self.left[0], "D": self.left[1],
            "lost_A": self.lost[0], "lost_D": self.lost[1], "eliminated": self.eliminated(),
            "outcome": if self.tie() { "tie" } else { "decided" }, "loser": self.loser.map(|side| SIDES[side]),
            "swept": self.swept, "demoralised": self.demoralised().map(|side| SIDES[side]), "pinned": pinned,
            "ground": if self.attacker_takes { "A" } else { "D" },
        })
    }
}

impl WtjMelee {
    pub(super) fn new(bases: [u32; 2]) -> Self {
        Self { start: bases, left: bases, rounds: 0, won: [0, 0] }
    }

    fn over(&self) -> bool {
        self.rounds == ASSAULT_ROUNDS || self.left.contains(&0)
    }

    /// A round: the side with the lower total loses the difference of the modified totals.
    fn round(&mut self, totals: [i32; 2]) {
        self.rounds += 1;
        let [a, d] = totals;
        if a != d {
            let winner = usize::from(d > a);
            self.won[winner] += 1;
            self.left[1 - winner] = self.left[1 - winner].saturating_sub(a.abs_diff(d));
        }
    }

    /// What it came to.
    ///
    /// # Interpretation
    /// The loser is who lost more bases, even where it wiped the other side out; the ground goes to the survivor.
    pub(super) fn verdict(&self) -> Verdict {
        let lost = [self.start[0] - self.left[0], self.start[1] - self.left[1]];
        let loser = (lost[0] != lost[1]).then(|| usize::from(lost[1] > lost[0]));
        let left = if loser.is_none() { self.left.map(|bases| bases.saturating_sub(1)) } else { self.left };
        let swept = self.won.contains(&ASSAULT_ROUNDS);
        let attacker_takes = left[0] > 0 && (left[1] == 0 || loser == Some(1));
        Verdict { left, lost, loser, swept, attacker_takes }
    }

    /// Fights it to its end: the totals round by round, and what it came to.
    pub(super) fn fight(mut self, modifiers: [i32; 2], dice: &mut Dice<'_>) -> Result<(Vec<[i32; 2]>, Verdict)> {
        let mut totals = Vec::new();
        while !self.over() {
            let attacker = i32::from(die(dice, "the attacker", "assault")?) + modifiers[0];
            let defender = i32::from(die(dice, "the defender", "assault")?) + modifiers[1];
            totals.push([attacker, defender]);
            self.round([attacker, defender]);
        }
        Ok((totals, self.verdict()))
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct LoserCheck {
    grade: WtjGrade,
    #[serde(default)]
    other_modifiers: Vec<WtjMorale>,
    original: Option<N>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(non_snake_case, reason = "the keys of the page")]
pub(super) struct WtjAssaultRoll {
    A_bases: Some1,
    D_bases: Some1,
    #[serde(default)]
    A_modifier_total: Z,
    #[serde(default)]
    D_modifier_total: Z,
    loser_check: Option<LoserCheck>,
    #[serde(default)]
    house: WtjHouse,
}

impl WtjAssaultRoll {
    fn melee(&self) -> WtjMelee {
        WtjMelee::new([self.A_bases.0, self.D_bases.0])
    }

    fn modifiers(&self) -> [i32; 2] {
        [self.A_modifier_total.0, self.D_modifier_total.0]
    }

    /// The check of the loser and its modifier, where one is asked for and somebody is left to make it.
    fn check_of(&self, verdict: &Verdict) -> Option<(&LoserCheck, i32)> {
        let (check, side) = (self.loser_check.as_ref()?, verdict.demoralised()?);
        let original = check.original.map_or([self.A_bases.0, self.D_bases.0][side], |n| n.0);
        let mut names = check.other_modifiers.clone();
        names.extend(is_weak(original, verdict.left[side]).then_some(WtjMorale::Weak));
        names.extend(verdict.swept.then_some(WtjMorale::Swept));
        Some((check, names.iter().map(|name| self.house.morale(*name)).sum()))
    }

    /// What odds are of: bases left, and the effect of the loser's check.
    fn outcome(&self, melee: &WtjMelee, last: u8) -> (Verdict, Option<Effect>) {
        let verdict = melee.verdict();
        let check = self.check_of(&verdict);
        let fallen = check.map(|(check, modifier)| effect(check.grade, i32::from(last) + modifier, &self.house));
        (verdict, fallen)
    }
}

impl WtjPlay for WtjAssaultRoll {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()?;
        let Some(check) = &self.loser_check else { return Ok(()) };
        once("loser_check", &check.other_modifiers)?;
        let worked_out = [WtjMorale::Weak, WtjMorale::Swept].iter().any(|name| check.other_modifiers.contains(name));
        WtjWrong::unless(!worked_out, "loser_check", "weak or swept", "without what is worked out")
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        let (totals, verdict) = self.melee().fight(self.modifiers(), dice)?;
        let (mut keys, mut used_house_rules) = (verdict.keys(&totals), WtjUsedHouseRules::on(&["wtj.assault"]));
        let mut words: Vec<String> = totals.iter().map(|[a, d]| format!("attacker {a}, defender {d}")).collect();
        words.push(told(&verdict));
        if let Some((check, modifier)) = self.check_of(&verdict) {
            let (net, effect) = test("the loser", check.grade, modifier, &self.house, dice)?;
            let effect = effect.to_string();
            words.push(format!("morale of the loser: {net}: {effect}"));
            keys["loser_morale"] = json!({ "grade": check.grade, "modifier": modifier, "net": net, "effect": effect });
            used_house_rules.add("wtj.morale");
        }
        Ok(answer(keys, &used_house_rules, words))
    }

    fn odds(&self) -> Result<Chances> {
        let rolls = 2 * ASSAULT_ROUNDS;
        let step = |(melee, first): &(WtjMelee, u8), die: usize, face: u8| {
            let mut melee = *melee;
            if die < rolls && melee.over() {
                return (melee, 0);
            }
            if die < rolls && die % 2 == 1 {
                let [a, d] = self.modifiers();
                melee.round([i32::from(*first) + a, i32::from(face) + d]);
                return (melee, 0);
            }
            (melee, face)
        };
        let states = count((self.melee(), 0), rolls + usize::from(self.loser_check.is_some()), step);
        let lost = |side: usize| {
            move |(verdict, _): &(Verdict, Option<Effect>)| f64::from(self.melee().start[side] - verdict.left[side])
        };
        let mean =
            |odds: &crate::odds::Odds<_>| Mean::Sides { attacker: odds.mean(lost(0)), defender: odds.mean(lost(1)) };
        Ok(chances(states, |(melee, last)| self.outcome(&melee, last), mean, shown))
    }
}

fn told(verdict: &Verdict) -> String {
    let [a, d] = verdict.left;
    let outcome = verdict.loser.map_or_else(|| "a tie".to_owned(), |side| format!("{} loses", SIDES[side]));
    format!(
        "{outcome}: attacker {a} left, defender {d} left; the ground is {}'s",
        if verdict.attacker_takes { "A" } else { "D" }
    )
}

fn shown((verdict, effect): &(Verdict, Option<Effect>)) -> Value {
    let mut keys = json!({
        "A": verdict.left[0], "D": verdict.left[1], "loser": verdict.loser.map(|side| SIDES[side]),
        "swept": verdict.swept, "ground": if verdict.attacker_takes { "A" } else { "D" },
    });
    if let Some(effect) = effect {
        keys["effect"] = Value::from(effect.to_string());
    }
    keys
}
