//! Exact chances of the mechanics (10): every throw counted, nothing sampled.
//!
//! What it decides: how the throws of a mechanic are counted; what they come to is decided where it is thrown.
//! Floats appear here because they are probabilities.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use dice::{Dice, DiceError};

use super::fire::{BgcTally, Lot};
use super::input::{CloseAssaultInput, CommsInput, FireInput, read, unfit};
use crate::brigadier_general_commands::throws::{fire_keys, lots, melee, tell};
use crate::mechanic::chances::{Chance, Chances, Mean, What};
use crate::mechanic::{MechanicError, Result};

/// The most dice of one pool whose chances are counted.
const MOST_DICE: u32 = 200;
/// The most battalions whose contact is counted together.
const MOST_BATTALIONS: usize = 10;

/// The chances of a mechanic.
pub(crate) fn odds(name: &'static str, input: &Value) -> Result<Chances> {
    match name {
        "fire" => fire(&read(name, input)?),
        "close-assault" => close_assault(&read(name, input)?),
        "comms" => comms(&read(name, input)?),
        "engage" => Err(MechanicError::NoOdds { mechanic: name }),
        _ => every_throw(name, input),
    }
}

/// The chances with the mean of one figure.
fn chances(outcomes: Vec<(Value, f64)>, figure: impl Fn(&Value) -> f64) -> Chances {
    let mean = Mean::One(outcomes.iter().map(|(keys, p)| figure(keys) * p).sum());
    let chance = |(keys, probability)| Chance { what: What::Answer(keys), probability };
    Chances { outcomes: outcomes.into_iter().map(chance).collect(), out_of_ammo: None, mean }
}

/// The figure whose mean is given: what the mechanic is thrown for, 1 and 0 where that is yes or no.
fn figure(name: &str, keys: &Value) -> f64 {
    let of = |key: &str| keys[key].as_f64().unwrap_or_else(|| f64::from(u8::from(keys[key] == json!(true))));
    match name {
        "pool" => of("pool"),
        "step" => of("levels"),
        "air" => f64::from(u8::from(keys["target"] == "enemy")),
        "surrender" => of("surrenders"),
        "map-in" | "medic" => of("u"),
        "map-out" => of("sp"),
        "visibility" => of("inches"),
        "time" => of("minutes"),
        _ => of("k"),
    }
}

/// Throws every way in which a few dice can fall, in ascending order.
fn every_throw(name: &'static str, input: &Value) -> Result<Chances> {
    let mut counts: Vec<(Value, u32)> = Vec::new();
    let mut throws = vec![String::new()];
    let mut all = 0;
    while let Some(script) = throws.pop() {
        let told = match tell(name, input, &mut Dice::scripted(&script)) {
            Err(MechanicError::Dice(DiceError::RunOut { .. })) => {
                throws.extend((1..=6).rev().map(|face| format!("{script} {face}")));
                continue;
            }
            told => Value::Object(told?.keys),
        };
        all += 1;
        match counts.iter_mut().find(|(keys, _)| *keys == told) {
            Some((_, count)) => *count += 1,
            None => counts.push((told, 1)),
        }
    }
    let share = |(keys, count): (Value, u32)| (keys, f64::from(count) / f64::from(all));
    Ok(chances(counts.into_iter().map(share).collect(), |keys| figure(name, keys)))
}

/// Each battalion by its own die, from nobody in contact to all.
fn comms(input: &CommsInput) -> Result<Chances> {
    let battalions = input.battalions.len();
    if battalions > MOST_BATTALIONS {
        return Err(unfit("comms", format!("chances are counted for at most {MOST_BATTALIONS} battalions")));
    }
    let heard = (1..=6).filter(|face| *face >= input.house.comms_in_contact()).count() as f64 / 6.0;
    let outcomes = (0..1_u32 << battalions).map(|code| {
        let contact: Vec<bool> = (0..battalions).map(|at| code >> at & 1 == 1).collect();
        let chance = contact.iter().map(|heard_it| if *heard_it { heard } else { 1.0 - heard }).product::<f64>();
        (json!({ "in_contact": contact }), chance)
    });
    let outcomes = outcomes.filter(|(_, p)| *p > 0.0).collect();
    let all = |keys: &Value| keys["in_contact"].as_array().into_iter().flatten().filter(|v| **v == true).count() as f64;
    Ok(chances(outcomes, all))
}

