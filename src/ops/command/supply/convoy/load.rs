//! What convoys load and unload: how a load is spread over vehicles, who takes it in, and what is left on them.

use campaign::{Campaign, Convoy, Errand, Event, Formation, Goal, Load, Take, Transfer, Tree, can_carry, dump_of};
use domain::{AccountId, Commodity, FormationId, SideId, Square, command, does};

use crate::command::supply::convoy::change::change;
use crate::{Changeset, OpError};

/// Refuses what vehicles have no room for.
pub(crate) fn has_room(campaign: &Campaign, vehicles: &[&Formation], load: &Load) -> Result<(), OpError> {
    holds(vehicles, load, |vehicle| campaign.room(vehicle))
}

/// Refuses what vehicles could not hold with nothing on them.
pub(crate) fn could_hold(vehicles: &[&Formation], load: &Load) -> Result<(), OpError> {
    holds(vehicles, load, |vehicle| vehicle.leaf.as_ref().map_or(0, |leaf| leaf.capacity))
}

fn holds(vehicles: &[&Formation], load: &Load, room: impl Fn(&Formation) -> u32) -> Result<(), OpError> {
    let names: Vec<String> = vehicles.iter().map(|vehicle| vehicle.named()).collect();
    for (kind, what) in [(Commodity::Log, "LOG and fire units"), (Commodity::Pol, "POL")] {
        let carriers = vehicles.iter().filter(|v| v.vehicle_of().is_some_and(|carries| can_carry(carries, kind)));
        let room: u32 = carriers.map(|vehicle| room(vehicle)).sum();
        let loaded = load.iter().filter(|(commodity, _)| can_carry(kind, *commodity));
        let wanted: u64 = loaded.map(|(_, units)| u64::from(units)).sum();
        if wanted > u64::from(room) {
            let hint = command!(
                "`railhead unit show VEHICLE` shows what one can carry, `railhead supply stocks` what is on board"
            );
            return Err(OpError::not_now(format!("{} can load {room} {what}, not {wanted}", names.join(", ")), hint));
        }
    }
    Ok(())
}

/// Refuses a sending that could not unload where it is to come.
pub(crate) fn can_unload(campaign: &Campaign, convoy: &Convoy, side: SideId) -> Result<(), OpError> {
    let to = unloads_into(campaign, convoy, side);
    if let Some(from) = convoy.take.as_ref().map(|take| &take.from).filter(|from| to == Some(from)) {
        let hint =
            command!("name another place with `--from` or `--to`; `railhead supply stocks` shows who holds what");
        let named = campaign.account_name(from.as_str());
        let why = match &convoy.to {
            Goal::Formation(id) => format!(": {} has its dump there", campaign.name_of(id.as_str())),
            Goal::Account(_) | Goal::Square(_) => String::new(),
        };
        return Err(OpError::not_now(format!("it would load at {named} and unload there again{why}"), hint));
    }
    let has_cargo = convoy.take.is_some() || convoy.vehicles.iter().any(|id| campaign.cargo(id.as_str()) > 0);
    if !has_cargo || convoy.stays {
        return Ok(());
    }
    match &convoy.to {
        Goal::Square(square) if dump_on(campaign, *square, side).is_none() => {
            let at = campaign.frame.reference(*square);
            let hint =
                command!("`railhead dump open` opens one; with `--stay` the vehicle stays in {at} with its load");
            let has = does(&campaign.side_name(side), "has");
            Err(OpError::not_now(format!("{has} no dump in {at} to unload into"), hint))
        }
        Goal::Formation(id) if dump_of(campaign, id).is_none() && !convoy.serves(campaign, id) => {
            let tree = Tree::new(campaign);
            let takes = campaign.formations.get(id).is_some_and(|f| !convoy.takers(&tree, f).is_empty());
            let hint = "name a dump, or send with `--stay`";
            let message = format!("{} has neither a dump nor a vehicle there to take the load", campaign.named(id));
            if takes { Ok(()) } else { Err(OpError::not_now(message, hint)) }
        }
        _ => Ok(()),
    }
}

/// The dump or railhead into which a convoy of a side unloads; none where it unloads into vehicles, or nowhere.
fn unloads_into<'c>(campaign: &'c Campaign, convoy: &'c Convoy, side: SideId) -> Option<&'c AccountId> {
    match &convoy.to {
        Goal::Account(account) => Some(account),
        Goal::Square(square) => dump_on(campaign, *square, side),
        Goal::Formation(id) => dump_of(campaign, id),
    }
}

/// The dump of a side on a square: the first by id.
pub(crate) fn dump_on(campaign: &Campaign, square: Square, side: SideId) -> Option<&AccountId> {
    let there = campaign.dumps.values().filter(|dump| dump.square == square).map(|dump| &dump.id);
    there.into_iter().find(|id| campaign.account_side(id.as_str()) == Some(side))
}

/// Loads a convoy that has just been sent from where it stands; refuses what is not there.
pub(crate) fn at_once(changes: &mut Changeset, lead: &FormationId) -> Result<(), OpError> {
    let Some(convoy) = changes.now().convoys.get(lead).cloned() else { return Ok(()) };
    let Some(take) = convoy.to_load().cloned() else { return Ok(()) };
    if convoy.square(changes.now()) != changes.now().account_square(take.from.as_str()) {
        return Ok(());
    }
    for (commodity, units) in take.load.iter() {
        let held = changes.now().usable(take.from.as_str(), commodity);
        if held < i64::from(units) {
            let name = commodity.name();
            let hint = command!("`railhead supply stocks {}` shows what it holds", take.from);
            let from = changes.now().account_named(&take.from);
            return Err(OpError::not_now(format!("{from} holds {held} {name}, not {units}"), hint));
        }
    }
    load_up(changes, &convoy, &take)?;
    change(changes, lead, Some(delivering(convoy)))
}

