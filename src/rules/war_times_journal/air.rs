//! §3.14 who has air superiority: a die a side, the axis modified by theatre and year.

use serde::Deserialize;
use serde_json::json;

use dice::Dice;

use super::answer::{WtjUsedHouseRules, answer};
use super::count::{chances, count, likely};
use super::input::{WtjPlay, WtjWrong};
use super::tables::{AIR, AIR_FIRST_YEAR, AIR_MISSING};
use crate::mechanic::Result;
use crate::mechanic::chances::{Chances, die};
use crate::mechanic::rolled::Rolled;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Theatre {
    Russia,
    France,
    Africa,
    China,
    Field,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AirSuperiority {
    theatre: Theatre,
    year: u32,
    #[serde(default, rename = "house")]
    _house: crate::war_times_journal::parameters::WtjHouse,
}

fn superior(axis: i32, allied: i32) -> &'static str {
    match axis.cmp(&allied) {
        std::cmp::Ordering::Greater => "axis",
        std::cmp::Ordering::Less => "allied",
        std::cmp::Ordering::Equal => "nobody",
    }
}

impl AirSuperiority {
    fn given(&self) -> Option<i32> {
        let row = AIR[self.theatre as usize];
        self.year.checked_sub(AIR_FIRST_YEAR).and_then(|column| row.get(column as usize).copied()).flatten()
    }

    fn modifier(&self) -> i32 {
        self.given().unwrap_or(AIR_MISSING)
    }
}

impl WtjPlay for AirSuperiority {
    fn check(&self) -> Result<(), WtjWrong> {
        WtjWrong::unless(
            (AIR_FIRST_YEAR..AIR_FIRST_YEAR + 7).contains(&self.year),
            "year",
            self.year,
            "from 1939 to 1945",
        )
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        let axis = i32::from(die(dice, "the axis", "air superiority")?) + self.modifier();
        let allied = i32::from(die(dice, "the allies", "air superiority")?);
        let superiority = superior(axis, allied);
        let used_house_rules = if self.given().is_none() {
            WtjUsedHouseRules::on(&["missing cells"])
        } else {
            WtjUsedHouseRules::default()
        };
        let words = vec![format!("axis {axis}, allies {allied}: {superiority} superior in the air")];
        Ok(answer(json!({ "axis": axis, "allied": allied, "superiority": superiority }), &used_house_rules, words))
    }

    fn odds(&self) -> Result<Chances> {
        let states = count([0; 2], 2, |faces, die, face| if die == 0 { [face, 0] } else { [faces[0], face] });
        let who = |[axis, allied]: [u8; 2]| superior(i32::from(axis) + self.modifier(), i32::from(allied));
        Ok(chances(states, who, |odds| likely(odds, |who| *who == "axis"), |who| json!({ "superiority": who })))
    }
}
