//! §3.9 the area chart: one die for each base in the zone of a barrage or a minefield, and for those who are carried.

use serde::Deserialize;
use serde_json::{Value, json};

use dice::{Call, Dice};

use super::answer::{WtjUsedHouseRules, answer, many};
use super::count::{MOST_DICE, chances, count};
use super::input::{Damage, N, WtjPlay, WtjWrong, once};
use super::losses::WtjPool;
use super::names::{Area, AreaRow, Mark, WtjHit};
use crate::mechanic::Result;
use crate::mechanic::chances::{Chances, Mean};
use crate::mechanic::rolled::Rolled;
use crate::war_times_journal::parameters::WtjHouse;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Cause {
    #[default]
    Barrage,
    Mines,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AreaFire {
    kind: AreaRow,
    bases: N,
    #[serde(default)]
    modifiers: Vec<Area>,
    #[serde(default)]
    cause: Cause,
    #[serde(default)]
    damage: Damage,
    #[serde(default)]
    passenger_bases: N,
    #[serde(default)]
    house: WtjHouse,
}

/// The value of area modifiers together: of covers only the best, and prone not with an entrenchment.
pub(super) fn sum(modifiers: &[Area], house: &WtjHouse) -> i32 {
    let covers = [Area::Entrenched, Area::HardCover, Area::SoftCover];
    let best = covers.into_iter().find(|cover| modifiers.contains(cover));
    let counts = |name: &&Area| match name {
        Area::Prone => best != Some(Area::Entrenched),
        Area::HeavyBattery => true,
        name => Some(**name) == best,
    };
    modifiers.iter().filter(counts).map(|name| house.area(*name)).sum()
}

/// What a modified area die does.
pub(super) fn result(row: AreaRow, total: i32, house: &WtjHouse) -> WtjHit {
    let marks = [(Mark::K, WtjHit::K), (Mark::D, WtjHit::D), (Mark::I, WtjHit::I)];
    let reached = |(mark, _): &(Mark, WtjHit)| house.area_row(row, *mark).is_some_and(|from| total >= from);
    marks.into_iter().find(reached).map_or(WtjHit::None, |(_, hit)| hit)
}

/// How many odds of results are: killed, damaged, immobilised.
type Tally = [u32; 3];

impl AreaFire {
    fn modifier(&self) -> i32 {
        if self.cause == Cause::Mines { 0 } else { sum(&self.modifiers, &self.house) }
    }

    fn hit(&self, face: u8) -> WtjHit {
        result(self.kind, i32::from(face) + self.modifier(), &self.house)
    }

    /// The men on a carrier after what befell it, and whether they must throw for themselves.
    ///
    /// # Interpretation
    /// Riders of a tank that is immobilised throw unmodified.
    fn passengers(&self, carrier: WtjHit, mut rider: impl FnMut() -> Result<u8>) -> Result<u32> {
        let mut men = WtjPool::new(self.passenger_bases.0, 0);
        for _ in 0..self.passenger_bases.0 {
            let hit = match carrier {
                WtjHit::None => WtjHit::None,
                WtjHit::D if self.damage.0 == 0 => WtjHit::D,
                WtjHit::D | WtjHit::K | WtjHit::Kk => WtjHit::K,
                WtjHit::I => result(AreaRow::Personnel, i32::from(rider()?), &self.house),
            };
            men = men.after(hit);
        }
        Ok(men.bases)
    }

    fn left(&self, hits: &[WtjHit]) -> WtjPool {
        hits.iter().fold(WtjPool::new(self.bases.0, self.damage.0), |pool, hit| pool.after(*hit))
    }

    /// Those on foot as a pool; the rest as how many bases took what.
    fn odds_of_men(&self) -> Chances {
        let start = WtjPool::new(self.bases.0, self.damage.0);
        let states = count(start, self.bases.0 as usize, |pool, _, face| pool.after(self.hit(face)));
        let lost = |pool: &WtjPool| f64::from(self.bases.0 - pool.bases);
        let shown = |pool: &WtjPool| json!({ "bases": pool.bases, "damage": pool.damage });
        chances(states, |pool| pool, |odds| Mean::One(odds.mean(lost)), shown)
    }

    fn odds_of_vehicles(&self) -> Chances {
        let step = |tally: &Tally, _: usize, face: u8| {
            let mut next = *tally;
            match self.hit(face) {
                WtjHit::None => {}
                WtjHit::K | WtjHit::Kk => next[0] += 1,
                WtjHit::D => next[1] += 1,
                WtjHit::I => next[2] += 1,
            }
            next
        };
        let states = count([0; 3], self.bases.0 as usize, step);
        let shown = |[k, d, i]: &Tally| json!({ "K": k, "D": d, "I": i });
        let any = |tally: &Tally| f64::from(tally.iter().sum::<u32>());
        chances(states, |tally| tally, |odds| Mean::One(odds.mean(any)), shown)
    }
}

impl WtjPlay for AreaFire {
    fn check(&self) -> Result<(), WtjWrong> {
        self.house.check()?;
        once("modifiers", &self.modifiers)?;
        let carries = self.passenger_bases.0 > 0;
        let one_carrier = self.kind != AreaRow::Personnel && self.bases.0 == 1;
        WtjWrong::unless(
            !carries || one_carrier,
            "passenger_bases",
            self.passenger_bases.0,
            "for one carrier: `kind` `soft` or `tank`, and `bases` 1",
        )
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled> {
        let faces = dice.throw(&Call::new("the zone", "area fire"), self.bases.0 as usize)?;
        let hits: Vec<WtjHit> = faces.iter().map(|face| self.hit(*face)).collect();
        let carrier = hits.first().copied().unwrap_or(WtjHit::None);
        let rider = || Ok(dice.one(&Call::new("a rider base", "area fire"))?);
        let passengers = self.passengers(carrier, rider)?;
        let shown: Vec<String> = hits.iter().map(ToString::to_string).collect();
        let mut words = vec![format!("area fire with {:+}: {}", self.modifier(), shown.join(", "))];
        let mut keys = json!({ "results": hits });
        if self.kind == AreaRow::Personnel {
            let WtjPool { bases, damage } = self.left(&hits);
            keys["bases"] = Value::from(bases);
            keys["damage"] = Value::from(damage);
            words.push(format!("{} left", many(bases, "base")));
        }
        if self.passenger_bases.0 > 0 {
            keys["passengers_left"] = Value::from(passengers);
            words.push(format!("{} of passengers left", many(passengers, "base")));
        }
        Ok(answer(keys, &WtjUsedHouseRules::on(&["wtj.area"]), words))
    }

    fn odds(&self) -> Result<Chances> {
        let most = format!("at most {MOST_DICE} for exact odds");
        WtjWrong::unless(self.bases.0 <= MOST_DICE, "bases", self.bases.0, most).map_err(|wrong| wrong.of("area"))?;
        let without = WtjWrong::unless(
            self.passenger_bases.0 == 0,
            "passenger_bases",
            self.passenger_bases.0,
            "leave it out for odds",
        );
        without.map_err(|wrong| wrong.of("area"))?;
        Ok(if self.kind == AreaRow::Personnel { self.odds_of_men() } else { self.odds_of_vehicles() })
    }
}
