//! Whether what is sent finds room where it comes: a warning, never a refusal.
//!
//! What it decides: how much of a load would stay on the vehicles as things stand. A dump or railhead is full at its limit
//! (house rules `limit_*`), a formation without a dump when its vehicles there are.
//! What it never does: foresee what is used or brought until then.

use campaign::{Campaign, Convoy, Formation, Goal, Load, Tree, can_carry, dump_of};
use domain::{AccountId, Commodity, counted};

use crate::command::supply::convoy::load::dump_on;

/// What would not be unloaded, in a sentence; none where all of it has room.
pub(crate) fn warning(campaign: &Campaign, convoy: &Convoy) -> Option<String> {
    if convoy.stays {
        return None;
    }
    let mut load = convoy.aboard(campaign);
    convoy.take.iter().flat_map(|take| take.load.iter()).for_each(|(commodity, units)| load.add(commodity, units));
    match &convoy.to {
        Goal::Account(account) => into_account(campaign, account, &load),
        Goal::Square(square) => into_account(campaign, dump_on(campaign, *square, convoy.side(campaign)?)?, &load),
        Goal::Formation(id) => match dump_of(campaign, id) {
            Some(dump) => into_account(campaign, dump, &load),
            None if convoy.serves(campaign, id) => None,
            None => into_vehicles(campaign, convoy, campaign.formations.get(id)?, &load),
        },
    }
}

fn into_account(campaign: &Campaign, account: &AccountId, load: &Load) -> Option<String> {
    let (rule, limit) = campaign.limit_of(account.as_str())?;
    let room = campaign.room_under_limit(account.as_str())?;
    let stays = load.units().checked_sub(room).filter(|stays| *stays > 0)?;
    let held = campaign.held_in_all(account.as_str());
    Some(format!(
        "{} {}: it holds {held} of {} (`{rule}`), so {stays} of {} would stay on the vehicles",
        campaign.account_named(account),
        fullness(room),
        counted(limit as usize, "unit"),
        load.units()
    ))
}

fn into_vehicles(campaign: &Campaign, convoy: &Convoy, formation: &Formation, load: &Load) -> Option<String> {
    let tree = Tree::new(campaign);
    let goal = convoy.goal_square(&tree);
    let takers: Vec<&Formation> =
        convoy.takers(&tree, formation).into_iter().filter(|taker| taker.stands_on() == goal).collect();
    let mut told = Vec::new();
    for (kind, what) in [(Commodity::Log, "LOG"), (Commodity::Pol, "POL")] {
        let units: u32 = load.iter().filter(|(c, _)| can_carry(kind, *c)).map(|(_, units)| units).sum();
        let fitting = takers.iter().filter(|taker| taker.vehicle_of().is_some_and(|own| can_carry(own, kind)));
        let room: u32 = fitting.map(|taker| campaign.room(taker)).sum();
        if units > room {
            let stays = units - room;
            let what = format!("the {what} transport of {} {}", formation.named(), fullness(room));
            told.push(format!("{what}, so {stays} of {units} would stay on the vehicles"));
        }
    }
    (!told.is_empty()).then(|| told.join("; "))
}

fn fullness(room: u32) -> String {
    if room == 0 { "is full".to_owned() } else { format!("has room for {room} more") }
}
