//! Where a sending loads and where it is to come: what the words of `supply send` mean as places.

use campaign::{Campaign, Goal, Load, dump_of};
use domain::{AccountId, FormationId, SideId, Square, command, does};

use crate::{Near, OpError, pick};

/// The dump or railhead that a word means as a place to load.
pub(crate) fn source(campaign: &Campaign, side: SideId, word: &str, load: &Load) -> Result<AccountId, OpError> {
    let account = match place(campaign, word)? {
        Goal::Account(account) => account,
        Goal::Formation(formation) => {
            // What lies in a dump that is closed is carried away from there.
            let closed = || campaign.dumps.values().find(|dump| dump.owner == formation).map(|dump| &dump.id);
            dump_of(campaign, &formation).or_else(closed).cloned().ok_or_else(|| {
                let hint = command!("load from a dump or railhead: `railhead supply stocks` lists them");
                OpError::not_now(format!("{} owns no dump to load from", campaign.named(&formation)), hint)
            })?
        }
        Goal::Square(square) => account_on(campaign, side, square, load).ok_or_else(|| {
            let at = campaign.frame.reference(square);
            let hint = command!("`railhead dump list` shows where they are");
            let has = does(&campaign.side_name(side), "has");
            OpError::not_now(format!("{has} no dump or railhead in {at} to load from"), hint)
        })?,
    };
    match campaign.account_side(account.as_str()) {
        Some(other) if other != side => Err(of_others(campaign, account.as_str(), other, side)),
        _ => Ok(account),
    }
}

/// That vehicles of one side do not load from another's account or drive to another's.
pub(crate) fn of_others(campaign: &Campaign, what: &str, whose: SideId, side: SideId) -> OpError {
    let (what, [whose, side]) = (campaign.account_named(what), [whose, side].map(|id| campaign.side_name(id)));
    OpError::not_now(format!("{what} belongs to {whose}, the vehicles to {side}"), "")
}

/// The dump or railhead of a side on a square: the first, by id, that holds all of a load, else the first of all.
pub(crate) fn account_on(campaign: &Campaign, side: SideId, square: Square, load: &Load) -> Option<AccountId> {
    let dumps = campaign.dumps.values().filter(|dump| dump.square == square).map(|dump| &dump.id);
    let railheads = campaign.railheads.values().filter(|railhead| railhead.square == square).map(|r| &r.id);
    let there: Vec<&AccountId> =
        dumps.chain(railheads).filter(|id| campaign.account_side(id.as_str()) == Some(side)).collect();
    let holds = |id: &&&AccountId| {
        load.iter().all(|(commodity, units)| campaign.stock.balance(id.as_str(), commodity) >= i64::from(units))
    };
    there.iter().find(holds).or_else(|| there.first()).map(|id| (*id).clone())
}

/// What a word means as a place to come to: a dump, a railhead, a formation, a square or a place.
pub(crate) fn place(campaign: &Campaign, word: &str) -> Result<Goal, OpError> {
    // A dump or railhead of this very id is meant sooner than a place that is called so.
    if campaign.dumps.contains_key(word) || campaign.railheads.contains_key(word) {
        return Ok(Goal::Account(AccountId::from(word)));
    }
    if let Ok(square) = pick::square(campaign, word) {
        return Ok(Goal::Square(square));
    }
    let account = match pick::account(campaign, word) {
        Ok(account) => Some(account),
        Err(error @ OpError::Ambiguous { .. }) => return Err(error),
        Err(_) => None,
    };
    if let Some(account) = account {
        let is_on_map = campaign.dumps.contains_key(&account) || campaign.railheads.contains_key(&account);
        return match is_on_map {
            true => Ok(Goal::Account(account)),
            false if campaign.formations.contains_key(&account) => {
                Ok(Goal::Formation(FormationId::from(account.as_str())))
            }
            false => Err(OpError::Words {
                message: format!("`{account}` is a boundary account and has no square"),
                hint: "name a dump, a railhead, a formation or a square".into(),
            }),
        };
    }
    pick::unit(campaign, word).map(|unit| Goal::Formation(unit.id.clone())).map_err(|error| match error {
        OpError::Unknown { given, near, .. } => {
            let accounts = campaign.dumps.keys().chain(campaign.railheads.keys()).map(AccountId::as_str);
            let places = campaign.places.iter().map(|place| place.name.as_str());
            let other = domain::nearest(&given, accounts.chain(places)).map(Near::from);
            let near = other.into_iter().chain(near).collect();
            OpError::Unknown { what: "dump, railhead, formation or square", given, near }
        }
        other => other,
    })
}
