//! A volley: one die a combat unit, against one class of target.

use serde::Serialize;

use dice::{Call, Dice};
use domain::Class;

use super::MechanicInput;
use crate::classes::row;
use crate::mechanic::Result;
use crate::mechanic::chances::{Chances, CountChance, Mean, What};
use crate::odds;

/// A die of a volley.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FireDie {
    /// What it shows.
    pub face: u8,
    /// The weapon class.
    pub weapon: &'static str,
    /// The target class.
    pub against: &'static str,
    /// The markers it makes.
    pub casualties: u8,
    /// Whether the base that threw it is out of ammunition now.
    pub out_of_ammo: bool,
}

/// A volley as it fell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FirefightRoll {
    /// Its dice, in the order of the combat units.
    pub dice: Vec<FireDie>,
    /// The markers in all.
    pub casualties: u32,
    /// How many bases are out of ammunition now.
    pub out_of_ammo: u32,
}

struct Volley {
    units: Vec<Class>,
    against: Class,
}

impl Volley {
    fn read(input: &MechanicInput<'_>) -> Result<Self> {
        Ok(Self { units: input.combat_units("cu")?, against: input.class("against")? })
    }
}

/// Throws a volley, its weapons shifted up; `ones_count`: a natural 1 takes the base's ammunition.
pub(crate) fn roll_firefight(
    input: &MechanicInput<'_>,
    shift: i8,
    ones_count: bool,
    dice: &mut Dice<'_>,
) -> Result<FirefightRoll> {
    let volley = Volley::read(input)?;
    let faces = dice.throw(&Call::new("the firing side", "firefight"), volley.units.len())?;
    let fallen = |(weapon, face): (&Class, &u8)| FireDie {
        face: *face,
        weapon: weapon.capitals(),
        against: volley.against.capitals(),
        casualties: row(*weapon, volley.against, shift).map_or(0, |row| row[usize::from(*face) - 1]),
        out_of_ammo: ones_count && *face == 1,
    };
    let dice: Vec<FireDie> = volley.units.iter().zip(&faces).map(fallen).collect();
    let casualties = dice.iter().map(|die| u32::from(die.casualties)).sum();
    let out_of_ammo = dice.iter().map(|die| u32::from(die.out_of_ammo)).sum();
    Ok(FirefightRoll { dice, casualties, out_of_ammo })
}

/// The odds of a volley.
pub(crate) fn firefight_odds(input: &MechanicInput<'_>, shift: i8, ones_count: bool) -> Result<Chances> {
    let volley = Volley::read(input)?;
    let rows = volley.units.iter().map(|weapon| row(*weapon, volley.against, shift).copied().unwrap_or_default());
    let odds = odds::sum(rows);
    let mean = Mean::One(odds.mean(|sum| f64::from(*sum)));
    let mut chances = Chances::new(odds, mean, |casualties| What::Casualties { casualties });
    let ones = odds::ones(if ones_count { volley.units.len() } else { 0 });
    let count = |(count, probability)| CountChance { count, probability };
    chances.out_of_ammo = Some(ones.outcomes.into_iter().map(count).collect());
    Ok(chances)
}
