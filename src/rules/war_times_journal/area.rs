//! §3.9 the area chart: one die for each base in the zone of a barrage or a minefield, and for those who are carried.

use serde::Deserialize;
use serde_json::{Value, json};

use dice::{Call, Dice};

use super::answer::{Leaned, answer, many};
use super::count::{MOST_DICE, chances, count};
use super::house::House;
use super::input::{Damage, N, Play, Wrong, once};
use super::losses::Pool;
use super::names::{Area, AreaRow, Hit, Mark};
use crate::mechanic::MechanicError;
use crate::mechanic::chances::{Chances, Mean};
use crate::mechanic::rolled::Rolled;

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
    house: House,
}

/// The value of area modifiers together: of covers only the best, and prone not with an entrenchment.
pub(super) fn sum(modifiers: &[Area], house: &House) -> i32 {
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
pub(super) fn result(row: AreaRow, total: i32, house: &House) -> Hit {
    let marks = [(Mark::K, Hit::K), (Mark::D, Hit::D), (Mark::I, Hit::I)];
    let reached = |(mark, _): &(Mark, Hit)| house.area_row(row, *mark).is_some_and(|from| total >= from);
    marks.into_iter().find(reached).map_or(Hit::None, |(_, hit)| hit)
}

/// How many odds of results are: killed, damaged, immobilised.
type Tally = [u32; 3];

impl AreaFire {
    fn modifier(&self) -> i32 {
        if self.cause == Cause::Mines { 0 } else { sum(&self.modifiers, &self.house) }
    }

    fn hit(&self, face: u8) -> Hit {
        result(self.kind, i32::from(face) + self.modifier(), &self.house)
    }

    /// The men on a carrier after what befell it, and whether they must throw for themselves.
    ///
    /// # Interpretation
    /// Riders of a tank that is immobilised throw unmodified.
    fn passengers(
        &self,
        carrier: Hit,
        mut rider: impl FnMut() -> Result<u8, MechanicError>,
    ) -> Result<u32, MechanicError> {
        let mut men = Pool::new(self.passenger_bases.0, 0);
        for _ in 0..self.passenger_bases.0 {
            let hit = match carrier {
                Hit::None => Hit::None,
                Hit::D if self.damage.0 == 0 => Hit::D,
                Hit::D | Hit::K | Hit::Kk => Hit::K,
                Hit::I => result(AreaRow::Personnel, i32::from(rider()?), &self.house),
            };
            men = men.after(hit);
        }
        Ok(men.bases)
    }

    fn left(&self, hits: &[Hit]) -> Pool {
        hits.iter().fold(Pool::new(self.bases.0, self.damage.0), |pool, hit| pool.after(*hit))
    }

    /// Those on foot as a pool; the rest as how many bases took what.
    fn odds_of_men(&self) -> Chances {
        let start = Pool::new(self.bases.0, self.damage.0);
        let states = count(start, self.bases.0 as usize, |pool, _, face| pool.after(self.hit(face)));
        let lost = |pool: &Pool| f64::from(self.bases.0 - pool.bases);
        let shown = |pool: &Pool| json!({ "bases": pool.bases, "damage": pool.damage });
        chances(states, |pool| pool, |odds| Mean::One(odds.mean(lost)), shown)
    }

    fn odds_of_vehicles(&self) -> Chances {
        let step = |tally: &Tally, _: usize, face: u8| {
            let mut next = *tally;
            match self.hit(face) {
                Hit::None => {}
                Hit::K | Hit::Kk => next[0] += 1,
                Hit::D => next[1] += 1,
                Hit::I => next[2] += 1,
            }
            next
        };
        let states = count([0; 3], self.bases.0 as usize, step);
        let shown = |[k, d, i]: &Tally| json!({ "K": k, "D": d, "I": i });
        let any = |tally: &Tally| f64::from(tally.iter().sum::<u32>());
        chances(states, |tally| tally, |odds| Mean::One(odds.mean(any)), shown)
    }
}

impl Play for AreaFire {
    fn check(&self) -> Result<(), Wrong> {
        self.house.check()?;
        once("modifiers", &self.modifiers)?;
        let carries = self.passenger_bases.0 > 0;
        let one_carrier = self.kind != AreaRow::Personnel && self.bases.0 == 1;
        Wrong::unless(
            !carries || one_carrier,
            "passenger_bases",
            self.passenger_bases.0,
            "of one carrier: `kind` `soft` or `tank`, and `bases` 1",
        )
    }

    fn roll(&self, dice: &mut Dice<'_>) -> Result<Rolled, MechanicError> {
        let faces = dice.throw(&Call::new("the zone", "area fire"), self.bases.0 as usize)?;
        let hits: Vec<Hit> = faces.iter().map(|face| self.hit(*face)).collect();
        let carrier = hits.first().copied().unwrap_or(Hit::None);
        let rider = || Ok(dice.one(&Call::new("a rider base", "area fire"))?);
        let passengers = self.passengers(carrier, rider)?;
        let shown: Vec<String> = hits.iter().map(ToString::to_string).collect();
        let mut words = vec![format!("area fire with {:+}: {}", self.modifier(), shown.join(", "))];
        let mut keys = json!({ "results": hits });
        if self.kind == AreaRow::Personnel {
            let Pool { bases, damage } = self.left(&hits);
            keys["bases"] = Value::from(bases);
            keys["damage"] = Value::from(damage);
            words.push(format!("{} left", many(bases, "base")));
        }
        if self.passenger_bases.0 > 0 {
            keys["passengers_left"] = Value::from(passengers);
            words.push(format!("{} of passengers left", many(passengers, "base")));
        }
        Ok(answer(keys, &Leaned::on(&["wtj.area"]), words))
    }

    fn odds(&self) -> Result<Chances, MechanicError> {
        let most = format!("at most {MOST_DICE} for odds, which are counted");
        Wrong::unless(self.bases.0 <= MOST_DICE, "bases", self.bases.0, most).map_err(|wrong| wrong.of("area"))?;
        let without =
            Wrong::unless(self.passenger_bases.0 == 0, "passenger_bases", self.passenger_bases.0, "left out for odds");
        without.map_err(|wrong| wrong.of("area"))?;
        Ok(if self.kind == AreaRow::Personnel { self.odds_of_men() } else { self.odds_of_vehicles() })
    }
}
