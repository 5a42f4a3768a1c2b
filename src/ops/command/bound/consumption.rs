//! What formations use up by what they did in the day, carried until it makes a unit (house rule `consumption`).
//!
//! What it decides: when a whole unit leaves an account for `consumed`. What is used, [`supply`] says.

use campaign::{CONSUMED, Campaign, Event};
use domain::{AccountId, Commodity, FormationId};
use supply::Portion;

use crate::{Changeset, OpError};

/// Adds what a formation has used to what is carried over, and books the whole units of it while it holds any.
///
/// # Interpretation
/// Of what it used and did not hold the whole units are forgotten: nobody eats what is not there.
pub(super) fn use_up(
    changes: &mut Changeset,
    formation: &FormationId,
    accounts: &[String],
    commodity: Commodity,
    portion: Portion,
) -> Result<(), OpError> {
    let used = portion.used + portion.a_day;
    for _ in 0..portion.units_tonight() {
        let Some(from) = account(changes.now(), accounts, commodity) else { break };
        changes.transfer(from, CONSUMED, commodity, 1, "used up (house rule `consumption`)")?;
    }
    carry(changes, formation, commodity, used % portion.unit.max(1))
}

/// Adds what a formation has used to what is carried over, and books nothing of it tonight.
pub(super) fn put_off(
    changes: &mut Changeset,
    formation: &FormationId,
    commodity: Commodity,
    portion: Portion,
) -> Result<(), OpError> {
    carry(changes, formation, commodity, portion.used + portion.a_day)
}

/// Writes down what is carried over.
fn carry(changes: &mut Changeset, formation: &FormationId, commodity: Commodity, after: u32) -> Result<(), OpError> {
    let before = changes.now().used_of(formation, commodity);
    if before == after {
        return Ok(());
    }
    let (from, to) = (AccountId::from(formation.as_str()), AccountId::from(CONSUMED));
    changes.happen(Event::RemainderChanged { from, to, commodity, before, after })
}

/// The first of the accounts that a formation can come to that holds some still.
pub(crate) fn account<'a>(campaign: &Campaign, accounts: &'a [String], commodity: Commodity) -> Option<&'a str> {
    accounts.iter().map(String::as_str).find(|id| campaign.usable(id, commodity) > 0)
}
