//! The ladder of orders: who fires how, and how points of fire step a platoon down (3.2, 4.4).

use super::house::House;
use super::kinds::{Experience, Mode, Order};

/// The rungs; Follow stands beside Defend (ruling 3).
const RUNGS: [Order; 8] =
    [Order::Double, Order::Move, Order::Aim, Order::Defend, Order::Shaken, Order::Hold, Order::Back, Order::Rout];

/// How far down an order stands.
///
/// # Interpretation
/// The text does not name Follow where troops step down: it is level with Defend (ruling 3).
pub(crate) fn rung(order: Order) -> usize {
    let order = if order == Order::Follow { Order::Defend } else { order };
    RUNGS.iter().position(|rung| *rung == order).unwrap_or_default()
}

/// The order after so many points of one round of fire, and the levels lost.
///
/// # Interpretation
/// The table is not in the text: levels in proportion, fitted to the one case that is published (ruling 2); points of
/// one round do not carry over (ruling 16).
pub(crate) fn step(order: Order, points: u32, experience: Experience, house: &House) -> (Order, u32) {
    let levels = points * u32::from(house.step_sixths(experience)) / 6;
    if levels == 0 {
        return (order, 0);
    }
    let down = (rung(order) + levels as usize).min(RUNGS.len() - 1);
    (RUNGS[down], levels)
}

/// How a platoon on this order fires; none where it does not.
pub(crate) fn mode(order: Order) -> Option<Mode> {
    match order {
        Order::Aim | Order::Defend => Some(Mode::Aimed),
        Order::Move | Order::Shaken | Order::Hold => Some(Mode::Area),
        Order::Double | Order::Follow | Order::Back | Order::Rout => None,
    }
}

/// How a platoon fires that began on one order and is on another.
///
/// # Interpretation
/// The poorer of the two, so that being stepped down from Move to Aim does not better its fire (ruling 13).
pub(crate) fn mode_since(start: Order, now: Order) -> Option<Mode> {
    Some(mode(start)?.min(mode(now)?))
}
