//! The ladder of orders: who fires how, and how points of fire step a platoon down (3.2, 4.4).

use super::kinds::{BgcOrder, Experience, Mode};
use crate::brigadier_general_commands::parameters::BgcHouse;

/// The rungs; Follow stands beside Defend (ruling 3).
const RUNGS: [BgcOrder; 8] = [
    BgcOrder::Double,
    BgcOrder::Move,
    BgcOrder::Aim,
    BgcOrder::Defend,
    BgcOrder::Shaken,
    BgcOrder::Hold,
    BgcOrder::Back,
    BgcOrder::Rout,
];

/// How far down an order stands.
///
/// # Interpretation
/// The text does not name Follow where troops step down: it is level with Defend (ruling 3).
pub(crate) fn rung(order: BgcOrder) -> usize {
    let order = if order == BgcOrder::Follow { BgcOrder::Defend } else { order };
    RUNGS.iter().position(|rung| *rung == order).unwrap_or_default()
}

/// The order after so many points of one round of fire, and the levels lost.
///
/// # Interpretation
/// The table is not in the text: levels in proportion, fitted to the one case that is published (ruling 2); points of
/// one round do not carry over (ruling 16).
pub(crate) fn step(order: BgcOrder, points: u32, experience: Experience, house: &BgcHouse) -> (BgcOrder, u32) {
    let levels = points * u32::from(house.step_sixths(experience)) / 6;
    if levels == 0 {
        return (order, 0);
    }
    let down = (rung(order) + levels as usize).min(RUNGS.len() - 1);
    (RUNGS[down], levels)
}

/// How a platoon on this order fires; none where it does not.
pub(crate) fn mode(order: BgcOrder) -> Option<Mode> {
    match order {
        BgcOrder::Aim | BgcOrder::Defend => Some(Mode::Aimed),
        BgcOrder::Move | BgcOrder::Shaken | BgcOrder::Hold => Some(Mode::Area),
        BgcOrder::Double | BgcOrder::Follow | BgcOrder::Back | BgcOrder::Rout => None,
    }
}

/// How a platoon fires that began on one order and is on another.
///
/// # Interpretation
/// The poorer of the two, so that being stepped down from Move to Aim does not better its fire (ruling 13).
pub(crate) fn mode_since(start: BgcOrder, now: BgcOrder) -> Option<Mode> {
    Some(mode(start)?.min(mode(now)?))
}
