//! Orders that are due, and which of them nobody can carry out: one reckoning for `review` and for a close that is refused.

use campaign::{Action, Campaign, Order};

use super::march::hindered_marches;
use super::supply::hindered;
use crate::command::ground::dig_in;

/// The orders of the running bound, or of one before it, each with why nobody can carry it out as things stand.
pub(crate) fn due_orders(campaign: &Campaign) -> Vec<(&Order, Option<String>)> {
    let due: Vec<&Order> = campaign.orders.iter().filter(|order| order.bound <= campaign.bound).collect();
    let held = hindered_marches(campaign, &due);
    // Where a vehicle stands after the marches of the bound is not known yet.
    let to_march = due.iter().any(|order| matches!(order.action, Action::Move(_)));
    let why = |order: &Order| match order.action {
        Action::Move(_) => held.get(&order.unit).cloned(),
        _ if to_march => None,
        Action::DigIn { fortify } => dig_in::in_vain(campaign, &order.unit, fortify),
        _ => hindered(campaign, order),
    };
    due.into_iter().map(|order| (order, why(order))).collect()
}
