//! Changes of convoys on the road.

use campaign::{Action, Convoy, Errand, Event, Goal, Order};
use domain::{AccountId, FormationId, Square};

use crate::{Changeset, OpError};

/// A convoy is sent, goes on, or is over; it keeps its name while it keeps its first vehicle.
pub(crate) fn change(changes: &mut Changeset, lead: &FormationId, after: Option<Convoy>) -> Result<(), OpError> {
    let before = changes.now().convoys.get(lead).cloned();
    if before == after {
        return Ok(());
    }
    let renamed = after.as_ref().and_then(Convoy::lead).filter(|now| *now != lead).cloned();
    let Some(name) = renamed else {
        let (before, after) = (before.map(Box::new), after.map(Box::new));
        return changes.happen(Event::ConvoyChanged { lead: lead.clone(), before, after });
    };
    changes.happen(Event::ConvoyChanged { lead: lead.clone(), before: before.map(Box::new), after: None })?;
    changes.happen(Event::ConvoyChanged { lead: name, before: None, after: after.map(Box::new) })
}

/// Convoys that were to load or unload at a dump that is about to close: what they were to load there they no longer
/// are, and who was bound for it drives to where it stood.
pub(crate) fn divert(changes: &mut Changeset, dump: &AccountId) -> Result<(), OpError> {
    let Some(square) = changes.now().account_square(dump.as_str()) else { return Ok(()) };
    let convoys: Vec<(FormationId, Convoy)> =
        changes.now().convoys.iter().map(|(lead, convoy)| (lead.clone(), convoy.clone())).collect();
    for (lead, mut convoy) in convoys {
        if convoy.take.as_ref().is_some_and(|take| take.from == *dump) {
            (convoy.take, convoy.errand) = (None, Errand::Home);
            convoy.way.clear();
        }
        if convoy.to == Goal::Account(dump.clone()) {
            convoy.to = Goal::Square(square);
        }
        change(changes, &lead, Some(convoy))?;
    }
    redirect_orders(changes, dump, square)
}

/// Orders that name a dump which is about to be no more: who was to load there has no order any more, and who was to
/// bring something there is to bring it to where it stood.
pub(crate) fn redirect_orders(changes: &mut Changeset, dump: &AccountId, square: Square) -> Result<(), OpError> {
    let named = |order: &&Order| order.action.accounts().contains(&dump);
    let orders: Vec<Order> = changes.now().orders.iter().filter(named).cloned().collect();
    for before in orders {
        let mut after = before.clone();
        let Action::Send(send) = &mut after.action else { continue };
        if send.to == Goal::Account(dump.clone()) {
            send.to = Goal::Square(square);
        }
        let after = (send.from.as_ref() != Some(dump)).then(|| Box::new(after));
        let (unit, bound) = (before.unit.clone(), before.bound);
        changes.happen(Event::OrderChanged { unit, bound, before: Some(Box::new(before)), after })?;
    }
    Ok(())
}
