//! §3.4 limbering, unlimbering and setting up guns, quarter by quarter of a turn; no dice.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use dice::Dice;

use super::answer::{WtjUsedHouseRules, answer};
use super::count::certain;
use super::input::{N, Some1, WtjPlay, WtjWrong};
use super::tables::{LIMBER, QUARTERS, QUARTERS_MOVED};
use crate::mechanic::Result;
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;
use crate::war_times_journal::parameters::WtjHouse;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GunSetup {
    gun_class: Some1,
    travel_quarters: N,
    #[serde(default)]
    in_action: bool,
    #[serde(default)]
    stay_limbered: bool,
    #[serde(default)]
    flak_88: bool,
    #[serde(default)]
    house: WtjHouse,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
enum Fire {
    #[serde(rename = "no_fire")]
    None,
    #[serde(rename = "fire_moved")]
    Moved,
    #[serde(rename = "fire_full")]
    Full,
}

impl Fire {
    fn word(self) -> &'static str {
        match self {
            Self::None => "no fire",
            Self::Moved => "fires as moved",
            Self::Full => "fires at full effect",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct Turn {
    #[serde(rename = "L")]
    limbered: u32,
    #[serde(rename = "U")]
    unlimber: u32,
    #[serde(rename = "S")]
    set_up: u32,
    fire: Fire,
}

impl GunSetup {
    fn moves(&self) -> bool {
        self.travel_quarters.0 > 0 || self.stay_limbered
    }

    /// Quarters limbered, unlimbering, setting up, in all.
    fn quarters(&self) -> [u32; 3] {
        let row = LIMBER.iter().find(|(to, _)| self.gun_class.0 <= *to).map_or([0; 3], |(_, row)| *row);
        if self.in_action && !self.moves() {
            return [0; 3];
        }
        let limbered = self.travel_quarters.0 + if self.in_action { row[0] } else { 0 };
        if self.stay_limbered { [limbered, 0, 0] } else { [limbered, row[1], row[2]] }
    }

    /// Whether a gun fires in a turn.
    ///
    /// # Interpretation
    /// Quarters of unlimbering count with those of set-up; travel alone costs nothing unless it fills the turn, or
    /// the group says `travel_counts_as_moved`. The 88 fires limbered in a turn without a limbered quarter of work.
    fn fire(&self, [limbered, unlimber, set_up]: [u32; 3], travel_counts: bool) -> Fire {
        if self.stay_limbered {
            return if self.flak_88 && limbered == 0 { Fire::Moved } else { Fire::None };
        }
        if limbered + unlimber + set_up == QUARTERS {
            Fire::None
        } else if unlimber + set_up >= QUARTERS_MOVED || (travel_counts && limbered > 0) {
            Fire::Moved
        } else {
            Fire::Full
        }
    }

    fn turns(&self, travel_counts: bool) -> Vec<Turn> {
        let mut rest = self.quarters();
        let mut turns = Vec::new();
        while rest.iter().sum::<u32>() > 0 || (self.stay_limbered && turns.is_empty()) {
            let mut free = QUARTERS;
            let used = rest.map(|quarters| {
                let now = quarters.min(free);
                free -= now;
                now
            });
            rest = [rest[0] - used[0], rest[1] - used[1], rest[2] - used[2]];
            let fire = self.fire(used, travel_counts);
            turns.push(Turn { limbered: used[0], unlimber: used[1], set_up: used[2], fire });
        }
        turns
    }

    fn keys(&self, turns: &[Turn]) -> Value {
        let then = (!self.stay_limbered).then_some(Fire::Full);
        json!({ "turns": turns, "then": then })
    }
}

impl WtjPlay for GunSetup {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()
    }

    fn roll(&self, _: &mut Dice<'_>) -> Result<Rolled> {
        let turns = self.turns(self.house.travel_counts_as_moved());
        let mut used_house_rules = WtjUsedHouseRules::default();
        if turns != self.turns(false) {
            used_house_rules.add("travel_counts_as_moved");
        }
        let line = |(place, turn): (usize, &Turn)| {
            let Turn { limbered, unlimber, set_up, fire } = turn;
            let fire = fire.word();
            format!("turn {}: {limbered} limbered, {unlimber} unlimbering, {set_up} setting up: {fire}", place + 1)
        };
        let mut words: Vec<String> = turns.iter().enumerate().map(line).collect();
        let then = if self.stay_limbered { "it stays limbered" } else { "then it fires at full effect" };
        words.push(then.to_owned());
        Ok(answer(self.keys(&turns), &used_house_rules, words))
    }

    fn odds(&self) -> Result<Chances> {
        Ok(certain(self.keys(&self.turns(self.house.travel_counts_as_moved()))))
    }
}
