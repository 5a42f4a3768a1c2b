//! Throws of a die or two: bug out, air, radio, surrender, medics, time; and what is seen (3.5, 4.5-4.7, 4.9-4.11).

use dice::{Call, Dice, DiceError};

use super::kinds::{BgcCare, BgcOrder, Experience, Sortie, Struck};
use super::strength::BgcStrength;
use super::tables::{SEEN, SEEN_IN_WOODS, SEEN_PER_LEVEL};
use crate::brigadier_general_commands::parameters::BgcHouse;

/// A platoon that leaves under fire: its squads and order after it.
///
/// # Interpretation
/// Rout stays Rout; from every other order it goes to Back.
pub(crate) fn bug_out(
    name: &str,
    strength: BgcStrength,
    order: BgcOrder,
    house: &BgcHouse,
    dice: &mut Dice<'_>,
) -> Result<(BgcStrength, BgcOrder), DiceError> {
    let face = dice.one(&Call::new(name, "bug out"))?;
    let left = if face == 1 { strength.after(1, 1, house.surplus_kills) } else { strength };
    Ok((left, order.max(BgcOrder::Back)))
}

/// Whom an air attack meets.
pub(crate) fn air(name: &str, kind: Sortie, dice: &mut Dice<'_>) -> Result<Struck, DiceError> {
    let call = Call::new(name, "air attack: on whom");
    Ok(match kind {
        Sortie::Definite if dice.one(&call)? <= 2 => Struck::Own,
        Sortie::Definite | Sortie::Liaison => Struck::Enemy,
        Sortie::Possible => match dice.one(&call)? {
            1..=3 => Struck::Elsewhere,
            4 => Struck::Own,
            _ => Struck::Enemy,
        },
        Sortie::Remote => match *dice.throw(&call, 2)? {
            [1, 1] => Struck::Own,
            [5 | 6, 6] | [6, 5] => Struck::Enemy,
            _ => Struck::Elsewhere,
        },
    })
}

/// Whether a battalion is in contact.
pub(crate) fn in_contact(name: &str, house: &BgcHouse, dice: &mut Dice<'_>) -> Result<bool, DiceError> {
    Ok(dice.one(&Call::new(name, "radio contact"))? >= house.comms_in_contact())
}

/// Whether a platoon gives up.
pub(crate) fn gives_up(
    name: &str,
    experience: Experience,
    house: &BgcHouse,
    dice: &mut Dice<'_>,
) -> Result<bool, DiceError> {
    Ok(dice.one(&Call::new(name, "surrender"))? <= house.surrender_max(experience))
}

/// The squads of a platoon after its medics: a die a wound.
pub(crate) fn medic(
    name: &str,
    strength: BgcStrength,
    care: BgcCare,
    house: &BgcHouse,
    dice: &mut Dice<'_>,
) -> Result<BgcStrength, DiceError> {
    let mut after = strength;
    for die in dice.throw(&Call::new(name, "medics"), usize::from(strength.w))? {
        if die >= house.medic_need(care) {
            after.cure();
        }
    }
    Ok(after)
}

/// The minutes of a turn, and whether the initiative changes hands.
pub(crate) fn time(house: &BgcHouse, dice: &mut Dice<'_>) -> Result<(u32, bool), DiceError> {
    let face = dice.one(&Call::new("the umpire", "time"))?;
    Ok((u32::from(face) * u32::from(house.minutes_per_pip()), face == house.initiative_flips_on()))
}

/// Where something stands that is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Inside {
    #[default]
    None,
    Woods,
    Town,
}

/// The distance at which it is seen, in inches; height never lengthens that inside woods.
pub(crate) fn seen_at(plain: bool, levels: u32, inside: Inside) -> u32 {
    match inside {
        Inside::Town => 0,
        Inside::Woods => SEEN_IN_WOODS,
        Inside::None => SEEN[usize::from(plain)] + levels * SEEN_PER_LEVEL,
    }
}
