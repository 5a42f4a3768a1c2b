//! §3.2 movement and §3.3 dangerous ground.

use serde::Deserialize;
use serde_json::json;

use dice::{Call, Dice};

use super::answer::{WtjUsedHouseRules, answer, many};
use super::count::{certain, chances, count, likely};
use super::input::{WtjPlay, WtjWrong, Yards};
use super::names::{Dangerous, Rate};
use super::tables;
use crate::mechanic::Result;
use crate::mechanic::chances::Chances;
use crate::mechanic::rolled::Rolled;
use crate::war_times_journal::parameters::WtjHouse;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Transfer {
    #[default]
    None,
    Carrier,
    Rider,
    Horse,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ground {
    Open,
    Road,
    Rough,
    Minefield,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stretch {
    ground: Ground,
    yards: Yards,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WtjMove {
    rate: Rate,
    #[serde(default)]
    assault: bool,
    #[serde(default)]
    towing: bool,
    #[serde(default)]
    transfer: Transfer,
    stretches: Vec<Stretch>,
    #[serde(default)]
    house: WtjHouse,
}

/// How far it came.
struct Gone {
    moved: u32,
    left: u32,
    arrived: bool,
}

impl WtjMove {
    fn is_vehicle(&self) -> bool {
        matches!(self.rate, Rate::Wheeled | Rate::Tracked)
    }

    /// The yards of the turn: rate, bonus, towing, then what mounting costs; fractions dropped at each step.
    ///
    /// # Interpretation
    /// Half and quarter moves are parts of what is left after bonus and towing.
    fn allowance(&self) -> u32 {
        let bonus = if self.assault && self.rate != Rate::Rush { self.house.assault_bonus() } else { 0 };
        let [top, bottom] = if self.towing { self.house.towing() } else { [1, 1] };
        let yards = (self.house.rate(self.rate) + bonus) * top / bottom;
        match self.transfer {
            Transfer::None => yards,
            Transfer::Carrier => yards / 2,
            Transfer::Horse => yards * 3 / 4,
            Transfer::Rider if self.is_vehicle() => yards.saturating_sub(tables::RIDER_VEHICLE),
            Transfer::Rider => yards.saturating_sub(tables::RIDER_ON_FOOT),
        }
    }

    /// The cost of a yard, as a fraction.
    fn cost(&self, ground: Ground) -> [u64; 2] {
        let factor = match ground {
            Ground::Open | Ground::Road => [1, 1],
            Ground::Minefield => self.house.clearing(self.rate == Rate::Prone),
            Ground::Rough if matches!(self.rate, Rate::Cyclist | Rate::Wagon | Rate::Wheeled) => {
                self.house.wheeled_rough()
            }
            Ground::Rough => self.house.rough(),
        };
        let double = if self.towing && ground == Ground::Rough { 2 } else { 1 };
        [u64::from(factor[1]) * double, u64::from(factor[0])]
    }

    /// Along the stretches as far as the yards last, whole yards only.
    fn gone(&self) -> Gone {
        // All that is left is kept over one denominator, the product of those of the three kinds of ground.
        let unit = [Ground::Rough, Ground::Minefield].iter().map(|ground| self.cost(*ground)[1]).product::<u64>();
        let mut left = u64::from(self.allowance()) * unit;
        let (mut moved, mut arrived) = (0, true);
        for stretch in &self.stretches {
            let [top, bottom] = self.cost(stretch.ground);
            let yard = top * (unit / bottom);
            let paid = u64::from(stretch.yards.0).min(left / yard);
            left -= paid * yard;
            moved += paid as u32;
            if paid < u64::from(stretch.yards.0) {
                arrived = false;
                break;
            }
        }
        Gone { moved, left: (left / unit) as u32, arrived }
    }

    fn used_house_rules(&self) -> WtjUsedHouseRules {
        let mut used_house_rules = WtjUsedHouseRules::on(&["wtj.move_yards"]);
        if self.stretches.iter().any(|stretch| stretch.ground == Ground::Minefield) {
            used_house_rules.add("minefield_clear_factor");
        }
        used_house_rules
    }

    fn keys(&self) -> serde_json::Value {
        let gone = self.gone();
        let stationary = if self.is_vehicle() { gone.moved < tables::VEHICLE_MOVED } else { gone.moved == 0 };
        json!({
            "allowance": self.allowance(), "moved": gone.moved, "left": gone.left, "arrived": gone.arrived,
            "stationary": stationary,
        })
    }
}

impl WtjPlay for WtjMove {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()?;
        let wanted = "a rate such as `walk`, not another figure of the table";
        WtjWrong::unless(self.rate <= Rate::Tracked, "rate", format!("{:?}", self.rate), wanted)?;
        let mounts = self.transfer == Transfer::Horse && self.assault;
        WtjWrong::unless(!mounts, "transfer", "horse", "no mounting or dismounting in a turn of assault movement")
    }

    fn roll(&self, _: &mut Dice<'_>) -> Result<Rolled> {
        let gone = self.gone();
        let word = if gone.arrived { "there" } else { "not there yet" };
        let moved = many(gone.moved, "yard");
        let words = vec![format!("{moved} of an allowance of {}: {word}, {} left", self.allowance(), gone.left)];
        Ok(answer(self.keys(), &self.used_house_rules(), words))
    }

    fn odds(&self) -> Result<Chances> {
        Ok(certain(self.keys()))
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DangerousPath {
    path: Vec<Dangerous>,
    #[serde(default)]
    house: WtjHouse,
}

/// The kinds of ground on a way, each once, in the order met.
///
/// # Interpretation
/// Who moves less than 100 yards owes the dice all the same.
pub(super) fn met(path: &[Dangerous]) -> Vec<Dangerous> {
    let mut met = Vec::new();
    for ground in path {
        if !met.contains(ground) {
            met.push(*ground);
        }
    }
    met
}

/// Two dice for each kind of ground until one holds the vehicle: the totals, and which.
pub(super) fn cross(
    thrower: &str,
    ground: &[Dangerous],
    house: &WtjHouse,
    dice: &mut Dice<'_>,
) -> Result<(Vec<u8>, Option<Dangerous>)> {
    let mut totals = Vec::new();
    for kind in ground {
        let purpose = format!("dangerous ground, {}", kind.word());
        let faces = dice.throw(&Call::new(thrower, &purpose), 2)?;
        let total = faces[0] + faces[1];
        totals.push(total);
        if i32::from(total) <= house.immobilise(*kind) {
            return Ok((totals, Some(*kind)));
        }
    }
    Ok((totals, None))
}

impl WtjPlay for DangerousPath {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        let (totals, held) = cross("the vehicle", &met(&self.path), &self.house, dice)?;
        let word = held.map_or_else(|| "through".to_owned(), |ground| format!("immobilised in {}", ground.word()));
        let shown: Vec<String> = totals.iter().map(ToString::to_string).collect();
        let thrown = if shown.is_empty() { "no dice".to_owned() } else { shown.join(", ") };
        let used_house_rules =
            if totals.is_empty() { WtjUsedHouseRules::default() } else { WtjUsedHouseRules::on(&["wtj.immobilise"]) };
        let words = vec![format!("dangerous ground: {thrown}: {word}")];
        Ok(answer(json!({ "totals": totals, "immobilised_in": held }), &used_house_rules, words))
    }

    fn odds(&self) -> Result<Chances> {
        let ground = met(&self.path);
        let step = |(first, held): &(u8, Option<Dangerous>), die: usize, face: u8| match held {
            Some(_) => (0, *held),
            None if die.is_multiple_of(2) => (face, None),
            None => {
                let kind = ground[die / 2];
                (0, (i32::from(first + face) <= self.house.immobilise(kind)).then_some(kind))
            }
        };
        let states = count((0, None), ground.len() * 2, step);
        let shown = |held: &Option<Dangerous>| json!({ "immobilised_in": held });
        Ok(chances(states, |(_, held)| held, |odds| likely(odds, Option::is_some), shown))
    }
}