/// The chances that so many of so many dice show a face that shows with chance `p`.
fn binomial(dice: u32, p: f64) -> Vec<f64> {
    let mut row = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; row.len() + 1];
        for (hits, chance) in row.iter().enumerate() {
            next[hits] += chance * (1.0 - p);
            next[hits + 1] += chance * p;
        }
        row = next;
    }
    row
}

/// The chances of so many sixes and fives among so many dice.
fn sixes_and_fives(dice: u32) -> Vec<(u32, u32, f64)> {
    let mut all = Vec::new();
    for (sixes, six) in (0..).zip(binomial(dice, 1.0 / 6.0)) {
        let fives = (0..).zip(binomial(dice - sixes, 1.0 / 5.0));
        all.extend(fives.map(|(fives, five)| (sixes, fives, six * five)));
    }
    all
}

fn few(mechanic: &'static str, dice: u32) -> Result<()> {
    let fits = dice <= MOST_DICE;
    fits.then_some(()).ok_or_else(|| unfit(mechanic, format!("chances are counted for at most {MOST_DICE} dice")))
}

fn fire(input: &FireInput) -> Result<Chances> {
    let (lots, reading) = lots(input)?;
    few("fire", lots.iter().map(|lot| lot.dice).sum())?;
    let mut tallies = BTreeMap::from([(BgcTally::default(), 1.0)]);
    for lot in lots.iter().copied() {
        let add = |tally: &mut BgcTally, sixes, fives| reading.add(tally, lot, sixes, fives);
        tallies = joined(&tallies, &of_lot(lot, add), BgcTally::plus);
    }
    let mut outcomes = BTreeMap::new();
    for (tally, p) in tallies {
        *outcomes.entry(tally.hits()).or_insert(0.0) += p;
    }
    let cover = lots.first().map_or(input.cover, |lot| lot.cover);
    let outcomes = outcomes.into_iter().map(|(hits, p)| (fire_keys(cover, hits), p)).collect();
    Ok(chances(outcomes, |keys| keys["kills"].as_f64().unwrap_or_default()))
}

/// What a lot alone can show, alike results put together.
fn of_lot(lot: Lot, add: impl Fn(&mut BgcTally, u32, u32)) -> BTreeMap<BgcTally, f64> {
    let mut shown = BTreeMap::new();
    for (sixes, fives, p) in sixes_and_fives(lot.dice) {
        let mut tally = BgcTally::default();
        add(&mut tally, sixes, fives);
        *shown.entry(tally).or_insert(0.0) += p;
    }
    shown
}

fn joined<T: Ord + Copy>(a: &BTreeMap<T, f64>, b: &BTreeMap<T, f64>, sum: fn(T, T) -> T) -> BTreeMap<T, f64> {
    let mut both = BTreeMap::new();
    for (one, p) in a {
        for (other, q) in b {
            *both.entry(sum(*one, *other)).or_insert(0.0) += p * q;
        }
    }
    both
}

/// Who wins, and the losses as read of both sides; points and orders follow from the dice but are not counted here.
fn close_assault(input: &CloseAssaultInput) -> Result<Chances> {
    let (melee, _) = melee(input)?;
    let pools = melee.pools(&input.house);
    few("close-assault", pools[0])?;
    few("close-assault", pools[1])?;
    let mut outcomes = BTreeMap::new();
    for (by_attacker, p) in (0..).zip(binomial(pools[0], 1.0 / 6.0)) {
        let on_defenders = melee.hits_on(1, by_attacker, 0);
        for (by_defender, q) in (0..).zip(binomial(pools[1], 1.0 / 6.0)) {
            let on_attackers = melee.hits_on(0, by_defender, 0);
            let winner = melee.settle([on_attackers, on_defenders], &input.house).winner;
            let losses = [on_attackers, on_defenders].map(|hits| (hits.kills, hits.wounds));
            *outcomes.entry((winner, losses)).or_insert(0.0) += p * q;
        }
    }
    let keys = |(winner, [on_attackers, on_defenders]): &(_, [(u32, u32); 2])| {
        let hits = |(kills, wounds): &(u32, u32)| json!({ "K": kills, "W": wounds });
        json!({ "winner": winner, "on_attackers": hits(on_attackers), "on_defenders": hits(on_defenders) })
    };
    let outcomes = outcomes.iter().map(|(outcome, p)| (keys(outcome), *p)).collect();
    Ok(chances(outcomes, |keys| f64::from(u8::from(keys["winner"] == "attacker"))))
}
