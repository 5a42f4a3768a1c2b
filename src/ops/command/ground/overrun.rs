//! What becomes of dumps and leaves that are overrun (setting `capture`).

use campaign::march::{Booty, Overrun};
use campaign::{Claim, ClaimFate, Dump, Event, Formation, Load, Setting, Tree};
use domain::{AccountId, Commodity, Echelon, FormationId, LeafState, Mobility, Square};

use crate::command::unit::set::set_state;
use crate::{Changeset, OpError};

/// Lets an overrun happen as the setting says; the umpire's cases come to wait.
pub(crate) fn overrun(changes: &mut Changeset, overrun: &Overrun) -> Result<(), OpError> {
    let what = match &overrun.what {
        Booty::Leaf(leaf) => AccountId::from(leaf.as_str()),
        Booty::Dump(account) | Booty::Railhead(account) => account.clone(),
    };
    meet(changes, Claim { what, square: overrun.square, by: overrun.by.clone(), bound: changes.now().bound })
}

fn meet(changes: &mut Changeset, claim: Claim) -> Result<(), OpError> {
    match changes.now().settings.get(Setting::Capture) {
        "umpire" => wait(changes, claim),
        "destroyed" => settle(changes, &claim, ClaimFate::Destroyed),
        _ => settle(changes, &claim, ClaimFate::Captured),
    }
}

/// Leaves that do not fight, dumps and what lies at railheads of others in a square of which one side's fighting leaves
/// are masters are overrun by the first of these.
pub(crate) fn what_is_left(changes: &mut Changeset, square: Square) -> Result<(), OpError> {
    let left = changes.now().under_enemy(|at| at == square);
    left.into_iter().try_for_each(|claim| meet(changes, claim))
}

/// Lets something that was overrun meet its fate, and says what became of it and of the stock in it.
pub(crate) fn settle(changes: &mut Changeset, claim: &Claim, fate: ClaimFate) -> Result<(), OpError> {
    let held = held(changes, claim.what.as_str());
    let lost_before = held_by(changes, "destroyed");
    match fate {
        ClaimFate::Captured => capture_it(changes, claim)?,
        ClaimFate::Destroyed => destroy(changes, claim)?,
        ClaimFate::Spared => {}
    }
    let lost_after = held_by(changes, "destroyed");
    let (mut captured, mut destroyed) = (Load::default(), Load::default());
    for (number, commodity) in Commodity::ALL.iter().enumerate() {
        let lost = u32::try_from(lost_after[number] - lost_before[number]).unwrap_or_default();
        destroyed.add(*commodity, lost);
        captured.add(*commodity, held.of(*commodity).saturating_sub(lost));
    }
    // Aircraft and boats are lost, whatever the setting says.
    let state = leaf_of(changes, claim).map(|leaf| changes.leaf(&leaf).map(|leaf| leaf.state)).transpose()?;
    let fate =
        if fate == ClaimFate::Captured && state == Some(LeafState::Destroyed) { ClaimFate::Destroyed } else { fate };
    let captured = if fate == ClaimFate::Spared { Load::default() } else { captured };
    let Claim { what, square, by, .. } = claim.clone();
    changes.happen(Event::Overran { what, square, by, fate, captured, destroyed })
}

/// What an account on the map holds.
fn held(changes: &Changeset, account: &str) -> Load {
    let mut load = Load::default();
    for commodity in Commodity::ALL {
        load.add(*commodity, u32::try_from(changes.now().stock.balance(account, *commodity)).unwrap_or_default());
    }
    load
}

/// The balance of an account, commodity by commodity.
fn held_by(changes: &Changeset, account: &str) -> Vec<i64> {
    Commodity::ALL.iter().map(|commodity| changes.now().stock.balance(account, *commodity)).collect()
}

/// A leaf that was overrun is dispersed until it is settled what becomes of it.
pub(crate) fn scatter(changes: &mut Changeset, claim: &Claim) -> Result<(), OpError> {
    leaf_of(changes, claim).map_or(Ok(()), |leaf| changes.bare_state(&leaf, LeafState::Dispersed))
}

/// It waits for the umpire.
fn wait(changes: &mut Changeset, claim: Claim) -> Result<(), OpError> {
    scatter(changes, &claim)?;
    let before = changes.now().claims.get(&claim.what).cloned().map(Box::new);
    changes.happen(Event::ClaimChanged { what: claim.what.clone(), before, after: Some(Box::new(claim)) })
}

/// The leaf that a claim is of; none for a dump.
pub(crate) fn leaf_of(changes: &Changeset, claim: &Claim) -> Option<FormationId> {
    changes.now().formation(&claim.what).map(|formation| formation.id.clone())
}

/// It is lost, and what it held with it.
fn destroy(changes: &mut Changeset, claim: &Claim) -> Result<(), OpError> {
    if let Some(leaf) = leaf_of(changes, claim) {
        return set_state(changes, &leaf, LeafState::Destroyed);
    }
    changes.lose_cargo(claim.what.as_str(), "destroyed", &format!("overrun by {}", claim.by))?;
    let dump = changes.now().dumps.get(&claim.what).cloned();
    let Some(dump) = dump else { return Ok(()) };
    crate::command::supply::convoy::change::divert(changes, &dump.id)?;
    changes.happen(Event::DumpClosed { dump: Box::new(dump) })
}

