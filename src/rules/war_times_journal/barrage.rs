//! §3.10 when a barrage arrives.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use dice::Dice;

use super::answer::{WtjUsedHouseRules, answer, many};
use super::count::{certain, chances, count, likely};
use super::input::{N, WtjPlay, WtjWrong};
use super::tables::{MOST_CHITS, ON_CALL};
use crate::mechanic::Result;
use crate::mechanic::chances::{Chances, die};
use crate::mechanic::rolled::Rolled;
use crate::war_times_journal::parameters::{BarrageMode, WtjHouse};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WtjBarrage {
    mode: Option<BarrageMode>,
    boxes: Option<N>,
    laid_turn: Option<N>,
    chits_this_turn: Option<N>,
    #[serde(default)]
    house: WtjHouse,
}

fn on_call(on_try: Option<usize>) -> Value {
    json!({ "result": if on_try.is_some() { "active" } else { "lost" }, "on_try": on_try })
}

impl WtjBarrage {
    fn mode(&self) -> BarrageMode {
        self.mode.unwrap_or_else(|| self.house.barrage_mode())
    }

    fn used_house_rules(&self) -> WtjUsedHouseRules {
        let mut used_house_rules = WtjUsedHouseRules::default();
        if self.mode.is_none() {
            used_house_rules.add("barrage_mode");
        }
        if self.mode() == BarrageMode::Request && self.laid_turn.is_some() && self.boxes.is_none() {
            used_house_rules.add("barrage_boxes");
        }
        used_house_rules
    }

    fn request(&self) -> (Value, Vec<String>) {
        let (mut keys, mut words) = (Map::new(), Vec::new());
        if let Some(laid) = self.laid_turn {
            let boxes = self.boxes.map_or_else(|| self.house.barrage_boxes(), |n| n.0);
            let arrives = laid.0 + boxes + 1;
            keys.insert("arrives_turn".to_owned(), Value::from(arrives));
            words.push(format!("laid in turn {}, it arrives in turn {arrives}", laid.0));
        }
        if let Some(N(chits)) = self.chits_this_turn {
            let accepted = chits.min(MOST_CHITS);
            keys.insert("accepted".to_owned(), Value::from(accepted));
            keys.insert("refused".to_owned(), Value::from(chits - accepted));
            words.push(format!("{} accepted, {} refused", many(accepted, "chit"), chits - accepted));
        }
        (Value::Object(keys), words)
    }
}

impl WtjPlay for WtjBarrage {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()?;
        if self.mode() == BarrageMode::OnCall {
            let alone = self.boxes.or(self.laid_turn).or(self.chits_this_turn).is_none();
            return WtjWrong::unless(
                alone,
                "mode",
                "on_call",
                "`request` with `boxes`, `laid_turn` or `chits_this_turn`",
            );
        }
        let laid = self.laid_turn.is_some() || (self.boxes.is_none() && self.chits_this_turn.is_some());
        WtjWrong::unless(laid, "laid_turn", "left out", "the turn in which the chit is laid, or `chits_this_turn`")
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        if self.mode() == BarrageMode::Request {
            let (keys, words) = self.request();
            return Ok(answer(keys, &self.used_house_rules(), words));
        }
        let mut on_try = None;
        for (place, need) in ON_CALL.iter().enumerate() {
            if die(dice, "the battery", "on-call barrage")? >= *need {
                on_try = Some(place + 1);
                break;
            }
        }
        let word = on_try.map_or_else(|| "lost".to_owned(), |place| format!("active on try {place}"));
        Ok(answer(on_call(on_try), &self.used_house_rules(), vec![format!("on-call barrage: {word}")]))
    }

    fn odds(&self) -> Result<Chances> {
        if self.mode() == BarrageMode::Request {
            return Ok(certain(self.request().0));
        }
        let step =
            |on_try: &Option<usize>, die: usize, face: u8| on_try.or_else(|| (face >= ON_CALL[die]).then_some(die + 1));
        let states = count(None, ON_CALL.len(), step);
        Ok(chances(states, |on_try| on_try, |odds| likely(odds, Option::is_some), |on_try| on_call(*on_try)))
    }
}