/// A convoy with its load on it.
pub(crate) fn delivering(convoy: Convoy) -> Convoy {
    Convoy { errand: Errand::Deliver, take: None, way: Vec::new(), held_up: None, ..convoy }
}

/// Loads what there is of what a convoy is to take; what was loaded.
pub(crate) fn load_up(changes: &mut Changeset, convoy: &Convoy, take: &Take) -> Result<Load, OpError> {
    let mut loaded = Load::default();
    for (commodity, units) in take.load.iter() {
        let held = u32::try_from(changes.now().usable(take.from.as_str(), commodity)).unwrap_or_default();
        for (vehicle, share) in spread(changes.now(), convoy, commodity, units.min(held)) {
            changes.transfer(take.from.as_str(), vehicle.as_str(), commodity, share, Transfer::LOADED)?;
            loaded.add(commodity, share);
        }
    }
    Ok(loaded)
}

/// How units are spread over the vehicles of a convoy: one by one in turn, the first by id first, as long as there is
/// room; so what is lost with a vehicle is its share of the load.
pub(crate) fn spread(
    campaign: &Campaign,
    convoy: &Convoy,
    commodity: Commodity,
    units: u32,
) -> Vec<(FormationId, u32)> {
    let vehicles = convoy.vehicles.iter().filter_map(|id| campaign.formations.get(id));
    let carriers = vehicles.filter(|v| v.vehicle_of().is_some_and(|carries| can_carry(carries, commodity)));
    let mut shares: Vec<(FormationId, u32, u32)> =
        carriers.map(|vehicle| (vehicle.id.clone(), 0, campaign.room(vehicle))).collect();
    let mut left = units;
    while left > 0 {
        let before = left;
        for (_, share, room) in &mut shares {
            if left > 0 && *share < *room {
                *share += 1;
                left -= 1;
            }
        }
        if left == before {
            break;
        }
    }
    shares.into_iter().filter(|(_, share, _)| *share > 0).map(|(vehicle, share, _)| (vehicle, share)).collect()
}

/// What unloading came to.
pub(crate) struct Unloaded {
    /// What was unloaded.
    pub(crate) given: Load,
    /// What is left on the vehicles, though it was to be unloaded.
    pub(crate) left: Load,
    /// Into what: an account or a formation; none where the vehicles keep it.
    pub(crate) into: Option<String>,
}

/// Unloads a convoy where it has come.
pub(crate) fn unload(changes: &mut Changeset, tree: &Tree<'_>, convoy: &Convoy) -> Result<Unloaded, OpError> {
    let (into, takers) = receivers(changes.now(), tree, convoy);
    let mut unloaded = Unloaded { given: Load::default(), left: Load::default(), into };
    if unloaded.into.is_none() {
        return Ok(unloaded);
    }
    for vehicle in &convoy.vehicles {
        for commodity in Commodity::ALL {
            let mut held = u32::try_from(changes.now().stock.balance(vehicle.as_str(), *commodity)).unwrap_or_default();
            for taker in &takers {
                let units = held.min(room_of(changes.now(), taker, *commodity));
                if units > 0 {
                    changes.transfer(vehicle.as_str(), taker.as_str(), *commodity, units, Transfer::UNLOADED)?;
                    unloaded.given.add(*commodity, units);
                    held -= units;
                }
            }
            unloaded.left.add(*commodity, held);
        }
    }
    Ok(unloaded)
}

/// Who takes the cargo of a convoy where it has come: a name for all of them, and the accounts in order. No name where
/// the vehicles keep what they have.
fn receivers(campaign: &Campaign, tree: &Tree<'_>, convoy: &Convoy) -> (Option<String>, Vec<AccountId>) {
    let Some(side) = convoy.side(campaign) else { return (None, Vec::new()) };
    if let Some(account) = unloads_into(campaign, convoy, side) {
        return (Some(campaign.account_name(account.as_str())), vec![account.clone()]);
    }
    match &convoy.to {
        Goal::Formation(id) if !convoy.serves(campaign, id) => {
            let at = convoy.square(campaign);
            let formation = tree.campaign().formations.get(id);
            let takers = formation.map(|formation| convoy.takers(tree, formation)).unwrap_or_default();
            let here = takers.into_iter().filter(|taker| taker.stands_on() == at);
            (
                Some(campaign.name_of(id.as_str()).to_owned()),
                here.map(|taker| AccountId::from(taker.id.as_str())).collect(),
            )
        }
        _ => (None, Vec::new()),
    }
}

/// How many units more of a commodity an account takes.
fn room_of(campaign: &Campaign, account: &AccountId, commodity: Commodity) -> u32 {
    match campaign.formation(account) {
        None => campaign.room_under_limit(account.as_str()).unwrap_or(u32::MAX),
        Some(vehicle) if vehicle.vehicle_of().is_some_and(|carries| can_carry(carries, commodity)) => {
            campaign.room(vehicle)
        }
        Some(_) => 0,
    }
}

/// Tells of a convoy what changes nothing.
pub(crate) fn remark(changes: &mut Changeset, convoy: &Convoy, text: String) -> Result<(), OpError> {
    let Some(formation) = convoy.lead().cloned() else { return Ok(()) };
    changes.happen(Event::Remarked { formation, text })
}