/// It comes to the captor's army: a dump as it is, the cargo of a vehicle and what lies at a railhead into a dump in the
/// square. Aircraft and boats are lost.
fn capture_it(changes: &mut Changeset, claim: &Claim) -> Result<(), OpError> {
    let (army, level) = army_of(changes, &claim.by)?;
    if let Some(leaf) = leaf_of(changes, claim) {
        if !changes.formation(&leaf)?.mobility.is_some_and(Mobility::is_on_the_ground) {
            return set_state(changes, &leaf, LeafState::Destroyed);
        }
        take_cargo(changes, claim, &army, level)?;
        return changes.bare_state(&leaf, LeafState::Surrendered);
    }
    if changes.now().railheads.contains_key(&claim.what) {
        return take_cargo(changes, claim, &army, level);
    }
    let Some(dump) = changes.now().dumps.get(&claim.what) else { return Ok(()) };
    let before = (dump.owner.clone(), dump.level);
    changes.happen(Event::DumpHandedOver { dump: claim.what.clone(), before, after: (army, level) })?;
    for commodity in Commodity::ALL {
        let held = u32::try_from(changes.now().stock.balance(claim.what.as_str(), *commodity)).unwrap_or_default();
        let usable = share(changes, *commodity, held);
        spoil(changes, claim, *commodity, held - usable)?;
        captured_fuel(changes, &claim.what, *commodity, usable)?;
    }
    Ok(())
}

/// How much of captured stock is of use: a share in percent, rounded down (settings `capture_log`, `capture_pol`).
fn share(changes: &Changeset, commodity: Commodity, units: u32) -> u32 {
    let setting = if commodity == Commodity::Pol { Setting::CapturePol } else { Setting::CaptureLog };
    (u64::from(units) * u64::from(changes.now().settings.number(setting)) / 100) as u32
}

/// What of captured stock is of no use is destroyed.
fn spoil(changes: &mut Changeset, claim: &Claim, commodity: Commodity, units: u32) -> Result<(), OpError> {
    if units == 0 {
        return Ok(());
    }
    let reason = format!("spoilt when captured by {}", claim.by);
    changes.transfer(claim.what.as_str(), "destroyed", commodity, units, &reason)
}

/// POL that is captured is of use from the next day on.
fn captured_fuel(
    changes: &mut Changeset,
    account: &AccountId,
    commodity: Commodity,
    units: u32,
) -> Result<(), OpError> {
    if commodity != Commodity::Pol || units == 0 {
        return Ok(());
    }
    let before = changes.now().captured_fuel.get(account).copied().unwrap_or_default();
    let held = u32::try_from(changes.now().stock.balance(account.as_str(), commodity)).unwrap_or_default();
    let after = (before + units).min(held);
    if before == after {
        Ok(())
    } else {
        changes.happen(Event::SpoilsChanged { account: account.clone(), before, after })
    }
}

/// The army of a leaf, with its level; where it is under none, the highest formation above it.
fn army_of(changes: &Changeset, leaf: &FormationId) -> Result<(FormationId, Echelon), OpError> {
    let formation = changes.formation(leaf)?;
    let tree = Tree::new(changes.now());
    let army = tree.at_level(formation, Echelon::Army).or_else(|| tree.superiors(formation).last().copied());
    let army: &Formation = army.unwrap_or(formation);
    Ok((army.id.clone(), army.echelon))
}

/// What a vehicle carries, or what lies at a railhead, goes into a dump of the captor's army.
fn take_cargo(changes: &mut Changeset, claim: &Claim, army: &FormationId, level: Echelon) -> Result<(), OpError> {
    let account = claim.what.as_str();
    for commodity in Commodity::ALL {
        let held = changes.now().stock.balance(account, *commodity);
        let Ok(held @ 1..) = u32::try_from(held) else { continue };
        let quantity = share(changes, *commodity, held);
        spoil(changes, claim, *commodity, held - quantity)?;
        if quantity == 0 {
            continue;
        }
        let to = dump_for(changes, claim.square, army, level)?;
        changes.transfer(account, to.as_str(), *commodity, quantity, &format!("captured by {}", claim.by))?;
        captured_fuel(changes, &to, *commodity, quantity)?;
    }
    Ok(())
}

/// This id, with a number where a dump of it has been carried elsewhere or is another's by now.
fn free_id(changes: &Changeset, first: &str) -> AccountId {
    let numbered = std::iter::once(first.to_owned()).chain((2_u32..).map(|number| format!("{first}-{number}")));
    let mut free = numbered.map(AccountId::from).filter(|id| !changes.now().dumps.contains_key(id));
    free.next().unwrap_or_else(|| AccountId::from(first))
}

/// The army's dump in a square, opened where there is none.
fn dump_for(changes: &mut Changeset, square: Square, army: &FormationId, level: Echelon) -> Result<AccountId, OpError> {
    if let Some(dump) = changes.now().dumps.values().find(|dump| dump.owner == *army && dump.square == square) {
        return Ok(dump.id.clone());
    }
    let reference = changes.now().frame.reference(square);
    let id = free_id(changes, &format!("{army}.captured.{reference}"));
    let dump = Dump {
        id: id.clone(),
        owner: army.clone(),
        level,
        name: format!("captured stock in {reference}"),
        place: None,
        square,
        source: false,
        closed: false,
        note: String::new(),
    };
    changes.happen(Event::DumpOpened { dump: Box::new(dump) })?;
    Ok(id)
}
